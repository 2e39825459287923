"""What coasts are called after events."""

from dataclasses import replace

import pytest

from judge.board.adjacency import Coast, coasts_of
from judge.board.coasts import label, walk
from judge.board.mapfile import read_map
from judge.board.reshaping import reshape
from judge.board.topology import NamedCoast

PORTUGAL = "Por & Spa separate, MAO & MAO connect"


@pytest.fixture
def after(standard, seism):
    def make(*texts, board=standard):
        return reshape(board, tuple(map(seism, texts)))

    return make


def named(standard, seas, names=()):
    """What coasts of Spain along these seas would be called, by the seas; `names` those of the file."""
    topology = standard.topology
    numbers = sorted(walk(topology, "spa"), key=walk(topology, "spa").get)
    coasts = tuple(Coast((numbers[place],), tuple(one.split())) for place, one in enumerate(seas))
    given = tuple(NamedCoast("spa", suffix, tuple(along.split())) for suffix, along in names)
    return label(replace(topology, coasts=given), "spa", coasts)


def test_an_only_coast_needs_no_name(standard):
    assert named(standard, ["mao wes"]).suffixes == ("",)
    assert named(standard, []).suffixes == ()


def test_a_coast_is_called_by_the_first_sea_that_it_alone_touches(standard):
    assert named(standard, ["mao eng", "wes mao"]).suffixes == ("eng", "wes")


def test_a_coast_at_one_sea_only_is_called_by_it_when_no_other_is_at_that_alone(standard):
    assert named(standard, ["mao", "wes mao"]).suffixes == ("mao", "wes")


def test_coasts_that_no_sea_tells_apart_are_numbered_clockwise_from_the_first_neighbor(standard):
    assert named(standard, ["mao", "mao", "lyo"]).suffixes == ("mao1", "mao2", "lyo")
    assert named(standard, ["lyo mao", "lyo mao"]).suffixes == ("lyo1", "lyo2")
    assert named(standard, ["lyo mao", "mao wes", "lyo wes"]).suffixes == ("lyo1", "mao1", "lyo2")


def test_names_of_the_file_stay_while_they_tell_one_coast(standard):
    """S16."""
    names = [("nc", "mao"), ("sc", "lyo wes mao")]
    assert named(standard, ["mao", "lyo mao wes"], names).suffixes == ("nc", "sc")
    assert named(standard, ["mao", "lyo wes"], names).suffixes == ("nc", "sc")
    assert named(standard, ["mao", "lyo wes ion"], names).suffixes == ("nc", "sc")


def test_names_of_the_file_go_when_they_could_mean_several(standard):
    names = [("nc", "mao"), ("sc", "lyo wes mao")]
    assert named(standard, ["mao", "mao", "lyo wes"], names).suffixes == ("mao1", "mao2", "sc")
    assert named(standard, ["mao", "lyo", "wes mao"], names).suffixes == ("nc", "lyo", "wes")
    assert named(standard, ["eng", "bal"], names).suffixes == ("eng", "bal")


def test_two_names_of_one_coast_both_stay(standard):
    names = [("nc", "mao"), ("sc", "wes")]
    labels = named(standard, ["bal", "mao wes"], names)
    assert labels.suffixes == ("bal", "nc")
    assert labels.others == (("sc", "nc"),)


def test_a_name_that_came_to_mean_the_coast_of_another_is_an_other_spelling(after):
    """St Petersburg has one coast on both its seas and a new one on the Black Sea."""
    board = after(
        "StP & Nwy separate, BAR & Fin connect",
        "StP & Fin separate, BAR & BOT connect",
        "Mos & Ukr separate, War & Sev connect",
        "Mos & War separate, Lvn & Sev connect",
        "Mos & Lvn separate, StP & Sev connect",
        "Sev & Mos separate, StP & Out connect",
        "Sev & Ukr separate, Rum & War connect",
        "Sev & War separate, Rum & Lvn connect",
        "Sev & Lvn separate, Rum & StP connect",
        "Sev & Rum separate, StP & BLA connect",
    )
    assert board.fleet_locations("stp") == ("stp/bla", "stp/nc")
    assert board.coast_named("stp/sc") == board.coast_named("stp/nc") == "stp/nc"
    assert board.coasts_at("stp", "bot") == ("stp/nc",)


