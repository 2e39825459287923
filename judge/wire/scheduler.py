"""The alarm clock: it wakes whoever does what is due, and knows nothing about what that is.

The rows in the database say what is due. A tick that is lost costs a few seconds, a process that dies costs
nothing: the next tick finds the same rows.
"""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from apscheduler.jobstores.base import JobLookupError
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from judge.wire.clock import Clock

TICK_SECONDS = 5.0
_NEAREST = "nearest-deadline"
_EVERY = "every-few-seconds"
_FOREVER = 10 * 366 * 86_400.0  # seconds; farther off there is nothing to aim at


class Alarm:
    """Calls `tick` every few seconds, and at the nearest moment it was aimed at; never twice at the same time.

    Shape: the moment is told by the injected clock; the scheduler sleeps in real time.
    """

    def __init__(self, tick: Callable[[], Awaitable[None]], clock: Clock, every: float = TICK_SECONDS) -> None:
        self._tick = tick
        self._clock = clock
        self._every = every
        self._rung_for: datetime | None = None
        self._one_at_a_time = asyncio.Lock()
        self._stopping = False
        self._scheduler = AsyncIOScheduler(
            timezone=UTC,
            jobstores={"default": MemoryJobStore()},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )

    def start(self) -> None:
        """Begin to ring, the first time at once; called in the event loop."""
        self._scheduler.add_job(
            self._ring, "interval", seconds=self._every, id=_EVERY, next_run_time=_real_time(0), args=[None]
        )
        self._scheduler.start()

    def aim(self, moment: datetime | None) -> None:
        """Ring at this moment too, instead of the one aimed at before; None when there is nothing to wait for.

        Not: a moment that has passed and has been rung for; what is due then is left to the ticks, or the alarm
        would ring without end when whatever is due cannot be done.
        """
        if self._stopping:
            return
        left = math.inf if moment is None else self._clock.seconds_until(moment)
        if moment is not None and moment == self._rung_for and left <= 0:
            return
        with contextlib.suppress(JobLookupError):
            self._scheduler.remove_job(_NEAREST)
        if moment is not None and left < _FOREVER:
            # It may ring while an earlier one of the same name is still at its tick; the lock makes it wait.
            self._scheduler.add_job(
                self._ring, "date", run_date=_real_time(left), id=_NEAREST, args=[moment], max_instances=100
            )

    async def stop(self) -> None:
        """Ring no more; a tick that is under way is finished first."""
        self._stopping = True
        if not self._scheduler.running:
            return
        self._scheduler.pause()
        async with self._one_at_a_time:
            self._scheduler.shutdown(wait=False)
        while self._scheduler.running:
            await asyncio.sleep(0)  # the scheduler shuts down in the next turn of the event loop

    async def _ring(self, moment: datetime | None) -> None:
        if moment is not None:
            self._rung_for = moment
        async with self._one_at_a_time:
            if not self._stopping:
                await self._tick()


def _real_time(seconds: float) -> datetime:
    """The machine's time in so many seconds, 0 when they are past."""
    return datetime.now(UTC) + timedelta(seconds=max(seconds, 0.0))
