"""Mails that came back and the addresses they were for: nothing more is sent where nothing arrives."""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select
from sqlalchemy.orm import Session

from judge.desk.snapshot import Reach
from judge.errors import DatabaseError
from judge.game.mails import ANSWERS
from judge.store.entries import write_entry
from judge.store.rows import AnyRow, find_rows, table_of
from judge.store.tables import AddressRow, MailRow

OUTDATED = ("reminder", "late")  # kinds of mails that help nobody when they come weeks later
KEPT_BACK = "nothing is sent to the address until its player writes from it"


class Returns:
    """What is known of returned mails, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def lock_address(self, email: str) -> None:
        """Nobody else changes how this address fares until the transaction ends. Before any of its mails is locked."""
        _address(self.session, email)

    def is_of_owner(self, email: str, at: datetime) -> bool:
        """Whether an address was at this moment already of whom it is now. Rule: who had it before knows his mails."""
        row = _address(self.session, email)
        return row is not None and row.added_at <= at

    def has_arrived(self, email: str, *, after: datetime, before: datetime) -> bool:
        """Whether a mail that was sent to this address between two moments, the second included, did not come back."""
        arrived = exists().where(
            MailRow.recipient == email.lower(),
            MailRow.state == "sent",
            MailRow.returned_at.is_(None),
            MailRow.sent_at > after,
            MailRow.sent_at <= before,
        )
        return bool(self.session.scalar(select(arrived)))

    def note_mail(self, number: int, kind: str, text: str, now: datetime) -> None:
        """Put an entry about a mail into the log."""
        write_entry(self.session, kind, text, now, mail=number)


def reach_of(row: AddressRow | AnyRow) -> Reach:
    """How mails to an address fare."""
    return Reach(days=row.bounce_days, since=row.bounced_since, last=row.bounced_at, suspended_at=row.suspended_at)


def is_suspended(session: Session, email: str) -> bool:
    """Whether nothing more is sent to an address."""
    rows = find_rows(session, _suspended_address(), the_email=email.lower())
    return bool(rows) and rows[0].suspended_at is not None


@cache
def _suspended_address() -> Select[Any]:
    addresses = table_of(AddressRow)
    return select(addresses.c.suspended_at).where(addresses.c.email == bindparam("the_email"))


def mark_returned(session: Session, number: int, said: str, now: datetime) -> None:
    """A mail did not arrive. Refuses: DatabaseError when it is not there."""
    row = session.get(MailRow, number, with_for_update=True, populate_existing=True)
    if row is None:
        raise DatabaseError(f"mail {number} is said to have come back, and is not there")
    row.returned_at = now
    if row.state != "failed":
        row.state, row.lease_until = "returned", None
    write_entry(session, "returned", said or "without a reason", now, mail=number)


def set_reach(session: Session, email: str, reach: Reach, now: datetime) -> None:
    """Keep how mails to an address fare; when it has just been suspended, those that wait for it are kept back."""
    row = _address(session, email)
    if row is None:
        return
    dies = row.suspended_at is None and reach.suspended_at is not None
    row.bounce_days, row.bounced_since = reach.days, reach.since
    row.bounced_at, row.suspended_at = reach.last, reach.suspended_at
    if dies:
        for mail in _mails(session, email, MailRow.state == "new", MailRow.kind.not_in(ANSWERS)):
            mail.state = "withheld"
            write_entry(session, "withheld", KEPT_BACK, now, mail=mail.id)


def resume(session: Session, email: str, now: datetime) -> None:
    """Mails to an address are sent again, in their order: those kept back, and those that came back since it began.

    Not: reminders and notices of missed deadlines, which are out of date. A mail that comes back twice stays away.
    """
    row = _address(session, email)
    if row is None:
        return
    _send_again(session, row, "its reader has written", now)
    row.bounce_days, row.bounced_since, row.bounced_at, row.suspended_at = 0, None, None, None


def redirect(session: Session, row: AddressRow, to: str, now: datetime) -> None:
    """Mails that did not arrive at an address go to another of its player's, as they are; see `resume`.

    Shape: also those that wait to be sent there. The envelope changes, the bytes do not.
    """
    for mail in _send_again(session, row, f"to another address of its reader, not {row.email}", now):
        mail.recipient = to.lower()


def _send_again(session: Session, row: AddressRow, why: str, now: datetime) -> list[MailRow]:
    """Put the mails that an address has missed into the queue; those that were."""
    lost = and_(MailRow.state.in_(("returned", "failed")), MailRow.returned_at >= row.bounced_since)
    found = []
    for mail in _mails(session, row.email, or_(MailRow.state == "withheld", lost)):
        if mail.kind in OUTDATED:
            mail.state, mail.reason = "failed", "out of date"
        else:
            mail.state, mail.attempts, mail.next_at, mail.resumed_at = "new", 0, now, now
            found.append(mail)
        told = why if mail.state == "new" else mail.reason
        write_entry(session, "resumed" if mail.state == "new" else "dropped", told, now, mail=mail.id)
    return found


def _address(session: Session, email: str) -> AddressRow | None:
    rows = select(AddressRow).where(AddressRow.email == email.lower()).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).first()


def _mails(session: Session, email: str, *which: ColumnElement[bool]) -> list[MailRow]:
    rows = select(MailRow).where(MailRow.recipient == email.lower(), *which).order_by(MailRow.id).with_for_update()
    return list(session.scalars(rows.execution_options(populate_existing=True)))
