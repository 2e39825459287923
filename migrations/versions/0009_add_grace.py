"""A phase after its deadline, and how many turns players have missed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phases", sa.Column("grace_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("phases", sa.Column("late", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("phases", sa.Column("waiting", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("extended", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    for column in ("extended", "missed"):
        op.drop_column("seats", column)
    for column in ("waiting", "late", "grace_until"):
        op.drop_column("phases", column)
