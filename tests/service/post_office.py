"""A mail world on sockets: it carries mails between judges and machines that answer, and counts them."""

import asyncio
import smtplib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.mailserver import MailServer


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail under way: its envelope and its bytes."""

    mail_from: str
    to: str
    raw: bytes

    @property
    def mail(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.default)


Machine = Callable[[Parcel], list[Parcel]]


@dataclass
class PostOffice(MailServer):
    """The mail server of everybody but the judges.

    `judges` the port of each by the domain it serves; `machines` who answers at an address; what comes for anybody else
    lies in `boxes`. A mail that a judge refuses for good comes back to its sender, as mail systems do it.
    """

    judges: dict[str, int] = field(default_factory=dict)
    machines: dict[str, Machine] = field(default_factory=dict)
    boxes: dict[str, list[EmailMessage]] = field(default_factory=dict)
    carried: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from or ""
        for to in envelope.rcpt_tos:
            self._loop.create_task(asyncio.to_thread(self.carry, Parcel(sender, to, envelope.original_content or b"")))
        return "250 OK"

    def carry(self, parcel: Parcel) -> None:
        """Bring a mail to where it goes, and whatever it brings about as well."""
        self.carried[_party(parcel.mail["From"].addresses[0].addr_spec), _party(parcel.to)] += 1
        domain = parcel.to.rpartition("@")[2]
        if domain in self.judges:
            self.hand_over(parcel)
        elif parcel.to in self.machines:
            for answer in self.machines[parcel.to](parcel):
                self.carry(answer)
        else:
            self.boxes.setdefault(parcel.to, []).append(parcel.mail)

    def hand_over(self, parcel: Parcel) -> None:
        """Bring a mail to a judge's door."""
        port = self.judges[parcel.to.rpartition("@")[2]]
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=20) as connection:
                connection.sendmail(parcel.mail_from, [parcel.to], parcel.raw)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as refusal:
            self.refused.append(str(refusal))
            if parcel.mail_from:
                text = (
                    f"From: mailer-daemon@post.example\r\nTo: {parcel.mail_from}\r\nSubject: Undelivered\r\n\r\nno\r\n"
                )
                self.carry(Parcel("", parcel.mail_from, text.encode()))

    def await_mail(self, email: str, wanted: Callable[[EmailMessage], bool]) -> EmailMessage:
        """The first mail in somebody's box that is wanted."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            for mail in list(self.boxes.get(email, ())):
                if wanted(mail):
                    return mail
            time.sleep(0.01)
        raise AssertionError(f"{email} has {[str(mail['Subject']) for mail in self.boxes.get(email, ())]}")


def _party(address: str) -> str:
    """An address without what follows a plus: all of a judge's are one."""
    local, _, domain = address.lower().partition("@")
    return f"{local.partition('+')[0]}@{domain}"
