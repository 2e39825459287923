"""When players are away."""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from judge.desk.effects import AddAbsence, DropAbsences
from judge.desk.snapshot import Absence
from judge.store.rows import find_rows, table_of
from judge.store.tables import AbsenceRow, GameRow


def absences_of(session: Session, game: int) -> tuple[Absence, ...]:
    """The absences from a game that were not taken back, the first to begin first."""
    rows = find_rows(session, _absences_of_game(), game=game)
    return tuple(Absence(player=row.player_id, start=row.starts_at, end=row.ends_at) for row in rows)


@cache
def _absences_of_game() -> Select[Any]:  # Any: the columns of a table
    rows = table_of(AbsenceRow)
    meant = (rows.c.game_id == bindparam("game"), rows.c.dropped_at.is_(None))
    return select(rows).where(*meant).order_by(rows.c.starts_at, rows.c.id)


def add_absence(session: Session, effect: AddAbsence, game: GameRow, *, now: datetime, letter: int | None) -> None:
    """Keep that a player is away."""
    session.add(
        AbsenceRow(
            game_id=game.id, player_id=effect.player, starts_at=effect.start, ends_at=effect.end, said_at=now,
            letter_id=letter,
        )
    )  # fmt: skip


def drop_absences(session: Session, effect: DropAbsences, game: GameRow, *, now: datetime) -> None:
    """The absences of a player that are not over are taken back."""
    mine = (AbsenceRow.game_id == game.id, AbsenceRow.player_id == effect.player)
    for row in session.scalars(select(AbsenceRow).where(*mine, AbsenceRow.dropped_at.is_(None))):
        if row.ends_at > now:
            row.dropped_at = now
