"""Entries of the log."""

from datetime import datetime

from sqlalchemy import event
from sqlalchemy.orm import ORMExecuteState, Session

from judge.store.rows import insertion
from judge.store.tables import EventRow

_WAITING = "judge entries"  # under which a session keeps those of its transaction


def write_entry(
    session: Session,
    kind: str,
    text: str,
    now: datetime,
    *,
    game: int | None = None,
    letter: int | None = None,
    mail: int | None = None,
) -> None:
    """Put an entry about a game, a letter or a mail into the log; it stands there once it is written down."""
    entry = {"at": now, "kind": kind, "text": text, "game_id": game, "letter_id": letter, "mail_id": mail}
    session.info.setdefault(_WAITING, []).append(entry)


class LoggedSession(Session):
    """A session that writes its entries down before it looks anything up; see `write_down` for the end."""


@event.listens_for(LoggedSession, "do_orm_execute")
def _before_a_look(state: ORMExecuteState) -> None:
    write_down(state.session)


def write_down(session: Session) -> None:
    """Have the entries of a transaction in the log, in their order: before it is committed, or the log is read."""
    entries = session.info.pop(_WAITING, [])
    if entries:
        session.flush()
        session.connection().execute(insertion(EventRow), entries)
