"""The board after seismic events: the worked examples of the rules, and what follows from a changed map."""

from dataclasses import replace

import pytest

from judge.board import reshaping
from judge.board.adjacency import coasts_of
from judge.board.board import Board, ProvinceKind
from judge.board.reshaping import reshape
from judge.errors import MisuseError

IBERIA = "Por & Spa separate, MAO & MAO connect"
BARENTS = (
    "StP & BAR separate, Nwy & Out connect",
    "NWG & BAR separate, Nwy & Out connect",
    "Nwy & BAR separate, Out & Out connect",
    "BAR & Tun connect",
)


@pytest.fixture
def after(standard, seism):
    """The Standard board after events."""

    def make(*texts: str) -> Board:
        return reshape(standard, tuple(map(seism, texts)))

    return make


def rings(board, face):
    """The neighbors of a face, clockwise, each boundary from its first in the alphabet on."""
    found = []
    for ring in board.topology.neighbors(face):
        found.append(min(ring[place:] + ring[:place] for place in range(len(ring))))
    return sorted(" ".join(ring) for ring in found)


def shores(board, province):
    """The seas beside each fleet location of a province."""
    return {
        place: " ".join(near for near in board.fleet_neighbors(place) if board.is_sea(near))
        for place in board.fleet_locations(province)
    }


def test_portugal_becomes_an_island_and_spain_has_one_coast(after):
    """Rule 4: Por & Spa separate, MAO & MAO connect."""
    board = after(IBERIA)
    assert rings(board, "por") == ["mao"]
    assert rings(board, "mao") == ["bre gas spa wes naf out nao ire iri eng", "por"]
    assert rings(board, "spa") == ["gas mar lyo wes mao"]
    assert shores(board, "spa") == {"spa": "lyo mao wes"}
    assert board.army_neighbors("por") == ()
    assert board.province("spa").coasts == ()


def test_the_island_is_released_onto_brest_whose_coast_splits(after):
    """Rule 4 and 8: Por & Bre connect."""
    board = after(IBERIA, "Por & Bre connect")
    assert rings(board, "por") == ["bre mao"]
    assert rings(board, "bre") == ["eng pic par gas mao por mao"]
    assert rings(board, "mao") == ["bre gas spa wes naf out nao ire iri eng bre por"]
    assert shores(board, "bre") == {"bre/eng": "eng mao", "bre/mao": "mao"}
    assert board.army_neighbors("por") == ("bre",)
    assert board.fleet_neighbors("por") == ("bre/eng", "bre/mao", "mao")


def test_the_barents_sea_is_left_to_norway_and_the_outside(after):
    """Rule 5, Spring 1901: two events of one season."""
    board = after(*BARENTS[:2])
    assert rings(board, "bar") == ["nwy out"]
    assert rings(board, "nwy") == ["bar out stp fin swe ska nth nwg out"]
    assert rings(board, "stp") == ["bot fin nwy out mos lvn"]
    assert rings(board, "nwg") == ["cly nao out nwy nth edi"]
    assert shores(board, "nwy") == {"nwy/bar": "bar", "nwy/nth": "nth nwg ska"}
    assert shores(board, "stp") == {"stp": "bot"}


def test_the_barents_sea_is_shut_into_the_outside(after):
    """Rule 5, Autumn 1901, with Nwy & BAR (S1)."""
    board = after(*BARENTS[:3])
    assert rings(board, "bar") == ["out"]
    assert rings(board, "out") == ["arm sev mos stp nwy nwg nao mao naf tun ion eas syr", "bar"]
    assert board.fleet_neighbors("bar") == ()
    assert shores(board, "nwy") == {"nwy": "nth nwg ska"}


def test_the_barents_sea_becomes_a_lake_south_of_tunis(after):
    """Rule 5, Spring 1902."""
    board = after(*BARENTS)
    assert rings(board, "bar") == ["out tun"]
    assert rings(board, "tun") == ["bar out naf wes tys ion out"]
    assert shores(board, "tun") == {"tun/bar": "bar", "tun/ion": "ion tys wes"}
    assert board.fleet_neighbors("bar") == ("tun/bar",)


def test_serbia_reaches_the_aegean(after):
    """Rule 7, example 2."""
    board = after("Bul & Gre separate, Ser & AEG connect")
    assert rings(board, "ser") == ["aeg gre alb tri bud rum bul"]
    assert rings(board, "aeg") == ["bul con smy eas ion gre ser"]
    assert board.fleet_neighbors("ser") == ("aeg", "bul/sc", "gre")
    assert "bul" not in board.army_neighbors("gre")
    assert shores(board, "bul") == {"bul/ec": "bla", "bul/sc": "aeg"}


def test_a_land_bridge_to_belgium_splits_two_coasts(after):
    board = after("NTH & ENG separate, Lon & Bel connect")
    assert shores(board, "lon") == {"lon/eng": "eng", "lon/nth": "nth"}
    assert shores(board, "bel") == {"bel/eng": "eng", "bel/nth": "nth"}
    assert "bel" in board.army_neighbors("lon")
    assert "nth" not in board.fleet_neighbors("eng")


