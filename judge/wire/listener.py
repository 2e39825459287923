"""Where letters come in: a listener for SMTP or LMTP that says 250 when a letter is durable, and not before."""

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import structlog
from aiosmtpd.smtp import Envelope, Session

from judge.errors import SettingError
from judge.mail.addresses import in_ascii
from judge.mail.dedupe import fingerprint
from judge.mail.headers import has_no_ascii_sender
from judge.settings import ListenAddress
from judge.store.arrivals import Arrival
from judge.wire.clock import Clock
from judge.wire.conversation import TROUBLE, Caps, Conversation, LmtpConversation
from judge.wire.intake import Accept, Intake
from judge.wire.sockets import name_place

log = structlog.get_logger(__name__)

GRACE = 10.0  # seconds for letters that are being stored when the listener stops
NO_ANSWER = "Answers go to addresses in ASCII only; please write from one"
_TURNS_TO_MEET = 5  # of the event loop; a connection is introduced two turns after it was accepted
_LONGEST_ADDRESS = 320  # characters; RFC 5321 4.5.3.1 allows 64 @ 255


class Porter:
    """Answers the commands of all conversations: who is known here, and whether the letter is stored."""

    def __init__(self, *, knows: Callable[[str], bool], intake: Intake, clock: Clock, caps: Caps) -> None:
        self._knows = knows
        self._intake = intake
        self._clock = clock
        self._caps = caps

    # aiosmtpd finds the methods by these names and always hands over the first three arguments.
    # ruff: noqa: N802, ARG002

    async def handle_EHLO(
        self, server: Conversation, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """What we can do: as aiosmtpd lists it, without the log-in that is not for letters, with pipelining."""
        session.host_name = hostname
        offered = [line for line in responses if not line.startswith("250-AUTH")]
        return [*offered[:-1], "250-PIPELINING", offered[-1]]

    async def handle_MAIL(
        self, server: Conversation, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take the sender of a letter; aiosmtpd hands over the null sender as the string `<>`.

        Rule: RFC 6531 3.5 for one that cannot be written in ASCII. He could not be answered, so his own server is to
        tell him.
        """
        if not _is_plain(address):
            return "553 5.1.7 Malformed address"
        plain = in_ascii(address)
        if plain is None:
            return f"553 5.6.7 {NO_ANSWER}"
        envelope.mail_from = plain
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, server: Conversation, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient that is known here, while there are not too many."""
        if not _is_plain(address):
            return "553 5.1.3 Malformed address"
        if len(envelope.rcpt_tos) >= self._caps.recipients:
            return "452 4.5.3 Too many recipients"
        plain = in_ascii(address)
        if plain is None or not self._knows(plain):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(plain)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Conversation, session: Session, envelope: Envelope) -> str:
        """Store a letter for all its recipients, then say so."""
        server.begin_storing()
        raw = envelope.original_content or b""
        if has_bare_line_end(raw):
            return "550 5.6.11 A bare CR or LF in the letter; lines end with CR LF"
        if "SMTPUTF8" in envelope.mail_options and has_no_ascii_sender(raw):
            return f"550 5.6.7 {NO_ANSWER}"
        sender = "" if envelope.mail_from in (None, "<>") else envelope.mail_from
        recipients = tuple(dict.fromkeys(envelope.rcpt_tos))
        arrival = Arrival(
            raw=raw,
            mail_from=sender,
            recipients=recipients,
            peer=server.peer,
            received_at=self._clock.now(),
            fingerprint=fingerprint(raw, sender, recipients),
        )
        return "250 2.0.0 The letter is stored" if await self._intake.store(arrival) else TROUBLE


class Listener:
    """The listening socket, its conversations, and the intake behind them.

    Shape: `accept` is called in a worker thread with the arrivals that wait together, and returns when they are
    durable; `knows` says at once whether a recipient's address is one of ours, and may raise when it cannot tell;
    `sockets` those that are open already, which are then listened on in place of the address.
    """

    def __init__(
        self,
        listen: ListenAddress,
        *,
        accept: Accept,
        knows: Callable[[str], bool],
        clock: Clock,
        hostname: str,
        tls: ssl.SSLContext | None = None,
        caps: Caps | None = None,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        self._listen = listen
        self._sockets = tuple(sockets)
        self._caps = caps or Caps()
        self._hostname = hostname
        self._tls = tls
        self._intake = Intake(accept, self._more_to_come)
        self._porter = Porter(knows=knows, intake=self._intake, clock=clock, caps=self._caps)
        self._conversations: set[Conversation] = set()
        self._of_one: Counter[str] = Counter()
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._servers: list[asyncio.Server] = []
        self._stopping = False

    @property
    def port(self) -> int:
        """The port it listens on, which matters when any free one was asked for. After `start` only.

        Shape: 0 when it listens on a socket in the file system.
        """
        if not self._servers:
            raise RuntimeError("the listener has not been started")
        first = self._servers[0].sockets[0]
        return 0 if first.family == socket.AF_UNIX else int(first.getsockname()[1])

    @property
    def places(self) -> tuple[str, ...]:
        """Where it listens, in words. After `start` only."""
        return tuple(name_place(one) for server in self._servers for one in server.sockets)

    async def start(self) -> None:
        """Listen. Refuses: SettingError when the address cannot be had."""
        loop = asyncio.get_running_loop()
        try:
            for one in self._sockets:
                self._servers.append(await loop.create_server(self._converse, sock=one))
            if not self._sockets:
                self._servers.append(await loop.create_server(self._converse, self._listen.host, self._listen.port))
        except OSError as error:
            place = f"{self._listen.host}:{self._listen.port}"
            raise SettingError(f"listen (JUDGE_LISTEN): cannot listen on {place} ({error.strerror or error})") from None
        self._intake.start()
        log.info("listening", protocol=self._listen.protocol, places=self.places)

    async def settle(self) -> None:
        """Return when every letter received before now is stored or refused."""
        await self._intake.settle()

    async def stop(self, grace: float = GRACE) -> None:
        """Take no more, answer for the letters being stored, and send everybody off with 421."""
        if not self._servers or self._stopping:
            return
        self._stopping = True
        for server in self._servers:
            await self._accept_no_more(server)
        for conversation in tuple(self._conversations):
            conversation.take_leave()
        await self._intake.stop(grace)
        try:
            await asyncio.wait_for(self._nobody.wait(), timeout=grace)
        except TimeoutError:
            for conversation in tuple(self._conversations):
                conversation.cut_off()
            await self._nobody.wait()
        for server in self._servers:
            await server.wait_closed()
        log.info("listener_stopped")

    async def _accept_no_more(self, server: asyncio.Server) -> None:
        """Close the listening socket once every connection that was accepted on it has been introduced.

        Not: `close` alone. It forgets a connection between the two, whose socket then stays open (CPython's
        `Server._attach` refuses it).
        """
        for listening in server.sockets:
            asyncio.get_running_loop().remove_reader(listening)
        for _ in range(_TURNS_TO_MEET):
            await asyncio.sleep(0)
        server.close()

    def _converse(self) -> Conversation:
        kind: Any = LmtpConversation if self._listen.protocol == "lmtp" else Conversation  # any: same arguments
        conversation: Conversation = kind(
            self._porter,
            caps=self._caps,
            hostname=self._hostname,
            tls_context=self._tls,
            admit=self._admit,
            leave=self._leave,
        )
        return conversation

    def _admit(self, conversation: Conversation, peer: str) -> bool:
        """Let a connection in, unless there are too many of this peer, or of all and none can give way to it."""
        if self._stopping or self._of_one[peer] >= self._caps.connections_of_one:
            return False
        if len(self._conversations) >= self._caps.connections:
            idle = self._idlest()
            if idle is None:
                return False
            log.warning("connection_given_up", peer=idle.peer)
            idle.give_way()
        self._conversations.add(conversation)
        self._of_one[peer] += 1
        self._nobody.clear()
        return True

    def _idlest(self) -> Conversation | None:
        """Who gives way when all places are taken: of a peer with the most, the one that has been useless longest.

        Not: whose letter is being stored, or who is on his way out.
        """
        idle = (one for one in self._conversations if not one.busy and not one.is_leaving)
        return min(idle, key=lambda one: (-self._of_one[one.peer], one.useful_at), default=None)

    def _more_to_come(self) -> bool:
        return any(one.is_bringing for one in self._conversations)

    def _leave(self, conversation: Conversation) -> None:
        if conversation not in self._conversations:
            return
        self._conversations.remove(conversation)
        self._of_one[conversation.peer] -= 1
        if not self._of_one[conversation.peer]:
            del self._of_one[conversation.peer]
        if not self._conversations:
            self._nobody.set()


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """What STARTTLS is offered with. Refuses: SettingError when the two files are no certificate and its key."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as error:
        name = "tls_cert (JUDGE_TLS_CERT), tls_key (JUDGE_TLS_KEY)"
        problem = f"they should be PEM files of a certificate and its own key without a passphrase ({error})"
        raise SettingError(f"{name}: {problem}") from None
    return context


def has_bare_line_end(raw: bytes) -> bool:
    """Whether a CR or LF stands alone, which other servers may read as the end of a line or of the letter.

    Rule: RFC 5321 2.3.8; only CR LF ends a line (SMTP smuggling, CVE-2023-51764 and its kin).
    """
    pairs = raw.count(b"\r\n")
    return raw.count(b"\r") != pairs or raw.count(b"\n") != pairs


def _is_plain(address: str) -> bool:
    """Whether an address can be kept as text: no control characters, no bytes that are no UTF-8, not too long."""
    return len(address) <= _LONGEST_ADDRESS and address.isprintable()
