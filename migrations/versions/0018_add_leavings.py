"""How people have left their games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("left_how", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "left_how")
