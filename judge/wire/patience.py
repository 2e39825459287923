"""How long a letter may take to be read: less and less while one after the other keeps its reader waiting."""

import time
from collections.abc import Callable

FIRST = 1.0  # seconds that letters read for the first time may waste together; each may have half of what is left
LEAST = 0.1  # seconds for a letter however many have hung; a usual one takes a few thousandths
AGAIN = 2.5  # seconds for a letter that has hung before, for which nothing waits when it begins
REGAINED = 0.05  # of each second that passes


class Patience:
    """The seconds that each letter may keep its reader, so that an honest one is answered within five.

    A letter that hangs is set back behind all that have not been tried, and has longer then, because what comes
    meanwhile waits for it alone. Those that are read for the first time share a stretch of time: the first may take
    half of it, the next half of what is left, so that any number of them in a row cost little more than the whole.
    (Each is given its time while the one before it is read, so it may have as long as that one.) What has been wasted
    is regained little by little.

    Shape: `again` seconds for a letter that was tried before, `first` seconds to be shared; `timer` counts seconds.
    """

    def __init__(self, again: float = AGAIN, first: float = FIRST, timer: Callable[[], float] = time.monotonic) -> None:
        self._again, self._first, self._timer = again, first, timer
        self._left, self._seen = first, timer()

    def with_letter(self, attempts: int) -> float:
        """The seconds that a letter may take in its so-manieth attempt; the first is 1."""
        if attempts > 1:
            return self._again
        now = self._timer()
        self._left = min(self._left + (now - self._seen) * REGAINED, self._first)
        self._seen = now
        return max(self._left / 2, LEAST)

    def wasted(self, attempts: int, seconds: float) -> None:
        """A letter has taken all its time in this attempt, and was not read."""
        if attempts <= 1:
            self._left = max(self._left - seconds, 0.0)
