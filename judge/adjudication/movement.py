"""A movement phase: from orders to outcomes and the position that the retreats start from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.adjudication.fates import tell_fate
from judge.adjudication.intents import Plan, Tried, plan_movement
from judge.adjudication.legality import WRONG_PHASE, kinds_now
from judge.adjudication.resolver import NO, NOBODY, YES, Resolver
from judge.adjudication.retreats import retreat_places
from judge.adjudication.rings import resolve
from judge.adjudication.table import Table, table_of
from judge.game.orders import Convoy, Hold, Move, Order
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.units import Unit, UnitKind
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
    plan, resolver = settle(table, sorted_out, rules)
    return Played(outcomes=tell_fates(plan, resolver, sorted_out), position=position_after(plan, resolver))


def as_planned(_plan: Plan) -> None:
    """Intents that stay what the orders make of them."""


def settle(
    table: Table, sorted_out: "SortedOut", rules: Rules, adapt: Callable[[Plan], None] = as_planned
) -> tuple[Plan, Resolver]:
    """The intents of a turn and their decisions.

    Shape: `adapt` changes the intents before they are decided. It may add units that stand nowhere, after the others
    and with their orders, and it must copy the lists of provinces, powers and orders that it changes.

    Rule: where an army walks when its convoy does not stand (DATC 4.A.3), all is settled once more without that
    convoy; what it would do to the others that it walks does not bring the convoy back.
    """
    tried = _tried(table, sorted_out, rules)
    on_foot: frozenset[int] = frozenset()
    while True:
        plan = plan_movement(table, sorted_out.follows, rules, tried, on_foot)
        adapt(plan)
        resolver = resolve(plan.intents)
        stranded = [army for army in plan.may_walk if resolver.state[resolver.count + army] == NO]
        if not stranded:
            return plan, resolver
        on_foot = on_foot.union(stranded)


_NOTHING_TRIED = Tried()


def _tried(table: Table, sorted_out: "SortedOut", rules: Rules) -> Tried:
    if rules.impossible_orders == "impossible_orders_ignored" and rules.disorder_support == "b_succeeds":
        return _NOTHING_TRIED
    orders, units, follows = sorted_out.orders, sorted_out.units, sorted_out.follows
    impossible = {
        units[place]: orders[place]
        for place in sorted_out.void
        if units[place] >= 0 and follows[units[place]] is None and isinstance(orders[place], Move | Convoy)
    }
    speaking = {order.power for order in orders}
    silent = {power for power in table.power if power not in speaking}
    return Tried(orders=impossible, silent=silent if rules.disorder_support == "a_fails" else frozenset())


@dataclass(slots=True, kw_only=True)
class SortedOut:
    """Orders by what they are good for.

    Shape: `follows` by unit number the order it follows, None for none; `units` by place in the list of orders
    the number of the writer's unit the order is for, -1 for none; `void` what is wrong with orders that no unit
    follows, by their place in the list.
    """

    orders: Sequence[Order]
    follows: list[Order | None]
    units: list[int]
    void: dict[int, Cause]


def sort_out(variant: Variant, table: Table, orders: Sequence[Order], rules: Rules) -> SortedOut:
    """Find the one order that each unit follows.

    Rule: impossible orders are as not given (DATC 4.E.1). Of several possible orders for one unit that differ
    none is followed, or the first or last (4.D.3).
    """
    position, kinds = table.position, kinds_now(variant, table.position)
    follows: list[Order | None] = [None] * len(table.units)
    units: list[int] = []
    void: dict[int, Cause] = {}
    doubled: set[int] = set()
    unit_in, places, power = table.unit_in, table.atlas.places, table.power
    for place, order in enumerate(orders):
        kind = kinds.get(type(order))
        cause = WRONG_PHASE if kind is None else kind.illegal(position, order, rules)
        unit = unit_in[places[order.at]] if order.at else NOBODY
        if unit >= 0 and power[unit] != order.power:
            unit = NOBODY
        units.append(unit)
        if cause is not None:
            void[place] = cause
        elif follows[unit] is None:
            follows[unit] = order
        elif follows[unit] != order:
            doubled.add(unit)
    for unit in doubled:
        given = [place for place, one in enumerate(units) if one == unit and place not in void]
        kept = {"a_first": orders[given[0]], "b_last": orders[given[-1]]}.get(rules.doubled_orders)
        follows[unit] = kept
        for place in given:
            if orders[place] != kept:
                others = tuple(orders[other] for other in given if orders[other] != orders[place])
                void[place] = Cause(code="doubled", by=others)
    return SortedOut(orders=orders, follows=follows, units=units, void=void)


TellFate = Callable[[Plan, Resolver, int, Order], Outcome]


def tell_fates(
    plan: Plan, resolver: Resolver, sorted_out: SortedOut, fate: TellFate = tell_fate
) -> tuple[Outcome, ...]:
    """An outcome for every order, and one for every unit of which nobody wrote anything.

    Shape: `fate` tells what became of an order that a unit followed.
    """
    void, dislodger = sorted_out.void, resolver.dislodger
    outcomes = []
    for place, order in enumerate(sorted_out.orders):
        unit = sorted_out.units[place]
        cause = void.get(place)
        if cause is None:
            outcomes.append(fate(plan, resolver, unit, order))
        else:
            dislodged = unit >= 0 and dislodger[unit] >= 0
            outcomes.append(Outcome(order=order, result="void", cause=cause, dislodged=dislodged))
    addressed = set(sorted_out.units)
    for number, stands in enumerate(plan.table.units):
        if number not in addressed:
            hold = Hold(power=stands.power, kind=stands.kind, at=stands.at, given=False)
            outcomes.append(fate(plan, resolver, number, hold))
    return tuple(outcomes)


def position_after(plan: Plan, resolver: Resolver) -> Position:
    """The position that the retreats start from: who stands where, who was dislodged, where a standoff was."""
    table, atlas = plan.table, plan.table.atlas
    state, goal, dislodger = resolver.state, resolver.goal, resolver.dislodger
    standing: list[tuple[str, bool, str, Unit]] = []
    beaten: list[tuple[Unit, int]] = []
    occupied = 0
    for number, unit in enumerate(table.units):
        power, fleet = table.power[number], table.fleet[number]
        if goal[number] >= 0 and state[number] == YES:
            at = atlas.locations[plan.landing[number]]
            standing.append((power, fleet, at, _moved(fleet, at, power)))
            occupied |= 1 << goal[number]
        elif dislodger[number] < 0:
            standing.append((power, fleet, unit.at, unit))
            occupied |= 1 << table.province[number]
        else:
            beaten.append((unit, dislodger[number]))
    # the sequence of Unit.sort_key: a fleet's letter comes after an army's
    standing.sort()
    before = table.position
    after = Position(
        board=before.board, phase=before.phase, units=tuple([unit for _, _, _, unit in standing]),
        centers=before.centers, contested=_contested(resolver, occupied, atlas.locations), state=before.state,
    )  # fmt: skip
    return _with_dislodged(after, plan, beaten) if beaten else after


@lru_cache(maxsize=8192)
def _moved(fleet: bool, at: str, power: str) -> Unit:
    """The unit that stands there after a move; the same value each time, as games repeat themselves."""
    return Unit(UnitKind.FLEET if fleet else UnitKind.ARMY, at, power)


def _with_dislodged(position: Position, plan: Plan, beaten: Iterable[tuple[Unit, int]]) -> Position:
    """Add the dislodged units and where they may go.

    Rule: the attacker's origin is closed, unless he came by convoy (DATC 4.A.5, rulebook 2023).
    """
    found = []
    open_origin = plan.rules.convoyed_origin == "b_allowed_after_convoy"
    for unit, dislodger in beaten:
        by_sea = plan.intents.by_sea[dislodger]
        origin = None if by_sea and open_origin else plan.table.units[dislodger].province
        found.append(Dislodged(unit, origin, retreat_places(position, unit, origin)))
    found.sort(key=lambda one: one.unit.sort_key)
    return Position(
        board=position.board, phase=position.phase, units=position.units, centers=position.centers,
        dislodged=tuple(found), contested=position.contested, state=position.state,
    )  # fmt: skip


def _contested(resolver: Resolver, occupied: int, ids: Sequence[str]) -> tuple[str, ...]:
    """The empty provinces that a standoff keeps closed, sorted.

    Rule: a standoff is left by every move that could have come there; not by an army without a convoy (DATC
    6.F.7) nor by the loser of a head-to-head fight (6.E.1).
    """
    return tuple(sorted(
        ids[place]
        for place, attackers in resolver.attackers.items()
        if not occupied >> place & 1 and any(resolver.prevents(unit)[0] > 0 for unit in attackers)
    ))  # fmt: skip
