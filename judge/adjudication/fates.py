"""The outcome of every order of a movement phase, with its cause, read off the settled decisions."""

from collections.abc import Sequence

from judge.adjudication.atlas import bits, mask_of
from judge.adjudication.intents import Plan
from judge.adjudication.resolver import NO, YES, Resolver
from judge.adjudication.table import has_route, is_needed
from judge.game.orders import Convoy, Hold, Move, Order, Support
from judge.game.outcomes import Cause, Outcome


def tell_fate(plan: Plan, resolver: Resolver, unit: int, order: Order) -> Outcome:
    """What became of the order that a unit followed.

    Rule: the words are those of `RESULTS`; a unit that was dislodged is marked whatever became of its order.
    """
    dislodger = resolver.dislodger[unit]
    dislodged = dislodger >= 0
    result: str = "holds"
    cause: Cause | None = None
    if isinstance(order, Move):
        if resolver.state[unit] == YES:
            return Outcome(order=order, result="moves")
        result, cause = _failed_move(plan, resolver, unit)
    elif isinstance(order, Support):
        result, cause = _support(plan, resolver, unit, order)
    elif isinstance(order, Convoy):
        result, cause = _convoy(plan, resolver, unit, order)
    if dislodged and result in ("holds", "convoys", "unused"):
        result = "dislodged"
    if result == "dislodged":
        cause = Cause(code="dislodged", by=(_order_of(plan, dislodger),))
    return Outcome(order=order, result=result, cause=cause, dislodged=dislodged)


def _order_of(plan: Plan, unit: int) -> Order:
    """The order of a unit for a cause; a unit without one holds."""
    order = plan.orders[unit] or plan.tried.orders.get(unit)
    if order is not None:
        return order
    stands = plan.table.units[unit]
    return Hold(power=stands.power, kind=stands.kind, at=stands.at, given=False)


def _failed_move(plan: Plan, resolver: Resolver, unit: int) -> tuple[str, Cause]:
    if resolver.state[resolver.count + unit] == NO:
        return "no-convoy", _no_convoy(plan, resolver, unit)
    if unit in resolver.paradox:
        return "bounces", Cause(code="paradox_holds")
    return "bounces", _bounce(plan, resolver, unit)


def _bounce(plan: Plan, resolver: Resolver, unit: int) -> Cause:
    """What a move with a path failed against: the moves that prevented it or the unit that was in its way.

    Where both would have stopped it the unit in its way is named, if it is at least as strong; but one that meant to
    leave is not where the moves would have stopped it all the same. So the causes of a stopped circular movement
    lead to what stopped it (DATC 6.C.3).
    Rule: a move without strength against a unit of its own power (6.D.10, 6.D.11) and one of which not all supports
    count against the unit in its way (6.D.12 to 6.D.14) say so.
    """
    goal = resolver.goal[unit]
    holder = resolver.unit_in[goal]
    attack, _, resistance, _ = resolver.resistance(unit)
    backing = resolver.backing(unit)[0]
    rivals = [(resolver.prevents(rival)[0], rival) for rival in resolver.attackers[goal] if rival != unit]
    rivals.sort(key=lambda one: (-one[0], one[1]))
    strongest = rivals[0][0] if rivals else 0
    met = holder >= 0 and resolver.goal[holder] >= 0 and resolver.is_head_to_head(unit, holder)
    if strongest >= backing and _is_aside(resolver, holder, strongest, met):
        return _standoff(plan, "standoff", backing, rivals)
    if holder >= 0 and not attack:
        return Cause(code="own_exchange" if met else "own_unit", by=(_order_of(plan, holder),))
    if strongest >= attack and strongest > resistance:
        return _standoff(plan, "standoff" if strongest >= backing else "standoff_own", attack, rivals)
    code = "head_to_head" if met else "held_off"
    if backing > attack:
        code = "head_to_head_own" if met else "own_support"
    return Cause(code=code, by=(_order_of(plan, holder),), strengths=(attack, resistance))


def _is_aside(resolver: Resolver, holder: int, strongest: int, met: bool) -> bool:
    """Whether the unit in the way of a move matters less than the moves that prevent it, of this strength.

    It does when it is not there or left, when it is weaker, and when it meant to go elsewhere and only could not.
    """
    if holder < 0:
        return True
    leaves = resolver.goal[holder] >= 0
    if leaves and not met:
        return True
    return strongest > resolver.backing(holder)[0]


