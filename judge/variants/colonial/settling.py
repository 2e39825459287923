"""A turn settled with what the train and the fleets at the Canal do: the adjudications that the rulings name.

The resolver knows nothing of trains. To it a train on its way comes from nowhere and goes to the station where it
is to stop, and a *contest* in a station is two units from nowhere of the same strength that both go there: neither
gets in, and nobody else does who is not stronger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.adjudication.intents import Plan
from judge.adjudication.movement import SortedOut, settle
from judge.adjudication.resolver import NO, NOBODY, YES, Resolver
from judge.adjudication.table import Table
from judge.game.orders import Move, Order, Support
from judge.game.rules import Rules
from judge.game.units import UnitKind
from judge.variants.colonial.canal import EGYPT, has_leave, is_leave, is_passage
from judge.variants.colonial.options import PERMISSION

_NO_POWER = "nobody"  # whose support counts against everyone


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What the train does in an adjudication.

    Shape: `away` off the board, as it is on its way; `to` the number of the province it enters, -1 for none, with
    `strength`; `contests` pairs of a province and a strength.
    """

    away: bool = False
    to: int = NOBODY
    strength: int = 1
    contests: tuple[tuple[int, int], ...] = ()

    def and_contest(self, place: int, strength: int) -> "Run":
        """The same with one more contest."""
        return replace(self, contests=(*self.contests, (place, strength)))


@dataclass(frozen=True, slots=True)
class Settled:
    """An adjudication: intents, decisions, and whether the Canal was open in it."""

    plan: Plan
    resolver: Resolver
    is_open: bool = False

    def arrives(self, unit: int) -> bool:
        """Whether a unit was ordered to move and got there."""
        return self.resolver.goal[unit] >= 0 and self.resolver.state[unit] == YES

    def entrants(self, place: int) -> list[int]:
        """The units that came to a province, none or one."""
        return [unit for unit in self.resolver.attackers.get(place, ()) if self.resolver.state[unit] == YES]

    def strength(self, unit: int) -> int:
        """The strength of a move, with all the support that is given."""
        return self.resolver.backing(unit)[0]

    def strengths(self, place: int) -> list[tuple[int, int]]:
        """The movers that could have come to a province with what they count there, the strongest first."""
        found = [(self.resolver.prevents(unit)[0], unit) for unit in self.resolver.attackers.get(place, ())]
        return sorted([one for one in found if one[0] > 0], key=lambda one: (-one[0], one[1]))

    def cutters(self, unit: int, aim: int) -> list[int]:
        """The units whose attacks cut a support that is aimed at a province.

        Rule: as for every support; an attack from the province that it is aimed at must dislodge (DATC 6.D.15).
        """
        resolver = self.resolver
        found = []
        for attacker in resolver.attackers.get(resolver.province[unit], ()):
            if resolver.power[attacker] != resolver.power[unit]:
                cuts_by_sea = resolver.intents.by_sea[attacker] and self.plan.rules.convoyed_cut == "b_cut"
                must_dislodge = resolver.province[attacker] == aim and not cuts_by_sea
                decision = attacker if must_dislodge else resolver.count + attacker
                if resolver.state[decision] == YES:
                    found.append(attacker)
        return found


@dataclass(slots=True, kw_only=True)
class Yard:
    """The orders of a turn, ready to be settled in one way or another.

    Shape: `train` the number of the army that goes by rail, -1 for none; `passages` the numbers of the fleets that are
    to go through the Canal, `permitted` those with leave; `helpers` the units that support the train into the end
    station or a passage, with the unit they support; `passers` what of these is leave to pass and no more.
    """

    table: Table
    sorted_out: SortedOut
    rules: Rules
    train: int = NOBODY
    passages: tuple[int, ...] = ()
    permitted: frozenset[int] = frozenset()
    helpers: Mapping[int, int] = field(default_factory=dict)
    passers: frozenset[int] = frozenset()

    @property
    def follows(self) -> Sequence[Order | None]:
        """By unit number the order it follows."""
        return self.sorted_out.follows

    def settle(self, run: Run) -> Settled:
        """The adjudication with the train as said, and the Canal as ruling C22 has it.

        Rule: all is settled with the passages failed, and with the permitted ones as ordered. The Canal is open only
        if the unit that stood in Egypt at the start ends there undislodged both times.
        """
        closed = Settled(*self._settle(run, frozenset()))
        if not self.permitted:
            return closed
        opened = Settled(*self._settle(run, self.permitted), is_open=True)
        return opened if self._stays_in_egypt(closed) and self._stays_in_egypt(opened) else closed

    def _stays_in_egypt(self, settled: Settled) -> bool:
        keeper = self.table.unit_in[self.table.atlas.places[EGYPT]]
        return settled.resolver.dislodger[keeper] == NOBODY and not settled.arrives(keeper)

    def _settle(self, run: Run, open_for: frozenset[int]) -> tuple[Plan, Resolver]:
        def adapt(plan: Plan) -> None:
            self._close(plan, open_for)
            if self.train >= 0:
                _Railway(plan, self.train, self.follows).lay(run)

        return settle(self.table, self.sorted_out, self.rules, adapt)

    def _close(self, plan: Plan, open_for: frozenset[int]) -> None:
        """Let the passages be moves that go through the Canal, or moves that fail and do nothing (ruling C23)."""
        intents = plan.intents
        for fleet in self.passages:
            if fleet in open_for:
                plan.landing[fleet] = intents.goal[fleet]
            else:
                plan.landing[fleet] = intents.goal[fleet] = NOBODY
        for helper, helped in self.helpers.items():
            if helper in self.passers or helped not in open_for:
                intents.aids[helper] = NOBODY


