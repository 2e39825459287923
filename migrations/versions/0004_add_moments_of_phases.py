"""More moments of a phase: when somebody was last reminded in it, and when it is played early."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phases", sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("phases", sa.Column("early_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE phases SET reminded_at = remind_at, remind_at = NULL WHERE reminded")
    op.drop_column("phases", "reminded")


def downgrade() -> None:
    op.add_column("phases", sa.Column("reminded", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE phases SET reminded = true, remind_at = reminded_at WHERE remind_at IS NULL")
    for column in ("early_at", "reminded_at"):
        op.drop_column("phases", column)
