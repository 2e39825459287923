"""What holds in every turn, played at random with Hypothesis."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import owed, play_turn, start_position
from judge.board.library import load_board
from judge.game.causes import tell_cause
from judge.game.orders import Order
from judge.game.outcomes import RESULTS, SUCCESSES
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.variant import Variant

BOARD = load_board("standard")
STANDARD = Variant(name="standard", title="Standard", board=BOARD, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)
QUICK = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def random_orders(rng: random.Random, position: Position) -> list[Order]:
    """An order for about nine units in ten, supports and convoys often for what is going on."""
    orders: list[Order] = []
    for power in BOARD.powers:
        by_unit: dict[str, list[Order]] = {}
        for order in legal_orders(STANDARD, position, power.id):
            by_unit.setdefault(order.at, []).append(order)
        orders.extend(rng.choice(choices) for _, choices in sorted(by_unit.items()) if rng.random() < 0.9)
    return orders


def random_game(seed: int, turns: int) -> list[tuple[list[Order], Turn]]:
    rng = random.Random(seed)
    position = start_position(STANDARD)
    played = []
    for _ in range(turns):
        orders = random_orders(rng, position)
        turn = play_turn(STANDARD, position, orders, STANDARD.rules)
        played.append((orders, turn))
        position = turn.after
    return played


GAMES = st.integers(min_value=0, max_value=10**6)


@QUICK
@given(seed=GAMES)
def test_no_unit_is_lost_or_made_by_moving(seed: int) -> None:
    """Units stand or are dislodged after movement, and never two in one province."""
    for _, turn in random_game(seed, 8):
        before, left = turn.before, turn.left
        assert left is not None
        provinces = [unit.province for unit in left.units]
        assert len(provinces) == len(set(provinces))
        if before.phase.kind is PhaseKind.MOVEMENT:
            after = [*left.units, *(one.unit for one in left.dislodged)]
            assert sorted((u.power, u.kind.value) for u in before.units) == sorted(
                (u.power, u.kind.value) for u in after
            )
            assert not set(left.contested) & set(provinces)
        if before.phase.kind is PhaseKind.ADJUSTMENT:
            for power in BOARD.powers:
                assert len(left.units_of(power.id)) <= len(left.centers_of(power.id))


@QUICK
@given(seed=GAMES)
def test_the_sequence_of_orders_does_not_matter(seed: int) -> None:
    """Same position, same orders, same result; in adjustments the sequence counts by rule."""
    for orders, turn in random_game(seed, 6):
        if turn.before.phase.kind is not PhaseKind.ADJUSTMENT:
            mixed = random.Random(seed).sample(orders, len(orders))
            assert play_turn(STANDARD, turn.before, mixed, STANDARD.rules) == turn


@QUICK
@given(seed=GAMES)
def test_every_order_and_every_silent_unit_has_an_outcome_with_a_cause(seed: int) -> None:
    for orders, turn in random_game(seed, 8):
        told = [outcome.order for outcome in turn.outcomes]
        assert all(order in told for order in orders)
        ordered = {order.at for order in told}
        if turn.before.phase.kind is PhaseKind.MOVEMENT:
            assert {unit.at for unit in turn.before.units} == ordered
        for outcome in turn.outcomes:
            assert outcome.result in RESULTS
            assert outcome.result in SUCCESSES or outcome.cause is not None
            assert outcome.cause is None or tell_cause(BOARD, outcome.cause)
            assert not outcome.dislodged or outcome.result not in ("moves", "holds", "supports", "convoys")


@QUICK
@given(seed=GAMES)
def test_a_phase_is_opened_only_when_someone_has_a_choice(seed: int) -> None:
    for _, turn in random_game(seed, 8):
        due = [owed(STANDARD, turn.after, power.id) for power in BOARD.powers]
        assert turn.after.phase.kind is PhaseKind.MOVEMENT or any(not one.nothing for one in due)


@QUICK
@given(seed=GAMES)
def test_all_listed_options_are_possible_and_worded_in_one_way_each(seed: int) -> None:
    for _, turn in random_game(seed, 3):
        for power in BOARD.powers:
            options = legal_orders(STANDARD, turn.after, power.id)
            assert len(options) == len(set(options))
            assert all(illegal(STANDARD, turn.after, order, STANDARD.rules) is None for order in options)


def test_the_options_at_the_start_are_those_of_the_rulebook(standard) -> None:
    """A yardstick counted by hand: the orders of each kind that Italy may give in Spring 1901."""
    position = start_position(standard)
    counts = {
        power.id: [
            sum(type(order).__name__ == name for order in legal_orders(standard, position, power.id))
            for name in ("Hold", "Move", "Support", "Convoy")
        ]
        for power in standard.board.powers
    }
    assert counts["italy"] == [3, 14, 21, 0]
    assert {power: numbers[0] for power, numbers in counts.items()} == {
        "austria": 3, "england": 3, "france": 3, "germany": 3, "italy": 3, "russia": 4, "turkey": 3,
    }  # fmt: skip
