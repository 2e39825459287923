"""Orders for phases to come, and order sets that were written ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("order_sets", sa.Column("ahead", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "later_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("wait", sa.Boolean(), nullable=True),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_later_orders"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_later_orders_game_id_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_later_orders_player_id_players"),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name="fk_later_orders_letter_id_letters"),
        sa.UniqueConstraint(
            "game_id", "player_id", "power", "tag", "version",
            name="uq_later_orders_game_id_player_id_power_tag_version",
        ),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_table("later_orders")
    op.drop_column("order_sets", "ahead")
