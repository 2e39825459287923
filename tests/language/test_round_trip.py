"""Canonical wording is read back as the same order: all possible orders of many positions."""

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.adjudication.options import legal_orders
from judge.board.library import load_board
from judge.game.lines import NumberedLine
from judge.game.phases import parse_phase
from judge.game.position import Dislodged, Position
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.variants.table import find_variant

BOARD = load_board("standard")
POWERS = [power.id for power in BOARD.powers]
LAND = [province.id for province in BOARD.provinces if not BOARD.is_sea(province.id)]
HARBORS = [place for province in BOARD.provinces for place in BOARD.fleet_locations(province.id)]


def units(smallest: int = 1, largest: int = 9) -> st.SearchStrategy[list[Unit]]:
    """Units of any powers anywhere, one in a province."""
    powers = st.sampled_from(POWERS)
    army = st.builds(Unit, st.just(UnitKind.ARMY), st.sampled_from(LAND), powers)
    fleet = st.builds(Unit, st.just(UnitKind.FLEET), st.sampled_from(HARBORS), powers)
    return st.lists(army | fleet, min_size=smallest, max_size=largest, unique_by=lambda unit: unit.province)


def position(tag: str, standing: list[Unit], gone: tuple[Dislodged, ...] = (), owners=()) -> Position:
    phase = parse_phase(tag)
    assert phase is not None
    return Position(
        board=BOARD, phase=phase, units=tuple(sorted(standing, key=lambda unit: unit.sort_key)),
        centers=tuple(sorted(owners)), dislodged=gone,
    )  # fmt: skip


def read_back_the_same(where: Position) -> int:
    variant, count = find_variant("standard"), 0
    for power in POWERS:
        for order in legal_orders(variant, where, power):
            wording = word_order(BOARD, order)
            assert read_orders(variant, where, power, NumberedLine(1, wording)) == (order,), wording
            count += 1
    return count


@settings(max_examples=80, deadline=None)
@given(units())
def test_movement_orders_are_read_back(standing) -> None:
    assert read_back_the_same(position("S1901M", standing)) >= len(standing)


@settings(max_examples=80, deadline=None)
@given(units(2, 8), st.data())
def test_retreats_are_read_back(standing, data) -> None:
    beaten = data.draw(st.lists(st.sampled_from(standing), min_size=1, max_size=3, unique=True))
    gone = []
    for unit in beaten:
        army = unit.kind is UnitKind.ARMY
        near = BOARD.army_neighbors(unit.province) if army else BOARD.fleet_neighbors(unit.at)
        taken = {other.province for other in standing}
        gone.append(Dislodged(unit, None, tuple(place for place in near if place.partition("/")[0] not in taken)))
    invaders = [Unit(UnitKind.ARMY, unit.at, "turkey") for unit in beaten if unit.at in LAND]
    left = [unit for unit in standing if unit not in beaten] + invaders
    assert read_back_the_same(position("S1901R", left, tuple(gone))) >= len(gone)


@settings(max_examples=80, deadline=None)
@given(units(1, 12), st.data())
def test_builds_removals_and_waivers_are_read_back(standing, data) -> None:
    owners = data.draw(
        st.fixed_dictionaries({home: st.sampled_from(POWERS) for power in POWERS for home in BOARD.homes(power)[:2]})
    )
    read_back_the_same(position("W1901A", standing, owners=owners.items()))
