"""The store: one database, and transactions on it. Everything that is to last goes through here."""

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from judge.errors import DatabaseError, SettingError, crash_point
from judge.store.arrivals import Arrival, keep_arrivals
from judge.store.entries import LoggedSession, write_down
from judge.store.games import FindVariant
from judge.store.memory import Memory
from judge.store.order_sets import settle_aims
from judge.store.presence import Presence
from judge.store.rows import keep_line
from judge.store.transaction import Transaction
from judge.store.turns import Turns
from judge.store.upgrade import change_schema, check_schema, revision_of
from judge.variants import find_variant

_BUSY_SECONDS = 30
_CONNECT_SECONDS = 10
_HUNG_SECONDS = 10  # that whoever stores a letter may be silent in between, until PostgreSQL gives him up
_READING = "judge_reading"
_STORING = 0x6A756472  # the lock on PostgreSQL that letters share while they are being stored
_PASSING = ("08", "40", "53", "57")  # classes of PostgreSQL's: connection, deadlock, no resources, being shut down


class Store:
    """A database at an SQLAlchemy URL; SQLite and PostgreSQL. Safe to use from many threads.

    Shape: `shared` whether several processes may work on it; `presence` the lock of this one while it does; `address`
    its URL as PostgreSQL's own programs know it; `together` how many letters may be answered in one transaction. On
    PostgreSQL that is one, since several processes work on it, and no game is to be locked longer than a letter takes,
    nor two in any order. An SQLite file is written to through one connection, the `writer`'s; so the file itself tells
    when another process has changed it (`_check`), and what was read for one letter need not be read again for the
    next.
    Refuses: SettingError for a URL that names no database we know.
    """

    def __init__(self, url: str, find_variant: FindVariant = find_variant) -> None:
        self.engine = _open(url)
        self._turns = Turns(_BUSY_SECONDS) if self.engine.dialect.name == "sqlite" else None
        self.find_variant = find_variant
        self.shared = self.engine.dialect.name != "sqlite"
        self.together = 1 if self._turns is None else sys.maxsize
        name = self.engine.url.database if self.engine.dialect.name == "sqlite" else None
        self.file = Path(name) if name and name != ":memory:" else None
        self.writer = self.engine if self.file is None else _open(url, connections=1)
        self._intake = _intake_of(self.writer)
        self._storing = self._intake.execution_options(isolation_level="READ COMMITTED") if self.shared else self.writer
        self._memory = Memory(alone=True)
        self.address = self.engine.url.set(drivername=self.engine.url.get_backend_name()).render_as_string(
            hide_password=False
        )
        self.presence = Presence(self._intake, self.file)

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
    def begin(self, *, knowing: bool = False) -> Iterator[Transaction]:
        """A transaction that is committed at the end of the block, or undone when the block raises.

        On SQLite it is the only one that writes from here on (BEGIN IMMEDIATE); on PostgreSQL it locks the
        rows it works on (READ COMMITTED).
        Shape: with `knowing` it may go by what an earlier one has read of players and games; then all that it changes
        of them itself it changes by effects.
        """
        with self._turn(), LoggedSession(self.writer) as session:
            memory = self._memory if knowing and self.file is not None else Memory(alone=self._turns is not None)
            try:
                with session.begin():
                    self._check(memory, session)
                    yield Transaction(session, self.find_variant, memory)
                    settle_aims(session, memory)
                    write_down(session)
            except BaseException:
                self._memory.forget()
                raise
            if memory is not self._memory:
                self._memory.forget()

    def _check(self, memory: Memory, session: Session) -> None:
        """Have the memory forget what another process may have changed.

        Rule: SQLite counts for each connection how often others have changed the file, and ours is the only one here
        that does (https://sqlite.org/pragma.html#pragma_data_version).
        """
        memory.touched.clear()
        memory.aims.clear()
        if memory is self._memory:
            version = keep_line(session).exec_driver_sql("PRAGMA data_version").scalar_one()
            if version != memory.version:
                memory.forget()
            memory.version = version

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A transaction that only looks; on SQLite it waits for no writer."""
        with self.engine.connect().execution_options(**{_READING: True}) as connection, Session(connection) as session:
            yield Transaction(session, self.find_variant, Memory(alone=self._turns is not None))

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

    def moment(self) -> datetime:
        """What time it is by the clock of PostgreSQL's machine."""
        with self._intake.connect() as connection:
            shown = connection.scalar(select(func.clock_timestamp()))
        assert isinstance(shown, datetime)
        return shown

    def accept(
        self, arrivals: Sequence[Arrival], now: datetime, earliest: Callable[[], datetime] | None = None
    ) -> list[int]:
        """Keep the mails for good, all or none of them; the ids of their letters.

        Shape: one id for every recipient of every arrival, in order. A letter that was there already (same
        recipient, same fingerprint) is counted as a duplicate and gives its old id. When this returns, the
        letters outlive a power failure. None counts as received before the moment that `earliest` says when
        the storing begins; who calls `await_stored` after that waits for them, however long it takes.
        """
        try:
            ids = self._keep(arrivals, now, earliest)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            ids = self._keep(arrivals, now, earliest)  # the database was away meanwhile, and is back, or this raises
        crash_point("accept-after-commit")
        return ids

    def _keep(self, arrivals: Sequence[Arrival], now: datetime, earliest: Callable[[], datetime] | None) -> list[int]:
        with self._turn(), self._storing.begin() as connection:
            if self.shared:
                connection.execute(select(func.pg_advisory_xact_lock_shared(_STORING)))
            if earliest is not None:
                least = earliest()
                arrivals = [replace(one, received_at=max(one.received_at, least)) for one in arrivals]
            ids = keep_arrivals(connection, arrivals, now)
            crash_point("accept-before-commit")
        return ids

    def await_stored(self) -> None:
        """Return when all letters whose storing has begun, in whichever process, are stored or are not to be.

        Rule: whoever dies or hangs meanwhile is waited for until PostgreSQL has given him up.
        """
        if self.shared:
            with self._intake.connect() as connection:
                connection.execute(select(func.pg_advisory_xact_lock(_STORING)))

    def _turn(self) -> AbstractContextManager[None]:
        return nullcontext() if self._turns is None else self._turns.turn()

    def dispose(self) -> None:
        """Close all connections."""
        self.presence.leave()
        for engine in {self.engine, self.writer, self._intake}:
            engine.dispose()


