"""Deadlines in calendars: what the people of a game are told when its clock has changed."""

from dataclasses import replace
from datetime import datetime

from judge.desk.snapshot import Game, OpenPhase, Role, Seat
from judge.game.mails import CALENDAR, Appointment


def entries(game: Game) -> tuple[Appointment, ...]:
    """The entry for the open deadline; () when the game is over, and while the clock is stopped.

    Shape: where it is known when the clock goes on, the deadline of then.
    """
    phase = game.phase
    if phase is None or not game.state.is_under_way:
        return ()
    deadline = phase.deadline
    if deadline is None and game.resume_at is not None and game.time_left is not None:
        deadline = game.resume_at + game.time_left
    return () if deadline is None else (_entry(game, phase, deadline),)


def changes(before: Game, after: Game, now: datetime) -> tuple[Appointment, ...]:
    """What calendars are told when a game goes from one state to the other; () where its deadline stays.

    Shape: a deadline that is still to come and will not be is taken back first; a new or a moved one follows.
    """
    old, new = entries(before), entries(after)
    if _dates(old) == _dates(new):
        return ()
    names = {one.name for one in new}
    return (*(one for one in withdrawn(before, now) if one.name not in names), *new)


def withdrawn(game: Game, now: datetime) -> tuple[Appointment, ...]:
    """What takes the deadline of a game out of calendars, () when it is past; also out of his who has left it."""
    return tuple(replace(one, sequence=one.sequence + 1, cancelled=True) for one in entries(game) if one.at > now)


def reads_calendar(seat: Seat) -> bool:
    """Whether the mails to a seat carry appointments: it has something to do by then and its player has not said no."""
    return seat.role in (Role.PLAYER, Role.MASTER) and CALENDAR not in seat.player.without


def _dates(entries: tuple[Appointment, ...]) -> list[tuple[str, datetime]]:
    return [(one.name, one.at) for one in entries]


def _entry(game: Game, phase: OpenPhase, deadline: datetime) -> Appointment:
    opened = phase.position.phase
    return Appointment(
        name=f"{game.name.lower()}.{opened.tag.lower()}.{phase.sequence}",
        sequence=phase.moved,
        at=deadline,
        title=f"{game.name}: orders for {opened.title}",
        text=f"Orders for {opened.title} are due. Write them as a reply to the last mail of {game.name}.",
    )
