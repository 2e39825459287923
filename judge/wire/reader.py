"""Letters read in a process of their own, which is kept alive from letter to letter and replaced when it fails.

A letter that kills the process, keeps it too long or eats its memory costs its own reading and no other's.
"""

import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Protocol

import structlog

from judge.errors import ReaderError, ReadingError
from judge.game.letters import Letter
from judge.store.inbox import StoredLetter
from judge.wire.frames import Document, pack, parse_letter, unpack
from judge.wire.patience import Patience

STARTING = 30.0  # seconds until a new process is ready, on a machine that has much to do
WORKER = (sys.executable, "-P", "-m", "judge.wire.worker")
_GRACE = 0.25  # seconds for a process to say itself that a letter takes too long, before it is ended
_SOON = 0.01  # seconds in which a usual letter is read
_CHUNK = 65_536

log = structlog.get_logger(__name__)


class Reader(Protocol):
    """Makes letters of stored bytes; used by one thread at a time."""

    def start(self) -> None:
        """Be ready for letters. Refuses: ReaderError when that cannot be; then no letter is to blame."""

    def read(self, stored: StoredLetter) -> Letter:
        """The letter. Refuses: ReadingError when this one cannot be read, ReaderError when none can."""

    def read_each(self, letters: Sequence[StoredLetter]) -> Iterator[Letter | ReadingError]:
        """The letters in their order, each as soon as it is read; what cannot be read is told in its place.

        Refuses: ReaderError when nothing can be read any more.
        Shape: reading goes on beside the caller, who deals with one while the next are read.
        """

    def has_next(self) -> bool:
        """Whether the next of the letters that are being read can be had at once, or nearly so."""

    def close(self) -> None:
        """Let go of whatever is kept for reading."""


class WorkerReader:
    """Reads in a process with limits (`judge/wire/worker.py`), or in that of another `command` of the same kind."""

    def __init__(
        self, judge_address: str, *, command: Sequence[str] = WORKER, patience: Patience | None = None
    ) -> None:
        self._address, self._command, self._patience = judge_address, tuple(command), patience or Patience()
        self._process: _Process | None = None

    def start(self) -> None:
        """Have a process that is ready for letters."""
        self._ready()

    def read(self, stored: StoredLetter) -> Letter:
        """The letter, read in the process."""
        (found,) = self.read_each([stored])
        if isinstance(found, ReadingError):
            raise found
        return found

    def read_each(self, letters: Sequence[StoredLetter]) -> Iterator[Letter | ReadingError]:
        """The letters one after the other, while the process goes on with the next."""
        waiting: deque[float] = deque()  # how long each letter that the process has may take
        process = self._ready()
        try:
            for at, stored in enumerate(letters):
                if not waiting:
                    process = self._ready()
                for one in letters[at + len(waiting) : at + 2]:
                    waiting.append(self._send(process, one))
                try:
                    found: Letter | ReadingError = self._receive(process, stored, waiting.popleft())
                except ReadingError as trouble:
                    log.warning("letter.unread", letter=stored.id, trouble=str(trouble))
                    found = trouble
                if self._process is not process:
                    waiting.clear()
                yield found
        finally:
            if waiting:  # the caller has left, and answers that are still to come are nobody's
                self.close()

    def has_next(self) -> bool:
        """Whether the process has answered more than was taken from it, or does so in the time a usual letter takes."""
        return self._process is not None and self._process.has_answered(_SOON)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _ready(self) -> "_Process":
        """The process, a new one when there is none that is alive."""
        if self._process is None or not self._process.alive:
            self.close()
            self._process = _Process(self._command)
        return self._process

    def _send(self, process: "_Process", stored: StoredLetter) -> float:
        """Give the process a letter; the seconds that it may take."""
        seconds = self._patience.with_letter(stored.attempts)
        document = {
            "recipient": stored.recipient,
            "received_at": stored.received_at.isoformat(),
            "judge_address": self._address,
            "mail_from": stored.mail_from,
            "seconds": seconds,
        }
        process.send(pack(document, stored.raw))
        return seconds

    def _receive(self, process: "_Process", stored: StoredLetter, seconds: float) -> Letter:
        """The letter. Refuses: ReadingError; a process that is dead, or says nothing or nonsense, is ended."""
        try:
            document = process.receive(seconds + _GRACE)
            if "letter" in document:
                return parse_letter(document["letter"])
        except TimeoutError:
            self.close()
            document = {"late": True}
        except ReadingError:
            self.close()
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as nonsense:
            self.close()
            raise ReadingError(f"what the process that read it says makes no sense: {nonsense!r}") from nonsense
        if "late" in document:
            self._patience.wasted(stored.attempts, seconds)
            raise ReadingError(f"it was not read in {seconds:.2g} seconds")
        raise ReadingError(str(document.get("trouble")))


class _Process:
    """A process that reads, and the pipes to and from it; ready when it is made.

    Refuses: ReaderError when it cannot be started.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        self._outgoing: deque[memoryview] = deque()
        self._incoming = bytearray()
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=_environment(), cwd="/"
            )  # fmt: skip
        except OSError as trouble:
            raise ReaderError(f"no process to read letters can be started: {trouble}") from trouble
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._to, self._from = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        try:
            self.receive(STARTING)
        except (ReadingError, TimeoutError, ValueError) as trouble:
            self.end()
            raise ReaderError(f"the process to read letters does not come up: {trouble!r}") from trouble

    @property
    def alive(self) -> bool:
        return self._child.poll() is None

    def send(self, frame: bytes) -> None:
        """Put a frame on the way; it goes as far as the process takes it, the rest while we wait for answers."""
        self._outgoing.append(memoryview(frame))
        self._push()

    def receive(self, patience: float) -> Document:
        """The next answer.

        Refuses: ReadingError when the process dies, TimeoutError when it says nothing for so many seconds, ValueError
        when it raves.
        """
        until = time.monotonic() + patience
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._from, selectors.EVENT_READ)
            if self._outgoing:
                waiting.register(self._to, selectors.EVENT_WRITE)
            while (found := unpack(self._incoming)) is None:
                ready = waiting.select(max(until - time.monotonic(), 0))
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    if key.fd == self._from:
                        if self._pull():
                            raise ReadingError(f"the process that read it ended with status {self._child.wait()}")
                    elif not self._push():
                        waiting.unregister(self._to)
        return found[0]

    def has_answered(self, within: float) -> bool:
        """Whether an answer, or the beginning of one, is here in so many seconds, or none will come any more."""
        self._push()
        if not self._incoming:
            with selectors.DefaultSelector() as waiting:
                waiting.register(self._from, selectors.EVENT_READ)
                waiting.select(within)
        return self._pull() or bool(self._incoming)

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()

    def _pull(self) -> bool:
        """Take what the pipe holds; whether it is at its end."""
        try:
            data = os.read(self._from, _CHUNK)
        except BlockingIOError:
            return False
        self._incoming += data
        return not data

    def _push(self) -> bool:
        """Write what the pipe takes; whether there is more to write. A process that is gone is seen when we read."""
        try:
            while self._outgoing:
                written = os.write(self._to, self._outgoing[0])
                if written < len(self._outgoing[0]):
                    self._outgoing[0] = self._outgoing[0][written:]
                    return True
                self._outgoing.popleft()
        except BlockingIOError:
            return True
        except BrokenPipeError:
            self._outgoing.clear()
        return False


def _environment() -> dict[str, str]:
    """What the process gets of our environment: where the modules are, and no secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {"PYTHONPATH": os.pathsep.join(os.path.abspath(one) for one in sys.path if one)}
