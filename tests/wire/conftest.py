"""Both ends of the wire: an SMTP server that counts what it gets, a listener in a thread, and raw connections."""

import asyncio
import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes

import pytest
import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.settings import ListenAddress
from judge.store.arrivals import Arrival
from judge.wire.clock import SetClock
from judge.wire.conversation import Caps
from judge.wire.listener import Listener
from tests.mailserver import MailServer

# ruff: noqa: N802 - aiosmtpd finds the handlers by their names


@pytest.fixture(autouse=True)
def logged() -> Iterator[list]:
    """What the code under test logs, caught."""
    with structlog.testing.capture_logs() as caught:
        yield caught


@dataclass
class Taken:
    """A mail that the sink took."""

    mail_from: str
    recipients: tuple[str, ...]
    raw: bytes
    options: tuple[str, ...]

    @property
    def message_id(self) -> str:
        return str(message_from_bytes(self.raw)["Message-ID"])


@dataclass
class Sink(MailServer):
    """An SMTP server in a thread: keeps what it takes, and answers as it is told.

    `answers` holds the replies to give instead of taking, by command, one for each time.
    """

    taken: list[Taken] = field(default_factory=list)
    connections: int = 0
    answers: dict[str, list[str]] = field(default_factory=dict)
    utf8: bool = True

    async def handle_MAIL(self, server, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if told := self._told("MAIL"):
            return told
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if told := self._told("RCPT"):
            return told
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session: Session, envelope: Envelope) -> str:
        if told := self._told("DATA"):
            return told
        self.taken.append(
            Taken(
                "" if envelope.mail_from == "<>" else envelope.mail_from,
                tuple(envelope.rcpt_tos),
                envelope.original_content,
                tuple(envelope.mail_options),
            )
        )
        return "250 OK"

    def copies(self) -> dict[str, int]:
        """How often each Message-ID came."""
        ids = [one.message_id for one in self.taken]
        return {one: ids.count(one) for one in ids}

    def hang_up(self) -> None:
        """Close all connections without a word."""
        done = threading.Event()

        def close() -> None:
            for conversation in self._talks:
                if conversation.transport is not None:
                    conversation.transport.abort()
            self._talks.clear()
            self._loop.call_soon(done.set)

        self._loop.call_soon_threadsafe(close)
        assert done.wait(10)

    def _told(self, command: str) -> str:
        told = self.answers.get(command)
        return told.pop(0) if told else ""

    def converse(self) -> SMTP:
        self.connections += 1
        return SMTP(self, enable_SMTPUTF8=self.utf8, hostname="sink.example", loop=self._loop)


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A counting SMTP server on a free port."""
    with Sink().open() as server:
        yield server


NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
LETTER = b"From: ann@example.org\r\nSubject: orders\r\n\r\nA Par - Bur\r\n.dot\r\n\r\n"
SENT = LETTER.replace(b"\r\n.", b"\r\n..")  # dots are doubled on the way


class Served:
    """A listener in a thread of its own, with the inbox behind it.

    Everybody at judge.example is known, except nobody@; `fail` makes the inbox raise while it returns true for the
    batch; while `gate` is closed (cleared) nothing is stored.
    """

    def __init__(
        self,
        protocol: str = "smtp",
        caps: Caps | None = None,
        tls: ssl.SSLContext | None = None,
        inbox: Callable[[Sequence[Arrival]], object] = len,
    ) -> None:
        self.batches: list[list[Arrival]] = []
        self.fail: Callable[[Sequence[Arrival]], bool] = lambda batch: False
        self.knows: Callable[[str], bool] = lambda to: to.endswith("@judge.example") and not to.startswith("nobody")
        self.gate = threading.Event()
        self.gate.set()
        self.asked = threading.Semaphore(0)
        self.clock = SetClock(NOW)
        self._inbox = inbox
        self._arguments = (ListenAddress("127.0.0.1", 0, protocol), caps, tls)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)

    @property
    def arrivals(self) -> list[Arrival]:
        return [arrival for batch in self.batches for arrival in batch]

    def accept(self, batch: Sequence[Arrival]) -> None:
        self.asked.release()
        assert self.gate.wait(20)
        if self.fail(batch):
            raise OSError("no space left on device, where the secret letters lie")
        self._inbox(batch)
        self.batches.append(list(batch))

    def start(self) -> "Served":
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def call(self, coroutine: Coroutine) -> Future:
        """Run something in the listener's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def stop(self, grace: float = 10) -> None:
        self.call(self.listener.stop(grace)).result(20)

    def end(self) -> None:
        self.gate.set()
        self.stop()
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(20)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        listen, caps, tls = self._arguments
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self.listener = Listener(
            listen,
            accept=self.accept,
            knows=lambda to: self.knows(to),
            clock=self.clock,
            hostname="judge.example",
            tls=tls,
            caps=caps,
        )
        await self.listener.start()
        self.port = self.listener.port
        self._ready.set()
        await self._over.wait()


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Makes listeners, and stops them afterwards."""
    made: list[Served] = []

    def make(*args: object, **kwargs: object) -> Served:
        made.append(Served(*args, **kwargs).start())
        return made[-1]

    yield make
    for served in made:
        served.end()


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """An SMTP listener as it is by default."""
    return serve()


class Line:
    """A raw connection: bytes out, reply lines in."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self) -> str:
        """One reply line, "" at the end of the connection."""
        try:
            return self.file.readline().decode().rstrip("\r\n")
        except ConnectionResetError:
            return ""

    def reply(self) -> str:
        """The last line of a reply."""
        line = self.read()
        while line[3:4] == "-":
            line = self.read()
        return line

    def ask(self, command: str) -> str:
        self.send(command.encode() + b"\r\n")
        return self.reply()

    def rest(self) -> list[str]:
        """All lines to the end of the connection."""
        return list(iter(self.read, ""))

    def drip(self, seconds: float) -> bytes:
        """Byte after byte, until something is said or so much time is over; what is said."""
        self.socket.settimeout(0.02)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                self.send(b"x")
                return self.socket.recv(100)
            except TimeoutError:
                continue
        return b""

    def begin_letter(self, *recipients: str, hello: str = "EHLO me") -> "Line":
        """As far as the 354."""
        assert self.reply().startswith("220 ")
        for command in (hello, "MAIL FROM:<ann@example.org>", *(f"RCPT TO:<{to}>" for to in recipients)):
            assert self.ask(command).startswith("250")
        assert self.ask("DATA").startswith("354 ")
        return self

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def connect() -> Iterator[Callable[..., Line]]:
    """Makes raw connections, and closes them afterwards."""
    made: list[Line] = []

    def make(port: int, source: str = "127.0.0.1") -> Line:
        made.append(Line(port, source))
        return made[-1]

    yield make
    for line in made:
        line.close()


def post(served, letter: bytes = LETTER, *, to=("judge@judge.example",), sender: str = "ann@example.org", **kind):
    """Send a letter as a mail program does."""
    with smtplib.SMTP("127.0.0.1", served.port, timeout=20) as client:
        return client.sendmail(sender, to, letter, **kind)


def wait_until_storing(served: Served) -> None:
    assert served.asked.acquire(timeout=10)


def taken_only_when_stored(served: Served, line: Line, *, silent: float) -> bool:
    """Whether a letter has its 250 when it is stored, and no answer at all for so many seconds before."""
    line.send(SENT + b".\r\n")
    wait_until_storing(served)
    line.socket.settimeout(silent)
    with pytest.raises(TimeoutError):
        line.socket.recv(1)
    served.gate.set()
    line.socket.settimeout(10)
    return line.socket.recv(100).startswith(b"250 ")


async def all_wait(served, count: int) -> None:
    async with asyncio.timeout(10):
        while len(served.listener._intake._unanswered) < count:
            await asyncio.sleep(0)


async def nobody_is_there(served) -> None:
    await asyncio.wait_for(served.listener._nobody.wait(), 10)
