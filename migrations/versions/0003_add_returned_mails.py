"""Mails that came back, and addresses to which nothing more is sent."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("addresses", sa.Column("bounce_days", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("addresses", sa.Column("bounced_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("addresses", sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("addresses", sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("mails", sa.Column("returned_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("mails", sa.Column("resumed_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.execute("UPDATE mails SET state = 'sent' WHERE state = 'returned'")
    op.execute("UPDATE mails SET state = 'new' WHERE state = 'withheld'")
    for column in ("resumed_at", "returned_at"):
        op.drop_column("mails", column)
    for column in ("suspended_at", "bounced_at", "bounced_since", "bounce_days"):
        op.drop_column("addresses", column)
