"""No template raises and no line runs over, wherever a game has got to."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import missing
from judge.game.lines import NumberedLine
from judge.language.commands import read_statements
from judge.reports import texts
from judge.reports.cards import Final, GameReceipt, Receipt, ReceiptLine


def _no_command(text: str) -> None:
    """A reply that gives our words back without quote marks must not act on them."""
    for number, line in enumerate(text.splitlines(), 1):
        for statement in read_statements([NumberedLine(number, line)]):
            assert statement.command is None, line


def _narrow(text: str) -> None:
    wide = [line for line in text.splitlines() if len(line) > 72 and not line.startswith("::")]
    assert not wide
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), turns=st.integers(1, 6))
def test_every_mail_of_a_random_game_can_be_written(story, seed: int, turns: int) -> None:
    chance, position = random.Random(seed), story.opening
    for _ in range(turns):
        orders = []
        for power in position.board.powers:
            mine = legal_orders(story.variant, position, power.id)
            if mine:
                orders += chance.sample(mine, chance.randint(0, min(len(mine), 6)))
        unique = {(order.power, order.at): order for order in orders}
        turn = story.play(position, tuple(unique.values()))
        position = turn.after
        card = story.card(position)
        for power in ("austria", "turkey", None):
            _write_all(story, turn, card, power)


def _write_all(story, turn, card, power: str | None) -> None:
    after, now = turn.after, story.now
    stored = legal_orders(story.variant, after, power)[:2] if power else ()
    reader = story.reader(after, power, stored, role="player" if power else "master")
    lacking = missing(story.variant, after, power, stored) if power else ()
    receipt = Receipt(
        subject="x", received_at=now, lines=(ReceiptLine(number=1, text="y", fate="ok"),),
        games=(GameReceipt(card=card, reader=reader, missing=lacking),),
    )  # fmt: skip
    for text in (
        texts.result(turn, card, reader, now),
        texts.start(card, reader, now),
        texts.reminder(card, reader, lacking, now),
        texts.late(card, reader, ("austria",), now),
        texts.notice(card, reader, "Something happened.", now),
        texts.status(card, reader, ("turkey",), now),
        texts.final(Final(last=turn.before.phase, years=((1901, (("austria", 3),)),)), card, reader, now),
        texts.receipt(receipt, now),
    ):
        _narrow(text)
        _no_command(text)
    _narrow(texts.help("orders", card, reader, stored))
