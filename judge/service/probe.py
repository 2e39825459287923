"""A knock at the judge's door, and a test mail: through the smart host, and back to that door."""

import asyncio
import secrets
import socket
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from judge.mail.addresses import host_of, tagged
from judge.mail.bounces import read_bounce
from judge.mail.tokens import bounce_tag
from judge.service.findings import Finding, fail, ok
from judge.service.returns import TEST_MAIL
from judge.settings import ListenAddress, SmartHost
from judge.store.store import Store
from judge.wire.sender import Refused, SmtpDelivery

PATIENCE = 60.0  # seconds until a test mail should be back
_LOOK_EVERY = 0.25
_KNOCK = 5.0  # seconds for the door to be opened
_CLOCKS = timedelta(minutes=1)  # by which the listener's clock may differ
_ANSWER = 20.0  # seconds for each answer of the smart host


def send_around(
    store: Store,
    *,
    address: str,
    secret: bytes,
    host: SmartHost,
    now: datetime,
    patience: float = PATIENCE,
    timer: Callable[[], float] = time.monotonic,
) -> Finding:
    """Whether a mail to a subaddress of the judge's comes back to it by way of the smart host, in so many seconds.

    Shape: it goes to the address for returned mails of a mail that there is none of, which the judge knows for a
    test, answers nothing, and keeps as an ignored letter.
    """
    to = tagged(address, bounce_tag(secret, TEST_MAIL))
    name = f"<test.{secrets.token_hex(8)}@{host_of(address)}>"
    began = timer()
    try:
        asyncio.run(_hand_over(host, to, _write(address, to, name, now)))
    except Refused as refusal:
        return fail("test mail", f"the smart host did not take it: {refusal.reason}", "see its log, and `delivery`")
    while True:
        with store.reading() as tx:
            letters = tx.letters_to(to, since=now - _CLOCKS)
        if any(one.mail_from and name.encode() in one.raw for one in letters):
            return ok("test mail", f"sent by way of {host.host}:{host.port} and back in {timer() - began:.1f} seconds")
        returned = [one for one in letters if not one.mail_from and name.encode() in one.raw]
        if returned:
            said = read_bounce(returned[0].raw, mail_from="").said or "no reason is given"
            return fail("test mail", f"it came back undelivered: {said}", _BRING_IT)
        if timer() - began > patience:
            says = f"the smart host took it, and it was not back after {patience:.0f} seconds"
            return fail("test mail", says, f"{_BRING_IT}; `mailq` shows where it waits")
        time.sleep(_LOOK_EVERY)


_BRING_IT = "have your mail server bring the judge's address, with everything after a +, to it (deploy/postfix/)"


def knock(listen: ListenAddress) -> Finding:
    """Whether the judge answers where it is to listen."""
    place = f"{listen.host}:{listen.port}"
    try:
        with socket.create_connection((listen.host, listen.port), _KNOCK) as door:
            told = door.recv(512).decode("ascii", "replace").strip()
    except OSError as trouble:
        do = "start `judge serve` (systemctl start judge); its log tells why it stops"
        return fail("listener", f"nobody answers at {place} ({trouble.strerror or trouble})", do)
    if not told.startswith("220"):
        return fail("listener", f"at {place} somebody says {told[:60]!r}", "is another program there? See `listen`")
    return ok("listener", f"it answers at {place} ({listen.protocol.upper()})")


async def _hand_over(host: SmartHost, to: str, raw: bytes) -> None:
    delivery = SmtpDelivery(host.host, host.port, _ANSWER)
    try:
        await delivery.deliver(to, to, raw)
    finally:
        await delivery.close()


def _write(address: str, to: str, name: str, now: datetime) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = address, to, "Test of the way of mails"
    mail["Date"], mail["Message-ID"] = format_datetime(now), name
    mail["Auto-Submitted"], mail["Precedence"], mail["X-Loop"] = "auto-generated", "bulk", address
    mail.set_content("`judge doctor` has sent this to see whether it comes back.\n")
    return bytes(mail)
