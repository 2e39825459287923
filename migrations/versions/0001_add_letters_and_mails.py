"""Letters and mails: the inbox and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("mail_from", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("peer", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("duplicates", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
        sa.UniqueConstraint("recipient", "fingerprint", name=op.f("uq_letters_recipient_fingerprint")),
    )
    op.create_index(op.f("ix_letters_message_id"), "letters", ["message_id"])
    op.create_index(op.f("ix_letters_sender_message_id"), "letters", ["sender", "message_id"])
    op.create_index(op.f("ix_letters_state_received_at"), "letters", ["state", "received_at"])
    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_mails_letter_id_letters")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
        sa.UniqueConstraint("key", name=op.f("uq_mails_key")),
    )
    op.create_index(op.f("ix_mails_letter_id"), "mails", ["letter_id"])
    op.create_index(op.f("ix_mails_message_id"), "mails", ["message_id"])
    op.create_index(op.f("ix_mails_recipient_created_at"), "mails", ["recipient", "created_at"])
    op.create_index(op.f("ix_mails_state_next_at"), "mails", ["state", "next_at"])


def downgrade() -> None:
    op.drop_table("mails")
    op.drop_table("letters")
