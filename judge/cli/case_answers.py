"""A case played: the phases one after the other, and the answer as a document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, play_turn
from judge.cli.case_outsiders import read_outsider
from judge.cli.cases import Case, OrderLines
from judge.game.causes import tell_cause
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Disband, Hold, Order
from judge.game.outcomes import Outcome
from judge.game.phases import Phase, PhaseKind, parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.game.variant import Variant
from judge.game.wording import word_order, word_unit
from judge.language.faults import first_unit
from judge.language.gathering import gather
from judge.language.orders import read_orders

Document = dict[str, Any]  # what JSON holds


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """One phase of a case: the turn, and in the order given each order or the complaint about it.

    Shape: `given` triples of power, text as given, and the order or complaint; `idle` triples of tag, power and
    text for orders of phases that were passed after this one; `unread` triples of who, text and trouble of letters
    from outsiders that ask for nothing.
    """

    turn: Turn
    given: tuple[tuple[str, str, Order | Complaint], ...]
    idle: tuple[tuple[str, str, str], ...] = ()
    unread: tuple[tuple[str, str, str], ...] = ()


def play_case(case: Case) -> Iterator[PlayedTurn]:
    """Play the case from its position on, until the last phase that has orders is done or somebody has won.

    Refuses: CaseError when orders are for a phase that lies before the position.
    """
    by_tag = dict(case.orders)
    asked_for = [_place(case, tag) for tag in by_tag]
    position = case.position
    if min(asked_for) < _when(case, position.phase):
        raise case.fail("orders: some are for a phase before the one of the position")
    while _when(case, position.phase) <= max(asked_for):
        asked, unread = _read_outsiders(case, position)
        given = (*_read(case, position, by_tag.get(position.phase.tag, ())), *asked)
        orders = [order for _, _, order in given if not isinstance(order, Complaint)]
        turn = play_turn(case.variant, position, orders, case.rules)
        idle = tuple(
            (phase.tag, power, text)
            for phase in turn.passed
            for power, texts in by_tag.get(phase.tag, ())
            for text in texts
        )
        yield PlayedTurn(turn=turn, given=given, idle=idle, unread=unread)
        if turn.winner:
            return
        position = turn.after


def _place(case: Case, tag: str) -> tuple[int, int]:
    """Where a phase lies in the game's time. Refuses: CaseError for a tag that is no phase of the case's game."""
    phase = parse_phase(tag)
    if phase is None or (phase.season, phase.kind) not in case.variant.calendar.stops:
        raise case.fail(f"orders: {tag} is no phase of this game")
    return _when(case, phase)


def _when(case: Case, phase: Phase) -> tuple[int, int]:
    return phase.year, case.variant.calendar.stops.index((phase.season, phase.kind))


def _read(case: Case, position: Position, lines: OrderLines) -> Iterator[tuple[str, str, Order | Complaint]]:
    """The orders as mailed ones are read; remarks about an order that was understood are left out."""
    for power, texts in lines:
        numbered = [NumberedLine(number, text) for number, text in enumerate(texts, 1)]
        for line in gather(case.variant, numbered):
            for read in read_orders(case.variant, position, power, line, case.rules):
                if not isinstance(read, Complaint) or read.kind != "note" or read.expected:
                    yield power, line.text, read


def _read_outsiders(
    case: Case, position: Position
) -> tuple[list[tuple[str, str, Order | Complaint]], tuple[tuple[str, str, str], ...]]:
    """What outsiders ask for in a phase, and their letters that ask for nothing with what is wrong."""
    asked: list[tuple[str, str, Order | Complaint]] = []
    unread = []
    for who, text in dict(case.outsiders).get(position.phase.tag, ()):
        entrance = case.variant.entrance
        if entrance is None:
            continue
        read = read_outsider(case.variant, entrance, position, who, text, case.rules)
        if isinstance(read, str):
            unread.append((who, text, read))
        else:
            asked.append((read.power, text, read))
    return asked, tuple(unread)


def answer_case(case: Case, *, all_in: bool = False) -> Document:
    """The whole answer to a case: one phase's, or a list of them under `phases`.

    Shape: with `all_in` each has a key `missing` more, what nobody ordered, by power; empty when all is in.
    """
    answers = []
    for played in play_case(case):
        answer = answer_turn(played, case.variant)
        answers.append(answer | {"missing": missing_orders(case, played)} if all_in else answer)
    about: Document = dict(case.about)
    if case.single:
        return about | answers[0]
    return about | {"phases": answers}


def missing_orders(case: Case, played: PlayedTurn) -> Document:
    """What nobody ordered in a phase, by power: units, or `1 build`, `2 removals`.

    Rule: as for a turn by mail, an order that is unreadable or impossible is no order; nor is one for a build or
    a removal that is not carried out.
    """
    position, outcomes = played.turn.before, list(played.turn.outcomes)
    possible = []
    for _, _, order in played.given:
        if not isinstance(order, Complaint):
            outcome = outcomes.pop(_find(order, outcomes))
            undone = outcome.result == "void" and position.phase.kind is PhaseKind.ADJUSTMENT
            if not undone and illegal(case.variant, position, order, case.rules) is None:
                possible.append(order)
    found: Document = {}
    for power in position.board.powers:
        left = missing(case.variant, position, power.id, possible)
        if left:
            found[power.name] = [_missing_text(position, one, power.id) for one in left]
    return found


def _missing_text(position: Position, missed: str, power: str) -> str:
    if not position.board.has(missed):
        return missed
    gone = position.dislodged_in(missed, power)
    unit = gone.unit if gone is not None and gone.unit.at == missed else position.unit_in(missed)
    return missed if unit is None else word_unit(position.board, unit.kind, unit.at)


def answer_turn(played: PlayedTurn, variant: Variant) -> Document:
    """The answer about one phase of a game of the variant.

    Shape: `orders` in the order given, then the units without an order; `units` and `centers` as the next phase
    finds them, or as this one left them where the variant says so, `dislodged` and `contested` as the played phase
    left them; `played` its tag, `passed` the tags of phases skipped after it; `state` and further keys as the variant
    writes them.
    """
    turn = played.turn
    left = turn.left or turn.after
    shown = left if variant.tells_left else turn.after
    board = shown.board
    name = {power.id: power.name for power in board.powers}
    winners = [name[power] for power in turn.winner]
    return {
        "played": turn.before.phase.tag,
        "passed": [phase.tag for phase in turn.passed],
        "orders": _orders(played) + [_idle(turn.before, *idle) for idle in played.idle],
        "units": _by_power((name[u.power], word_unit(board, u.kind, u.at)) for u in shown.units),
        "dislodged": _by_power(
            (
                name[one.unit.power],
                {
                    "unit": word_unit(left.board, one.unit.kind, one.unit.at),
                    "from": None if one.attacker_from is None else left.board.write(one.attacker_from),
                    "retreats": [left.board.write(place) for place in one.retreats],
                },
            )
            for one in left.dislodged
        ),
        "contested": [left.board.write(place) for place in left.contested],
        "centers": _by_power((name[power], board.write(center)) for center, power in shown.centers),
        "state": variant.state_to(shown),
        "phase": turn.after.phase.tag,
        "events": [
            {"kind": event.kind, "text": event.text, "places": list(event.places), "powers": list(event.powers)}
            for event in turn.events
        ]
        + [
            {"kind": "refused", "text": f"{who} wrote: {text} Refused, {why}.", "places": [], "powers": []}
            for who, text, why in played.unread
        ],
        "winner": None if not winners else winners[0] if len(winners) == 1 else winners,
        **variant.answer_more(turn),
    }


def unclear_orders(played: PlayedTurn) -> tuple[tuple[str, str], ...]:
    """The orders that could not be read or were left open, with what is wrong with each."""
    return tuple((text, read.problem) for _, text, read in played.given if isinstance(read, Complaint))


def _by_power(pairs: Iterable[tuple[str, Any]]) -> Document:
    found: Document = {}
    for power, value in pairs:
        found.setdefault(power, []).append(value)
    return found


def _orders(played: PlayedTurn) -> list[Document]:
    """One entry for each order, and for each unit that had none."""
    turn = played.turn
    left = list(turn.outcomes)
    entries: list[Document] = []
    unread: dict[
        tuple[str, str], Document
    ] = {}  # by the power and province of the unit that an order without meaning was for
    for power, text, read in played.given:
        if isinstance(read, Complaint):
            entry = _complained(turn.before, power, text, read)
            at = first_unit(turn.before, power, text)
            if at is not None:
                unread[power, at] = entry
                entry["unit"] = _unit_text(turn.before, power, at)
        else:
            entry = _entry(turn.before, left.pop(_find(read, left)))
        entries.append(entry)
    for outcome in left:
        unmeant = unread.get((outcome.order.power, outcome.order.at.partition("/")[0])) if _not_given(outcome) else None
        if unmeant is None:
            entries.append(_entry(turn.before, outcome))
        elif outcome.dislodged:
            unmeant["dislodged"] = True
    return entries


def _find(order: Order, outcomes: Sequence[Outcome]) -> int:
    """Where the outcome of an order is: its own, or one for the same unit that does not show all of it."""
    for place, outcome in enumerate(outcomes):
        if outcome.order is order:
            return place
    own = (place for place, one in enumerate(outcomes) if one.order == order)
    unit = (place for place, one in enumerate(outcomes) if (one.order.power, one.order.at) == (order.power, order.at))
    return next(chain(own, unit))


def _not_given(outcome: Outcome) -> bool:
    """Whether an outcome is that of a unit which nobody gave a possible order: it held, or left the board."""
    if isinstance(outcome.order, Disband):
        return outcome.cause is not None
    return isinstance(outcome.order, Hold) and not outcome.order.given


def _unit_text(position: Position, power: str, province: str) -> str | None:
    """The unit of a power in a province, a dislodged one before others."""
    gone = next((one.unit for one in position.dislodged_of(power) if one.unit.province == province), None)
    unit = gone or position.unit_in(province)
    return None if unit is None else word_unit(position.board, unit.kind, unit.at)


def _complained(position: Position, power: str, text: str, complaint: Complaint) -> Document:
    """The entry for an order that cannot be carried out as it is written."""
    return {
        "power": position.board.power(power).name,
        "unit": None,
        "order": text,
        "result": "void" if complaint.kind in ("ambiguous", "illegal", "refused") else "unreadable",
        "reason": complaint.problem,
        "by": None,
    }


def _idle(position: Position, tag: str, power: str, text: str) -> Document:
    """The entry for an order for a phase that was passed."""
    return {
        "power": position.board.power(power).name, "unit": None, "order": text, "result": "void",
        "reason": f"{tag} was passed, nobody had anything to decide in it", "by": None,
    }  # fmt: skip


def _entry(position: Position, outcome: Outcome) -> Document:
    board, order, cause = position.board, outcome.order, outcome.cause
    kind = getattr(order, "kind", None)
    entry: Document = {
        "power": board.power(order.power).name,
        "unit": word_unit(board, kind if isinstance(kind, UnitKind) else None, order.at) if order.at else None,
        "order": word_order(board, order),
        "result": outcome.result,
        "reason": None if cause is None else tell_cause(board, cause),
        "by": word_order(board, cause.by[0]) if cause is not None and cause.by else None,
    }
    if outcome.dislodged:
        entry["dislodged"] = True
    return entry
