"""A turn: the phase is played, the calendar moves on, and phases in which nobody has a choice are passed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from judge.board import province_of
from judge.errors import DataError
from judge.game.orders import Build, Order, Remove, Waive
from judge.game.outcomes import Outcome
from judge.game.phases import Phase, parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.same import Same
from judge.game.turns import Event, Owed, Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant


def start_position(variant: Variant, rules: Rules | None = None) -> Position:
    """The position at the start of a game with these rules: the units and home centers of every power.

    Refuses: DataError when the board's start is no phase tag.
    """
    fitted = variant.board_by(rules or variant.rules)
    state = variant.state_from(None, fitted)
    board = variant.reshape(fitted, state)
    phase = parse_phase(board.start)
    if phase is None:
        raise DataError(f"the start of the board {board.name} is no phase tag: {board.start}")
    units = [_read_unit(unit, power.id) for power in board.powers for unit in power.units]
    centers = [(center, power.id) for power in board.powers for center in power.home]
    position = Position(
        board=board, phase=phase, units=tuple(sorted(units, key=lambda unit: unit.sort_key)),
        centers=tuple(sorted(centers)), state=state,
    )  # fmt: skip
    return variant.complete(position)


def play_turn(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Turn:
    """Play the phase of a position and come to the next phase in which someone has something to do.

    Rule: outcomes do not hang on the sequence of the orders, but in adjustments the first possible ones count
    (DATC 4.D.4 to 4.D.6). The game stops at the phase in which someone has won.
    """
    played = variant.phase_rules(position.phase.kind).play(variant, position, orders, rules)
    after, events, winner = played.position, [*played.events], played.winner
    passed: list[Phase] = []
    while not winner:
        after = replace(after, phase=variant.calendar.after(after.phase))
        phase_rules = variant.phase_rules(after.phase.kind)
        opened = phase_rules.open(variant, after, rules)
        after, winner = opened.position, opened.winner
        events.extend(opened.events)
        if winner or phase_rules.forced or phase_rules.needed(variant, after) or _somebody_owes(variant, after):
            break
        skipped = phase_rules.play(variant, after, (), rules)
        passed.append(after.phase)
        events.extend(_tell_passed(after, skipped.outcomes))
        events.extend(skipped.events)
        after, winner = skipped.position, skipped.winner
    return Turn(
        before=position,
        outcomes=tuple(sorted(played.outcomes, key=_by_power_and_place)),
        after=after,
        passed=tuple(passed),
        events=tuple(events),
        winner=winner,
        left=played.position,
        stages=played.stages,
    )


def owed(variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to decide in the phase of the position."""
    known = _owed_before(Same(variant), Same(position))
    if power not in known:
        known[power] = variant.phase_rules(position.phase.kind).owed(variant, position, power)
    return known[power]


@lru_cache(maxsize=64)
def _owed_before(_variant: Same[Variant], _position: Same[Position]) -> dict[str, Owed]:
    """What powers have to decide in a position, as far as it was asked for; every letter asks for all of them."""
    return {}


def missing(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> tuple[str, ...]:
    """What a power has not decided yet: locations of units without an order, or `1 build`, `2 removals`.

    Shape: orders of other powers among `orders` are left aside.
    """
    return missing_of(owed(variant, position, power), power, orders)


def missing_of(due: Owed, power: str, orders: Sequence[Order]) -> tuple[str, ...]:
    """What a power that has so much to decide has not decided yet; see `missing`."""
    own = [order for order in orders if order.power == power]
    if due.builds:
        waived = [order.count for order in own if isinstance(order, Waive)]
        built = sum(isinstance(order, Build) for order in own)
        # Those that can only be waived are waived first, see `play_adjustments`.
        idle = max(0, sum(count or 0 for count in waived) - due.siteless)
        return _amount(0 if None in waived else due.builds - built - idle, "build")
    if due.removals:
        return _amount(due.removals - len({order.at for order in own if isinstance(order, Remove)}), "removal")
    ordered = {province_of(order.at) for order in own}
    return tuple(at for at in due.units if province_of(at) not in ordered)


def _amount(count: int, noun: str) -> tuple[str, ...]:
    return (f"{count} {noun}{'' if count == 1 else 's'}",) if count > 0 else ()


def _read_unit(unit: str, power: str) -> Unit:
    letter, _, at = unit.partition(" ")
    return Unit(UnitKind(letter), at, power)


def _somebody_owes(variant: Variant, position: Position) -> bool:
    powers = {power.id for power in position.board.powers} | {unit.power for unit in position.units}
    return any(not owed(variant, position, power).nothing for power in sorted(powers))


def _tell_passed(position: Position, outcomes: Sequence[Outcome]) -> list[Event]:
    """Units that left the board in a phase in which nobody had a choice, as events."""
    events = []
    for outcome in outcomes:
        if outcome.result not in ("disbands", "removes"):
            continue
        order = outcome.order
        beaten = position.dislodged_in(order.at, order.power) if outcome.result == "disbands" else None
        unit = position.unit_in(order.at) if beaten is None else beaten.unit
        if unit is not None:
            reason = "has no center left to support it" if beaten is None else "had nowhere to retreat"
            text = f"{unit.kind.value} {position.board.write(unit.at)} {reason} and leaves the board."
            events.append(Event(kind=outcome.result, text=text, places=(unit.at,), powers=(unit.power,)))
    return events


def _by_power_and_place(outcome: Outcome) -> tuple[str, str]:
    order = outcome.order
    return (order.power, order.at)
