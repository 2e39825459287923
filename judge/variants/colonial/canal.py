"""The Suez Canal: who may pass, how leave is given and read, what is legal at it.

A fleet that passes moves from one end to the other. Leave for a foreign fleet is a support order of the unit in
Egypt for that move; from an army, which could support nothing at sea, it is leave and no more.
"""

from collections.abc import Iterator

from judge.adjudication.legality import illegal_move, illegal_support
from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Move, Order, Support
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, UnitPhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.variants.colonial.railway import may_come_by_train

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
    """Why a unit cannot go there; a fleet at one end of the Canal may always be ordered to the other."""
    cause = illegal_move(position, order, rules)
    if cause is not None and cause.code == "unreachable" and is_passage(order) and joins(position.board):
        return None
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


def read_permit(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """Leave written as `permit F Reds - Meds`, `SC permits F Reds - Meds`, `F Egy permits F Reds - Meds`."""
    if len(phrase.units) == 2 and phrase.units[0].place.provinces != (EGYPT,):
        return _complaint(phrase.units[0], "only the unit in Egypt gives leave to pass the Canal")
    passing = phrase.units[-1]
    start = next((one for one in passing.place.provinces if one in ENDS), "")
    end = next((one for one in phrase.places[-1].provinces if one in ENDS), "")
    if {start, end} != ENDS:
        return _complaint(passing, "leave to pass the Canal is for a fleet between the Mediterranean and the Red Sea")
    keeper, fleet = reading.position.unit_in(EGYPT), reading.position.unit_in(start)
    return Support(
        power=reading.power,
        kind=keeper.kind if keeper else UnitKind.FLEET,
        at=keeper.at if keeper else EGYPT,
        target=start,
        to=end,
        target_kind=fleet.kind if fleet else passing.kind,
        target_power=fleet.power if fleet else passing.nation,
    )


def read_rider(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """Leave written in brackets after the order of the unit in Egypt: `F Egy H (permit F Reds - Meds)`.

    Rule: leave takes the unit's order (ruling C18), so that can only be to hold, or the same leave.
    """
    order, inner = phrase.parts
    leave = read_permit(inner, reading)
    unit = order.units[0]
    if isinstance(leave, Complaint):
        return leave
    if unit.place.provinces != (EGYPT,):
        return _complaint(unit, "only the unit in Egypt gives leave to pass the Canal")
    if order.rule in ("hold", "bare"):
        return leave
    if order.rule == "support" and order.places and read_permit(order, reading) == leave:
        return leave
    return _complaint(unit, "the unit in Egypt has one order: either this or leave to pass the Canal")


def _complaint(unit: UnitPhrase, problem: str) -> Complaint:
    return Complaint(
        kind="unreadable", problem=problem, column=unit.place.column, piece=unit.place.text,
        example="F Egy S F REDS - MEDS",
    )  # fmt: skip
