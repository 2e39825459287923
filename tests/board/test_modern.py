"""The Modern board as it ships, against facts written down here and in modern_pairs.txt."""

import pytest

from judge.board.adjacency import derive
from judge.board.board import Board, ProvinceKind
from judge.board.gazetteer import gazetteer
from judge.board.topology import Count

SEAS = (
    "adr aeg ara arc bal bhm bis brn cas ebs eme eng gob gol hel ion iri lbn lig mal mid nao nth nwg per red sao ska "
    "sog tyr wbs whi wme"
)
INLAND = (
    "als arm aus bie bos cen cze fra gor hun kha kie kra lyo mac mad mil mol mos mun par pod ruh sax sib sil slo swi "
    "war wsa"
)
HOMES = {
    "britain": "edi gib liv lon",
    "egypt": "ale asw cai",
    "france": "bor lyo mar par",
    "germany": "ber fra ham mun",
    "italy": "mil nap rom ven",
    "poland": "gda kra war",
    "russia": "gor mos mur ros stp",
    "spain": "bar mad sve",
    "turkey": "ada ank ist izm",
    "ukraine": "kha kie ode sev",
}
UNITS = {
    "britain": {"F lon", "F liv", "F edi", "F gib"},
    "egypt": {"F cai", "F ale", "A asw"},
    "france": {"A par", "F bor", "A mar", "A lyo"},
    "germany": {"F ham", "F ber", "A fra", "A mun"},
    "italy": {"A mil", "F ven", "A rom", "F nap"},
    "poland": {"A war", "F gda", "A kra"},
    "russia": {"A mos", "A gor", "F stp", "A mur", "F ros"},
    "spain": {"F bar", "A mad", "A sve"},
    "turkey": {"A ada", "F izm", "A ist", "F ank"},
    "ukraine": {"F sev", "A kha", "A kie", "A ode"},
}
NEUTRAL_CENTERS = (
    "aus bel bie bul cro cze den geo gre hol hun ire irn isr lib lit mon mor nor por rum sau ser swe swi tun"
)
# Abbreviations of land that are not the first three letters of the name.
EXCEPTIONS = {
    "esa": "Eastern Sahara", "irk": "Irak", "irn": "Iran", "stp": "St Petersburg", "sve": "Seville",
    "wsa": "Western Sahara",
}  # fmt: skip


def test_the_army_pairs_are_the_233_of_the_independent_list(modern: Board, modern_pairs):
    assert len(modern.army) == 233
    assert set(modern.army) == modern_pairs["army"]


def test_the_fleet_pairs_are_the_248_of_the_independent_list(modern: Board, modern_pairs):
    assert len(modern.fleet) == 248
    assert set(modern.fleet) == modern_pairs["fleet"]


def test_a_second_derivation_from_the_topology_gives_the_same_pairs(modern: Board):
    assert modern.topology is not None
    adjacency = derive(modern.topology)
    assert (adjacency.army, adjacency.fleet) == (modern.army, modern.fleet)


def test_the_map_has_280_corners_420_borders_and_142_faces_in_one_piece(modern: Board):
    assert modern.topology is not None
    assert modern.topology.count() == Count(corners=280, borders=420, faces=142, pieces=1)


def test_whoever_is_a_neighbor_has_that_neighbor(modern: Board):
    for province in modern.provinces:
        for near in modern.army_neighbors(province.id):
            assert province.id in modern.army_neighbors(near)
        for place in modern.fleet_locations(province.id):
            for near in modern.fleet_neighbors(place):
                assert place in modern.fleet_neighbors(near)


def test_there_are_30_inland_78_coastal_and_33_sea_provinces(modern: Board):
    kinds = {kind: [one.id for one in modern.provinces if one.kind is kind] for kind in ProvinceKind}
    assert len(modern.provinces) == 141
    assert kinds[ProvinceKind.LAND] == INLAND.split()
    assert len(kinds[ProvinceKind.COAST]) == 78
    assert kinds[ProvinceKind.SEA] == SEAS.split()
    assert kinds[ProvinceKind.BOTH] == []


def test_iran_alone_has_named_coasts(modern: Board):
    named = {province.id: province.coasts for province in modern.provinces if province.coasts}
    assert named == {"irn": ("nc", "sc")}
    assert modern.fleet_neighbors("irn/nc") == ("aze", "cas", "kaz")
    assert modern.fleet_neighbors("irn/sc") == ("ara", "irk", "per")


