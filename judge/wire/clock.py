"""What time it is. One clock is handed to everything that asks; nothing else reads the machine's."""

import math
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

_ASKED = 5  # times at first; the quickest answer errs least


class Clock(Protocol):
    """Says what time it is, and how long to sleep until a moment."""

    def now(self) -> datetime:
        """The time, UTC. It may be asked from any thread."""
        ...

    def seconds_until(self, moment: datetime) -> float:
        """Real seconds until this clock shows the moment, 0 or less when it has, infinite when it never will."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The time, UTC."""
        return datetime.now(UTC)

    def seconds_until(self, moment: datetime) -> float:
        """Real seconds until the moment."""
        return (moment - self.now()).total_seconds()


class DatabaseClock:
    """The clock of the database's machine, which all machines of one judge go by, whatever their own clocks show.

    Shape: `ask` says what time it is there; between two `look`s time goes by as this machine counts it, so that no
    change of its own clock is seen.
    """

    def __init__(self, ask: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._ask, self._monotonic = ask, monotonic
        self._lock = threading.Lock()
        self._seen = min((self._ask_now() for _ in range(_ASKED)), key=lambda seen: seen[2])

    def now(self) -> datetime:
        """The time, UTC."""
        with self._lock:
            shown, counted, _ = self._seen
        return shown + timedelta(seconds=self._monotonic() - counted)

    def look(self) -> None:
        """Ask once more; to be called every few seconds. Raises what `ask` does."""
        seen = self._ask_now()
        shown, counted, doubt = seen
        with self._lock:
            known = self._seen[0] + timedelta(seconds=counted - self._seen[1])
            if doubt <= self._seen[2] or abs(shown - known) > timedelta(seconds=doubt):
                self._seen = seen  # else what is known is the better answer

    def seconds_until(self, moment: datetime) -> float:
        """Real seconds until the moment."""
        return (moment - self.now()).total_seconds()

    def _ask_now(self) -> tuple[datetime, float, float]:
        """What the database shows, what this machine counted then, half way to the answer, and by how much it errs."""
        before = self._monotonic()
        shown = self._ask()
        doubt = (self._monotonic() - before) / 2
        return shown, before + doubt, doubt


class SteadyClock:
    """A clock that never goes back: where the one behind it does, it stands still until that has caught up.

    Not: a step forward; for that see the vigil.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest = datetime.min.replace(tzinfo=UTC)
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The time, UTC, no earlier than any that it has shown."""
        return self.hold(self._clock.now())

    def hold(self, moment: datetime) -> datetime:
        """From now on no earlier time than this is shown; what it shows now, at least."""
        with self._lock:
            self._latest = max(self._latest, moment)
            return self._latest

    def behind(self) -> timedelta:
        """How far the clock behind this one has to go until this one goes on."""
        return max(self.now() - self._clock.now(), timedelta(0))

    def seconds_until(self, moment: datetime) -> float:
        """Real seconds until the moment."""
        return self._clock.seconds_until(moment)


class SetClock:
    """A clock that is set by hand, for tests and the demo.

    Units: it goes `speed` seconds in a real second; 0, the default, stands still until it is moved.
    Shape: it never goes backward.
    """

    def __init__(self, start: datetime, speed: float = 0.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        if speed < 0 or start.tzinfo is None:
            raise ValueError("a clock starts at an aware time and goes forward")
        self._shown = start.astimezone(UTC)
        self._speed = speed
        self._monotonic = monotonic
        self._set_at = monotonic()
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The time this clock shows, UTC."""
        with self._lock:
            return self._now()

    def advance(self, by: timedelta) -> datetime:
        """Move the clock on, and say what it shows now. Refuses: ValueError for a move backward."""
        if by < timedelta():
            raise ValueError("the clock goes forward only")
        with self._lock:
            self._shown, self._set_at = self._now() + by, self._monotonic()
            return self._shown

    def advance_to(self, moment: datetime) -> datetime:
        """Move the clock on to a moment, or leave it when it is past that already; say what it shows now."""
        with self._lock:
            self._shown, self._set_at = max(self._now(), moment.astimezone(UTC)), self._monotonic()
            return self._shown

    def seconds_until(self, moment: datetime) -> float:
        """Real seconds until this clock shows the moment."""
        left = (moment - self.now()).total_seconds()
        if left <= 0 or self._speed == 0:
            return 0.0 if left <= 0 else math.inf
        return left / self._speed

    def _now(self) -> datetime:
        return self._shown + timedelta(seconds=(self._monotonic() - self._set_at) * self._speed)
