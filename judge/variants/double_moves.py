"""The order to move twice in one movement phase: its value, words, reading, and when it is possible."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from judge.adjudication.legality import landing, unit_of
from judge.adjudication.retreats import near_locations
from judge.adjudication.table import table_of
from judge.board import Board, province_of
from judge.game.complaints import Complaint
from judge.game.kinds import OrderKind, Reading
from judge.game.orders import Move, Order
from judge.game.outcomes import Cause
from judge.game.phases import Phase, PhaseKind, parse_phase
from judge.game.phrases import Phrase, PlacePhrase, UnitPhrase
from judge.game.position import Position
from judge.game.rules import Rules, Ruling
from judge.game.sketches import Leg, legs
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order, word_unit, wording

R7 = Ruling(
    number="R7",
    about="an illegal second part",
    meanings=(("a", "the whole order is illegal"), ("b", "only the second part is void")),
)

# What is wrong with a second part by itself, and when the whole order falls with it.
WHOLE = MappingProxyType({"second_no_move": "whole_no_move", "second_impossible": "whole_impossible"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleMove:
    """Go to `to` and from there on: `second` is the order that the unit has there.

    Shape: `second` is a Move when the order is possible at all; its `at` is where the first part leads. `convoyed`
    is about the first part.
    """

    power: str
    kind: UnitKind
    at: str
    to: str
    second: Order
    convoyed: bool = False

    @property
    def first(self) -> Move:
        """The first part, an order by itself."""
        return Move(power=self.power, kind=self.kind, at=self.at, to=self.to, convoyed=self.convoyed)


@wording.register
def _word_double(order: DoubleMove, board: Board) -> str:
    """`F Bre - MAO - Por`, `A Pic - Wal via convoy - Lon`."""
    there = word_unit(board, order.kind, order.second.at)
    return word_order(board, order.first) + word_order(board, order.second).removeprefix(there)


@legs.register
def _both(order: DoubleMove) -> tuple[Leg, ...]:
    return (*legs(order.first), *legs(order.second))


def double_kind(move: OrderKind) -> OrderKind:
    """The double form of a game's moves."""

    def illegal(position: Position, order: Order, rules: Rules) -> Cause | None:
        """Why a unit cannot go both ways.

        Rule: ruling R7, an illegal part makes the whole order illegal; by its option b only a first part does.
        """
        assert isinstance(order, DoubleMove)
        cause = move.illegal(position, order.first, rules)
        if cause is None and R7.chosen(rules) == "a":
            fault = second_fault(move, position, order, rules)
            return fault and replace(fault, code=WHOLE[fault.code])
        return cause

    def caution(position: Position, order: Order, rules: Rules) -> Cause | None:
        """Why the second part will not be done though the order is possible (R7, option b)."""
        assert isinstance(order, DoubleMove)
        return second_fault(move, position, order, rules)

    def options(position: Position, power: str) -> Iterator[Order]:
        """Each move with each place near its end."""
        for first in move.options(position, power):
            if isinstance(first, Move):
                yield from _doubled(position, first)

    return OrderKind(
        name="double", order=DoubleMove, phases="M", word=word_order, illegal=illegal, options=options,
        read=read_double, caution=caution,
    )  # fmt: skip


def single_kind(kind: OrderKind) -> OrderKind:
    """A kind of a game's orders where a chain of places means two moves: the way of a convoy is no part of one.

    Rule: R21; also for a line that only a grammar of the game beneath can read.
    """

    def read(phrase: Phrase, reading: Reading) -> Order | Complaint:
        if len(phrase.places) > 1:
            further = Phrase(rule="further", places=phrase.places[1:])
            return read_double(replace(phrase, places=phrase.places[:1], parts=(*phrase.parts, further)), reading)
        land = _way_over_land(phrase, reading)
        if land is not None:
            return land
        found = kind.read(phrase, reading) if kind.read else reading.order(phrase, reading.position)
        return replace(found, convoyed=True, route=()) if isinstance(found, Move) and found.route else found

    def illegal(position: Position, order: Order, rules: Rules) -> Cause | None:
        return kind.illegal(position, order, without_ways(rules))

    return replace(kind, read=read, illegal=illegal)


def without_ways(rules: Rules) -> Rules:
    """The rules of a game with double moves.

    Rule: R21, no chain of places is the way of a convoy, so what DATC 4.A.6 asks of written ways has no effect: by
    `c_required` no army could go by sea at all.
    """
    return rules if rules.written_routes == "a_ignored" else replace(rules, written_routes="a_ignored")


