"""What players have written for phases to come."""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, and_, bindparam, func, select
from sqlalchemy.orm import Session

from judge.desk.effects import KeepLater
from judge.desk.snapshot import LaterOrders
from judge.store.rows import find_rows, table_of
from judge.store.tables import GameRow, LaterRow


def later_of(session: Session, game: int) -> tuple[LaterOrders, ...]:
    """What is kept in a game for phases to come, in the order of players and tags."""
    rows = find_rows(session, _later_of_game(), game=game)
    return tuple(
        LaterOrders(power=row.power, player=row.player_id, tag=row.tag, lines=tuple(row.lines), wait=row.wait)
        for row in rows
        if row.lines or row.wait is not None
    )


@cache
def _later_of_game() -> Select[Any]:  # Any: the columns of a table
    rows, game = table_of(LaterRow), bindparam("game", type_=Integer)
    key = (rows.c.player_id, rows.c.power, rows.c.tag)
    last = select(*key, func.max(rows.c.version).label("version")).where(rows.c.game_id == game).group_by(*key)
    newest = last.subquery()
    same = and_(*(rows.c[name] == newest.c[name] for name in ("player_id", "power", "tag", "version")))
    return select(rows).join(newest, same).where(rows.c.game_id == game).order_by(rows.c.player_id, rows.c.tag)


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
