"""What holds in every Colonial movement phase: random positions with random orders, and a train in each."""

import random
import time

import pytest

from judge.adjudication.turns import play_turn
from judge.game.causes import tell_cause
from judge.game.orders import Order
from judge.game.outcomes import SUCCESSES
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.variants import find_variant
from judge.variants.colonial.railway import Train
from tests.variants.colonial_phases import COLONIAL, random_orders, random_phases, random_position

STANDARD = find_variant("standard")
TRAIN_RESULTS = {"arrives", "stops-short", "stays"}


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
    """How long a unit takes the processor in one run over all phases."""
    units = sum(len(position.units) for position, _, _ in phases)
    began = time.process_time()
    for position, orders, rules in phases:
        variant.phases[0].play(variant, position, orders, rules)
    return (time.process_time() - began) / units


@pytest.mark.soak
def test_a_unit_takes_at_most_three_times_as_long_as_in_standard() -> None:
    """Random phases of the same make on both boards, a train in each of Colonial's."""
    colonial = [phase[1:] for phase in random_phases(7, 300)]
    plain = []
    for number in range(300):
        rng = random.Random(f"standard/{number}")
        position = random_position(rng, STANDARD.board)
        plain.append((position, random_orders(rng, STANDARD, position), Rules()))
    runs = [(seconds_per_unit(COLONIAL, colonial), seconds_per_unit(STANDARD, plain)) for _ in range(7)]  # by turns
    ours, theirs = map(min, zip(*runs, strict=True))
    assert ours < 3 * theirs, f"{ours * 1e6:.1f} against {theirs * 1e6:.1f} microseconds a unit"