def _doubled(position: Position, first: Move) -> Iterator[Order]:
    table = table_of(position)
    landed = landing(table, unit_of(table, first), first.to)
    there = first.to if landed < 0 else table.atlas.locations[landed]
    for to in near_locations(position, Unit(first.kind, there, first.power)):
        second = Move(power=first.power, kind=first.kind, at=there, to=to)
        yield double_of(first, second)


def double_of(first: Move, second: Order) -> DoubleMove:
    """The order to do the one and then the other."""
    return DoubleMove(
        power=first.power, kind=first.kind, at=first.at, to=first.to, convoyed=first.convoyed, second=second
    )


def second_fault(move: OrderKind, position: Position, order: DoubleMove, rules: Rules) -> Cause | None:
    """Why the second part is impossible whatever happens; see `fault_finder`."""
    return fault_finder(move, position.board, rules)(order)


def fault_finder(move: OrderKind, board: Board, rules: Rules) -> Callable[[DoubleMove], Cause | None]:
    """What tells why a second part is impossible whatever happens.

    Rule: the second part is a move that the unit can make by itself, from the coast that it reached (R14): no fleet
    carries it, and it gives no help itself (rule 4, R7).
    """
    known = _ways(move, board, rules)

    def fault(order: DoubleMove) -> Cause | None:
        second = order.second
        if not isinstance(second, Move):
            return Cause(code="second_no_move", by=(second,))
        way = (order.kind.value, second.at, second.to, order.power)
        if way not in known:
            known[way] = not second.convoyed and _can_go(move, board, rules, second)
        return None if known[way] else Cause(code="second_impossible", by=(second,))

    return fault


# By the letter of a unit, where it stands, where it goes, and its power.
Ways = dict[tuple[str, str, str, str], bool]


@lru_cache(maxsize=64)
def _ways(_move: OrderKind, _board: Board, _rules: Rules) -> Ways:
    """The ways that have been asked for, to be filled: a board has some hundreds, and every phase asks again."""
    return {}


def _can_go(move: OrderKind, board: Board, rules: Rules, order: Move) -> bool:
    """Whether a unit could go there if it were alone on the board."""
    unit = Unit(order.kind, order.at, order.power)
    alone = Position(board=board, phase=_some_movement(board.start), units=(unit,), centers=())
    return move.illegal(alone, order, rules) is None


def _some_movement(start: str) -> Phase:
    phase = parse_phase(start)
    assert phase is not None
    return phase


def read_double(phrase: Phrase, reading: Reading) -> Order | Complaint:
    """A double move; a plain move when the unit is told to hold after it (R16).

    Refuses: a complaint for more than two moves, for a first part that is no move, and for a support or convoy that
    names both moves of a unit (R8).
    """
    legs = [part for part in phrase.parts if part.rule != "via"]
    land = _way_over_land(phrase, reading)
    if land is not None:
        return land
    if reading.position.phase.kind is not PhaseKind.MOVEMENT:
        found = _first_move(phrase, reading, legs[0])
        problem = "a unit moves twice only in a movement phase"
        return reading.complain(problem, _words(reading, found), _first_place(legs[0]))
    if len(phrase.units) > 1:
        return _help(phrase, reading, legs[0])
    if not phrase.places:
        found = _first_move(replace(phrase, places=legs[0].places[:1]), reading, legs[0])
        problem = "of the two parts the first must be a move; only the second may be to hold"
        return reading.complain(problem, _words(reading, found), None)
    if phrase.word("VIA") is not None and reading.position.board.is_sea(phrase.places[0].provinces[0]):
        return _first_move(replace(phrase, places=legs[0].places[:1]), reading, Phrase(rule="via"))
    first = _first_move(phrase, reading, legs[0])
    if isinstance(first, Complaint) or legs[0].rule == "stay" or not isinstance(first, Move):
        return first
    second = _second(phrase, reading, first, legs[0])
    if isinstance(second, Complaint):
        return second
    double = double_of(first, second)
    if legs[0].rule == "further" and len(legs[0].places) > 1:
        return reading.complain("a unit may move twice, not more often", _words(reading, double), legs[0].places[1])
    if legs[0].rule == "further" and legs[0].word("HOLD") is not None:
        return reading.complain("after two moves an order has no third part", _words(reading, double), None)
    return double


# `- Por`, `then Por`: what goes on from a move on the line above; in a list of orders a unit follows the dash.
_FURTHER = re.compile(
    r"\s*(?:[-=]*>+|-+|(?:and +)?then\b|second(?: (?:move|leg|half|part|step))?\b)[\s:,.]*(?:to +|[-=]*>+|-+)?\s*"
    r"(?!(?:an?|f|army|fleet)\b)(?!.*\b(?:h|s|c|holds?|stands?|supports?|convoys?|disbands?)\b)"
    r"[a-z][a-z' .]*(?:\s*[/(]\s*[nsew]c?\)?)?[\s.!]*"
)
_MOVE = re.compile(r"[^:]*[a-z)]\s*(?:[-=]*>+|-+|\b(?:to|moves?)\b)\s*[a-z][a-z' .-]*(?:[/(][nsew]c\)?)?[\s,;.]*")


