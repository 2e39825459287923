"""The few letters that wait and have been tried before have an index of their own.

Any plan is fast with it. With all letters in one, PostgreSQL chose by old statistics to read the queue once for each
letter of the queue.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

OLD, NEW = "ix_letters_mail_from_state_attempts", "ix_letters_tried"
TRIED = sa.text("attempts > 0 AND state IN ('new', 'claimed')")


def upgrade() -> None:
    op.create_index(NEW, "letters", ["mail_from", "received_at"], sqlite_where=TRIED, postgresql_where=TRIED)
    op.drop_index(OLD, "letters")


def downgrade() -> None:
    op.create_index(OLD, "letters", ["mail_from", "state", "attempts"])
    op.drop_index(NEW, "letters")
