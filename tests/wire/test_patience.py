"""However many letters hang one after the other, what comes behind them is read soon."""

import pytest

from judge.wire.patience import AGAIN, FIRST, LEAST, Patience

START_AGAIN = 0.2  # seconds for a new process, on a machine that has something to do


class Timer:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def timer() -> Timer:
    return Timer()


def hang(patience: Patience, timer: Timer, attempts: int = 1) -> float:
    """A letter hangs; the seconds it has cost."""
    seconds = patience.with_letter(attempts)
    timer.now += seconds
    patience.wasted(attempts, seconds)
    return seconds


def test_six_that_hang_and_one_that_hung_before_cost_less_than_five_seconds(timer: Timer) -> None:
    """The seventh has just begun when the six come, and an honest letter behind them."""
    patience = Patience(timer=timer)
    wasted = hang(patience, timer, attempts=2) + sum(hang(patience, timer) for _ in range(6))
    assert wasted + 7 * START_AGAIN < 5.5
    assert wasted < 4


@pytest.mark.parametrize("many", [1, 6, 20])
def test_each_that_hangs_leaves_the_next_half_of_the_time_and_never_none(timer: Timer, many: int) -> None:
    patience = Patience(timer=timer)
    costs = [hang(patience, timer) for _ in range(many)]
    assert costs[0] == FIRST / 2
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= LEAST
    assert sum(costs) < FIRST + many * LEAST


def test_who_has_hung_before_takes_nothing_from_those_who_have_not(timer: Timer) -> None:
    patience = Patience(timer=timer)
    assert hang(patience, timer, attempts=2) == hang(patience, timer, attempts=3) == AGAIN
    assert patience.with_letter(1) == FIRST / 2


def test_time_that_passes_gives_patience_back_but_no_more_than_there_was(timer: Timer) -> None:
    patience = Patience(timer=timer)
    for _ in range(6):
        hang(patience, timer)
    low = patience.with_letter(1)
    timer.now += 5
    assert low < patience.with_letter(1) < FIRST / 2
    timer.now += 3_600
    assert patience.with_letter(1) == FIRST / 2
