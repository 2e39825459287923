"""Mails to send: frozen bytes, claimed by one sender at a time. A mail that is sent again is the same, byte for byte.

The states of a mail: `drawing` while it waits for its picture, then `new` -> `claimed` (by a sender, until its lease
ends) -> `sent` or `failed`; a failure that may pass puts it back to `new`, to be tried from `next_at` on. A sent mail
that comes back is `returned`; one for an address to which nothing more is sent is `withheld` until its player writes.
After a restoration those that may have gone out already are `held` until the keeper sends them on; `void` is a number
that is not given away any more.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, and_, bindparam, case, or_, select, update
from sqlalchemy.orm import Session

from judge.errors import MisuseError
from judge.game.mails import ANSWERS, Draft
from judge.store.codec import write_draft
from judge.store.entries import write_entry
from judge.store.pictures import ask_picture
from judge.store.returns import KEPT_BACK, is_suspended
from judge.store.rows import AnyRow, add_new_row, carry_out, claiming, find_rows, table_of
from judge.store.tables import MailRow

_MESSAGE_ID = re.compile(rb"^message-id:\s*(\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMail:
    """A mail in the outbox.

    Shape: `to` one address, lower case; `message_id` with brackets; `attempts` counts this; `waits_since` when it was
    put into the queue last; `tried` whether it may have left us, `returned` whether it did not arrive.
    """

    id: int
    key: str
    kind: str
    to: str
    raw: bytes
    message_id: str
    game: str = ""
    created_at: datetime
    state: str = "new"
    attempts: int = 0
    next_at: datetime
    reason: str = ""
    waits_since: datetime
    tried: bool = False
    returned: bool = False


def post(
    session: Session, draft: Draft, freeze: Callable[[Draft], bytes], *, letter: int | None, now: datetime
) -> None:
    """Put a mail into the outbox, its bytes made now and for ever; nothing when its key is there already.

    Shape: one to an address where nothing arrives is kept back, unless it answers a letter that came from there. One
    that waits for a picture has the bytes that it goes with when there will be none; see `judge/store/pictures.py`.
    """
    if draft.picture and find_rows(session, _mail_by_key(), the_key=draft.key):
        return  # and none is asked for
    raw = freeze(draft)
    found = _MESSAGE_ID.search(raw.partition(b"\r\n\r\n")[0])
    withheld = not draft.is_answer and is_suspended(session, draft.to)
    waits = bool(draft.picture) and not withheld
    number = add_new_row(
        session,
        MailRow,
        "key",
        key=draft.key,
        kind=draft.kind,
        recipient=draft.to.lower(),
        raw=raw,
        message_id=found[1].decode() if found else "",
        game=draft.game,
        letter_id=letter,
        created_at=now,
        state="withheld" if withheld else "drawing" if waits else "new",
        next_at=now,
        picture_id=ask_picture(session, draft.picture, now) if waits else None,
        draft=write_draft(draft) if waits else None,
    )
    if withheld and number is not None:
        write_entry(session, "withheld", KEPT_BACK, now, mail=number)


@cache
def _due_mails() -> Select[Any]:  # Any: the columns of a table
    mails = table_of(MailRow)
    now = bindparam("now", type_=mails.c.next_at.type)
    due = or_(
        and_(mails.c.state == "new", mails.c.next_at <= now),
        and_(mails.c.state == "claimed", mails.c.lease_until <= now),
    )
    most = bindparam("most", type_=Integer)
    return select(mails).where(due).order_by(mails.c.id).limit(most).with_for_update(skip_locked=True)


@cache
def _mail_by_key() -> Select[int]:
    mails = table_of(MailRow)
    return select(mails.c.id).where(mails.c.key == bindparam("the_key"))


class Outbox:
    """The mails, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def claim_mails(self, now: datetime, limit: int, lease: timedelta) -> tuple[StoredMail, ...]:
        """The mails that are due, oldest first, now this sender's until the lease ends. Commit at once."""
        rows = find_rows(self.session, _due_mails(), now=now, most=limit)
        if rows:
            carry_out(self.session, claiming(MailRow), which=[row.id for row in rows], until=now + lease)
        return tuple(replace(_mail(row), state="claimed", attempts=row.attempts + 1, tried=True) for row in rows)

    def mails_sent(self, mails: Sequence[StoredMail], now: datetime) -> None:
        """These mails, as they were claimed, have been taken over by the next server or lie in their Maildirs."""
        numbers = sorted(mail.id for mail in mails)
        locked = select(MailRow.id).where(MailRow.id.in_(numbers)).order_by(MailRow.id).with_for_update()
        self.session.execute(locked)  # in one order, so that nobody waits for whoever waits for him
        # a quick server gives a mail back before we have noted that it took it
        state = case((MailRow.state == "returned", "returned"), else_="sent")
        self.session.execute(
            update(MailRow)
            .where(MailRow.id.in_(numbers))
            .values(state=state, sent_at=now, lease_until=None, reason=""),
            execution_options={"synchronize_session": False},
        )
        for mail in mails:
            self._mail_event(mail.id, "sent", f"attempt {mail.attempts}", now)

    def mail_failed(self, number: int, reason: str, retry_at: datetime, now: datetime, final: bool) -> None:
        """Sending went wrong: tried again from `retry_at` on, or given up when `final`."""
        row = self._mail_row(number)
        kept = row.kind not in ANSWERS and is_suspended(self.session, row.recipient)
        row.state = "failed" if final else "withheld" if kept else "new"
        row.lease_until, row.reason = None, reason
        row.next_at = retry_at
        self._mail_event(number, "failed" if final else "put off", reason, now)

    def resend(self, name: str, now: datetime) -> StoredMail:
        """Send a mail again, the same bytes; `name` is its key or its Message-ID.

        Refuses: MisuseError when there is no such mail.
        """
        bare = name.strip().strip("<>")
        row = self.session.scalars(
            select(MailRow)
            .where(or_(MailRow.key == name, MailRow.message_id == f"<{bare}>"))
            .with_for_update()
            .execution_options(populate_existing=True)
        ).first()
        if row is None:
            raise MisuseError(f"there is no mail with the key or Message-ID {name}")
        row.state, row.attempts, row.next_at, row.lease_until, row.resumed_at = "new", 0, now, None, now
        row.picture_id = row.draft = None
        self._mail_event(row.id, "resend", "asked for by the keeper", now)
        return _mail(row)

    def held_mails(self) -> tuple[StoredMail, ...]:
        """The mails that wait for the keeper's word after a restoration, oldest first."""
        rows = select(MailRow).where(MailRow.state == "held").order_by(MailRow.id)
        return tuple(_mail(row) for row in self.session.scalars(rows))

    def mail(self, number: int) -> StoredMail | None:
        """The mail with this id."""
        row = self.session.get(MailRow, number, populate_existing=True)
        return None if row is None else _mail(row)

    def wrote_between(self, email: str, since: datetime, until: datetime) -> bool:
        """Whether a mail to this address left us between these moments, or was just leaving."""
        leaving = and_(
            MailRow.state.not_in(("new", "drawing")), MailRow.created_at >= since, MailRow.created_at <= until
        )
        left = and_(MailRow.sent_at >= since, MailRow.sent_at <= until)
        found = select(MailRow.id).where(MailRow.recipient == email.lower(), or_(leaving, left)).limit(1)
        return self.session.scalars(found).first() is not None

    def posted_since(self, beginning: str, since: datetime) -> bool:
        """Whether a mail whose key begins like this was put into the outbox since then."""
        alike = select(MailRow.id).where(
            MailRow.key.startswith(beginning, autoescape=True), MailRow.created_at >= since
        )
        return self.session.scalars(alike.limit(1)).first() is not None

    def next_mail(self) -> datetime | None:
        """When the next mail is to be tried, None when the outbox is empty."""
        due = select(MailRow.next_at).where(MailRow.state == "new").order_by(MailRow.next_at).limit(1)
        return self.session.scalars(due).first()

    def _mail_row(self, number: int) -> MailRow:
        row = self.session.get(MailRow, number, with_for_update=True, populate_existing=True)
        if row is None:
            raise MisuseError(f"there is no mail {number}")
        return row

    def _mail_event(self, mail: int, kind: str, text: str, now: datetime) -> None:
        write_entry(self.session, kind, text, now, mail=mail)


def _mail(row: MailRow | AnyRow) -> StoredMail:
    return StoredMail(
        id=row.id,
        key=row.key,
        kind=row.kind,
        to=row.recipient,
        raw=row.raw,
        message_id=row.message_id,
        game=row.game,
        created_at=row.created_at,
        state=row.state,
        attempts=row.attempts,
        next_at=row.next_at,
        reason=row.reason,
        waits_since=row.resumed_at or row.created_at,
        tried=row.attempts > 0 or row.sent_at is not None,
        returned=row.returned_at is not None,
    )
