"""Rapid Deployment: every unit may move twice in one movement phase; a rule that can be put on any game.

The first parts, and all orders that have only one, are adjudicated as the game beneath adjudicates a movement phase;
then the second parts of those that arrived, by the same function. Nothing of a second part is in an outcome unless
the first succeeded (R15), so no report, document or answer that is made of a turn can tell it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudication.legality import illegal
from judge.adjudication.retreats import retreat_places
from judge.board import province_of
from judge.game.causes import learn_causes
from judge.game.kinds import OrderKind
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.outcomes import Cause, Outcome
from judge.game.phases import PhaseKind
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.variant import Lesson, Played, Variant
from judge.variants.double_moves import (
    R7,
    WHOLE,
    DoubleMove,
    double_kind,
    fault_finder,
    goes_twice,
    single_kind,
    without_ways,
)
from judge.variants.double_rulings import CAUSES, HOUSE_RULES, ON_A_BOARD, hint_at_double_moves, teach_double_moves

STAGES = ("First moves", "Second moves")
RIDERS = ("then", "-", "->")  # what begins a second part in brackets

# By where the unit is: the first part as the first half takes it, and the whole order.
Doubles = dict[str, tuple[Move, DoubleMove]]
Fault = Callable[[DoubleMove], Cause | None]
Play = Callable[[Variant, Position, Sequence[Order], Rules], Played]


def put_double_moves_on(base: Variant) -> Variant:
    """The game `base` with double moves: its board, calendar, victory and all its other orders stay as they are.

    Rule: Rapid Deployment 1 to 4; an order of another kind is a whole one and has no second part.
    """
    learn_causes(CAUSES)
    move = next(kind for kind in base.kinds if kind.order is Move)
    kinds: list[OrderKind] = []
    for kind in base.kinds:
        kinds.append(single_kind(kind) if kind.order in (Move, Support, Convoy) else kind)
        if kind is move:
            kinds.append(double_kind(kinds[-1]))
    phases = tuple(
        replace(rules, play=play_twice(rules.play, move)) if rules.kind is PhaseKind.MOVEMENT else rules
        for rules in base.phases
    )

    def lessons(position: Position, power: str) -> tuple[Lesson, ...]:
        return (*teach_double_moves(position, power), *base.lessons(position, power))

    beneath = (*base.house_rules, *ON_A_BOARD) if base.house_rules else ()
    return replace(
        base, name="rapid-deployment", title=f"Rapid Deployment, {base.title}", kinds=tuple(kinds), phases=phases,
        grammars=("rapid", *base.grammars), rulings=(*base.rulings, R7), riders=(*base.riders, *RIDERS),
        house_rules=(*beneath, *HOUSE_RULES), lessons=lessons, hint=hint_at_double_moves,
        goes_on=lambda line, following: base.goes_on(line, following) or goes_twice(line, following),
    )  # fmt: skip


def play_twice(play: Play, move: OrderKind) -> Play:
    """A movement phase in two halves, each adjudicated by `play`; `move` the kind of the moves it knows.

    Rule: units without a second part stand with strength 1 in the second half, and supports are spent (R1, R2). As
    every attack of the second half has strength 1, nothing is dislodged in it.
    """

    def play_both(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
        rules = without_ways(rules)
        fault = fault_finder(move, position.board, rules)
        whole = R7.chosen(rules) == "a"
        doubles, given = _first_half(variant, position, orders, rules, fault if whole else None)
        first = play(variant, position, given, rules)
        due, ends = _second_half(first, doubles, None if whole else fault)
        second = Played(outcomes=(), position=first.position)
        if due:
            between = replace(first.position, dislodged=(), contested=())
            second = play(variant, between, tuple(due.values()), rules)
            told = {outcome.order.at: outcome for outcome in second.outcomes}
            ends |= {at: told[order.at] for at, order in due.items()}
        return Played(
            outcomes=tuple([_shown(outcome, doubles, ends) for outcome in first.outcomes]),
            position=_final(first.position, second.position) if due else first.position,
            events=first.events + second.events,
            winner=first.winner or second.winner,
            stages=STAGES,
        )

    return play_both


def _first_half(
    variant: Variant, position: Position, orders: Sequence[Order], rules: Rules, fault: Fault | None
) -> tuple[Doubles, list[Order]]:
    """The double orders with their first parts, and the orders as the first half takes them.

    Shape: `fault` None when an impossible second part does no harm to the first.
    Rule: of a double order with an impossible second part (R7), and of one that does not count beside another for its
    unit (DATC 4.D.3), no part is done; it is left as it is, to be found void.
    """
    counts = Counter([order.at for order in orders])
    doubles: Doubles = {}
    given: list[Order] = []
    for order in orders:
        if isinstance(order, DoubleMove) and not (fault and fault(order)):
            at = order.at
            if counts[at] == 1 or _counting(_rivals(variant, position, orders, rules, at), rules) == order:
                doubles.setdefault(at, (order.first, order))
                order = doubles[at][0]
        given.append(order)
    return doubles, given


def _rivals(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules, at: str) -> list[Order]:
    """All possible orders for the unit at a place."""
    return [order for order in orders if order.at == at and illegal(variant, position, order, rules) is None]


def _counting(rivals: Sequence[Order], rules: Rules) -> Order | None:
    """Which of several possible orders for one unit counts. Rule: DATC 4.D.3."""
    if not rivals or all(order == rivals[0] for order in rivals):
        return rivals[0] if rivals else None
    return {"a_first": rivals[0], "b_last": rivals[-1]}.get(rules.doubled_orders)


def _second_half(first: Played, doubles: Doubles, fault: Fault | None) -> tuple[dict[str, Order], dict[str, Outcome]]:
    """The second orders of the units whose first parts succeeded, and the outcomes of those that are impossible.

    Shape: both by where the unit was at first; `fault` None when no order with an impossible part came so far.
    Rule: 3, R5.
    """
    standing = {unit.province: unit for unit in first.position.units}
    due: dict[str, Order] = {}
    void: dict[str, Outcome] = {}
    for outcome in first.outcomes:
        order, double = doubles.get(outcome.order.at, (None, None))
        if double is None or outcome.result != "moves" or outcome.order != order:
            continue
        second, cause = double.second, fault(double) if fault else None
        if cause is None and isinstance(second, Move):
            unit = standing[province_of(double.to)]
            # where it stands is where the order says, unless the game beneath has led it elsewhere
            due[double.at] = second if second.at == unit.at else replace(second, at=unit.at)
        else:
            void[double.at] = Outcome(order=second, result="void", cause=cause)
    return due, void


def _final(first: Position, second: Position) -> Position:
    """The position that the retreats start from.

    Rule: what was dislodged in the first half is off the board in the second and retreats once, on the final board
    (R3); places that a standoff of either half left empty at the end are closed, and so is where the attacker came
    from in the half of the dislodgement (R4).
    """
    occupied = {unit.province for unit in second.units}
    contested = tuple(sorted({*first.contested, *second.contested} - occupied))
    after = replace(second, contested=contested, dislodged=())
    beaten = sorted((*first.dislodged, *second.dislodged), key=lambda one: one.unit.sort_key)
    return replace(after, dislodged=tuple(
        Dislodged(one.unit, one.attacker_from, retreat_places(after, one.unit, one.attacker_from)) for one in beaten
    ))  # fmt: skip


def _shown(outcome: Outcome, doubles: Doubles, ends: dict[str, Outcome]) -> Outcome:
    """The outcome with all that may be seen of an order and no more.

    Rule: R15, a second part is told when the first succeeded.
    """
    order, cause = outcome.order, outcome.cause
    first, double = doubles.get(order.at, (None, None))
    if double is not None and order.at in ends and order == first:
        end = ends[order.at]
        # a second part that is void (R7, option b) was not adjudicated: the first part has the last word
        result = "moves" if end.result == "void" else end.result
        return Outcome(order=double, result=result, cause=end.cause, parts=(outcome, end))
    if isinstance(order, DoubleMove):
        return replace(outcome, order=order.first, cause=cause and _hidden(cause))
    if cause is not None and any(isinstance(one, DoubleMove) for one in cause.by):
        return replace(outcome, cause=_hidden(cause))
    return outcome


def _hidden(cause: Cause) -> Cause:
    """The cause without second parts."""
    if cause.code in WHOLE.values():
        return Cause(code="whole_void")
    return replace(cause, by=tuple(order.first if isinstance(order, DoubleMove) else order for order in cause.by))
