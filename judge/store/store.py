"""The store: one database, and transactions on it. Everything that is to last goes through here."""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from judge.errors import DatabaseError, SettingError, crash_point
from judge.store.arrivals import Arrival, keep_arrivals
from judge.store.games import FindVariant
from judge.store.transaction import Transaction
from judge.store.turns import Turns
from judge.store.upgrade import change_schema, check_schema, revision_of
from judge.variants import find_variant

_BUSY_SECONDS = 30
_CONNECT_SECONDS = 10
_READING = "judge_reading"


class Store:
    """A database at an SQLAlchemy URL; SQLite and PostgreSQL. Safe to use from many threads.

    Shape: `together` how many letters may be answered in one transaction. On PostgreSQL that is one, since several
    processes work on it, and no game is to be locked longer than a letter takes, nor two in any order.
    Refuses: SettingError for a URL that names no database we know.
    """

    def __init__(self, url: str, find_variant: FindVariant = find_variant) -> None:
        self.engine = _open(url)
        self._intake = _intake_of(self.engine)
        self._turns = Turns(_BUSY_SECONDS) if self.engine.dialect.name == "sqlite" else None
        self.find_variant = find_variant
        self.together = 1 if self._turns is None else sys.maxsize
        name = self.engine.url.database if self.engine.dialect.name == "sqlite" else None
        self.file = Path(name) if name and name != ":memory:" else None

    def upgrade(self, now: datetime) -> None:
        """Bring the tables to the schema of this program; nothing when they have it.

        Refuses: DatabaseError when the database is newer than this program, or cannot be had.
        """
        with self.reachable():
            if self.file is not None:
                self.file.parent.mkdir(parents=True, exist_ok=True)
            before = self.schema()
            change_schema(self.engine)
            if self.schema() != before:
                with self.begin() as transaction:
                    transaction.note("upgrade", f"schema {before or 'empty'} -> {self.schema()}", now)

    def schema(self) -> str | None:
        """The revision of the database's tables, None when it is empty."""
        with self.engine.connect() as connection:
            return revision_of(connection)

    def era(self) -> int:
        """How often the database was filled from a backup."""
        with self.reading() as transaction:
            return transaction.era()

    def check(self) -> None:
        """Nothing when the tables fit this program.

        Refuses: DatabaseError when they are missing, older or newer, or the database cannot be had.
        """
        if self.file is not None and not self.file.exists():
            raise DatabaseError(f"there is no database at {self.file}; run `judge upgrade`")
        with self.reachable(), self.engine.connect() as connection:
            check_schema(connection)

    @contextmanager
    def reachable(self) -> Iterator[None]:
        """Trouble with the database itself, or with the place where its file should be, told in one line."""
        try:
            yield
        except (DBAPIError, OSError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            told = str(cause).strip().partition("\n")[0]
            raise DatabaseError(f"the database {self.engine.url} cannot be used: {told}") from error

    @contextmanager
    def begin(self) -> Iterator[Transaction]:
        """A transaction that is committed at the end of the block, or undone when the block raises.

        On SQLite it is the only one that writes from here on (BEGIN IMMEDIATE); on PostgreSQL it locks the
        rows it works on (READ COMMITTED).
        """
        with self._turn(), Session(self.engine) as session, session.begin():
            yield Transaction(session, self.find_variant)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A transaction that only looks; on SQLite it waits for no writer."""
        with self.engine.connect().execution_options(**{_READING: True}) as connection, Session(connection) as session:
            yield Transaction(session, self.find_variant)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A look at the database as of one moment, however long it takes; nobody waits for it.

        Rule: PostgreSQL's REPEATABLE READ; on SQLite a transaction that reads sees its write-ahead log as it began.
        """
        still: dict[str, Any] = {_READING: True}  # Any: options of SQLAlchemy's
        if self.engine.dialect.name != "sqlite":
            still = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.engine.connect().execution_options(**still) as connection:
            yield connection

    def accept(self, arrivals: Sequence[Arrival], now: datetime) -> list[int]:
        """Keep the mails for good, all or none of them; the ids of their letters.

        Shape: one id for every recipient of every arrival, in order. A letter that was there already (same
        recipient, same fingerprint) is counted as a duplicate and gives its old id. When this returns, the
        letters outlive a power failure.
        """
        try:
            ids = self._keep(arrivals, now)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            ids = self._keep(arrivals, now)  # the database was away meanwhile, and is back, or this raises
        crash_point("accept-after-commit")
        return ids

    def _keep(self, arrivals: Sequence[Arrival], now: datetime) -> list[int]:
        if self._intake is not self.engine:  # there the statement is the transaction, and nothing is between the two
            crash_point("accept-before-commit")
        with self._turn(), self._intake.begin() as connection:
            ids = keep_arrivals(connection, arrivals, now)
            if self._intake is self.engine:
                crash_point("accept-before-commit")
        return ids

    def _turn(self) -> AbstractContextManager[None]:
        return nullcontext() if self._turns is None else self._turns.turn()

    def dispose(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._intake.dispose()


def _open(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise SettingError(f"database: {url!r} is no database URL; try sqlite:///var/judge.sqlite") from error
    backend = parsed.get_backend_name()
    if backend in ("postgresql", "postgres"):
        patience = {} if "connect_timeout" in parsed.query else {"connect_timeout": _CONNECT_SECONDS}
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=patience)
    if backend != "sqlite":
        raise SettingError(f"database: {backend} is not supported; use sqlite:///FILE or postgresql://HOST/NAME")
    if sqlite3.sqlite_version_info < (3, 35):
        raise DatabaseError(f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or later is needed")
    engine = create_engine(parsed.set(drivername="sqlite+pysqlite"), connect_args={"timeout": _BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _intake_of(engine: Engine) -> Engine:
    """What letters are stored through: on PostgreSQL connections of its own, where each statement is a transaction.

    Shape: one statement stores the letters that come together, and nothing is asked of the server besides.
    """
    if engine.dialect.name == "sqlite":
        return engine
    patience = {} if "connect_timeout" in engine.url.query else {"connect_timeout": _CONNECT_SECONDS}
    return create_engine(engine.url, isolation_level="AUTOCOMMIT", connect_args=patience)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:  # Any: SQLAlchemy's pool record
    connection.isolation_level = None  # the driver must not begin transactions; `_begin_sqlite` does
    connection.execute(f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get(_READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
