"""Each mark of a picture: what it stands for is drawn, and where that is not there, it is not."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from judge.adjudication.turns import start_position
from judge.game.lands import Holding
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.position import Dislodged
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.pictures.curves import distance
from judge.pictures.geometry import Geometry, Point, Style, find_geometry
from judge.pictures.picture import draw
from judge.pictures.strokes import pair
from judge.pictures.theme import FAILURE, pale
from judge.pictures.views import View, view_of_position, view_of_turn
from judge.variants import find_variant
from tests.pictures.conftest import given, played

ARM = 6.2 * 1.3  # pixels from the middle of the cross of what is gone to its ends


def drawing(name: str) -> Geometry:
    found = find_geometry(name)
    assert found is not None
    return found


def style(name: str, power: str) -> Style:
    return drawing(name).powers[power]


def lines(view: View, colour: str, width: float = 4.2) -> list[tuple[list[Point], str]]:
    """The lines of a colour that are as wide as those of moves, each with how it is dashed, "" for a solid one."""
    scale = view.drawing.scale if view.drawing else drawing(view.board.name).scale
    wide = f"{width * scale:.1f}".removesuffix(".0")
    found = re.findall(rf'<path d="M([^"]*)" fill="none" stroke="{colour}" stroke-width="{wide}"([^>]*)>', draw(view))
    return [
        ([(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", data)], dashes(rest))
        for data, rest in found
    ]  # fmt: skip


def dashes(attributes: str) -> str:
    found = re.search(r'stroke-dasharray="([^"]*)"', attributes)
    return found[1] if found else ""


def ends_near(line: list[Point], one: Point, other: Point, most: float = 24) -> bool:
    return distance(line[0], one) < most and distance(line[-1], other) < most


def unit_at(name: str, place: str) -> Point:
    return drawing(name).place(place).unit


def test_land_is_hatched_in_the_tint_of_its_owner_and_what_he_surrounds_is_plain() -> None:
    view = view_of_position(start_position(find_variant("standard"), Rules()), "cassis")
    text, france = draw(view), style("standard", "france")
    pattern = re.search(r'<pattern id="of-france".*?</pattern>', text)
    assert pattern is not None
    assert france.tint in pattern[0]
    assert france.strong in pattern[0]
    assert text.count('fill="url(#of-france)"') == 3 + 1  # three centers, and the strip
    assert text.count(f'fill="{pale(france.tint)}"') >= 3
    bare = draw(replace(view, owners={}))
    assert 'fill="url(#of-france)"' in bare  # the strip
    assert bare.count('fill="url(#of-france)"') == 1


def test_the_strip_has_the_count_of_each_power_behind_its_name() -> None:
    view = view_of_position(start_position(find_variant("standard"), Rules()), "cassis")
    counts = {power: number for number, power in enumerate(view.counts, 30)}
    found = re.findall(r">([^<>]*)</text>", draw(replace(view, counts=counts)))
    for power in view.board.powers:
        name = found.index(power.name)
        assert found[name - 1] == power.letter
        assert found[name + 1] == str(counts[power.id])


def test_a_move_is_a_solid_arrow_and_one_that_fails_is_broken_under_a_cross() -> None:
    moved = played("standard", {"france": "A par", "germany": "A mun"}, "france: A Par - Bur")
    blue = style("standard", "france").strong
    ((line, dash),) = lines(moved, blue)
    assert (ends_near(line, unit_at("standard", "par"), unit_at("standard", "bur")), dash) == (True, "")
    bounced = played("standard", {"france": "A par", "germany": "A mun"}, "france: A Par - Bur", "germany: A Mun - Bur")
    ((_, dash),) = lines(bounced, blue)
    assert dash == "6 4"
    assert draw(bounced).count(f'stroke="{FAILURE}"') == draw(moved).count(f'stroke="{FAILURE}"') + 3  # one in the key


def test_a_support_is_a_thin_broken_line_to_the_middle_of_the_move_or_to_the_unit_that_holds() -> None:
    units = {"france": "A par, A mar, A gas"}
    view = played("standard", units, "france: A Par - Bur", "france: A Mar S A Par - Bur", "france: A Gas S A Mar")
    found = lines(view, style("standard", "france").strong, 2.5)
    assert {dash for _, dash in found} == {"5 3"}
    par, bur, mar, gas = (unit_at("standard", place) for place in ("par", "bur", "mar", "gas"))
    middle = ((par[0] + bur[0]) / 2, (par[1] + bur[1]) / 2)
    assert any(ends_near(line, mar, middle) for line, _ in found)
    assert any(ends_near(line, gas, mar) for line, _ in found)
    assert len(found) == 2


def test_a_convoy_has_a_ring_round_the_fleet_and_a_line_of_long_dashes_past_it() -> None:
    units = {"england": "A lon, F nth"}
    view = played("standard", units, "england: A Lon - Nwy", "england: F NTH C A Lon - Nwy")
    colour = style("standard", "england").strong
    ((line, dash),) = lines(view, colour)
    x, y = unit_at("standard", "nth")
    assert dash == "13 5"
    assert min(distance(point, (x, y + 24)) for point in line) < 6
    assert ends_near(line, unit_at("standard", "lon"), unit_at("standard", "nwy"))
    ring = rf'<circle cx="{x:g}" cy="{y:g}" r="23" [^>]*stroke="{colour}"[^>]*stroke-dasharray="5 3.5"'
    assert len(re.findall(ring, draw(view))) == 1
    assert ">convoy</text>" in draw(view)
    walked = played("standard", units, "england: A Lon - Wal")
    assert re.findall(ring, draw(walked)) == []
    assert ">convoy</text>" not in draw(walked)


@pytest.fixture
def dislodged() -> Dislodged:
    return Dislodged(unit=Unit(UnitKind.ARMY, "bur", "france"), attacker_from="mun", retreats=("gas", "par"))


def retreat(dislodged: Dislodged, order: str) -> View:
    """Spring 1901 after which an army of France must leave Burgundy to one of Germany's."""
    start = start_position(find_variant("standard"), Rules())
    units = (Unit(UnitKind.ARMY, "bur", "germany"),)
    position = replace(start, phase=Phase(Season.SPRING, 1901, PhaseKind.RETREAT), units=units, dislodged=(dislodged,))
    return view_of_turn(given("standard", position, f"france: {order}"), "cassis")


