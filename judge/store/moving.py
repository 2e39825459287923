"""A whole installation is carried from SQLite to PostgreSQL: every row of every table, or nothing."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, Table, func, insert, select

from judge.errors import DatabaseError, MisuseError, crash_point
from judge.store.store import Store
from judge.store.tables import Table as Tables
from judge.store.upgrade import change_schema
from judge.store.values import kind_of, to_json

_AT_ONCE = 50  # rows; a letter may have two megabytes


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table that was carried over: how many rows it has, and the checksum of them all."""

    name: str
    rows: int
    checksum: str


def move(source: Store, target: Store) -> tuple[MovedTable, ...]:
    """Carry everything over, and see that it is there: the tables, in an order in which each refers to earlier ones.

    Rule: one transaction of the target, so whatever interrupts this leaves the target empty and it may be done again;
    the source is only read, and nobody writes to it meanwhile.
    Refuses: MisuseError but for SQLite to PostgreSQL. DatabaseError when a judge is at work on either, the source is of
    another version than this program, something is in the target, or what arrives is not what was there.
    """
    if source.shared or not target.shared:
        raise MisuseError("an installation is moved from SQLite to PostgreSQL, with --to postgresql://USER@HOST/NAME")
    source.check()
    change_schema(target.engine)
    moved: list[MovedTable] = []
    source.presence.enter(lambda: None)
    try:
        target.presence.enter(lambda: moved.extend(_copy_all(source, target)))
    finally:
        source.presence.leave()
        target.presence.leave()
    if not moved:
        raise DatabaseError(f"a judge is at work on {target.engine.url}; stop it, and move into an empty database")
    return tuple(moved)


def _copy_all(source: Store, target: Store) -> Iterator[MovedTable]:
    tables = Tables.metadata.sorted_tables
    with source.begin() as tx, target.engine.begin() as there:
        here = tx.session.connection()
        _see_that_it_is_empty(there, tables)
        for table in tables:
            for rows in _rows(here, table):
                there.execute(insert(table), [dict(row._mapping) for row in rows])
            crash_point("move-table")
            yield _compared(here, there, table)
            _set_sequence(there, table)
        crash_point("move-done")


def _see_that_it_is_empty(there: Connection, tables: Sequence[Table]) -> None:
    full = [table.name for table in tables if there.execute(select(table.c.id).limit(1)).first() is not None]
    if full:
        raise DatabaseError(
            f"there is something in {there.engine.url} already ({', '.join(full)}); nothing was written. "
            "Move into an empty database"
        )


def _compared(here: Connection, there: Connection, table: Table) -> MovedTable:
    """The table as it has arrived. Refuses: DatabaseError when it is not the same."""
    sent, arrived = _sum_up(here, table), _sum_up(there, table)
    if sent != arrived:
        raise DatabaseError(f"{table.name} did not arrive as it was: {sent} and {arrived}; nothing was written")
    return arrived


def _sum_up(connection: Connection, table: Table) -> MovedTable:
    count, digest = 0, hashlib.blake2b(digest_size=16)
    kinds = [kind_of(column.type) for column in table.columns]
    for rows in _rows(connection, table):
        count += len(rows)
        for row in rows:
            written = [to_json(kind, value) for kind, value in zip(kinds, row, strict=True)]
            digest.update(json.dumps(written).encode() + b"\n")
    return MovedTable(table.name, count, digest.hexdigest())


def _rows(connection: Connection, table: Table) -> Iterator[Sequence[Row[tuple[object, ...]]]]:
    """The rows of a table by their ids, some at a time."""
    last = 0
    while rows := connection.execute(
        select(table).where(table.c.id > last).order_by(table.c.id).limit(_AT_ONCE)
    ).fetchall():  # fmt: skip
        yield rows
        last = rows[-1].id


def _set_sequence(there: Connection, table: Table) -> None:
    """The next row that is added gets the next id."""
    highest = there.scalar(select(func.max(table.c.id)))
    if highest is not None:
        there.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), highest)))
