"""A process that works for the judge: fed through a pipe, answering through another, killed when it must be.

It gets frames and gives frames (`judge/wire/frames.py`), and says so with one when it is ready.
"""

import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence

from judge.errors import ProcessError
from judge.wire.frames import Document, is_whole, unpack

STARTING = 30.0  # seconds until a new process is ready, on a machine that has much to do
_CHUNK = 65_536


class Process:
    """A process that works for the judge, and the pipes to and from it; ready when it is made.

    Refuses: ProcessError when it cannot be started.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        self._outgoing: deque[memoryview] = deque()
        self._incoming = bytearray()
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=_environment(), cwd="/"
            )  # fmt: skip
        except OSError as trouble:
            raise ProcessError(f"cannot be started: {trouble}") from trouble
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._to, self._from = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        try:
            self.receive(STARTING)
        except (ProcessError, TimeoutError, ValueError) as trouble:
            self.end()
            raise ProcessError(f"does not come up: {trouble!r}") from trouble

    @property
    def alive(self) -> bool:
        """Whether it is there still."""
        return self._child.poll() is None

    def send(self, frame: bytes) -> None:
        """Put a frame on the way; it goes as far as the process takes it, the rest while we wait for answers."""
        self._outgoing.append(memoryview(frame))
        self._push()

    def receive(self, patience: float) -> Document:
        """The document of the next answer; see `receive_whole`."""
        return self.receive_whole(patience)[0]

    def receive_whole(self, patience: float) -> tuple[Document, bytes]:
        """The next answer, and the octets with it.

        Refuses: ProcessError when the process dies, TimeoutError when it says nothing for so many seconds, ValueError
        when it raves.
        """
        found = unpack(self._incoming)
        if found is not None:
            return found
        until = time.monotonic() + patience
        with selectors.PollSelector() as waiting:
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
                            raise ProcessError(f"ended with status {self._child.wait()}")
                    elif not self._push():
                        waiting.unregister(self._to)
        return found

    def has_answered(self, within: float) -> bool:
        """Whether an answer, or the beginning of one, is here in so many seconds, or none will come any more."""
        self._push()
        ended = self._pull()
        if not ended and not self._incoming:
            with selectors.PollSelector() as waiting:
                waiting.register(self._from, selectors.EVENT_READ)
                waiting.select(within)
            ended = self._pull()
        return ended or bool(self._incoming)

    def has_whole_answer(self) -> bool:
        """Whether an answer is here from its beginning to its end, without waiting for it."""
        self._push()
        return self._pull() or is_whole(self._incoming)

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


class Standby:
    """Whoever has a process that is kept from one piece of work to the next, and replaced when it is gone."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: Process | None = None

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _ready(self) -> Process:
        """The process, a new one when there is none that is alive. Refuses: ProcessError."""
        if self._process is None or not self._process.alive:
            self.close()
            self._process = Process(self._command)
        return self._process


def _environment() -> dict[str, str]:
    """What the process gets of our environment: where the modules are, and no secrets."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {"PYTHONPATH": os.pathsep.join(os.path.abspath(one) for one in sys.path if one)}
