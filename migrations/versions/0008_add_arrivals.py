"""When the letter of each order came in, so that a letter read late replaces nothing newer."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("order_sets", sa.Column("arrived", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("order_sets", sa.Column("cleared_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for column in ("cleared_at", "arrived"):
        op.drop_column("order_sets", column)
