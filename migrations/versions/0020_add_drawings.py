"""How a board is drawn once events have moved its borders."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drawings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_drawings_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drawings")),
        sa.UniqueConstraint("game_id", "sequence", name=op.f("uq_drawings_game_id_sequence")),
    )


def downgrade() -> None:
    op.drop_table("drawings")
