"""Whole map files: what the sections give together, and what is refused of them."""

import random

import pytest

from judge.board.library import load_board
from judge.board.mapfile import read_map
from judge.board.topology import Strait
from judge.paths import data_file


def test_the_facts_of_the_board_are_read(tiny):
    assert (tiny.name, tiny.title, tiny.start, tiny.to_win) == ("tiny", "A tiny board", "S1900M", 3)


def test_inland_and_coast_are_told_apart_by_the_borders(tiny, standard):
    assert tiny.province("isl").kind.value == "coast"
    assert standard.province("swe").kind.value == "coast"
    assert standard.province("vie").kind.value == "land"


def test_coasts_have_names_and_other_names(tiny):
    assert tiny.fleet_locations("top") == ("top/nc", "top/sc")
    assert tiny.coast_aliases == (("top/ec", "top/sc"), ("top/wc", "top/sc"))


def test_a_canal_joins_nothing_but_is_on_record(tiny):
    assert tiny.topology.canals == (Strait("top", ("nos", "sos")),)
    assert ("nos", "sos") not in tiny.fleet


def test_lists_of_neighbors_may_begin_anywhere_and_stand_in_any_order():
    """The neighbors of a place go round it, so the place to begin is free (the topology is the same)."""
    text = data_file("maps", "standard.map").read_text(encoding="utf-8")
    head, _, rest = text.partition("[borders]\n")
    borders, _, tail = rest.partition("\n[straits]")
    draw = random.Random(1901)
    turned = []
    for line in borders.splitlines():
        place, _, neighbors = line.partition(": ")
        ring = neighbors.split()
        if ring and not line.startswith("#"):
            start = draw.randrange(len(ring))
            turned.append(f"{place}: {' '.join(ring[start:] + ring[:start])}")
    draw.shuffle(turned)
    board = read_map(f"{head}[borders]\n" + "\n".join(turned) + f"\n[straits]{tail}", "turned.map")
    assert board == load_board("standard")
    assert board.topology == load_board("standard").topology


def test_a_map_seen_in_a_mirror_has_the_same_pairs(tiny_text, tiny):
    """Counterclockwise lists describe the mirror image; who touches whom does not change."""
    head, _, rest = tiny_text.partition("[borders]\n")
    borders, _, tail = rest.partition("\n[straits]")
    mirrored = []
    for line in borders.splitlines():
        if line:
            place, _, neighbors = line.partition(": ")
            mirrored.append(f"{place}: {' '.join(reversed(neighbors.split()))}")
    board = read_map(f"{head}[borders]\n" + "\n".join(mirrored) + f"\n[straits]{tail}", "mirror.map")
    assert (board.army, board.fleet) == (tiny.army, tiny.fleet)


@pytest.mark.parametrize(
    ("old", "new", "saying"),
    [
        ("to win: 3", "victory: 3", "'victory' is not known here"),
        ("to win: 3", "name: 3", "'name' is not known here or stands here twice"),
        ("to win: 3", "to win 3", "expected 'key: value', not 'to win 3'"),
        ("to win: 3", "to win: three", "to win: expected a number, not 'three'"),
        ("to win: 3", "to win: 0", "to win: expected a number, not '0'"),
        ("to win: 3", "to win: 5", "nobody can win: 5 centers to win and 4 on the board"),
        ("centers: 4", "centers: 5", "the board is said to have 5 centers and has 4"),
        ("start: S1900M", "start: spring 1900", "expected a phase such as S1901M, not 'spring 1900'"),
    ],
)
def test_a_wrong_fact_of_the_board_is_refused(refuse, old, new, saying):
    refuse({old: new}, new, saying)


def test_a_missing_fact_of_the_board_is_refused_at_its_section(refuse):
    refuse({"to win: 3": ""}, "[board]", "the board has no 'to win'")


@pytest.mark.parametrize(
    ("old", "new", "saying"),
    [
        ("Isl: NOS", "Isl: NSO", "unknown place 'NSO'"),
        ("Isl: NOS", "Ils: NOS", "unknown place 'Ils'"),
        ("Isl: NOS", "Isl NOS", "expected 'Abb: neighbors clockwise | second boundary', not 'Isl NOS'"),
        ("Isl: NOS", "Isl: NOS |", "isl has a boundary without neighbors"),
        ("Isl: NOS", "Isl: NOS\nEas: NOS Out SOS Top", "Eas has a list of neighbors in line"),
    ],
)
def test_a_wrong_list_of_neighbors_is_refused(refuse, old, new, saying):
    refuse({old: new}, new.splitlines()[-1], saying)


def test_a_place_without_a_list_of_neighbors_is_refused_where_it_is_named(refuse):
    refuse({"Isl: NOS": ""}, "Isl  * Islet", "isl has no list of neighbors under [borders]")


def test_a_board_without_places_is_refused():
    text = "[board]\nname: x\ntitle: x\nstart: S1901M\ncenters: 1\nto win: 1\n[borders]\n[powers]\n"
    with pytest.raises(Exception, match=r"x\.map:7: there are no borders"):
        read_map(text, "x.map")


def test_a_border_that_only_one_side_lists_is_refused_with_both_lines(refuse, tiny_text):
    number = tiny_text.splitlines().index("Top: NOS Eas SOS Wes") + 1
    refuse(
        {"Eas: NOS Out SOS Top": "Eas: NOS Out SOS"},
        "Top: NOS Eas SOS Wes",
        f"one-way border: top lists eas, but eas does not list top (see line {number + 2})",
    )


