"""Orders: lines read for the sender's power, judged, and merged unit by unit with what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import takewhile
from zoneinfo import ZoneInfo

from judge.adjudication.legality import caution, foresee, illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import owed
from judge.board import province_of
from judge.desk.effects import Effect, KeepOrders, KeepWait
from judge.desk.guards import check_tag, phase_words
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.outsiders import plea_of
from judge.desk.overdue import closes_at
from judge.desk.posts import forms_of, variant_of
from judge.desk.precedence import arrivals, newer, was_cleared
from judge.desk.snapshot import Game, GameState, OpenPhase, OrderSet
from judge.game.causes import tell_cause
from judge.game.commands import Clear, Wait
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.orders import Build, Convoy, Move, Order, Remove, Waive
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.orders import gather, looks_like_order, read_orders
from judge.reports.cards import ReceiptLine

MAX_FAULTS = 500  # orders of one letter that cannot be taken; each takes its time to be explained


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of a run of order lines.

    Shape: `late` when they came after the deadline of the phase they were for; `touched` the game whose state the
    receipt is to show, "" for none.
    """

    effects: tuple[Effect, ...] = ()
    lines: tuple[ReceiptLine, ...] = ()
    touched: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A power's open phase that orders may be written for; `came` when the letter that writes them came in."""

    game: Game
    phase: OpenPhase
    power: str
    came: datetime

    @property
    def written(self) -> OrderSet:
        """What is stored so far."""
        return self.phase.orders_of(self.power)


def take_orders(scene: Scene, lines: Sequence[NumberedLine], *, room: int = MAX_FAULTS) -> Taken:
    """Lines that may be orders, each on its own: good ones are stored, the others explained.

    Within the letter and against what is stored, the last order for a unit stands and the receipt says so.
    Shape: `room` how many orders that cannot be taken the letter may still hold.
    """
    sheet = _open_sheet(scene)
    if isinstance(sheet, Complaint):
        late = sheet.kind == "late"
        complaint = replace(sheet, kind="refused")
        told = tuple(_turned_away(scene, line, complaint) for line in lines)
        return Taken(lines=told, late=late and any(line.fate == "error" for line in told), touched=_name(scene))
    stored = list(sheet.written.orders)
    told_lines: list[ReceiptLine] = []
    faults = 0
    for line in gather(variant_of(sheet.game), lines):
        found = [_one_too_many(line)] if faults >= room else _take_line(sheet, line, stored)
        faults += sum(one.fate == "error" for one in found)
        told_lines += found
    kept = KeepOrders(
        phase=sheet.phase.id, power=sheet.power, orders=tuple(stored),
        arrived=arrivals(sheet.written, stored, sheet.came), cleared_at=sheet.written.cleared_at,
    )  # fmt: skip
    changed = kept.orders != sheet.written.orders or any(line.fate == "ok" for line in told_lines)
    return Taken(effects=(kept,) if changed else (), lines=tuple(told_lines), touched=sheet.game.name)


def clear(scene: Scene, _command: Clear) -> Decision:
    """The orders of the open phase are forgotten; earlier sets stay in the history."""
    waiting = _waiting_plea(scene)
    if waiting is not None:
        return waiting
    sheet = _open_sheet(scene)
    if isinstance(sheet, Complaint):
        return Decision(fate="error", complaint=replace(sheet, kind="refused"), touched=_name(scene))
    stays = [one for one in sheet.written.orders if newer(sheet.written, (one,), sheet.came)]
    effect = KeepOrders(
        phase=sheet.phase.id, power=sheet.power, orders=tuple(stays),
        arrived=arrivals(sheet.written, stays, sheet.came), cleared_at=_later(sheet.written.cleared_at, sheet.came),
    )  # fmt: skip
    kept = "; those that came after this letter stand" if stays else ""
    return Decision(
        effects=(effect,),
        said=f"Your orders for {phase_words(sheet.phase)} are cleared{kept}.",
        touched=sheet.game.name,
    )


