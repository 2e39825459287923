"""A letter that kills who reads it, or keeps him for ever, stops nobody, and is read after all once that is mended.

The judges here are real, and so are the processes that read and die.
"""

import sqlite3
import sys
import time
from datetime import timedelta

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.main import main
from judge.errors import ReaderError
from judge.wire.reader import WorkerReader

ADDRESS = "judge@judge.example"
KEEPER = "keeper@judge.example"
# Reads as the judge does, but does to itself what the subject of a letter says.
VICTIM = """
import os, time
from judge.mail.reading import read_letter
from judge.wire.worker import serve

def read(raw, **fields):
    letter = read_letter(raw, **fields)
    if letter.subject == "hang":
        time.sleep(60)
    elif letter.subject == "die":
        os.abort()
    elif letter.subject == "eat":
        eaten = [bytearray(b"x" * 10_000_000) for _ in range(100)]
    return letter

serve(read)
"""


def victim() -> WorkerReader:
    return WorkerReader(ADDRESS, command=(sys.executable, "-c", VICTIM))


def states(folder) -> dict[str, tuple[str, int]]:
    with sqlite3.connect(folder / "judge.db") as database:
        rows = database.execute("SELECT mail_from, state, attempts FROM letters").fetchall()
    database.close()
    return {sender: (state, attempts) for sender, state, attempts in rows}


def test_the_mail_behind_one_that_hangs_is_answered_within_five_seconds(raise_stage, person_at, tmp_path) -> None:
    stage = raise_stage(reader=victim())
    zoe, yan = person_at(stage, "Zoe"), person_at(stage, "Yan")
    yan.await_answer(yan.write("HELP", to=ADDRESS), "help, so that all is warm")
    begun = time.monotonic()
    zoe.write("REGISTER Zoe", to=ADDRESS, subject="hang")
    yan.await_answer(yan.write("REGISTER Yan", to=ADDRESS), "the answer to the letter behind")
    assert time.monotonic() - begun < 5
    assert states(tmp_path)["zoe@players.example"][0] in ("new", "claimed")


def test_behind_six_that_hang_a_mail_is_answered_within_five_seconds_whenever_it_comes(
    raise_stage, person_at, tmp_path
) -> None:
    """Also while one of them is tried again."""
    stage = raise_stage(reader=victim())
    yan = person_at(stage, "Yan")
    yan.await_answer(yan.write("HELP", to=ADDRESS), "help, so that all is warm")
    for number in range(6):
        person_at(stage, f"Zoe{number}").write("REGISTER Zoe", to=ADDRESS, subject="hang")
    waits = []
    for moment in range(3):
        begun = time.monotonic()
        honest = person_at(stage, f"Will{moment}")
        honest.await_answer(honest.write("REGISTER Will", to=ADDRESS), "the answer to the letter behind")
        waits.append(time.monotonic() - begun)
        time.sleep(0.3)  # the next one comes in the midst of a second attempt
    assert max(waits) < 5, waits
    hanging = {sender: state for sender, (state, _) in states(tmp_path).items() if sender.startswith("zoe")}
    assert len(hanging) == 6
    assert set(hanging.values()) <= {"new", "claimed", "shunted"}
    assert [state for sender, (state, _) in states(tmp_path).items() if sender.startswith("will")] == ["done"] * 3


def test_six_that_kill_their_reader_hold_nobody_up_either(raise_stage, person_at) -> None:
    stage = raise_stage(reader=victim())
    for number in range(6):
        person_at(stage, f"Zoe{number}").write("REGISTER Zoe", to=ADDRESS, subject="die")
    begun = time.monotonic()
    yan = person_at(stage, "Yan")
    yan.await_answer(yan.write("REGISTER Yan", to=ADDRESS), "the answer to the letter behind")
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("what", ["die", "eat"])
def test_a_letter_that_ends_its_reader_is_set_aside_and_answered_when_that_is_mended(
    raise_stage, person_at, tmp_path, monkeypatch, capsys, what: str
) -> None:
    stage = raise_stage(reader=victim())
    zoe, yan, keeper = person_at(stage, "Zoe"), person_at(stage, "Yan"), person_at(stage, "Keeper", KEEPER)
    asked = zoe.write("REGISTER Zoe", to=ADDRESS, subject=what)
    yan.await_answer(yan.write("REGISTER Yan", to=ADDRESS), "the answer to the letter behind")
    told = keeper.await_mail(lambda mail: "set aside" in str(mail["Subject"]), "word of the letter")
    assert states(tmp_path) == {"zoe@players.example": ("shunted", 3), "yan@players.example": ("done", 1)}
    with sqlite3.connect(tmp_path / "judge.db") as database:
        ((number,),) = database.execute("SELECT id FROM letters WHERE state = 'shunted'").fetchall()
    database.close()
    assert f"judge unshunt {number}" in text_of(told)
    assert "zoe@players.example" in text_of(told)
    stage.__exit__(None, None, None)

    monkeypatch.setenv("JUDGE_VAR", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["judge", "unshunt", str(number)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code in (0, None)
    assert "back in the queue" in capsys.readouterr().out
    raise_stage().advance(timedelta(seconds=1))
    zoe.await_answer(asked, "the answer after all")
    assert states(tmp_path)["zoe@players.example"][0] == "done"


def test_as_long_as_nobody_can_read_no_letter_is_to_blame(judge, monkeypatch) -> None:
    """A machine without a process to spare loses nothing; the letters wait as they came."""

    def fail() -> None:
        raise ReaderError("no process to read letters can be started")

    with monkeypatch.context() as broken:
        broken.setattr(judge.reader, "start", fail)
        judge.put(b"From: zoe@home.example\r\n\r\nREGISTER Zoe\r\n", mail_from="zoe@home.example")
        for _ in range(4):
            with pytest.raises(ReaderError):
                judge.letters.answer_some(1)
        assert judge.last_letter() == ("new", "")
    (asked,) = judge.work()
    assert asked["X-Kind"] == "confirm"


def test_a_letter_that_cannot_be_read_is_tried_three_times_in_a_row_when_it_is_alone(judge) -> None:
    judge.reader.fails = b"poison"
    judge.put(b"From: zoe@home.example\r\n\r\npoison\r\n", mail_from="zoe@home.example")
    (told,) = judge.work()
    assert (told["To"], told["Subject"]) == (KEEPER, "letter 1 is set aside")
    state, reason = judge.last_letter()
    assert state == "shunted"
    assert "it kills its reader" in reason
    assert not judge.letters.answer_some(1)
