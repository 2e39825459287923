"""The worst that orders can do to the resolver: what hangs on itself, and seas full of fleets."""

import time
from collections.abc import Callable
from functools import partial

import pytest

from judge.adjudication.movement import play_movement
from judge.board import ProvinceKind
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.position import Position
from judge.game.units import UnitKind
from judge.variants.table import find_variant
from tests.benchmarks.boards import POWERS, name, square, standing, tiled

A, F = UnitKind.ARMY, UnitKind.FLEET
SIDE = 18
LIMIT = 50.0  # milliseconds; reported, not asserted: machines differ

Phase = tuple[Position, list[Order]]


def one_ring() -> Phase:
    """Everyone on the square moves on along one circular way."""
    way = [
        (row, column) for row in range(SIDE) for column in (range(1, SIDE) if row % 2 == 0 else range(SIDE - 1, 0, -1))
    ]
    way += [(row, 0) for row in range(SIDE - 1, -1, -1)]
    board = square(SIDE, ProvinceKind.LAND)
    position = standing(board, [(A, name(*at), POWERS[number % 3]) for number, at in enumerate(way)])
    orders = [
        Move(power=POWERS[number % 3], kind=A, at=name(*at), to=name(*way[(number + 1) % len(way)]))
        for number, at in enumerate(way)
    ]
    return position, list[Order](orders)


def small_rings() -> Phase:
    """The square is full of rings of four, each with two supports for moves of the next ring."""
    board = square(SIDE, ProvinceKind.LAND)
    units, orders = [], []
    for row in range(0, SIDE - 1, 3):
        for column in range(0, SIDE - 1, 2):
            ring = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            power = POWERS[(row + column) % 3]
            for number, at in enumerate(ring):
                units.append((A, name(*at), power))
                orders.append(Move(power=power, kind=A, at=name(*at), to=name(*ring[(number + 1) % 4])))
            for at, target, to in (((row + 2, column), ring[2], ring[3]), ((row + 2, column + 1), ring[1], ring[2])):
                units.append((A, name(*at), POWERS[(row + column + 1) % 3]))
                orders.append(
                    Support(
                        power=POWERS[(row + column + 1) % 3], kind=A, at=name(*at), target=name(*target), to=name(*to)
                    )
                )
    return standing(board, units), orders


def paradox_nest() -> Phase:
    """Two paradoxes on each of eight copies of Standard: a plain one, and two convoys that hang on each other.

    Rule: DATC 6.F.14, 6.F.24.
    """
    variant = tiled(find_variant("standard"), 8)
    units: list[tuple[UnitKind, str, str]] = []
    orders: list[Order] = []
    for copy in range(8):
        for convoy in (
            ("france", "eng", "bre", "lon", "england", "wal"),
            ("italy", "ion", "tun", "gre", "turkey", "smy"),
            ("austria", "aeg", "con", "nap", "russia", "apu"),
        ):
            power, sea, army, goal, foe, attacker = (word if len(word) > 3 else f"{word}{copy}" for word in convoy)
            aim = {"gre": "aeg", "nap": "ion"}.get(goal.rstrip("0123456789"), "eng") + str(copy)
            units += [(F, sea, power), (A, army, power), (F, goal, foe), (F, attacker, foe)]
            orders += [
                Convoy(power=power, kind=F, at=sea, target=army, to=goal, target_kind=A),
                Move(power=power, kind=A, at=army, to=goal),
                Support(power=foe, kind=F, at=goal, target=attacker, to=aim),
                Move(power=foe, kind=F, at=attacker, to=aim),
            ]
    return standing(variant.board, units), orders


def full_sea(goal: str, side: int = SIDE) -> Phase:
    """A sea full of fleets that all carry the one army; every ninth attacks another."""
    board = square(side, ProvinceKind.SEA, shore=True)
    army = name(0, 0)
    units, orders = [(A, army, POWERS[0])], [Move(power=POWERS[0], kind=A, at=army, to=goal)]
    made: list[Order] = list(orders)
    for row in range(side):
        for column in range(1, side - 1):
            power = POWERS[(row + column) % 3]
            units.append((F, name(row, column), power))
            if row and row % 3 == 0 and column % 3 == 0:
                made.append(Move(power=power, kind=F, at=name(row, column), to=name(row - 1, column)))
            else:
                made.append(Convoy(power=power, kind=F, at=name(row, column), target=army, to=goal, target_kind=A))
    return standing(board, units), made


def full_standard_sea() -> Phase:
    """All seas of Standard are full, every fleet carries the army of the farthest way, and each coast has an army."""
    board = find_variant("standard").board
    seas = [province.id for province in board.provinces if province.kind is ProvinceKind.SEA]
    coasts = [one.id for one in board.provinces if board.fleet_locations(one.id) and one.id not in seas]
    units = [(F, sea, board.powers[number % 7].id) for number, sea in enumerate(seas)]
    units += [(A, coast, board.powers[number % 7].id) for number, coast in enumerate(coasts)]
    orders: list[Order] = [
        Convoy(power=power, kind=F, at=at, target="syr", to="stp", target_kind=A)
        for kind, at, power in units
        if kind is F
    ]
    orders += [Move(power=power, kind=A, at=at, to="stp" if at == "syr" else "edi", convoyed=True)
               for kind, at, power in units if kind is A and at not in ("edi", "stp")]  # fmt: skip
    return standing(board, units), orders


CASES: dict[str, Callable[[], Phase]] = {
    "one ring of 324 armies": one_ring,
    "rings of four with supports": small_rings,
    "convoy paradoxes on eight Standard boards": paradox_nest,
    "288 fleets carry an army across": partial(full_sea, name(SIDE - 1, SIDE - 1)),
    "288 fleets carry an army along the shore": partial(full_sea, name(1, 0)),
    "all seas of Standard full, 40 armies by sea": full_standard_sea,
}


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("case", CASES)
def test_the_worst_cases(benchmark, figures, case):
    position, orders = CASES[case]()
    variant = find_variant("standard")
    benchmark.pedantic(play_movement, (variant, position, orders, variant.rules), rounds=5, warmup_rounds=1)
    spent = benchmark.stats.stats.min * 1000
    note = "" if spent < LIMIT else f"  MORE THAN {LIMIT:.0f} ms"
    figures.lines.append(f"worst case: {case:<46} {spent:>8.1f} ms, {len(position.units)} units{note}")
