"""A judge of many processes on one PostgreSQL, which can be killed one by one; games that people play by mail there."""

import os
import random
import select
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import text

from judge.adjudication.legality import kinds_now
from judge.board import province_of
from judge.desk.effects import AddGame, AddPlayer, AddSeat, ConfirmPlayer
from judge.desk.identity import player_tag
from judge.desk.snapshot import Game, GameSettings, Player, Role, Seat
from judge.game.kinds import OrderKind
from judge.game.orders import Hold, Order, Waive
from judge.game.wording import word_order
from judge.mail.addresses import tagged
from judge.store.inbox import ATTEMPTS
from judge.store.store import Store
from judge.store.transaction import Transaction
from judge.variants import find_variant
from tests.conftest import Postgres
from tests.kills.conftest import Sink

ROOT = Path(__file__).resolve().parents[2]
ADDRESS, KEEPER, SECRET = "judge@judge.example", "keeper@judge.example", "s" * 32
VARIANTS = ("standard", "colonial", "rapid-deployment", "seismic", "revolutionary-modern")
CREW = {
    "listener1": "listen", "listener2": "listen", "worker1": "work", "worker2": "work", "worker3": "work",
    "worker4": "work", "sender1": "send", "sender2": "send", "ticker": "tick",
}  # fmt: skip


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Fleet:
    """Two listeners, four workers, two senders and a ticker; who is killed is begun anew at once."""

    def __init__(
        self, folder: Path, postgres: Postgres, sink: Sink, *, variants: tuple[str, ...], lease: int, own_reader: bool
    ) -> None:
        self.folder, self.postgres = folder, postgres
        self.ports = {"listener1": free_port(), "listener2": free_port()}
        self.pids: dict[str, int] = {}
        self._handles: dict[str, int] = {}
        self.killed: Counter[str] = Counter()
        self.ahead = 0.0
        self._clock = folder / "clock"
        self._clock.write_text("0")
        env = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
        env |= {
            "PYTHONPATH": str(ROOT), "JUDGE_VAR": str(folder), "JUDGE_DATABASE": postgres.url, "JUDGE_SECRET": SECRET,
            "JUDGE_ADDRESS": ADDRESS, "JUDGE_KEEPER": KEEPER, "JUDGE_DELIVERY": f"smtp://127.0.0.1:{sink.port}",
            "JUDGE_PICTURE_WAIT": "0", "JUDGE_LEASE": str(lease),
        }  # fmt: skip
        with (folder / "nursery.log").open("w") as log:
            self._nursery = subprocess.Popen(
                [
                    sys.executable, "-m", "tests.fleet.nursery", str(self._clock), "own" if own_reader else "other",
                    *variants,
                ],
                cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip

    def start(self, *names: str) -> None:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        for name in names:
            self._nursery.stdin.write(f"{name} {CREW[name]} {self.ports.get(name, 0)}\n")
            self._nursery.stdin.flush()
            self.pids[name] = int(self._nursery.stdout.readline())
            self._close(name)
            self._handles[name] = os.pidfd_open(self.pids[name])

    def kill(self, name: str, sign: int = signal.SIGKILL) -> None:
        """By its handle, since the number of one that is dead may be another's by now."""
        try:
            signal.pidfd_send_signal(self._handles[name], sign)
        except ProcessLookupError:
            return
        self.killed[name] += sign == signal.SIGKILL

    def is_alive(self, name: str) -> bool:
        return not select.select([self._handles[name]], [], [], 0)[0]

    def _close(self, name: str) -> None:
        if name in self._handles:
            os.close(self._handles.pop(name))

    def set_ahead(self, by: timedelta) -> None:
        """The clock of everybody makes a step, as if that of the database's machine were set."""
        self.ahead += by.total_seconds()
        aside = self._clock.with_suffix(".new")
        aside.write_text(str(self.ahead))
        aside.replace(self._clock)

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.ahead)

    def end(self) -> None:
        for name in list(self._handles):
            self.kill(name)
            self._close(name)
        assert self._nursery.stdin is not None
        self._nursery.kill()
        self._nursery.communicate()


