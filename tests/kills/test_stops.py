"""SIGTERM in the midst of work: the judge ends at once and well, and nothing is lost when it comes back."""

import signal
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

POWERS = 7


def test_a_judge_that_is_told_to_stop_under_load_ends_well_and_loses_nothing(judge, letters, account_of) -> None:
    judge.start()
    first = threading.Event()

    def send(letter: tuple[str, str, bytes]) -> bool:
        taken = judge.send(*letter)
        if taken:
            first.set()
        return taken

    with ThreadPoolExecutor(4) as senders:
        sending = {power: senders.submit(send, letter) for power, letter in letters.items()}
        assert first.wait(20)
        began = time.monotonic()
        judge.process.send_signal(signal.SIGTERM)
        assert judge.has_died(within=15)
        took = time.monotonic() - began
        taken = {power: one.result() for power, one in sending.items()}
    assert judge.process.returncode == 0
    assert took < 10
    assert any(taken.values())
    judge.kill()

    judge.start()
    for power, letter in letters.items():
        if not taken[power]:
            assert judge.send(*letter)
    account = account_of(judge)
    judge.kill()
    assert sorted(account.letters) == sorted((f"<orders-of-{power}@players.example>", "done") for power in letters)
    assert sorted(account.receipts.values()) == [1] * POWERS
    assert sorted(account.results.values()) == [1] * (POWERS + 1)
    assert sorted(account.sets.values()) == [1] * POWERS
    assert all(len(set(copies)) == len(copies) == 1 for copies in account.copies.values())


def test_a_second_judge_at_the_same_port_stops_before_it_touches_anything(judge, monkeypatch) -> None:
    judge.start()
    (before,) = judge.ask("SELECT count(*), max(id) FROM events")
    second = type(judge)(judge.folder, judge.sink)
    second.listen = f"127.0.0.1:{judge.port}"
    second.start()
    assert second.has_died(within=20)
    assert second.process.returncode == 2
    second.kill()
    assert "cannot listen on" in (judge.folder / "serve.log").read_text()
    assert judge.ask("SELECT count(*), max(id) FROM events") == [before]
    judge.process.send_signal(signal.SIGINT)
    assert judge.has_died(within=15)
    assert judge.process.returncode == 0


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_judge(judge, letters, sign: signal.Signals) -> None:
    """Whether it stops or is killed, with the process that reads its letters goes it all."""
    judge.start()
    until = time.monotonic() + 20
    while not (readers := _processes("ppid", judge.process.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(readers) == 1
    for letter in letters.values():
        assert judge.send(*letter)
    judge.process.send_signal(sign)
    assert judge.has_died(within=15)
    while (left := _processes("pid", readers[0])) and time.monotonic() < until + 20:
        time.sleep(0.05)
    assert not left


def _processes(which: str, number: int) -> list[int]:
    """The processes that run now, no zombies, whose own or parent's number this is."""
    columns = [word for name in ("pid", which, "stat") for word in ("-o", f"{name}=")]
    told = subprocess.run(["ps", "-A", *columns], capture_output=True, text=True, check=True)
    rows = [row.split() for row in told.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[1]) == number and not row[2].startswith("Z")]
