"""Letters are read in a process with limits, which is replaced when a letter ends it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.errors import ReaderError, ReadingError
from judge.game.letters import Letter
from judge.game.lines import Label, NumberedLine
from judge.mail.reading import read_letter
from judge.store.inbox import StoredLetter
from judge.wire.frames import pack, parse_letter, unpack, write_letter
from judge.wire.patience import Patience
from judge.wire.reader import WorkerReader

ROOT = Path(__file__).resolve().parents[2]
JUDGE = "judge@judge.example"
NOW = datetime(2027, 1, 4, 18, 0, tzinfo=UTC)
# Reads letters, but does to itself what a letter says.
OBEDIENT = """
import os, re, signal, time
from judge.mail.reading import read_letter
from judge.wire.worker import serve

def read(raw, **fields):
    letter = read_letter(raw, **fields)
    what = letter.lines[0].text if letter.lines else ""
    if what == "spin":
        while True: pass
    elif what == "print":
        print("some library's remark", flush=True)
    elif what == "sleep":
        time.sleep(60)
    elif what == "nap":
        time.sleep(0.099)
    elif what == "swallow":
        while True:
            try:
                time.sleep(60)
            except Exception:
                pass
    elif what == "backtrack":
        re.match("(a|a?)+$", "a" * 40 + "b")
    elif what == "deaf":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(60)
    elif what == "die":
        os.abort()
    elif what == "raise":
        raise KeyError("no such thing")
    elif what == "eat":
        eaten = [bytes(10_000_000) for _ in range(100)]
        eaten = [bytearray(one) for one in eaten]
    return letter

serve(read)
"""


def stored(text: str = "A Par H", number: int = 1, **more: str) -> StoredLetter:
    raw = f"From: Anna <anna@players.example>\r\nSubject: s\r\n\r\n{text}\r\n".encode()
    return StoredLetter(
        id=number, raw=raw, mail_from="anna@players.example", recipient=JUDGE, peer="test", received_at=NOW,
        fingerprint="", state="claimed", **more,
    )  # fmt: skip


def texts(found: Letter | ReadingError) -> str:
    return str(found) if isinstance(found, ReadingError) else found.lines[0].text


@pytest.fixture
def make_reader() -> Iterator[Callable[..., WorkerReader]]:
    """Makes readers, which are closed at the end."""
    made: list[WorkerReader] = []

    def make(script: str = "", patience: float = 20.0) -> WorkerReader:
        more = {"command": (sys.executable, "-c", script)} if script else {}
        made.append(WorkerReader(JUDGE, patience=Patience(patience, patience * 2), **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(reader: WorkerReader) -> int:
    reader.start()
    assert reader._process is not None
    return reader._process._child.pid


def test_a_letter_is_read_there_as_it_is_read_here(make_reader) -> None:
    letters = Path(__file__).parents[1] / "mail" / "letters"
    reader = make_reader()
    batch = [
        StoredLetter(
            id=number, raw=path.read_bytes(), mail_from="", recipient=JUDGE, peer="", received_at=NOW, fingerprint="",
            state="claimed",
        )
        for number, path in enumerate(sorted(letters.glob("*.eml")))
    ]  # fmt: skip
    here = [read_letter(one.raw, recipient=JUDGE, received_at=NOW, judge_address=JUDGE, mail_from="") for one in batch]
    assert list(reader.read_each(batch)) == here
    assert reader.read(batch[0]) == here[0]


def test_one_process_reads_letter_after_letter(make_reader) -> None:
    reader = make_reader()
    process = pid_of(reader)
    for number in range(20):
        assert texts(reader.read(stored(f"order {number}"))) == f"order {number}"
    assert pid_of(reader) == process


def test_letters_are_read_while_their_caller_deals_with_one_that_was(make_reader) -> None:
    """Never more than two of them are in the process, for the next one's time is the less the more were wasted."""
    reader = make_reader()
    reader.go_on()  # nothing is read
    reading = reader.read_each([stored(f"order {number}") for number in range(8)])
    assert texts(next(reading)) == "order 0"
    until = time.monotonic() + 30
    while len(reader._course.read) < 7 and time.monotonic() < until:
        reader.go_on()
        assert len(reader._course.waiting) <= 2
        time.sleep(0.01)
    assert reader.has_next()
    assert [texts(one) for one in reading] == [f"order {number}" for number in range(1, 8)]


