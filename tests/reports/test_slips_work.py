"""An order slip that is sent back works: every line of it is read as a legal order of its reader."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import missing
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.position import Position
from judge.game.rules import Rules
from judge.language.commands import read_statements
from judge.language.orders import read_orders
from judge.reports import texts
from judge.reports.slips import slip_lines

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def _read(story, position: Position, power: str, lines: Sequence[str]) -> tuple[Order, ...]:
    numbered = [NumberedLine(number, text) for number, text in enumerate(lines, 1)]
    orders: list[Order] = []
    for statement in read_statements(numbered):
        assert statement.command is None, statement
        assert statement.complaint is None, statement
        for order in read_orders(story.variant, position, power, statement.line):
            assert not isinstance(order, Complaint), order
            assert illegal(story.variant, position, order, Rules()) is None, order
            orders.append(order)
    return tuple(orders)


def _positions(story, seed: int, turns: int) -> list[Position]:
    chance, position = random.Random(seed), story.opening
    positions = [position]
    for _ in range(turns):
        orders = {}
        for power in POWERS:
            mine = legal_orders(story.variant, position, power)
            for order in chance.sample(mine, min(len(mine), 6)):
                orders[power, order.at] = order
        position = story.play(position, tuple(orders.values())).after
        positions.append(position)
    return positions


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_slip_sent_back_unedited_leaves_nothing_missing(story, seed: int) -> None:
    """Removals aside: which units go is the reader's choice, and the slip offers it in comments."""
    for position in _positions(story, seed, 6):
        for power in POWERS:
            reader = story.reader(position, power)
            orders = _read(story, position, power, slip_lines(story.card(position), reader))
            if not reader.owed.removals:
                assert missing(story.variant, position, power, orders) == ()


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_choice_in_a_slip_is_a_legal_order_once_its_mark_is_taken_off(story, seed: int) -> None:
    for position in _positions(story, seed, 6):
        for power in POWERS:
            slip = slip_lines(story.card(position), story.reader(position, power))
            freed = [line.removeprefix("# ") for line in slip if line.startswith("# ") and not line.endswith(":")]
            assert len(_read(story, position, power, freed)) == len(freed)


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_slip_of_a_full_set_gives_the_same_set_back(story, seed: int) -> None:
    chance = random.Random(seed)
    for position in _positions(story, seed, 4):
        for power in POWERS:
            reader = story.reader(position, power)
            stored = {}
            for order in legal_orders(story.variant, position, power):
                if order.at in reader.owed.units and (order.at not in stored or chance.random() < 0.2):
                    stored[order.at] = order
            given = story.reader(position, power, tuple(stored.values()))
            slip = slip_lines(story.card(position), given, stored=True)
            assert set(_read(story, position, power, slip)) == set(stored.values())


def test_the_order_examples_of_the_help_are_read_as_orders(story) -> None:
    for topic, powers, position in (
        ("orders", ("france", "england"), story.opening),
        ("retreats", ("france", "austria"), story.turns[1].after),
        ("builds", ("france", "russia", "austria"), story.turns[2].after),
    ):
        for example in texts.help_examples(topic):
            line = NumberedLine(1, example)
            if read_statements([line])[0].command is None:
                for power in powers:
                    read = read_orders(story.variant, position, power, line)
                    assert [one for one in read if isinstance(one, Complaint)] == [], example
