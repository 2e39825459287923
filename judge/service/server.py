"""One running judge: the listener, the worker that answers letters and plays turns, the sender, artists, the alarm.

Letters and turns are decided by one worker thread, one after the other; mails go out beside it. Whatever is
interrupted is found again in the database: that is the only queue. On PostgreSQL its parts may be processes of their
own, any number of each, which wake each other by its bell.
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
from judge.settings import Role, Settings
from judge.store.arrivals import Arrival
from judge.store.figures import Figures, take_figures
from judge.store.store import Store
from judge.variants import find_variant
from judge.wire.artist import Artist, WorkerArtist
from judge.wire.bell import RINGS, Bell, Ring
from judge.wire.clock import Clock, DatabaseClock, SteadyClock, SystemClock
from judge.wire.listener import Listener, tls_context
from judge.wire.metrics import MetricsServer
from judge.wire.names import Names
from judge.wire.reader import Reader, WorkerReader
from judge.wire.scheduler import Alarm
from judge.wire.sender import Delivery, make_delivery

ARTISTS = min(os.cpu_count() or 1, 2)  # pictures that are drawn at the same time
LETTERS_A_ROUND = 25  # answered before the loop looks at deadlines and the alarm again
TURNS_A_ROUND = 1.0  # seconds of playing turns before letters are answered again
AGAIN = 0.1  # seconds until a turn is looked at once more that had to wait for another worker
NUDGE = 0.5  # seconds between two rings for turns that are due
SETTLE = timedelta(seconds=1)  # that a letter takes at most until its storing begins
CLOCKS_DIFFER = timedelta(seconds=0.2)  # by so much at the most, among processes that go by the database's
UPKEEP = 10.0  # seconds between two looks at the database's clock

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


def ready_server(
    settings: Settings, role: Role = Role.ALL, *, upgrade: bool = True, sockets: Sequence[socket.socket] = ()
) -> "Server":
    """A judge of the settings, or a part of one, to be started.

    Shape: where several processes may share the database they go by its clock.
    Refuses: SettingError, as for a part of a judge on SQLite; DatabaseError.
    """
    if role is not Role.ALL and settings.database.startswith("sqlite"):
        raise SettingError(
            f"--role {role}: on SQLite one process does everything; several need `database` to be postgresql://…"
        )
    store = ready_store(settings, SystemClock().now(), upgrade=upgrade)
    if not store.shared:
        return Server(settings, store=store, clock=SystemClock(), role=role, sockets=sockets)
    clock = DatabaseClock(store.moment)
    return Server(settings, store=store, clock=clock, role=role, settle=SETTLE, sockets=sockets)


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
    """A judge, whole or one part of it, in one process; `start`, then `stop`, in one event loop.

    Shape: `port` is where it listens once started, 0 when it does not; the clock, the delivery, the DNS, the reader and
    what makes artists may be given by tests and the demo; `sockets` those that are open already for letters to come in.
    Where several processes share the database the clock is to be the same for all, and `settle` what a letter may take
    at most from its arrival into the database.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store,
        clock: Clock,
        role: Role = Role.ALL,
        settle: timedelta = timedelta(),
        delivery: Delivery | None = None,
        names: Names | None = None,
        reader: Reader | None = None,
        artist: Callable[[], Artist] = WorkerArtist,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        self.settings, self.role, self._settle = settings, role, settle
        self.clock = SteadyClock(clock)
        self._time = clock
        self.store = store
        self.house = make_house(settings, self.clock, names, era=store.era())
        self._lease = timedelta(seconds=settings.lease)
        self._reader = reader or WorkerReader(settings.address)
        self._letters = Letters(self.store, self.house, self._reader, self._lease)
        self._vigil = Vigil(store, self.house, self.clock, timedelta(minutes=settings.outage))
        self._turns = Turns(self.store, self.house, self._letters, settle)
        self._delivery = delivery or make_delivery(settings.delivery)
        self._post = Post(self.store, self._delivery, self.house, self._lease)
        wait = timedelta(seconds=settings.picture_wait)
        artists = ARTISTS if role.does(Role.DRAW) else 0
        self._drawings = [Drawing(store, self.house, artist(), wait) for _ in range(artists)]
        self.listener = self._make_listener(sockets) if role.does(Role.LISTEN) else None
        self._bell = Bell(store.address, self._heard) if store.shared else None
        self._alarm = Alarm(self._tick, self.clock)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge-worker")
        self._something_came = asyncio.Event()
        self._artists = ThreadPoolExecutor(max_workers=ARTISTS, thread_name_prefix="judge-artist")
        self._something_goes = asyncio.Event()
        self._something_to_draw = asyncio.Event()
        archive = settings.archive if role.does(Role.TICK) else None
        self._exhibition = None if archive is None else Exhibition(store, archive, settings.name)
        self._something_to_show = asyncio.Event()
        self._clock_changes = asyncio.Event()
        self._stopping = False
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.metrics: MetricsServer | None = None

    def _make_listener(self, sockets: Sequence[socket.socket]) -> Listener:
        settings = self.settings
        tls = tls_context(settings.tls_cert, settings.tls_key) if settings.tls_cert and settings.tls_key else None
        return Listener(
            settings.listen, accept=self._accept, knows=self._knows, clock=self.clock, hostname=settings.host, tls=tls,
            sockets=sockets,
        )  # fmt: skip

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.listener.port if self.listener is not None else 0

    async def start(self) -> None:
        """Listen, and take up what was left lying. Refuses: SettingError, DatabaseError.

        Shape: it listens first, so that a second judge that was started by mistake stops at the port that is taken,
        before it lays its hands on what the first one is at.
        """
        self._loop = asyncio.get_running_loop()
        if self.listener is not None:
            await self.listener.start()
        await self._in_worker(self._take_up)
        loops: list[tuple[Role, Callable[[], Awaitable[None]], str]] = [
            (Role.WORK, self._work, "worker"),
            (Role.SEND, self._send, "sender"),
            *((Role.DRAW, partial(self._draw, one), "artist") for one in self._drawings),
            *((Role.TICK, partial(self._show, one), "archive") for one in (self._exhibition,) if one is not None),
        ]
        if self.role is Role.TICK:
            loops.append((Role.TICK, self._watch, "ticker"))
        self._tasks = [
            asyncio.create_task(self._forever(take_turn, name), name=f"judge {name}")
            for part, take_turn, name in loops
            if self.role.does(part)
        ]
        self._tasks.append(asyncio.create_task(self._keep_up(), name="judge upkeep"))
        if self._bell is not None:
            self._bell.start()
        self._alarm.start()
        places = self.settings.metrics
        place = None if places is None else places.of(self.role)
        if place is not None:
            self.metrics = MetricsServer(place, self._figures)

    async def stop(self) -> None:
        """Take no more letters, finish what is under way, and close everything."""
        self._stopping = True
        self._ending.set()
        if self.listener is not None:
            await self.listener.stop()
        await self._alarm.stop()
        self.wake()
        self._tasks.pop().cancel()
        await asyncio.gather(*self._tasks)
        if self._bell is not None:
            await self._bell.stop()
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
        """What a process before this one had in hand is to be done, after a look at the clock.

        Shape: by this one when it is alone; else those that are at work take it over when its leases end.
        """
        if self._keeps_vigil:
            self._vigil.look()
        self.store.presence.enter(self._release)

    def _release(self) -> None:
        with self.store.begin() as tx:
            tx.release_claims(self.clock.now())
            report_shunted(tx, self.house, self.clock.now())

    def _figures(self) -> Figures:
        with self.store.reading() as tx:
            return take_figures(tx.session, self.clock.now())

    @property
    def _keeps_vigil(self) -> bool:
        return self.role.does(Role.WORK) or self.role.does(Role.TICK)

    def _accept(self, arrivals: Sequence[Arrival]) -> None:
        # what has waited for longer than the turns wait may have missed a deadline, and is told so
        earliest = None if not self._settle else lambda: self.clock.now() - self._settle + CLOCKS_DIFFER
        self.store.accept(arrivals, self.clock.now(), earliest)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._ring, "letters")

    def _knows(self, recipient: str) -> bool:
        return read_recipient(recipient, self.settings.address) is not None

    def wake(self) -> None:
        """Look at once for what is due; called in the event loop."""
        for ring in RINGS:
            self._heard(ring)

    def _ring(self, *rings: Ring) -> None:
        """There is something to do, here or in another process."""
        for ring in rings:
            self._heard(ring)
        if self._bell is not None:
            self._bell.ring(*rings)

    def _heard(self, ring: Ring) -> None:
        match ring:
            case "letters" | "turns":
                self._something_came.set()
            case "clock":
                self._clock_changes.set()
            case "mails":
                self._something_goes.set()
            case "pictures":
                self._something_to_draw.set()
            case "pages":
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

    async def _keep_up(self) -> None:
        """Every few seconds: ask the database for the time, say that we are at work, renew what we have in hand."""
        while True:
            await asyncio.sleep(min(self._lease.total_seconds() / 3, UPKEEP))
            try:
                await asyncio.to_thread(self._renew)
            except Exception as trouble:
                log.warning("upkeep.trouble", trouble=repr(trouble).partition("\n")[0])

    def _renew(self) -> None:
        if isinstance(self._time, DatabaseClock):
            self._time.look()
        self.store.presence.hold()
        letters, mails = self._letters.held, self._post.held
        pictures = tuple(number for drawing in self._drawings for number in drawing.held)
        if letters or mails or pictures:
            with self.store.begin(knowing=True) as tx:
                until = self.clock.now() + self._lease
                tx.renew_leases(until, letters=letters, mails=mails, pictures=pictures)

    async def _work(self) -> None:
        """One round: look at the clock, answer letters, play what is due, aim the alarm; sleep when all is done."""
        self._something_came.clear()
        await self._in_worker(self._vigil.look)
        more = await self._in_worker(lambda: self._letters.answer_some(LETTERS_A_ROUND))
        now = self.clock.now()
        if self.listener is not None:
            await self.listener.settle()  # what came before now is stored, so a deadline at now misses nothing
        played = await self._in_worker(lambda: self._turns.play_due(now, TURNS_A_ROUND))
        if more or played:
            self._ring("mails", "pictures", "clock")
        if played:
            self._ring("pages")
        if self.role.does(Role.TICK):
            self._alarm.aim(await self._in_worker(self._turns.next_moment))
        if not more and not played and not self._stopping:
            await _wait(self._something_came, AGAIN if self._turns.held_up else None)

    async def _watch(self) -> None:
        """One round of a process that only watches the clock: wake the workers when something is due, aim the alarm."""
        self._clock_changes.clear()
        await self._in_worker(self._vigil.look)
        due = await self._in_worker(lambda: self._turns.is_due(self.clock.now()))
        if due:
            self._ring("turns")
        self._alarm.aim(await self._in_worker(self._turns.next_moment))
        if not self._stopping:
            await asyncio.sleep(NUDGE if due else 0)
            await _wait(self._clock_changes, NUDGE if due else None)

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
            self._ring("mails", "pictures")  # there may be more, for the others as well
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


async def _wait(event: asyncio.Event, seconds: float | None) -> None:
    """Wait for an event, at most so many seconds."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
