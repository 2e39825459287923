"""The bell between the processes of a judge on one PostgreSQL: who has put something into the database rings it.

It is LISTEN and NOTIFY. Nothing depends on it: a ring that is lost costs the seconds until everybody looks by himself.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, get_args

import psycopg
import structlog

# letters to be answered, turns to be played, a clock to be aimed anew, mails, pictures, and pages of the archive
Ring = Literal["letters", "turns", "clock", "mails", "pictures", "pages"]
RINGS: tuple[Ring, ...] = get_args(Ring)
CHANNEL = "judge"
_APART = 0.01  # seconds between two rings, so that many commits share one
_AGAIN = 1.0  # seconds until the next try when the database is away

log = structlog.get_logger(__name__)


class Bell:
    """Hears what other processes ring, and rings for them; `start`, `ring` and `stop` in one event loop.

    Shape: `heard` is called with what was rung, and with everything whenever the bell may have been missed.
    """

    def __init__(self, database: str, heard: Callable[[Ring], None]) -> None:
        self._database, self._heard = database, heard
        self._rung: set[Ring] = set()
        self._to_ring = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen."""
        self._tasks = [
            asyncio.create_task(self._forever(self._listen), name="judge bell listens"),
            asyncio.create_task(self._forever(self._pull), name="judge bell rings"),
        ]

    def ring(self, *what: Ring) -> None:
        """Tell all processes, this one too, that there is something to look for."""
        self._rung.update(what)
        self._to_ring.set()

    async def stop(self) -> None:
        """Ring and listen no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _forever(self, work: Callable[[psycopg.AsyncConnection], Awaitable[None]]) -> None:
        """Do it on a connection of its own, and on a new one whenever that ends."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._database, autocommit=True) as connection:
                    await work(connection)
            except psycopg.Error as trouble:
                log.warning("bell.trouble", trouble=str(trouble).partition("\n")[0])
            await asyncio.sleep(_AGAIN)

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        for ring in RINGS:
            self._heard(ring)
        async for note in connection.notifies():
            if note.payload in RINGS:
                self._heard(note.payload)

    async def _pull(self, connection: psycopg.AsyncConnection) -> None:
        while True:
            await self._to_ring.wait()
            self._to_ring.clear()
            rung, self._rung = self._rung, set()
            for one in sorted(rung):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, one))
            await asyncio.sleep(_APART)
