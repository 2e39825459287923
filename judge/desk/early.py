"""Early play: a phase need not wait for its deadline when everybody has decided, but leaves time to think again."""

from datetime import datetime, timedelta

from judge.desk.deadlines import least_length
from judge.desk.effects import AimEarlyPlay
from judge.desk.office import Office
from judge.desk.snapshot import Game, GameState
from judge.desk.vacancies import awaited_until
from judge.desk.waiting import all_in, players_due

MINUTE = timedelta(minutes=1)


def is_idle(game: Game) -> bool:
    """Whether nobody who plays has anything to decide in the open phase, so that it ends as soon as it is open."""
    until, phase = awaited_until(game), game.phase
    waits = until is not None and phase is not None and until > phase.opened_at
    return all_in(game) and not players_due(game) and not waits


def early_moment(game: Game, now: datetime) -> datetime | None:
    """When the open phase is played before its deadline, None when somebody has yet to decide or asks to wait.

    The time to think again after the last change, and never before the least time the phase is to stay open; where
    nobody has anything to decide, at once. Nor while a power is waited for that has lost its player (`vacancies`).
    Units: full minutes, so that what players are told is not earlier than what is done.
    """
    phase = game.phase
    if phase is None or game.state is not GameState.RUNNING or not all_in(game):
        return None
    end, until = phase.grace_until or phase.deadline, awaited_until(game)
    if until is not None and until <= now:
        until = None
    if until is not None and end is not None and until >= end:
        return None
    if phase.early_at is not None and (until is None or phase.early_at >= until):
        return phase.early_at
    if not players_due(game):
        return until or now
    moment = max(now + game.settings.delay, phase.opened_at + least_length(game.settings, phase.position.phase.kind))
    if moment > now and (rest := timedelta(seconds=moment.second, microseconds=moment.microsecond)):
        moment += MINUTE - rest
    moment = max(moment, until or moment)
    return moment if end is None else min(moment, end)


def aim(office: Office, game: Game) -> tuple[AimEarlyPlay, ...]:
    """When the open phase is played early, to be kept with it; () when that is settled, or is now."""
    if game.phase is None:
        return ()
    moment = early_moment(game, office.now)
    if moment == game.phase.early_at or (moment is not None and moment <= office.now):
        return ()
    return (AimEarlyPlay(phase=game.phase.id, moment=moment),)
