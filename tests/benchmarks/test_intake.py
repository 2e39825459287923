"""Letters a second that are taken for good, against an aiosmtpd that throws them away: by turns, with one client."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import psycopg
import pytest

from judge.store.store import Store
from tests.conftest import start_postgres

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SESSIONS, LETTERS, ROUNDS = 10, 300, 10  # letters in a round; each server has its turn in each round
TEXT = "".join(
    f"This is line {number:02} of a letter of about two thousand bytes to the judge.\r\n" for number in range(25)
)


@dataclass
class Taker:
    """A server that takes letters, in a process of its own, and what was measured of it."""

    port: int
    speeds: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def tell(self, name: str, bare: "Taker") -> str:
        ratio = statistics.median(ours / theirs for ours, theirs in zip(self.speeds, bare.speeds, strict=True))
        late = statistics.quantiles(self.waits, n=100)[98]
        return (
            f"{name:<28} {statistics.median(self.speeds):>6.0f} letters/s, {ratio:.2f} of bare aiosmtpd; "
            f"from the dot to 250: {statistics.median(self.waits) * 1000:.1f} ms, p99 {late * 1000:.1f} ms"
        )


@contextmanager
def taker(what: str) -> Iterator[Taker]:
    process = subprocess.Popen(
        [sys.executable, str(HERE / "listening.py"), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        yield Taker(port=int(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.fixture
def send(tmp_path: Path) -> Callable[[Taker], None]:
    """Sends some letters that nobody has seen before, and notes how it went."""
    numbers = count(1)

    def letter() -> list[str]:
        number = next(numbers)
        header = f"From: player{number % 50}@example.org\r\nSubject: news\r\nMessage-ID: <{number}@example.org>\r\n\r\n"
        sender, recipient = f"player{number % 50}@example.org", "judge@judge.example"
        return [f"MAIL FROM:<{sender}>\r\n", f"RCPT TO:<{recipient}>\r\n", f"{header}{TEXT}.\r\n"]

    def run(to: Taker) -> None:
        path = tmp_path / "letters.json"
        path.write_text(json.dumps([letter() for _ in range(LETTERS)]))
        command = [sys.executable, str(HERE / "sender.py"), str(to.port), str(SESSIONS), str(path)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        to.speeds.append(LETTERS / told["seconds"])
        to.waits += told["waits"]

    return run


@pytest.fixture
def durable_postgres(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database on a PostgreSQL server that forgets nothing."""
    server = start_postgres(tmp_path / "postgres")
    with psycopg.connect(server.get_uri()) as connection:
        for setting in ("fsync", "synchronous_commit"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
    yield "postgresql+psycopg" + server.get_uri().removeprefix("postgresql")
    server.cleanup()


def test_letters_taken_for_good_against_letters_thrown_away(
    benchmark, figures, sqlite_url, durable_postgres, send
) -> None:
    for url in (sqlite_url, durable_postgres):
        store = Store(url)
        store.upgrade(datetime.now(UTC))
        store.dispose()
    with taker("bare") as bare, taker(sqlite_url) as sqlite, taker(durable_postgres) as postgres:

        def one_round() -> None:
            for each in (bare, sqlite, postgres):
                send(each)

        benchmark.pedantic(one_round, rounds=ROUNDS, iterations=1)
        figures.lines += [
            bare.tell("letters thrown away", bare),
            sqlite.tell("letters kept in SQLite", bare),
            postgres.tell("letters kept in PostgreSQL", bare),
        ]
    for url in (sqlite_url, durable_postgres):
        store = Store(url)
        with store.reading() as transaction:
            assert transaction.letters_waiting(datetime.now(UTC)) == ROUNDS * LETTERS
        store.dispose()
