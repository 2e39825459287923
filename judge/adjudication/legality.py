"""Which orders of the movement phase are possible in a position, whatever the others do.

An impossible order is void; its unit holds and may be supported (DATC 4.E.1). What is asked here is about the
units that stand on the board, never about other orders. Where a writer names the wrong coast or kind of a unit
that is his, the unit itself decides (DATC 4.B.5, 4.B.6, 4.C.2).
"""

from judge.adjudication.table import Table, table_of
from judge.game.kinds import OrderKind
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.outcomes import Cause
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.variant import Variant

WRONG_PHASE = Cause(code="wrong_phase")
_TRAPPED = Cause(code="trapped")
_NOT_AN_ARMY = Cause(code="not_an_army")
_NOT_AT_SEA = Cause(code="not_at_sea")
_SUPPORTS_ITSELF = Cause(code="supports_itself")
# DATC 4.A.3: the choices by which an army that is ordered "via convoy" to a neighbor may walk after all
WORDS_OF_NO_WEIGHT = frozenset({"2000_fallback", "1982", "1971"})


def illegal(variant: Variant, position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why an order is impossible in this position whatever others do; None when it is possible."""
    kind = kinds_now(variant, position).get(type(order))
    return WRONG_PHASE if kind is None else kind.illegal(position, order, rules)


def caution(variant: Variant, position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why a part of a possible order will not be done whatever others do; None when it may be done whole."""
    return kinds_now(variant, position)[type(order)].caution(position, order, rules)


def foresee(variant: Variant, position: Position, order: Order) -> tuple[str, ...]:
    """What a possible order would change if it succeeds, in sentences; empty where its words say it all."""
    return kinds_now(variant, position)[type(order)].foresee(position, order)


def kinds_now(variant: Variant, position: Position) -> dict[type, OrderKind]:
    """The order kinds of this phase by the class of their orders."""
    letter = position.phase.kind.value
    return {kind.order: kind for kind in variant.kinds if letter in kind.phases}


def unit_of(table: Table, order: Order) -> int:
    """The number of the unit an order is for, -1 when none stands there; its coast and kind are not asked."""
    return table.unit_in[table.atlas.places[order.at]]


def landing(table: Table, unit: int, to: str) -> int:
    """The location where a unit that goes to `to` by itself would stand; -1 when it cannot go there.

    Rule: a coast left out is filled in when only one can be reached (DATC 4.B.2), not when two can (4.B.1);
    a wrong one is not corrected (4.B.3).
    Not: convoys.
    """
    atlas = table.atlas
    goal = atlas.numbers[to]
    if not table.fleet[unit]:
        place = atlas.province[goal]
        return place if atlas.walks[table.province[unit]] >> place & 1 else -1
    near = atlas.sails[table.location[unit]]
    if near >> goal & 1:
        return goal
    if goal >= atlas.size:
        return -1
    coasts = near & atlas.coasts[goal]
    return coasts.bit_length() - 1 if coasts and not coasts & (coasts - 1) else -1


def illegal_hold(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot be told to hold: it is not there, or another's."""
    table = table_of(position)
    unit = unit_of(table, order)
    return _not_his(order, unit) if unit < 0 or table.power[unit] != order.power else None


def illegal_move(position: Position, order: Order, rules: Rules) -> Cause | None:
    """Why a unit cannot go there.

    Rule: an army may go where a chain of fleets that stand there could carry it; without such a chain the
    order is impossible (DATC 6.D.32), with one it only fails when the convoy does not come (6.D.8).
    """
    assert isinstance(order, Move)
    table = table_of(position)
    atlas = table.atlas
    unit = table.unit_in[atlas.places[order.at]]
    if unit < 0 or table.power[unit] != order.power:
        return _not_his(order, unit)
    start, goal = table.province[unit], atlas.places[order.to]
    if goal == start:
        return Cause(code="same_place", place=order.to)
    by_sea = order.convoyed or bool(order.route)
    if not (atlas.sails[table.location[unit]] if table.fleet[unit] else atlas.walks[start] or atlas.shores[start]):
        return _TRAPPED
    if table.fleet[unit]:
        return _NOT_AN_ARMY if by_sea else _closed_to_fleet(table, unit, order.to, rules)
    if atlas.walks[start] >> goal & 1 and (not by_sea or rules.convoy_to_neighbor in WORDS_OF_NO_WEIGHT):
        return None
    if atlas.seas >> goal & 1:
        return Cause(code="army_at_sea", place=order.to)
    if not (atlas.shores[start] and atlas.shores[goal]):
        return Cause(code="no_sea_route" if by_sea else "unreachable", place=order.to)
    if not table.linked(start, goal):
        return Cause(code="no_sea_route", place=order.to)
    return None if rules.written_routes == "a_ignored" else _bad_route(table, order, rules)


def _bad_route(table: Table, order: Move, rules: Rules) -> Cause | None:
    """What is wrong with a written way over the seas, in a game in which it is binding. Rule: DATC 4.A.6."""
    if not order.route:
        return Cause(code="route_missing", place=order.to) if rules.written_routes == "c_required" else None
    shores, beside = table.atlas.shores, table.atlas.places[order.at]
    for sea in (table.atlas.places[place] for place in order.route):
        if not (shores[beside] & table.afloat) >> sea & 1:
            return Cause(code="route_broken_off", place=order.to)
        beside = sea
    ends = shores[table.atlas.places[order.to]] >> beside & 1
    return None if ends else Cause(code="route_broken_off", place=order.to)


def illegal_support(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot give this support.

    Rule: a unit supports only into provinces that it could go to by itself, from the coast it is on, but to
    any coast there (DATC 6.A.10, 6.B.4, 6.B.5); and only what the other unit could do without it (6.D.31).
    """
    assert isinstance(order, Support)
    table = table_of(position)
    atlas = table.atlas
    unit = table.unit_in[atlas.places[order.at]]
    if unit < 0 or table.power[unit] != order.power:
        return _not_his(order, unit)
    start = atlas.places[order.target]
    if start == table.province[unit]:
        return _SUPPORTS_ITSELF
    target = table.unit_in[start]
    if target < 0:
        return Cause(code="no_unit", place=order.target)
    goal = start if order.to is None else atlas.places[order.to]
    reach = atlas.reaches[table.location[unit]] if table.fleet[unit] else atlas.walks[table.province[unit]]
    if not reach >> goal & 1:
        return Cause(code="support_out_of_reach", place=order.to or order.target)
    if order.to is None or _can_arrive(table, target, order.to, without=table.province[unit]):
        return None
    return Cause(code="target_out_of_reach", place=order.to)


def illegal_convoy(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a fleet cannot carry this army.

    Rule: only fleets at sea convoy (DATC 6.F.1), only armies are convoyed (6.A.7), never to where they are
    (6.A.5), and only by a chain in which the fleet has a place (6.F.12, 6.G.19).
    """
    assert isinstance(order, Convoy)
    table = table_of(position)
    atlas = table.atlas
    unit = table.unit_in[atlas.places[order.at]]
    if unit < 0 or table.power[unit] != order.power:
        return _not_his(order, unit)
    sea = table.province[unit]
    if not (table.fleet[unit] and atlas.seas >> sea & 1):
        return _NOT_AT_SEA
    start, goal = atlas.places[order.target], atlas.places[order.to]
    target = table.unit_in[start]
    if target < 0:
        return Cause(code="no_unit", place=order.target)
    if table.fleet[target]:
        return _NOT_AN_ARMY
    if start == goal:
        return Cause(code="same_place", place=order.to)
    if atlas.seas >> goal & 1:
        return Cause(code="army_at_sea", place=order.to)
    return None if table.on_route(start, goal, sea) else Cause(code="not_on_route", place=order.to)


def _not_his(order: Order, unit: int) -> Cause:
    return Cause(code="no_unit" if unit < 0 else "not_owner", place=order.at)


def _closed_to_fleet(table: Table, unit: int, to: str, rules: Rules) -> Cause | None:
    atlas = table.atlas
    goal = atlas.numbers[to]
    if landing(table, unit, to) >= 0:
        unwritten = goal < atlas.size and not atlas.coasts[goal] >> goal & 1
        strict = unwritten and rules.single_coast == "b_fails"
        return Cause(code="coast_unwritten", place=to) if strict else None
    if atlas.inland >> atlas.province[goal] & 1:
        return Cause(code="fleet_inland", place=to)
    reachable = goal < atlas.size and atlas.sails[table.location[unit]] & atlas.coasts[goal]
    return Cause(code="coast_missing" if reachable else "unreachable", place=to)


def _can_arrive(table: Table, unit: int, to: str, *, without: int) -> bool:
    """Whether a unit could come to `to` by itself, to any coast when none is named, or by convoy."""
    atlas = table.atlas
    goal = atlas.numbers[to]
    place = atlas.province[goal]
    if table.fleet[unit]:
        if goal < atlas.size:
            return bool(atlas.reaches[table.location[unit]] >> place & 1)
        return landing(table, unit, to) >= 0
    start = table.province[unit]
    if atlas.walks[start] >> place & 1:
        return True
    return not atlas.seas >> place & 1 and table.linked(start, place, without)
