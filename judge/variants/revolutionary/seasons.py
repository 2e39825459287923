"""The phases of a revolutionary year: what each leaves for the next, and what the powers have to decide in it.

Rule: V33 says which are played. Movement leaves for the check who stood where and who carried out no move; the
units it dislodged wait for the check, which works out all retreats; Summer and Winter adjust.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudication.adjustments import owed_in_adjustments, play_adjustments
from judge.adjudication.legality import WRONG_PHASE
from judge.adjudication.movement import owed_in_movement, play_movement
from judge.adjudication.retreats import owed_in_retreats, play_retreats, retreat_places
from judge.adjudication.victory import winner
from judge.board import province_of
from judge.game.entrance import Standing
from judge.game.orders import Move, Order
from judge.game.outcomes import Cause, Outcome
from judge.game.phases import PhaseKind, Season
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Event, Owed
from judge.game.units import Unit
from judge.game.variant import Opened, PhaseRules, Played, Variant
from judge.game.wording import word_order
from judge.variants.revolutionary.check import Scene, Verdict, check
from judge.variants.revolutionary.count import count_lands
from judge.variants.revolutionary.entrance import is_open
from judge.variants.revolutionary.limits import limits_of
from judge.variants.revolutionary.nations import statuses_after
from judge.variants.revolutionary.orders import (
    Raise,
    Refit,
    illegal_raise,
    illegal_refit,
    open_refits,
    possible_plea,
    refit_options,
    unused,
    why_unplayed,
)
from judge.variants.revolutionary.pleas import Plea
from judge.variants.revolutionary.realm import Realm, realm_of, with_realm
from judge.variants.revolutionary.telling import tell_check, tell_count, tell_statuses


def _is_played(position: Position, power: str) -> bool:
    """Whether somebody may order for a power. Rule: V15."""
    return dict(realm_of(position).statuses).get(power) is Standing.ACTIVE


def owed_in_season(variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to order: each of its units, if somebody plays it."""
    return owed_in_movement(variant, position, power) if _is_played(position, power) else Owed()


