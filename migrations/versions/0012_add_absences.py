"""When players are away."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_absences"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_absences_game_id_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_absences_player_id_players"),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name="fk_absences_letter_id_letters"),
    )
    op.create_index("ix_absences_game_id", "absences", ["game_id"])


def downgrade() -> None:
    op.drop_index("ix_absences_game_id", "absences")
    op.drop_table("absences")
