"""Double moves put on a game of its own kind: its board, calendar, orders, rulings and victory stay."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.adjudication.legality import illegal
from judge.adjudication.movement import play_movement
from judge.adjudication.turns import play_turn, start_position
from judge.board.library import load_board
from judge.game.calendar import Calendar
from judge.game.complaints import Complaint
from judge.game.kinds import OrderKind
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.outcomes import Outcome
from judge.game.phases import PhaseKind, Season
from judge.game.rules import Ruling
from judge.game.turns import Event
from judge.game.units import Unit, UnitKind
from judge.game.variant import PhaseRules, Played, Variant
from judge.game.wording import word_order, wording
from judge.language.orders import read_orders
from judge.variants.double_moves import R7, DoubleMove
from judge.variants.rapid import put_double_moves_on

GRAMMAR = """
%import .orders (unit, place, KIND, COAST, ARROW, BLANK, FILLER, PLACE, NATION)
start: ride
ride: unit ARROW RAIL ARROW place
RAIL.9: /rail\\b/
%ignore BLANK
%ignore FILLER
"""
C1 = Ruling(number="C1", about="rails", meanings=(("a", "yes"), ("b", "no")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride:
    """Go by rail: wherever there is room, once all others have moved."""

    power: str
    kind: UnitKind
    at: str
    to: str


@wording.register
def _word_ride(order: Ride, board) -> str:
    return f"{order.kind.value} {board.write(order.at)} - Rail - {board.write(order.to)}"


def read_ride(phrase, reading):
    unit = reading.position.unit_in(phrase.units[0].place.provinces[0])
    return Ride(power=reading.power, kind=unit.kind, at=unit.at, to=phrase.places[0].provinces[0])


def play_with_rides(variant: Variant, position, orders: Sequence[Order], rules) -> Played:
    """Rides count as orders; those who ride arrive after the others, where nobody is then."""
    played = play_movement(variant, position, [order for order in orders if not isinstance(order, Ride)], rules)
    outcomes, units, events = list(played.outcomes), list(played.position.units), []
    for ride in (order for order in orders if isinstance(order, Ride)):
        outcomes = [outcome for outcome in outcomes if outcome.order.at != ride.at]
        arrives = not any(unit.province == ride.to for unit in units)
        outcomes.append(Outcome(order=ride, result="arrives" if arrives else "stays"))
        if arrives:
            units = [unit for unit in units if unit.at != ride.at] + [Unit(ride.kind, ride.to, ride.power)]
            events.append(Event(kind="ride", text="A train arrives."))
    standing = tuple(sorted(units, key=lambda unit: unit.sort_key))
    return Played(outcomes=tuple(outcomes), position=replace(played.position, units=standing), events=tuple(events))


@pytest.fixture(scope="module")
def railways(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """A game on the board of Colonial with orders by rail, a year of spring and winter, and 5 centers to win."""
    grammar = tmp_path_factory.mktemp("grammar") / "rides.lark"
    grammar.write_text(GRAMMAR)
    board = load_board("colonial")
    ride = OrderKind(name="ride", order=Ride, phases="M", word=word_order, illegal=lambda *_: None, read=read_ride)
    movement = PhaseRules(kind=PhaseKind.MOVEMENT, owed=STANDARD_PHASES[0].owed, play=play_with_rides, forced=True)
    spring = [(Season.SPRING, kind) for kind in (PhaseKind.MOVEMENT, PhaseKind.RETREAT)]
    return Variant(
        name="colonial", title="Railways", board=board, kinds=(*STANDARD_KINDS, ride),
        phases=(movement, *STANDARD_PHASES[1:]), grammars=(str(grammar), "orders"), rulings=(C1,),
        calendar=Calendar((*spring, (Season.WINTER, PhaseKind.ADJUSTMENT))),
    )  # fmt: skip


@pytest.fixture(scope="module")
def rapid_railways(railways: Variant) -> Variant:
    return put_double_moves_on(railways)


def read(variant: Variant, position, text: str) -> Order | Complaint:
    (found,) = read_orders(variant, position, "russia", NumberedLine(1, text))
    return found


def test_everything_but_the_moves_stays_that_of_the_game_beneath(railways: Variant, rapid_railways: Variant) -> None:
    assert rapid_railways.board is railways.board
    assert rapid_railways.calendar == railways.calendar
    assert rapid_railways.rulings == (C1, R7)
    assert rapid_railways.title == "Rapid Deployment, Railways"
    assert rapid_railways.phases[1:] == railways.phases[1:]
    own = {kind.order for kind in railways.kinds}
    assert {kind.order for kind in rapid_railways.kinds} == own | {DoubleMove}


def test_an_order_of_the_game_beneath_is_read_and_is_a_whole_one(rapid_railways: Variant) -> None:
    """A train has no second part: the line is told to be no order, not read half."""
    position = start_position(rapid_railways)
    ride = read(rapid_railways, position, "A Mos - Rail - Irk")
    assert ride == Ride(power="russia", kind=UnitKind.ARMY, at="mos", to="irk")
    assert isinstance(read(rapid_railways, position, "A Mos - Rail - Irk - Mon"), Complaint)
    assert isinstance(read(rapid_railways, position, "A Oms - Kra - Irk"), DoubleMove)


def test_trains_go_in_the_first_half_and_what_they_did_is_told_once(rapid_railways: Variant) -> None:
    position = start_position(rapid_railways)
    lines = ["A Mos - Rail - Irk", "F Ode - BLAS - Rum"]
    orders = [read(rapid_railways, position, line) for line in lines]
    assert all(illegal(rapid_railways, position, order, rapid_railways.rules) is None for order in orders)
    turn = play_turn(rapid_railways, position, orders, rapid_railways.rules)
    told = {outcome.order.at: outcome for outcome in turn.outcomes}
    assert (told["mos"].result, told["mos"].parts) == ("arrives", ())
    assert [part.result for part in told["ode"].parts] == ["moves", "moves"]
    assert [event.kind for event in turn.events] == ["ride", "center"]
    assert turn.left is not None
    assert {"irk", "rum"} <= {unit.at for unit in turn.left.units_of("russia")}
    assert turn.after.phase.tag == "W1870A"


def test_who_came_by_train_stands_in_the_second_half(rapid_railways: Variant) -> None:
    """Rule: R1, every unit without a second part does."""
    position = start_position(rapid_railways)
    orders = [read(rapid_railways, position, line) for line in ("A Mos - Rail - Irk", "A Oms - Kra - Irk")]
    turn = play_turn(rapid_railways, position, orders, rapid_railways.rules)
    told = {outcome.order.at: outcome for outcome in turn.outcomes}
    assert [part.result for part in told["oms"].parts] == ["moves", "bounces"]
    assert turn.left is not None
    assert {"irk", "kra"} <= {unit.at for unit in turn.left.units_of("russia")}
