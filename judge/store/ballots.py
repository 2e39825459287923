"""Ballots in the rows of the seats that gave them."""

from sqlalchemy import update
from sqlalchemy.orm import Session

from judge.desk.snapshot import Ballot
from judge.errors import DatabaseError
from judge.store.codec import write_ballot
from judge.store.tables import GameRow, SeatRow


def keep_ballot(session: Session, seat: int, ballot: Ballot) -> None:
    """A seat votes for this from now on; the game wants a look, as somebody's leaving may count with it."""
    row = session.get(SeatRow, seat, with_for_update=True, populate_existing=True)
    if row is None:
        raise DatabaseError(f"an effect is about seat {seat}, which is not there")
    row.ballot = write_ballot(ballot)
    session.execute(update(GameRow).where(GameRow.id == row.game_id).values(touched=True))


def forget_ballots(session: Session, game: int) -> None:
    """Nothing is left of what was voted in a game."""
    session.execute(update(SeatRow).where(SeatRow.game_id == game).values(ballot=None))
