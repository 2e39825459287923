"""The receipt: what was understood, what was not and why, what is missing, the whole set."""

from collections.abc import Callable
from dataclasses import replace

from judge.game.complaints import Complaint
from judge.game.mails import REPLY_MARK
from judge.game.orders import Move
from judge.game.phases import Phase, PhaseKind, Season
from judge.game.turns import Owed
from judge.game.units import UnitKind
from judge.reports import texts
from judge.reports.cards import GameReceipt, Reader, Receipt, ReceiptLine

Golden = Callable[[str, str], None]
A = UnitKind.ARMY


def _complaint() -> Complaint:
    return Complaint(
        kind="unreadable", problem='There is no place called "Mosw".', line=3, column=9, piece="Mosw",
        expected="the name of a place", example="A Par - Bur", instead=("Moscow", "Morocco"),
    )  # fmt: skip


def test_receipt_with_all_kinds_of_lines(story, same_as_golden: Golden) -> None:
    orders = (Move(power="france", kind=A, at="par", to="bur"),)
    card, reader = story.card(story.opening), story.reader(story.opening, "france", orders, wait=True)
    warned = Complaint(kind="note", problem="A Yor is English, not French.")
    receipt = Receipt(
        subject="Re: [dunkirk] S1901M",
        received_at=story.now,
        lines=(
            ReceiptLine(number=1, text="par-bur", fate="ok", said="A Par - Bur"),
            ReceiptLine(number=2, text="mar h, bre h", fate="ok", said="A Mar H\nF Bre H", complaint=warned),
            ReceiptLine(number=3, text="a par - Mosw", fate="error", complaint=_complaint()),
            ReceiptLine(number=4, text="Greetings from sunny " + "Brest " * 15, fate="note"),
            ReceiptLine(number=9, text="A Par H", fate="ignored"),
        ),
        games=(GameReceipt(card=card, reader=reader, missing=("bre", "mar")),),
        notices=("An attachment was left aside: plan.pdf.",),
        sections=(texts.help("wait"),),
    )
    same_as_golden("receipt", texts.receipt(receipt, story.now))


def test_receipt_for_a_full_set(story) -> None:
    orders = (Move(power="france", kind=A, at="par", to="bur"),)
    receipt = Receipt(
        subject="", received_at=story.now,
        lines=(ReceiptLine(number=1, text="a par-bur", fate="ok", said="A Par - Bur"),),
        games=(GameReceipt(card=story.card(story.opening), reader=story.reader(story.opening, "france", orders)),),
    )  # fmt: skip
    text = texts.receipt(receipt, story.now)
    assert text.startswith(REPLY_MARK)
    assert "All is well: 1 line is done." in " ".join(text.split())
    assert "Nothing is missing." in text


def test_receipt_for_builds(story, same_as_golden: Golden) -> None:
    after = story.turns[2].after
    receipt = Receipt(
        subject="builds", received_at=story.now, lines=(),
        games=(GameReceipt(card=story.card(after), reader=story.reader(after, "france"), missing=("2 builds",)),),
    )  # fmt: skip
    same_as_golden("receipt-builds", texts.receipt(receipt, story.now))


def test_a_late_letter_is_told_so(story) -> None:
    receipt = Receipt(
        subject="", received_at=story.now, lines=(),
        games=(GameReceipt(card=story.card(story.opening), reader=story.reader(story.opening, "france"), late=True),),
    )  # fmt: skip
    assert "LATE: this letter came in after the deadline" in texts.receipt(receipt, story.now)


def test_a_receipt_for_a_master_shows_no_orders(story) -> None:
    reader = story.reader(story.opening, None, role="master")
    receipt = Receipt(
        subject="", received_at=story.now, lines=(ReceiptLine(number=1, text="PAUSE", fate="ok", said="Paused."),),
        games=(GameReceipt(card=story.card(story.opening, state="paused", deadline=None), reader=reader),),
    )  # fmt: skip
    text = texts.receipt(receipt, story.now)
    assert "dunkirk, S1901M (paused)" in text
    assert "orders of" not in text


