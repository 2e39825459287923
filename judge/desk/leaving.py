"""A power loses its player: what goes with him, and the game as it is afterwards."""

from dataclasses import dataclass, replace
from datetime import timedelta

from judge.desk.conduct import count_abandoned
from judge.desk.effects import Effect, ForgetBallots, KeepOrders, KeepWait, LeaveSeat, Log, SetDeadline, SetGameState
from judge.desk.electorate import votes_lapse
from judge.desk.later import drop_all
from judge.desk.office import Office
from judge.desk.snapshot import REPLACED, Game, GameState, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacated:
    """What comes of it that somebody leaves: `game` without him, `stopped` when nobody plays any more."""

    game: Game
    effects: tuple[Effect, ...]
    stopped: bool = False


def vacate(office: Office, game: Game, seat: Seat, how: str) -> Vacated:
    """Somebody leaves his place in a game; `how` one of `LEAVINGS`.

    Rule: what he had ordered for the open phase is not carried out, nor is what he had kept for later ones: the units
    of a power without a player hold (S4: who is in civil disorder orders nothing). His vote, his wish to wait and his
    absences go with him. A power that is alive has been abandoned, as far as his record is concerned, unless somebody
    else plays on in his place (REPLACED); then no clock stops either. Else the votes of all lapse (`votes_lapse`).
    """
    stop = _stop_an_empty_game(office, game, seat) if seat.power is not None and how != REPLACED else ()
    after = without(game, replace(seat, left_at=office.now, left_how=how), stopped=stop)
    effects = (LeaveSeat(seat.id, how), *_unordered(game, seat), *drop_all(game, seat), *stop)
    if game.state.is_under_way and how != REPLACED:
        effects += count_abandoned(game, seat)
        effects += (ForgetBallots(game.id),) if votes_lapse(game, after) else ()
    return Vacated(game=after, effects=effects, stopped=bool(stop))


def _unordered(game: Game, leaving: Seat) -> tuple[Effect, ...]:
    phase = game.phase
    if phase is None or leaving.power is None:
        return ()
    written = phase.orders_of(leaving.power)
    orders = (KeepOrders(phase=phase.id, power=leaving.power, orders=()),) if written.orders else ()
    return (*orders, *forget_wait(game, leaving.power))


def forget_wait(game: Game, power: str) -> tuple[Effect, ...]:
    """Whether a power asks to wait is open again: it was its last player who had said so."""
    phase = game.phase
    if phase is None or phase.orders_of(power).wait is None:
        return ()
    return (KeepWait(phase=phase.id, power=power, wait=None),)


def _stop_an_empty_game(office: Office, game: Game, leaving: Seat) -> tuple[Effect, ...]:
    """The clock stops when the last player leaves, and does not go on by itself: no turn is played for nobody."""
    others = any(seat.power is not None and seat.id != leaving.id for seat in game.seats)
    phase = game.phase
    if others or phase is None or (game.state is not GameState.RUNNING and game.resume_at is None):
        return ()
    left = game.time_left
    if game.state is GameState.RUNNING:
        left = max(phase.deadline - office.now, timedelta(0)) if phase.deadline else None
    return (
        SetGameState(game=game.id, state=GameState.PAUSED, time_left=left),
        SetDeadline(phase=phase.id, deadline=None),
        Log(game=game.id, kind="pause", text="the last player has left"),
    )


def without(game: Game, leaving: Seat, stopped: tuple[Effect, ...] = ()) -> Game:
    """The game after somebody has left, its clock stopped when there are effects that stop it."""
    seats = tuple(seat for seat in game.seats if seat.id != leaving.id)
    former = (*game.former, leaving) if leaving.power is not None else game.former
    after = replace(game, seats=seats, former=former)
    if leaving.power is not None and game.phase is not None:
        sets = tuple(one for one in game.phase.order_sets if one.power != leaving.power)
        after = replace(after, phase=replace(game.phase, order_sets=sets))
    if not stopped or after.phase is None:
        return after
    left = next((effect.time_left for effect in stopped if isinstance(effect, SetGameState)), None)
    return replace(after, state=GameState.PAUSED, time_left=left, resume_at=None, phase=after.phase.due_at(None))
