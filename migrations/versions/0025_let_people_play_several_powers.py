"""Somebody may have a seat for each of several powers; of every other kind one, as before."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

NAME, COLUMNS = "uq_seats_game_id_player_id_role", ["game_id", "player_id", "role"]


def _one_seat_where(which: str) -> None:
    where = sa.text(which)
    op.drop_index(NAME, "seats")
    op.create_index(NAME, "seats", COLUMNS, unique=True, sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    _one_seat_where("left_at IS NULL AND power IS NULL")


def downgrade() -> None:
    """Refused by the database while somebody plays several powers."""
    _one_seat_where("left_at IS NULL")
