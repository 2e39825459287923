"""The answer to a letter: what was done, what was not and why, and the orders as they stand now."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from judge.game.complaints import Complaint
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.reports.cards import GameReceipt, Reader, Receipt, ReceiptLine
from judge.reports.folding import echo
from judge.reports.letterhead import letterhead
from judge.reports.pages import page
from judge.reports.phrases import counted
from judge.reports.slips import missing_words
from judge.reports.when import say_moment

_COLUMNS, _ROWS = 40, 25  # of a phone's first screen
_SPANS = 10  # of lines that are counted, by their numbers
_RULE = "\n------------------------------\n"  # above what was asked for
_SHOWN = 40  # lines of each kind, besides commands that are done, that are told one by one
_DEFAULTS = MappingProxyType({
    PhaseKind.MOVEMENT: "a unit without an order holds",
    PhaseKind.RETREAT: "a unit without an order is disbanded",
})  # fmt: skip


def receipt(receipt: Receipt, now: datetime) -> str:
    """The receipt of one letter.

    Shape: first one sentence that tells whether something needs a look; then the errors with what would have
    worked, what was done, what was left aside, and for each game the full set of orders as a slip, what is missing and
    the deadline. All commands done are told, and 40 other lines of each kind; the rest is counted.
    Rule: what is missing and the deadline stand on the first screen of a phone; in a longer receipt they are told at
    its top as well.
    """
    games = tuple(_game(one, receipt.games[:at], receipt.games[at + 1 :], now) for at, one in enumerate(receipt.games))
    head = page(
        "player/receipt_head",
        subject=echo(receipt.subject), received=say_moment(receipt.received_at), verdict=_verdict(receipt),
    )  # fmt: skip
    facts: dict[str, object] = {
        "errors": _group(_merged(receipt.lines, "error"), "error"),
        "done": _group(receipt.lines, "ok"),
        "ignored": _group(_merged(receipt.lines, "ignored"), "ignored"),
        "notes": _group(receipt.lines, "note"),
        "games": games,
        "notices": receipt.notices,
        "sections": receipt.sections,
    }
    below = page("player/receipt", **facts)
    text = _joined(head, below)
    if games and not _on_first_screen(text.partition(_RULE)[0]):
        return _joined(head, page("player/receipt_ahead", games=games), below)
    return text


def _joined(*parts: str) -> str:
    """Parts of a text with a blank line between them; those that say nothing are left out."""
    return "\n".join(part for part in parts if part.strip())


def _on_first_screen(text: str) -> bool:
    """Whether all of a text is seen on a phone without scrolling."""
    lines = text.splitlines()
    return len(lines) <= _ROWS and sum(map(_rows, lines)) <= _ROWS


@lru_cache(maxsize=1024)
def _rows(line: str) -> int:
    """How many lines a line takes on a phone."""
    return 1 if len(line) <= _COLUMNS else max(1, len(textwrap.wrap(line, _COLUMNS)))


def keepers_answer(lines: tuple[ReceiptLine, ...], sections: tuple[str, ...]) -> str:
    """What lines of the keeper's own came to, for where he typed them, and the pages that he asked for."""
    return page("keeper/answer", lines=lines, sections=sections)


@dataclass(frozen=True, slots=True)
class _Group:
    """Lines of one kind: those that are told, how many more there are, and which, as `line 41` or `lines 41, 43-50`."""

    told: tuple[ReceiptLine, ...]
    more: int
    untold: str


def _group(lines: tuple[ReceiptLine, ...], fate: str) -> _Group:
    found = tuple(line for line in lines if line.fate == fate)
    others = [line for line in found if not (line.command and fate == "ok")]
    left = {id(line) for line in others[_SHOWN:]}
    untold = _numbered(sorted({line.number for line in others[_SHOWN:]}))
    return _Group(tuple(line for line in found if id(line) not in left), len(left), untold)


def _numbered(numbers: list[int]) -> str:
    """Lines by their numbers, those that follow each other as a span."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    if len(spans) > _SPANS:
        return f"lines from {numbers[0]} to {numbers[-1]}"
    words = ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in spans)
    return f"{'line' if len(numbers) == 1 else 'lines'} {words}"


def _merged(lines: tuple[ReceiptLine, ...], fate: str) -> tuple[ReceiptLine, ...]:
    """The lines of one fate; of those that have it one after the other for the same reason only the last tells it."""
    found = []
    alike = [line for line in lines if line.fate == fate] if fate == "ignored" else lines
    for place, line in enumerate(alike):
        reason, below = _reason(line, fate), _reason(alike[place + 1], fate) if place + 1 < len(alike) else None
        if line.complaint is not None and reason is not None and reason == below:
            line = replace(line, complaint=Complaint(kind=line.complaint.kind, problem=""))
        found.append(line)
    return tuple(found)


def _reason(line: ReceiptLine, fate: str) -> tuple[str, ...] | None:
    """Why a line has this fate, None when it has another, or when the reason names a piece of it."""
    complaint = line.complaint
    if line.fate != fate or complaint is None:
        return None
    if fate == "ignored":
        return complaint.kind, complaint.problem
    return None if complaint.piece else (complaint.kind, complaint.problem, complaint.expected, complaint.example)


def _verdict(receipt: Receipt) -> str:
    fates = Counter(line.fate for line in receipt.lines)
    done, wrong = fates["ok"], fates["error"]
    if receipt.trouble:
        return f"It could not be read: {receipt.trouble}."
    if wrong:
        needs = f"{counted(wrong, 'line needs', 'lines need')} a look"
        return f"{needs}, {counted(done, 'line is', 'lines are')} done." if done else f"{needs}."
    if done:
        return f"All is well: {counted(done, 'line is', 'lines are')} done."
    if fates["ignored"]:
        return "Nothing was done: what reads as an order in it was left aside."
    return "There was nothing in it that reads as a command or an order."


def _default(position: Position | None, reader: Reader) -> str:
    """What becomes of that which is not ordered."""
    if position is None or position.phase.kind is not PhaseKind.ADJUSTMENT:
        return _DEFAULTS.get(position.phase.kind, "") if position else ""
    return "removals not ordered are chosen by rule" if reader.owed.removals else "builds not ordered are waived"


def _early(one: GameReceipt, now: datetime) -> str:
    """What becomes of a phase for which all orders are in, "" when they are not."""
    if one.early_at is None:
        return ""
    if one.early_at <= now:
        return "All orders are in, and the results follow."
    moment = say_moment(one.early_at, one.reader.zone)
    return f"All orders are in: the phase is played at {moment} unless somebody changes his mind before."


def _game(
    one: GameReceipt, before: Sequence[GameReceipt], after: Sequence[GameReceipt], now: datetime
) -> dict[str, object]:
    """A game as the template tells it: `again` where it is told once more, `whose` the power it is told for then."""
    position = one.card.position
    again, more = (any(other.card.name == one.card.name for other in others) for others in (before, after))
    power = position.board.power(one.reader.power).name if position and one.reader.power else ""
    return letterhead(one.card, one.reader, now, stored=True) | {
        "missing": missing_words(position, one.missing, one.reader.power) if position else one.missing,
        "default": _default(position, one.reader),
        "late": one.late,
        "warnings": one.warnings,
        "early": _early(one, now),
        "again": again,
        "whose": f", {power}" if (again or more) and power else "",
    }
