"""Drawings of boards that events have changed, kept so that they need not be made again from the start of a game."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.pictures.geometry import Geometry, read_geometry, write_geometry
from judge.store.tables import DrawingRow


class Drawings:
    """The drawings of games, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def drawings(self, game: int) -> tuple[Geometry, ...]:
        """The drawings of a game, that of its earliest phase first."""
        rows = self.session.scalars(
            select(DrawingRow).where(DrawingRow.game_id == game).order_by(DrawingRow.sequence)
        )  # fmt: skip
        return tuple(read_geometry(row.document) for row in rows)

    def keep_drawing(self, game: int, sequence: int, geometry: Geometry) -> None:
        """Keep how the board is drawn after the phase with this number in its game; one kept before is replaced."""
        row = self.session.scalars(
            select(DrawingRow).where(DrawingRow.game_id == game, DrawingRow.sequence == sequence)
        ).first()
        if row is None:
            row = DrawingRow(game_id=game, sequence=sequence)
            self.session.add(row)
        row.document = write_geometry(geometry)
        self.session.flush()