class _Railway:
    """Puts the train and its contests into the intents of a plan."""

    def __init__(self, plan: Plan, train: int, follows: Sequence[Order | None]) -> None:
        self.plan, self.train = plan, train
        self.order = follows[train]
        self.next_nowhere = plan.table.atlas.size

    def lay(self, run: Run) -> None:
        """Do it. A train that does not leave stands, but nobody can support it to hold: it was to move."""
        plan, intents = self.plan, self.plan.intents
        intents.aids = [NOBODY if aided == self.train else aided for aided in intents.aids]
        intents.power, intents.province = [*intents.power], [*intents.province]
        plan.orders = [*plan.orders]
        if run.away:
            intents.unit_in = [NOBODY if unit == self.train else unit for unit in intents.unit_in]
            intents.province[self.train] = self._nowhere()
        if run.to >= 0:
            intents.goal[self.train] = plan.landing[self.train] = run.to
            intents.power[self.train] = self._power_in(run.to)
            self._back(self.train, run.strength)
        for place, strength in run.contests:
            for _ in range(2):
                self._back(self._add(goal=place, power=self._power_in(place)), strength)

    def _power_in(self, place: int) -> str:
        """The power of the unit that stands in a station: against its own the train never dislodges nor cuts."""
        holder = self.plan.intents.unit_in[place]
        return self.plan.table.power[self.train if holder < 0 else holder]

    def _nowhere(self) -> int:
        self.next_nowhere += 1
        return self.next_nowhere - 1

    def _back(self, unit: int, strength: int) -> None:
        for _ in range(strength - 1):
            self._add(aids=unit)

    def _add(self, goal: int = NOBODY, aids: int = NOBODY, power: str = _NO_POWER) -> int:
        """A unit that stands nowhere; its number."""
        plan, intents = self.plan, self.plan.intents
        intents.power.append(power)
        intents.province.append(self._nowhere())
        intents.goal.append(goal)
        intents.by_sea.append(False)
        intents.aids.append(aids)
        intents.carries.append(NOBODY)
        plan.landing.append(goal)
        assert isinstance(plan.orders, list)
        plan.orders.append(self.order)
        return len(intents.goal) - 1


def lay_out(table: Table, sorted_out: SortedOut, rules: Rules, train: int, end: int) -> Yard:
    """The orders of a turn with the passages and the train sorted out; `end` the number of its end station."""
    follows, position = sorted_out.follows, table.position
    keeper = table.unit_in[table.atlas.places[EGYPT]]
    egyptian = follows[keeper] if keeper >= 0 else None
    passages: list[int] = []
    permitted: set[int] = set()
    for unit, order in enumerate(follows):
        if table.fleet[unit] and is_passage(order):
            assert isinstance(order, Move)
            passages.append(unit)
            if has_leave(position, order, egyptian):
                permitted.add(unit)
    helpers: dict[int, int] = {}
    passers: set[int] = set()
    for unit, order in enumerate(follows):
        if not isinstance(order, Support) or order.to is None:
            continue
        helped = table.unit_in[table.atlas.places[order.target]]
        ordered = follows[helped]
        if helped in passages and isinstance(ordered, Move) and is_leave(ordered, order):
            helpers[unit] = helped
            if unit == keeper and _is_leave_only(table, unit, rules):
                passers.add(unit)
        elif helped == train and train >= 0 and table.atlas.places[order.to] == end:
            helpers[unit] = helped
    return Yard(
        table=table, sorted_out=sorted_out, rules=rules, train=train, passages=tuple(passages),
        permitted=frozenset(permitted), helpers=helpers, passers=frozenset(passers),
    )  # fmt: skip


def _is_leave_only(table: Table, unit: int, rules: Rules) -> bool:
    """Whether leave adds no strength. Rule: ruling C20, an army could support nothing at sea."""
    return table.units[unit].kind is UnitKind.ARMY or PERMISSION.chosen(rules) == "b"


def has_failed(settled: Settled, unit: int) -> bool:
    """Whether a unit was ordered to move and did not get there."""
    return settled.resolver.goal[unit] >= 0 and settled.resolver.state[unit] == NO
