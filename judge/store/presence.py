"""Who is at work on a database: every judge holds a lock on it that ends with its process, however it ends."""

import fcntl
from collections.abc import Callable
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError

from judge.errors import DatabaseError

_AT_WORK = 0x6A756461  # the lock on PostgreSQL that all who are at work share


class Presence:
    """The lock of one process; on PostgreSQL any number share it, on SQLite there is one.

    Shape: `engine` one whose connections are in no transaction; `file` the SQLite file, None on PostgreSQL.
    """

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self._engine, self._file = engine, file
        self._connection: Connection | None = None
        self._locked: IO[bytes] | None = None

    def enter(self, alone: Callable[[], None]) -> None:
        """Be at work from now on; `alone` is called before, when nobody else is, and nobody else comes in meanwhile.

        Refuses: DatabaseError on SQLite when another process is at work.
        """
        if self._engine.dialect.name == "sqlite":
            self._lock_file()
            alone()
            return
        self._connection = connection = self._engine.connect()
        if connection.scalar(select(func.pg_try_advisory_lock(_AT_WORK))):
            alone()
            connection.execute(select(func.pg_advisory_lock_shared(_AT_WORK)))
            connection.execute(select(func.pg_advisory_unlock(_AT_WORK)))
        else:
            connection.execute(select(func.pg_advisory_lock_shared(_AT_WORK)))

    def hold(self) -> None:
        """Be at work still, also when the connection to PostgreSQL that held the lock was lost."""
        if self._connection is None:
            return
        try:
            self._connection.execute(select(1))
        except DBAPIError:
            self._connection.close()
            self._connection = connection = self._engine.connect()
            connection.execute(select(func.pg_advisory_lock_shared(_AT_WORK)))

    def leave(self) -> None:
        """Be at work no more."""
        if self._connection is not None:
            self._connection.invalidate()  # its locks end with it
            self._connection.close()
            self._connection = None
        if self._locked is not None:
            self._locked.close()
            self._locked = None

    def _lock_file(self) -> None:
        if self._file is None:
            return
        self._locked = self._file.with_name(self._file.name + ".lock").open("ab")
        try:
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            self._locked.close()
            self._locked = None
            raise DatabaseError(
                f"a judge is at work on {self._file} already; several can share a database on PostgreSQL only"
            ) from taken
