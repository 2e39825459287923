"""How players kept the time of each phase, for their records."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "conduct",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("conduct", sa.Text(), nullable=False),
        sa.Column("counted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name="fk_conduct_phase_id_phases"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_conduct_player_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_conduct"),
        sa.UniqueConstraint("phase_id", "player_id", name="uq_conduct_phase_id_player_id"),
    )
    op.create_index("ix_conduct_player_id", "conduct", ["player_id"])


def downgrade() -> None:
    op.drop_index("ix_conduct_player_id", "conduct")
    op.drop_table("conduct")
