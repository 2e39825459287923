"""A person with a mail program: sends over SMTP, reads what the judge delivered into a Maildir."""

import smtplib
import time
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid
from functools import lru_cache
from pathlib import Path
from typing import Any

from judge.wire.sender import maildir_of

_read_field = lru_cache(4096)(policy.default.header_fetch_parse)


class _Reading(policy.EmailPolicy):
    """The modern policy, which reads a field anew whenever it is asked for; many mails have the same fields."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return _read_field(name, value)


READING = _Reading()


class NoAnswerError(Exception):
    """The judge did not write the mail that was waited for."""


class Correspondent:
    """One person; `mails` is everything the judge has sent so far, in the order it was found."""

    def __init__(self, name: str, email: str, *, smtp: tuple[str, int], mail_root: Path, patience: float = 20) -> None:
        self.name = name
        self.email = email
        self.mails: list[EmailMessage] = []
        self.sent = 0
        self._smtp = smtp
        self._new = maildir_of(mail_root, email) / "new"
        self._seen: set[str] = set()
        self._patience = patience

    def write(self, text: str, *, to: str, subject: str = "", answers: EmailMessage | None = None) -> str:
        """Send a mail and return its Message-ID. Refuses: smtplib's exceptions when the judge refuses it."""
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"] = f"{self.name} <{self.email}>"
        mail["To"] = to
        mail["Subject"] = subject
        mail["Message-ID"] = make_msgid(domain=self.email.partition("@")[2])
        if answers is not None:
            mail["In-Reply-To"] = answers["Message-ID"]
            mail["References"] = " ".join(filter(None, (answers["References"], answers["Message-ID"])))
        mail.set_content(text)
        with smtplib.SMTP(*self._smtp, timeout=self._patience) as connection:
            connection.sendmail(self.email, [to], mail.as_bytes())
        self.sent += 1
        return str(mail["Message-ID"])

    def reply(self, mail: EmailMessage, text: str, *, quote: bool = True) -> str:
        """Answer a mail as mail programs do: to its Reply-To, own text on top, the mail quoted below."""
        to = str(mail["Reply-To"] or mail["From"])
        subject = str(mail["Subject"])
        if quote:
            body = text_of(mail).rstrip("\n").split("\n")
            wrote = f"On {mail['Date']}, {mail['From']} wrote:"
            text = "\n".join([text, "", wrote, *(f"> {line}" for line in body), ""])
        return self.write(text, to=to, subject=f"Re: {subject}", answers=mail)

    def look(self) -> list[EmailMessage]:
        """The mails that have come since the last look, oldest first."""
        if not self._new.is_dir():
            return []
        fresh = sorted(
            (path for path in self._new.iterdir() if path.name not in self._seen),
            key=lambda path: (path.stat().st_mtime_ns, path.name),
        )
        found: list[EmailMessage] = []
        for path in fresh:
            self._seen.add(path.name)
            mail = BytesParser(policy=READING).parsebytes(path.read_bytes())
            assert isinstance(mail, EmailMessage)
            found.append(mail)
        self.mails.extend(found)
        return found

    def await_mail(self, wanted: Callable[[EmailMessage], bool], what: str, *, after: int = 0) -> EmailMessage:
        """The first mail from number `after` on that is wanted; looks until it has come.

        Refuses: NoAnswerError when it has not come in time.
        """
        until = time.monotonic() + self._patience
        while True:
            self.look()
            for mail in self.mails[after:]:
                if wanted(mail):
                    return mail
            after = max(after, len(self.mails))  # each mail is looked at once
            if time.monotonic() > until:
                subjects = [str(mail["Subject"]) for mail in self.mails]
                raise NoAnswerError(f"{self.email} waited in vain for {what}; has {subjects}")
            time.sleep(0.003)

    def await_answer(self, message_id: str, what: str) -> EmailMessage:
        """The judge's answer to a mail of ours."""
        return self.await_mail(lambda mail: str(mail["In-Reply-To"] or "").strip() == message_id, what)


def text_of(mail: EmailMessage) -> str:
    """The plain part of a mail, "" when it has none."""
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content()).replace("\r\n", "\n")
