"""The Suez Canal: who may pass, how leave is given and read, what is legal at it.

A fleet that passes moves from one end to the other. Leave for a foreign fleet is a support order of the unit in
Egypt for that move; from an army, which could support nothing at sea, it is leave and no more.
"""

from collections.abc import Iterator
from dataclasses import replace

from judge.adjudication.legality import illegal_move, illegal_support
from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Move, Order, Support
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, PlacePhrase, UnitPhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.game.wording import word_order
from judge.variants.colonial.railway import by_rail, may_come_by_train

EGYPT = "egy"
ENDS = frozenset({"meds", "reds"})


def is_passage(order: Order | None) -> bool:
    """Whether a fleet is to go through the Canal."""
    return isinstance(order, Move) and {order.at, order.to} == ENDS


def joins(board: Board) -> bool:
    """Whether Egypt touches both seas on this board. Rule: ruling S27."""
    near = {sea for place in board.fleet_locations(EGYPT) for sea in board.fleet_neighbors(place)}
    return near >= ENDS


def has_leave(position: Position, order: Move, egyptian: Order | None) -> bool:
    """Whether the unit in Egypt lets a fleet pass; `egyptian` its order.

    Rule: its own power's fleets need no leave (ruling C18); a foreign one needs the support order for just this
    move (C24, C25).
    """
    keeper = position.unit_in(EGYPT)
    if keeper is None or not joins(position.board):
        return False
    return keeper.power == order.power or is_leave(order, egyptian)


def is_leave(order: Move, egyptian: Order | None) -> bool:
    """Whether the order of the unit in Egypt is for this passage."""
    return isinstance(egyptian, Support) and (egyptian.target, egyptian.to) == (order.at, order.to)


