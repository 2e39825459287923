"""The heartbeat: when the judge was last at work, whichever of its processes it was."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.desk.snapshot import GameState
from judge.store.tables import EventRow, GameRow, HeartbeatRow, PhaseRow

RESTORED = "restored"  # the kind of an event: the database was filled from a backup
_ONLY = 1


class Heartbeat:
    """The heartbeat, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def last_beat(self) -> datetime | None:
        """When the judge was last at work, None before its first time; nobody else changes it meanwhile."""
        row = self.session.get(HeartbeatRow, _ONLY, with_for_update=True, populate_existing=True)
        return None if row is None else row.at

    def beat_seen(self) -> datetime | None:
        """When the judge was last at work, for who only looks."""
        return self.session.scalars(select(HeartbeatRow.at).where(HeartbeatRow.id == _ONLY)).first()

    def beat(self, now: datetime) -> None:
        """The judge is at work; a process whose clock is behind another's does not take that back."""
        row = self.session.get(HeartbeatRow, _ONLY)
        if row is None:
            self.session.add(HeartbeatRow(id=_ONLY, at=now))
        else:
            row.at = max(row.at, now)
        self.session.flush()

    def era(self) -> int:
        """How often this database was filled from a backup; mails of a later era have Message-IDs of their own."""
        return self.session.scalars(select(func.count()).where(EventRow.kind == RESTORED)).one()

    def running_games(self) -> tuple[str, ...]:
        """The games whose clock is running, by name."""
        running = select(GameRow.name).where(GameRow.state == GameState.RUNNING.value)
        return tuple(self.session.scalars(running.order_by(GameRow.name_key)))

    def take_clock_back(self, now: datetime) -> None:
        """Time is believed to be `now`, earlier than it was: no open phase has opened later, and work was last now."""
        ahead = select(PhaseRow).where(PhaseRow.state == "open", PhaseRow.opened_at > now).with_for_update()
        for row in self.session.scalars(ahead):
            row.opened_at = now
        beaten = self.session.get(HeartbeatRow, _ONLY)
        if beaten is not None:
            beaten.at = now
        self.beat(now)
