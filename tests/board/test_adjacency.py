"""What follows from a planar map: pairs and coasts."""

from dataclasses import replace

from judge.board.adjacency import Adjacency, coasts_of, derive
from judge.board.mapfile import read_map
from judge.board.rotation import Fault
from judge.board.topology import NamedCoast, Strait


def shores(board, province):
    return [coast.seas for coast in coasts_of(board.topology, province)]


def test_the_pairs_of_a_small_board_are_those_counted_by_hand(tiny):
    assert set(tiny.army) == {("ada", "bea"), ("eas", "top"), ("top", "wes"), ("isl", "wes")}
    assert set(tiny.fleet) == {
        *(("nos", place) for place in ("top/nc", "wes/nc")),
        *((place, "nos") for place in ("eas", "isl")),
        *((place, "sos") for place in ("eas", "ada", "bea")),
        *(("sos", place) for place in ("top/sc", "wes/sc")),
        ("eas", "top/nc"),
        ("eas", "top/sc"),
        ("top/nc", "wes/nc"),
        ("top/sc", "wes/sc"),
        ("ada", "bea"),
        ("isl", "wes/nc"),
    }


def test_a_coast_is_a_run_of_seas_between_lands(standard):
    assert shores(standard, "spa") == [("lyo", "wes", "mao"), ("mao",)]
    assert shores(standard, "gre") == [("aeg", "ion")]
    assert shores(standard, "vie") == []


def test_a_run_goes_on_past_the_end_of_the_list(standard):
    """Norway's list ends with the North Sea and the Norwegian Sea and begins with the Barents Sea: one coast."""
    assert shores(standard, "nwy") == [("ska", "nth", "nwg", "bar")]


def test_an_impassable_face_ends_a_run(tiny):
    assert shores(tiny, "wes") == [("nos",), ("sos",)]


def test_the_shore_of_an_island_is_one_coast_all_round(tiny):
    assert shores(tiny, "isl") == [("nos",)]
    assert shores(tiny, "ada") == [("sos",)]


def test_a_strait_makes_one_coast_of_two(standard):
    assert shores(standard, "con") == [("aeg", "bla")]
    apart = replace(standard.topology, straits=())
    assert [coast.seas for coast in coasts_of(apart, "con")] == [("aeg",), ("bla",)]


def test_a_strait_joins_nothing_while_the_province_touches_one_of_its_seas_only(standard):
    topology = replace(standard.topology, straits=(Strait("bul", ("aeg", "ion")),))
    assert [coast.seas for coast in coasts_of(topology, "bul")] == [("aeg",), ("bla",)]


def test_a_strait_leaves_other_coasts_apart(tiny_text):
    """Eastmark gets a bay on each side: the run on neither sea of its strait stays a coast of its own."""
    text = tiny_text
    for old, new in (
        ("[sea]\n", "[sea]\nLAK    Lake\n"),
        ("Eas: NOS Out SOS Top\n", "Eas: NOS Out SOS Top | LAK\nLAK: Eas\n"),
        ("[coasts]\n", "[coasts]\nEas/mc: NOS SOS\nEas/lc: LAK\n"),
        ("units: F Eas", "units: F Eas/mc"),
    ):
        assert old in text
        text = text.replace(old, new)
    board = read_map(text, "lake.map")
    assert board.fleet_locations("eas") == ("eas/lc", "eas/mc")
    assert board.fleet_neighbors("eas/lc") == ("lak",)
    assert board.fleet_neighbors("eas/mc") == ("nos", "sos", "top/nc", "top/sc")


def test_a_land_within_a_land_is_reached_by_armies_only(tiny_text):
    text = tiny_text.replace("[land]\n", "[land]\nEnc  Enclave\n")
    text = text.replace("Top: NOS Eas SOS Wes\n", "Top: NOS Eas SOS Wes | Enc\nEnc: Top\n")
    board = read_map(text, "enclave.map")
    assert board.army_neighbors("enc") == ("top",)
    assert board.is_inland("enc")
    assert not any("enc" in pair for pair in board.fleet)


def test_a_fleet_goes_along_the_shore_from_coast_to_coast(standard):
    """DATC 6.B: from Portugal either coast of Spain, from Marseilles and Gascony one."""
    assert [place for place in standard.fleet_neighbors("por") if place.startswith("spa")] == ["spa/nc", "spa/sc"]
    assert [place for place in standard.fleet_neighbors("mar") if place.startswith("spa")] == ["spa/sc"]
    assert [place for place in standard.fleet_neighbors("gas") if place.startswith("spa")] == ["spa/nc"]


def test_a_fleet_does_not_pass_where_two_lands_meet_away_from_the_sea_they_share(standard):
    """Rome and Venice share a border and no sea; Ankara and Smyrna both lie at seas that do not meet."""
    assert "ven" not in standard.fleet_neighbors("rom")
    assert "smy" not in standard.fleet_neighbors("ank")
    assert "ank" not in standard.fleet_neighbors("syr")


def test_nobody_crosses_a_border_with_an_impassable_face(standard):
    barriers = {barrier.id for barrier in standard.barriers}
    assert not any(barriers & set(pair) for pair in (*standard.army, *standard.fleet))


def test_every_coast_of_several_needs_a_name(standard):
    topology = replace(standard.topology, coasts=standard.topology.coasts[:-1])
    assert derive(topology) == Fault("stp", "stp has 2 coasts, the one along bot has 0 names")


def test_a_name_needs_a_coast(standard):
    topology = replace(standard.topology, coasts=(*standard.topology.coasts, NamedCoast("nwy", "wc", ("nth",))))
    assert derive(topology) == Fault("nwy/wc", "nwy/wc does not name one of several coasts of nwy")


def test_a_name_is_of_the_coast_along_just_these_seas(standard):
    renamed = tuple(
        replace(coast, seas=("bar", "nwg")) if (coast.province, coast.suffix) == ("stp", "nc") else coast
        for coast in standard.topology.coasts
    )
    assert derive(replace(standard.topology, coasts=renamed)) == Fault(
        "stp", "stp has 2 coasts, the one along bar has 0 names"
    )


def test_derived_pairs_say_nothing_of_links_that_are_not_there(tiny):
    adjacency = derive(replace(tiny.topology, links=()))
    assert isinstance(adjacency, Adjacency)
    assert set(tiny.army) - set(adjacency.army) == {("isl", "wes")}
    assert set(tiny.fleet) - set(adjacency.fleet) == {("isl", "wes/nc")}
