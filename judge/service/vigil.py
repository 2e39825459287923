"""The vigil: whether the judge stood still, or its machine's clock jumped, before anything is decided by the time."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from judge.desk.outage import move_on
from judge.service.house import House
from judge.service.keeping import report_behind, report_outage, report_shunted
from judge.store.store import Store
from judge.store.transaction import Transaction
from judge.wire.clock import SteadyClock

EVERY = timedelta(minutes=1)  # that the heartbeat is written
JUMP = timedelta(minutes=1)  # by which a clock has jumped; less is a correction

log = structlog.get_logger(__name__)


class Vigil:
    """Keeps the heartbeat, and sees to it that nobody loses time that the judge has lost.

    Shape: when it was not at work for longer than `limit`, or its clock went ahead by more than a minute beside what
    `monotonic` counts, deadlines are moved on by as much (`desk/outage.py`). When the machine's clock goes back the
    steady one stands still until it has caught up. Either way the keeper is told. A `limit` of 0 keeps no vigil.
    Rule: of several processes one at work is enough, and who sees first that time was lost does what follows from it,
    under the lock of the heartbeat; whoever sees it later finds the heartbeat of a later time, and does nothing.
    """

    def __init__(
        self,
        store: Store,
        house: House,
        clock: SteadyClock,
        limit: timedelta,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._house, self._clock, self._limit, self._monotonic = store, house, clock, limit, monotonic
        self._seen: tuple[datetime, float] | None = None
        self._behind = False

    def look(self) -> None:
        """Look at the clock, and set right what follows from it; before letters are read and turns are played."""
        if not self._limit:
            return
        if self._seen is None:
            self._take_up()
        now = self._clock.now()
        behind = self._clock.behind() > JUMP
        quiet = self._seen is not None and now - self._seen[0] < EVERY
        if quiet and behind == self._behind:
            return
        with self._store.begin() as tx:
            last = tx.last_beat()
            if behind and not self._behind and not tx.posted_since("trouble/clock/", now - EVERY):
                log.warning("clock.behind", now=now.isoformat(), by=str(self._clock.behind()))
                report_behind(tx, self._house, now, self._clock.behind())
            stopped = self._stopped(last, now)
            if stopped is not None:
                self._go_on(tx, stopped, now)
            tx.beat(now)
            report_shunted(tx, self._house, now)
        self._seen, self._behind = (now, self._monotonic()), behind

    def _take_up(self) -> None:
        """Time does not begin before the judge was last at work."""
        with self._store.reading() as tx:
            last = tx.beat_seen()
        if last is not None:
            self._clock.hold(last)

    def _stopped(self, last: datetime | None, now: datetime) -> datetime | None:
        """Since when the judge has stood still, None when it has not."""
        if last is not None and now - last > self._limit:
            return last
        if self._seen is None:
            return None
        jumped = now - self._seen[0] - timedelta(seconds=self._monotonic() - self._seen[1])
        before = now - jumped
        return before if jumped > JUMP and (last is None or last <= before + JUMP / 2) else None

    def _go_on(self, tx: Transaction, stopped: datetime, now: datetime) -> None:
        office = self._house.office(now, f"outage/{stopped:%Y%m%dT%H%M%SZ}")
        moved = []
        for name in tx.running_games():
            game = tx.game(name)
            effects = move_on(office, game, stopped) if game is not None else ()
            if effects:
                moved.append(name)
                tx.apply(effects, now=now, letter=None, freeze=self._house.freezer(now))
        log.warning("outage", since=stopped.isoformat(), games=moved)
        report_outage(tx, self._house, now, stopped, tuple(moved))
