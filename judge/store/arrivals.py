"""Letters the moment they arrive: one statement keeps those that came together, each for every recipient once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, CursorResult, Executable, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.columns import storable
from judge.store.rows import table_of
from judge.store.tables import EventRow, LetterRow

_LETTERS, _EVENTS = table_of(LetterRow), table_of(EventRow)
_ARRIVING = ("raw", "mail_from", "recipient", "peer", "received_at", "fingerprint")  # columns of a letter that has come


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A mail as it came off the wire.

    Shape: `mail_from` the envelope sender, "" for the null sender; `recipients` envelope addresses, any case.
    """

    raw: bytes
    mail_from: str
    recipients: tuple[str, ...]
    peer: str
    received_at: datetime
    fingerprint: str


def keep_arrivals(connection: Connection, arrivals: Sequence[Arrival], now: datetime) -> list[int]:
    """The ids of the letters, new and known, one for every recipient of every arrival."""
    wanted = [(storable(to.lower()), one) for one in arrivals for to in one.recipients]
    rows = {(to, one.fingerprint): _row_of(one, to) for to, one in wanted}
    if not rows:
        return []
    # in sorted order, here and below, so that two batches with the same letters cannot wait for each other
    stored = _insert(connection, [rows[key] for key in sorted(rows)])
    ids: dict[tuple[str, str], int] = {(to, fingerprint): number for to, fingerprint, number in stored}
    seen = set(ids)
    for to, fingerprint in sorted(set(rows) - seen):
        known = select(_LETTERS.c.id).where(_LETTERS.c.recipient == to, _LETTERS.c.fingerprint == fingerprint)
        ids[to, fingerprint] = connection.scalars(known).one()
    again = Counter((to, one.fingerprint) for to, one in wanted) - Counter(seen)
    for key in sorted(again):
        _note_duplicates(connection, ids[key], again[key], now)
    return [ids[to, one.fingerprint] for to, one in wanted]


def _insert(connection: Connection, rows: Sequence[dict[str, object]]) -> CursorResult[str, str, int]:
    """Add the letters that are not there yet; their recipients, fingerprints and ids."""
    if connection.dialect.name == "postgresql":
        return connection.execute(_insert_columns(), {name: [row[name] for row in rows] for name in rows[0]})
    return connection.execute(_insert_rows(), rows)


# These two are made once: it takes SQLAlchemy longer to make them than the database to do what they say.


@cache
def _insert_rows() -> Executable:
    return _if_new(sqlite.insert(_LETTERS))


@cache
def _insert_columns() -> Executable:
    """The same words for any number of rows, so that PostgreSQL need not read them each time."""
    names = [column.name for column in _LETTERS.columns if column.name in _ARRIVING]
    lists = [bindparam(name, type_=postgresql.ARRAY(_LETTERS.c[name].type)) for name in names]
    unnested = func.unnest(*lists).table_valued(*names).render_derived()
    return _if_new(postgresql.insert(_LETTERS).from_select(names, select(*(unnested.c[name] for name in names))))


def _if_new(statement: sqlite.Insert | postgresql.Insert) -> Executable:
    known = statement.on_conflict_do_nothing(index_elements=["recipient", "fingerprint"])
    return known.returning(_LETTERS.c.recipient, _LETTERS.c.fingerprint, _LETTERS.c.id)


def _row_of(arrival: Arrival, recipient: str) -> dict[str, object]:
    return {name: recipient if name == "recipient" else getattr(arrival, name) for name in _ARRIVING}


def _note_duplicates(connection: Connection, letter: int, times: int, now: datetime) -> None:
    counted = update(_LETTERS).where(_LETTERS.c.id == letter).values(duplicates=_LETTERS.c.duplicates + times)
    connection.execute(counted)
    event = {"at": now, "kind": "duplicate", "text": "the same mail came again", "letter_id": letter}
    connection.execute(insert(_EVENTS), [event] * times)