def test_an_open_sound_leaves_each_shore_one_coast_by_the_rule_of_straits(after):
    """Rule 10."""
    board = after("Den & Swe separate, SKA & BAL connect")
    assert shores(board, "den") == {"den": "bal hel nth ska"}
    assert shores(board, "swe") == {"swe": "bal bot ska"}
    assert "ska" in board.fleet_neighbors("bal")
    assert "den" not in board.fleet_neighbors("swe")


def test_runs_with_either_sea_of_a_strait_are_one_coast_however_many_there_are(after, standard):
    """S26: with Berlin made a peninsula Kiel lies at the Baltic on either side of it, and at the Bight."""
    board = after(
        "Ber & Pru separate, BAL & Sil connect",
        "Ber & Sil separate, BAL & Mun connect",
        "Ber & Mun separate, BAL & Kie connect",
    )
    assert rings(board, "kie") == ["bal ber bal mun ruh hol hel den"]
    assert shores(board, "kie") == {"kie": "bal hel"}
    assert len(coasts_of(replace(board.topology, straits=()), "kie")) == 3


def test_a_third_sea_within_a_run_makes_no_second_coast(after):
    board = after("AEG & EAS separate, ION & Smy connect")
    assert shores(board, "smy") == {"smy": "aeg eas ion"}


def test_switzerland_may_be_joined_and_stays_impassable(after):
    board = after("Mar & Bur separate, Gas & Swi connect")
    assert rings(board, "swi") == ["bur mun tyr pie mar gas"]
    assert "bur" not in board.army_neighbors("mar")
    assert not board.has("swi")


def test_an_inland_province_becomes_coastal(after):
    """S19."""
    board = after("Kie & Ber separate, BAL & Mun connect")
    assert board.province("mun").kind is ProvinceKind.COAST
    assert board.fleet_locations("mun") == ("mun",)
    assert shores(board, "mun") == {"mun": "bal"}


def test_a_coastal_province_becomes_inland(after):
    """S19: Gascony has one border with a sea; when Spain and Brest meet there, it is inland."""
    board = after("Gas & MAO separate, Bre & Spa connect")
    assert board.province("gas").kind is ProvinceKind.LAND
    assert board.is_inland("gas")
    assert board.fleet_neighbors("gas") == ()


def test_the_reverse_event_restores_the_board(standard, after):
    """S23."""
    for there, back in (
        ("Bul & Gre separate, Ser & AEG connect", "Ser & AEG separate, Bul & Gre connect"),
        (IBERIA, "Por & Spa connect"),
        ("StP & BAR separate, Nwy & Out connect", "Out & Nwy separate, BAR & StP connect"),
    ):
        board = after(there)
        assert board != standard
        again = after(there, back)
        assert again == standard
        assert again.topology == standard.topology


def test_a_board_without_events_is_the_board_itself(standard):
    assert reshape(standard, ()) is standard


def test_events_leave_names_centers_homes_and_powers(standard, after):
    board = after(*BARENTS)
    assert (board.name, board.powers, board.centers(), board.barriers) == (
        standard.name, standard.powers, standard.centers(), standard.barriers
    )  # fmt: skip
    assert [one.home for one in board.provinces] == [one.home for one in standard.provinces]


def test_an_event_that_is_not_possible_is_refused(after):
    with pytest.raises(MisuseError, match="no_border"):
        after("Par & Mun separate, Bur & Ruh connect")
    with pytest.raises(MisuseError, match="no_border"):
        after(IBERIA, IBERIA)


def test_a_board_without_a_planar_map_is_refused(seism):
    board = Board(
        name="bare", title="", start="S1901M", to_win=1, provinces=(), powers=(), army=(), fleet=()
    )  # fmt: skip
    with pytest.raises(MisuseError, match="no planar map"):
        reshape(board, (seism("a & b connect"),))


def test_a_long_story_told_at_once_gives_the_board_that_its_parts_give(standard, seism):
    there, back = seism("Bul & Gre separate, Ser & AEG connect"), seism("Ser & AEG separate, Bul & Gre connect")
    tale = (there, back) * 40 + (there, seism(IBERIA))
    board = standard
    for one in tale:
        board = reshape(board, (one,))
    assert reshape(standard, tale) == board == reshape(standard, (there, seism(IBERIA)))
    assert reshape(standard, tale).topology.first == board.topology.first


def test_boards_that_are_kept_ready_are_not_kept_for_ever(standard, seism):
    there, back = seism("Bul & Gre separate, Ser & AEG connect"), seism("Ser & AEG separate, Bul & Gre connect")
    for cache in (reshaping._reshaped, reshaping._moved):
        assert cache.cache_info().maxsize == 128
    kept = reshape(standard, (there,))
    assert reshape(standard, (there,)) is kept
    tale = (there, back) * 70
    for length in range(2, 140):
        reshape(standard, tale[:length])
    assert reshape(standard, (there,)) is not kept
