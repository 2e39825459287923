"""Where mails go: into Maildirs, or to an SMTP server that takes them on."""

import asyncio
import contextlib
import email.utils
import hashlib
import os
import re
import secrets
import urllib.parse
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import aiosmtplib

from judge.errors import JudgeError, SettingError
from judge.mail.bounces import blames_address
from judge.settings import MaildirFolder, SmartHost

GIVE_UP_AFTER = timedelta(days=5)  # RFC 5321 4.5.4.1: at least four to five days
_FIRST_WAIT = timedelta(seconds=15)
_LONGEST_WAIT = timedelta(hours=1)
_LONGEST_FOLDER = 200  # bytes of a folder's name; file systems stop at 255
# A server that refuses to talk at all says nothing about this mail.
_ABOUT_THE_MAIL = (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPRecipientRefused, aiosmtplib.SMTPDataError)
_PARTS = ("new", "cur", "tmp")  # of a Maildir
_NO_TLS = 454
_MESSAGE_ID, _DATE = (
    re.compile(rb"^%s[ \t]*:((?:[^\r\n]|\r?\n[ \t])*)" % name, re.IGNORECASE | re.MULTILINE)
    for name in (b"message-id", b"date")
)
_TIMEOUT = 60.0  # seconds for a connection and for each answer


class Refused(JudgeError):  # noqa: N818 - it says what happened to the mail, as the rest of the house does
    """A mail was not taken: for good when `permanent`, else it may be tried again later; `dead` the address's fault."""

    def __init__(self, permanent: bool, reason: str, *, dead: bool = False) -> None:
        self.permanent, self.reason, self.dead = permanent, reason, dead
        super().__init__(f"{'refused' if permanent else 'not taken now'}: {reason}")


class Delivery(Protocol):
    """A way for mails to go out."""

    async def deliver(self, mail_from: str, to: str, raw: bytes) -> None:
        """Return when the mail is somebody else's to keep. Refuses: Refused."""
        ...

    async def close(self) -> None:
        """Let go of what is held open."""
        ...


def make_delivery(setting: MaildirFolder | SmartHost) -> Delivery:
    """The delivery that a setting asks for. Refuses: SettingError for a folder that cannot be written."""
    match setting:
        case MaildirFolder(path):
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise SettingError(
                    f"delivery (JUDGE_DELIVERY): {path} cannot be made ({error.strerror}); name a folder that can"
                ) from None
            return MaildirDelivery(path)
        case SmartHost(host, port):
            return SmtpDelivery(host, port)


def backoff(attempts: int) -> timedelta:
    """How long to wait after so many attempts, 1 or more, before the next.

    Units: 15 seconds after the first, twice as long each time, an hour at most.
    """
    doublings = min(max(attempts - 1, 0), 16)
    return min(_FIRST_WAIT * (1 << doublings), _LONGEST_WAIT)


def maildir_of(root: Path, to: str) -> Path:
    """The Maildir of a recipient: a folder named after the address, lower case, what is unusual escaped as in a URL."""
    name = urllib.parse.quote(to.strip().lower(), safe="@+=")
    if len(name) > _LONGEST_FOLDER:
        name = f"{name[:_LONGEST_FOLDER]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"
    return root / name


def maildir_name(to: str, raw: bytes) -> str:
    """The file name of a mail in the recipient's Maildir: its date, then a digest of its Message-ID and recipient.

    Shape: the same for every delivery of the same mail, which is how a second one is seen; names sort by date.
    """
    head = raw.partition(b"\r\n\r\n")[0]
    identity, date = (_field(head, pattern) for pattern in (_MESSAGE_ID, _DATE))
    try:
        written = int(email.utils.parsedate_to_datetime(date.decode("ascii", "replace")).timestamp())
    except (ValueError, OverflowError):
        written = 0
    digest = hashlib.sha256(to.strip().lower().encode("utf-8", "replace") + b"\0" + (identity or raw)).hexdigest()
    return f"{written:010}.{digest[:32]}.judge"


def _field(head: bytes, pattern: re.Pattern[bytes]) -> bytes:
    """What a field says, b"" when there is none; of a folded one all lines."""
    found = pattern.search(head)
    return b" ".join(found[1].split()) if found else b""


