"""What a phase of two halves costs beside a phase of the Standard game."""

import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from judge.adjudication.turns import play_turn, start_position
from judge.board import province_of
from judge.game.orders import Move, Order
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant
from judge.variants.double_moves import double_of

STANDARD, RAPID = find_variant("standard"), find_variant("rapid-deployment")
UNITS = 34
MOST = 2.5  # times a phase of the Standard game
ROUNDS = 200


def crowded(rng: random.Random) -> Position:
    """A position with as many units as there are centers, one for each of the powers in turn."""
    board, powers = STANDARD.board, [power.id for power in STANDARD.board.powers]
    units: list[Unit] = []
    for number, province in enumerate(rng.sample(board.provinces, UNITS)):
        harbors, power = board.fleet_locations(province.id), powers[number % len(powers)]
        sails = board.is_sea(province.id) or (harbors and rng.random() < 0.4)
        at = rng.choice(harbors) if sails else province.id
        units.append(Unit(UnitKind.FLEET if sails else UnitKind.ARMY, at, power))
    return replace(start_position(STANDARD), units=tuple(sorted(units, key=lambda unit: unit.sort_key)))


def doubled(rng: random.Random, position: Position) -> list[Order]:
    """A double move for every unit."""
    board = position.board

    def step(kind: UnitKind, at: str) -> str:
        return rng.choice(board.army_neighbors(province_of(at)) if kind is UnitKind.ARMY else board.fleet_neighbors(at))

    orders: list[Order] = []
    for unit in position.units:
        first = Move(power=unit.power, kind=unit.kind, at=unit.at, to=step(unit.kind, unit.at))
        second = Move(power=unit.power, kind=unit.kind, at=first.to, to=step(unit.kind, first.to))
        orders.append(double_of(first, second))
    return orders


def quickest(work: Callable[[], object]) -> float:
    """Seconds that some work takes when nothing gets in its way."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


@pytest.mark.parametrize("seed", range(3))
def test_a_phase_of_34_double_moves_costs_no_more_than_two_and_a_half_standard_phases(benchmark, seed: int) -> None:
    """Beside a phase in which the same units make the first of their moves."""
    rng = random.Random(seed)
    position = crowded(rng)
    orders = doubled(rng, position)
    firsts = [order.first for order in orders]
    turn = play_turn(RAPID, position, orders, RAPID.rules)
    assert sum(bool(outcome.parts) for outcome in turn.outcomes) >= UNITS // 4
    single = quickest(lambda: play_turn(STANDARD, position, firsts, STANDARD.rules))
    double = quickest(lambda: play_turn(RAPID, position, orders, RAPID.rules))
    benchmark.extra_info["times a standard phase"] = round(double / single, 2)
    benchmark(play_turn, RAPID, position, orders, RAPID.rules)
    print(f"{double * 1e6:.0f} us against {single * 1e6:.0f} us: {double / single:.2f}")  # noqa: T201
    assert double <= MOST * single
