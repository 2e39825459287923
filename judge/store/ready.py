"""Statements made ready once for all: their words for a database, and how each value goes in.

SQLAlchemy looks each time anew for what a statement that it knows already wants, which takes several times as long as
carrying it out.
"""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, Connection, Dialect, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlalchemy.types import TypeEngine

from judge.errors import MisuseError

_Process = Callable[[Any], Any]  # Any: a value of whatever type a column has


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a statement: its rows as the driver gives them, numbers and texts, and how many it changed."""

    rows: list[tuple[Any, ...]]
    changed: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A statement's words, and by name each value in its place: as given, or the same each time.

    Shape: `named` where the words have names in them instead of question marks.
    """

    words: str
    named: bool
    given: tuple[tuple[str, _Process | None], ...]
    fixed: Mapping[str, object]

    def carry_out(self, connection: Connection, values: Mapping[str, object]) -> Came:
        """What comes of it with these values."""
        fixed = self.fixed
        filled = [
            (name, fixed[name] if name in fixed else values[name] if process is None else process(values[name]))
            for name, process in self.given
        ]
        if not self.named:
            return _at_once(connection, self.words, tuple([value for _, value in filled]))
        came = connection.exec_driver_sql(self.words, dict(filled))
        changed = came.rowcount  # which is gone with the last row
        return Came([tuple(row) for row in came] if came.returns_rows else [], changed)


def _at_once(connection: Connection, words: str, values: tuple[object, ...]) -> Came:
    """What comes of a statement on SQLite, from the driver itself, whose troubles are told as SQLAlchemy tells them."""
    driver: Any = connection.connection.dbapi_connection  # Any: SQLAlchemy knows no more than what all drivers have
    try:
        cursor = driver.execute(words, values)
        return Came(cursor.fetchall(), cursor.rowcount)
    except sqlite3.Error as trouble:
        raise DBAPIError.instance(words, values, trouble, sqlite3.Error, dialect=connection.dialect) from trouble


@lru_cache(maxsize=1024)
def ready(statement: Executable, dialect: Dialect) -> Ready:
    """A statement that says itself what all its values are, for a database.

    Refuses: MisuseError for one whose words hang on its values.
    """
    compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # whatever is executed has it
    assert isinstance(compiled, SQLCompiler)
    if compiled.post_compile_params or compiled.literal_execute_params:
        raise MisuseError("the words of this statement hang on its values")
    names = compiled.positiontup or tuple(dict.fromkeys(compiled.bind_names.values()))
    binds: dict[str, BindParameter[Any]] = compiled.binds
    processes = {name: _process_of(binds[name].type, dialect) for name in names}
    fixed = {name: binds[name].value for name in processes if not binds[name].required}
    for column in (*compiled.insert_prefetch, *compiled.update_prefetch):
        if not isinstance(column.default, ScalarElementColumnDefault):
            raise MisuseError(f"what stands in {column} unless it is given is made anew each time")
        fixed[column.key] = column.default.arg
    ready_made = {name: _processed(value, processes[name]) for name, value in fixed.items()}
    given = tuple((name, processes[name]) for name in names)
    return Ready(compiled.string, not compiled.positional, given, ready_made)


def _process_of(kind: TypeEngine[Any], dialect: Dialect) -> _Process | None:
    """How a value of a type goes into a database, None for as it is."""
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _processed(value: Any, process: _Process | None) -> Any:
    return value if process is None else process(value)
