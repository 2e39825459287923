"""Sheets: the phase that somebody may write orders for, the open one or one to come, or why he may not."""

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from judge.desk.guards import MOST_YEARS, check_tag, is_to_come, phase_words, stop_for
from judge.desk.office import Scene, no_game, refuse
from judge.desk.overdue import closes_at
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game, GameState, OpenPhase, OrderSet, Seat
from judge.game.complaints import Complaint
from judge.game.phases import Phase, PhaseKind, parse_phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A power's open phase that orders may be written for; `came` when the letter that writes them came in."""

    game: Game
    phase: OpenPhase
    power: str
    came: datetime

    @property
    def written(self) -> OrderSet:
        """What is stored so far."""
        return self.phase.orders_of(self.power)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterSheet:
    """A phase to come that orders of a power may be kept for; `phase` the one that is open now."""

    game: Game
    phase: OpenPhase
    seat: Seat
    power: str
    meant: Phase


def open_sheet(scene: Scene) -> Sheet | LaterSheet | Complaint:
    """The phase that the sender may write orders for, or why he may not. Kind `late` for what came too late."""
    game = scene.game
    if game is None:
        found = no_game(scene).complaint
        return found or Complaint(kind="refused", problem="There is no game.")
    seat = scene.hand(game)
    if seat is None and scene.speaker.how == "keeper":
        return _refusal("The keeper has no units to order, and this is no command.", example="HELP MASTERS")
    if seat is None:
        return _refusal(f"You are not in {game.name}.", example=f"OBSERVE {game.name}")
    if game.state.is_over:
        return _refusal(f"The game {game.name} is over.")
    if game.state is GameState.FORMING or game.phase is None:
        return _refusal(f"The game {game.name} has not begun; orders can be given from its start mail on.")
    if seat.power is None:
        return _refusal(f"You play no power in {game.name}, so you have no units to order.", example="STATUS")
    if scene.guard and is_to_come(game.phase, scene.guard):
        return _later(game, game.phase, game.seat_for(seat.power), scene.guard)
    late = too_late(scene, game, game.phase)
    if late is not None:
        return late
    complaint = check_tag(game, game.phase, scene.guard) if scene.guard else None
    if complaint is not None and parse_phase(scene.guard) is not None:
        return replace(complaint, kind="late")
    return complaint or Sheet(game=game, phase=game.phase, power=seat.power, came=scene.letter.received_at)


def too_late(scene: Scene, game: Game, phase: OpenPhase) -> Complaint | None:
    """Why a letter is too late for a phase: it came after the deadline, or before it opened and so for the one before.

    What counts is when the letter was accepted, not when it is read, nor what its sender's clock said. In a time of
    grace late letters count. One that names the phase was not for the one before.
    """
    came, end = scene.letter.received_at, phase.grace_until or phase.deadline
    zone = ZoneInfo(scene.player.zone)
    if end is not None and came > end and closes_at(game) is not None:
        when = f"{(phase.deadline or end).astimezone(zone):%Y-%m-%d %H:%M} ({zone.key})"
        problem = f"This came after the deadline of {phase_words(phase)} in {game.name}, which was {when}: too late."
    elif came < phase.opened_at and scene.guard != phase.position.phase.tag:
        problem = (
            f"This came before {phase_words(phase)} opened in {game.name}, and the phase it was for is over: too late."
        )
    else:
        return None
    return Complaint(kind="late", problem=problem, expected="orders for a phase to come", example=_example(game, phase))


def _example(game: Game, phase: OpenPhase) -> str:
    """A line above which a late letter would have named a phase that it is in time for: the next movement."""
    calendar, now = variant_of(game).calendar, phase.position.phase
    for _ in calendar.stops:
        now = calendar.after(now)
        if now.kind is PhaseKind.MOVEMENT:
            break
    return f"PHASE {now.tag}"


def _later(game: Game, phase: OpenPhase, seat: Seat | None, tag: str) -> LaterSheet | Complaint:
    """The sheet of a phase to come, or why nothing can be kept for it. Rule: at most five years ahead."""
    meant, now = parse_phase(tag), phase.position.phase
    if seat is None:
        return _refusal("Nobody plays this power, so nothing is kept for it.", example=f"PHASE {now.tag}")
    if meant is None or seat.power is None:
        return _refusal(f"{tag} is no phase.", example=f"PHASE {now.tag}")
    if (meant.season, meant.kind) not in variant_of(game).calendar.stops:
        near = stop_for(variant_of(game), meant)
        return Complaint(
            kind="refused",
            problem=f"{game.name} has no phase {meant.tag}.",
            expected="a phase of this game",
            example="" if near is None else f"PHASE {near.tag}",
        )
    if meant.year - now.year > MOST_YEARS:
        return _refusal(
            f"{meant.tag} is more than {MOST_YEARS} years away; nothing is kept for so long.",
            example=f"PHASE {now.tag}",
        )
    return LaterSheet(game=game, phase=phase, seat=seat, power=seat.power, meant=meant)


def _refusal(problem: str, example: str = "") -> Complaint:
    found = refuse(problem, example=example).complaint
    return found or Complaint(kind="refused", problem=problem)
