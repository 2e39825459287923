"""How far the train comes: the algorithm of the railroad, step by step.

Everything that could stop it is looked for in one adjudication without the train, R0. What is found there is not
looked at again.
"""

from dataclasses import dataclass

from judge.adjudication.resolver import NOBODY
from judge.game.orders import Hold, Move, Order
from judge.game.outcomes import Cause
from judge.variants.colonial.options import BOUNCED_LEAVER, LOST_CENTER, RUNNER_AHEAD, TRAIN_HOLDS_OUT, TRAIN_TIE
from judge.variants.colonial.railway import Train, stations_between
from judge.variants.colonial.settling import Run, Settled, Yard, has_failed


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a train ended: the last adjudication, the number of the station, and why it came no farther."""

    settled: Settled
    stop: int
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """Why the train does not enter a station, and the strength with which it keeps others out of it, 0 for none."""

    cause: Cause
    contest: int = 0


def run_train(yard: Yard, order: Train) -> Journey:
    """The journey of the one train of a turn.

    Rule: 9.21 to 9.27, rulings C3 and C5 to C17.
    """
    return _Journeying(yard, order).run()


class _Journeying:
    """One journey; `path` the numbers of the stations after the start."""

    def __init__(self, yard: Yard, order: Train) -> None:
        table = yard.table
        self.yard, self.table, self.rules = yard, table, yard.rules
        self.power = order.power
        self.start = table.province[yard.train]
        numbers = table.atlas.numbers
        self.path = [numbers[one] for one in stations_between(table.atlas.locations[self.start], order.to)]

    def run(self) -> Journey:
        """Go as far as it goes."""
        if self.is_closed(self.start):
            return self.stay(Run(), Cause(code="rail_no_start", place=self.name(self.start)))
        before = self.yard.settle(Run(away=True))
        for step, place in enumerate(self.path[:-1]):
            block = self.at_station(before, step, place) or self.at_passed(before, step, place)
            if block is not None:
                return self.turn_back(step, block)
        last = len(self.path) - 1
        block = self.at_station(before, last, self.path[last])
        if block is not None:
            return self.turn_back(last, block)
        return self.at_end(before)

    # what stops it

    def at_station(self, before: Settled, step: int, place: int) -> _Block | None:
        """What stops the train at any station: a foreign unit that is not to leave, or foreign ground."""
        holder = self.table.unit_in[place]
        order = self.yard.follows[holder] if holder >= 0 else None
        at = self.name(place)
        if self.is_foreign(holder):
            if not isinstance(order, Move):
                cause = Cause(code="rail_blocked", by=(self.stands(holder),), place=at)
                return _Block(cause, self.held_out(before, step))
            if step == 0 and self.table.atlas.places[order.to] == self.start:
                return _Block(Cause(code="rail_head_on", by=(order,), place=at))
        return _Block(Cause(code="rail_closed", place=at)) if self.is_closed(place) else None

    def at_passed(self, before: Settled, step: int, place: int) -> _Block | None:
        """What stops the train at a station that it is to pass: a foreign unit that enters it."""
        holder, at = self.table.unit_in[place], self.name(place)
        bounced = self.is_foreign(holder) and has_failed(before, holder)
        if bounced and BOUNCED_LEAVER.chosen(self.rules) == "a":
            return _Block(Cause(code="rail_blocked", by=(self.stands(holder),), place=at))
        for unit in before.entrants(place):
            if self.is_foreign(unit):
                by = (self.stands(unit),)
                if before.strength(unit) > 1:
                    return _Block(Cause(code="rail_taken", by=by, place=at))
                if self.runs_ahead(unit, step):
                    return _Block(Cause(code="rail_taken", by=by, place=at))
                return _Block(Cause(code="rail_met", by=by, place=at), contest=1)
        return None

    def at_end(self, before: Settled) -> Journey:
        """The end station, where support counts (9.26, ruling C6) and nobody is dislodged (9.23, C9)."""
        step, place = len(self.path) - 1, self.path[-1]
        at, holder = self.name(place), self.table.unit_in[place]
        if holder >= 0 and not before.arrives(holder):
            cause = Cause(code="rail_occupied", by=(self.stands(holder),), place=at)
            return self.turn_back(step, _Block(cause, self.held_out(before, step)))
        mine = self.strength(before)
        rivals = before.strengths(place)
        most = rivals[0][0] if rivals else 0
        best = [unit for strength, unit in rivals if strength == most]
        by = tuple(self.stands(unit) for unit in best)
        cause = Cause(code="rail_standoff", by=by, place=at, strengths=(mine, most))
        slips_in = len(best) > 1 and all(map(self.is_foreign, best)) and TRAIN_TIE.chosen(self.rules) == "a"
        if mine > most or slips_in:
            arrived = self.yard.settle(Run(away=True, to=place, strength=max(mine, most + 1)))
            if arrived.arrives(self.yard.train):
                return Journey(arrived, place)
            held = Cause(code="rail_occupied", by=(self.stands(holder),), place=at)
            return self.turn_back(step, _Block(held, contest=mine))
        if mine < most or any(self.runs_ahead(unit, step) for unit in best):
            return self.turn_back(step, _Block(cause))
        return self.turn_back(step, _Block(cause, contest=mine))

    # where it stops

    def turn_back(self, step: int, block: _Block) -> Journey:
        """The nearest empty station before the one that stops the train; the start when there is none.

        Rule: rulings C7 and C8. Who would come alone and without support to a station where the train tries to stop
        meets it there, and neither gets in.
        """
        run = Run(away=True)
        if block.contest:
            run = run.and_contest(self.path[step], block.contest)
        for place in reversed(self.path[:step]):
            settled = self.yard.settle(run)
            holder = self.table.unit_in[place]
            if holder >= 0 and settled.resolver.dislodger[holder] == NOBODY and not settled.arrives(holder):
                continue
            entrants = settled.entrants(place)
            if not entrants and not settled.strengths(place):
                stopped = self.yard.settle(Run(away=True, to=place, contests=run.contests))
                return Journey(stopped, place, block.cause)
            if entrants and settled.strength(entrants[0]) == 1:
                run = run.and_contest(place, 1)
        return self.stay(Run(contests=run.contests), block.cause)

    def stay(self, run: Run, cause: Cause) -> Journey:
        """The train does not leave, or comes back to where it was."""
        return Journey(self.yard.settle(run), self.start, cause)

    # looking about

    def strength(self, before: Settled) -> int:
        """The strength of the train at the end station."""
        helpers = [unit for unit, helped in self.yard.helpers.items() if helped == self.yard.train]
        return 1 + sum(not before.cutters(unit, self.path[-1]) for unit in helpers)

    def held_out(self, before: Settled, step: int) -> int:
        """The strength with which the train keeps others out of an occupied end station. Rule: ruling C8."""
        is_end = step == len(self.path) - 1
        return self.strength(before) if is_end and TRAIN_HOLDS_OUT.chosen(self.rules) == "a" else 0

    def runs_ahead(self, unit: int, step: int) -> bool:
        """Whether a foreign unit comes from the station before and may go on. Rule: ruling C11."""
        ahead = step > 0 and self.table.province[unit] == self.path[step - 1]
        return ahead and self.is_foreign(unit) and RUNNER_AHEAD.chosen(self.rules) == "b"

    def is_foreign(self, unit: int) -> bool:
        """Whether this is a unit, and another power's."""
        return unit >= 0 and self.table.power[unit] != self.power

    def is_closed(self, place: int) -> bool:
        """Whether a station is a center that another power owns. Rule: 9.241, ruling C17."""
        owner = self.table.position.owner_of(self.name(place))
        if owner in (None, self.power):
            return False
        holder = self.table.unit_in[place]
        mine = holder >= 0 and self.table.power[holder] == self.power
        return not (mine and LOST_CENTER.chosen(self.rules) == "b")

    def name(self, place: int) -> str:
        """The province with this number."""
        return self.table.atlas.locations[place]

    def stands(self, unit: int) -> Order:
        """The order of a unit, for a cause; a unit without one holds."""
        order, stands = self.yard.follows[unit], self.table.units[unit]
        return order or Hold(power=stands.power, kind=stands.kind, at=stands.at, given=False)
