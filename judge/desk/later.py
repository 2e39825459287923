"""Orders for phases to come: kept as they were written, their spelling looked at, until the phase opens."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import Effect, KeepLater
from judge.desk.guards import words_of
from judge.desk.posts import variant_of
from judge.desk.sheets import LaterSheet
from judge.desk.snapshot import Game, LaterOrders, Seat
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.language.gathering import gather_own
from judge.language.holding import read_holding
from judge.language.orders import Spelled, read_spelling
from judge.reports.cards import ReceiptLine

MAX_LINES = 120  # that are kept for one phase; no power has half as many units
FULL = f"Not kept: {MAX_LINES} orders are kept for that phase already."
AFTER_DASHES = "It stands below a line of dashes; nothing there is kept for a later phase."


def kept_of(sheet: LaterSheet) -> LaterOrders:
    """What is kept for the phase of a sheet so far."""
    nothing = LaterOrders(power=sheet.power, player=sheet.seat.player.id, tag=sheet.meant.tag)
    return next((one for one in sheet.game.later_of(sheet.seat) if one.tag == sheet.meant.tag), nothing)


def keep_lines(
    sheet: LaterSheet, lines: Sequence[NumberedLine], *, room: int, whole: bool = False
) -> tuple[tuple[Effect, ...], tuple[ReceiptLine, ...]]:
    """Order lines are kept for a phase to come, each on its own; the later of two for a unit stands.

    Shape: `room` how many that cannot be read are explained; `whole` when they are the whole set from now on.
    """
    before = kept_of(sheet)
    kept: list[str] = [] if whole else list(before.lines)
    told: list[ReceiptLine] = []
    faults = 0
    for line in gather_own(variant_of(sheet.game), sheet.phase.position, sheet.power, lines):
        read = _read(sheet, line)
        if not read and line.label is Label.OWN:  # nothing but ornaments, which is a remark all the same
            told.append(ReceiptLine(number=line.number, text=line.text, fate="note"))
        for found in read:
            one = _told(sheet, line, found, kept)
            faults += one.fate == "error"
            if one.fate != "error" or faults <= room:
                told.append(one)
    nothing = whole and not any(line.fate == "ok" for line in told)
    effects = () if nothing or tuple(kept) == before.lines else (keep(sheet, tuple(kept), before.wait),)
    return effects, tuple(told)


def _read(sheet: LaterSheet, line: NumberedLine) -> tuple[Spelled | Complaint, ...]:
    """What a line says, as written: `all units hold` is kept as it stands, for the units of then."""
    holding = read_holding(line.text)
    if holding is None:
        return read_spelling(variant_of(sheet.game), sheet.phase.position, sheet.power, line)
    before = replace(line, text=line.text[: holding.start])
    words = Spelled(" ".join(line.text[holding.start :].split()).strip(" .,;:!"))
    return (*(_read(sheet, before) if before.text.strip() else ()), words)


def place_of(sheet: LaterSheet, kept: str) -> str:
    """The province of the unit that an order which is kept is for, "" where it is for none, or for many."""
    read = _read(sheet, NumberedLine(0, kept))
    return next((one.at for one in read if isinstance(one, Spelled)), "")


def keep(sheet: LaterSheet, lines: tuple[str, ...], wait: bool | None) -> KeepLater:
    """All that is kept for the phase of a sheet from now on."""
    return KeepLater(
        game=sheet.game.id, player=sheet.seat.player.id, power=sheet.power, tag=sheet.meant.tag, lines=lines, wait=wait
    )


def drop(sheet: LaterSheet) -> tuple[tuple[Effect, ...], str]:
    """What is kept for the phase of a sheet is forgotten; and what is said of it."""
    before = kept_of(sheet)
    if not before.lines and before.wait is None:
        return (), f"Nothing was kept for {words_of(sheet.meant)}."
    return (keep(sheet, (), None),), f"What was kept for {words_of(sheet.meant)} is dropped."


def drop_all(game: Game, seat: Seat) -> tuple[Effect, ...]:
    """Everything that somebody has kept for phases to come is forgotten."""
    return tuple(
        KeepLater(game=game.id, player=one.player, power=one.power, tag=one.tag) for one in game.later_of(seat)
    )


def _told(sheet: LaterSheet, line: NumberedLine, found: Spelled | Complaint, kept: list[str]) -> ReceiptLine:
    """One order of a line: put among those kept, or told why it is not."""
    if isinstance(found, Complaint):
        note = found.kind == "note"
        text = found.piece if note and found.piece else line.text
        fate = "note" if note else "error" if line.label is Label.OWN else "ignored"
        return ReceiptLine(number=line.number, text=text, fate=fate, complaint=found)
    if line.label is not Label.OWN:
        complaint = Complaint(kind="note", problem=AFTER_DASHES, line=line.number, text=line.text)
        return ReceiptLine(number=line.number, text=line.text, fate="ignored", complaint=complaint)
    gone = [one for one in kept if _same(sheet, one, found)]
    if len(kept) - len(gone) >= MAX_LINES:
        complaint = Complaint(kind="refused", problem=FULL, line=line.number, text=line.text)
        return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=complaint)
    for one in gone:
        kept.remove(one)
    kept.append(found.text)
    other = [one for one in gone if one != found.text]
    instead = f", instead of {', '.join(other)}" if other else ""
    said = f"{found.text} (kept for {sheet.meant.tag}{instead})"
    return ReceiptLine(number=line.number, text=line.text, fate="ok", said=said)


def _same(sheet: LaterSheet, kept: str, found: Spelled) -> bool:
    """Whether an order that is kept is for the same unit as another, or the same altogether."""
    if kept.casefold() == found.text.casefold():
        return True
    return bool(found.at) and place_of(sheet, kept) == found.at