def test_other_spellings_of_the_file_stay_with_their_coast(standard, after):
    assert standard.coast_named("bul/nc") == "bul/ec"
    board = after("Bul & Gre separate, Ser & AEG connect")
    assert board.coast_named("bul/nc") == "bul/ec"
    assert after(PORTUGAL).coast_named("spa/wc") is None
    assert standard.coast_named("spa/xc") is None
    assert standard.coast_named("spa") is None
    assert after(PORTUGAL, "Por & Spa connect").coast_aliases == standard.coast_aliases


def test_a_coast_may_be_told_by_a_sea(standard, after):
    """S16: Spa(MAO) is the coast at that sea alone."""
    assert standard.coasts_at("spa", "mao") == ("spa/nc",)
    assert standard.coasts_at("spa", "lyo") == ("spa/sc",)
    assert standard.coasts_at("bre", "eng") == ("bre",)
    assert standard.coasts_at("spa", "bal") == standard.coasts_at("mun", "bal") == ()
    board = after(PORTUGAL, "Por & Bre connect")
    assert board.coasts_at("bre", "mao") == ("bre/mao",)
    assert board.coasts_at("bre", "eng") == ("bre/eng",)


def test_a_coast_called_by_a_sea_is_written_like_the_sea(after):
    board = after(PORTUGAL, "Por & Bre connect")
    assert board.write("bre/mao") == "Bre/MAO"
    assert after("WES & MAO separate, Spa & Naf connect").write("spa/mao2") == "Spa/MAO2"


def test_coasts_are_called_the_same_whatever_events_led_to_them(standard, after):
    one = after("NTH & ENG separate, Lon & Bel connect", PORTUGAL, "Por & Bre connect")
    other = after(PORTUGAL, "Por & Bre connect", "NTH & ENG separate, Lon & Bel connect")
    assert one == other
    assert one.digest == other.digest
    assert one.provinces == other.provinces


def test_a_walk_round_a_face_begins_with_the_first_neighbor_in_the_alphabet(standard):
    topology = standard.topology
    order = walk(topology, "spa")
    faces = [topology.across(side).id for side in sorted(order, key=order.get)]
    assert faces == ["gas", "mar", "lyo", "wes", "mao", "por", "mao"]


@pytest.mark.parametrize("board", ["standard", "colonial", "tiny"])
def test_at_the_start_coasts_are_called_as_in_the_file(board, request):
    board = request.getfixturevalue(board)
    for province in board.provinces:
        if province.coasts:
            found = label(board.topology, province.id, coasts_of(board.topology, province.id))
            assert sorted(found.suffixes) == list(province.coasts)
            assert found.others == ()


def test_a_link_at_a_coast_that_is_gone_is_at_every_coast_there_is(tiny_text, seism):
    """S27: the ferry from Islet to the north coast of Westmark."""
    tiny = read_map(tiny_text, "tiny.map")
    assert "wes/nc" in tiny.fleet_neighbors("isl")
    board = reshape(tiny, (seism("NOS & Wes separate, Out & Top connect"),))
    assert board.fleet_locations("wes") == ("wes",)
    assert board.fleet_neighbors("isl") == ("nos", "wes")
    assert board.army_neighbors("isl") == ("wes",)


def test_a_link_for_fleets_is_none_where_no_coast_is_left(tiny_text, seism):
    tiny = read_map(tiny_text, "tiny.map")
    board = reshape(tiny, (
        seism("NOS & Wes separate, Out & Top connect"),
        seism("SOS & Wes separate, Out & Top connect"),
    ))  # fmt: skip
    assert board.is_inland("wes")
    assert board.fleet_neighbors("isl") == ("nos",)
    assert board.army_neighbors("isl") == ("wes",)