def test_a_border_that_neither_side_lists_leaves_open_corners(refuse):
    refuse(
        {"Eas: NOS Out SOS Top": "Eas: NOS Out SOS", "Top: NOS Eas SOS Wes": "Top: NOS SOS Wes"},
        "Top: NOS SOS Wes",
        "corners do not close: top has 'wes nos sos', so nos should have 'sos top wes', but has 'eas top wes'",
    )


def test_neighbors_out_of_order_are_refused(refuse):
    refuse(
        {"Top: NOS Eas SOS Wes": "Top: Eas NOS SOS Wes"},
        "Top: Eas NOS SOS Wes",
        "corners do not close: top has 'wes eas nos', so eas should have",
    )


def test_an_island_listed_within_the_outer_boundary_is_refused(refuse):
    line = "NOS: Out Eas Top Wes Isl"
    refuse({"NOS: Out Eas Top Wes | Isl": line}, line, "corners do not close")


def test_a_map_in_two_is_refused(refuse):
    refuse(
        {
            "Isl: NOS": "Isl: Lak\nLak: Isl",
            "NOS: Out Eas Top Wes | Isl": "NOS: Out Eas Top Wes",
            "[sea]": "[sea]\nLak  Lake",
        },
        "Isl: Lak",
        "isl has no way to ada: the map is in two",
    )


@pytest.mark.parametrize(
    ("new", "saying"),
    [
        ("Eas: NOS", "expected two seas, not 'NOS'"),
        ("Eas: NOS NOS", "expected two seas, not 'NOS NOS'"),
        ("Eas: NOS SOS NOS", "expected two seas"),
        ("Eas: NOS Nor", "unknown place 'Nor'"),
        ("Esa: NOS SOS", "unknown place 'Esa'"),
        ("Eas: NOS Top", "Top is land, and sea is wanted here"),
        ("NOS: NOS SOS", "NOS is sea, and land is wanted here"),
        ("Out: NOS SOS", "Out is barrier, and land is wanted here"),
        ("Isl: NOS SOS", "Isl does not lie at sos"),
        ("Eas NOS SOS", "expected 'Abb: SEA SEA'"),
        ("Eas: NOS SOS\nEas: SOS NOS", "Eas joins these seas already"),
    ],
)
def test_a_wrong_strait_is_refused(refuse, new, saying):
    refuse({"Eas: NOS SOS": new}, new.splitlines()[-1], saying)


def test_a_canal_is_checked_as_a_strait_is(refuse):
    refuse({"Top: NOS SOS": "Isl: NOS SOS"}, "Isl: NOS SOS", "Isl does not lie at sos")


def test_a_coast_without_a_name_is_refused_at_the_borders_of_its_province(refuse):
    refuse({"Wes/sc: SOS": ""}, "Wes: NOS Top SOS Out", "wes has 2 coasts, the one along sos has 0 names")


def test_a_coast_with_two_names_is_refused(refuse):
    refuse({"Wes/sc: SOS": "Wes/sc: SOS\nWes/ec: SOS"}, "Wes: NOS Top SOS Out", "the one along sos has 2 names")


@pytest.mark.parametrize(
    ("new", "saying"),
    [
        ("Wes/sc: SOS\nWes/ec: NOS SOS", "wes/ec does not name one of several coasts of wes"),
        ("Wes/sc: SOS\nIsl/nc: NOS", "isl/nc does not name one of several coasts of isl"),
        ("Wes/sc: SOS\nWes/nc: SOS", "wes/nc stands in line"),
        ("Wes/sc: Sos Nor", "unknown place 'Nor'"),
        ("Wse/sc: SOS", "unknown place 'Wse'"),
        ("NOS/sc: SOS", "NOS is sea, and land is wanted here"),
        ("Wes/sc: Top", "Top is land, and sea is wanted here"),
        ("Wes sc: SOS", "expected 'Abb/nc: SEA SEA' or"),
        ("Wes/sc: SOS = nc", "wes/nc stands for a coast already"),
        ("Wes/sc: SOS = ec, ec", "wes/ec stands for a coast already"),
    ],
)
def test_a_wrong_name_of_a_coast_is_refused(refuse, new, saying):
    refuse({"Wes/sc: SOS": new}, new.splitlines()[-1], saying)


@pytest.mark.parametrize(
    ("new", "saying"),
    [
        ("Isl Wes", "expected 'army fleet: Abb Abb'"),
        ("trains: Isl Wes", "expected 'army fleet: Abb Abb'"),
        ("army: Isl Nor", "unknown place 'Nor'"),
        ("army: Isl Out", "Out is impassable"),
        ("army: Isl NOS", "a link for A cannot end at NOS: an army cannot stand at sea"),
        ("army: Isl Wes/nc", "a link for A cannot end at Wes/nc: an army stands on no coast"),
        ("army fleet: Isl Wes", "a link for F cannot end at Wes: a fleet in Wes stands on one of its coasts: nc, sc"),
        ("army: Wes Top", "Wes and Top are one place or joined by a border already"),
        ("fleet: Isl NOS", "Isl and NOS are one place or joined by a border already"),
        ("army: Isl Isl", "Isl and Isl are one place or joined by a border already"),
        ("army: Isl Wes\narmy: Wes Isl", "Wes and Isl are linked already"),
    ],
)
def test_a_wrong_link_is_refused(refuse, new, saying):
    refuse({"army: Isl Wes": new}, new.splitlines()[-1], saying)