class MaildirDelivery:
    """Lays mails into Maildirs under a folder, one for each recipient, as the standard library reads them.

    Shape: the file holds the mail's bytes with local line ends. A mail that lies there already, read or unread, is
    not laid there again, so a delivery that was cut short can be repeated. Mails that are delivered at the same time
    are laid together, for the disk has little more to do for all than for one.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._waiting: list[tuple[str, bytes, asyncio.Future[None]]] = []
        self._laying: asyncio.Task[None] | None = None

    async def deliver(self, mail_from: str, to: str, raw: bytes) -> None:  # noqa: ARG002 - a Maildir keeps no envelope
        """Return when the mail is on the disk. Refuses: Refused, for a time, when it cannot be written."""
        _check_addresses(to)
        loop = asyncio.get_running_loop()
        laid = loop.create_future()
        self._waiting.append((to, raw, laid))
        if self._laying is None or self._laying.done():
            self._laying = loop.create_task(self._lay_all())
        try:
            await laid
        except OSError as error:
            raise Refused(False, f"the Maildir of {to} cannot be written: {error.strerror or error}") from error

    async def close(self) -> None:
        """Nothing is held open."""

    async def _lay_all(self) -> None:
        """Lay what waits, and what comes meanwhile, and tell each who waits how it went."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                troubles = await asyncio.to_thread(lay_mails, self._root, [(to, raw) for to, raw, _ in waiting])
            except Exception as trouble:
                troubles = dict.fromkeys(range(len(waiting)), trouble)
            for at, (_, _, laid) in enumerate(waiting):
                if laid.done():  # nobody waits for it any more
                    continue
                if at in troubles:
                    laid.set_exception(troubles[at])
                else:
                    laid.set_result(None)


def lay_mails(root: Path, mails: Sequence[tuple[str, bytes]]) -> dict[int, Exception]:
    """Lay mails, each for a recipient, into their Maildirs; of those that could not be laid, by their place, why."""
    troubles: dict[int, Exception] = {}
    written: dict[int, tuple[str, str]] = {}  # by place: the file aside, and where it belongs
    opened: dict[int, int] = {}
    folders: dict[str, list[int]] = {}  # those whose entries are to be on the disk, with the places of their mails
    for at, (to, raw) in enumerate(mails):
        with _noting(troubles, at):
            folder, name = maildir_of(root, to), maildir_name(to, raw)
            _make_maildir(folder)
            new, cur, tmp = (f"{folder}/{part}" for part in _PARTS)  # texts: a path takes as long to make as a file
            folders.setdefault(new, []).append(at)  # also of one who laid it there and died before this
            if os.path.exists(f"{new}/{name}") or any(one.startswith(name) for one in os.listdir(cur)):
                continue
            aside = f"{tmp}/{name}.{os.getpid()}.{secrets.token_hex(4)}"
            opened[at] = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            written[at] = aside, f"{new}/{name}"
            _write(opened[at], raw.replace(b"\r\n", b"\n"))
    for at, descriptor in opened.items():
        with _noting(troubles, at):
            try:
                if at not in troubles:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
    for at, (aside, place) in written.items():
        with _noting(troubles, at):
            if at not in troubles:
                os.rename(aside, place)
            else:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(aside)
    for changed, places in folders.items():
        for at in places[:1]:
            with _noting(troubles, at):
                _sync_folder(changed)
            troubles.update({other: troubles[at] for other in places if at in troubles and other not in troubles})
    return troubles


@contextlib.contextmanager
def _noting(troubles: dict[int, Exception], at: int) -> Iterator[None]:
    """Note a trouble with the mail at this place, unless one is noted."""
    try:
        yield
    except (OSError, ValueError) as trouble:
        troubles.setdefault(at, trouble)


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _make_maildir(folder: Path) -> None:
    """Have the three folders of a Maildir there, readable by us only."""
    if all(os.path.isdir(f"{folder}/{part}") for part in _PARTS):
        return
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for part in (folder, folder / "tmp", folder / "new", folder / "cur"):
        part.mkdir(mode=0o700, exist_ok=True)
    _sync_folder(folder)
    _sync_folder(folder.parent)


