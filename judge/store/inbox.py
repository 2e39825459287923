"""Letters: kept the moment they arrive, claimed by one worker at a time, closed in the transaction of their effects.

The states of a letter: `new` (to be read) -> `claimed` (by a worker, until its lease ends) -> `done`,
`ignored` (a robot's, a duplicate), `held` (until its sender confirms it), `late` (he did not in time), or `shunted`
(set aside after too many attempts). A confirmed letter goes from `held` back to `new`, an unshunted one likewise.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Update,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import Session, defer

from judge.desk.snapshot import HeldLetter
from judge.errors import ConflictError, MisuseError
from judge.store.arrivals import Arrival, keep_arrivals
from judge.store.entries import write_entry
from judge.store.rows import AnyRow, carry_out, carry_out_ready, claiming, find_rows, is_one_of, table_of
from judge.store.tables import AddressRow, LetterRow, MailRow, PictureRow

ATTEMPTS = 3
_CLAIMING = 0x6A756467  # the lock on PostgreSQL under which letters are claimed, one process after the other
_LONGEST_ID = 500  # bytes
NEVER = datetime(9999, 1, 1, tzinfo=UTC)
WAITING = ("new", "claimed")
ClosedState = Literal["done", "ignored", "held", "late", "shunted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLetter:
    """A letter in the inbox.

    Shape: `sender` (lower case) and `message_id` are "" until `note_reading`; `proven` when its sender has
    confirmed it; `duplicates` how often it came again; `attempts` counts the present one.
    """

    id: int
    raw: bytes
    mail_from: str
    recipient: str
    peer: str
    received_at: datetime
    fingerprint: str
    state: str
    attempts: int = 0
    reason: str = ""
    sender: str = ""
    message_id: str = ""
    proven: bool = False
    duplicates: int = 0


def short_id(message_id: str) -> str:
    """A Message-ID as it is kept: an endless one, which no index takes, by its beginning and its digest."""
    encoded = message_id.encode(errors="replace")
    if len(encoded) <= _LONGEST_ID:
        return message_id
    return f"{message_id[:100]}#{hashlib.blake2b(encoded, digest_size=16).hexdigest()}"


class Inbox:
    """The letters, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def keep(self, arrival: Arrival, now: datetime) -> int:
        """The id of the letter to one recipient, kept in this transaction, which is to close it too."""
        return keep_arrivals(self.session.connection(), [arrival], now)[0]

    def claim_letters(
        self, now: datetime, lease: timedelta, most: int, by: datetime = NEVER
    ) -> tuple[StoredLetter, ...]:
        """The letters that have waited longest, in their order, now this worker's until the lease ends.

        Shape: only those that had come in `by` then.

        Commit at once, so that the claim is seen. A letter that has failed is tried again after all that have not, so
        it holds nobody up; one that has failed too often by killing its worker is shunted here.
        Shape: one that has been tried before comes alone, so that it takes no other with it when it kills its worker.
        Rule: later orders of one envelope sender must not be overtaken by earlier ones. So his letters are given to no
        other worker meanwhile, and whoever claims several answers them in this order, and when one goes wrong gives
        back those of its sender behind it.
        """
        if self.session.get_bind().dialect.name == "postgresql":  # a row that another is about to claim is not seen
            self.session.execute(select(func.pg_advisory_xact_lock(_CLAIMING)))
        if find_rows(self.session, _left_once_too_often(), now=now):
            self._shunt_killers(LetterRow.lease_until <= now, now)
        rows = find_rows(self.session, _waiting_letters(), now=now, most=most, by=by)
        tried = next((at for at, row in enumerate(rows) if row.attempts), len(rows))
        claimed = rows[: max(tried, 1)]
        if claimed:
            carry_out(self.session, claiming(LetterRow), which=[row.id for row in claimed], until=now + lease)
        for row in claimed:
            self._letter_event(row.id, "claimed", f"attempt {row.attempts + 1}", now)
        return tuple(replace(letter_of(row), state="claimed", attempts=row.attempts + 1) for row in claimed)

    def give_back(self, numbers: Sequence[int]) -> None:
        """Claimed letters that were not touched wait again, as if they had never been claimed."""
        for number in numbers:
            row = self._letter_row(number)
            if row.state == "claimed":
                row.state, row.attempts, row.lease_until = "new", row.attempts - 1, None
        self.session.flush()

    def _shunt_killers(self, when: ColumnElement[bool], now: datetime) -> None:
        """Set aside the claimed letters whose workers died under them once too often."""
        rows = self.session.scalars(
            select(LetterRow)
            .where(LetterRow.state == "claimed", LetterRow.attempts >= ATTEMPTS, when)
            .with_for_update(skip_locked=True)
        ).all()
        for row in rows:
            self._close_letter_row(row, "shunted", f"no worker has survived it in {row.attempts} attempts", now)

    def letter(self, number: int) -> StoredLetter | None:
        """The letter with this id."""
        row = self.session.get(LetterRow, number, populate_existing=True)
        return None if row is None else letter_of(row)

    def note_reading(self, number: int, *, sender: str, message_id: str) -> None:
        """Keep what reading the letter has shown: who wrote it, and its Message-ID."""
        values = {"sender": sender.lower(), "message_id": short_id(message_id)}
        if not carry_out_ready(self.session, _change_letter(*values), which=number, **values).changed:
            raise MisuseError(f"there is no letter {number}")

    def close_letter(
        self, number: int, state: ClosedState, reason: str, now: datetime, *, read: tuple[str, str] | None = None
    ) -> None:
        """The letter has had its effect: this belongs into the transaction of the effect.

        Shape: `read` who wrote it and its Message-ID, unless `note_reading` has been told.
        Refuses: ConflictError when another worker has closed it meanwhile; then nothing must be committed.
        """
        values: dict[str, object] = {"state": state, "reason": reason, "lease_until": None, "closed_at": now}
        if read is not None:
            values |= {"sender": read[0].lower(), "message_id": short_id(read[1])}
        if not carry_out_ready(self.session, _change_letter(*values, waiting=True), which=number, **values).changed:
            raise ConflictError(f"letter {number} is {self._letter_row(number).state} already")
        self._letter_event(number, state, reason, now)

    def fail_letter(self, number: int, reason: str, now: datetime) -> None:
        """An attempt to deal with the letter went wrong: it waits again, or is shunted after the third."""
        row = self._letter_row(number)
        if row.state != "claimed":
            return
        if row.attempts >= ATTEMPTS:
            self._close_letter_row(row, "shunted", reason, now)
            return
        row.state, row.lease_until, row.reason = "new", None, reason
        self._letter_event(number, "failed", reason, now)
        self.session.flush()

    def release_claims(self, now: datetime) -> None:
        """Give back what was claimed by a process that is no more. Only for a sole process, at its start."""
        self._shunt_killers(LetterRow.id > 0, now)
        for table in (LetterRow, MailRow):
            self.session.execute(
                update(table).where(table.state == "claimed").values(state="new", lease_until=None),
                execution_options={"synchronize_session": False},
            )
        self.session.execute(
            update(PictureRow).values(lease_until=None), execution_options={"synchronize_session": False}
        )

    def release_letter(self, number: int, now: datetime) -> None:
        """A held letter is read again as proven. Refuses: ConflictError when it is not held."""
        row = self._letter_row(number)
        if row.state != "held":
            raise ConflictError(f"letter {number} is {row.state}, not held")
        row.proven = True
        self._reopen(row, "confirmed by its sender", now)

    def drop_letter(self, number: int, reason: str, now: datetime) -> None:
        """A held letter is waited for no longer. Refuses: ConflictError when it is not held."""
        row = self._letter_row(number)
        if row.state != "held":
            raise ConflictError(f"letter {number} is {row.state}, not held")
        self._close_letter_row(row, "ignored", reason, now)

    def lapse_letter(self, number: int, reason: str, now: datetime) -> None:
        """A held letter can be confirmed no longer. Refuses: ConflictError when it is not held."""
        row = self._letter_row(number)
        if row.state != "held":
            raise ConflictError(f"letter {number} is {row.state}, not held")
        self._close_letter_row(row, "late", reason, now)

    def unshunt(self, number: int, now: datetime) -> None:
        """A shunted letter is tried again. Refuses: MisuseError when there is none with this number."""
        row = self.session.get(LetterRow, number, with_for_update=True, populate_existing=True)
        if row is None or row.state != "shunted":
            raise MisuseError(f"letter {number} is {'not there' if row is None else row.state + ', not shunted'}")
        self._reopen(row, "unshunted", now)

    def shunted_letters(self) -> tuple[StoredLetter, ...]:
        """All letters set aside, oldest first."""
        return self._letters(LetterRow.state == "shunted")

    def held_letters(self, email: str) -> tuple[int, ...]:
        """The ids of the letters that wait for a confirmation from this address, oldest first."""
        return self._ids(LetterRow.state == "held", LetterRow.sender == email.lower())

    def lapsed_letters(self, email: str) -> tuple[int, ...]:
        """The ids of the letters that have waited in vain for a confirmation from this address, oldest first.

        Not: what came from there while it was somebody else's.
        """
        whose = exists().where(AddressRow.email == LetterRow.sender, AddressRow.added_at <= LetterRow.closed_at)
        return self._ids(LetterRow.state == "late", LetterRow.sender == email.lower(), whose)

    def letters_to(self, recipient: str, *, since: datetime) -> tuple[StoredLetter, ...]:
        """The letters to one of our addresses that came since then, oldest first."""
        return self._letters(LetterRow.recipient == recipient.lower(), LetterRow.received_at >= since)

    def waiting_letters(self) -> tuple[HeldLetter, ...]:
        """The letters that wait for a confirmation, oldest first."""
        rows = self.session.execute(
            select(LetterRow, AddressRow.player_id)
            .outerjoin(AddressRow, AddressRow.email == LetterRow.sender)
            .where(LetterRow.state == "held")
            .options(defer(LetterRow.raw))
            .order_by(LetterRow.received_at, LetterRow.id)
        )
        return tuple(
            HeldLetter(
                id=row.id, sender=row.sender, player=player, recipient=row.recipient, message_id=row.message_id,
                arrived=row.received_at,
            )
            for row, player in rows
        )  # fmt: skip

    def first_held(self) -> datetime | None:
        """When the oldest letter that waits for a confirmation came in, None when none does."""
        return self.session.scalars(select(func.min(LetterRow.received_at)).where(LetterRow.state == "held")).one()

    def letters_waiting(self, before: datetime) -> int:
        """How many letters received by then are still to be dealt with, those in a worker's hands included."""
        waiting = select(func.count()).where(LetterRow.state.in_(WAITING), LetterRow.received_at <= before)
        return self.session.scalars(waiting).one()

    def first_waiting(self) -> datetime | None:
        """When the oldest letter came in that is still to be dealt with, one in a worker's hands included."""
        oldest = (
            select(LetterRow.received_at).where(LetterRow.state == state).order_by(LetterRow.received_at).limit(1)
            for state in WAITING
        )
        return min((at for one in oldest if (at := self.session.scalars(one).first()) is not None), default=None)

    def _letter_row(self, number: int) -> LetterRow:
        row = self.session.get(LetterRow, number, with_for_update=True, populate_existing=True)
        if row is None:
            raise MisuseError(f"there is no letter {number}")
        return row

    def _close_letter_row(self, row: LetterRow, state: str, reason: str, now: datetime) -> None:
        row.state, row.reason, row.lease_until, row.closed_at = state, reason, None, now
        self._letter_event(row.id, state, reason, now)
        self.session.flush()

    def _reopen(self, row: LetterRow, reason: str, now: datetime) -> None:
        row.state, row.reason, row.attempts, row.closed_at = "new", reason, 0, None
        self._letter_event(row.id, "new", reason, now)
        self.session.flush()

    def _letter_event(self, letter: int, kind: str, text: str, now: datetime) -> None:
        write_entry(self.session, kind, text, now, letter=letter)

    def _ids(self, *which: ColumnElement[bool]) -> tuple[int, ...]:
        found = select(LetterRow.id).where(*which).order_by(LetterRow.received_at, LetterRow.id)
        return tuple(self.session.scalars(found))

    def _letters(self, *which: ColumnElement[bool]) -> tuple[StoredLetter, ...]:
        rows = self.session.scalars(
            select(LetterRow)
            .where(*which)
            .order_by(LetterRow.received_at, LetterRow.id)
            .execution_options(populate_existing=True)
        )
        return tuple(letter_of(row) for row in rows)


