"""Reply tokens that are given up: of a player, or of one seat."""

from sqlalchemy.orm import Session

from judge.desk.effects import RenewToken
from judge.errors import DatabaseError
from judge.store.tables import PlayerRow, SeatRow


def renew_token(session: Session, effect: RenewToken) -> None:
    """The token that was good is good only for letters that came in before. Refuses: DatabaseError for nobody's."""
    row = (
        session.get(PlayerRow, effect.player, with_for_update=True, populate_existing=True)
        if effect.seat is None
        else session.get(SeatRow, effect.seat, with_for_update=True, populate_existing=True)
    )
    if row is None or (isinstance(row, SeatRow) and row.player_id != effect.player):
        raise DatabaseError(f"player {effect.player} is to have a new token, and has no such seat")
    row.tokens_before, row.token_since = row.tokens_before + 1, effect.since
