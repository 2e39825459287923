"""A movement phase: from orders to outcomes and the position that the retreats start from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.adjudication.fates import tell_fate
from judge.adjudication.intents import Plan, plan_movement
from judge.adjudication.legality import WRONG_PHASE, kinds_now, unit_of
from judge.adjudication.resolver import NO, YES, Resolver
from judge.adjudication.retreats import retreat_places
from judge.adjudication.table import Table, table_of
from judge.game.orders import Hold, Order
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.units import Unit
from judge.game.variant import Played, Variant


def owed_in_movement(_variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to order: each of its units."""
    return Owed(units=tuple(unit.at for unit in position.units_of(power)))


def play_movement(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a movement phase.

    Shape: an outcome for every order, and one for every unit that has none (a Hold that was not given).
    """
    table = table_of(position)
    sorted_out = sort_out(variant, table, orders, rules)
    plan = plan_movement(table, sorted_out.follows, rules)
    resolver = Resolver(plan.intents)
    resolver.settle()
    return Played(outcomes=_outcomes(plan, resolver, sorted_out), position=position_after(plan, resolver))


@dataclass(slots=True, kw_only=True)
class SortedOut:
    """Orders by what they are good for.

    Shape: `follows` by unit number the order it follows, None for none; `void` what is wrong with the others,
    by their place in the list of orders; `voided` the units whose own orders are all void.
    """

    orders: Sequence[Order]
    follows: list[Order | None]
    void: dict[int, Cause]
    voided: set[int]


def sort_out(variant: Variant, table: Table, orders: Sequence[Order], rules: Rules) -> SortedOut:
    """Find the one order that each unit follows.

    Rule: impossible orders are as not given (DATC 4.E.1). Of several possible orders for one unit that differ
    none is followed (4.D.3).
    """
    follows: list[Order | None] = [None] * len(table.units)
    void: dict[int, Cause] = {}
    voided: set[int] = set()
    given: dict[int, list[int]] = {}
    kinds = kinds_now(variant, table.position)
    for place, order in enumerate(orders):
        kind = kinds.get(type(order))
        cause = WRONG_PHASE if kind is None else kind.illegal(table.position, order, rules)
        if cause is None:
            unit = unit_of(table, order)
            follows[unit] = order
            given.setdefault(unit, []).append(place)
        else:
            void[place] = cause
            if order.at and table.position.board.has(order.at):
                unit = unit_of(table, order)
                if unit >= 0 and table.power[unit] == order.power:
                    voided.add(unit)
    for unit, places in given.items():
        if len({orders[place] for place in places}) > 1:
            follows[unit] = None
            voided.add(unit)
            for place in places:
                others = tuple(orders[other] for other in places if orders[other] != orders[place])
                void[place] = Cause(code="doubled", by=others)
    return SortedOut(orders=orders, follows=follows, void=void, voided=voided)


def _outcomes(plan: Plan, resolver: Resolver, sorted_out: SortedOut) -> tuple[Outcome, ...]:
    table = plan.table
    fates: dict[int, Outcome] = {}
    for unit, order in enumerate(sorted_out.follows):
        if order is not None:
            fates[unit] = tell_fate(plan, resolver, unit, order)
        elif unit not in sorted_out.voided:
            stands = table.units[unit]
            hold = Hold(power=stands.power, kind=stands.kind, at=stands.at, given=False)
            fates[unit] = tell_fate(plan, resolver, unit, hold)
    outcomes = [fate for unit, fate in fates.items() if sorted_out.follows[unit] is None]
    for place, order in enumerate(sorted_out.orders):
        cause = sorted_out.void.get(place)
        if cause is None:
            outcomes.append(fates[unit_of(table, order)])
        else:
            unit = unit_of(table, order) if order.at and table.board.has(order.at) else -1
            own = unit in sorted_out.voided and table.power[unit] == order.power
            dislodged = own and resolver.dislodger(unit) >= 0
            outcomes.append(Outcome(order=order, result="void", cause=cause, dislodged=dislodged))
    return tuple(outcomes)


def position_after(plan: Plan, resolver: Resolver) -> Position:
    """The position that the retreats start from: who stands where, who was dislodged, where a standoff was."""
    table, atlas = plan.table, plan.table.atlas
    state, goal = resolver.state, resolver.goal
    units: list[Unit] = []
    beaten: list[tuple[Unit, int]] = []
    for number, unit in enumerate(table.units):
        if goal[number] >= 0 and state[number] == YES:
            units.append(Unit(unit.kind, atlas.locations[plan.landing[number]], unit.power))
            continue
        dislodger = resolver.dislodger(number)
        if dislodger >= 0:
            beaten.append((unit, dislodger))
        else:
            units.append(unit)
    contested = _contested(resolver, {unit.province for unit in units}, atlas.locations)
    units.sort(key=_by_sort_key)
    before = table.position
    bare = Position(
        board=before.board, phase=before.phase, units=tuple(units), centers=before.centers, contested=contested,
        state=before.state,
    )  # fmt: skip
    if not beaten:
        return bare
    return _with_dislodged(bare, plan, beaten)


def _with_dislodged(position: Position, plan: Plan, beaten: Iterable[tuple[Unit, int]]) -> Position:
    """Add the dislodged units and where they may go.

    Rule: the attacker's origin is closed, unless he came by convoy (DATC 4.A.5, rulebook 2023).
    """
    found = []
    for unit, dislodger in beaten:
        by_sea = plan.intents.by_sea[dislodger]
        origin = None if by_sea else plan.table.units[dislodger].province
        found.append(Dislodged(unit, origin, retreat_places(position, unit, origin)))
    found.sort(key=lambda one: one.unit.sort_key)
    return Position(
        board=position.board, phase=position.phase, units=position.units, centers=position.centers,
        dislodged=tuple(found), contested=position.contested, state=position.state,
    )  # fmt: skip


def _contested(resolver: Resolver, occupied: set[str], ids: Sequence[str]) -> tuple[str, ...]:
    """The empty provinces that a standoff keeps closed.

    Rule: a standoff is left by every move that could have come there; not by an army without a convoy (DATC
    6.F.7) nor by the loser of a head-to-head fight (6.E.1).
    """
    places = (
        ids[place]
        for place, attackers in resolver.attackers.items()
        if any(resolver.state[unit] == NO and resolver.prevents(unit)[0] > 0 for unit in attackers)
    )
    return tuple(sorted(place for place in places if place not in occupied))


def _by_sort_key(unit: Unit) -> tuple[str, str, str]:
    return unit.sort_key
