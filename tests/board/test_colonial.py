"""The Colonial board as it ships, against facts written down here and in colonial_pairs.txt."""

import pytest

from judge.adjudication.adjustments import balance
from judge.adjudication.disorder import removals_by_rule
from judge.board.adjacency import derive
from judge.board.board import Board, ProvinceKind, province_of
from judge.board.gazetteer import gazetteer
from judge.board.topology import Count
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind

SEAS = (
    "ands aras blas bob cels ecs eio goa gom gos javs lp luzs meds mp okhs perg reds scs sio soj suls suns tims up wio "
    "yels"
)
HOMES = {
    "britain": "ade bom del hk mad sig",
    "china": "can mac pek sha sik",
    "france": "ann coc ton",
    "holland": "bor jav sum",
    "japan": "kyo kyu ota tok",
    "russia": "mos ode oms part vla",
    "turkey": "ang bag con",
}
UNITS = {
    "britain": {"A mad", "A del", "F bom", "F hk", "F sig", "F ade"},
    "china": {"A pek", "A can", "A sik", "A sha", "A mac"},
    "france": {"A ton", "F ann", "A coc"},
    "holland": {"F jav", "A bor", "F sum"},
    "japan": {"A kyo", "F kyu", "F ota", "F tok"},
    "russia": {"A mos", "A vla", "A oms", "F ode", "F part"},
    "turkey": {"A ang", "F bag", "F con"},
}
NEUTRAL_CENTERS = (
    "ass ban ben ceb cey chu dav egy for fus gui kag kam kar mal may mna mon prs ran rum sak sar seo shi sud tab tas "
    "ubur"
)
# Abbreviations that are not the first three letters of the name.
EXCEPTIONS = {
    "hk": "Hong Kong", "kag": "Kashgar", "kam": "Kashmir", "mac": "Manchuria", "may": "Mandalay", "mna": "Manila",
    "gui": "New Guinea", "prs": "Persia", "prm": "Perm", "part": "Port Arthur", "sig": "Singapore",
    "sik": "Sinkiang", "ubur": "Upper Burma",
}  # fmt: skip
BRIDGES = ("aki-ota", "ang-con", "can-hk", "ceb-dav", "ceb-mna", "kyo-kyu", "mal-sig", "ota-sak")


def test_the_army_pairs_are_the_171_of_the_independent_list(colonial: Board, colonial_pairs):
    assert len(colonial.army) == 171
    assert set(colonial.army) == colonial_pairs["army"]


def test_the_fleet_pairs_are_the_211_of_the_independent_list(colonial: Board, colonial_pairs):
    assert len(colonial.fleet) == 211
    assert set(colonial.fleet) == colonial_pairs["fleet"]


def test_whoever_is_a_neighbor_has_that_neighbor(colonial: Board):
    for province in colonial.provinces:
        for near in colonial.army_neighbors(province.id):
            assert province.id in colonial.army_neighbors(near)
        for place in colonial.fleet_locations(province.id):
            for near in colonial.fleet_neighbors(place):
                assert place in colonial.fleet_neighbors(near)


def test_every_place_can_be_entered_and_seas_only_by_fleets(colonial: Board):
    for province in colonial.provinces:
        assert colonial.army_neighbors(province.id) or colonial.fleet_locations(province.id)
    walked = {place for pair in colonial.army for place in pair}
    assert not walked & set(SEAS.split())
    sailed = {place for pair in colonial.fleet for place in pair}
    assert sailed == {place for province in colonial.provinces for place in colonial.fleet_locations(province.id)}


def test_there_are_32_inland_59_coastal_and_27_sea_provinces_and_cebu_is_both(colonial: Board):
    kinds = {kind: [one.id for one in colonial.provinces if one.kind is kind] for kind in ProvinceKind}
    assert len(colonial.provinces) == 119
    assert len(kinds[ProvinceKind.LAND]) == 32
    assert len(kinds[ProvinceKind.COAST]) == 59
    assert kinds[ProvinceKind.SEA] == SEAS.split()
    assert kinds[ProvinceKind.BOTH] == ["ceb"]


def test_three_provinces_have_named_coasts_and_egypt_has_none(colonial: Board):
    named = {province.id: province.coasts for province in colonial.provinces if province.coasts}
    assert named == {"ara": ("nc", "sc"), "ban": ("ec", "wc"), "seo": ("ec", "wc")}
    assert set(colonial.fleet_neighbors("egy")) == {"meds", "reds", "mec", "sud", "syr"}


def test_each_power_has_its_home_centers_and_its_29_units(colonial: Board):
    assert {power.id: " ".join(power.home) for power in colonial.powers} == HOMES
    assert {power.id: set(power.units) for power in colonial.powers} == UNITS
    assert sum(map(len, UNITS.values())) == 29