def _sync_folder(folder: Path | str) -> None:
    """Have the folder's entries on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class SmtpDelivery:
    """Hands mails to an SMTP server over one connection that is kept open between them.

    STARTTLS is used when the server offers it, without looking at its certificate: that is better than in clear and
    what servers do among each other (RFC 7435).
    """

    def __init__(self, host: str, port: int, timeout: float = _TIMEOUT) -> None:
        self._host, self._port, self._timeout = host, port, timeout
        self._client: aiosmtplib.SMTP | None = None
        self._one_at_a_time = asyncio.Lock()

    async def deliver(self, mail_from: str, to: str, raw: bytes) -> None:
        """Return when the server has taken the mail. Refuses: Refused, for good when the server answers 5yz to it."""
        _check_addresses(mail_from, to)
        async with self._one_at_a_time:
            try:
                await self._hand_over(mail_from, to, raw)
            except aiosmtplib.SMTPNotSupported:
                self._drop()
                raise Refused(True, f"{self._place} takes no addresses outside ASCII (SMTPUTF8)") from None
            except aiosmtplib.SMTPResponseException as error:
                self._drop()
                permanent = isinstance(error, _ABOUT_THE_MAIL) and 500 <= error.code < 600
                reason = f"{self._place} said {error.code} {error.message}"
                raise Refused(permanent, reason, dead=permanent and _blames_address(error)) from error
            except (aiosmtplib.SMTPException, OSError) as error:
                self._drop()
                raise Refused(False, f"{self._place}: {error}") from error
            except BaseException:
                self._drop()  # in the middle of a conversation nobody knows where it stands
                raise

    async def close(self) -> None:
        """Say goodbye to the server."""
        async with self._one_at_a_time:
            client = self._client
            if client is not None and client.is_connected:
                with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                    await client.quit()
            self._drop()

    @property
    def _place(self) -> str:
        return f"{self._host}:{self._port}"

    async def _hand_over(self, mail_from: str, to: str, raw: bytes) -> None:
        client = await self._open(mail_from, to, raw)
        await client.rcpt(to, encoding="utf-8")
        await client.data(raw)

    async def _open(self, mail_from: str, to: str, raw: bytes) -> aiosmtplib.SMTP:
        """A connection on which MAIL was said. One that was kept may have ended meanwhile; then a new one is made."""
        kept = self._client
        if kept is not None and kept.is_connected:
            try:
                await self._begin(kept, mail_from, to, raw)
            except (aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPSenderRefused) as error:
                # Some servers close a quiet connection with 421, others without a word.
                if isinstance(error, aiosmtplib.SMTPSenderRefused) and error.code != 421:
                    raise
                self._drop()
            else:
                return kept
        client = await self._connect()
        await self._begin(client, mail_from, to, raw)
        return client

    async def _connect(self) -> aiosmtplib.SMTP:
        """A new connection, in clear where the server offers STARTTLS and then has no certificate (RFC 3207, 454)."""
        try:
            return await self._call(start_tls=None)
        except aiosmtplib.SMTPResponseException as error:
            if error.code != _NO_TLS:
                raise
            self._drop()
        return await self._call(start_tls=False)

    async def _call(self, start_tls: bool | None) -> aiosmtplib.SMTP:
        """A connection; `start_tls` None for encryption where it is offered."""
        client = aiosmtplib.SMTP(
            hostname=self._host, port=self._port, timeout=self._timeout, start_tls=start_tls, validate_certs=False
        )
        self._client = client
        await client.connect()
        return client

    async def _begin(self, client: aiosmtplib.SMTP, mail_from: str, to: str, raw: bytes) -> None:
        options = []
        if not (mail_from + to).isascii():
            if not client.supports_extension("smtputf8"):
                raise aiosmtplib.SMTPNotSupported("SMTPUTF8")
            options.append("SMTPUTF8")
        if not raw.isascii() and client.supports_extension("8bitmime"):
            options.append("BODY=8BITMIME")
        await client.mail(mail_from, options=options, encoding="utf-8")

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def _blames_address(error: aiosmtplib.SMTPResponseException) -> bool:
    """Whether a refusal is about the reader's address: not about ours, the mail, or what the server thinks of us.

    Shape: a server that has taken the address and then refuses the mail has to say that it means the address.
    """
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        return False
    return blames_address(error.message, unsaid=isinstance(error, aiosmtplib.SMTPRecipientRefused))


def _check_addresses(*addresses: str) -> None:
    """Refuses: Refused for good, when an address could say more than an address to a server or a file system."""
    for address in addresses:
        if not address.isprintable() or any(letter in address for letter in "<> "):
            raise Refused(True, f"{address!r} is no address to send to", dead=address == addresses[-1])
    if "@" not in addresses[-1]:
        raise Refused(True, f"{addresses[-1]!r} is no address to send to", dead=True)
