"""Rows read and added by statements on the tables themselves, where each letter needs them.

A session that keeps objects takes several times as long for the same. What it has not written yet is written first.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import sqlalchemy
from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Executable,
    Insert,
    Row,
    Update,
    bindparam,
    insert,
    or_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningInsert

from judge.store.ready import Came, ready
from judge.store.tables import Table

_LINE = "judge line"  # under which a session has the connection of its transaction
AnyRow = Row[*tuple[Any, ...]]  # Any: a row's columns by their names, as the statement says


def table_of(kind: type[Table]) -> sqlalchemy.Table:
    """The table of a kind of rows."""
    return cast(sqlalchemy.Table, kind.__table__)  # SQLAlchemy declares it as what it may be besides


def find_rows(session: Session, statement: Executable, **values: object) -> list[AnyRow]:
    """The rows that a statement finds, with these values for its parameters."""
    return list(carry_out(session, statement, **values))


def carry_out(session: Session, statement: Executable, **values: object) -> CursorResult[*tuple[Any, ...]]:
    """What comes of a statement, with these values for its parameters."""
    session.flush()
    return session.connection().execute(statement, values)


def carry_out_ready(session: Session, statement: Executable, **values: object) -> Came:
    """As `carry_out`, several times as fast, for a statement that is the same object each time; see `ready`.

    Shape: rows are as the driver gives them, which is the same everywhere for numbers and plain texts only.
    """
    session.flush()
    connection = session.info.get(_LINE) or session.connection()
    return ready(statement, connection.dialect).carry_out(connection, values)


def keep_line(session: Session) -> Connection:
    """The connection of a session that has one transaction and no other, kept so that it is found at once."""
    connection = session.info[_LINE] = session.connection()
    return connection


def add_row(session: Session, kind: type[Table], /, **values: object) -> int:
    """The id of a row that is added."""
    key = carry_out(session, insertion(kind), **values).inserted_primary_key
    assert key is not None
    return int(key[0])


def add_new_row(session: Session, kind: type[Table], unique: str, /, **values: object) -> int | None:
    """The id of a row that is added; None when there is one already with the same in its `unique` column."""
    statement = _new_insertion(kind, unique, session.get_bind().dialect.name, tuple(values))
    rows = carry_out_ready(session, statement, **values).rows
    return int(rows[0][0]) if rows else None


def is_one_of(column: ColumnElement[str], values: Iterable[str]) -> ColumnElement[bool]:
    """Whether a column has one of a few values, for statements that each letter needs.

    SQLAlchemy writes the words of an IN anew each time, which takes as long again as all else that it does.
    """
    return or_(*(column == value for value in values))


@cache
def claiming(kind: type[Table]) -> Update:
    """Makes those rows of the inbox or the outbox that are in `which` one worker's, until the moment `until`."""
    table = table_of(kind)
    until = bindparam("until", type_=table.c.lease_until.type)
    meant = update(table).where(table.c.id.in_(bindparam("which", expanding=True)))
    return meant.values(state="claimed", attempts=table.c.attempts + 1, lease_until=until)


@cache
def _new_insertion(kind: type[Table], unique: str, engine: str, columns: tuple[str, ...]) -> ReturningInsert[int]:
    table = table_of(kind)
    added = postgresql.insert(table) if engine == "postgresql" else sqlite.insert(table)
    added = added.values({name: bindparam(name, type_=table.c[name].type) for name in columns})
    return added.on_conflict_do_nothing(index_elements=[unique]).returning(table.c.id)


@cache
def insertion(kind: type[Table]) -> Insert:
    """The statement that adds rows of a kind."""
    return insert(table_of(kind))
