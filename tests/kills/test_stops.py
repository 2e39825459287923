"""SIGTERM in the midst of work: the judge ends at once and well, and nothing is lost when it comes back."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

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
