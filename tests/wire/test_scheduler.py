"""The alarm rings every few seconds and at the nearest moment, in real time, whatever its clock shows."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest

from judge.wire.clock import SetClock, SystemClock
from judge.wire.scheduler import Alarm

START = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
NEVER = 3600.0  # seconds between ticks, so that only the aim rings


class Ticks:
    """Counts ticks, and waits for them."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = asyncio.Condition()

    async def __call__(self) -> None:
        async with self._changed:
            self.count += 1
            self._changed.notify_all()

    async def reach(self, count: int) -> None:
        async with asyncio.timeout(10), self._changed:
            await self._changed.wait_for(lambda: self.count >= count)


def test_it_rings_at_once_and_then_every_few_seconds() -> None:
    async def run() -> None:
        ticks = Ticks()
        alarm = Alarm(ticks, SystemClock(), every=0.05)
        alarm.start()
        await ticks.reach(4)
        await alarm.stop()

    asyncio.run(run())


def test_it_rings_at_the_moment_it_is_aimed_at() -> None:
    async def run() -> float:
        ticks, clock = Ticks(), SystemClock()
        alarm = Alarm(ticks, clock, every=NEVER)
        alarm.start()
        await ticks.reach(1)
        began = time.monotonic()
        alarm.aim(clock.now() + timedelta(seconds=0.3))
        await ticks.reach(2)
        await alarm.stop()
        return time.monotonic() - began

    assert asyncio.run(run()) >= 0.29


def test_a_deadline_of_days_comes_soon_on_a_fast_clock() -> None:
    """The demo plays a game in a minute: three days are a fraction of a second on its clock."""

    async def run() -> None:
        ticks, clock = Ticks(), SetClock(START, speed=3 * 86_400 / 0.2)
        alarm = Alarm(ticks, clock, every=NEVER)
        alarm.start()
        alarm.aim(START + timedelta(days=3))
        await ticks.reach(2)
        assert clock.now() >= START + timedelta(days=3)
        await alarm.stop()

    asyncio.run(run())


def test_a_clock_that_stands_still_never_reaches_the_moment() -> None:
    async def run() -> int:
        ticks = Ticks()
        alarm = Alarm(ticks, SetClock(START), every=0.05)
        alarm.start()
        alarm.aim(START + timedelta(microseconds=1))
        await ticks.reach(3)
        await alarm.stop()
        return ticks.count

    assert asyncio.run(run()) == 3


def test_aiming_again_forgets_the_earlier_aim() -> None:
    async def run() -> int:
        ticks, clock = Ticks(), SystemClock()
        alarm = Alarm(ticks, clock, every=NEVER)
        alarm.start()
        await ticks.reach(1)
        alarm.aim(clock.now() + timedelta(seconds=0.1))
        alarm.aim(clock.now() + timedelta(seconds=0.2))
        await ticks.reach(2)
        alarm.aim(clock.now() + timedelta(seconds=0.1))
        alarm.aim(None)
        alarm.aim(clock.now() + timedelta(days=100_000))
        alarm.aim(clock.now() + timedelta(seconds=0.3))
        await ticks.reach(3)
        await alarm.stop()
        return ticks.count

    assert asyncio.run(run()) == 3


def test_a_moment_that_has_passed_rings_once_and_not_without_end() -> None:
    """What is due may be impossible to do; the tick aims at the same past moment again and again."""

    async def run() -> int:
        ticks, clock = Ticks(), SetClock(START)

        async def tick() -> None:
            await ticks()
            alarm.aim(START - timedelta(hours=1))

        alarm = Alarm(tick, clock, every=0.1)
        alarm.start()
        await ticks.reach(4)  # at once, for the moment, and two of the regular ones
        await alarm.stop()
        return ticks.count

    began = time.monotonic()
    assert asyncio.run(run()) == 4
    assert time.monotonic() - began >= 0.19


def test_it_never_ticks_twice_at_the_same_time_and_forgets_no_moment_meanwhile() -> None:
    async def run() -> list[int]:
        clock, running, seen = SetClock(START), 0, []
        first, enough = asyncio.Event(), asyncio.Event()

        async def tick() -> None:
            nonlocal running
            running += 1
            seen.append(running)
            if len(seen) == 1:
                await first.wait()
            elif len(seen) == 3:
                enough.set()
            running -= 1

        alarm = Alarm(tick, clock, every=NEVER)
        alarm.start()
        async with asyncio.timeout(10):
            while not seen:
                await asyncio.sleep(0)
            for moment in (START - timedelta(hours=1), START - timedelta(hours=2)):
                alarm.aim(moment)
                while alarm._rung_for != moment:
                    await asyncio.sleep(0)
        first.set()
        await asyncio.wait_for(enough.wait(), 10)
        await alarm.stop()
        return seen

    assert asyncio.run(run()) == [1, 1, 1]


def test_a_tick_that_fails_does_not_stop_the_alarm(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        ticks = Ticks()

        async def tick() -> None:
            await ticks()
            raise RuntimeError("the database went away")

        alarm = Alarm(tick, SystemClock(), every=0.05)
        alarm.start()
        await ticks.reach(3)
        await alarm.stop()

    asyncio.run(run())
    assert "the database went away" in caplog.text


def test_stopping_waits_for_the_tick_under_way_and_rings_no_more() -> None:
    async def run() -> list[str]:
        story, begun, go_on = [], asyncio.Event(), asyncio.Event()

        async def tick() -> None:
            story.append("begin")
            begun.set()
            await go_on.wait()
            story.append("end")

        alarm = Alarm(tick, SystemClock(), every=0.01)
        alarm.start()
        await begun.wait()
        stopping = asyncio.create_task(alarm.stop())
        await asyncio.sleep(0)
        story.append("stop")
        go_on.set()
        await stopping
        story.append("stopped")
        alarm.aim(START)
        await alarm.stop()
        return story

    assert asyncio.run(run()) == ["begin", "stop", "end", "stopped"]
