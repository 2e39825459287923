"""Clocks: the machine's, and one that is set."""

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest

from judge.wire.clock import DatabaseClock, SetClock, SteadyClock, SystemClock

START = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


def test_the_system_clock_gives_the_time_in_utc() -> None:
    before = datetime.now(UTC)
    shown = SystemClock().now()
    assert before <= shown <= datetime.now(UTC)
    assert shown.utcoffset() == timedelta()


def test_the_system_clock_knows_how_long_to_sleep() -> None:
    clock = SystemClock()
    assert 59 < clock.seconds_until(clock.now() + timedelta(minutes=1)) <= 60
    assert clock.seconds_until(START.replace(year=2020)) < 0


def test_a_set_clock_stands_still_until_it_is_moved() -> None:
    clock = SetClock(START)
    assert clock.now() == clock.now() == START
    assert clock.advance(timedelta(hours=3)) == clock.now() == START + timedelta(hours=3)


def test_a_fast_clock_goes_its_speed_and_keeps_it_when_moved() -> None:
    real = [100.0]
    clock = SetClock(START, speed=3600, monotonic=lambda: real[0])
    real[0] += 2
    assert clock.now() == START + timedelta(hours=2)
    clock.advance(timedelta(hours=1))
    real[0] += 1
    assert clock.now() == START + timedelta(hours=4)


def test_a_set_clock_does_not_go_back() -> None:
    clock = SetClock(START)
    assert clock.advance_to(START - timedelta(days=1)) == START
    assert clock.advance_to(START + timedelta(days=1)) == START + timedelta(days=1)
    with pytest.raises(ValueError, match="forward"):
        clock.advance(timedelta(seconds=-1))


def test_a_set_clock_tells_the_real_time_to_sleep() -> None:
    real = [0.0]
    fast = SetClock(START, speed=3600, monotonic=lambda: real[0])
    assert fast.seconds_until(START + timedelta(hours=1)) == 1
    assert fast.seconds_until(START - timedelta(hours=1)) <= 0
    standing = SetClock(START)
    assert standing.seconds_until(START + timedelta(seconds=1)) == math.inf
    assert standing.seconds_until(START) == 0


def test_a_set_clock_shows_utc_whatever_zone_it_was_set_in() -> None:
    clock = SetClock(START.astimezone(timezone(timedelta(hours=5))))
    assert (clock.now(), clock.now().tzinfo) == (START, UTC)
    with pytest.raises(ValueError, match="aware"):
        SetClock(START.replace(tzinfo=None))


def test_a_steady_clock_goes_on_with_the_one_behind_it_and_never_back() -> None:
    class Hand:
        at = START

        def now(self) -> datetime:
            return self.at

        def seconds_until(self, moment: datetime) -> float:
            return (moment - self.at).total_seconds()

    hand = Hand()
    steady = SteadyClock(hand)
    assert steady.now() == START
    hand.at = START - timedelta(hours=1)
    assert steady.now() == START
    assert steady.behind() == timedelta(hours=1)
    assert steady.seconds_until(START + timedelta(hours=1)) == 7200
    hand.at = START + timedelta(hours=1)
    assert steady.now() == hand.at
    assert steady.behind() == timedelta(0)
    assert steady.hold(START + timedelta(hours=2)) == steady.now() == START + timedelta(hours=2)


class Elsewhere:
    """A database's machine whose clock is `ahead` of what this one counts, and that takes its time to answer."""

    def __init__(self) -> None:
        self.counted, self.ahead, self.takes = 0.0, timedelta(0), 0.0

    def ask(self) -> datetime:
        self.counted += self.takes / 2
        shown = START + timedelta(seconds=self.counted) + self.ahead
        self.counted += self.takes / 2
        return shown

    def true_time(self) -> datetime:
        return START + timedelta(seconds=self.counted) + self.ahead


def test_the_databases_clock_goes_on_between_two_looks() -> None:
    there = Elsewhere()
    clock = DatabaseClock(there.ask, lambda: there.counted)
    there.counted += 7
    assert clock.now() == there.true_time() == START + timedelta(seconds=7)
    assert clock.seconds_until(START + timedelta(seconds=10)) == 3


def test_a_step_of_the_databases_clock_is_seen_at_the_next_look() -> None:
    there = Elsewhere()
    clock = DatabaseClock(there.ask, lambda: there.counted)
    for step in (timedelta(hours=2), -timedelta(hours=1)):
        there.ahead += step
        assert clock.now() == there.true_time() - step
        clock.look()
        assert clock.now() == there.true_time()


def test_an_answer_that_was_long_on_its_way_changes_nothing_that_it_may_be_wrong_about() -> None:
    there = Elsewhere()
    clock = DatabaseClock(there.ask, lambda: there.counted)
    there.takes, there.ahead = 3.0, timedelta(seconds=1)
    clock.look()
    assert clock.now() == there.true_time() - there.ahead
    there.takes = 1.0
    clock.look()
    assert clock.now() == there.true_time()
