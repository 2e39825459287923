"""An installation that has outgrown SQLite goes on with PostgreSQL, and nobody notices."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from judge.errors import DatabaseError, MisuseError
from judge.store.moving import move
from judge.store.presence import Presence
from judge.store.store import Store
from judge.store.tables import Table
from tests.fleet.conftest import VARIANTS, Club, order_letters
from tests.service.conftest import Judge
from tests.store.test_upgrade import fill


@pytest.fixture
def target(new_postgres: Callable[[], str]):
    """An empty database."""
    store = Store(new_postgres())
    yield store
    store.dispose()


def everything(store: Store) -> dict[str, list[tuple]]:
    with store.reading() as tx:
        return {
            table.name: [tuple(row) for row in tx.session.execute(table.select().order_by(table.c.id))]
            for table in Table.metadata.sorted_tables
        }


def write_all(judge: Judge, number: int) -> None:
    """Somebody in each game writes his orders; they are answered."""
    with judge.store.reading() as tx:
        letters = order_letters(tx, number)
    assert letters
    for sender, to, raw in letters:
        judge.put(raw, (to,), sender)
    judge.work()


@pytest.fixture
def source(migrated_sqlite: Path, tmp_path: Path):
    """An installation with one row in each table, whatever that says."""
    path = tmp_path / "judge.sqlite"
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    fill(store.engine)
    yield store
    store.dispose()


@pytest.fixture
def judge(migrated_sqlite: Path, tmp_path: Path):
    """A game of every variant, a phase of each played with orders that came by mail."""
    path = tmp_path / "judge.sqlite"
    path.write_bytes(migrated_sqlite.read_bytes())
    judge = Judge(Store(f"sqlite:///{path}"))
    Club(games=len(VARIANTS), people=14, length=timedelta(days=1)).found(judge.store)
    judge.work()
    write_all(judge, 100)
    judge.now += timedelta(days=1)
    judge.work()
    write_all(judge, 200)
    yield judge
    judge.store.dispose()


def test_every_row_of_every_table_arrives_and_the_games_go_on(judge, target: Store) -> None:
    """Killed half way, it is done again; then orders that came before the move count at the deadline after it."""
    with judge.store.reading() as tx:
        open_sets = "SELECT phase_id FROM order_sets JOIN phases ON phases.id = phase_id WHERE state = 'open'"
        ordered = set(tx.session.scalars(text(open_sets)))
    fill(judge.store.engine)
    before = everything(judge.store)
    assert all(before.values())
    stop = iter(range(8))

    def die(point: str) -> None:
        if point == "move-table" and next(stop, None) is None:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("judge.store.moving.crash_point", die)
        with pytest.raises(KeyboardInterrupt):
            move(judge.store, target)
    assert not any(everything(target).values())

    moved = {table.name: table.rows for table in move(judge.store, target)}
    assert everything(target) == before
    assert moved == {name: len(rows) for name, rows in before.items()}

    with pytest.raises(DatabaseError, match=r"there is something in .* nothing was written"):
        move(judge.store, target)
    assert everything(target) == before

    again = Judge(target)
    again.now = judge.now + timedelta(days=1)
    again.work()
    with target.reading() as tx:
        times = tx.session.scalars(text("SELECT count(*) FROM results GROUP BY phase_id")).all()
        played = set(tx.session.scalars(text("SELECT phase_id FROM results")))
    assert set(times) == {1}
    assert ordered
    assert ordered <= played
    write_all(again, 300)


def test_a_row_that_arrives_as_another_stops_the_move(source, target: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    summed = []

    def sum_up(connection, table):
        summed.append(table.name)
        return table.name, len(summed)

    monkeypatch.setattr("judge.store.moving._sum_up", sum_up)
    with pytest.raises(DatabaseError, match="did not arrive as it was"):
        move(source, target)
    assert not any(everything(target).values())


def test_nothing_is_moved_while_a_judge_is_at_work_on_either_side(source, target: Store) -> None:
    working = Presence(source.engine, source.file)
    working.enter(lambda: None)
    with pytest.raises(DatabaseError, match=r"a judge is at work on .*judge\.sqlite"):
        move(source, target)
    working.leave()
    other = Store(target.address)
    other.presence.enter(lambda: None)
    with pytest.raises(DatabaseError, match="a judge is at work on postgresql"):
        move(source, target)
    other.dispose()
    assert move(source, target)


def test_only_the_way_from_sqlite_to_postgresql_is_open(source, target: Store) -> None:
    for here, there in ((target, source), (target, target), (source, source)):
        with pytest.raises(MisuseError, match="from SQLite to PostgreSQL"):
            move(here, there)
