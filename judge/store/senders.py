"""What the letters of a sender tell: which mail he has sent before, and how many answers he has got.

A letter's sender stands in its row once it has been read (`Inbox.note_reading`, `close_letter`).
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, func, select
from sqlalchemy.orm import Session

from judge.mail.addresses import untagged
from judge.store.inbox import StoredLetter, letter_of, short_id
from judge.store.memory import Memory
from judge.store.rows import carry_out_ready, find_rows, is_one_of, table_of
from judge.store.tables import LetterRow, MailRow

_SENDERS = 0x6A756473  # with it the senders' locks on PostgreSQL, each taken before any game's
TO_STRANGERS = ("confirm", "notice")
# mails that are news of a game; all others that a letter causes are answers and count against the reply budget
TO_OTHERS = ("press", "notice")
NEWS = ("start", "result", "reminder", "late", "press", "final", "archive")


def no_address(_address: str) -> bool:
    """That a letter is the same to whichever address of ours it comes."""
    return False


class Senders:
    """Those under whose addresses letters came, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.memory = Memory()

    def seen_before(
        self, sender: str, message_id: str, fingerprint: str, not_id: int, apart: Callable[[str], bool] = no_address
    ) -> tuple[bool, StoredLetter | None]:
        """What `knows_message` and `same_letter` say, for most letters by one look."""
        values = {"whose": sender.lower(), "such_id": short_id(message_id), "such": fingerprint, "not_id": not_id}
        ((known, twin),) = carry_out_ready(self.session, _seen_before(), **values).rows
        known = bool(known) and self.knows_message(sender, message_id, not_id, apart)
        return known, self.same_letter(sender, fingerprint, not_id, apart) if twin else None

    def hold_sender(self, sender: str) -> None:
        """No other transaction deals with a letter of this sender until this one ends.

        Rule: the same mail may come by two ways, from two envelope senders, and has one effect.
        """
        if self.session.get_bind().dialect.name == "postgresql":
            self.session.execute(select(func.pg_advisory_xact_lock(_SENDERS, func.hashtext(sender.lower()))))

    def same_letter(
        self, sender: str, fingerprint: str, not_id: int, apart: Callable[[str], bool] = no_address
    ) -> StoredLetter | None:
        """The oldest other letter of this sender that is the same mail, to whichever of our addresses it came.

        Shape: `apart` for which addresses of ours it would be another letter all the same.
        Not: one that was set aside or ignored itself, or two of a kind would each be ignored for the other.
        """
        if not sender:
            return None
        values = {"whose": sender.lower(), "such": fingerprint, "not_id": not_id}
        found = [one for one in find_rows(self.session, _same_letter(), **values) if not apart(one.recipient)]
        return letter_of(found[0]) if found else None

    def knows_message(
        self, sender: str, message_id: str, not_id: int, apart: Callable[[str], bool] = no_address
    ) -> bool:
        """Whether another letter of this sender with this Message-ID is known here; never without an id.

        Shape: also one that waits for its sender, or that he has disowned, or that nobody was asked about; `apart` for
        which addresses of ours it would be another letter all the same, as one mail to two games is.
        """
        if not message_id:
            return False
        values = {"whose": sender.lower(), "such": short_id(message_id), "not_id": not_id}
        return any(not apart(one.recipient) for one in find_rows(self.session, _known_message(), **values))

    def answers_since(self, email: str, since: datetime) -> int:
        """How many answers this address got since then to letters that came under it."""
        return self._count(_answers(), whose=email.lower(), since=since)

    def answers_to_box(self, email: str, since: datetime) -> int:
        """How many answers such as strangers get went since then to addresses like this with anything after a `+`."""
        name, _, host = re.sub(r"[/_%]", r"/\g<0>", untagged(email)).rpartition("@")
        return self._count(_answers_to_box(), alike=f"{name}+%@{host}", since=since)

    def answers_at_most(self, email: str, since: datetime) -> int:
        """No less than `answers_since`: what was counted before, for an earlier moment, and all mails since."""
        counted = self.memory.answers.get(email.lower())
        if counted is not None and counted[0] <= since:
            return counted[1]
        found = self.answers_since(email, since)
        if self.memory.alone:
            self.memory.keep_answers(email.lower(), since, found)
        return found

    def mails_to_others_since(self, email: str, since: datetime) -> int:
        """How many mails to others the letters of this address have brought about since then, turns left aside."""
        return self._count(_mails_to_others(), whose=email.lower(), since=since)

    def letters_since(self, email: str, since: datetime, *, reasons: Sequence[str]) -> int:
        """How many letters that came under this address were closed since then for one of these reasons."""
        return self._count(_closed_letters(), whose=email.lower(), since=since, reasons=list(reasons))

    def _count(self, statement: Select[int], **values: object) -> int:
        ((found,),) = find_rows(self.session, statement, **values)
        return int(found)


@cache
def _same_letter() -> Select[Any]:
    letters = table_of(LetterRow)
    same = (letters.c.sender == bindparam("whose"), letters.c.fingerprint == bindparam("such"))
    other = (letters.c.id != bindparam("not_id"), is_one_of(letters.c.state, ("done", "late", "held")))
    return select(letters).where(*same, *other).order_by(letters.c.received_at, letters.c.id)


@cache
def _seen_before() -> Select[bool, bool]:
    alike = _known_message("such_id").exists()
    return select(alike, _same_letter().exists())


@cache
def _known_message(such: str = "such") -> Select[str]:
    letters = table_of(LetterRow)
    same = (letters.c.sender == bindparam("whose"), letters.c.message_id == bindparam(such))
    other = (letters.c.id != bindparam("not_id"), is_one_of(letters.c.state, ("done", "late", "held", "ignored")))
    return select(letters.c.recipient).distinct().where(*same, *other)


def _mails_since(*which: ColumnElement[bool]) -> Select[int]:
    mails, letters = table_of(MailRow), table_of(LetterRow)
    caused = select(func.count(mails.c.id)).join(letters, mails.c.letter_id == letters.c.id)
    return caused.where(letters.c.sender == bindparam("whose"), mails.c.created_at >= bindparam("since"), *which)


@cache
def _answers() -> Select[int]:
    mails = table_of(MailRow)
    return _mails_since(mails.c.recipient == bindparam("whose"), mails.c.kind.not_in(NEWS))


@cache
def _answers_to_box() -> Select[int]:
    mails, letters = table_of(MailRow), table_of(LetterRow)
    own = (letters.c.sender == mails.c.recipient, mails.c.recipient.like(bindparam("alike"), escape="/"))
    which = (mails.c.created_at >= bindparam("since"), mails.c.kind.in_(TO_STRANGERS))
    return select(func.count(mails.c.id)).join(letters, mails.c.letter_id == letters.c.id).where(*own, *which)


@cache
def _mails_to_others() -> Select[int]:
    mails = table_of(MailRow)
    return _mails_since(mails.c.recipient != bindparam("whose"), mails.c.kind.in_(TO_OTHERS))


@cache
def _closed_letters() -> Select[int]:
    letters = table_of(LetterRow)
    closed = (letters.c.sender == bindparam("whose"), letters.c.closed_at >= bindparam("since"))
    reason = letters.c.reason.in_(bindparam("reasons", expanding=True))
    return select(func.count()).select_from(letters).where(*closed, reason)
