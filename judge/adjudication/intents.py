"""What orders mean to the resolver: which supports and convoys match, and which armies go by sea."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from judge.adjudication.atlas import bits, mask_of
from judge.adjudication.legality import landing
from judge.adjudication.resolver import NOBODY, Intents
from judge.adjudication.table import Table, has_route, is_needed
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.rules import Rules

# DATC 4.A.3: the choices by which the words "via convoy", or the convoy order of an own fleet, send a neighbor by
# sea, and those by which it walks when no route stands.
WORDS_COUNT = frozenset({"2023_no_fallback", "2000_fallback", "dptg"})
OWN_FLEET_COUNTS = frozenset({"2023_no_fallback", "2000_fallback", "1982"})
WALKS_INSTEAD = frozenset({"2000_fallback", "1971"})


@dataclass(slots=True, kw_only=True)
class Tried:
    """What else was ordered, for games whose rules ask.

    Shape: `orders` by unit number an impossible order of a unit that follows none (DATC 4.E.1); `silent` the powers
    that ordered nothing (4.D.9).
    """

    orders: Mapping[int, Order] = field(default_factory=dict)
    silent: Set[str] = frozenset()


@dataclass(slots=True, kw_only=True)
class Plan:
    """The intents of a turn, and where each moving unit would stand.

    Shape: `orders` by unit number the order it follows, None for a unit that has none; `landing` by unit number
    the location number it goes to, -1 when it stays; `may_walk` the armies that go by sea but would walk when no
    route stands.
    """

    table: Table
    orders: Sequence[Order | None]
    rules: Rules
    intents: Intents
    landing: list[int]
    tried: Tried
    may_walk: Sequence[int]


def plan_movement(
    table: Table, orders: Sequence[Order | None], rules: Rules, tried: Tried, on_foot: frozenset[int] = frozenset()
) -> Plan:
    """Translate orders, by unit number and all possible, into intents.

    Rule: a support or convoy counts only when it matches what the other unit was ordered to do. A support may
    leave out the coast, but a written one must be the right one (DATC 4.B.4). An army goes by sea when it cannot
    walk, when the order says so, and when a fleet of its own power convoys it (DATC 4.A.3, rulebook 2023).
    `on_foot` armies that walk whatever the orders say.
    """
    count = len(table.units)
    atlas, province = table.atlas, table.province
    goal, landings = [NOBODY] * count, [NOBODY] * count
    aids, carries = [NOBODY] * count, [NOBODY] * count
    by_sea = [False] * count
    neighbors: list[int] = []
    words_count = rules.convoy_to_neighbor in WORDS_COUNT
    own_fleet_counts = rules.convoy_to_neighbor in OWN_FLEET_COUNTS
    for unit, order in enumerate(orders):
        if isinstance(order, Move):
            goal[unit] = atlas.places[order.to]
            landings[unit] = landing(table, unit, order.to)
            if not table.fleet[unit]:
                if landings[unit] < 0:
                    by_sea[unit] = True
                else:
                    by_sea[unit] = words_count and (order.convoyed or bool(order.route))
                    neighbors.append(unit)
                landings[unit] = goal[unit]
    for unit, order in enumerate(orders):
        if isinstance(order, Support):
            aided = table.unit_in[atlas.places[order.target]]
            if _matches(table, order, aided, goal[aided], landings[aided], rules):
                aids[unit] = aided
        elif isinstance(order, Convoy):
            army = table.unit_in[atlas.places[order.target]]
            if goal[army] == atlas.places[order.to]:
                carries[unit] = army
                if own_fleet_counts and table.power[unit] == table.power[army]:
                    by_sea[army] = True
    intents = Intents(
        power=table.power, province=province, goal=goal, by_sea=by_sea, aids=aids, carries=carries,
        unit_in=table.unit_in, shores=atlas.shores, rules=rules,
    )  # fmt: skip
    plan = Plan(
        table=table, orders=orders, rules=rules, intents=intents, landing=landings, tried=tried, may_walk=()
    )  # fmt: skip
    if rules != _DEFAULT:
        _apply_rules(plan, neighbors, on_foot)
    intents.carries = [army if army >= 0 and by_sea[army] else NOBODY for army in carries]
    return plan


_DEFAULT = Rules()


def _matches(table: Table, order: Support, aided: int, goal: int, landed: int, rules: Rules) -> bool:
    """Whether a support is for what the other unit was ordered to do. Rule: DATC 4.B.4."""
    if order.to is None:
        return goal < 0
    number, size = table.atlas.numbers[order.to], table.atlas.size
    if not table.fleet[aided] or rules.support_coast == "coast_ignored":
        return goal == table.atlas.province[number]
    if number >= size:
        return landed == number
    own = table.power[aided] == order.power and rules.support_coast == "calhamer_own_units_only"
    if landed >= size and not own and rules.support_coast != "coast_optional_but_must_match":
        return False
    return goal == number


def _apply_rules(plan: Plan, neighbors: Sequence[int], on_foot: frozenset[int]) -> None:
    """Change the intents as the rules of the game ask; `neighbors` the armies that could walk."""
    intents, rules = plan.intents, plan.rules
    if rules.impossible_orders == "illegal_order_shows_intent":
        _show_intent(plan)
    if rules.convoy_to_neighbor in ("1971", "always_convoy"):
        for army in neighbors:
            holder = intents.unit_in[intents.goal[army]]
            exchange = holder >= 0 and intents.goal[holder] == intents.province[army]
            wanted = exchange or rules.convoy_to_neighbor == "always_convoy"
            intents.by_sea[army] = wanted and _is_route(plan, army, _fleets(plan, army))
    if rules.written_routes == "c_required":
        on_foot = on_foot.union(army for army in neighbors if not _written_way(plan, army))
    for army in on_foot:
        intents.by_sea[army] = False
    if rules.convoy_to_neighbor in WALKS_INSTEAD:
        plan.may_walk = [army for army in neighbors if intents.by_sea[army]]
    for army, by_sea in enumerate(intents.by_sea):
        needed = _needed(plan, army) if by_sea else 0
        if needed:
            intents.needs[army] = needed
    for unit, aided in enumerate(intents.aids):
        if aided >= 0 and intents.goal[aided] < 0 and not may_be_held(plan, aided):
            intents.aids[unit] = NOBODY


def may_be_held(plan: Plan, unit: int) -> bool:
    """Whether a unit that stays may be supported to hold.

    Rule: DATC 4.E.1, a unit with an impossible move counts as moving in some games (6.D.28 to 6.D.30, 6.D.32);
    4.D.9, one of a power that ordered nothing may not be supported in some.
    """
    counts = plan.rules.impossible_orders == "illegal_still_counts_as_order"
    if counts and isinstance(plan.tried.orders.get(unit), Move):
        return False
    return plan.table.power[unit] not in plan.tried.silent


def _show_intent(plan: Plan) -> None:
    """Send armies by sea that an own fleet was ordered to convoy, impossible as it is. Rule: DATC 4.E.1, 6.G.7."""
    table, intents = plan.table, plan.intents
    for unit, order in plan.tried.orders.items():
        if isinstance(order, Convoy):
            army = table.unit_in[table.atlas.places[order.target]]
            if army >= 0 and not table.fleet[army] and table.power[unit] == table.power[army]:
                intents.by_sea[army] |= intents.goal[army] == table.atlas.places[order.to]


def _fleets(plan: Plan, army: int, own_only: bool = False) -> int:
    """The mask of the seas whose fleets are ordered to carry an army."""
    power, province = plan.table.power, plan.table.province
    return mask_of(
        province[fleet]
        for fleet, carried in enumerate(plan.intents.carries)
        if carried == army and not (own_only and power[fleet] != power[army])
    )


def _written_way(plan: Plan, army: int) -> tuple[str, ...]:
    order = plan.orders[army]
    return order.route if isinstance(order, Move) else ()


def _is_route(plan: Plan, army: int, fleets: int) -> bool:
    return has_route(plan.table.atlas.shores, fleets, plan.intents.province[army], plan.intents.goal[army])


def _needed(plan: Plan, army: int) -> int:
    """The mask of the seas whose fleets must all carry an army; 0 when any whole route will do.

    Rule: DATC 4.A.6, a written way is binding in some games; 4.A.1, in some a convoy breaks with the first of its
    routes (6.F.9 to 6.F.12).
    """
    rules, atlas, way = plan.rules, plan.table.atlas, _written_way(plan, army)
    if way and rules.written_routes != "a_ignored":
        return mask_of(atlas.places[sea] for sea in way)
    if rules.convoy_routes == "b_all_routes" and rules.convoy_paradox != "all_hold_with_any_route":
        return 0
    fleets = _fleets(plan, army)
    if rules.convoy_routes == "a_any_route_dptg_foreign_ignored":
        own = _fleets(plan, army, own_only=True)
        fleets = own if _is_route(plan, army, own) else fleets
    start, goal = plan.intents.province[army], plan.intents.goal[army]
    return mask_of(sea for sea in bits(fleets) if is_needed(atlas.shores, fleets, start, goal, sea))
