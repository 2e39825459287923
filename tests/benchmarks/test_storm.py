"""Games that are all due at the same second: processes of a judge on one PostgreSQL play them while letters come in."""

import os
import random
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, text

from judge.adjudication.options import legal_orders
from judge.board import province_of
from judge.desk.effects import KeepOrders
from judge.store.store import Store
from judge.store.tables import GameRow, OrderSetRow, PhaseRow, SeatRow
from judge.variants import find_variant
from judge.wire.bell import CHANNEL
from tests.fleet.conftest import ADDRESS, SECRET, Club, free_port, letter_of, orders_of, running
from tests.service.conftest import Judge

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = 10  # games with different orders, of which all others are copies
STRIDE = 1_000  # between the numbers of a row and its next copy
PEOPLE = 400
CREW = ("work", "work", "tick", "listen")
DRAWERS = ("draw",)  # who is there as well when some of the games have pictures
PATIENCE = 1_800.0  # seconds
DUE = timedelta(seconds=5)  # from the moment when everybody is ready
MAILS = 8  # a game: to seven players and the master
PICTURED = "SELECT id FROM games WHERE id IN (SELECT game_id FROM seats WHERE player_id > :people)"


def begin_templates(store: Store) -> None:
    """Games in their first phase, whose players have given all their orders, each others."""
    judge, standard = Judge(store), find_variant("standard")
    Club(TEMPLATES, PEOPLE + MAILS, timedelta(days=1), ("standard",)).found(store)
    judge.turns.play_due(judge.now)
    with store.begin() as tx:
        for number, name in enumerate(tx.running_games()):
            game = tx.game(name)
            for seat in game.seats:
                if seat.power is not None:
                    legal = legal_orders(standard, game.phase.position, seat.power)
                    turned = legal[number:] + legal[:number]
                    chosen = {province_of(order.at): order for order in turned if order.at}
                    orders = KeepOrders(phase=game.phase.id, power=seat.power, orders=tuple(chosen.values()))
                    tx.apply((orders,), now=judge.now, letter=None, freeze=bytes)
    judge.turns.play_due(judge.now)
    with store.begin() as tx:
        tx.session.execute(text("UPDATE mails SET state = 'sent'"))


def copy_templates(connection: Connection, times: int) -> None:
    """Each template so many times over, the people of each copy others."""
    apart = f"%s + {STRIDE} * copy"
    named = f"'game' || (games.id + copy * {STRIDE})"
    changes: dict[Table, dict[str, str]] = {
        GameRow.__table__: {"id": apart % "id", "name": named, "name_key": named},
        SeatRow.__table__: {
            "id": apart % "id", "game_id": apart % "game_id",
            "player_id": f"(player_id - 1 + 7 * copy) % {PEOPLE} + 1",
        },
        PhaseRow.__table__: {"id": apart % "id", "game_id": apart % "game_id"},
        OrderSetRow.__table__: {"id": apart % "id", "phase_id": apart % "phase_id"},
    }  # fmt: skip
    for table, changed in changes.items():
        columns = [column.name for column in table.columns]
        values = ", ".join(changed.get(name, name) for name in columns)
        series = f"generate_series(1, {times}) AS copy"
        connection.execute(
            text(f"INSERT INTO {table.name} ({', '.join(columns)}) SELECT {values} FROM {table.name}, {series}")
        )
        connection.execute(
            text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}")
        )


def give_pictures(connection: Connection, games: int) -> None:
    """The first so many games, which are due before the others, are of people who want pictures, and no others are."""
    connection.execute(text("UPDATE players SET without = '[\"map\"]' WHERE id <= :people"), {"people": PEOPLE})
    places = "SELECT id, row_number() OVER (PARTITION BY game_id ORDER BY id) AS place FROM seats"
    first = "SELECT id FROM games ORDER BY id LIMIT :games"
    connection.execute(
        text(
            f"UPDATE seats SET player_id = :people + place FROM ({places}) AS one"
            f" WHERE one.id = seats.id AND game_id IN ({first})"
        ),
        {"people": PEOPLE, "games": games},
    )


@dataclass
class Crew:
    """The processes of a judge, and the most memory that each has had."""

    port: int
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def memory(self) -> float:
        """MiB, of whichever process has had the most."""
        return max(map(_most_memory, self.processes))


def _most_memory(process: subprocess.Popen[str]) -> float:
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


@contextmanager
def crew(folder: Path, url: str, drawers: tuple[str, ...]) -> Iterator[Crew]:
    """Everybody, once they are at work."""
    found = Crew(free_port())
    env = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    env |= {
        "PYTHONPATH": str(ROOT), "JUDGE_VAR": str(folder), "JUDGE_LISTEN": f"127.0.0.1:{found.port}",
        "JUDGE_ADDRESS": ADDRESS, "JUDGE_PICTURE_WAIT": "3600" if drawers else "0", "JUDGE_DATABASE": url,
        "JUDGE_SECRET": SECRET, "JUDGE_DELIVERY": f"maildir:{folder / 'mail'}",
    }  # fmt: skip
    command = [sys.executable, "-c", "from judge.cli.main import main; main()", "serve", "--role"]
    with ExitStack() as ends:
        for number, role in enumerate(CREW + drawers):
            log = ends.enter_context((folder / f"{role}{number}.log").open("w"))
            process = subprocess.Popen(
                [*command, role], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True
            )
            ends.callback(_end, process)
            found.processes.append(process)
        for process in found.processes:
            assert process.stdout is not None
            assert process.stdout.readline()
        yield found


def _end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(120)
    finally:
        process.kill()
        process.communicate()