def test_there_are_58_centers_and_30_win(colonial: Board):
    assert set(colonial.centers()) == set(" ".join([*HOMES.values(), NEUTRAL_CENTERS]).split())
    assert (len(colonial.centers()), colonial.to_win, colonial.start) == (58, 30, "S1870M")


def test_land_is_abbreviated_by_its_first_letters_but_for_the_thirteen_of_the_table(colonial: Board):
    names = {one.id: one.name for one in colonial.provinces if one.kind is not ProvinceKind.SEA}
    assert {id_: name for id_, name in names.items() if id_ != name[:3].lower()} == EXCEPTIONS


@pytest.mark.parametrize(
    ("short", "place"),
    [
        ("gom", "Gulf of Manaar"), ("soj", "Sea of Japan"), ("perg", "Persian Gulf"), ("suls", "Sulu Sea"),
        ("lp", "Lower Pacific"), ("wio", "West Indian Ocean"), ("okhs", "Okhotsk Sea"), ("os", "Okhotsk Sea"),
        ("and.s", "Andaman Sea"), ("rs", "Red Sea"), ("med", "Mediterranean Sea"), ("conchin", "Cochin"),
    ],
)  # fmt: skip
def test_the_short_forms_of_the_rules_are_understood(colonial: Board, short: str, place: str):
    (province,) = dict(gazetteer(colonial))[short]
    assert colonial.province(province).name == place


def test_short_forms_of_several_meanings_are_ambiguous(colonial: Board):
    assert dict(colonial.ambiguous) == {
        "as": ("ands", "aras"), "kas": ("kag", "kam"), "man": ("gom", "mac", "may", "mna"),
        "per": ("perg", "prm", "prs"), "sin": ("sig", "sik"), "ss": ("suls", "suns"),
    }  # fmt: skip


def test_cebu_lies_beside_its_six_neighbors_and_armies_walk_to_two_of_them(colonial: Board):
    assert colonial.army_neighbors("ceb") == ("dav", "mna")
    assert colonial.fleet_neighbors("ceb") == ("dav", "lp", "luzs", "mna", "mp", "suls")
    assert ("dav", "mna") not in colonial.army


@pytest.mark.parametrize("bridge", BRIDGES)
def test_armies_and_fleets_cross_the_bridges(colonial: Board, bridge: str):
    pair = tuple(bridge.split("-"))
    assert pair in colonial.army
    assert pair in colonial.fleet


def test_the_canal_joins_nothing_by_itself(colonial: Board):
    assert ("meds", "reds") not in colonial.fleet
    assert colonial.topology is not None
    assert [(canal.province, canal.seas) for canal in colonial.topology.canals] == [("egy", ("meds", "reds"))]


def test_the_caspian_and_all_that_has_no_name_are_closed(colonial: Board):
    assert [one.name for one in colonial.barriers] == [
        "Inner Africa", "Aral Sea", "Caspian Sea", "Himalaya", "Outside",
    ]  # fmt: skip
    assert not any(colonial.has(one.id) for one in colonial.barriers)


def test_the_map_has_238_corners_360_borders_and_124_faces_in_four_pieces(colonial: Board):
    assert colonial.topology is not None
    assert colonial.topology.count() == Count(corners=238, borders=360, faces=124, pieces=4)


def test_a_second_derivation_from_the_topology_gives_the_same_pairs(colonial: Board):
    assert colonial.topology is not None
    adjacency = derive(colonial.topology)
    assert (adjacency.army, adjacency.fleet) == (colonial.army, colonial.fleet)


def test_hong_kong_counts_nothing_for_china_alone(colonial: Board):
    assert [power.id for power in colonial.powers if colonial.is_worthless("hk", power.id)] == ["china"]
    assert not any(power.worthless for power in colonial.powers if power.id != "china")


def test_china_removes_first_what_stands_in_hong_kong(colonial: Board):
    """Ruling C28: Hong Kong is no center for China, in the count and for its removals."""
    phase = Phase(Season.WINTER, 1870, PhaseKind.ADJUSTMENT)
    units = tuple(Unit(UnitKind.ARMY, at, "china") for at in ("can", "hk", "mac", "pek", "sha", "sik"))
    centers = tuple((unit.at, "china") for unit in units)
    position = Position(board=colonial, phase=phase, units=units, centers=centers)
    assert len(position.centers_of("china")) == 6
    assert position.counted_of("china") == ("can", "mac", "pek", "sha", "sik")
    assert balance(position, "china") == -1
    assert [unit.at for unit in removals_by_rule(position, "china", units, 1, Rules())] == ["hk"]
    assert all(province_of(center) != "hk" for center in position.counted_of("china"))
