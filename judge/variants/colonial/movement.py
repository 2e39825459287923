"""The movement phase of Colonial: orders to outcomes, with the train, the Canal, and sentences about both."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.adjudication.fates import tell_fate
from judge.adjudication.intents import Plan
from judge.adjudication.movement import SortedOut, position_after, sort_out, tell_fates
from judge.adjudication.resolver import NOBODY, Resolver
from judge.adjudication.table import Table, table_of
from judge.board import Board
from judge.game.causes import tell_cause
from judge.game.orders import Hold, Move, Order
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Event
from judge.game.variant import Played, Variant
from judge.game.wording import word_unit
from judge.variants.colonial.canal import EGYPT, joins
from judge.variants.colonial.railway import Train
from judge.variants.colonial.running import Journey, run_train
from judge.variants.colonial.settling import Run, Settled, Yard, lay_out


def play_colonial(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a movement phase.

    Rule: one train a turn; of several legal ones none runs (ruling C4).
    Shape: as in Standard, with an event for each train and each fleet that was to go through the Canal.
    """
    table = table_of(position)
    sorted_out = sort_out(variant, table, orders, rules)
    train, order = _the_train(sorted_out)
    end = NOBODY if order is None else table.atlas.numbers[order.to]
    yard = lay_out(table, sorted_out, rules, train, end)
    journey = None if order is None else run_train(yard, order)
    settled = journey.settled if journey else yard.settle(Run())
    teller = _Teller(yard, settled, journey)
    outcomes = tell_fates(settled.plan, settled.resolver, sorted_out, teller.fate)
    return Played(
        outcomes=outcomes, position=position_after(settled.plan, settled.resolver), events=teller.events(outcomes)
    )


def _the_train(sorted_out: SortedOut) -> tuple[int, Train | None]:
    """The one army that goes by rail; several are told that they do not, and hold."""
    trains = [(unit, order) for unit, order in enumerate(sorted_out.follows) if isinstance(order, Train)]
    if len(trains) == 1:
        return trains[0]
    for unit, _ in trains:
        sorted_out.follows[unit] = None
        others = tuple(order for other, order in trains if other != unit)
        for place, order in enumerate(sorted_out.orders):
            if sorted_out.units[place] == unit and isinstance(order, Train):
                sorted_out.void.setdefault(place, Cause(code="rail_several", by=others))
    return NOBODY, None


