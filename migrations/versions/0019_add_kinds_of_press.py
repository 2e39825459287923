"""Who wrote a message and who read it, and the truth where its readers were told something else."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

KEY = "fk_press_author_id_players"


def upgrade() -> None:
    with op.batch_alter_table("press") as press:
        press.add_column(sa.Column("kind", sa.Text(), nullable=False, server_default="white"))
        press.add_column(sa.Column("author_id", sa.Integer(), nullable=True))
        press.add_column(sa.Column("readers", sa.JSON(), nullable=False, server_default="[]"))
        press.add_column(sa.Column("author_name", sa.Text(), nullable=False, server_default=""))
        press.add_column(sa.Column("reached", sa.JSON(), nullable=False, server_default="[]"))
        press.create_foreign_key(KEY, "players", ["author_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("press") as press:
        press.drop_constraint(KEY, type_="foreignkey")
        for column in ("reached", "author_name", "readers", "author_id", "kind"):
            press.drop_column(column)
