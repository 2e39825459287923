"""One running judge: the listener, the worker that answers letters and plays turns, the sender, artists, the alarm.

Letters and turns are decided by one worker thread, one after the other; mails go out beside it. Whatever is
interrupted is found again in the database: that is the only queue.
"""

import asyncio
import os
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

import structlog

from judge.errors import SettingError
from judge.mail.addresses import read_recipient
from judge.mail.signing import Signer
from judge.service.drawing import Drawing
from judge.service.exhibition import Exhibition
from judge.service.house import House
from judge.service.keeping import report_shunted
from judge.service.letters import Letters
from judge.service.post import Post
from judge.service.turns import Turns
from judge.service.vigil import Vigil
from judge.settings import Settings
from judge.store.arrivals import Arrival
from judge.store.figures import Figures, take_figures
from judge.store.store import Store
from judge.variants import find_variant
from judge.wire.artist import Artist, WorkerArtist
from judge.wire.clock import Clock, SteadyClock
from judge.wire.listener import Listener, tls_context
from judge.wire.metrics import MetricsServer
from judge.wire.names import Names
from judge.wire.reader import Reader, WorkerReader
from judge.wire.scheduler import Alarm
from judge.wire.sender import Delivery, make_delivery

ARTISTS = min(os.cpu_count() or 1, 2)  # pictures that are drawn at the same time
LETTERS_A_ROUND = 25  # answered before the loop looks at deadlines and the alarm again

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")


def ready_store(settings: Settings, now: datetime, *, upgrade: bool = True) -> Store:
    """The database of the settings with this program's tables.

    Refuses: DatabaseError when it is newer, or older and not to be upgraded, or cannot be had.
    """
    store = Store(settings.database, find_variant)
    if upgrade:
        store.upgrade(now)
    store.check()
    return store


def make_house(settings: Settings, clock: Clock, names: Names | None = None, *, era: int = 0) -> House:
    """The judge's own facts from its settings, and its database's era. Refuses: SettingError for a useless key."""
    return House(
        address=settings.address,
        name=settings.name,
        secret=settings.secret_key,
        keeper=settings.keeper,
        authserv_id=settings.authserv_id,
        signer=make_signer(settings),
        names=(names or Names()).for_letter,
        clock=clock.now,
        pictures=settings.picture_wait > 0,
        era=era,
    )


def make_signer(settings: Settings) -> Signer | None:
    """What signs outgoing mails, None when nothing does. Refuses: SettingError for a key that cannot sign."""
    if settings.dkim_key is None:
        return None
    try:
        return Signer(settings.dkim_key.read_bytes(), domain=settings.host, selector=settings.dkim_selector)
    except (OSError, ValueError) as trouble:
        raise SettingError(f"dkim_key (JUDGE_DKIM_KEY): {trouble}") from trouble