def test_a_retreat_is_a_dotted_arrow_from_beside_the_victor(dislodged: Dislodged) -> None:
    ((line, dash),) = lines(retreat(dislodged, "A Bur - Gas"), style("standard", "france").strong)
    x, y = unit_at("standard", "bur")
    assert dash == "2 5"
    assert ends_near(line, (x - 17, y - 15), unit_at("standard", "gas"))


def test_a_unit_that_is_disbanded_is_crossed_out(dislodged: Dislodged) -> None:
    """Its cross stands beside its letter, over the burst."""
    x, y = unit_at("standard", "bur")
    gone, back = (draw(retreat(dislodged, order)) for order in ("A Bur D", "A Bur - Gas"))
    cross = f'd="M{pair((x - 17 + 14 - ARM, y - 15 - 13 - ARM))}L'
    assert (gone.count(cross), back.count(cross)) == (2, 0)  # white and red
    assert ">gone</text>" in gone


def test_a_unit_that_is_removed_is_pale_and_crossed_out() -> None:
    start = start_position(find_variant("standard"), Rules())
    units = (Unit(UnitKind.ARMY, "par", "france"), Unit(UnitKind.ARMY, "mar", "france"))
    position = replace(
        start, phase=Phase(Season.WINTER, 1901, PhaseKind.ADJUSTMENT), units=units, centers=(("par", "france"),)
    )
    text = draw(view_of_turn(given("standard", position, "france: remove A Mar"), "cassis"))
    x, y = unit_at("standard", "mar")
    assert len(re.findall(rf'translate\({x:.1f} {y:.1f}\) scale\(1\)" opacity="0\.[45]"', text)) == 1
    assert text.count(f'd="M{pair((x + 14 - ARM, y - 13 - ARM))}L') == 2
    assert ARM < 13  # so that it leaves the letter in the middle of the unit free
    assert text.count(" opacity=") == 1


def test_a_fleet_passes_along_the_suez_canal() -> None:
    """Not across Egypt or the desert."""
    units = {"britain": "F reds, F egy"}
    view = played("colonial", units, "britain: F Reds - Meds", "britain: F Egy H")
    ((line, dash),) = lines(view, style("colonial", "britain").strong)
    assert dash == ""
    assert ends_near(line, unit_at("colonial", "reds"), unit_at("colonial", "meds"))
    (canal,) = [one.line for one in drawing("colonial").channels if one.name == "Suez Canal"]
    for end in (canal[0], canal[-1]):
        assert min(distance(end, point) for point in line) < 8
    nearest = [min(range(len(line)), key=lambda at: distance(line[at], end)) for end in (canal[-1], canal[0])]
    assert all(one < other for one, other in pairwise(nearest))  # the end at the Red Sea first


def test_a_flag_of_revolt_leaves_the_letter_of_the_unit_to_be_read() -> None:
    start = start_position(find_variant("revolutionary-modern"), Rules())
    view = view_of_position(start, "cassis")
    unit = view.units[0]
    risen = Holding(place=unit.province, people="benelux", holder=unit.power, left=3, revolt=True)
    x, y = unit_at("modern", unit.at)
    cloth = re.findall(rf'<path d="M([^"Z]*)Z" fill="{FAILURE}"', draw(replace(view, holdings=(risen,))))
    points = [[tuple(map(float, pair.split())) for pair in data.split("L")] for data in cloth]
    flag = [one for one in points if len(one) == 3 and distance(one[0], (x, y)) < 60]
    assert flag
    assert all(px < x - 8 for one in flag for px, _ in one)
