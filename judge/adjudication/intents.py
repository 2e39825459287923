"""What orders mean to the resolver: which supports and convoys match, and which armies go by sea."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudication.legality import landing
from judge.adjudication.resolver import NOBODY, Intents
from judge.adjudication.table import Table
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.rules import Rules


@dataclass(slots=True, kw_only=True)
class Plan:
    """The intents of a turn, and where each moving unit would stand.

    Shape: `orders` by unit number the order it follows, None for a unit that has none; `landing` by unit number
    the location number it goes to, -1 when it stays.
    """

    table: Table
    orders: Sequence[Order | None]
    rules: Rules
    intents: Intents
    landing: list[int]


def plan_movement(table: Table, orders: Sequence[Order | None], rules: Rules) -> Plan:
    """Translate orders, by unit number and all possible, into intents.

    Rule: a support or convoy counts only when it matches what the other unit was ordered to do. A support may
    leave out the coast, but a written one must be the right one (DATC 4.B.4). An army goes by sea when it cannot
    walk, when the order says so, and when a fleet of its own power convoys it (DATC 4.A.3, rulebook 2023).
    """
    count = len(table.units)
    atlas, province = table.atlas, table.province
    goal, landings = [NOBODY] * count, [NOBODY] * count
    aids, carries = [NOBODY] * count, [NOBODY] * count
    by_sea = [False] * count
    for unit, order in enumerate(orders):
        if isinstance(order, Move):
            goal[unit] = atlas.places[order.to]
            landings[unit] = landing(table, unit, order.to)
            if not table.fleet[unit]:
                by_sea[unit] = landings[unit] < 0 or order.convoyed or bool(order.route)
                landings[unit] = goal[unit]
    for unit, order in enumerate(orders):
        if isinstance(order, Support):
            aided = table.unit_in[atlas.places[order.target]]
            if _matches(table, order, aided, goal[aided], landings[aided]):
                aids[unit] = aided
        elif isinstance(order, Convoy):
            army = table.unit_in[atlas.places[order.target]]
            if goal[army] == atlas.places[order.to]:
                carries[unit] = army
                if table.power[unit] == table.power[army]:
                    by_sea[army] = True
    carries = [army if army >= 0 and by_sea[army] else NOBODY for army in carries]
    intents = Intents(
        power=table.power, province=province, goal=goal, by_sea=by_sea, aids=aids, carries=carries,
        unit_in=table.unit_in, shores=atlas.shores, convoys_cut=rules.convoyed_cut == "b_cut",
    )  # fmt: skip
    return Plan(table=table, orders=orders, rules=rules, intents=intents, landing=landings)


def _matches(table: Table, order: Support, aided: int, goal: int, landed: int) -> bool:
    if order.to is None:
        return goal < 0
    number = table.atlas.numbers[order.to]
    if table.fleet[aided] and number >= table.atlas.size:
        return landed == number
    return goal == table.atlas.province[number]