def play_season(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a movement phase and note for the check what it has to know of it.

    Rule: a garrison stood in its province when the movement began, however it had come there, and the order that it
    carried out is no move: a move that fails is one, a void one is not (ruling 4.2).
    """
    wishes = [order for order in orders if isinstance(order, Raise)]
    played = play_movement(variant, position, [order for order in orders if not isinstance(order, Raise)], rules)
    movers = {
        (province_of(outcome.order.at), outcome.order.power)
        for outcome in played.outcomes
        if isinstance(outcome.order, Move) and outcome.result != "void"
    }
    beaten = {(one.unit.province, one.unit.power) for one in played.position.dislodged}
    stood = tuple((unit.province, unit.power) for unit in position.units)
    told = [_wish(position, wish, wishes, rules) for wish in wishes]
    realm = replace(
        realm_of(position),
        stood=tuple(sorted(stood)),
        garrisons=tuple(sorted(place for place, power in stood if (place, power) not in movers | beaten)),
        fleets=tuple(sorted({
            (one.order.power, one.order.to)
            for one in told if isinstance(one.order, Raise) and one.result == "noted" and one.order.kind.value == "F"
        })),
        moved=True,
    )  # fmt: skip
    after = with_realm(played.position, realm)
    return replace(played, outcomes=(*played.outcomes, *told), position=after)


def _wish(position: Position, wish: Raise, wishes: Sequence[Raise], rules: Rules) -> Outcome:
    """What becomes of a wish for a unit; of two that differ neither counts."""
    cause = why_unplayed(position, wish.power) or illegal_raise(position, wish, rules)
    others = tuple(
        one for one in wishes if (one.power, one.about) == (wish.power, wish.about) and one != wish
    )  # fmt: skip
    if cause is None and others:
        cause = Cause(code="doubled", by=others)
    return Outcome(order=wish, result="noted" if cause is None else "void", cause=cause)


def nothing_owed(_variant: Variant, _position: Position, _power: str) -> Owed:
    """Nobody decides anything in a check: joins and wishes came with the movement orders."""
    return Owed()


def play_check(_variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Decide a Revolutionary sub-season; the pleas among the orders in the order in which they came.

    Rule: V20, V21: retreats are worked out with the new units on the board. A unit that is thrown out has no origin
    and may go back where it came from; one that was dislodged before keeps its attacker's.
    """
    pleas = [order for order in orders if isinstance(order, Plea) and possible_plea(position, order, rules) is None]
    before = realm_of(position)
    verdict = check(_scene(position, before, tuple(pleas), rules))
    after = replace(position, units=verdict.units, dislodged=())
    gone = [(one.unit, one.attacker_from) for one in position.dislodged]
    gone += [(unit, None) for unit in verdict.thrown_out]
    dislodged = sorted(
        (Dislodged(unit, origin, retreat_places(after, unit, origin)) for unit, origin in gone),
        key=lambda one: one.unit.sort_key,
    )
    realm = _remembered(before, verdict)
    refusals = {id(answer.plea): answer.refusal for answer in verdict.answers}
    outcomes = [
        Outcome(order=order, result="joins") if refusals.get(id(order)) == ""
        else Outcome(order=order, result="refused", cause=_why(position, order, refusals, rules))
        for order in orders
    ]  # fmt: skip
    return Played(
        outcomes=tuple(outcomes),
        position=with_realm(replace(after, dislodged=tuple(dislodged)), realm),
        events=tell_check(position.board, before, verdict, limits_of(rules)),
    )


def _why(position: Position, order: Order, refusals: dict[int, str], rules: Rules) -> Cause:
    if not isinstance(order, Plea):
        return WRONG_PHASE
    cause = possible_plea(position, order, rules)
    return cause or Cause(code=refusals[id(order)], place=order.center or None)


def _scene(position: Position, realm: Realm, pleas: tuple[Plea, ...], rules: Rules) -> Scene:
    """What the check looks at; where no movement went before, every unit has been where it is."""
    stood = tuple((unit.province, unit.power) for unit in position.units)
    return Scene(
        board=position.board,
        limits=limits_of(rules),
        lands=realm.lands,
        statuses=realm.statuses,
        units=position.units,
        beaten=tuple(one.unit for one in position.dislodged),
        stood=frozenset(realm.stood if realm.moved else stood),
        garrisons=frozenset(realm.garrisons if realm.moved else (place for place, _ in stood)),
        fleets=realm.fleets,
        pleas=pleas,
        is_open=is_open(position),
    )


def _remembered(before: Realm, verdict: Verdict) -> Realm:
    """The realm after a check: what the movement left is used up, and which units a later government may change.

    Rule: V19: units that came up while their nation had no government; a government that joined by this revolution
    said in its mail what it wanted (V13).
    """
    granted = {answer.plea.power for answer in verdict.answers if not answer.refusal}
    stands, risen, fresh = dict(before.statuses), dict(before.risen), dict(before.fresh)
    for rising in verdict.risings:
        for unit in rising.raised:
            risen.pop(unit.province, None)
            if stands[rising.nation] is not Standing.ACTIVE and rising.nation not in granted:
                risen[unit.province] = rising.nation
    for nation in set(risen.values()):
        new = nation in granted or stands[nation] is Standing.DEFEATED
        if new and dict(verdict.statuses)[nation] is Standing.ACTIVE:
            fresh[nation] = PHASES_TO_REFIT
    return Realm(
        lands=verdict.lands,
        statuses=verdict.statuses,
        risen=tuple(sorted(risen.items())),
        fresh=tuple(sorted(fresh.items())),
    )


PHASES_TO_REFIT = 2  # a government's first Summer and its first Winter


def owed_in_flight(variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to decide in a retreat phase: each dislodged unit that has somewhere to go, if it is played."""
    return owed_in_retreats(variant, position, power) if _is_played(position, power) else Owed()


def play_flight(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a retreat phase, and see how the powers stand after it."""
    return _with_statuses(play_retreats(variant, position, orders, rules))


def somebody_flees(_variant: Variant, position: Position) -> bool:
    """Whether a retreat phase is played: somebody was dislodged, one without a player included (V33)."""
    return bool(position.dislodged)


def owed_in_adjusting(variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to decide: removals, in Winter builds, and units that it may change.

    Rule: V15, V18, V19.
    """
    if not _is_played(position, power) or realm_of(position).won:
        return Owed()
    owed = owed_in_adjustments(variant, position, power)
    if position.phase.season is Season.SUMMER and owed.builds:
        owed = Owed()
    may = tuple(word_order(position.board, order) for order in refit_options(position, power))
    return replace(owed, may=may) if may else owed


def needs_adjusting(_variant: Variant, position: Position) -> bool:
    """Whether an adjustment phase is played: Winter always, Summer when somebody has too many units (V33)."""
    if position.phase.season is not Season.SUMMER:
        return True
    powers = {unit.power for unit in position.units}
    return any(len(position.units_of(power)) > len(position.counted_of(power)) for power in powers) or any(
        open_refits(position, power) for power, _ in realm_of(position).fresh
    )


def play_adjusting(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate Summer or Winter: removals and builds, then the units that new governments change.

    Rule: V27: in Winter somebody may have won by the count, and then nothing is adjusted.
    """
    won = _winner(position, rules)
    if won:
        text = f"{position.board.power(won[0]).name} wins with {len(position.counted_of(won[0]))} centers."
        outcomes = tuple(Outcome(order=order, result="void", cause=Cause(code="game_won")) for order in orders)
        victory = Event(kind="victory", text=text, powers=won)
        return Played(outcomes=outcomes, position=position, events=(victory,), winner=won)
    refits = [order for order in orders if isinstance(order, Refit)]
    played = play_adjustments(variant, position, [one for one in orders if not isinstance(one, Refit)], rules)
    standing = {unit.province: unit for unit in played.position.units}
    told, done = [], []
    for order in refits:
        cause = _refit_fails(position, order, refits, rules, standing.get(province_of(order.at)))
        if cause is None:
            done.append(province_of(order.at))
        told.append(Outcome(order=order, result="replaces" if cause is None else "void", cause=cause))
    for order in refits:
        if province_of(order.at) in done and any(one.order == order and one.cause is None for one in told):
            standing[province_of(order.at)] = Unit(order.unit, order.to, order.power)
    units = tuple(sorted(standing.values(), key=lambda unit: unit.sort_key))
    after = with_realm(replace(played.position, units=units), unused(realm_of(position), done))
    return _with_statuses(replace(played, outcomes=(*played.outcomes, *told), position=after))


def _refit_fails(
    position: Position, order: Refit, refits: Sequence[Refit], rules: Rules, unit: Unit | None
) -> Cause | None:
    cause = why_unplayed(position, order.power) or illegal_refit(position, order, rules)
    if cause is not None:
        return cause
    others = tuple(
        one for one in refits
        if one != order and one.power == order.power and province_of(one.at) == province_of(order.at)
    )  # fmt: skip
    if others:
        return Cause(code="doubled", by=others)
    return None if unit is not None else Cause(code="removed_already", place=order.at)


def _winner(position: Position, rules: Rules) -> tuple[str, ...]:
    """Who has won, which is seen in Winter alone. Rule: V27."""
    return () if position.phase.season is Season.SUMMER else winner(position, rules)


def open_adjusting(_variant: Variant, position: Position, rules: Rules) -> Opened:
    """The count of Fall before Winter's adjustments; Summer has none (V33)."""
    if position.phase.season is Season.SUMMER:
        return Opened(position=position)
    realm = realm_of(position)
    centers = frozenset(position.board.centers())
    standing = {unit.province: unit for unit in position.units}
    lands = count_lands(realm.lands, centers, standing, limits_of(rules))
    counted = with_realm(replace(position, contested=(), dislodged=()), replace(realm, lands=lands))
    counted = with_realm(counted, replace(realm_of(counted), won=winner(counted, rules)))
    events = tell_count(position.board, realm.lands, lands, limits_of(rules))
    settled = _with_statuses(Played(outcomes=(), position=counted, events=events))
    return Opened(position=settled.position, events=settled.events)


def _with_statuses(played: Played) -> Played:
    """What a phase gave, with how the powers stand at its end. Rule: V30, dislodged units count as units."""
    position, realm = played.position, realm_of(played.position)
    powers = [unit.power for unit in (*position.units, *(one.unit for one in position.dislodged))]
    centers = frozenset(position.board.centers())
    statuses = tuple(statuses_after(dict(realm.statuses), realm.lands, centers, powers).items())
    if statuses == realm.statuses:
        return played
    events = tell_statuses(position.board, realm.statuses, statuses)
    return replace(
        played, position=with_realm(position, replace(realm, statuses=statuses)), events=(*played.events, *events)
    )


PHASES = (
    PhaseRules(kind=PhaseKind.MOVEMENT, owed=owed_in_season, play=play_season, forced=True),
    PhaseRules(kind=PhaseKind.REVOLUTION, owed=nothing_owed, play=play_check, forced=True),
    PhaseRules(kind=PhaseKind.RETREAT, owed=owed_in_flight, play=play_flight, needed=somebody_flees),
    PhaseRules(
        kind=PhaseKind.ADJUSTMENT, owed=owed_in_adjusting, play=play_adjusting, open=open_adjusting,
        needed=needs_adjusting,
    ),
)  # fmt: skip