@dataclass
class Writer:
    """Somebody who writes a letter twice a second, and how long each took until it was accepted."""

    port: int
    letters: list[tuple[str, str, bytes]]
    waits: list[float] = field(default_factory=list)
    stopping: bool = False

    def write(self) -> None:
        for sender, to, raw in self.letters:
            if self.stopping:
                return
            began = time.monotonic()
            with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
                client.sendmail(sender, [to], raw)
            self.waits.append(time.monotonic() - began)
            time.sleep(0.5)


def some_letters(store: Store, count: int) -> list[tuple[str, str, bytes]]:
    """Orders of a player in each of some games."""
    chance, found = random.Random("storm"), []
    with store.reading() as tx:
        for game in running(tx):
            seat = next(seat for seat in game.seats if seat.power)
            found.append(letter_of(game, seat.player, orders_of(game, seat, chance), game.id))
            if len(found) == count:
                break
    return found


def set_deadlines(store: Store) -> datetime:
    """When all games are due: some seconds from now."""
    due = store.moment() + DUE
    with store.begin() as tx:
        tx.session.execute(
            text("UPDATE phases SET deadline = :due, early_at = NULL, opened_at = :opened WHERE state = 'open'"),
            {"due": due, "opened": due - timedelta(days=1)},
        )
        tx.session.execute(text(f"NOTIFY {CHANNEL}, 'clock'"))
    return due


def wait_for_results(store: Store, games: int) -> None:
    """Until all games have a result and all mails with it are in the outbox."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if counted(store, "SELECT count(*) FROM results") >= games:
            return
        time.sleep(0.1)
    raise AssertionError(counted(store, "SELECT count(*) FROM results"))


def counted(store: Store, query: str) -> Any:  # Any: what a query tells
    with store.reading() as tx:
        return tx.session.scalar(text(query), {"people": PEOPLE} if ":people" in query else {})


def wait_for_pictures(store: Store, pictured: int) -> str:
    """Until every picture is in its mails, each drawn once; what is told of that. Nobody else waits for one."""
    others = "SELECT count(*) FROM mails WHERE state = 'drawing' AND picture_id IN"
    assert not counted(store, f"{others} (SELECT id FROM pictures WHERE game_id NOT IN ({PICTURED}))")
    waiting, began = counted(store, "SELECT count(*) FROM mails WHERE state = 'drawing'"), time.monotonic()
    while counted(store, "SELECT count(*) FROM mails WHERE state = 'drawing'"):
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.1)
    assert counted(store, "SELECT count(*) FROM pictures WHERE state = 'drawn'") == pictured
    with_one = "SELECT count(*) FROM mails WHERE kind = 'result' AND position('image/png'::bytea IN raw) > 0"
    assert counted(store, with_one) == pictured * MAILS
    return f", {pictured} of them with pictures, for which {waiting} mails waited {time.monotonic() - began:.1f} s more"


def check(store: Store, games: int, letters: int) -> None:
    """Each game has one result, its next phase, and a mail with both parts for everybody; every letter is there."""
    parts = "position('text/plain'::bytea IN raw) > 0 AND position('text/html'::bytea IN raw) > 0"
    assert counted(store, "SELECT count(DISTINCT phase_id) FROM results") == games
    assert counted(store, "SELECT count(*) FROM results") == games
    assert counted(store, "SELECT count(*) FROM phases WHERE state = 'open' AND sequence = 2") == games
    of_results = "SELECT count(*) FROM mails WHERE kind = 'result'"
    assert counted(store, of_results) == games * MAILS
    assert counted(store, f"{of_results} AND {parts}") == games * MAILS
    each = "SELECT count(DISTINCT recipient) AS people FROM mails WHERE kind = 'result' GROUP BY game"
    assert counted(store, f"SELECT count(*) FROM ({each}) AS games WHERE people = {MAILS}") == games
    assert counted(store, "SELECT count(*) FROM letters") == letters


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize(("games", "pictured"), [(100, 0), (1_000, 0), (1_000, 50)])
def test_all_games_are_due_at_the_same_second(
    benchmark, figures, new_postgres, tmp_path: Path, games: int, pictured: int
) -> None:
    """The time is from the deadline to the last result and its mails; pictures are drawn by others meanwhile."""
    url = new_postgres()
    store = Store(url)
    store.upgrade(datetime.now(UTC))
    begin_templates(store)
    with store.engine.begin() as connection:
        copy_templates(connection, games // TEMPLATES - 1)
        if pictured:
            give_pictures(connection, pictured)
    spent: list[float] = []
    with crew(tmp_path, url, DRAWERS if pictured else ()) as crew_at_work:
        writer = Writer(crew_at_work.port, some_letters(store, min(games, 200)))
        writing = threading.Thread(target=writer.write)
        due = set_deadlines(store)
        time.sleep(max((due - store.moment()).total_seconds(), 0))
        writing.start()
        benchmark.pedantic(wait_for_results, args=(store, games), rounds=1, iterations=1)
        spent.append((store.moment() - due).total_seconds())
        writer.stopping = True
        writing.join(60)
        drawn = wait_for_pictures(store, pictured) if pictured else ""
        memory = crew_at_work.memory()
    check(store, games, len(writer.waits))
    store.dispose()
    figures.lines.append(
        f"storm: {games} games of seven due at once{drawn}: results and {games * MAILS} mails after {spent[0]:.1f} s"
        f" ({1000 * spent[0] / games:.0f} ms a game) by {CREW.count('work')} workers on PostgreSQL; meanwhile"
        f" {len(writer.waits)} letters were accepted, the slowest after {max(writer.waits):.2f} s; the largest process"
        f" had {memory:.0f} MiB; load of the machine {os.getloadavg()[0]:.1f}"
    )
