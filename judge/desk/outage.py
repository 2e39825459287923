"""After the judge has stood still: deadlines are moved on by as long, so that nobody has less time for it."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.desk.appointments import changes
from judge.desk.deadlines import fitting_moment
from judge.desk.effects import AimEarlyPlay, Effect, HoldOpen, Log, SetDeadline
from judge.desk.office import Office
from judge.desk.posts import Topic, card_of, post_to_all, reader_of
from judge.desk.snapshot import Game, GameState, OpenPhase
from judge.reports import texts
from judge.reports.when import say_length, say_moment

LEAST = timedelta(hours=1)  # for the mails that wait at other servers, which try again within it


def move_on(office: Office, game: Game, stopped: datetime) -> tuple[Effect, ...]:
    """What a judge that stood still from `stopped` until now does in a game before it goes on; () for nothing.

    Rule: a deadline, or an end of grace, that passed meanwhile or comes sooner after it than the judge stood still is
    moved on by that time, onto a day the game plays on, and an hour is left at least. Those farther off stay. Time
    to think again begins anew where it would have ended.
    """
    phase = game.phase
    if game.state is not GameState.RUNNING or phase is None:
        return ()
    lost, end = office.now - stopped, phase.grace_until or phase.deadline
    if end is not None and end < office.now + lost:
        return _moved(office, game, phase, end, stopped)
    if phase.early_at is not None and phase.early_at > stopped:
        later = max(phase.early_at + lost, office.now + game.settings.delay)
        return (AimEarlyPlay(phase=phase.id, moment=later if end is None else min(later, end)),)
    return ()


def _moved(office: Office, game: Game, phase: OpenPhase, end: datetime, stopped: datetime) -> tuple[Effect, ...]:
    lost = office.now - stopped
    due = fitting_moment(replace(game.settings, at=None), max(end + lost, office.now + LEAST))
    change: Effect
    if phase.grace_until is None:
        change = SetDeadline(phase=phase.id, deadline=due)
        after = replace(game, phase=phase.due_at(due))
    else:
        change = HoldOpen(phase=phase.id, until=due, late=phase.late, waiting=phase.waiting)
        after = replace(game, phase=replace(phase, grace_until=due))
    tag = phase.position.phase.tag
    text = (
        f"The judge stood still for {say_length(lost)}, from {say_moment(stopped)} to {say_moment(office.now)}. "
        "The deadline is moved on, so that nobody has less time."
    )
    card = card_of(office, after)
    topic = Topic(kind="notice", key=f"outage/{game.id}/{phase.sequence}/{stopped:%Y%m%dT%H%M%SZ}", tag=tag)
    topic = replace(topic, appointments=changes(game, after, office.now))
    return (
        change,
        Log(game=game.id, kind="outage", text=f"{tag} moved on to {due:%Y-%m-%dT%H:%MZ}"),
        *post_to_all(office, after, topic, lambda seat: texts.notice(card, reader_of(after, seat), text, office.now)),
    )
