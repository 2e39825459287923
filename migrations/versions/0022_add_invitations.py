"""People who are invited to a game."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("email", sa.Text(), nullable=False, server_default=""),
        sa.Column("by_player_id", sa.Integer(), nullable=True),
        sa.Column("power", sa.Text(), nullable=True),
        sa.Column("replaces", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_invitations_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_invitations_player_id_players")),
        sa.ForeignKeyConstraint(["by_player_id"], ["players.id"], name=op.f("fk_invitations_by_player_id_players")),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_invitations_letter_id_letters")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_game_id"), "invitations", ["game_id"])
    op.create_index(op.f("ix_invitations_asked_at"), "invitations", ["asked_at"])


def downgrade() -> None:
    op.drop_table("invitations")
