"""Lines that are not the sender's own words but read as orders: never taken, and never passed over in silence."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.board import Board, province_of
from judge.desk.masking import masked_line
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game, Player
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.orders import Build, Hold, Order, Waive
from judge.game.position import Position
from judge.language.looks import looks_like_order
from judge.language.orders import read_orders
from judge.mail.quoting import is_reply_mark
from judge.reports.cards import ReceiptLine
from judge.reports.phrases import begun

MAX_LOOKED_AT = 400
MAX_SHOWN = 10

_WHY = {
    Label.QUOTED: "quoted text is never taken for orders",
    Label.ATTRIBUTION: "this line leads in a quotation",
    Label.SIGNATURE: "it stands in a signature",
    Label.FOOTER: "it stands in a footer",
    Label.FORWARDED: "forwarded text is never taken for orders",
}
_BELOW_THE_END = "it stands below the end of the letter"
_WHERE = {
    Label.QUOTED: "text that is quoted", Label.ATTRIBUTION: "text that is quoted", Label.SIGNATURE: "a signature",
    Label.FOOTER: "a footer", Label.FORWARDED: "text that is forwarded",
}  # fmt: skip


def lines_aside(
    lines: Sequence[NumberedLine], forms: Iterable[tuple[Board, str]], *, ended: int | None = None
) -> tuple[NumberedLine, ...]:
    """The lines that are not read and have the shape of an order in one of these forms; the first 400 are looked at.

    Shape: those of other labels, and all below the line `ended`, where the letter ends by its own words.
    """
    known = tuple(forms)
    below = (line for line in lines if ended is not None and line.number > ended)
    unread = {line.number: line for line in (*below, *(line for line in lines if line.label in _WHY))}
    others = [unread[number] for number in sorted(unread)][:MAX_LOOKED_AT]
    return tuple(line for line in others if any(looks_like_order(plain_words(line), *form) for form in known))


def plain_words(line: NumberedLine) -> str:
    """A line without its quotation marks."""
    return line.text.lstrip("> \t|")


def tell_aside(
    lines: Sequence[NumberedLine], player: Player, games: Sequence[Game], *, acted: bool, mark: int | None = None
) -> tuple[tuple[ReceiptLine, ...], tuple[str, ...]]:
    """How a receipt tells of such lines: one by one, and as a notice.

    A reply commonly quotes the judge's whole last mail. So lines are shown one by one only where they may have been
    meant: when they would change an order of the player's own, and, if quoted, when the letter had nothing else that
    `acted`. The others are counted; but of a letter that acted nothing is said of the judge's own words, which are
    what is quoted below its `mark` (the number of that line) or would change nothing.
    """
    meant = [line for line in lines if not (acted and _is_ours(line, mark)) and _may_be_meant(line, player, games)]
    if acted:
        lines = [line for line in lines if line.label is not Label.QUOTED or line in meant]
    shown = [line for line in meant if not (acted and line.label is Label.QUOTED)]
    counted = len(lines) - min(len(shown), MAX_SHOWN)
    told = tuple(
        ReceiptLine(
            number=line.number, text=line.text, fate="ignored",
            complaint=Complaint(
                kind="note", problem=f"{_why(line)}.",
                line=line.number, text=line.text,
                example="" if acted else plain_words(line),
            ),
        )
        for line in map(masked_line, shown[:MAX_SHOWN])
    )  # fmt: skip
    only = (_only(shown),) if shown and not acted else ()
    if not counted:
        return told, only
    noun = "line that reads as an order was" if counted == 1 else "lines that read as orders were"
    quoted = "quoted " if all(line.label is Label.QUOTED for line in lines) else ""
    more = "more " if shown else ""
    return told, (f"{counted} {more}{quoted}{noun} left aside.", *only)


def mark_in(lines: Sequence[NumberedLine]) -> int | None:
    """The number of the line that our mails begin with, where a letter quotes one; None where it does not."""
    return next((line.number for line in lines if is_reply_mark(plain_words(line))), None)


def _is_ours(line: NumberedLine, mark: int | None) -> bool:
    return mark is not None and line.number > mark and line.label is Label.QUOTED


def _why(line: NumberedLine) -> str:
    return begun(_WHY.get(line.label, _BELOW_THE_END))


def _only(shown: Sequence[NumberedLine]) -> str:
    """What is said to who has orders where they are not read, and nowhere else."""
    places = list(dict.fromkeys(_WHERE.get(line.label, "text below the end of the letter") for line in shown))
    return (
        f"Orders stand only in {' and in '.join(places)}, where none is taken. To give them, write them as lines of "
        "your own, above all that is quoted."
    )


def _may_be_meant(line: NumberedLine, player: Player, games: Sequence[Game]) -> bool:
    """Whether a line is an order for what the player has in one of his games, and not just how it stands there."""
    seated = [(game, seat.power) for game in games if (seat := game.seat_of(player.id)) is not None]
    for game, power in seated:
        if game.phase is None or power is None:
            continue
        position = game.phase.position
        stored = game.phase.orders_of(power).orders
        plain = replace(line, text=plain_words(line))
        for one in read_orders(variant_of(game), position, power, plain, game.settings.rules):
            if not isinstance(one, Complaint) and one not in stored and _is_news(one, position, stored):
                return True
    return not seated


def _is_news(order: Order, position: Position, stored: Sequence[Order]) -> bool:
    """Whether an order is for something of its power's, and no hold that a slip offers where none is stored."""
    if isinstance(order, Build | Waive):
        return True
    here = province_of(order.at)
    found = [position.unit_in(here), *(gone.unit for gone in position.dislodged if gone.unit.province == here)]
    if not any(unit is not None and unit.power == order.power for unit in found):
        return False
    return not isinstance(order, Hold) or any(one.at and province_of(one.at) == here for one in stored)