class Club:
    """People, and the games that they play; the same on every database that it is founded on."""

    def __init__(self, games: int, people: int, length: timedelta, variants: tuple[str, ...] = VARIANTS) -> None:
        self.games, self.people, self.length, self.variants = games, people, length, variants

    def found(self, store: Store) -> None:
        """Everybody is registered and every game is full; they begin when a judge looks at them."""
        settings = GameSettings(
            movement=self.length, retreat=self.length, adjustment=self.length, remind=(), delay=timedelta(days=7)
        )
        now = datetime(2026, 1, 1, tzinfo=UTC)
        with store.begin() as tx:
            for number in range(self.people):
                effects = (AddPlayer(f"Person {number}", f"p{number}@people.example"), ConfirmPlayer(0))
                tx.apply(effects, now=now, letter=None, freeze=bytes)
            ids = [tx.player_by_address(f"p{number}@people.example").id for number in range(self.people)]
            at = 0
            for number in range(self.games):
                name = self.variants[number % len(self.variants)]
                board = find_variant(name, None).board
                seats = [ids[(at + place) % len(ids)] for place in range(len(board.seats()))]
                at += len(seats)
                effects = (
                    AddGame(
                        name=f"game{number}", variant=name, on=None, settings=settings, seed=f"seed {number}",
                        master=ids[at % len(ids)],
                    ),
                    *(AddSeat(game=0, player=player, role=Role.PLAYER) for player in seats),
                )  # fmt: skip
                tx.apply(effects, now=now, letter=None, freeze=bytes)


def running(tx: Transaction) -> Iterator[Game]:
    """The games that are being played."""
    for name in tx.running_games():
        game = tx.game(name, lock=False)
        if game is not None and game.phase is not None:
            yield game


def orders_of(game: Game, seat: Seat, chance: random.Random) -> str:
    """Some order for each unit of a power and for each place it may build in, and one that is for none of these.

    A unit holds that can do nothing else, no build is waived; "" where there is nothing to order.
    """
    variant, position = find_variant(game.variant, game.on), game.phase.position
    offered: dict[str, dict[OrderKind, list[Order]]] = {}
    for kind in [kind for kind in kinds_now(variant, position).values() if kind.order is not Waive]:
        for order in kind.options(position, seat.power):
            offered.setdefault(province_of(order.at), {}).setdefault(kind, []).append(order)
    lines = []
    for kinds in offered.values():
        tried = sorted(kinds, key=lambda kind: (kind.order is Hold, chance.random()))
        possible = (
            order
            for kind in tried
            for order in chance.sample(kinds[kind], min(20, len(kinds[kind])))
            if kind.illegal(position, order, variant.rules) is None
        )
        lines += [word_order(position.board, order) for order in islice(possible, 1)]
    return "\n".join([f"PHASE {position.phase.tag}", *lines]) if lines else ""


def letter_of(game: Game, player: Player, words: str, number: int) -> tuple[str, str, bytes]:
    """Sender, recipient and bytes of a letter."""
    to = tagged(ADDRESS, player_tag(player, SECRET.encode()))
    head = f"From: {player.email}\nTo: {to}\nMessage-ID: <{number}@people.example>\n\n"
    return player.email, to, f"{head}GAME {game.name}\n{words}\n".replace("\n", "\r\n").encode()


def order_letters(tx: Transaction, number: int) -> list[tuple[str, str, bytes]]:
    """From each game in which anybody has something to order the letter of one of them."""
    found, chance = [], random.Random(number)
    for game in running(tx):
        ordering = ((seat, orders_of(game, seat, chance)) for seat in game.seats if seat.power)
        found += [letter_of(game, seat.player, words, number + game.id) for seat, words in ordering if words][:1]
    return found


