"""Entries of the log."""

from datetime import datetime

from sqlalchemy.orm import Session

from judge.store.rows import add_row
from judge.store.tables import EventRow


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
    """Put an entry about a game, a letter or a mail into the log."""
    add_row(session, EventRow, at=now, kind=kind, text=text, game_id=game, letter_id=letter, mail_id=mail)
