"""The memory of the judge and of the process that reads its letters stays flat, however many letters come."""

import smtplib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

LETTERS_A_BATCH = 100
MIB = 2**20


def letters_of(seats: dict[str, str], first: int) -> Iterator[tuple[str, str, bytes]]:
    """A batch of letters no two of which have a word in common that could be kept: orders, chat, and strangers."""
    for number in range(first, first + LETTERS_A_BATCH):
        power = ("austria", "england", "france", "germany", "italy")[number % 5]
        sender, to = f"{power}@players.example", seats[power]
        if number % 2:
            sender, to = f"guest{number}@far{number}.example", "judge@judge.example"
        text = (
            f"A Vie - Gal\nF Lon - NTH\nA Par {number}\nPHASE S{1950 + number % 50}M\nWhat of treaty {number * 7919}?"
        )
        head = (
            f"From: Guest {number} <{sender}>\nTo: {to}\nSubject: letter {number}\nMessage-ID: <{number}@a.example>\n"
        )
        yield sender, to, f"{head}\n{text}\n".replace("\n", "\r\n").encode()


def memory_of(process: int) -> int:
    """The bytes of a process that are in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


def reader_of(process: int) -> int:
    """The process that reads letters for a judge."""
    children = [one.read_text().split() for one in Path(f"/proc/{process}/task").glob("*/children")]
    ((child,),) = filter(None, children)
    return int(child)


def growth(judge, seats: dict[str, str], letters: int) -> tuple[float, float]:
    """By how many MiB the judge and its reader have grown from a fifth of the letters to the last."""
    judge.start()
    before: tuple[int, int] | None = None
    for first in range(0, letters, LETTERS_A_BATCH):
        with smtplib.SMTP("127.0.0.1", judge.port, timeout=60) as connection:
            for sender, to, raw in letters_of(seats, first):
                connection.sendmail(sender, [to], raw)
        until = time.monotonic() + 120
        while judge.ask("SELECT 1 FROM letters WHERE state IN ('new', 'claimed') LIMIT 1"):
            assert time.monotonic() < until
            time.sleep(0.05)
        judge.sink.copies.clear()
        if before is None and first + LETTERS_A_BATCH >= letters / 5:
            before = memory_of(judge.process.pid), memory_of(reader_of(judge.process.pid))
    after = memory_of(judge.process.pid), memory_of(reader_of(judge.process.pid))
    assert before is not None
    ((closed,),) = judge.ask("SELECT count(*) FROM letters WHERE state IN ('done', 'ignored', 'held')")
    assert closed >= letters
    grown = (after[0] - before[0]) / MIB, (after[1] - before[1]) / MIB
    print(f"{letters} letters: {before[0] / MIB:.1f} and {before[1] / MIB:.1f} MiB, then", *grown)  # noqa: T201
    return grown


def test_memory_stays_flat_over_some_letters(judge, begun) -> None:
    ours, readers = growth(judge, begun.seats, 400)
    assert ours < 8
    assert readers < 4


@pytest.mark.soak
def test_memory_stays_flat_over_twenty_thousand_letters(judge, begun) -> None:
    ours, readers = growth(judge, begun.seats, 20_000)
    assert ours < 16
    assert readers < 8
