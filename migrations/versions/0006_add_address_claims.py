"""Addresses that are said to be a player's and have not answered yet."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "address_claims",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("prefer", sa.Boolean(), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_address_claims_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address_claims")),
    )
    op.create_index(op.f("ix_address_claims_player_id"), "address_claims", ["player_id"])
    op.create_index(op.f("ix_address_claims_email"), "address_claims", ["email"])


def downgrade() -> None:
    op.drop_table("address_claims")
