"""The press of a game, as it was delivered."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.reports.cards import Message
from judge.store.tables import PhaseRow, PressRow


class Archives:
    """What was written in the games, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def messages(self, game: int) -> tuple[Message, ...]:
        """All messages of a game, oldest first."""
        rows = self.session.execute(
            select(PressRow, PhaseRow.tag)
            .outerjoin(PhaseRow, PhaseRow.id == PressRow.phase_id)
            .where(PressRow.game_id == game)
            .order_by(PressRow.id)
        )
        return tuple(
            Message(
                sender=row.sender,
                audience=tuple(row.audience),
                text=row.text,
                sent_at=row.sent_at,
                tag=tag or "",
                kind=row.kind,
                author=row.author_id,
                readers=tuple(row.readers),
                author_name=row.author_name,
                reached=tuple(row.reached),
            )
            for row, tag in rows
        )
