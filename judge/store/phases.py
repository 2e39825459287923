"""Which phases a game has played; and phases that are undone: kept as they are, no part of their game any more."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from judge.desk.effects import UndoPhases
from judge.errors import ConflictError
from judge.store.tables import GameRow, PhaseRow, ResultRow


def phase_marks(session: Session, game: int) -> tuple[tuple[int, str, datetime | None], ...]:
    """The id and tag of each phase of a game, the open one last, and when its turn was played; undone ones left out."""
    rows = session.execute(
        select(PhaseRow.id, PhaseRow.tag, ResultRow.closed_at)
        .outerjoin(ResultRow, ResultRow.phase_id == PhaseRow.id)
        .where(PhaseRow.game_id == game, PhaseRow.state != "undone")
        .order_by(PhaseRow.sequence)
    )
    return tuple((number, tag, closed_at) for number, tag, closed_at in rows)


def undo_phases(session: Session, effect: UndoPhases) -> None:
    """The phases of a game from one on are undone, with their orders and results.

    Refuses: ConflictError when the first of them is none of this game's, or is undone already.
    """
    first = session.scalars(
        select(PhaseRow).where(PhaseRow.id == effect.since).execution_options(populate_existing=True)
    ).first()
    if first is None or first.game_id != effect.game or first.state == "undone":
        raise ConflictError(f"the phase {effect.since} of game {effect.game} cannot be undone")
    session.execute(
        update(GameRow).where(GameRow.id == effect.game).values(touched=True),
        execution_options={"synchronize_session": "fetch"},
    )
    session.execute(
        update(PhaseRow)
        .where(PhaseRow.game_id == effect.game, PhaseRow.sequence >= first.sequence)
        .values(state="undone"),
        execution_options={"synchronize_session": "fetch"},
    )
