"""Orders: lines read for the sender's power, judged, and merged unit by unit with what is stored."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import takewhile

from judge.adjudication.legality import caution, foresee, illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import missing, owed
from judge.board import province_of
from judge.desk.effects import Effect, KeepOrders, KeepWait
from judge.desk.guards import meant_tag, phase_words, unclear_power, words_of
from judge.desk.later import drop, drop_all, keep, keep_lines, kept_of, place_of
from judge.desk.office import Decision, Scene, refuse
from judge.desk.outsiders import plea_of
from judge.desk.posts import forms_of, variant_of
from judge.desk.precedence import arrivals, newer, was_cleared
from judge.desk.sheets import LaterSheet, Sheet, open_sheet, too_late
from judge.desk.waiting import owes
from judge.game.causes import tell_cause
from judge.game.commands import Clear, Wait, WholeSet
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.orders import Build, Convoy, Hold, Move, Order, Remove, Waive
from judge.game.outcomes import Cause
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.gathering import gather_own
from judge.language.holding import read_holding
from judge.language.looks import looks_like_order
from judge.language.orders import read_orders
from judge.language.units import ordered_unit, read_unit
from judge.reports.cards import ReceiptLine
from judge.reports.phrases import listed

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


def take_orders(scene: Scene, lines: Sequence[NumberedLine], *, room: int = MAX_FAULTS) -> Taken:
    """Lines that may be orders, each on its own: good ones are stored, the others explained.

    Within the letter and against what is stored, the last order for a unit stands and the receipt says so.
    Shape: `room` how many orders that cannot be taken the letter may still hold.
    """
    sheet = open_sheet(scene)
    if isinstance(sheet, Complaint):
        late = sheet.kind == "late"
        complaint = replace(sheet, kind="refused")
        told = tuple(_turned_away(scene, line, complaint) for line in lines)
        return Taken(lines=told, late=late and any(line.fate == "error" for line in told), touched=_name(scene))
    if isinstance(sheet, LaterSheet):
        effects, told = keep_lines(sheet, lines, room=room, whole=scene.whole)
        return Taken(effects=effects, lines=told, touched=sheet.game.name)
    stored = list(_staying(sheet) if scene.whole else sheet.written.orders)
    told_lines: list[ReceiptLine] = []
    faults = 0
    for line in gather_own(variant_of(sheet.game), sheet.phase.position, sheet.power, lines):
        found = [_one_too_many(line)] if faults >= room else take_line(sheet, line, stored)
        faults += sum(one.fate == "error" for one in found)
        told_lines += found
    kept = KeepOrders(
        phase=sheet.phase.id, power=sheet.power, orders=tuple(stored),
        arrived=arrivals(sheet.written, stored, sheet.came), cleared_at=sheet.written.cleared_at,
    )  # fmt: skip
    taken = any(line.fate == "ok" for line in told_lines)
    changed = taken or (kept.orders != sheet.written.orders and not scene.whole)
    return Taken(effects=(kept,) if changed else (), lines=tuple(told_lines), touched=sheet.game.name)


def clear(scene: Scene, command: Clear) -> Decision:
    """The orders of the open phase are forgotten, or what is kept for one to come; earlier sets stay in the history."""
    if command.tag is not None:
        scene = replace(scene, guard=meant_tag(scene, command.tag))
    if scene.game is not None and not command.unit and (unclear := unclear_power(scene, scene.game)) is not None:
        return unclear
    waiting = None if command.tag or command.unit else _waiting_plea(scene)
    if waiting is not None:
        return waiting
    sheet = open_sheet(replace(scene, guard="") if command.everything else scene)
    if isinstance(sheet, Complaint):
        return Decision(fate="error", complaint=replace(sheet, kind="refused"), touched=_name(scene))
    if command.unit:
        return _clear_unit(sheet, command.unit)
    if isinstance(sheet, LaterSheet):
        effects, said = drop(sheet)
        return Decision(effects=effects, said=said, touched=sheet.game.name)
    stays = _staying(sheet)
    effect = KeepOrders(
        phase=sheet.phase.id, power=sheet.power, orders=stays,
        arrived=arrivals(sheet.written, stays, sheet.came), cleared_at=_later(sheet.written.cleared_at, sheet.came),
    )  # fmt: skip
    said = f"Your orders for {phase_words(sheet.phase)} are cleared"
    said += "; those that came after this letter stand" if stays else ""
    seat = sheet.game.seat_for(sheet.power)
    later = () if seat is None else sheet.game.later_of(seat)
    tags = listed(tuple(one.tag for one in later))
    if seat is None or not later:
        return Decision(effects=(effect,), said=f"{said}.", touched=sheet.game.name)
    if command.everything:
        said += f", and what you kept for {tags} is dropped."
        return Decision(effects=(effect, *drop_all(sheet.game, seat)), said=said, touched=sheet.game.name)
    said += f". What you kept for {tags} stays; CLEAR ALL drops that too."
    return Decision(effects=(effect,), said=said, touched=sheet.game.name)


def _staying(sheet: Sheet) -> tuple[Order, ...]:
    """The orders of a set that came after the letter at hand, which forgets the others."""
    return _came_after(sheet, sheet.written.orders)


def _clear_unit(sheet: Sheet | LaterSheet, words: str) -> Decision:
    """The order of one unit is forgotten; words that name no unit are a remark."""
    variant, board = variant_of(sheet.game), sheet.phase.position.board
    unit = read_unit(variant, board, words.lower()) or ordered_unit(variant, board, words.lower())
    if unit is None:
        return Decision(fate="note")
    places, touched = set(unit.place.provinces), sheet.game.name
    if isinstance(sheet, LaterSheet):
        lines = tuple(one for one in kept_of(sheet).lines if place_of(sheet, one) not in places)
        gone = [one for one in kept_of(sheet).lines if one not in lines]
        effects: tuple[Effect, ...] = (keep(sheet, lines, kept_of(sheet).wait),)
    else:
        before, stays = sheet.written.orders, _staying(sheet)
        left = tuple(one for one in before if one in stays or not one.at or province_of(one.at) not in places)
        gone = [word_order(board, one) for one in before if one not in left]
        arrived = arrivals(sheet.written, left, sheet.came)
        kept = KeepOrders(
            phase=sheet.phase.id, power=sheet.power, orders=left, arrived=arrived, cleared_at=sheet.written.cleared_at
        )
        effects = (kept,)
    if not gone:
        return refuse(f"There is no order of yours for {words} that could be forgotten.", example="STATUS")
    return Decision(effects=effects, said=f"{', '.join(gone)}: forgotten.", touched=touched)


def replace_set(scene: Scene, _command: WholeSet) -> Decision:
    """The next orders of the letter are the whole set; what they do not name has no order. Nothing is lost before."""
    sheet = open_sheet(scene)
    if isinstance(sheet, Complaint):
        return Decision(fate="error", complaint=replace(sheet, kind="refused"), touched=_name(scene))
    tag = sheet.meant.tag if isinstance(sheet, LaterSheet) else sheet.phase.position.phase.tag
    said = f"The orders below are your whole set for {tag}; a unit that they do not name has no order."
    return Decision(said=said, whole=True, touched=sheet.game.name)


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
    """Whether the phase is held open until its deadline for this power; for a phase to come it is kept."""
    if scene.game is not None and (unclear := unclear_power(scene, scene.game)) is not None:
        return unclear
    sheet = open_sheet(scene)
    if isinstance(sheet, Complaint):
        return Decision(fate="error", complaint=replace(sheet, kind="refused"), touched=_name(scene))
    if isinstance(sheet, LaterSheet):
        kept = keep(sheet, kept_of(sheet).lines, command.wait)
        said = f"{words_of(sheet.meant)} {'will wait' if command.wait else 'will not wait'} for its deadline (kept)."
        return Decision(effects=(kept,), said=said, touched=sheet.game.name)
    words = phase_words(sheet.phase)
    since = sheet.written.waited_at
    if since is not None and since > sheet.came:
        return Decision(said=f"A letter that came after this one says whether {words} waits.", touched=sheet.game.name)
    effect = KeepWait(phase=sheet.phase.id, power=sheet.power, wait=command.wait, arrived=sheet.came)
    said = f"{words} waits for its deadline." if command.wait else f"{words} need not wait for its deadline."
    if command.wait and sheet.game.settings.strict_wait and not owes(sheet.game, sheet.power):
        said = f"Nothing is due from you in {words}, so it does not wait for you."
    return Decision(effects=(effect,), said=said, touched=sheet.game.name)


def _name(scene: Scene) -> str:
    return scene.game.name if scene.game is not None and scene.hand(scene.game) is not None else ""


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


def take_line(sheet: Sheet, line: NumberedLine, stored: list[Order]) -> list[ReceiptLine]:
    """One line: its orders go into the stored set; a warning that follows an order is told beside it."""
    holding = read_holding(line.text)
    if holding is not None:
        before = replace(line, text=line.text[: holding.start])
        told = take_line(sheet, before, stored) if before.text.strip() else []
        return [*told, _hold_all(sheet, line, stored, rest=holding.rest)]
    told = []
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


def _hold_all(sheet: Sheet, line: NumberedLine, stored: list[Order], *, rest: bool) -> ReceiptLine:
    """All of the power's units hold, or the rest of them; each has an order then, so that no deadline is missed."""
    position, variant = sheet.phase.position, variant_of(sheet.game)
    due = owed(variant, position, sheet.power)
    left = {province_of(at) for at in (missing(variant, position, sheet.power, stored) if rest else due.units)}
    orders = [
        Hold(power=sheet.power, kind=unit.kind, at=unit.at)
        for unit in position.units_of(sheet.power)
        if position.phase.kind is PhaseKind.MOVEMENT and unit.province in left
    ]
    orders = [order for order in orders if not _overtaken(sheet, order, stored)]
    if line.label is not Label.OWN:
        return ReceiptLine(number=line.number, text=line.text, fate="note")
    if orders:
        gone = [
            word_order(position.board, one)
            for order in orders
            for one in merge(stored, order, due, _came_after(sheet, stored))
            if one not in orders
        ]
        words = ", ".join(word_order(position.board, order) for order in orders)
        return ReceiptLine(
            number=line.number,
            text=line.text,
            fate="ok",
            said=words + (f" (instead of {', '.join(gone)})" if gone else ""),
        )
    if position.phase.kind is PhaseKind.MOVEMENT and due.units:
        return ReceiptLine(number=line.number, text=line.text, fate="ok", said="Every unit has an order already.")
    problem = f"No unit of yours can be told to hold in {phase_words(sheet.phase)}."
    complaint = Complaint(kind="illegal", problem=problem, line=line.number, text=line.text)
    return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=complaint)