def goes_twice(line: str, following: str) -> bool:
    """Whether a line that ends with a move goes on in the next, which has nothing but a further place."""
    return _FURTHER.fullmatch(following) is not None and _MOVE.fullmatch(line) is not None


def _first_move(phrase: Phrase, reading: Reading, leg: Phrase) -> Order | Complaint:
    """The first part by itself. Rule: `via convoy`, wherever it stands, means the first part (R21)."""
    over_sea = any(part.rule == "via" for part in (*phrase.parts, *leg.parts)) or any(
        found.word("VIA_CONVOY") is not None for found in (phrase, leg)
    )
    plain = Phrase(rule="move", units=phrase.units, places=phrase.places[:1])
    first = reading.order(plain, reading.position)
    return replace(first, convoyed=True) if over_sea and isinstance(first, Move) else first


def _second(phrase: Phrase, reading: Reading, first: Move, leg: Phrase) -> Order | Complaint:
    """The second part, read as it would be if the first had succeeded."""
    board, position = reading.position.board, reading.position
    place = phrase.places[0]
    if leg.rule == "back":
        return Move(power=first.power, kind=first.kind, at=first.to, to=first.at)
    moved = Unit(first.kind, first.to, first.power)
    left = [unit for unit in position.units if unit.province not in (province_of(first.at), moved.province)]
    units = tuple(sorted((*left, moved), key=lambda unit: unit.sort_key))
    unit = UnitPhrase(PlacePhrase(place.text, (moved.province,), "", place.column), moved.kind)
    rule = "move" if leg.rule == "further" else "support" if leg.word("SUPPORT") is not None else "convoy"
    plain = Phrase(rule=rule, units=(unit, *leg.units), places=leg.places[:1])
    found = reading.order(plain, replace(position, units=units))
    if isinstance(found, Complaint):
        there = word_unit(board, moved.kind, moved.at)
        if found.example.startswith(there):
            found = replace(found, example=word_order(board, first) + found.example.removeprefix(there))
    return found


def _help(phrase: Phrase, reading: Reading, leg: Phrase) -> Order | Complaint:
    """A support or convoy of a move with a second part: the order when that is to hold, else a complaint.

    Rule: R8, R16.
    """
    convoy = phrase.word("CONVOY") is not None
    through = convoy and leg.rule == "further" and reading.position.board.is_sea(phrase.places[0].provinces[0])
    plain = Phrase(
        rule="convoy" if convoy else "support", units=phrase.units,
        places=(leg.places[-1] if through else phrase.places[0],),
    )  # fmt: skip
    found = reading.order(plain, reading.position)
    if leg.rule == "stay":
        return found
    problem = "a chain of places is two moves, and help can be given to the first only: name one place"
    return reading.complain(problem, _words(reading, found), leg.places[0])


def _way_over_land(phrase: Phrase, reading: Reading) -> Complaint | None:
    """The complaint about a place after "via" that is no sea: it could be meant as the second move."""
    board = reading.position.board
    parts = (*phrase.parts, *(inner for part in phrase.parts for inner in part.parts))
    places = [place for part in parts if part.rule == "via" for place in part.places]
    land = next((place for place in places if not any(map(board.is_sea, place.provinces))), None)
    if land is None:
        return None
    first = reading.order(Phrase(rule="move", units=phrase.units, places=phrase.places[:1]), reading.position)
    over_sea = replace(first, convoyed=True) if isinstance(first, Move) else first
    onward = reading.order(Phrase(rule="move", units=phrase.units, places=(land,)), reading.position)
    if len(places) == len(phrase.parts) == 1 and isinstance(first, Move) and isinstance(onward, Move):
        ways = ((first.at, onward.to), (onward.to, first.to))
        if all(to in near_locations(reading.position, Unit(first.kind, at, first.power)) for at, to in ways):
            over_sea = double_of(onward, Move(power=first.power, kind=first.kind, at=onward.to, to=first.to))
    problem = "the way of a convoy leads over seas only, and a second move wants a dash before it"
    return reading.complain(problem, _words(reading, over_sea), land)


def _first_place(leg: Phrase) -> PlacePhrase | None:
    return leg.places[0] if leg.places else None


def _words(reading: Reading, found: Order | Complaint) -> str:
    return found.example if isinstance(found, Complaint) else word_order(reading.position.board, found)
