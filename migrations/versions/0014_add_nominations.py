"""People who are asked to lead a game."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nominations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("by_seat_id", sa.Integer(), nullable=True),
        sa.Column("hand_over", sa.Boolean(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_nominations_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_nominations_player_id_players")),
        sa.ForeignKeyConstraint(["by_seat_id"], ["seats.id"], name=op.f("fk_nominations_by_seat_id_seats")),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_nominations_letter_id_letters")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nominations")),
    )
    op.create_index(op.f("ix_nominations_game_id"), "nominations", ["game_id"])


def downgrade() -> None:
    op.drop_table("nominations")