def _standoff(plan: Plan, code: str, own: int, rivals: Sequence[tuple[int, int]]) -> Cause:
    """The cause of a move of this strength that other moves prevented; `rivals` their strengths, falling."""
    by = tuple(_order_of(plan, rival) for strength, rival in rivals if strength >= own)
    return Cause(code=code, by=by, strengths=(own, rivals[0][0]))


def _no_convoy(plan: Plan, resolver: Resolver, unit: int) -> Cause:
    """Why an army had no path: a paradox, fleets of its way that were dislodged, or no fleet that would carry it.

    Rule: where all of certain fleets must carry it (DATC 4.A.1, 4.A.6) it lacked one of them.
    Not: a fleet that was dislodged where the fleets that carry make no way even with it, or make one without it.
    """
    if unit in resolver.paradox:
        return Cause(code="paradox")
    table, start, goal = plan.table, resolver.province[unit], resolver.goal[unit]
    atlas, shores = table.atlas, table.atlas.shores
    fleets = resolver.carriers.get(unit, ())
    carrying = mask_of(resolver.province[fleet] for fleet in fleets)
    wanted = bits(table.afloat & ~carrying)
    needs = plan.intents.needs.get(unit, 0)
    if needs:
        whole = not needs & ~carrying
        lacking = [sea for sea in wanted if needs >> sea & 1]
    else:
        whole = has_route(shores, carrying, start, goal)
        lacking = [sea for sea in wanted if has_route(shores, carrying | 1 << sea, start, goal)]
    if whole:
        lost = [fleet for fleet in fleets if resolver.dislodger[fleet] >= 0]
        needed = [
            fleet for fleet in lost
            if (needs >> resolver.province[fleet] & 1 if needs
                else is_needed(shores, carrying, start, goal, resolver.province[fleet]))
        ]  # fmt: skip
        return Cause(code="convoy_broken", by=tuple(_order_of(plan, resolver.dislodger[fleet]) for fleet in needed))
    if len(lacking) == 1:
        return Cause(code="no_convoy_in", place=atlas.locations[lacking[0]])
    if needs:
        return Cause(code="way_not_carried")
    return Cause(code="convoy_gap" if fleets else "no_convoy")


def _support(plan: Plan, resolver: Resolver, unit: int, order: Support) -> tuple[str, Cause | None]:
    aided = plan.intents.aids[unit]
    if aided < 0:
        target = plan.table.unit_in[plan.table.atlas.places[order.target]]
        meant = _order_of(plan, target)
        silent = order.to is None and resolver.goal[target] < 0 and plan.table.power[target] in plan.tried.silent
        return "void", Cause(code="civil_disorder" if silent else "unmatched", by=(meant,))
    if resolver.state[unit] == YES:
        return "supports", None
    dislodger = resolver.dislodger[unit]
    if dislodger >= 0:
        return "cut", Cause(code="dislodged", by=(_order_of(plan, dislodger),))
    attackers = resolver.attackers[resolver.province[unit]]
    cutting = [attacker for attacker in attackers if resolver.cuts(attacker, unit) == YES]
    return "cut", Cause(code="cut", by=tuple(_order_of(plan, attacker) for attacker in cutting))


def _convoy(plan: Plan, resolver: Resolver, unit: int, order: Convoy) -> tuple[str, Cause | None]:
    atlas = plan.table.atlas
    army = plan.table.unit_in[atlas.places[order.target]]
    if resolver.goal[army] != atlas.places[order.to]:
        return "void", Cause(code="unmatched", by=(_order_of(plan, army),))
    if plan.intents.carries[unit] < 0:
        return "unused", Cause(code="by_land")
    if resolver.state[resolver.count + army] == YES:
        # DATC 4.A.1, 4.A.6: only certain fleets carry it. Else also one of a way with holes counts (6.G.6).
        needs = plan.intents.needs.get(army, 0)
        aside = needs and not needs >> resolver.province[unit] & 1
        return ("unused", Cause(code="other_way")) if aside else ("convoys", None)
    return "unused", _no_convoy(plan, resolver, army)
