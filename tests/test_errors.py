"""Our own trouble tells what it is, and the crash points crash where they are told to."""

import os
import signal
import subprocess
import sys

import pytest

from judge import errors
from judge.errors import ConflictError, DataError, JudgeError, MapError, crash_point


def test_an_error_says_where_it_is_and_without_words_what_it_is() -> None:
    assert str(MapError("no such place", file="x.map", line=3)) == "x.map:3: no such place"
    assert str(DataError("broken", file="x.map")) == "x.map: broken"
    assert str(ConflictError()) == "Somebody else was first; decide anew on what is there now."
    assert issubclass(ConflictError, JudgeError)


def test_a_crash_point_does_nothing_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "crash_at", "elsewhere")
    crash_point("here")


def test_a_crash_point_that_is_named_kills_the_process_at_once() -> None:
    """No handler runs and nothing is tidied up, as when the power fails."""
    text = "try:\n    from judge.errors import crash_point; crash_point('here')\nfinally:\n    print('tidied up')"
    run = subprocess.run(
        [sys.executable, "-c", text], env=os.environ | {"JUDGE_CRASH_AT": "here"}, capture_output=True, check=False
    )
    assert run.returncode == -signal.SIGKILL
    assert run.stdout == b""
