"""The process in which letters are read: `python -m judge.wire.worker`, fed through its standard input.

It has no database, no secrets and little of the machine, so that a hostile mail can do no more than end it. It ends
with its input, so it never outlives the judge.
"""

import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from judge.game.letters import Letter
from judge.mail.reading import read_letter
from judge.wire.frames import Document, pack, receive, write_letter

LARGEST = 512 * 1024 * 1024  # octets of memory
CPU_SECONDS = 2  # for a letter, whatever else the machine does; counted in whole seconds
LONGEST = 10  # seconds by the clock for a letter that does not let itself be broken off
_PLACES = 3  # of those where a trouble came up, the innermost first
_LOOK_EVERY = 0.1  # seconds
_PAGES = Path("/proc/self/statm")


class TooLongError(BaseException):
    """The time for a letter is over. Not an Exception: whoever reads it catches those, and goes on."""


def serve(read: Callable[..., Letter] = read_letter) -> None:
    """Read letters until the input ends; of one that cannot be read it is told what went wrong, and where.

    One that takes too long is broken off where it is, and the process goes on with the next: that costs the letters
    behind it less than a new process. What cannot be broken off, the judge ends.
    Shape: `read` has the signature of `read_letter`.
    """
    out = claim_output()
    leave_signals_to_the_judge()
    limit_memory(LARGEST)
    _say(out, pack({"ready": True}))
    while (asked := receive(sys.stdin.buffer)) is not None:
        document, raw = asked
        try:
            limit_time(document["seconds"])
            try:
                answer = _read_one(read, document, raw)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except TooLongError:
            signal.setitimer(signal.ITIMER_REAL, 0)
            answer = pack({"late": True})
        _say(out, answer)


def _read_one(read: Callable[..., Letter], document: Document, raw: bytes) -> bytes:
    """The frame that answers for a letter."""
    try:
        letter = read(
            raw,
            recipient=document["recipient"],
            received_at=datetime.fromisoformat(document["received_at"]),
            judge_address=document["judge_address"],
            mail_from=document["mail_from"],
        )
        return pack({"letter": write_letter(letter)})
    except Exception as trouble:
        return pack({"trouble": _what_went_wrong(trouble)})


def _what_went_wrong(trouble: Exception) -> str:
    """The name of a trouble and the places where it came up. Not: its words, for they may be the letter's."""
    frames = traceback.extract_tb(trouble.__traceback__)[: -_PLACES - 1 : -1]
    return " < ".join([type(trouble).__name__, *(f"{Path(one.filename).stem}:{one.lineno}" for one in frames)])


def _say(out: BinaryIO, frame: bytes) -> None:
    out.write(frame)
    out.flush()


def limit_memory(most: int) -> None:
    """End, or have allocations fail, when the process grows over so many octets.

    Rule: RLIMIT_AS where the system heeds it; macOS does not, so a thread looks as well.
    """
    for limit, value in ((resource.RLIMIT_AS, most), (resource.RLIMIT_CORE, 0)):
        _limit(limit, value, hard=True)
    threading.Thread(target=_watch_memory, args=(most,), daemon=True).start()


def limit_time(seconds: float) -> None:
    """From now on so much CPU time, after which the system ends the process, and so many seconds by the clock.

    Refuses: TooLongError, wherever the process is then; a while later the system ends it as well.
    """
    limit_work(CPU_SECONDS)
    signal.signal(signal.SIGALRM, _break_off)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def limit_work(seconds: int) -> None:
    """From now on so much CPU time, after which the system ends the process."""
    _limit(resource.RLIMIT_CPU, int(time.process_time()) + seconds, hard=False)


def _break_off(_sign: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    raise TooLongError


def _limit(limit: int, value: int, *, hard: bool) -> None:
    _, most = resource.getrlimit(limit)
    if most != resource.RLIM_INFINITY:
        value = min(value, most)
    try:
        resource.setrlimit(limit, (value, value if hard else most))
    except (OSError, ValueError):  # a system that has no such limit; the judge's own watch is left
        return


def _watch_memory(most: int) -> None:
    while _resident() < most:
        time.sleep(_LOOK_EVERY)
    os.kill(os.getpid(), signal.SIGKILL)


def _resident() -> int:
    """The memory that the process has now, in octets.

    Not: Linux's `ru_maxrss`, which begins with what the process had that started this one.
    """
    try:
        return int(_PAGES.read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def claim_output() -> BinaryIO:
    """The output for answers alone: what a library prints goes to the errors."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def leave_signals_to_the_judge() -> None:
    """A Ctrl-C or a service's stop reaches the whole group; the judge finishes its letter first, then ends us."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    for sign in (signal.SIGALRM, signal.SIGXCPU):
        signal.signal(sign, signal.SIG_DFL)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the judge is gone
        serve()
