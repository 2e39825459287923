"""What players have written for phases to come."""

from datetime import datetime

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from judge.desk.effects import KeepLater
from judge.desk.snapshot import LaterOrders
from judge.store.tables import GameRow, LaterRow


def later_of(session: Session, game: int) -> tuple[LaterOrders, ...]:
    """What is kept in a game for phases to come, in the order of players and tags."""
    last = (
        select(LaterRow.player_id, LaterRow.power, LaterRow.tag, func.max(LaterRow.version).label("version"))
        .where(LaterRow.game_id == game)
        .group_by(LaterRow.player_id, LaterRow.power, LaterRow.tag)
        .subquery()
    )
    same = and_(
        last.c.player_id == LaterRow.player_id, last.c.power == LaterRow.power, last.c.tag == LaterRow.tag,
        last.c.version == LaterRow.version,
    )  # fmt: skip
    rows = session.scalars(
        select(LaterRow).join(last, same).where(LaterRow.game_id == game).order_by(LaterRow.player_id, LaterRow.tag)
    )
    return tuple(
        LaterOrders(power=row.power, player=row.player_id, tag=row.tag, lines=tuple(row.lines), wait=row.wait)
        for row in rows
        if row.lines or row.wait is not None
    )


def keep_later(session: Session, effect: KeepLater, game: GameRow, *, now: datetime, letter: int | None) -> None:
    """Keep what a player has written for a phase to come; what he wrote for it before stays as history."""
    mine = (
        LaterRow.game_id == game.id, LaterRow.player_id == effect.player, LaterRow.power == effect.power,
        LaterRow.tag == effect.tag,
    )  # fmt: skip
    last = session.scalars(select(func.max(LaterRow.version)).where(*mine)).one()
    session.add(
        LaterRow(
            game_id=game.id, player_id=effect.player, power=effect.power, tag=effect.tag, version=(last or 0) + 1,
            lines=list(effect.lines), wait=effect.wait, written_at=now, letter_id=letter,
        )
    )  # fmt: skip
