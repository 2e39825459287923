"""What players vote for, and how a game ended."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("ballot", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("games", sa.Column("ending", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE games SET ending = 'solo' WHERE state = 'finished'")


def downgrade() -> None:
    op.drop_column("games", "ending")
    op.drop_column("seats", "ballot")
