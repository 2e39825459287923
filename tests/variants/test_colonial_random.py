"""What holds in every Colonial movement phase: random positions with random orders, and a train in each."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn
from judge.board import Board, ProvinceKind
from judge.game.causes import tell_cause
from judge.game.orders import Order, Support
from judge.game.outcomes import SUCCESSES
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.variants import find_variant
from judge.variants.colonial.options import RULINGS
from judge.variants.colonial.railway import LINE, Train

COLONIAL = find_variant("colonial")
STANDARD = find_variant("standard")
# Where things happen: the line and what lies beside it, and both ends of the Canal.
NEAR_THE_LINE = (*LINE, "mon", "uru", "mac", "seo", "akm", "ore", "ode", "bak", "sem", "part")
NEAR_THE_CANAL = ("egy", "meds", "reds", "sud", "syr", "mec", "con", "ang", "eri", "ade")
TRAIN_RESULTS = {"arrives", "stops-short", "stays"}


def random_position(rng: random.Random, board: Board, crowd: tuple[str, ...] = ()) -> Position:
    """Twelve to thirty units, half of them in the crowd, a quarter of the centers owned by whoever."""
    powers = [power.id for power in board.powers]
    places = [province.id for province in board.provinces]
    chosen = dict.fromkeys(rng.sample(crowd, min(len(crowd), rng.randint(6, 14))) if crowd else ())
    chosen |= dict.fromkeys(rng.sample(places, rng.randint(6, 16)))
    units = []
    for place in chosen:
        harbors = board.fleet_locations(place)
        afloat = bool(harbors) and (board.province(place).kind is ProvinceKind.SEA or rng.random() < 0.4)
        power = "russia" if place in LINE and rng.random() < 0.5 else rng.choice(powers)
        units.append(Unit(UnitKind.FLEET, rng.choice(harbors), power) if afloat else Unit(UnitKind.ARMY, place, power))
    owners = [(center, rng.choice(powers)) for center in board.centers() if rng.random() < 0.25]
    phase = parse_phase(rng.choice(("S1871M", "F1871M")))
    assert phase is not None
    return Position(
        board=board, phase=phase, units=tuple(sorted(units, key=lambda one: one.sort_key)), centers=tuple(owners)
    )


def random_orders(rng: random.Random, variant: Variant, position: Position) -> list[Order]:
    """An order for most units, supports often for what others were ordered to do."""
    orders: list[Order] = []
    by_unit: dict[str, list[Order]] = {}
    for power in position.board.powers:
        for order in legal_orders(variant, position, power.id):
            by_unit.setdefault(order.at, []).append(order)
    ordered: dict[str, str] = {}
    for at in rng.sample(sorted(by_unit), len(by_unit)):
        choices = by_unit[at]
        kinds = sorted({type(one).__name__ for one in choices})
        matching = [one for one in choices if isinstance(one, Support) and ordered.get(one.target) == one.to]
        kind = rng.choice(kinds)
        picked = rng.choice(matching) if matching and rng.random() < 0.5 else None
        order = picked or rng.choice([one for one in choices if type(one).__name__ == kind])
        if rng.random() < 0.93:
            orders.append(order)
            ordered[at] = getattr(order, "to", None)
    return orders


def with_a_train(rng: random.Random) -> tuple[Position, list[Order], Rules]:
    """A position with a Russian army on the line, orders with just one train, and some choices of rules."""
    position = random_position(rng, COLONIAL.board, NEAR_THE_LINE if rng.random() < 0.7 else NEAR_THE_CANAL)
    start, end = rng.sample(LINE, 2)
    driver = Unit(UnitKind.ARMY, start, "russia")
    units = [unit for unit in position.units if unit.province != start]
    position = replace(position, units=tuple(sorted([*units, driver], key=lambda one: one.sort_key)))
    orders = [one for one in random_orders(rng, COLONIAL, position) if one.at != start and not isinstance(one, Train)]
    orders.insert(rng.randint(0, len(orders)), Train(power="russia", kind=UnitKind.ARMY, at=start, to=end))
    made = ((one.number, one.values[1]) for one in RULINGS if one.number != "C27" and rng.random() < 0.2)
    return position, orders, Rules(rulings=tuple(sorted(made)))


def random_phases(seed: int, count: int) -> Iterator[tuple[int, Position, list[Order], Rules]]:
    for number in range(count):
        yield number, *with_a_train(random.Random(f"{seed}/{number}"))


def check_phases(seed: int, count: int) -> dict[str, int]:
    """Play phases and hold each to what must be; give back how often a train ended in which way."""
    results = dict.fromkeys(sorted(TRAIN_RESULTS), 0)
    for number, position, orders, rules in random_phases(seed, count):
        turn = play_turn(COLONIAL, position, orders, rules)
        left = turn.left
        assert left is not None
        after = [*left.units, *(one.unit for one in left.dislodged)]
        assert sorted((u.power, u.kind.value) for u in position.units) == sorted((u.power, u.kind.value) for u in after)
        provinces = [unit.province for unit in left.units]
        assert len(provinces) == len(set(provinces))
        assert not set(left.contested) & set(provinces)
        mixed = random.Random(number).sample(orders, len(orders))
        assert play_turn(COLONIAL, position, mixed, rules) == turn, number
        told = {outcome.order: outcome for outcome in turn.outcomes}
        assert all(order in told for order in orders)
        assert {outcome.order.at for outcome in turn.outcomes} == {unit.at for unit in position.units}
        for outcome in turn.outcomes:
            assert outcome.result in SUCCESSES or outcome.cause is not None
            assert outcome.cause is None or tell_cause(position.board, outcome.cause)
        (train,) = [outcome for outcome in turn.outcomes if isinstance(outcome.order, Train)]
        check_train(train.order.at, train, turn, left)
        results[train.result] += 1
    return results


def check_train(start: str, train, turn, left: Position) -> None:
    """The army stands where its result says, nobody was dislodged by it, and one sentence tells of it."""
    assert train.result in TRAIN_RESULTS
    events = [event for event in turn.events if event.kind == "train"]
    assert len(events) == 1
    stop = events[0].places[1]
    assert {"arrives": stop == train.order.to, "stays": stop == start}.get(train.result, stop not in (start,))
    if not train.dislodged:
        standing = left.unit_in(stop)
        assert standing == Unit(UnitKind.ARMY, stop, "russia")
    for outcome in turn.outcomes:
        by = outcome.cause.by if outcome.cause else ()
        assert not (outcome.dislodged and train.order in by and outcome.cause.code == "dislodged")


def test_random_phases_conserve_units_and_do_not_depend_on_the_sequence_of_orders() -> None:
    results = check_phases(seed=1870, count=120)
    assert all(count > 5 for count in results.values()), results


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_five_thousand_random_phases_hold() -> None:
    results = check_phases(seed=1871, count=5000)
    assert sum(results.values()) == 5000
    assert all(count > 200 for count in results.values()), results


def seconds_per_unit(variant: Variant, phases: list[tuple[Position, list[Order], Rules]]) -> float:
    """How long a unit takes, the best of five runs over all phases."""
    best = float("inf")
    units = sum(len(position.units) for position, _, _ in phases)
    for _ in range(5):
        began = time.perf_counter()
        for position, orders, rules in phases:
            variant.phases[0].play(variant, position, orders, rules)
        best = min(best, time.perf_counter() - began)
    return best / units


@pytest.mark.soak
def test_a_unit_takes_at_most_three_times_as_long_as_in_standard() -> None:
    """Random phases of the same make on both boards, a train in each of Colonial's."""
    colonial = [phase[1:] for phase in random_phases(7, 300)]
    plain = []
    for number in range(300):
        rng = random.Random(f"standard/{number}")
        position = random_position(rng, STANDARD.board)
        plain.append((position, random_orders(rng, STANDARD, position), Rules()))
    ours, theirs = seconds_per_unit(COLONIAL, colonial), seconds_per_unit(STANDARD, plain)
    assert ours < 3 * theirs, f"{ours * 1e6:.1f} against {theirs * 1e6:.1f} microseconds a unit"