@pytest.mark.parametrize(
    ("province", "seas"), [("cai", {"eme", "red"}), ("ham", {"bhm", "hel"}), ("ist", {"aeg", "wbs"}),
                           ("den", {"bhm", "hel", "nth", "ska"}), ("swe", {"bal", "bhm", "gob", "ska"})]
)  # fmt: skip
def test_canals_and_straits_join_the_shores_of_a_province(modern: Board, province: str, seas: set[str]):
    """Cairo has the Suez canal, Hamburg the Kiel canal, Istanbul the Bosporus."""
    assert {near for near in modern.fleet_neighbors(province) if modern.is_sea(near)} == seas
    for sea in seas:
        assert not {(province, sea), (sea, province)} & set(modern.army)


def test_fleets_reach_the_caspian_by_the_canal_between_rostov_and_volga_alone(modern: Board):
    """Without that link nothing sails between the Caspian Sea and the rest of the world."""
    assert ("ros", "vol") in modern.fleet
    reached, edge = {"cas"}, ["cas"]
    while edge:
        here = edge.pop()
        beyond = {near for near in modern.fleet_neighbors(here) if {here, near} != {"ros", "vol"}} - reached
        reached |= beyond
        edge += sorted(beyond)
    assert reached == {"cas", "aze", "cau", "irn/nc", "kaz", "vol"}


def test_murmansk_not_petersburg_lies_on_the_white_sea(modern: Board):
    assert {"brn", "whi"} < set(modern.fleet_neighbors("mur"))
    assert modern.fleet_neighbors("stp") == ("est", "fin", "gob")


def test_the_islands_and_gibraltar_are_reached_as_they_should_be(modern: Board):
    assert [one.id for one in modern.provinces
            if one.kind is not ProvinceKind.SEA and not modern.army_neighbors(one.id)] == ["ice", "ire"]  # fmt: skip
    assert modern.army_neighbors("gib") == ("and", "sve")


def test_each_power_has_its_home_centers_and_its_38_units(modern: Board):
    assert {power.id: " ".join(power.home) for power in modern.powers} == HOMES
    assert {power.id: set(power.units) for power in modern.powers} == UNITS
    assert sum(map(len, UNITS.values())) == 38


def test_there_are_64_centers_and_33_win(modern: Board):
    assert modern.centers() == tuple(sorted(" ".join([*HOMES.values(), NEUTRAL_CENTERS]).split()))
    assert (len(modern.centers()), modern.to_win, modern.start) == (64, 33, "S1994M")


def test_land_is_abbreviated_by_its_first_letters_with_six_exceptions(modern: Board):
    names = {one.id: one.name for one in modern.provinces if one.kind is not ProvinceKind.SEA}
    assert {id_: name for id_, name in names.items() if id_ != name[:3].lower()} == EXCEPTIONS


@pytest.mark.parametrize(
    ("short", "place"),
    [
        ("adl", "Andalusia"), ("crp", "Central Russian Plateau"), ("nwy", "Norway"), ("slk", "Slovakia"),
        ("con", "Istanbul"), ("constantinople", "Istanbul"), ("donetsk", "Donbas"), ("iraq", "Irak"),
        ("danzig", "Gdansk"), ("leningrad", "St Petersburg"), ("sevi", "Seville"), ("seva", "Sevastopol"),
        ("mao", "Mid Atlantic Ocean"), ("nat", "North Atlantic Ocean"), ("str", "Straits of Gibraltar"),
        ("bay", "Bay of Biscay"), ("bob", "Bay of Biscay"), ("cha", "English Channel"), ("tys", "Tyrrhenian Sea"),
        ("ebl", "Eastern Black Sea"), ("wbl", "Western Black Sea"), ("born", "Bornholm Sea"), ("silecia", "Silesia"),
    ],
)  # fmt: skip
def test_the_short_forms_of_other_judges_are_understood(modern: Board, short: str, place: str):
    (province,) = dict(gazetteer(modern))[short]
    assert modern.province(province).name == place


def test_short_forms_of_several_meanings_are_ambiguous(modern: Board):
    black, middle, sahara = ("ebs", "wbs"), ("eme", "wme"), ("esa", "wsa")
    assert dict(modern.ambiguous) == {
        "atlantic": ("mid", "nao", "sao"), "bla": black, "black": black, "black sea": black, "bs": black,
        "med": middle, "mediterranean": middle, "mediterranean sea": middle, "sah": sahara, "sahara": sahara,
    }  # fmt: skip
