"""Opening a database, and what a transaction promises."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy.exc import StatementError

from judge.errors import DatabaseError, SettingError
from judge.store.arrivals import Arrival
from judge.store.columns import UtcTime
from judge.store.games import Games
from judge.store.inbox import Inbox
from judge.store.outbox import Outbox
from judge.store.store import Store
from judge.store.tables import Table
from judge.store.traces import Traces
from judge.store.transaction import Transaction

ACCEPT = """
import sys
from datetime import UTC, datetime
from judge.store.arrivals import Arrival
from judge.store.store import Store

now = datetime(2027, 1, 5, tzinfo=UTC)
arrival = Arrival(raw=b"x", mail_from="a@x", recipients=("judge@x",), peer="", received_at=now, fingerprint="f")
Store(sys.argv[1]).accept([arrival], now)
"""


def test_sqlite_is_opened_to_be_durable_and_strict(sqlite_url: str) -> None:
    """250 is said after the commit: the commit must be on the disk."""
    store = Store(sqlite_url)
    with store.engine.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}
    store.dispose()


@pytest.mark.parametrize("url", ["mysql://x/y", "no url", ""])
def test_a_database_of_another_make_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match="database"):
        Store(url)


def test_any_spelling_of_a_postgres_url_uses_the_driver_we_ship(postgres_url: str) -> None:
    for spelling in ("postgresql", "postgres", "postgresql+psycopg"):
        store = Store(postgres_url.replace("postgresql+psycopg", spelling))
        assert store.engine.dialect.driver == "psycopg"
        assert store.schema() is None
        store.dispose()


def test_the_folder_of_a_new_database_is_made_by_the_upgrade_and_by_nothing_else(tmp_path: Path, now: datetime) -> None:
    store = Store(f"sqlite:///{tmp_path / 'var' / 'judge.sqlite'}")
    with pytest.raises(DatabaseError, match="judge upgrade"):
        store.check()
    assert list(tmp_path.iterdir()) == []
    store.upgrade(now)
    store.check()
    store.dispose()


def test_a_block_that_raises_leaves_nothing_behind(store: Store, now: datetime) -> None:
    def fail() -> None:
        with store.begin() as transaction:
            transaction.note("a", "b", now)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM events").scalar() == 0


def test_transactions_that_read_and_then_write_do_not_lose_each_others_work(store: Store, now: datetime) -> None:
    """On SQLite a transaction that begins by reading would fail when it comes to write; ours takes its turn."""
    with store.begin() as transaction:
        transaction.note("first", "0", now)

    def count_on(_: int) -> None:
        with store.begin() as transaction:
            session = transaction.session
            suffix = " FOR UPDATE" if store.engine.dialect.name == "postgresql" else ""
            counted = session.connection().exec_driver_sql(f"SELECT text FROM events{suffix}").scalar()
            session.connection().exec_driver_sql(f"UPDATE events SET text = '{int(str(counted)) + 1}'")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(count_on, range(40)))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT text FROM events").scalar() == "40"


def test_reading_waits_for_no_writer(store: Store, now: datetime) -> None:
    with store.begin() as writing:
        writing.note("a", "b", now)
        with store.reading() as transaction:
            assert transaction.player(1) is None
            assert transaction.next_moment() is None


def test_moments_come_back_in_utc_and_without_a_zone_they_are_refused(
    store: Store, make_arrival: Callable[..., Arrival], now: datetime
) -> None:
    berlin = timezone(timedelta(hours=1))
    (number,) = store.accept([make_arrival("a", at=now.astimezone(berlin))], now)
    with store.reading() as transaction:
        letter = transaction.letter(number)
    assert letter is not None
    assert letter.received_at == now
    assert letter.received_at.tzinfo is UTC
    with pytest.raises(StatementError, match="without a zone"):
        store.accept([make_arrival("b", at=now.replace(tzinfo=None))], now)


def test_every_moment_in_the_tables_is_of_the_one_type() -> None:
    columns = [column for table in Table.metadata.tables.values() for column in table.columns]
    moments = [column for column in columns if re.search(r"(^|_)(at|until)$|^deadline$", column.name)]
    assert len(moments) > 15
    assert all(isinstance(column.type, UtcTime) for column in moments)


def test_nothing_to_accept_is_nothing_kept(store: Store, now: datetime) -> None:
    assert store.accept([], now) == []


def test_the_parts_of_a_transaction_do_not_hide_each_other() -> None:
    """They share one object, so no two may use a name for different things."""
    parts = [part for part in Transaction.__mro__ if part not in (Transaction, object)]
    assert {Inbox, Outbox, Games, Traces} <= set(parts)
    names = [name for part in parts for name in vars(part) if not name.startswith("__")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("point", "kept"), [("accept-before-commit", 0), ("accept-after-commit", 1)])
def test_a_letter_is_kept_once_when_the_process_is_killed_around_the_commit(
    store: Store, point: str, kept: int, now: datetime
) -> None:
    """The sender gets no answer and sends again: one letter in the end, whenever the judge died."""
    root = str(Path(__file__).resolve().parents[2])
    url = store.engine.url.render_as_string(hide_password=False)
    environment = os.environ | {"JUDGE_CRASH_AT": point, "PYTHONPATH": root}
    run = subprocess.run([sys.executable, "-c", ACCEPT, url], env=environment, check=False)
    assert run.returncode == -signal.SIGKILL
    with store.begin() as transaction:
        assert transaction.letters_waiting(now) == kept
    again = Arrival(raw=b"x", mail_from="a@x", recipients=("judge@x",), peer="", received_at=now, fingerprint="f")
    store.accept([again], now)
    with store.begin() as transaction:
        assert transaction.letters_waiting(now) == 1
