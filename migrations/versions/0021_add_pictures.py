"""Pictures, and the mails that wait for one."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("png", sa.LargeBinary(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_pictures_game_id_games")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_pictures_phase_id_phases")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pictures")),
        sa.UniqueConstraint("key", name=op.f("uq_pictures_key")),
    )
    op.create_index("ix_pictures_state_asked_at", "pictures", ["state", "asked_at"])
    with op.batch_alter_table("mails") as mails:
        mails.add_column(sa.Column("draft", sa.JSON(), nullable=True))
        mails.add_column(sa.Column("picture_id", sa.Integer(), nullable=True))
        mails.create_foreign_key(op.f("fk_mails_picture_id_pictures"), "pictures", ["picture_id"], ["id"])
        mails.create_index(op.f("ix_mails_picture_id"), ["picture_id"])


def downgrade() -> None:
    op.execute("UPDATE mails SET state = 'new' WHERE state = 'drawing'")  # as they are, without the picture
    with op.batch_alter_table("mails") as mails:
        mails.drop_index(op.f("ix_mails_picture_id"))
        mails.drop_constraint(op.f("fk_mails_picture_id_pictures"), type_="foreignkey")
        mails.drop_column("picture_id")
        mails.drop_column("draft")
    op.drop_table("pictures")