def test_a_process_that_dies_while_nobody_waits_for_it_costs_the_letter_that_it_had(make_reader) -> None:
    reader = make_reader(OBEDIENT)
    reading = reader.read_each([stored("one", 1), stored("die", 2), stored("three", 3), stored("four", 4)])
    assert texts(next(reading)) == "one"
    until = time.monotonic() + 30
    while len(reader._course.read) < 1 and time.monotonic() < until:
        reader.go_on()
        time.sleep(0.01)
    found = list(reading)
    assert isinstance(found[0], ReadingError)
    assert [texts(one) for one in found[1:]] == ["three", "four"]


def test_many_large_letters_pass_at_once(make_reader) -> None:
    """Both pipes are full for a while, and neither side waits for the other for ever."""
    text = "A Paris - Burgundy and so on\n" * 1_900
    found = list(make_reader().read_each([stored(text)] * 6))
    assert [len(one.lines) for one in found] == [1_900] * 6


def test_a_letter_that_cannot_be_read_is_told_by_itself_as_well(make_reader) -> None:
    reader = make_reader(OBEDIENT)
    with pytest.raises(ReadingError, match="ended with status"):
        reader.read(stored("die"))
    assert texts(reader.read(stored("after"))) == "after"


@pytest.mark.parametrize(("what", "why"), [
    ("spin", f"the process that read it ended with status -{int(signal.SIGXCPU)}"),
    ("die", f"the process that read it ended with status -{int(signal.SIGABRT)}"),
    ("raise", "KeyError"),
    ("eat", "MemoryError"),
])  # fmt: skip
def test_a_letter_that_ends_its_process_costs_no_other(make_reader, what: str, why: str) -> None:
    reader = make_reader(OBEDIENT)
    found = list(reader.read_each([stored("one", 1), stored("two", 2), stored(what, 3)]))
    assert [texts(one).partition(" < ")[0] for one in found] == ["one", "two", why]
    found = list(reader.read_each([stored("one", 1), stored("raise", 2), stored("three", 3)]))
    assert [texts(one).partition(" < ")[0] for one in found] == ["one", "KeyError", "three"]


def test_of_a_letter_that_cannot_be_read_the_place_is_told_and_no_word_of_it(make_reader) -> None:
    """What an exception says may be the letter: a wrong byte, for instance, is told with all bytes around it."""
    script = "from judge.wire.worker import serve\n"
    script += "def read(raw, **fields): raw.decode('ascii')\nserve(read)"
    with pytest.raises(ReadingError) as said:
        make_reader(script).read(stored("canary caf\u00e9"))
    assert re.fullmatch(r"UnicodeDecodeError < <string>:2 < worker:\d+( < <string>:3)?", str(said.value))


@pytest.mark.parametrize("hostile", [
    b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 100_000,
    b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (one, one) for one in range(1_500)),
    b"Content-Type: text/html\n\n" + b"<a " * 50_000, b"Content-Type: text/html\n\n" + b"<div>" * 14_900,
    b"\n" + b"\n" * 40_000, b"From: " + b"." * 20_000 + b"@x\n\nA Par H\n", b"From: " + b"(" * 3_000 + b"\n\nA Par H",
    b"Content-Type: message/rfc822\n\n" * 5_000, b"Message-ID: <[abc]@x>\nContent-Type: text/plain; charset=bogus\n\nA",
    b"\x00" * 1_000_000, b"=?utf-8?b?" * 6_000 + b"\n\nA Par H\n",
])  # fmt: skip
def test_no_hostile_letter_comes_near_the_limits(make_reader, hostile: bytes) -> None:
    """The caps keep the process alive; its limits are for what nobody has thought of."""
    reader = make_reader()
    process = pid_of(reader)
    begun = time.monotonic()
    found = list(reader.read_each([replace(stored(), raw=hostile), stored("behind")]))
    assert isinstance(found[0], Letter)
    assert texts(found[1]) == "behind"
    assert time.monotonic() - begun < 5
    assert pid_of(reader) == process