def _take_order(sheet: Sheet, line: NumberedLine, order: Order, stored: list[Order]) -> ReceiptLine:
    """One order: stored, or explained with one that would work."""
    order = copy(order)  # not the very order of an earlier letter that said the same: when each came in is told apart
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
        replaced = merge(stored, order, due, _came_after(sheet, stored))
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
        merge(stored, order, owed(variant, position, sheet.power), _came_after(sheet, stored))
    complaint = Complaint(
        kind="illegal",
        problem=f"{words}: {tell_cause(position.board, cause)}." + (" It is kept as ordered." if counts else ""),
        line=line.number,
        text=line.text,
        example=(_as_one(sheet, stored, order) if homeless else "")
        or _told_by(sheet, order, cause)
        or _would_work(sheet, order),
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
    before = _came_after(sheet, stored)
    gone = merge(list(stored), order, due, before) if limit else [one for one in stored if _same_unit(one, order)]
    later = before[-1] if any(one is order for one in gone) else newer(written, gone, sheet.came)
    return "" if later is None else f"a letter of yours that came after this one says {word_order(board, later)}."


def _came_after(sheet: Sheet, stored: Sequence[Order]) -> tuple[Order, ...]:
    """The orders of a set whose letter came in after the one at hand, which is read after them."""
    return tuple(one for one in stored if newer(sheet.written, (one,), sheet.came))


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


def _told_by(sheet: Sheet, order: Order, cause: Cause) -> str:
    """The order of the same unit that the cause itself names as what to write, "" where it names none."""
    variant, position, rules = variant_of(sheet.game), sheet.phase.position, sheet.game.settings.rules
    same = (one for one in cause.by if (one.power, one.at) == (order.power, order.at) and one != order)
    return next((word_order(position.board, one) for one in same if illegal(variant, position, one, rules) is None), "")


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


def merge(stored: list[Order], order: Order, due: Owed, before: Sequence[Order] = ()) -> tuple[Order, ...]:
    """Put an order into a set, in place, and give back what it replaces, or the order itself if that is the oldest.

    Shape: one order for each unit, the last; of builds, waives and removals not more than are due, the oldest go.
    A bare `waive` stands for all builds that are left and replaces nothing but another waive of its kind. `before`
    those of the set that came after the order, though they were read earlier.
    """
    gone = [one for one in stored if _same_unit(one, order)]
    for one in gone:
        stored.remove(one)
    later = [place for place, one in enumerate(stored) if any(one is other for other in before)]
    stored.insert(later[0] if later else len(stored), order)
    limit = due.builds + due.removals
    while limit and _weight_of(stored, due) > limit:
        oldest, *others = [one for one in stored if _weight(one)]
        if oldest is order and not others:
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


def _weight_of(stored: Sequence[Order], due: Owed) -> int:
    """How many of the builds or removals due a set uses; builds that have no site anyway are waived first."""
    waived = sum(order.count or 0 for order in stored if isinstance(order, Waive))
    return sum(map(_weight, stored)) - min(waived, due.siteless)


def _weight(order: Order) -> int:
    """How many of the builds or removals due an order uses."""
    if isinstance(order, Waive):
        return order.count or 0
    return 1 if isinstance(order, Build | Remove) else 0
