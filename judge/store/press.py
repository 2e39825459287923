"""Messages of players to each other."""

from datetime import datetime

from sqlalchemy.orm import Session

from judge.desk.effects import KeepPress
from judge.store.tables import PressRow


def keep_press(
    session: Session, effect: KeepPress, *, game: int, phase: int | None, now: datetime, letter: int | None
) -> None:
    """Keep a message: who wrote it, what was told of him, and whom it reached."""
    session.add(
        PressRow(
            game_id=game,
            phase_id=phase,
            sender=effect.sender,
            audience=list(effect.audience),
            text=effect.text,
            sent_at=now,
            letter_id=letter,
            kind=effect.kind,
            author_id=effect.author,
            readers=list(effect.readers),
            author_name=effect.author_name,
            reached=list(effect.reached),
        )
    )