def illegal_passage(position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why a unit cannot go there; a fleet at one end of the Canal may always be ordered to the other.

    Shape: who writes the way over Egypt, or forgets the railroad, is told how to write it.
    """
    assert isinstance(order, Move)
    cause = illegal_move(position, order, rules)
    if cause is None:
        return None
    if is_passage(order) and joins(position.board):
        if cause.code == "unreachable":
            return None
        if cause.code == "not_an_army" and order.route == (EGYPT,):
            return Cause(code="canal_unsaid", by=(replace(order, route=(), convoyed=False),))
    train = by_rail(position, order)
    if train is not None and cause.code in ("unreachable", "no_sea_route"):
        return Cause(code="rail_unsaid", by=(train,), place=order.to)
    return cause


def illegal_leave(position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why a unit cannot give this support.

    Rule: as ever, but a fleet could come through the Canal, and an army by rail; and a unit in Egypt may give leave
    to pass. Nobody supports through the Canal (ruling C21).
    """
    cause = illegal_support(position, order, rules)
    if cause is None or not isinstance(order, Support):
        return cause
    passage = _is_passable(position, order)
    match cause.code:
        case "target_out_of_reach" if passage or may_come_by_train(position, order):
            return None
        case "support_out_of_reach" if passage and province_of(order.at) == EGYPT:
            return None
    return cause


def _is_passable(position: Position, order: Support) -> bool:
    target = position.unit_in(order.target)
    is_fleet = target is not None and target.kind is UnitKind.FLEET
    return is_fleet and {order.target, order.to} == ENDS and joins(position.board)


def passage_options(position: Position, power: str) -> Iterator[Order]:
    """The fleets of a power at the Canal, each to the other end."""
    for unit in position.units_of(power):
        if unit.kind is UnitKind.FLEET and unit.at in ENDS:
            yield Move(power=power, kind=unit.kind, at=unit.at, to=_other(unit.at))


def leave_options(position: Position, power: str) -> Iterator[Order]:
    """Support of each unit for each passage, and leave from Egypt."""
    for target in position.units:
        if target.kind is UnitKind.FLEET and target.at in ENDS:
            for unit in position.units_of(power):
                if unit != target:
                    yield Support(
                        power=power, kind=unit.kind, at=unit.at, target=target.at, to=_other(target.at),
                        target_kind=target.kind, target_power=target.power,
                    )  # fmt: skip


def _other(end: str) -> str:
    return next(sea for sea in ENDS if sea != end)


def read_passage(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """A fleet through the Canal that stands on its way: `F Reds - Suez - Meds`, `F Reds - Meds via Suez`."""
    start, end = _ends(phrase.units[-1].place), _ends(phrase.places[-1])
    if {*start.provinces, *end.provinces} != ENDS:
        return _no_way(phrase.units[-1].place, reading)
    units = (*phrase.units[:-1], replace(phrase.units[-1], place=start))
    rule = "move" if len(units) == 1 else "support"
    return reading.order(Phrase(rule=rule, units=units, places=(end,)), reading.position)


def read_permit(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """Leave written as `permit F Reds - Meds`, `SC permits F Reds - Meds`, `F Egy permits F Reds - Meds`.

    Rule: it is read as the support that it is, so a nation or letter that is not the fleet's is noted or refused.
    """
    keeper = reading.position.unit_in(EGYPT)
    passing = phrase.units[-1]
    if not phrase.places:
        problem = "leave to pass the Canal says from where to where"
        return reading.complain(problem, _EXAMPLE, passing.place)
    if len(phrase.units) == 2 and EGYPT not in phrase.units[0].place.provinces:
        return reading.complain("only the unit in Egypt gives leave to pass the Canal", _EXAMPLE, phrase.units[0].place)
    writer = phrase.units[0] if len(phrase.units) == 2 else None
    if writer is None:
        place = PlacePhrase(EGYPT, (EGYPT,), "", passing.place.column)
        writer = UnitPhrase(place, keeper.kind if keeper else UnitKind.FLEET)
    passage = Phrase(rule="passage", units=(writer, passing), places=phrase.places)
    return read_passage(passage, reading)


def read_unnamed(_phrase: Phrase, reading: Reading) -> Complaint:
    """The complaint about leave for a nation, `let Britain pass the canal`.

    Rule: C24, leave is for one move; the example is for a fleet that waits, where one does.
    """
    position, keeper = reading.position, reading.position.unit_in(EGYPT)
    orders = () if keeper is None else leave_options(position, reading.power)
    mine = (one for one in orders if province_of(one.at) == EGYPT)
    example = next((word_order(position.board, one) for one in mine), _EXAMPLE)
    return reading.complain("leave to pass the Canal says which fleet, and from where to where", example, None)


def read_rider(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """Leave written in brackets after the order of the unit in Egypt: `F Egy H (permit F Reds - Meds)`.

    Rule: leave takes the unit's order (ruling C18), so that can only be to hold, or the same leave.
    """
    order, inner = phrase.parts
    writer = order.units[0]
    if writer.place.provinces != (EGYPT,):
        return reading.complain("only the unit in Egypt gives leave to pass the Canal", _EXAMPLE, writer.place)
    leave = read_permit(replace(inner, units=(writer, *inner.units)), reading)
    if isinstance(leave, Complaint) or order.rule in ("hold", "bare"):
        return leave
    if order.rule == "support" and order.places and read_permit(order, reading) == leave:
        return leave
    problem = "the unit in Egypt has one order: either this or leave to pass the Canal"
    return reading.complain(problem, _EXAMPLE, writer.place)


_EXAMPLE = "F Egy S F REDS - MEDS"


def _ends(place: PlacePhrase) -> PlacePhrase:
    """A place that could be several taken for an end of the Canal."""
    return replace(place, provinces=tuple(one for one in place.provinces if one in ENDS) or place.provinces)


def _no_way(place: PlacePhrase, reading: Reading) -> Complaint:
    return reading.complain(
        "the Canal is for a fleet between the Mediterranean and the Red Sea", "F REDS - MEDS", place
    )
