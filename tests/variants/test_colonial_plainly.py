"""The railroad and the Canal against a slow reading of the same rules and rulings, on phases drawn at random."""

import pytest

from judge.adjudication.turns import play_turn
from judge.game.wording import word_order
from tests.variants.colonial_phases import COLONIAL, random_phases
from tests.variants.plain_railway import Fate, Turn


def told(turn) -> Fate:
    """What the judge made of a turn, in the plain form; whether a fleet passed the Canal is in where it stands."""
    left = turn.left
    return Fate(
        standing=frozenset((unit.power, unit.kind.value, unit.province) for unit in left.units),
        beaten=frozenset((one.unit.power, one.unit.province) for one in left.dislodged),
        contested=frozenset(left.contested),
        stop=next(event.places[1] for event in turn.events if event.kind == "train"),
    )


def compare(seed: int, count: int) -> None:
    for number, position, orders, rules in random_phases(seed, count):
        turn = play_turn(COLONIAL, position, orders, rules)
        plain = Turn(position, orders, dict(rules.rulings)).play()
        words = "; ".join(f"{order.power}: {word_order(position.board, order)}" for order in orders)
        assert told(turn) == plain, f"phase {number} of {seed}, {rules.rulings}: {words}"


def test_both_come_to_the_same_end() -> None:
    compare(seed=1894, count=150)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_both_come_to_the_same_end_five_thousand_times() -> None:
    compare(seed=1895, count=5000)
