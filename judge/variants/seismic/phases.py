"""The phase of seismic events: what may be ordered in it, and how it is adjudicated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.adjudication.legality import WRONG_PHASE, kinds_now
from judge.board import Board, province_of
from judge.board.events import Seism
from judge.board.reshaping import reshape, topology_of
from judge.board.shifts import Event as Shift
from judge.board.shifts import Flip, Release
from judge.board.wording import word_seism, write_face
from judge.game.orders import Order
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Position
from judge.game.rules import Rules, Ruling
from judge.game.turns import Event, Owed
from judge.game.units import Unit, UnitKind
from judge.game.variant import Played, Variant
from judge.game.wording import word_unit
from judge.variants.seismic.changes import changes, tell_change
from judge.variants.seismic.fleets import Berth, Placed, place_fleets
from judge.variants.seismic.judgement import Fate, Judged, conflict, happening, judge_seisms
from judge.variants.seismic.legality import example_events, fault, is_alive, is_shut_in
from judge.variants.seismic.orders import CoastWish, EventOrder, NoEvent
from judge.variants.seismic.state import seisms_of, state_of

S7 = Ruling(
    number="S7", name="beaten_orders", about="an event that a stronger one spoils, and that would spoil a third",
    meanings=(("a", "it spoils the third all the same"), ("b", "it spoils nothing")),
)  # fmt: skip


def owed_in_events(_variant: Variant, position: Position, power: str) -> Owed:
    """One event may be ordered by each power that has a unit or a center. Rule: 3, ruling S4."""
    return Owed(may=example_events(position, power)) if is_alive(position, power) else Owed()


def play_events(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a seismic phase: all events on the map as it is, then the fleets whose coasts have changed.

    Rule: 2, 3, 6 to 9; of several events of one power the last one counts (S3).
    """
    board = position.board
    last = {order.power: order for order in orders if isinstance(order, EventOrder | NoEvent)}
    asked = [order for order in orders if isinstance(order, EventOrder) and _counts(position, last, order)]
    judged = judge_seisms(board, [(order.power, order.seism) for order in asked], S7.chosen(rules) == "a")
    happened = happening(board, judged)
    wishes = _wishes(variant, position, orders, rules)
    fleets = [unit for unit in position.units if unit.kind is UnitKind.FLEET]
    placed = place_fleets(board, happened, [unit.at for unit in fleets], {
        province_of(at): wish.coast for at, wish in wishes.items()
    })  # fmt: skip
    after = _moved(position, happened, fleets, placed)
    fates = dict(zip(map(id, asked), _event_outcomes(board, asked, judged), strict=True))
    places = {one.before: one for one in placed}
    outcomes = []
    for order in orders:
        if id(order) in fates:
            outcomes.append(fates[id(order)])
        elif isinstance(order, EventOrder | NoEvent) and last[order.power] is not order:
            cause = Cause(code="seism_replaced", by=(last[order.power],))
            outcomes.append(Outcome(order=order, result="void", cause=cause))
        elif isinstance(order, CoastWish) and wishes.get(order.at) is order:
            outcomes.append(_wish_outcome(after, order, places[order.at]))
        else:
            outcomes.append(_plain_outcome(variant, position, order, rules))
    fleets_told = _tell_fleets(position, after, fleets, placed)
    told = (*_tell_seisms(board, happened), *_tell_borders(board, after.board), *fleets_told, *_tell_shut(board, after))
    return Played(outcomes=tuple(outcomes), position=after, events=told)


def _counts(position: Position, last: Mapping[str, Order], order: EventOrder) -> bool:
    return last[order.power] is order and is_alive(position, order.power)


def _plain_outcome(variant: Variant, position: Position, order: Order, rules: Rules) -> Outcome:
    """The outcome of an order that is no event that counts and no wish that is heard."""
    if isinstance(order, NoEvent):
        return Outcome(order=order, result="waives")
    kind = kinds_now(variant, position).get(type(order))
    cause = WRONG_PHASE if kind is None else kind.illegal(position, order, rules)
    return Outcome(order=order, result="void", cause=cause or Cause(code="wish_replaced"))


