"""Who would like to play and is let in."""

from datetime import datetime

from sqlalchemy.orm import Session

from judge.desk.snapshot import Role
from judge.store.tables import GameRow, SeatRow


def let_in(session: Session, seat: SeatRow, now: datetime) -> None:
    """An applicant is a player, and his game is looked at, which may begin now."""
    seat.role, seat.joined_at = Role.PLAYER.value, now
    game = session.get(GameRow, seat.game_id, with_for_update=True)
    if game is not None:
        game.touched = True
