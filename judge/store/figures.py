"""Figures: how the judge is doing, counted in the database; for the keeper and for who watches it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from judge.desk.snapshot import GameState
from judge.store.columns import UtcTime
from judge.store.heartbeat import Heartbeat
from judge.store.tables import AddressRow, GameRow, LetterRow, MailRow, PhaseRow, PictureRow

LATELY = timedelta(minutes=5)  # the letters whose answers are timed
DAY = timedelta(days=1)
LATE = timedelta(minutes=2)  # after its moment something may still be on its way
_MOST_TIMED = 1_000
_QUEUED = ("new", "claimed", "drawing")
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How the judge is doing at one moment.

    Shape: `letters`, `mails` and `games` counted by state; `waits_since` when the oldest letter came that is not
    answered, `unsent_since` since when the oldest mail waits that is to be sent; `given_up` mails of the last day;
    `overdue` games whose turn should have been played; `suspended` addresses to which nothing more is sent;
    `undrawn` pictures that are to be drawn, the oldest since `undrawn_since`; `answered` seconds from each letter of
    the last minutes to its answer, in rising order; `last_beat` when the judge was last at work.
    """

    at: datetime
    letters: Counts
    mails: Counts
    games: Counts
    waits_since: datetime | None
    unsent_since: datetime | None
    given_up: int
    overdue: tuple[str, ...]
    suspended: tuple[str, ...]
    undrawn: int
    undrawn_since: datetime | None
    answered: tuple[float, ...]
    last_beat: datetime | None

    def count(self, what: Counts, *states: str) -> int:
        """How many are in one of these states."""
        return sum(number for state, number in what if state in states)

    @property
    def waiting(self) -> int:
        """How many letters are not answered yet."""
        return self.count(self.letters, "new", "claimed")

    @property
    def unsent(self) -> int:
        """How many mails are still to be sent."""
        return self.count(self.mails, *_QUEUED)


def take_figures(session: Session, now: datetime) -> Figures:
    """The figures as of now."""
    queued = MailRow.state.in_(_QUEUED)
    waiting = LetterRow.state.in_(("new", "claimed"))
    undrawn = PictureRow.state == "waiting"
    given_up = and_(MailRow.state == "failed", MailRow.created_at > now - DAY)
    return Figures(
        at=now,
        letters=_by_state(session, LetterRow.state),
        mails=_by_state(session, MailRow.state),
        games=_by_state(session, GameRow.state),
        waits_since=session.scalars(select(func.min(LetterRow.received_at)).where(waiting)).one(),
        unsent_since=session.scalars(
            select(func.min(func.coalesce(MailRow.resumed_at, MailRow.created_at))).where(queued)
        ).one(),
        given_up=session.scalars(select(func.count()).where(given_up)).one(),
        overdue=_overdue(session, now - LATE),
        suspended=tuple(
            session.scalars(
                select(AddressRow.email).where(AddressRow.suspended_at.is_not(None)).order_by(AddressRow.email)
            )
        ),
        undrawn=session.scalars(select(func.count()).where(undrawn)).one(),
        undrawn_since=session.scalars(select(func.min(PictureRow.asked_at)).where(undrawn)).one(),
        answered=_answered(session, now - LATELY),
        last_beat=Heartbeat(session).beat_seen(),
    )


def database_time(session: Session) -> datetime | None:
    """What time the database's machine has; None for SQLite, which has none of its own."""
    if session.get_bind().dialect.name == "sqlite":
        return None
    return session.scalars(select(func.clock_timestamp(type_=UtcTime()))).one()


def _by_state(session: Session, state: InstrumentedAttribute[str]) -> Counts:
    return tuple(
        (name, number) for name, number in session.execute(select(state, func.count()).group_by(state).order_by(state))
    )


def _overdue(session: Session, before: datetime) -> tuple[str, ...]:
    """Running games with a deadline that passed before a moment, and nothing that is waited for."""
    passed = and_(PhaseRow.deadline <= before, or_(PhaseRow.grace_until.is_(None), PhaseRow.grace_until <= before))
    found = (
        select(GameRow.name)
        .join(PhaseRow, PhaseRow.game_id == GameRow.id)
        .where(GameRow.state == GameState.RUNNING.value, PhaseRow.state == "open", ~PhaseRow.waiting, passed)
    )
    return tuple(session.scalars(found.order_by(GameRow.name_key)))


def _answered(session: Session, since: datetime) -> tuple[float, ...]:
    closed = (LetterRow.state == "done", LetterRow.received_at >= since, LetterRow.closed_at.is_not(None))
    rows = session.execute(
        select(LetterRow.received_at, LetterRow.closed_at)
        .where(*closed)
        .order_by(LetterRow.received_at.desc())
        .limit(_MOST_TIMED)
    )
    return tuple(sorted((end - begin).total_seconds() for begin, end in rows if end is not None))
