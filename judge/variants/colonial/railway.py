"""The Trans-Siberian Railroad as an order: `A Mos - TSR - Irk`, its wording, reading, legality and options."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from judge.adjudication.legality import illegal_hold
from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Order, Support
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.game.wording import word_unit, wording

OPERATOR = "russia"
LINE = ("mos", "prm", "oms", "kra", "irk", "vla")


@dataclass(frozen=True, slots=True, kw_only=True)
class Train:
    """An army goes by rail from one station to another."""

    power: str
    kind: UnitKind
    at: str
    to: str


@wording.register
def _word_train(order: Train, board: Board) -> str:
    return f"{word_unit(board, order.kind, order.at)} - TSR - {board.write(order.to)}"


def word_train(board: Board, order: Order) -> str:
    """The canonical wording, `A Mos - TSR - Irk`."""
    return wording(order, board)


def stations_between(start: str, end: str) -> tuple[str, ...]:
    """The stations from the one after `start` to `end`, in the order in which a train comes to them."""
    first, last = LINE.index(start), LINE.index(end)
    return LINE[first + 1 : last + 1] if first < last else LINE[last:first][::-1]


def is_whole(board: Board, start: str, end: str) -> bool:
    """Whether each station on the way touches the next on this board. Rule: ruling S27."""
    way = (start, *stations_between(start, end))
    return all(there in board.army_neighbors(here) for here, there in pairwise(way))


def illegal_train(position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why an army cannot take the train.

    Rule: 9.2, 9.21: armies of Russia, from one station to another (rulings C1 to C3).
    Not: a start in foreign hands, other units and trains; they decide what becomes of a legal order.
    """
    assert isinstance(order, Train)
    fault = illegal_hold(position, order, rules)
    unit = position.unit_in(order.at)
    if fault is not None or unit is None:
        return fault
    if order.power != OPERATOR:
        return Cause(code="rail_foreign")
    if unit.kind is UnitKind.FLEET:
        return Cause(code="rail_fleet")
    start, end = unit.province, province_of(order.to)
    for place in (start, end):
        if place not in LINE:
            return Cause(code="no_station", place=place)
    if start == end:
        return Cause(code="same_place", place=end)
    return None if is_whole(position.board, start, end) else Cause(code="rail_cut")


def train_options(position: Position, power: str) -> Iterator[Order]:
    """Each Russian army on the line to each other station."""
    if power == OPERATOR:
        for unit in position.units_of(power):
            if unit.kind is UnitKind.ARMY and unit.province in LINE:
                for station in LINE:
                    if station != unit.province:
                        yield Train(power=power, kind=unit.kind, at=unit.at, to=station)


def train_support_options(position: Position, power: str) -> Iterator[Order]:
    """Support by each unit for each army that might take a train to a place it cannot reach otherwise."""
    for target in position.units_of(OPERATOR):
        if target.kind is UnitKind.ARMY and target.province in LINE:
            for unit in position.units_of(power):
                for station in LINE:
                    if unit != target and station not in (target.province, unit.province):
                        yield Support(
                            power=power, kind=unit.kind, at=unit.at, target=target.at, to=station,
                            target_kind=target.kind, target_power=target.power,
                        )  # fmt: skip


def may_come_by_train(position: Position, order: Support) -> bool:
    """Whether a support is for an army that could come to the place by rail. Rule: 9.26, ruling C6."""
    target = position.unit_in(order.target)
    if target is None or order.to is None or target.power != OPERATOR or target.kind is not UnitKind.ARMY:
        return False
    start, end = target.province, province_of(order.to)
    return start in LINE and end in LINE and start != end and is_whole(position.board, start, end)


def read_train(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """The order in `A Mos - TSR - Irk`; places that could be several are taken for stations."""
    position, power = reading.position, reading.power

    def is_mine(province: str) -> bool:
        unit = position.unit_in(province)
        return unit is not None and unit.power == power

    at = _one(position, phrase.units[0].place, is_mine)
    to = _one(position, phrase.places[-1])
    if isinstance(at, Complaint):
        return at
    if isinstance(to, Complaint):
        return to
    unit = position.unit_in(at)
    kind = phrase.units[0].kind or UnitKind.ARMY
    return Train(power=power, kind=unit.kind if unit else kind, at=unit.at if unit else at, to=to)


def read_train_support(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """The support in `A Vla S A Mos - TSR - Irk`."""
    position, power = reading.position, reading.power
    places = [_one(position, unit.place, lambda one: position.unit_in(one) is not None) for unit in phrase.units]
    for found in (*places, to := _one(position, phrase.places[-1])):
        if isinstance(found, Complaint):
            return found
    at, target = (position.unit_in(str(place)) for place in places)
    return Support(
        power=power, kind=at.kind if at else UnitKind.ARMY, at=at.at if at else str(places[0]), target=str(places[1]),
        to=str(to), target_kind=target.kind if target else None, target_power=target.power if target else None,
    )  # fmt: skip


def _one(position: Position, place: PlacePhrase, *tests: object) -> str | Complaint:
    """The one province that is meant: the only one that passes a test, or the only station."""
    left = place.provinces
    for test in (*tests, LINE.__contains__):
        passed = tuple(one for one in left if callable(test) and test(one))
        left = passed or left
        if len(left) == 1:
            return left[0]
    names = tuple(position.board.province(one).name for one in left)
    return Complaint(
        kind="ambiguous", problem=f"“{place.text}” could be {' or '.join(names)}", column=place.column,
        piece=place.text, expected=" or ".join(names), instead=names,
    )  # fmt: skip