@pytest.mark.parametrize("what", ["sleep", "swallow", "backtrack"])
def test_a_letter_that_takes_too_long_is_broken_off_and_its_process_goes_on(make_reader, what: str) -> None:
    """Asleep, in code that catches every Exception, or within a regular expression."""
    reader = make_reader(OBEDIENT, patience=0.5)
    first = pid_of(reader)
    begun = time.monotonic()
    found = list(reader.read_each([stored("one"), stored(what), stored("three"), stored("four")]))
    assert [texts(one) for one in found] == ["one", "it was not read in 0.5 seconds", "three", "four"]
    assert time.monotonic() - begun < 5
    assert pid_of(reader) == first


def test_a_letter_that_cannot_be_broken_off_ends_its_process(make_reader) -> None:
    reader = make_reader(OBEDIENT, patience=0.5)
    first = pid_of(reader)
    begun = time.monotonic()
    found = list(reader.read_each([stored("one"), stored("deaf"), stored("three"), stored("four")]))
    assert [texts(one) for one in found] == ["one", "it was not read in 0.5 seconds", "three", "four"]
    assert time.monotonic() - begun < 5
    assert not alive(first)


def test_an_alarm_that_comes_too_late_spoils_no_letter(make_reader) -> None:
    """The time of a letter may end in the very moment in which it is read."""
    reader = make_reader(OBEDIENT, patience=0.02)
    names = [f"letter {number}" for number in range(60)]
    found = [texts(one) for one in reader.read_each([stored("nap") if not n % 3 else stored(name)
             for n, name in enumerate(names)])]  # fmt: skip
    for number, (name, text) in enumerate(zip(names, found, strict=True)):
        assert text in ("nap" if not number % 3 else name, "it was not read in 0.1 seconds")


def test_what_a_library_prints_is_no_answer(make_reader) -> None:
    assert texts(make_reader(OBEDIENT).read(stored("print"))) == "print"


def test_a_process_that_raves_is_replaced(make_reader) -> None:
    script = "from judge.wire.worker import *\nimport sys\nout = sys.stdout.buffer\n"
    script += "out.write(pack({'ready': 1}))\nout.flush()\nsys.stdin.buffer.read(8)\n"
    for said in ("b'x' * 99", "pack({'letter': {'sender': 1}})", "pack({'letter': 7})", "pack([])"):
        reader = make_reader(script + f"out.write({said})\nout.flush()\nsys.stdin.buffer.read()")
        with pytest.raises(ReadingError, match="makes no sense"):
            reader.read(stored())
        with pytest.raises(ReadingError, match="makes no sense"):
            reader.read(stored())


def test_without_a_process_no_letter_is_to_blame(make_reader) -> None:
    with pytest.raises(ReaderError, match="does not come up"):
        make_reader("raise SystemExit(3)").start()
    with pytest.raises(ReaderError, match="cannot be started"):
        WorkerReader(JUDGE, command=("/nowhere/at/all",)).start()


def test_who_leaves_a_batch_gets_no_answers_of_it_later(make_reader) -> None:
    reader = make_reader()
    for found in reader.read_each([stored("one"), stored("two"), stored("three")]):
        assert texts(found) == "one"
        break
    assert texts(reader.read(stored("four"))) == "four"


def test_it_tells_whether_the_next_letter_is_read_already(make_reader) -> None:
    reader = make_reader(OBEDIENT)
    assert not reader.has_next()
    batch = reader.read_each([stored("one"), stored("sleep"), stored("three")])
    assert texts(next(batch)) == "one"
    assert not reader.has_next()
    batch.close()
    batch = reader.read_each([stored("one"), stored("die"), stored("three")])
    assert texts(next(batch)) == "one"
    until = time.monotonic() + 10
    while not reader.has_next() and time.monotonic() < until:
        time.sleep(0.01)
    assert reader.has_next()  # that it is dead
    assert [texts(one) for one in batch][1:] == ["three"]