def _waiting_plea(scene: Scene) -> Decision | None:
    """What somebody outside asks for is taken back; None when he asks for nothing, or too late to be changed."""
    game = scene.game
    plea = None if game is None else plea_of(game, scene.player.id)
    if game is None or game.phase is None or plea is None or too_late(scene, game, game.phase) is not None:
        return None
    name = game.phase.position.board.power(plea.orders[0].power).name
    return Decision(
        effects=(KeepOrders(phase=game.phase.id, power=plea.power, orders=()),),
        said=f"That you asked for {name} is taken back. You observe {game.name}.",
        touched=game.name,
    )


def wait(scene: Scene, command: Wait) -> Decision:
    """Whether the phase is held open until its deadline for this power."""
    sheet = _open_sheet(scene)
    if isinstance(sheet, Complaint):
        return Decision(fate="error", complaint=replace(sheet, kind="refused"), touched=_name(scene))
    words = phase_words(sheet.phase)
    since = sheet.written.waited_at
    if since is not None and since > sheet.came:
        return Decision(said=f"A letter that came after this one says whether {words} waits.", touched=sheet.game.name)
    effect = KeepWait(phase=sheet.phase.id, power=sheet.power, wait=command.wait, arrived=sheet.came)
    said = f"{words} waits for its deadline." if command.wait else f"{words} need not wait for its deadline."
    return Decision(effects=(effect,), said=said, touched=sheet.game.name)


def _name(scene: Scene) -> str:
    return scene.game.name if scene.game is not None and scene.hand(scene.game) is not None else ""


def _open_sheet(scene: Scene) -> Sheet | Complaint:
    """The phase that the sender may write orders for, or why he may not. Kind `late` for what came too late."""
    game = scene.game
    if game is None:
        found = no_game(scene).complaint
        return found or Complaint(kind="refused", problem="There is no game.")
    seat = scene.hand(game)
    if seat is None and scene.speaker.how == "keeper":
        return _refusal("The keeper has no units to order, and this is no command.", example="HELP MASTERS")
    if seat is None:
        return _refusal(f"You are not in {game.name}.", example=f"OBSERVE {game.name}")
    if game.state in (GameState.FINISHED, GameState.TERMINATED):
        return _refusal(f"The game {game.name} is over.")
    if game.state is GameState.FORMING or game.phase is None:
        return _refusal(f"The game {game.name} has not begun; orders can be given from its start mail on.")
    if seat.power is None:
        return _refusal(f"You play no power in {game.name}, so you have no units to order.", example="STATUS")
    late = too_late(scene, game, game.phase)
    if late is not None:
        return late
    complaint = check_tag(game, game.phase, scene.guard) if scene.guard else None
    return complaint or Sheet(game=game, phase=game.phase, power=seat.power, came=scene.letter.received_at)


def too_late(scene: Scene, game: Game, phase: OpenPhase) -> Complaint | None:
    """Why a letter is too late for a phase: it came after the deadline, or before it opened and so for the one before.

    What counts is when the letter was accepted, not when it is read, nor what its sender's clock said. In a time of
    grace late letters count.
    """
    came, end = scene.letter.received_at, closes_at(game)
    zone = ZoneInfo(scene.player.zone)
    if end is not None and came > end:
        when = f"{(phase.deadline or end).astimezone(zone):%Y-%m-%d %H:%M} ({zone.key})"
        problem = f"This came after the deadline of {phase_words(phase)} in {game.name}, which was {when}: too late."
    elif came < phase.opened_at:
        problem = (
            f"This came before {phase_words(phase)} opened in {game.name}, and the phase it was for is over: too late."
        )
    else:
        return None
    return Complaint(kind="late", problem=problem)


def _refusal(problem: str, example: str = "") -> Complaint:
    found = refuse(problem, example=example).complaint
    return found or Complaint(kind="refused", problem=problem)


def _one_too_many(line: NumberedLine) -> ReceiptLine:
    problem = f"Not read: {MAX_FAULTS} orders of this letter were not clear already."
    complaint = Complaint(kind="refused", problem=problem, line=line.number, text=line.text)
    return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=complaint)