@dataclass(slots=True)
class _Teller:
    """Tells what became of trains, passages and their helpers; of all else as ever."""

    yard: Yard
    settled: Settled
    journey: Journey | None

    @property
    def table(self) -> Table:
        return self.yard.table

    @property
    def board(self) -> Board:
        return self.table.board

    def fate(self, plan: Plan, resolver: Resolver, unit: int, order: Order) -> Outcome:
        """The outcome of one order that a unit followed."""
        dislodged = resolver.dislodger[unit] >= 0
        if isinstance(order, Train) and self.journey is not None:
            return Outcome(order=order, result=self._result(), cause=self.journey.cause, dislodged=dislodged)
        if unit in self.yard.passages and not self._is_open_for(unit):
            cause = Cause(code=self._closed_why(unit))
            return Outcome(order=order, result="bounces", cause=cause, dislodged=dislodged)
        if unit in self.yard.helpers and plan.intents.aids[unit] < 0:
            return self._helped(unit, order)
        told = tell_fate(plan, resolver, unit, order)
        if told.cause is None or len(told.cause.by) < 2:
            return told
        # A train that is met counts once, however many units from nowhere stand for it.
        return replace(told, cause=replace(told.cause, by=tuple(dict.fromkeys(told.cause.by))))

    def _result(self) -> str:
        assert self.journey is not None
        if self.journey.cause is None:
            return "arrives"
        return "stays" if self.journey.stop == self.table.province[self.yard.train] else "stops-short"

    def _is_open_for(self, unit: int) -> bool:
        return self.settled.is_open and unit in self.yard.permitted

    def _closed_why(self, unit: int) -> str:
        if not joins(self.board):
            return "canal_filled"
        if self.table.position.unit_in(EGYPT) is None:
            return "canal_unkept"
        return "canal_closed" if unit in self.yard.permitted else "canal_no_leave"

    def _helped(self, unit: int, order: Order) -> Outcome:
        """Support that the resolver knows nothing of: for a train, for a passage that failed, or leave and no more."""
        resolver = self.settled.resolver
        dislodger = resolver.dislodger[unit]
        if dislodger >= 0:
            cause = Cause(code="dislodged", by=(self._order_of(dislodger),))
            return Outcome(order=order, result="cut", cause=cause, dislodged=True)
        helped = self.yard.follows[self.yard.helpers[unit]]
        cutters = []
        if isinstance(helped, Move | Train) and unit not in self.yard.passers:
            cutters = self.settled.cutters(unit, self.table.atlas.places[helped.to])
        if not cutters:
            return Outcome(order=order, result="supports")
        by = tuple(dict.fromkeys(self._order_of(one) for one in cutters))
        return Outcome(order=order, result="cut", cause=Cause(code="cut", by=by))

    def _order_of(self, unit: int) -> Order:
        order = self.settled.plan.orders[unit]
        if order is not None:
            return order
        stands = self.table.units[unit]
        return Hold(power=stands.power, kind=stands.kind, at=stands.at, given=False)

    def events(self, outcomes: Sequence[Outcome]) -> tuple[Event, ...]:
        """A sentence for each train and for each passage."""
        found = []
        for outcome in sorted(outcomes, key=lambda one: (one.order.power, one.order.at)):
            order = outcome.order
            if isinstance(order, Train) and outcome.result != "void":
                found.append(self._train_event(order, outcome))
            elif isinstance(order, Train) and outcome.cause and outcome.cause.code == "rail_several":
                text = f"No train leaves {self._name(order.at)}: {tell_cause(self.board, outcome.cause)}."
                found.append(Event(kind="train", text=text, places=(order.at,), powers=(order.power,)))
        passages = {self.yard.follows[unit] for unit in self.yard.passages}
        found += [self._passage_event(outcome) for outcome in outcomes if outcome.order in passages]
        return tuple(found)

    def _train_event(self, order: Train, outcome: Outcome) -> Event:
        assert self.journey is not None
        start, end = self._name(order.at), self._name(order.to)
        stop = self.table.atlas.locations[self.journey.stop]
        text = f"The train from {start} arrived in {end}."
        if outcome.cause is not None:
            why = tell_cause(self.board, outcome.cause)
            text = f"The train from {start} to {end} stopped in {self._name(stop)}: {why}."
            if outcome.result == "stays":
                text = f"The train from {start} to {end} did not leave {start}: {why}."
        return Event(kind="train", text=text, places=(order.at, stop), powers=(order.power,))

    def _passage_event(self, outcome: Outcome) -> Event:
        order = outcome.order
        assert isinstance(order, Move)
        keeper = self.table.position.unit_in(EGYPT)
        fleet = f"{word_unit(self.board, order.kind, order.at)} of {self.board.power(order.power).name}"
        powers = tuple(dict.fromkeys((order.power, *((keeper.power,) if keeper else ()))))
        places = (order.at, EGYPT, order.to)
        if outcome.cause is not None and outcome.cause.code.startswith("canal"):
            text = f"The Suez Canal was closed to {fleet}: {tell_cause(self.board, outcome.cause)}."
            return Event(kind="canal", text=text, places=places, powers=powers)
        owner = self.board.power(keeper.power).name if keeper else ""
        leave = "" if keeper is None or keeper.power == order.power else f" by leave of {owner}"
        what = "passed the Suez Canal" if outcome.result == "moves" else "could pass the Suez Canal"
        but = "" if outcome.result == "moves" else f", but did not get into {self._name(order.to)}"
        return Event(kind="canal", text=f"{fleet} {what}{leave}{but}.", places=places, powers=powers)

    def _name(self, place: str) -> str:
        return self.board.province(place).name