class Server:
    """A whole judge in one process; `start`, then `stop`, in one event loop.

    Shape: `port` is where it listens once started; the clock, the delivery, the DNS, the reader and what makes artists
    may be given by tests and the demo; `sockets` those that are open already for letters to come in.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store,
        clock: Clock,
        delivery: Delivery | None = None,
        names: Names | None = None,
        reader: Reader | None = None,
        artist: Callable[[], Artist] = WorkerArtist,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        self.settings = settings
        self.clock = SteadyClock(clock)
        self.store = store
        self.house = make_house(settings, self.clock, names, era=store.era())
        self._reader = reader or WorkerReader(settings.address)
        self._letters = Letters(self.store, self.house, self._reader)
        self._vigil = Vigil(store, self.house, self.clock, timedelta(minutes=settings.outage))
        self._turns = Turns(self.store, self.house, self._letters)
        self._delivery = delivery or make_delivery(settings.delivery)
        self._post = Post(self.store, self._delivery, self.house)
        wait = timedelta(seconds=settings.picture_wait)
        self._drawings = [Drawing(store, self.house, artist(), wait) for _ in range(ARTISTS)]
        tls = tls_context(settings.tls_cert, settings.tls_key) if settings.tls_cert and settings.tls_key else None
        self.listener = Listener(
            settings.listen, accept=self._accept, knows=self._knows, clock=self.clock, hostname=settings.host, tls=tls,
            sockets=sockets,
        )  # fmt: skip
        self._alarm = Alarm(self._tick, self.clock)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge-worker")
        self._something_came = asyncio.Event()
        self._artists = ThreadPoolExecutor(max_workers=ARTISTS, thread_name_prefix="judge-artist")
        self._something_goes = asyncio.Event()
        self._something_to_draw = asyncio.Event()
        self._exhibition = None if settings.archive is None else Exhibition(store, settings.archive, settings.name)
        self._something_to_show = asyncio.Event()
        self._stopping = False
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.metrics: MetricsServer | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.listener.port

    async def start(self) -> None:
        """Listen, and take up what was left lying. Refuses: SettingError, DatabaseError.

        Shape: it listens first, so that a second judge that was started by mistake stops at the port that is taken,
        before it lays its hands on what the first one is at.
        """
        self._loop = asyncio.get_running_loop()
        await self.listener.start()
        await self._in_worker(self._take_up)
        self._tasks = [
            asyncio.create_task(self._forever(self._work, "worker"), name="judge worker"),
            asyncio.create_task(self._forever(self._send, "sender"), name="judge sender"),
            *(
                asyncio.create_task(self._forever(partial(self._draw, one), "artist"), name="judge artist")
                for one in self._drawings
            ),
            *(
                asyncio.create_task(self._forever(partial(self._show, one), "archive"), name="judge archive")
                for one in (self._exhibition,)
                if one is not None
            ),
        ]
        self._alarm.start()
        if self.settings.metrics is not None:
            self.metrics = MetricsServer(self.settings.metrics, self._figures)

    async def stop(self) -> None:
        """Take no more letters, finish what is under way, and close everything."""
        self._stopping = True
        self._ending.set()
        await self.listener.stop()
        await self._alarm.stop()
        self.wake()
        await asyncio.gather(*self._tasks)
        self._worker.shutdown()
        self._artists.shutdown()
        for drawing in self._drawings:
            drawing.close()
        self._reader.close()
        await self._delivery.close()
        if self.metrics is not None:
            await asyncio.to_thread(self.metrics.close)
        self.store.dispose()

    def _take_up(self) -> None:
        """What a process before this one had in hand is to be done by this one, after a look at the clock."""
        self._vigil.look()
        with self.store.begin() as tx:
            tx.release_claims(self.clock.now())
            report_shunted(tx, self.house, self.clock.now())

    def _figures(self) -> Figures:
        with self.store.reading() as tx:
            return take_figures(tx.session, self.clock.now())

    def _accept(self, arrivals: Sequence[Arrival]) -> None:
        self.store.accept(arrivals, self.clock.now())
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._something_came.set)

    def _knows(self, recipient: str) -> bool:
        return read_recipient(recipient, self.settings.address) is not None

    def wake(self) -> None:
        """Look at once for what is due; called in the event loop."""
        self._something_came.set()
        self._something_goes.set()
        self._something_to_draw.set()
        self._something_to_show.set()

    async def _tick(self) -> None:
        self.wake()

    async def _forever(self, take_turn: Callable[[], Awaitable[None]], name: str) -> None:
        """Run a loop's rounds until the judge stops; a round that fails is logged and the next one begins."""
        while not self._stopping:
            try:
                await take_turn()
            except Exception:
                log.exception("loop.trouble", loop=name)
                await asyncio.sleep(1)

    async def _work(self) -> None:
        """One round: look at the clock, answer letters, play what is due, aim the alarm; sleep when all is done."""
        self._something_came.clear()
        await self._in_worker(self._vigil.look)
        more = await self._in_worker(lambda: self._letters.answer_some(LETTERS_A_ROUND))
        now = self.clock.now()
        await self.listener.settle()  # what came before now is stored, so a deadline at now misses nothing
        played = await self._in_worker(lambda: self._turns.play_due(now))
        self._something_goes.set()
        self._something_to_draw.set()
        self._alarm.aim(await self._in_worker(self._turns.next_moment))
        if played:
            self._something_to_show.set()
        if not more and not played and not self._stopping:
            await self._something_came.wait()

    async def _send(self) -> None:
        """One round: send the mails that are due; sleep when there are none."""
        self._something_goes.clear()
        mails = await asyncio.to_thread(self._post.claim)
        await asyncio.gather(*(self._post.deliver(mail) for mail in mails))
        if not mails and not self._stopping:
            await self._something_goes.wait()

    async def _draw(self, drawing: Drawing) -> None:
        """One round: draw a picture, and let the mails go that waited for it; sleep when there is none."""
        self._something_to_draw.clear()
        if await asyncio.get_running_loop().run_in_executor(self._artists, drawing.draw_next):
            self._something_goes.set()
            self._something_to_draw.set()  # there may be more, for the others as well
        elif not self._stopping:
            await self._something_to_draw.wait()

    async def _show(self, exhibition: Exhibition) -> None:
        """One round: write the pages in which something has changed; sleep until there may be more."""
        begun = time.monotonic()
        self._something_to_show.clear()
        await asyncio.to_thread(exhibition.refresh)
        pause = (time.monotonic() - begun) * 10  # a tenth of the time at most goes into pages
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), pause)
        if not self._stopping:
            await self._something_to_show.wait()

    async def _in_worker(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)