# The statements that each letter needs. They are made once: making one takes longer than carrying it out.


@cache
def _waiting_letters() -> Select[Any]:  # Any: the columns of a table
    """The letters to be claimed next.

    Not: a letter whose sender has an earlier one in another worker's hands, or one that has failed.
    """
    letters, earlier = table_of(LetterRow), table_of(LetterRow).alias()
    now = bindparam("now", type_=letters.c.received_at.type)
    overtakes = exists().where(
        earlier.c.attempts > literal_column("0"),  # word for word as their index has it, or it is not used
        earlier.c.state.in_(literal_column(f"'{state}'") for state in WAITING),
        earlier.c.mail_from == letters.c.mail_from,
        tuple_(earlier.c.received_at, earlier.c.id) < tuple_(letters.c.received_at, letters.c.id),
    )
    left = and_(letters.c.state == "claimed", letters.c.lease_until <= now)
    came = letters.c.received_at <= bindparam("by", type_=letters.c.received_at.type)
    return (
        select(letters)
        .where(or_(letters.c.state == "new", left), came, or_(letters.c.mail_from == "", ~overtakes))
        .order_by(letters.c.attempts, letters.c.received_at, letters.c.id)
        .limit(bindparam("most", type_=Integer))
        .with_for_update(skip_locked=True)
    )


