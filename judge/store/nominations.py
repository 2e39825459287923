"""Who is asked to lead a game and has not answered yet."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.desk.effects import Nominate
from judge.desk.snapshot import Nomination
from judge.store.games import Games
from judge.store.rows import table_of
from judge.store.tables import GameRow, NominationRow, PlayerRow


class Nominations(Games):
    """The questions that wait for an answer, in a transaction."""

    def nominations(self, game: int) -> tuple[Nomination, ...]:
        """Those of a game, oldest first."""
        rows = self.session.scalars(
            select(NominationRow)
            .where(NominationRow.game_id == game, NominationRow.closed_at.is_(None))
            .order_by(NominationRow.id)
        ).all()
        players = {one.id: one for one in self._players(table_of(PlayerRow).c.id.in_([row.player_id for row in rows]))}
        return tuple(
            Nomination(
                id=row.id, player=players[row.player_id], asked_at=row.asked_at, by=row.by_seat_id,
                hand_over=row.hand_over,
            )
            for row in rows
        )  # fmt: skip


def nominate(session: Session, effect: Nominate, game: GameRow, *, now: datetime, letter: int | None) -> None:
    """Keep a question; an earlier one to the same person about the same game is closed."""
    same = (NominationRow.game_id == game.id, NominationRow.player_id == effect.player)
    for row in session.scalars(select(NominationRow).where(*same, NominationRow.closed_at.is_(None))):
        row.closed_at = now
    session.add(
        NominationRow(
            game_id=game.id, player_id=effect.player, by_seat_id=effect.by, hand_over=effect.hand_over, asked_at=now,
            letter_id=letter,
        )
    )  # fmt: skip


def close_nomination(session: Session, nomination: int, now: datetime) -> None:
    """A question waits no longer."""
    row = session.get(NominationRow, nomination, with_for_update=True, populate_existing=True)
    if row is not None:
        row.closed_at = row.closed_at or now