def _turned_away(scene: Scene, line: NumberedLine, complaint: Complaint) -> ReceiptLine:
    """A line that cannot be taken: an error when it looks like an order, else chat."""
    forms = forms_of(scene.games if scene.game is None else (scene.game,))
    if not any(looks_like_order(line.text, *form) for form in forms):
        return ReceiptLine(number=line.number, text=line.text, fate="note")
    if line.label is not Label.OWN:
        return ReceiptLine(number=line.number, text=line.text, fate="ignored", complaint=complaint)
    return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=complaint)


def _take_line(sheet: Sheet, line: NumberedLine, stored: list[Order]) -> list[ReceiptLine]:
    """One line: its orders go into the stored set; a warning that follows an order is told beside it."""
    told: list[ReceiptLine] = []
    position, rules = sheet.phase.position, sheet.game.settings.rules
    for found in read_orders(variant_of(sheet.game), position, sheet.power, line, rules):
        if not isinstance(found, Complaint):
            told.append(_take_order(sheet, line, found, stored))
        elif found.kind == "note" and not found.expected and told and told[-1].complaint is not None:
            continue  # a remark on an order that is refused
        elif found.kind == "note" and not found.expected and told and told[-1].fate == "ok":
            told[-1] = replace(told[-1], complaint=found)
        elif line.label is not Label.OWN:
            if found.kind == "note":
                continue  # a line of a signature
            told.append(ReceiptLine(number=line.number, text=line.text, fate="ignored", complaint=found))
        else:
            note = found.kind == "note"
            text = found.piece if note and found.piece else line.text
            told.append(ReceiptLine(number=line.number, text=text, fate="note" if note else "error", complaint=found))
    if not told and line.label is Label.OWN:  # nothing but ornaments, which is a remark all the same
        return [ReceiptLine(number=line.number, text=line.text, fate="note")]
    return told


def _take_order(sheet: Sheet, line: NumberedLine, order: Order, stored: list[Order]) -> ReceiptLine:
    """One order: stored, or explained with one that would work."""
    position, rules = sheet.phase.position, sheet.game.settings.rules
    variant = variant_of(sheet.game)
    words = word_order(position.board, order)
    overtaken = _overtaken(sheet, order, stored)
    if overtaken:
        complaint = Complaint(
            kind="refused", problem=f"{words}: {overtaken}", line=line.number, text=line.text
        )  # fmt: skip
        return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=complaint)
    cause = illegal(variant, position, order, rules)
    if cause is None:
        due = owed(variant, position, sheet.power)
        replaced = merge(stored, order, due)
        gone = [word_order(position.board, one) for one in replaced if one != order]
        alone = "; only one counts, the last" if due.may and not order.at else ""
        said = words + (f" (instead of {', '.join(gone)}{alone})" if gone else "")
        said = "\n".join((said, *foresee(variant, position, order)))
        part = caution(variant, position, order, rules)
        note = None if part is None else Complaint(kind="note", problem=f"{tell_cause(position.board, part)}.")
        return ReceiptLine(number=line.number, text=line.text, fate="ok", said=said, complaint=note)
    own = line.label is Label.OWN
    homeless = cause.code in ("no_unit", "not_owner")
    counts = own and not homeless and _counts_all_the_same(order, rules)
    if counts:
        merge(stored, order, owed(variant, position, sheet.power))
    complaint = Complaint(
        kind="illegal",
        problem=f"{words}: {tell_cause(position.board, cause)}." + (" It is kept as ordered." if counts else ""),
        line=line.number,
        text=line.text,
        example=(_as_one(sheet, stored, order) if homeless else "") or _would_work(sheet, order),
    )
    return ReceiptLine(number=line.number, text=line.text, fate="error" if own else "ignored", complaint=complaint)


def _overtaken(sheet: Sheet, order: Order, stored: list[Order]) -> str:
    """Why an order does not count against what a letter that came in later has said; "" when it does."""
    board, written = sheet.phase.position.board, sheet.written
    if was_cleared(written, sheet.came):
        return "a letter of yours that came after this one has cleared your orders."
    if not written.arrived or sheet.came >= max(written.arrived):
        return ""
    due = owed(variant_of(sheet.game), sheet.phase.position, sheet.power)
    limit = due.builds + due.removals
    trial = list(stored)
    gone = merge(trial, order, due) if limit else [one for one in stored if _same_unit(one, order)]
    later = newer(written, gone, sheet.came)
    return "" if later is None else f"a letter of yours that came after this one says {word_order(board, later)}."


