"""How often a deadline was moved, and the parts that a player's mails go without."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phases", sa.Column("moved", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("players", sa.Column("without", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("players", "without")
    op.drop_column("phases", "moved")
