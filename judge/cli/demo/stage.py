"""A judge for a play: a whole server on a free port, in a thread of its own, with a clock that can be set."""

import asyncio
import threading
from datetime import timedelta
from pathlib import Path
from types import TracebackType

from judge.service.server import Server, ready_store
from judge.settings import ListenAddress, MaildirFolder, Settings, load_settings
from judge.wire.clock import SetClock
from judge.wire.reader import Reader

PATIENCE = 30.0  # seconds for a start or a stop


def stage_settings(
    folder: Path, *, database: str | None = None, address: str = "judge@judge.example", pictures: bool = False
) -> Settings:
    """The settings of a judge that lives in one folder and listens on a free port of this machine.

    Shape: mails wait for `pictures` only when asked for, since a play of many turns would wait for each.
    """
    return load_settings(
        given={
            "var": folder,
            "database": database or f"sqlite:///{folder}/judge.db",
            "listen": ListenAddress("127.0.0.1", 0),
            "delivery": MaildirFolder(folder / "mail"),
            "address": address,
            "picture_wait": 120 if pictures else 0,
            "outage": 0,  # its clock jumps, and is meant to
        }
    )


class Stage:
    """A running judge: `with Stage(settings, clock) as stage: ... stage.port`. Leaving the block stops it.

    Shape: `reader` is closed with the judge; a process of its own when none is given.
    Refuses: whatever the start of the server refuses.
    """

    def __init__(self, settings: Settings, clock: SetClock, reader: Reader | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self.reader = reader
        self.port = 0
        self._started = threading.Event()
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: Server | None = None
        self._trouble: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="judge-stage")

    def __enter__(self) -> "Stage":
        self._thread.start()
        self._started.wait(PATIENCE)
        if self._trouble is not None:
            self._thread.join()
            raise self._trouble
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None and self._stop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)

    def advance(self, by: timedelta) -> None:
        """Move the clock on, and have the judge look at it at once."""
        self.clock.advance(by)
        if self._loop is not None and self._server is not None:
            self._loop.call_soon_threadsafe(self._server.wake)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as trouble:
            self._trouble = trouble
        finally:
            self._started.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        store = ready_store(self.settings, self.clock.now())
        self._server = Server(self.settings, store=store, clock=self.clock, reader=self.reader)
        await self._server.start()
        self.port = self._server.port
        self._started.set()
        await self._stop.wait()
        await self._server.stop()
