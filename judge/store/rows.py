"""Rows read and added by statements on the tables themselves, where each letter needs them.

A session that keeps objects takes several times as long for the same. What it has not written yet is written first.
"""

from functools import cache
from typing import Any, cast

import sqlalchemy
from sqlalchemy import CursorResult, Executable, Insert, Row, insert
from sqlalchemy.orm import Session

from judge.store.tables import Table

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


def add_row(session: Session, kind: type[Table], /, **values: object) -> int:
    """The id of a row that is added."""
    key = carry_out(session, _insertion(kind), **values).inserted_primary_key
    assert key is not None
    return int(key[0])


@cache
def _insertion(kind: type[Table]) -> Insert:
    return insert(table_of(kind))
