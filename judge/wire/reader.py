"""Letters read in a process of their own, which is kept alive from letter to letter and replaced when it fails.

A letter that kills the process, keeps it too long or eats its memory costs its own reading and no other's.
"""

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

import structlog

from judge.errors import ProcessError, ReaderError, ReadingError
from judge.game.letters import Letter
from judge.store.inbox import StoredLetter
from judge.wire.frames import pack, parse_letter
from judge.wire.patience import Patience
from judge.wire.process import Process, Standby

WORKER = (sys.executable, "-P", "-m", "judge.wire.worker")
_GRACE = 0.25  # seconds for a process to say itself that a letter takes too long, before it is ended
_AHEAD = 2  # letters that the process has at the same time
_SOON = 0.01  # seconds in which a usual letter is read

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

    def go_on(self) -> None:
        """Have the next letters read while the caller deals with one; never waits."""

    def close(self) -> None:
        """Let go of whatever is kept for reading."""


@dataclass(slots=True)
class _Course:
    """Letters while they are read: those to come, how long each that the `process` has may take, and those read."""

    unread: deque[StoredLetter]
    waiting: deque[float] = field(default_factory=deque)
    read: deque[Letter | ReadingError] = field(default_factory=deque)
    process: Process | None = None


class WorkerReader(Standby):
    """Reads in a process with limits (`judge/wire/worker.py`), or in that of another `command` of the same kind."""

    def __init__(
        self, judge_address: str, *, command: Sequence[str] = WORKER, patience: Patience | None = None
    ) -> None:
        super().__init__(command)
        self._course: _Course | None = None
        self._address, self._patience = judge_address, patience or Patience()

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
        course = self._course = _Course(deque(letters))
        try:
            while course.unread or course.read:
                if not course.read:
                    self._take_one(course)
                yield course.read.popleft()
        finally:
            self._course = None
            if course.waiting:  # the caller has left, and answers that are still to come are nobody's
                self.close()

    def _take_one(self, course: "_Course") -> None:
        """Wait for the letter that is read now, and have the process go on with the one after the next."""
        process = self._ready()
        if course.process is not process:
            course.process, course.waiting = process, deque()
        for one in list(islice(course.unread, len(course.waiting), _AHEAD)):
            course.waiting.append(self._send(process, one))
        stored = course.unread.popleft()
        try:
            found: Letter | ReadingError = self._receive(process, stored, course.waiting.popleft())
        except ReadingError as trouble:
            log.warning("letter.unread", letter=stored.id, trouble=str(trouble))
            found = trouble
        if self._process is not process:
            course.waiting.clear()
        course.read.append(found)
        for one in list(islice(course.unread, len(course.waiting), _AHEAD if self._process is process else 0)):
            course.waiting.append(self._send(process, one))

    def has_next(self) -> bool:
        """Whether the process has answered more than was taken from it, or does so in the time a usual letter takes."""
        if self._course is not None and self._course.read:
            return True
        return self._process is not None and self._process.has_answered(_SOON)

    def go_on(self) -> None:
        """Take what the process has answered meanwhile, and give it more."""
        course = self._course
        while course is not None and course.waiting and course.process is self._process and self._has_whole_answer():
            self._take_one(course)

    def _has_whole_answer(self) -> bool:
        return self._process is not None and self._process.has_whole_answer()

    def _ready(self) -> Process:
        """The process, a new one when there is none that is alive. Refuses: ReaderError."""
        try:
            return super()._ready()
        except ProcessError as trouble:
            raise ReaderError(f"the process to read letters {trouble}") from trouble

    def _send(self, process: Process, stored: StoredLetter) -> float:
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

    def _receive(self, process: Process, stored: StoredLetter, seconds: float) -> Letter:
        """The letter. Refuses: ReadingError; a process that is dead, or says nothing or nonsense, is ended."""
        try:
            document = process.receive(seconds + _GRACE)
            if "letter" in document:
                return parse_letter(document["letter"])
        except TimeoutError:
            self.close()
            document = {"late": True}
        except ProcessError as trouble:
            self.close()
            raise ReadingError(f"the process that read it {trouble}") from trouble
        except (KeyError, TypeError, ValueError, RecursionError) as nonsense:
            self.close()
            raise ReadingError(f"what the process that read it says makes no sense: {nonsense!r}") from nonsense
        if "late" in document:
            self._patience.wasted(stored.attempts, seconds)
            raise ReadingError(f"it was not read in {seconds:.2g} seconds")
        raise ReadingError(str(document.get("trouble")))