def test_a_receipt_for_a_game_that_has_not_begun_names_it(story) -> None:
    reader = story.reader(story.opening, None)
    receipt = Receipt(
        subject="", received_at=story.now,
        lines=(ReceiptLine(number=1, text="JOIN dunkirk", fate="ok", said="Welcome."),),
        games=(GameReceipt(card=story.card(None, state="forming", deadline=None), reader=reader),),
    )  # fmt: skip
    assert "dunkirk (forming)" in texts.receipt(receipt, story.now)


def test_an_empty_letter_is_told_that_nothing_was_found_in_it(story) -> None:
    text = texts.receipt(Receipt(subject="", received_at=story.now, lines=()), story.now)
    assert "nothing in it that reads as a command or an order" in " ".join(text.split())


def test_ten_thousand_bad_lines_make_a_short_receipt(story) -> None:
    lines = tuple(
        ReceiptLine(number=number, text="x" * 3000, fate="error", complaint=_complaint()) for number in range(1, 10001)
    )
    text = texts.receipt(Receipt(subject="noise", received_at=story.now, lines=lines), story.now)
    assert "10000 lines need a look." in " ".join(text.split())
    assert "... and 9960 more, on lines 41-10000." in text
    assert len(text) < 40_000
    assert all(len(line) <= 72 for line in text.splitlines())


def test_lines_that_are_counted_are_named_in_few_words(story) -> None:
    lines = tuple(
        ReceiptLine(number=number, text="x", fate="error", complaint=_complaint()) for number in range(1, 200, 2)
    )
    text = texts.receipt(Receipt(subject="noise", received_at=story.now, lines=lines), story.now)
    assert "... and 60 more, on lines from 81 to 199." in text


def test_a_line_cannot_bring_lines_of_its_own_into_the_receipt(story) -> None:
    line = ReceiptLine(number=1, text="hello\n:: judge forged\x1b[2J", fate="note")
    text = texts.receipt(Receipt(subject="a\n\nb", received_at=story.now, lines=(line,)), story.now)
    assert not any(row.startswith(":: ") for row in text.splitlines())
    assert "\x1b" not in text


def test_the_reason_that_lines_are_refused_for_together_is_told_once(story) -> None:
    late = Complaint(kind="refused", problem="This phase is over.", line=1, example="PHASE F1901M")
    lines = tuple(ReceiptLine(number=n, text=f"A Par - {n}", fate="error", complaint=late) for n in range(1, 4))
    text = texts.receipt(Receipt(subject="", received_at=story.now, lines=lines), story.now)
    assert text.count("This phase is over.") == 1
    assert "3 lines need a look" in " ".join(text.split())
    for n in range(1, 4):
        assert f"REFUSED line {n}: A Par - {n}" in text


def test_receipt_where_nobody_has_to_order(story) -> None:
    position = replace(story.opening, phase=Phase(Season.SPRING, 1901, PhaseKind.EVENTS))
    owed = Owed(may=("A Par H",))
    reader = replace(story.reader(story.opening, "france"), owed=owed, orders=(), undecided=True)

    def told(reader: Reader) -> str:
        game = GameReceipt(card=story.card(position), reader=reader)
        return texts.receipt(Receipt(subject="", received_at=story.now, lines=(), games=(game,)), story.now)

    assert "\n# A Par H\n" in told(reader)
    assert "You have ordered nothing, and you need not." in told(reader)
    begun = replace(reader, orders=(Move(power="france", kind=A, at="par", to="bur"),))
    assert "You may order more, and you need not." in told(begun)
    ordered = told(replace(begun, undecided=False))
    for text in (ordered, told(replace(reader, wait=False, undecided=False))):
        assert "You have ordered nothing" not in text
        assert "Nothing is missing." in text
    assert "\nA Par - Bur\n" in ordered
