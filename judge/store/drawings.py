"""Drawings of boards that events have changed, kept so that they need not be made again from the start of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, and_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from judge.pictures.geometry import Geometry, read_geometry
from judge.store.tables import Document, DrawingRow, PhaseRow

LATEST = 8  # drawings of which one may be that of an event undone; what is older has to be made anew


@dataclass(frozen=True, slots=True)
class KeptDrawing:
    """How the board is drawn in the last picture of the phase with this number in its game."""

    sequence: int
    geometry: Geometry


def kept_until(kept: Sequence[KeptDrawing], sequence: int) -> tuple[Geometry, ...]:
    """The drawings that one of a phase with this number may go back to, the oldest first; see `drawing_documents`."""
    return tuple(one.geometry for one in kept if one.sequence <= sequence)[-LATEST:]


def drawing_documents(session: Session, game: int, sequence: int) -> list[Document]:
    """The documents of the same drawings. Not: those of phases that were undone."""
    latest = _of(game).where(DrawingRow.sequence <= sequence).order_by(DrawingRow.sequence.desc()).limit(LATEST)
    return [row.document for row in session.scalars(latest)][::-1]


class Drawings:
    """The drawings of games, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def drawings(self, game: int) -> tuple[KeptDrawing, ...]:
        """The drawings of a game, that of its earliest phase first. Not: those of phases that were undone."""
        rows = self.session.scalars(_of(game).order_by(DrawingRow.sequence))
        return tuple(KeptDrawing(row.sequence, read_geometry(row.document)) for row in rows)

    def keep_drawing(self, game: int, sequence: int, document: Document) -> None:
        """Keep how the board is drawn in a picture of the phase with this number; one kept before is replaced.

        Shape: `document` as `write_geometry` makes it.
        """
        insert = postgresql.insert if self.session.get_bind().dialect.name == "postgresql" else sqlite.insert
        self.session.execute(
            insert(DrawingRow)
            .values(game_id=game, sequence=sequence, document=document)
            .on_conflict_do_update(index_elements=["game_id", "sequence"], set_={"document": document})
        )


def _of(game: int) -> Select[DrawingRow]:
    """The drawings of phases that are part of a game."""
    phase = and_(PhaseRow.game_id == DrawingRow.game_id, PhaseRow.sequence == DrawingRow.sequence)
    return select(DrawingRow).join(PhaseRow, phase).where(DrawingRow.game_id == game, PhaseRow.state != "undone")
