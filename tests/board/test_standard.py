"""The Standard board as it ships, against facts written down here and in standard_pairs.txt."""

from judge.board.adjacency import derive
from judge.board.board import Board, ProvinceKind
from judge.board.topology import Count

INLAND = "boh bud bur gal mos mun par ruh ser sil tyr ukr vie war"
SEAS = "adr aeg bal bar bla bot eas eng hel ion iri lyo mao nao nth nwg ska tys wes"
HOMES = {
    "austria": "bud tri vie",
    "england": "edi lon lvp",
    "france": "bre mar par",
    "germany": "ber kie mun",
    "italy": "nap rom ven",
    "russia": "mos sev stp war",
    "turkey": "ank con smy",
}
NEUTRAL_CENTERS = "bel bul den gre hol nwy por rum ser spa swe tun"
UNITS = {
    "austria": {"A vie", "A bud", "F tri"},
    "england": {"F lon", "F edi", "A lvp"},
    "france": {"A par", "A mar", "F bre"},
    "germany": {"A ber", "A mun", "F kie"},
    "italy": {"A rom", "A ven", "F nap"},
    "russia": {"A mos", "A war", "F sev", "F stp/sc"},
    "turkey": {"F ank", "A con", "A smy"},
}


def test_the_army_pairs_are_the_111_of_the_independent_list(standard: Board, standard_pairs):
    assert len(standard.army) == 111
    assert set(standard.army) == standard_pairs["army"]


def test_the_fleet_pairs_are_the_141_of_the_independent_list(standard: Board, standard_pairs):
    assert len(standard.fleet) == 141
    assert set(standard.fleet) == standard_pairs["fleet"]


def test_pairs_are_sorted_and_each_stands_once_the_smaller_place_first(standard: Board):
    for pairs in (standard.army, standard.fleet):
        assert list(pairs) == sorted(set(pairs))
        assert all(one < other for one, other in pairs)


def test_just_three_provinces_have_named_coasts(standard: Board):
    named = {province.id: province.coasts for province in standard.provinces if province.coasts}
    assert named == {"bul": ("ec", "sc"), "spa": ("nc", "sc"), "stp": ("nc", "sc")}


def test_a_map_has_14_inland_42_coastal_and_19_sea_provinces(standard: Board):
    kinds = {kind: [one.id for one in standard.provinces if one.kind is kind] for kind in ProvinceKind}
    assert kinds[ProvinceKind.LAND] == INLAND.split()
    assert kinds[ProvinceKind.SEA] == SEAS.split()
    assert len(kinds[ProvinceKind.COAST]) == 42
    assert kinds[ProvinceKind.BOTH] == []


def test_each_power_has_its_home_centers(standard: Board):
    assert {power.id: " ".join(power.home) for power in standard.powers} == HOMES
    assert {one.id: one.home for one in standard.provinces if one.home} == {
        province: power for power, homes in HOMES.items() for province in homes.split()
    }


def test_there_are_34_centers_and_18_win(standard: Board):
    assert set(standard.centers()) == set(" ".join([*HOMES.values(), NEUTRAL_CENTERS]).split())
    assert len(standard.centers()) == 34
    assert standard.to_win == 18


def test_each_power_starts_with_its_units(standard: Board):
    assert {power.id: set(power.units) for power in standard.powers} == UNITS


def test_every_starting_unit_stands_on_a_home_center_of_its_own(standard: Board):
    for power in standard.powers:
        assert sorted(unit[2:5] for unit in power.units) == list(power.home)


def test_powers_have_the_names_and_letters_of_the_rulebook(standard: Board):
    assert [(power.name, power.adjective, power.letter) for power in standard.powers] == [
        ("Austria", "Austrian", "A"),
        ("England", "English", "E"),
        ("France", "French", "F"),
        ("Germany", "German", "G"),
        ("Italy", "Italian", "I"),
        ("Russia", "Russian", "R"),
        ("Turkey", "Turkish", "T"),
    ]


def test_the_game_starts_in_spring_1901_with_movement(standard: Board):
    assert standard.start == "S1901M"


def test_switzerland_ireland_and_the_outside_are_no_provinces(standard: Board):
    assert [(one.id, one.name) for one in standard.barriers] == [
        ("ire", "Ireland"),
        ("out", "Outside"),
        ("swi", "Switzerland"),
    ]
    assert not any(standard.has(one.id) for one in standard.barriers)


def test_the_map_has_152_corners_228_borders_and_78_faces_in_one_piece(standard: Board):
    assert standard.topology is not None
    assert standard.topology.count() == Count(corners=152, borders=228, faces=78, pieces=1)


def test_a_second_derivation_from_the_topology_gives_the_same_pairs(standard: Board):
    assert standard.topology is not None
    adjacency = derive(standard.topology)
    assert (adjacency.army, adjacency.fleet) == (standard.army, standard.fleet)


def test_places_are_written_as_people_like_to_read_them(standard: Board):
    assert [standard.write(place) for place in ("stp/nc", "mao", "naf", "lvp")] == ["StP/nc", "MAO", "Naf", "Lvp"]


def test_a_canal_province_has_one_coast_that_meets_both_seas(standard: Board):
    assert {"bal", "hel"} <= set(standard.fleet_neighbors("kie"))
    assert {"bul/ec", "bul/sc", "aeg", "bla"} <= set(standard.fleet_neighbors("con"))
    assert standard.fleet_locations("kie") == ("kie",)


def test_a_short_form_of_two_meanings_is_ambiguous(standard: Board):
    assert standard.ambiguous == (("liv", ("lvn", "lvp")),)


def test_other_spellings_of_a_coast_are_understood(standard: Board):
    assert dict(standard.coast_aliases) == {"bul/nc": "bul/ec", "spa/wc": "spa/sc"}