class Load:
    """The people write, each to one of the listeners, and once more until it is taken."""

    def __init__(self, fleet: Fleet, store: Store, chance: random.Random, sessions: int = 4) -> None:
        self.fleet, self.store, self.chance = fleet, store, chance
        self.written = self.taken = self.again = 0
        self.stopping = False
        self._seen: set[int] = set()
        self._lock = threading.Lock()
        self._queues: list[list[tuple[datetime, str, str, bytes]]] = [[] for _ in range(sessions)]
        self._threads = [threading.Thread(target=self._send, args=(queue,)) for queue in self._queues]
        for thread in self._threads:
            thread.start()

    def write_orders(self, at_most: float = 0.25) -> None:
        """Everybody writes for the phases that have opened, of some games at a time: so many seconds."""
        until = time.monotonic() + at_most
        with self.store.reading() as tx:
            opened = tx.session.execute(
                text("SELECT id, game_id FROM phases WHERE state = 'open' ORDER BY deadline, id")
            )
            for phase, number in [row for row in opened if row[0] not in self._seen]:
                if time.monotonic() > until:
                    return
                game = tx.game_by_id(number, lock=False)
                if game is not None and game.phase is not None and game.phase.id == phase:
                    self._seen.add(phase)
                    self._write_for(game)

    def progress(self) -> int:
        """How far letters and mails have got."""
        with self.store.reading() as tx:
            return tx.session.scalar(text("SELECT count(*) FROM events WHERE kind IN ('done', 'sent', 'turn')")) or 0

    def last_tries(self) -> int:
        """How many letters somebody has in hand over which workers have died before, as often as is borne."""
        with self.store.reading() as tx:
            found = tx.session.scalar(
                text("SELECT count(*) FROM letters WHERE state = 'claimed' AND attempts >= :most"), {"most": ATTEMPTS}
            )
        return found or 0

    def finish(self, patience: float) -> None:
        """Until every letter that was written is taken."""
        until = time.monotonic() + patience
        while self.taken < self.written and time.monotonic() < until:
            time.sleep(0.05)
        self.stopping = True
        for thread in self._threads:
            thread.join(30)

    def _write_for(self, game: Game) -> None:
        for seat in game.seats:
            if seat.power is None:
                continue
            times = self.chance.choices((0, 1, 2), (1, 6, 2))[0]  # some stay silent, some think again
            for nth in range(times):
                if words := orders_of(game, seat, self.chance):
                    last = nth == 1 and self.chance.random() < 0.3  # at the last moment, or too late
                    self._write(game, seat, words, last=last)
            if self.chance.random() < 0.1:
                self._write(game, seat, "BROADCAST\nWe come in peace.\nENDPRESS", last=False)

    def _write(self, game: Game, seat: Seat, words: str, *, last: bool) -> None:
        self.written += 1
        sender, to, raw = letter_of(game, seat.player, words, self.written)
        when = game.phase.deadline + timedelta(seconds=self.chance.uniform(-0.4, 0.2)) if last else self.fleet.now()
        copies = 2 if self.chance.random() < 0.05 else 1
        self.written += copies - 1
        with self._lock:
            queue = self._queues[seat.player.id % len(self._queues)]
            queue.extend([(when, sender, to, raw)] * copies)
            queue.sort(key=lambda one: one[0])

    def _send(self, queue: list[tuple[datetime, str, str, bytes]]) -> None:
        ports, tries = list(self.fleet.ports.values()), 0
        with ExitStack() as open_now:
            client: smtplib.SMTP | None = None
            while not self.stopping:
                with self._lock:
                    due = queue[0] if queue and queue[0][0] <= self.fleet.now() else None
                if due is None:
                    time.sleep(0.02)
                    continue
                try:
                    if client is None:
                        tries += 1
                        client = smtplib.SMTP("127.0.0.1", ports[tries % 2], timeout=20)
                        open_now.callback(client.close)
                    client.sendmail(due[1], [due[2]], due[3])
                except (smtplib.SMTPException, OSError):
                    open_now.close()
                    client = None
                    time.sleep(0.05)
                    with self._lock:
                        self.again += 1
                    continue
                with self._lock:
                    queue.remove(due)
                    self.taken += 1


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink().open() as sink:
        yield sink


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A server of the test's own."""
    server = Postgres(Path("/tmp") / f"judge-fleet-{os.getpid()}")
    yield server
    server.end()