def is_outage(trouble: BaseException) -> bool:
    """Whether PostgreSQL went away, or gave a transaction up for another; then it may be done again.

    Not: SQLite's troubles, which do not pass by themselves.
    """
    if not isinstance(trouble, DBAPIError):
        return False
    state = getattr(trouble.orig, "sqlstate", "none")
    return trouble.connection_invalidated or state is None or str(state)[:2] in _PASSING


def _open(url: str, connections: int | None = None) -> Engine:
    """The engine of a database; of SQLite with so many connections at the most."""
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
    pool = {} if connections is None else {"pool_size": connections, "max_overflow": 0}
    engine = create_engine(parsed.set(drivername="sqlite+pysqlite"), connect_args={"timeout": _BUSY_SECONDS}, **pool)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _intake_of(engine: Engine) -> Engine:
    """What letters are stored through: on PostgreSQL connections of its own, where each statement is a transaction.

    Shape: the server is asked nothing besides, and ends those that hang within a transaction.
    """
    if engine.dialect.name == "sqlite":
        return engine
    options: dict[str, object] = {
        "connect_timeout": _CONNECT_SECONDS,
        "options": f"-c idle_in_transaction_session_timeout={_HUNG_SECONDS}s",
    }
    patience = {name: value for name, value in options.items() if name not in engine.url.query}
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