def _later(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)


def _counts_all_the_same(order: Order, rules: Rules) -> bool:
    """Whether an impossible order is kept, since in this game it has an effect. Rule: DATC 4.E.1."""
    match rules.impossible_orders:
        case "illegal_still_counts_as_order":
            return isinstance(order, Move)
        case "illegal_order_shows_intent":
            return isinstance(order, Convoy)
        case _:
            return False


def _would_work(sheet: Sheet, order: Order) -> str:
    """A legal order that is most like an illegal one, or "".

    Shape: of its unit if it can be, of its kind if it can be, by the likeness of its kind, then with as much of its
    beginning as can be.
    """
    position, variant = sheet.phase.position, variant_of(sheet.game)
    legal = _legal(variant, position, sheet.power)
    near = [one for one in legal if one.at and order.at and province_of(one.at) == province_of(order.at)] or legal
    alike = [one for one in near if type(one) is type(order)] or list(near)
    words = word_order(position.board, order)
    likeness = next(kind.likeness for kind in variant.kinds if kind.order is type(order))
    found = [(word_order(position.board, one), likeness(one, order)) for one in alike if type(one) is type(order)]
    found = found or [(word_order(position.board, one), ()) for one in alike]
    return max(found, key=lambda one: (one[1], _shared(one[0], words)), default=("", ()))[0]


def _as_one(sheet: Sheet, stored: Sequence[Order], order: Order) -> str:
    """An order that was taken, with one for where it leads to behind it, where the game has that as one order."""
    position = sheet.phase.position
    possible = {word_order(position.board, one) for one in _legal(variant_of(sheet.game), position, sheet.power)}
    ways = word_order(position.board, order).split(" - ", 1)
    before = [one for one in stored if isinstance(one, Move) and ways[0].endswith(f" {position.board.write(one.to)}")]
    joined = [" - ".join((word_order(position.board, one), *ways[1:])) for one in before]
    return next((words for words in joined if words in possible), "")


def _shared(one: str, other: str) -> tuple[int, int]:
    """With how many words in common two wordings begin, and how many they have in common anywhere."""
    words, others = one.replace(",", "").split(), other.replace(",", "").split()
    begin = takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False))
    return len(list(begin)), len({*words} & {*others})


@lru_cache(maxsize=32)
def _legal(variant: Variant, position: Position, power: str) -> tuple[Order, ...]:
    # A letter may hold two thousand lines that each want an example.
    return legal_orders(variant, position, power)


def merge(stored: list[Order], order: Order, due: Owed) -> tuple[Order, ...]:
    """Put an order into a set, in place, and give back what it replaces.

    Shape: one order for each unit, the last; of builds, waives and removals not more than are due, the oldest go.
    A bare `waive` stands for all builds that are left and replaces nothing but another waive of its kind.
    """
    gone = [one for one in stored if _same_unit(one, order)]
    for one in gone:
        stored.remove(one)
    stored.append(order)
    limit = due.builds + due.removals
    while limit and sum(map(_weight, stored)) > limit:
        oldest = next(one for one in stored if _weight(one))
        if oldest is order:
            break
        stored.remove(oldest)
        gone.append(oldest)
    return tuple(gone)


def _same_unit(one: Order, other: Order) -> bool:
    if isinstance(one, Waive) or isinstance(other, Waive):
        # "waive" twice or "waive 2" after "waive": the later says how many stay unused.
        return isinstance(one, Waive) and isinstance(other, Waive)
    return (_slot(one), province_of(one.at)) == (_slot(other), province_of(other.at))


def _slot(order: Order) -> str:
    """What an order that is for no unit is about, so that it stands beside those for units and for other things."""
    return "" if order.at else str(getattr(order, "about", ""))


def _weight(order: Order) -> int:
    """How many of the builds or removals due an order uses."""
    if isinstance(order, Waive):
        return order.count or 0
    return 1 if isinstance(order, Build | Remove) else 0
