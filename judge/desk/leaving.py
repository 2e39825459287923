"""A game after somebody has left it."""

from dataclasses import replace
from datetime import timedelta

from judge.desk.effects import Effect, Log, SetDeadline, SetGameState
from judge.desk.office import Office
from judge.desk.snapshot import Game, GameState, Seat


def stop_an_empty_game(office: Office, game: Game, leaving: Seat) -> tuple[Effect, ...]:
    """The clock stops when the last player of a running game leaves: no turn is played for nobody."""
    others = any(seat.power is not None and seat.id != leaving.id for seat in game.seats)
    phase = game.phase
    if others or phase is None or game.state is not GameState.RUNNING:
        return ()
    left = max(phase.deadline - office.now, timedelta(0)) if phase.deadline else None
    return (
        SetGameState(game=game.id, state=GameState.PAUSED, time_left=left),
        SetDeadline(phase=phase.id, deadline=None),
        Log(game=game.id, kind="pause", text="the last player has left"),
    )


def without(game: Game, leaving: Seat, stopped: tuple[Effect, ...] = ()) -> Game:
    """The game after somebody has left, its clock stopped when there are effects that stop it."""
    after = replace(game, seats=tuple(seat for seat in game.seats if seat.id != leaving.id))
    if not stopped or game.phase is None:
        return after
    left = next((effect.time_left for effect in stopped if isinstance(effect, SetGameState)), None)
    return replace(after, state=GameState.PAUSED, time_left=left, phase=game.phase.due_at(None))
