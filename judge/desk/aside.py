"""Lines that are not the sender's own words but read as orders: never taken, and never passed over in silence."""

from collections.abc import Iterable, Sequence

from judge.board import Board
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.language.orders import looks_like_order
from judge.reports.cards import ReceiptLine

MAX_LOOKED_AT = 400
MAX_SHOWN = 10

_WHY = {
    Label.QUOTED: "quoted text is never taken for orders",
    Label.ATTRIBUTION: "this line leads in a quotation",
    Label.SIGNATURE: "it stands in a signature",
    Label.FOOTER: "it stands in a footer",
    Label.FORWARDED: "forwarded text is never taken for orders",
}


def lines_aside(lines: Sequence[NumberedLine], boards: Iterable[Board]) -> tuple[NumberedLine, ...]:
    """The lines of other labels that have the shape of an order on one of these boards; the first 400 are looked at."""
    known = tuple(boards)
    others = [line for line in lines if line.label in _WHY][:MAX_LOOKED_AT]
    return tuple(line for line in others if any(looks_like_order(plain_words(line), board) for board in known))


def plain_words(line: NumberedLine) -> str:
    """A line without its quotation marks."""
    return line.text.lstrip("> \t|")


def tell_aside(lines: Sequence[NumberedLine], *, orders_taken: bool) -> tuple[tuple[ReceiptLine, ...], tuple[str, ...]]:
    """How a receipt tells of such lines: one by one, and as a notice.

    A reply commonly quotes the judge's whole last mail. So quoted lines are shown one by one only when the letter
    had no order of its own, and may have been meant; else they are counted.
    """
    shown = [line for line in lines if not (orders_taken and line.label is Label.QUOTED)]
    counted = len(lines) - min(len(shown), MAX_SHOWN)
    told = tuple(
        ReceiptLine(
            number=line.number, text=line.text, fate="ignored",
            complaint=Complaint(
                kind="note", problem=f"Left aside: {_WHY[line.label]}.", line=line.number, text=line.text,
                example="" if orders_taken else plain_words(line),
            ),
        )
        for line in shown[:MAX_SHOWN]
    )  # fmt: skip
    if not counted:
        return told, ()
    noun = "line that reads as an order was" if counted == 1 else "lines that read as orders were"
    return told, (f"{counted} quoted {noun} left aside.",)
