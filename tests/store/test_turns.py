"""Those who wait to write are served in their order, and nobody waits for ever."""

import threading
import time

import pytest

from judge.errors import DatabaseError
from judge.store.turns import Turns


def wait_for(turns: Turns, waiting: int) -> None:
    until = time.monotonic() + 10
    while len(turns._waiting) < waiting:
        assert time.monotonic() < until
        time.sleep(0.001)


def test_turns_are_taken_in_the_order_of_waiting_also_by_who_comes_again_at_once() -> None:
    turns, order = Turns(10), []

    def take(name: str) -> None:
        with turns.turn():
            order.append(name)

    with turns.turn():
        threads = []
        for number, name in enumerate("abc", 1):
            threads.append(threading.Thread(target=take, args=(name,)))
            threads[-1].start()
            wait_for(turns, number)
    take("again")
    for thread in threads:
        thread.join(10)
    assert order == ["a", "b", "c", "again"]


def test_whoever_waits_too_long_is_told_and_spoils_nothing() -> None:
    turns = Turns(0.02)
    with turns.turn(), pytest.raises(DatabaseError, match=r"0\.02 seconds"), turns.turn():
        raise AssertionError
    with turns.turn():
        pass


def test_a_turn_that_ends_badly_is_over() -> None:
    turns = Turns(0.02)
    with pytest.raises(KeyError), turns.turn():
        raise KeyError
    with turns.turn():
        pass
