"""Which reply tokens of a player and of a seat have been given up, so that one that leaked can be changed."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("players", "seats"):
        op.add_column(table, sa.Column("tokens_before", sa.Integer(), nullable=False, server_default="0"))
        op.add_column(table, sa.Column("token_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for table in ("seats", "players"):
        op.drop_column(table, "token_since")
        op.drop_column(table, "tokens_before")
