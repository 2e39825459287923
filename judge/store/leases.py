"""Leases: what a process has claimed is its own until a moment, which it puts off for as long as it is at it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from judge.store.tables import LetterRow, MailRow, PictureRow

_CLAIMED = {LetterRow: "claimed", MailRow: "claimed", PictureRow: "waiting"}


class Leases:
    """The leases, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def renew_leases(
        self,
        until: datetime,
        *,
        letters: Sequence[int] = (),
        mails: Sequence[int] = (),
        pictures: Sequence[int] = (),
    ) -> None:
        """What this process has in hand is its own until then.

        Not: rows on which a transaction is at work just now; whoever it is closes them, or they are renewed next time.
        """
        for table, numbers in ((LetterRow, letters), (MailRow, mails), (PictureRow, pictures)):
            held = (table.id.in_(sorted(numbers)), table.state == _CLAIMED[table], table.lease_until.is_not(None))
            if not numbers:
                continue
            free = self.session.scalars(select(table.id).where(*held).with_for_update(skip_locked=True)).all()
            self.session.execute(
                update(table).where(table.id.in_(free)).values(lease_until=until),
                execution_options={"synchronize_session": False},
            )