@cache
def _left_once_too_often() -> Select[int]:
    letters = table_of(LetterRow)
    left = letters.c.lease_until <= bindparam("now", type_=letters.c.lease_until.type)
    return select(letters.c.id).where(letters.c.state == "claimed", letters.c.attempts >= ATTEMPTS, left).limit(1)


@cache
def _change_letter(*columns: str, waiting: bool = False) -> Update:
    """Sets these columns of a letter; with `waiting` only while it has not been closed."""
    letters = table_of(LetterRow)
    meant = update(letters).where(letters.c.id == bindparam("which"))
    meant = meant.where(is_one_of(letters.c.state, WAITING)) if waiting else meant
    return meant.values({name: bindparam(name, type_=letters.c[name].type) for name in columns})


def letter_of(row: LetterRow | AnyRow) -> StoredLetter:
    """The letter that a row of the table keeps."""
    return StoredLetter(
        id=row.id,
        raw=row.raw,
        mail_from=row.mail_from,
        recipient=row.recipient,
        peer=row.peer,
        received_at=row.received_at,
        fingerprint=row.fingerprint,
        state=row.state,
        attempts=row.attempts,
        reason=row.reason,
        sender=row.sender,
        message_id=row.message_id,
        proven=row.proven,
        duplicates=row.duplicates,
    )
