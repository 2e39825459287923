"""A whole judge on a folder but for its sockets, that may die at any crash point and is then begun anew."""

import asyncio
import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text

from judge import errors
from judge.mail.dedupe import fingerprint
from judge.service.house import House
from judge.service.letters import Letters
from judge.service.post import Post
from judge.service.turns import Turns
from judge.service.vigil import Vigil
from judge.store.arrivals import Arrival
from judge.store.store import Store
from judge.store.transaction import Transaction
from judge.wire.clock import SteadyClock
from tests.service.conftest import ReaderHere

ROOT = Path(__file__).resolve().parents[2]
ADDRESS, SECRET = "judge@judge.example", b"s" * 32
OUTAGE = timedelta(hours=6)
BATCH = 25  # letters answered before turns are looked at, as the server does


class Died(BaseException):
    """The judge's process is no more."""


class MortalStore(Store):
    """A store of a process that may be dead: then nothing is written any more, whatever its last words would be."""

    dead = False

    @contextmanager
    def begin(self, *, knowing: bool = False) -> Iterator[Transaction]:
        if self.dead:
            raise Died
        with super().begin(knowing=knowing) as tx:
            yield tx
            if self.dead:
                raise Died


class Wall:
    """The machine's clock, which goes as it is set, backward too."""

    def __init__(self, now: datetime) -> None:
        self.shown = now

    def now(self) -> datetime:
        return self.shown

    def seconds_until(self, moment: datetime) -> float:
        return (moment - self.shown).total_seconds()


class Sink:
    """The next mail server: a file of all that it has taken, so that it outlives whoever hands it something."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "sink.jsonl"
        self._read = 0

    async def deliver(self, mail_from: str, to: str, raw: bytes) -> None:
        line = json.dumps([mail_from, to, base64.b64encode(raw).decode()]) + "\n"
        with self._path.open("a") as file:
            file.write(line)

    async def close(self) -> None:
        """Nothing is held open."""

    def take_new(self) -> list[tuple[str, str, bytes]]:
        """What has come since the last look: return path, recipient, bytes."""
        if not self._path.exists():
            return []
        with self._path.open() as file:
            file.seek(self._read)
            lines = file.readlines()
            self._read = file.tell()
        return [(path, to, base64.b64decode(raw)) for path, to, raw in map(json.loads, lines)]


class Site:
    """The judge of a folder. `wall` is the machine's clock, `stopwatch` its monotonic one."""

    def __init__(self, folder: Path, now: datetime, stopwatch: float = 0.0) -> None:
        self.folder, self.wall, self.stopwatch = folder, Wall(now), stopwatch
        self.sink = Sink(folder)
        self.start()

    def start(self) -> None:
        """A process begins, and takes up what was left lying."""
        self.store = MortalStore(f"sqlite:///{self.folder}/judge.sqlite")
        self.clock = SteadyClock(self.wall)
        house = House(address=ADDRESS, secret=SECRET, clock=self.clock.now, seeds=lambda cause: f"seed of {cause}")
        self.letters = Letters(self.store, house, ReaderHere())
        self.turns = Turns(self.store, house, self.letters)
        self.post = Post(self.store, self.sink, house)
        self.vigil = Vigil(self.store, house, self.clock, OUTAGE, monotonic=lambda: self.stopwatch)
        self.vigil.look()
        with self.store.begin() as tx:
            tx.release_claims(self.clock.now())

    def stop(self) -> None:
        self.store.dispose()

    def put(self, raw: bytes, to: str, mail_from: str) -> int:
        """A mail has come over the wire and is kept; the number of its letter."""
        arrival = Arrival(
            raw=raw, mail_from=mail_from, recipients=(to,), peer="test", received_at=self.clock.now(),
            fingerprint=fingerprint(raw),
        )  # fmt: skip
        return self.store.accept([arrival], self.clock.now())[0]

    def work(self) -> None:
        """The server's rounds until nothing is left to be done."""
        while True:
            self.vigil.look()
            more = self.letters.answer_some(BATCH)
            played = self.turns.play_due(self.clock.now())
            sent = asyncio.run(self._send())
            if not (more or played or sent):
                return

    async def _send(self) -> int:
        mails = self.post.claim()
        for mail in mails:
            await self.post.deliver(mail)
        return len(mails)

    @contextmanager
    def dying_at(self, point: str, passes: int) -> Iterator[None]:
        """Within the block the judge dies when it comes to the point so often, and `Died` is raised."""

        def die() -> None:
            self.store.dead = True
            raise Died

        kill, errors.die = errors.die, die
        errors.passed.clear()
        errors.crash_at = f"{point}:{passes}"
        try:
            yield
        finally:
            errors.die = kill
            errors.crash_at = ""

    def work_and_die(self, point: str, passes: int) -> bool:
        """Whether the judge has died while it worked; another has begun then, which has done nothing yet."""
        try:
            with self.dying_at(point, passes):
                self.work()
        except Died:
            self.stop()
            self.start()
            return True
        return False

    def work_elsewhere_and_die(self, point: str, passes: int) -> bool:
        """The same in a process of its own, which is killed."""
        self.stop()
        told = json.dumps([str(self.folder), self.wall.shown.timestamp(), self.stopwatch])
        run = subprocess.run(
            [sys.executable, "-c", "from tests.machine.site import live; live()", told],
            env=os.environ | {"JUDGE_CRASH_AT": f"{point}:{passes}", "PYTHONPATH": str(ROOT)}, check=False,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self.start()
        assert run.returncode in (0, -9), run.returncode
        return run.returncode == -9

    def ask(self, query: str) -> list[tuple]:
        with self.store.reading() as tx:
            return [tuple(row) for row in tx.session.execute(text(query))]


def live() -> None:
    """The life of a process that is to be killed."""
    folder, now, stopwatch = json.loads(sys.argv[1])
    Site(Path(folder), datetime.fromtimestamp(now, UTC), stopwatch).work()
