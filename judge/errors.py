"""What goes wrong on our side, as one tree.

    JudgeError
    ├── DataError          a file we ship or were given is wrong: file, line, what is wrong
    │   ├── MapError       a board file
    │   ├── GrammarError   a grammar file
    │   ├── BackupError    a backup: damaged, cut short, or none at all
    │   └── CaseError      a case for `judge adjudicate`
    ├── SettingError       a setting is missing or wrong: its name and what would be right
    ├── DatabaseError      the database is older or newer than this program, or in a state that must not be
    ├── ConflictError      somebody else was first: the name is taken, the phase is closed, the letter is done
    ├── ReaderError        letters cannot be read now, whatever is in them
    ├── ReadingError       this letter cannot be read: reading it takes too long, or kills who reads it
    ├── PictureError       a picture cannot be drawn: the board has no drawing, or drawing it takes too much
    ├── ProcessError       a process that works for us has died, or does not come up
    └── MisuseError        an operator asked for something that is not there: a game, a letter, a mail

A player's mistake is never an exception; it is a Complaint (`game/complaints.py`), and an order that does
not succeed is an Outcome (`game/outcomes.py`).

`crash_point` stands here because every package may call it: it is how the kill tests make things go wrong.
"""

import os
import signal
from collections import Counter


class JudgeError(Exception):
    """Something went wrong on our side."""

    def __str__(self) -> str:
        return super().__str__() or (type(self).__doc__ or "").split("\n", 1)[0]


class DataError(JudgeError):
    """A data file is wrong."""

    def __init__(self, problem: str, *, file: str | None = None, line: int | None = None) -> None:
        self.problem, self.file, self.line = problem, file, line
        place = "" if file is None else f"{file}: " if line is None else f"{file}:{line}: "
        super().__init__(place + problem)


class MapError(DataError):
    """A board file is wrong."""


class GrammarError(DataError):
    """A grammar file is wrong."""


class BackupError(DataError):
    """A backup cannot be read."""


class CaseError(DataError):
    """A case cannot be read."""


class SettingError(JudgeError):
    """A setting is missing or wrong."""


class DatabaseError(JudgeError):
    """The database does not fit this program."""


class ConflictError(JudgeError):
    """Somebody else was first; decide anew on what is there now."""


class ReaderError(JudgeError):
    """Letters cannot be read now."""


class ReadingError(JudgeError):
    """The letter cannot be read."""


class PictureError(JudgeError):
    """The picture cannot be drawn."""


class ProcessError(JudgeError):
    """A process that works for us is gone."""


class MisuseError(JudgeError):
    """There is no such thing here."""


crash_at = os.environ.get("JUDGE_CRASH_AT", "")  # the crash point at which to die
passed: Counter[str] = Counter()  # how often the crash point that is named was reached


def crash_point(name: str) -> None:
    """Die here at once, as in a power failure, when JUDGE_CRASH_AT names this point; else do nothing.

    Shape: a point has a name of its own, or that of the effect that has just been applied; `turn-played` dies when the
    point is reached first, `turn-played:3` when it is reached the third time.
    """
    if not crash_at:
        return
    point, _, times = crash_at.partition(":")
    if point != name:
        return
    passed[name] += 1
    if passed[name] >= int(times or 1):
        die()


def die() -> None:
    """End the process as a power failure would; tests that kill a judge within their own put another end in here."""
    os.kill(os.getpid(), signal.SIGKILL)