def _wishes(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> dict[str, CoastWish]:
    """The possible wishes by the place of the fleet, of several the last one."""
    kinds = kinds_now(variant, position)
    return {
        order.at: order for order in orders
        if isinstance(order, CoastWish) and kinds[CoastWish].illegal(position, order, rules) is None
    }  # fmt: skip


def _moved(
    position: Position, happened: tuple[Seism, ...], fleets: Sequence[Unit], placed: Sequence[Placed]
) -> Position:
    """The position on the changed board."""
    stands = {unit: replace(unit, at=one.after) for unit, one in zip(fleets, placed, strict=True)}
    units = sorted((stands.get(unit, unit) for unit in position.units), key=lambda unit: unit.sort_key)
    state = state_of((*seisms_of(position.state), *happened))
    board = reshape(position.board, happened)
    return replace(position, board=board, units=tuple(units), state=state, contested=(), dislodged=())


def _event_outcomes(board: Board, asked: Sequence[EventOrder], judged: Sequence[Judged]) -> Iterator[Outcome]:
    """The fate of each event that was ordered, with its cause."""
    orders: dict[Shift, EventOrder] = {}
    strengths: dict[Shift, int] = {}
    for order, one in sorted(zip(asked, judged, strict=True), key=lambda pair: pair[0].power):
        if one.key is not None:
            orders.setdefault(one.key, order)
            strengths[one.key] = one.strength
    for order, one in zip(asked, judged, strict=True):
        if one.fate is Fate.SUCCEEDS:
            cause = Cause(code="seism_strength", strengths=(one.strength, 0))
        elif one.fate is Fate.INADMISSIBLE:
            cause = _spoiled(board, one, orders, strengths)
        else:
            cause = fault(board, one.seism, one.found)
        yield Outcome(order=order, result=one.fate.value, cause=cause)


def _spoiled(board: Board, one: Judged, orders: Mapping[Shift, EventOrder], strengths: Mapping[Shift, int]) -> Cause:
    """Why an event is inadmissible: what spoils it, how strong, and how. Rule: 7, rulings S8 and S9."""
    topology, key = topology_of(board), one.key
    assert key is not None
    spoiler, across = one.by[0], ""
    if isinstance(key, Release):
        across = write_face(board, topology.face(key.side).id)
    if not conflict(topology, key, spoiler):
        code = "seism_ring"
    elif isinstance(key, Flip) and isinstance(spoiler, Flip):
        code = "seism_corner"
    else:
        code = "seism_cut" if type(key) is type(spoiler) else "seism_landing"
    against = max(strengths[other] for other in one.by)
    return Cause(
        code=code, by=tuple(orders[other] for other in one.by), strengths=(one.strength, against), about=(across,)
    )


def _wish_outcome(after: Position, order: CoastWish, placed: Placed) -> Outcome:
    """What became of a wish: it decided, or there was nothing to decide, or nothing of the kind to come to."""
    if placed.berth is Berth.WISH:
        return Outcome(order=order, result="succeeds", cause=Cause(code="wish_heard", about=_written(after, placed)))
    code = "wish_idle"
    if placed.berth is Berth.TRAPPED:
        code = "wish_trapped"
    elif placed.unheard:
        code = "wish_unheard"
    return Outcome(order=order, result="unused", cause=Cause(code=code, about=_written(after, placed)))


def _written(after: Position, placed: Placed) -> tuple[str, ...]:
    return (after.board.write(placed.after),)


def _tell_seisms(before: Board, happened: Sequence[Seism]) -> Iterator[Event]:
    """Each event that happened, with the number that it has in the picture of the phase."""
    for number, seism in enumerate(happened, 1):
        yield Event(
            kind="seism", text=f"{number}. {word_seism(before, seism)}.", places=(*(seism.apart or ()), *seism.joined)
        )


def _tell_borders(before: Board, after: Board) -> Iterator[Event]:
    for change in changes(before, after):
        yield Event(kind="borders", text=tell_change(after, change), places=(change.face,))


def _tell_fleets(
    before: Position, after: Position, fleets: Sequence[Unit], placed: Sequence[Placed]
) -> Iterator[Event]:
    for unit, one in zip(fleets, placed, strict=True):
        text = _tell_fleet(before.board, after.board, unit, one)
        if text:
            yield Event(kind="fleet", text=text, places=(one.before, one.after), powers=(unit.power,))


def _tell_shut(before: Board, after: Position) -> Iterator[Event]:
    """The units that have nowhere to go any more, and those that have again; of fleets on land berths tell it. S18."""
    for unit in after.units:
        if unit.kind is UnitKind.FLEET and not before.is_sea(unit.province):
            continue
        if (shut := is_shut_in(after.board, unit)) is not is_shut_in(before, unit):
            name = f"{word_unit(before, unit.kind, unit.at)} of {before.power(unit.power).name}"
            told = "is shut in: it has nowhere to go" if shut else "is free: it can move again"
            yield Event(kind="shut", text=f"{name} {told}.", places=(unit.at,), powers=(unit.power,))


def _tell_fleet(before: Board, after: Board, unit: Unit, placed: Placed) -> str:
    """What became of a fleet whose coast has changed, "" when nothing did."""
    was_trapped = before.is_inland(unit.province)
    name = f"{word_unit(before, unit.kind, unit.at)} of {before.power(unit.power).name}"
    there, province = after.write(placed.after), after.write(unit.province)
    match placed.berth:
        case Berth.TRAPPED:
            gone = f"{name} is trapped: {province} has no coast any more. It may only stand until it has one."
            return "" if was_trapped else gone
        case Berth.WISH:
            return f"{name} is on the coast {there}, as it wished."
        case Berth.CONVENTION:
            return f"{name} is on the coast {there}, by the convention."
        case Berth.ONLY if was_trapped:
            return f"{name} is free: {province} has a coast again."
        case Berth.ONLY:
            return f"{name} goes to the coast that {province} has left, as its own is gone; it is F {there} now."
    return f"{name} is F {there} now." if placed.before != placed.after else ""
