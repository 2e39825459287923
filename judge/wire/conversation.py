"""One connection to the listener, in SMTP or LMTP: aiosmtpd's protocol with its gaps closed.

What aiosmtpd leaves open and this closes: a half-closed connection lost its answers; trouble became a permanent
500; an idle or slow peer was cut without a word; LMTP got one answer for all recipients; there was no goodbye when
the server stops.
"""

import asyncio
import contextlib
import re
import ssl
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from judge.wire.text import read_text

log = structlog.get_logger(__name__)

TROUBLE = "451 4.3.0 Trouble on our side, try again later"
STOPPING = "421 4.3.2 The judge is stopping, try again later"
FULL = "421 4.7.0 Too many connections, try again later"
SLOW = "421 4.4.2 Waited too long"
GONE = "421 4.4.2 Connection ended too early"

_COMMAND_LENGTH = 1024  # characters; RFC 5321 4.5.3.1.4 asks for 512 and more for each extension
# Commands that reset the timer and do nothing; a person's client sends a few of them.
_COMMAND_BUDGET = {"NOOP": 100, "HELP": 20, "VRFY": 20, "EXPN": 20, "STARTTLS": 5, "*": 1_000_000_000}
_FAREWELL_SECONDS = 5.0
# Parameters of extensions that we do not offer and that change nothing here (RFC 3461, RFC 4954).
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PLAIN_ADDRESS = re.compile(rf"<({_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>(?: +([A-Za-z0-9].*))?")
_HARMLESS = frozenset({"RET", "ENVID", "AUTH", "NOTIFY", "ORCPT"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """What one peer, and all together, may ask of the listener.

    Units: `size` bytes of a letter; `line` bytes of a line; seconds for a command and for the whole of DATA; `rate`
    bytes a second with which a letter must come on the average, once the seconds of a command are over.
    """

    connections: int = 200
    connections_of_one: int = 20
    recipients: int = 10
    size: int = 2 * 1024 * 1024
    line: int = 65_536
    command_seconds: float = 60.0
    data_seconds: float = 300.0
    rate: int = 500


class Conversation(SMTP):
    """A connection that speaks SMTP.

    Shape: `admit` is asked when the connection comes, with itself and the peer's address, and `leave` is told when
    it ends; `busy` while a letter of it is being stored; `useful_at` when it began or last brought a letter.
    """

    def __init__(
        self,
        handler: object,
        *,
        caps: Caps,
        hostname: str,
        tls_context: ssl.SSLContext | None,
        admit: Callable[["Conversation", str], bool],
        leave: Callable[["Conversation"], None],
    ) -> None:
        # aiosmtpd keeps this table in the class, where each new connection clears it for all others.
        self.command_size_limits = defaultdict(lambda: _COMMAND_LENGTH)
        self.line_length_limit = caps.line
        super().__init__(
            handler,
            data_size_limit=caps.size,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="judge",
            tls_context=tls_context,
            timeout=caps.command_seconds,
            auth_exclude_mechanism=("LOGIN", "PLAIN"),
            command_call_limit=_COMMAND_BUDGET,
            loop=asyncio.get_running_loop(),
        )
        self._caps = caps
        self._admit = admit
        self._leave = leave
        self._refused = False
        self._leaving = False
        self._ends = 0.0
        self._latest = 0.0  # while a text is coming, when its time is over at the latest
        self.busy = False
        self.useful_at = self.loop.time()
        self.peer = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the peer in, or turn it away when there are too many. Called again after STARTTLS."""
        if self._original_transport is None:
            assert isinstance(transport, asyncio.Transport)
            self.peer = str((transport.get_extra_info("peername") or ("",))[0])
            self._refused = not self._admit(self, self.peer)
            if self._refused:
                log.warning("connection_refused", peer=self.peer)
                transport.write(FULL.encode() + b"\r\n")
                transport.close()
                return
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take what the peer sends; a text has the more time the more of it has come."""
        if self._refused:
            return
        if self._latest:
            self._ends = min(self._ends + len(data) / self._caps.rate, self._latest)
        super().data_received(data)

    def eof_received(self) -> bool | None:
        """Let a peer that has sent everything and closed its half have the answers it is owed.

        Rule: RFC 5321 3.8 - only QUIT or trouble ends a connection; what came before the end of input is done.
        """
        if self._refused:
            return False
        return asyncio.StreamReaderProtocol.eof_received(self)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection is over; a letter that is being stored is stored all the same."""
        if self._refused:
            return
        self._leave(self)
        super().connection_lost(error)

    def take_leave(self) -> None:
        """End the connection because the server stops: now, or after the answer to the letter being stored."""
        if self.busy:
            self._leaving = True
        else:
            self.say_goodbye(STOPPING)

    def give_way(self) -> None:
        """End the connection because others want to come in: with a word if the peer hears it at once."""
        if isinstance(self.transport, asyncio.Transport) and self.transport.get_write_buffer_size():
            self.cut_off()
        else:
            self.say_goodbye(FULL)

    def say_goodbye(self, words: str) -> None:
        """Say why, close, and do no more. A peer that does not read is cut off after a few seconds."""
        transport = self.transport
        if not isinstance(transport, asyncio.Transport) or transport.is_closing():
            return
        transport.write(words.encode() + b"\r\n")
        transport.close()
        self._reset_timeout(_FAREWELL_SECONDS)
        if self._handler_coroutine is not None:
            self._handler_coroutine.cancel()

    def cut_off(self) -> None:
        """End the connection at once."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    def _timeout_cb(self) -> None:
        if self.loop.time() < self._ends:
            self._timeout_handle = self.loop.call_at(self._ends, self._timeout_cb)
        elif isinstance(self.transport, asyncio.Transport) and self.transport.is_closing():
            self.transport.abort()
        else:
            self.say_goodbye(SLOW)

    async def _handle_client(self) -> None:
        with contextlib.suppress(ConnectionError):
            await super()._handle_client()

    async def push(self, status: Any) -> None:
        """Answer; nothing more is said after a goodbye. `Any`: aiosmtpd's own type variable does not survive."""
        if isinstance(self.transport, asyncio.Transport) and self.transport.is_closing():
            await asyncio.sleep(0)
            return
        await super().push(status)

    async def handle_exception(self, error: Exception) -> str:
        """The answer when something goes wrong that nobody foresaw: temporary, and without its words.

        Rule: mail is refused for good only for what is wrong with the mail.
        """
        if isinstance(error, asyncio.IncompleteReadError):
            self.say_goodbye(GONE)
        elif not isinstance(error, ConnectionError):
            log.error("conversation_failed", peer=self.peer, exc_info=error)
        return TROUBLE

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - aiosmtpd finds it by this name
        """Take a letter: at some rate, and the whole of it within one stretch of time, however it drips."""
        self._latest = self.loop.time() + self._caps.data_seconds
        self._reset_timeout(min(self._caps.command_seconds, self._caps.data_seconds))
        try:
            await self._take_letter(arg)
        except Exception:
            self.envelope = self._create_envelope()  # or the next letter would be refused as nested
            raise
        finally:
            self.busy, self._latest = False, 0.0
        self._reset_timeout()
        if self._leaving:
            self.say_goodbye(STOPPING)

    async def _take_letter(self, arg: str) -> None:
        if await self.check_helo_needed():
            return
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        text = await read_text(self._reader, size=self._caps.size, line=self._caps.line)
        status = text
        if isinstance(text, bytes):
            self.envelope.content = self.envelope.original_content = text
            status = await self._call_handler_hook("DATA")
        self.envelope = self._create_envelope()
        await self.push(status)

    @property
    def is_bringing(self) -> bool:
        """Whether a letter is on its way that is not being stored yet."""
        return not self.busy and self.envelope is not None and bool(self.envelope.mail_from)

    @property
    def is_leaving(self) -> bool:
        """Whether the connection is about to end."""
        return self.transport is None or self.transport.is_closing()

    def begin_storing(self) -> None:
        """From here to the answer the connection must not be cut: its letter is being stored."""
        self.busy, self._latest = True, 0.0
        self.useful_at = self.loop.time()
        self._reset_timeout(self._caps.data_seconds)

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Let the peer have so many seconds from now. The timer is left running and set again when it rings early."""
        now = self.loop.time()
        self._ends = now + (duration or self._timeout_duration)
        timer = self._timeout_handle
        if timer is None or not now < timer.when() <= self._ends:
            if timer is not None:
                timer.cancel()
            self._timeout_handle = self.loop.call_at(self._ends, self._timeout_cb)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        plain = _PLAIN_ADDRESS.fullmatch(arg)
        if plain:  # nearly all of them; the parser takes longer for one than all the rest for a letter
            return plain[1], plain[2] or ""
        # The parser of the standard library raises what it likes on hostile addresses; all that is malformed.
        try:
            return super()._getaddr(arg)
        except (AttributeError, IndexError, RecursionError, ValueError):
            return None, None

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        found = super()._getparams([param for param in params if param.partition("=")[0] not in _HARMLESS])
        return None if found is None else dict(found)


class LmtpConversation(Conversation, LMTP):
    """A connection that speaks LMTP.

    Rule: RFC 2033 4.2 - after the dot there is one answer for each recipient that was accepted, in order. All are
    the same, because one transaction stores the letter for all.
    """

    _owed = 0

    async def push(self, status: Any) -> None:
        """Answer, as often as recipients wait for it."""
        if isinstance(status, str) and status.startswith("354"):
            self._owed = 0 if self.envelope is None else len(self.envelope.rcpt_tos)
        elif self._owed:
            status = "\r\n".join([status] * self._owed)
            self._owed = 0
        await super().push(status)
