"""A judge that is restarted again and again while mail comes in: nothing is lost, nothing doubled, nobody refused."""

import signal
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.kills.conftest import ADDRESS, Judge


@pytest.fixture
def make_judge(tmp_path: Path, sink) -> Iterator[Callable[[str], Judge]]:
    """Makes judges that know nobody, on a database or on SQLite."""
    made: list[Judge] = []

    def make(database: str = "") -> Judge:
        folder = tmp_path / f"var{len(made)}"
        folder.mkdir()
        made.append(Judge(folder, sink, database=database))
        return made[-1]

    yield make
    for judge in made:
        judge.kill()


class Crowd:
    """People who register all at once, and send a letter again until it is taken."""

    def __init__(self, judge: Judge, people: int) -> None:
        self.judge, self.people = judge, people
        self.replies: Counter[int] = Counter()
        self.taken = 0
        self._lock = threading.Lock()

    def write(self, number: int) -> None:
        who = f"p{number}@people.example"
        raw = f"From: {who}\r\nMessage-ID: <{number}@people.example>\r\n\r\nREGISTER Person {number}\r\n".encode()
        until = time.monotonic() + 120
        while not self._send(who, raw):
            assert time.monotonic() < until
            time.sleep(0.05)
        with self._lock:
            self.taken += 1

    def _send(self, who: str, raw: bytes) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.judge.port, timeout=20) as client:
                client.ehlo("me")
                for code, _ in (client.mail(who), client.rcpt(ADDRESS), client.data(raw)):
                    if code != 250:
                        self.replies[code] += 1
                        return False
        except smtplib.SMTPResponseException as refusal:
            self.replies[refusal.smtp_code] += 1
            return False
        except (smtplib.SMTPServerDisconnected, OSError):  # nobody is there just now
            return False
        return True


def restart_under_load(judge: Judge, people: int, restarts: int) -> None:
    judge.start()
    judge.listen = f"127.0.0.1:{judge.port}"
    crowd = Crowd(judge, people)
    with ThreadPoolExecutor(8) as senders:
        writing = [senders.submit(crowd.write, number) for number in range(people)]
        for nth in range(1, restarts + 1):
            until = time.monotonic() + 60
            while crowd.taken < people * nth // (restarts + 2) and time.monotonic() < until:
                time.sleep(0.01)
            assert crowd.taken < people, "all was over before the restart"
            judge.process.send_signal(signal.SIGTERM)
            assert judge.has_died(within=15)
            assert judge.process.returncode == 0
            judge.kill()
            judge.start()
        for one in writing:
            one.result()
    assert all(400 <= code < 500 for code in crowd.replies), crowd.replies
    until = time.monotonic() + 60
    while len(judge.sink.copies) < people and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.2)  # for one too many
    rows = judge.ask("SELECT mail_from, state FROM letters ORDER BY id")
    assert sorted(rows) == sorted((f"p{number}@people.example", "done") for number in range(people))
    answered = Counter(str(mail["In-Reply-To"]) for mail in judge.sink.mails)
    assert answered == {f"<{number}@people.example>": 1 for number in range(people)}
    assert {len(copies) for copies in judge.sink.copies.values()} == {1}


def test_a_judge_restarted_under_load_loses_and_doubles_nothing(make_judge) -> None:
    restart_under_load(make_judge(), people=80, restarts=2)


@pytest.mark.soak
def test_a_judge_restarted_under_load_again_and_again_loses_and_doubles_nothing(make_judge, database_url: str) -> None:
    restart_under_load(make_judge(database_url), people=3_000, restarts=20)
