"""Letters that wait are looked up by their sender, so that a long queue of his is claimed as fast as a short one."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NAME = "ix_letters_mail_from_state_attempts"


def upgrade() -> None:
    op.create_index(NAME, "letters", ["mail_from", "state", "attempts"])


def downgrade() -> None:
    op.drop_index(NAME, "letters")
