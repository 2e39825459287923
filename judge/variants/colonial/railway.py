"""The Trans-Siberian Railroad as an order: `A Mos - TSR - Irk`, its wording, reading, legality and options."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.adjudication.legality import illegal_hold
from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.kinds import Reading
from judge.game.orders import Hold, Move, Order, Support
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, PlacePhrase, UnitPhrase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.sketches import Leg, legs
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


@legs.register
def _ride(order: Train) -> tuple[Leg, ...]:
    return (Leg(at=order.at, to=order.to, by_rail=True),)


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


def by_rail(position: Position, order: Move) -> Train | None:
    """The train that a move would be, None where it cannot be one."""
    train = Train(power=order.power, kind=order.kind, at=order.at, to=province_of(order.to))
    return train if illegal_train(position, train, Rules()) is None else None


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
    """The order in `A Mos - TSR - Irk`; places that could be several are taken for stations.

    Rule: stations on the way may be written, in their sequence; they change nothing.
    """
    position, power = reading.position, reading.power

    def is_mine(province: str) -> bool:
        unit = position.unit_in(province)
        return unit is not None and unit.power == power

    unit = _station_of(phrase.units[0], is_mine)
    stands = reading.order(Phrase(rule="hold", units=(unit,)), position)
    to = _the_station(reading, phrase.places[-1])
    if isinstance(stands, Complaint) or isinstance(to, Complaint):
        return stands if isinstance(stands, Complaint) else to  # type: ignore[return-value]  # one is a complaint
    assert isinstance(stands, Hold)
    train = Train(power=power, kind=stands.kind, at=stands.at, to=to)
    start = province_of(stands.at)
    way = iter(stations_between(start, to)[:-1] if start in LINE and to in LINE else ())
    over = (place for part in phrase.parts if part.rule == "via" for place in part.places)
    for place in (*phrase.places[:-1], *over):
        if not any(one in place.provinces for one in way):
            problem = "this is no station on the way; the start and the end are enough"
            return reading.complain(problem, word_train(position.board, train), place)
    return train


def read_train_support(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """The support in `A Vla S A Mos - TSR - Irk`, read as any support to the end station."""
    position = reading.position
    units = tuple(_station_of(unit, lambda one: position.unit_in(one) is not None) for unit in phrase.units)
    end = phrase.places[-1]
    return reading.order(
        replace(phrase, rule="support", units=units, places=(_narrowed(end, LINE.__contains__),)), position
    )


Test = Callable[[str], bool]


def _narrowed(place: PlacePhrase, *tests: Test) -> PlacePhrase:
    """A place that could be several: those that pass a test, test after test until one is left."""
    left = place.provinces
    for test in tests:
        left = tuple(one for one in left if test(one)) or left
    return replace(place, provinces=left)


def _station_of(unit: UnitPhrase, test: Test) -> UnitPhrase:
    return replace(unit, place=_narrowed(unit.place, test, LINE.__contains__))


def _the_station(reading: Reading, place: PlacePhrase) -> str | Complaint:
    """The one province that is meant, a station if one could be."""
    left = _narrowed(place, LINE.__contains__).provinces
    if len(left) == 1:
        return left[0]
    names = tuple(reading.position.board.province(one).name for one in left)
    found = reading.complain(f"“{place.text}” could be {' or '.join(names)}", "", place)
    return replace(found, kind="ambiguous", expected=" or ".join(names), instead=names)