def test_the_process_knows_no_secrets(make_reader, monkeypatch) -> None:
    monkeypatch.setenv("JUDGE_SECRET", "canary")
    script = "import os\nfrom judge.wire.worker import serve\n"
    script += "def read(raw, **fields): raise type(' '.join(os.environ), (Exception,), {})\nserve(read)"
    with pytest.raises(ReadingError) as said:
        make_reader(script).read(stored())
    assert "PYTHONPATH" in str(said.value)
    assert "JUDGE" not in str(said.value)


def test_the_process_ends_with_the_judge_that_is_killed() -> None:
    script = (
        f"from judge.wire.reader import WorkerReader\nimport time\nreader = WorkerReader('{JUDGE}')\nreader.start()\n"
        "print(reader._process._child.pid, flush=True)\ntime.sleep(60)"
    )
    judge = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=ROOT)
    assert judge.stdout is not None
    process = int(judge.stdout.readline())
    assert alive(process)
    judge.kill()
    judge.wait()
    judge.stdout.close()
    until = time.monotonic() + 10
    while _runs(process) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _runs(process)


def _runs(process: int) -> bool:
    """Whether a process is there and no zombie that nobody collects."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return told.stdout.strip() not in ("", "Z", "Z+")


def test_the_process_ends_when_the_reader_is_closed(make_reader) -> None:
    reader = make_reader()
    process = pid_of(reader)
    reader.close()
    assert not alive(process)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_process_leaves_it_to_the_judge_to_stop(make_reader, sign: signal.Signals) -> None:
    reader = make_reader()
    process = pid_of(reader)
    os.kill(process, sign)
    assert texts(reader.read(stored())) == "A Par H"
    assert pid_of(reader) == process


def test_a_process_that_died_between_letters_is_replaced(make_reader) -> None:
    reader = make_reader()
    first = pid_of(reader)
    os.kill(first, signal.SIGKILL)
    reader._process._child.wait()
    assert texts(reader.read(stored())) == "A Par H"
    assert pid_of(reader) != first


def test_a_process_over_its_memory_is_ended_where_the_system_does_not_do_it() -> None:
    script = (
        "import resource, time\nresource.setrlimit = lambda *given: None\nfrom judge.wire.worker import limit_memory\n"
        "limit_memory(100 * 2**20)\neaten = bytearray(120 * 2**20)\ntime.sleep(30)"
    )
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=20, check=False)
    assert ended.returncode == -signal.SIGKILL


def test_a_process_is_not_charged_with_the_memory_of_the_one_that_started_it() -> None:
    """On Linux a process begins with its parent's largest size as its own, also when it is another program."""
    child = (
        "import time\nfrom judge.wire.worker import limit_memory\n"
        "import resource\nresource.setrlimit = lambda *given: None\nlimit_memory(100 * 2**20)\ntime.sleep(0.5)"
    )
    parent = (
        "import subprocess, sys\neaten = bytearray(b'x') * (150 * 2**20)\n"
        f"sys.exit(subprocess.run([sys.executable, '-c', {child!r}]).returncode)"
    )
    assert subprocess.run([sys.executable, "-c", parent], cwd=ROOT, timeout=20, check=False).returncode == 0


def test_a_frame_is_read_as_it_was_written_however_it_is_cut() -> None:
    frame = pack({"a": "\ud800ü"}, b"\x00" * 5)
    buffer = bytearray()
    for octet in frame:
        assert unpack(buffer) is None
        buffer.append(octet)
    assert unpack(buffer) == ({"a": "\ud800ü"}, b"\x00" * 5)
    assert not buffer


def test_a_letter_is_read_as_it_was_written() -> None:
    letter = Letter(
        sender="a@b.example", sender_name="Ä", recipient=JUDGE, message_id="<1@x>", references=("<2@x>", "<3@x>"),
        subject="s", received_at=NOW, lines=(NumberedLine(3, "A Par H", Label.AFTER_DASHES),), robot="r",
        trouble="t", notices=("n", "m"),
    )  # fmt: skip
    frame = unpack(bytearray(pack(write_letter(letter))))
    assert frame is not None
    assert parse_letter(frame[0]) == letter
