"""Whose turn it is to write: SQLite has one writer at a time, and those who wait for it are served in their order."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from judge.errors import DatabaseError


class Turns:
    """A lock that is handed on to whoever has waited longest.

    Rule: whoever lets it go and wants it again at once comes last. SQLite itself lets waiters sleep and look again,
    ever longer, and a letter that is to be stored would find it taken by the worker time and again.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._inside = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The turn, for the length of the block. Refuses: DatabaseError after so many seconds of patience."""
        self._take()
        try:
            yield
        finally:
            self._hand_on()

    def _take(self) -> None:
        with self._inside:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=self._patience):
            return
        with self._inside:
            if mine in self._waiting:
                self._waiting.remove(mine)
                raise DatabaseError(f"the database was not free to write for {self._patience:g} seconds")

    def _hand_on(self) -> None:
        with self._inside:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
