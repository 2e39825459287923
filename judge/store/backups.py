"""Backups: the whole database as of one moment in a file, from which a database on either engine is filled again.

The file is compressed by gzip and holds one JSON document a line:

    {"judge backup": 1, "program": …, "schema": …, "made_at": …, "tables": {"players": 3, …}}
    {"secret": …}                                  what the reply addresses are made with
    {"table": "players", "columns": [["id", "int"], ["name", "text"], …]}
    [1, "Anna", …]                                 each row, by its id
    {"rows": 3, "sha256": …}                       of the rows' lines
    {"table": …}                                   each table after those that it refers to
    {"end": …}                                     the SHA-256 of all lines above

Moments are written in UTC, spans of time as microseconds, bytes in base64.
"""

import gzip
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO
from zlib import error as zlib_error

import sqlalchemy
from sqlalchemy import Connection, func, select

from judge import __version__
from judge.errors import BackupError, MisuseError, crash_point
from judge.store.store import Store
from judge.store.tables import Table
from judge.store.upgrade import check_schema, revision_of
from judge.store.values import TYPES, Kind, Value, from_json, kind_of, to_json

FORM = 1
_AT_ONCE = 200  # rows in memory; a letter may have two megabytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a backup says of itself: the version of the program, the schema, the moment, and rows by table."""

    program: str
    schema: str
    made_at: datetime
    tables: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table of a backup, some at a time; `columns` names with kinds."""

    table: str
    columns: tuple[tuple[str, Kind], ...]
    rows: tuple[tuple[Value, ...], ...]


def write_backup(store: Store, path: Path, *, secret: str, now: datetime) -> Contents:
    """Write all that the database holds at this moment into a new file, and say what that is.

    Shape: the judge may be at work meanwhile; it waits for nothing, and nothing of what it does is seen half. The file
    is for its owner only, and there once it is whole.
    Refuses: MisuseError when it is there already or cannot be written; DatabaseError for a schema that is not ours.
    """
    if path.exists():
        raise MisuseError(f"{path} is there already; name a file that is not")
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with _owned(aside) as raw, store.snapshot() as connection:
            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw) as packed:
                contents = _dump(connection, packed, secret, now)
            raw.flush()
            os.fsync(raw.fileno())
        crash_point("backup-written")
        aside.rename(path)
    except OSError as trouble:
        raise MisuseError(f"{path} cannot be written ({trouble.strerror or trouble})") from trouble
    finally:
        aside.unlink(missing_ok=True)
    return contents


@contextmanager
def _owned(path: Path) -> Iterator[IO[bytes]]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        yield file


class _Writer:
    """Writes lines, and their checksums."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out, self._all, self._rows = out, hashlib.sha256(), hashlib.sha256()

    def put(self, document: Value) -> None:
        line = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
        self._all.update(line)
        self._rows.update(line)
        self._out.write(line)

    def begin(self, document: Value) -> None:
        self.put(document)
        self._rows = hashlib.sha256()

    def end_rows(self, count: int) -> None:
        self.put({"rows": count, "sha256": self._rows.hexdigest()})

    def end(self) -> None:
        self.put({"end": self._all.hexdigest()})


def _dump(connection: Connection, out: gzip.GzipFile, secret: str, now: datetime) -> Contents:
    check_schema(connection)
    tables = Table.metadata.sorted_tables
    counts = tuple((one.name, connection.scalars(select(func.count()).select_from(one)).one()) for one in tables)
    contents = Contents(
        program=__version__, schema=str(revision_of(connection)), made_at=now.astimezone(UTC), tables=counts
    )
    writer = _Writer(out)
    writer.put(
        {
            "judge backup": FORM,
            "program": contents.program,
            "schema": contents.schema,
            "made_at": contents.made_at.isoformat(),
            "tables": dict(counts),
        }
    )
    writer.put({"secret": secret})
    for table in tables:
        _dump_table(connection, table, writer)
    writer.end()
    return contents


def _dump_table(connection: Connection, table: sqlalchemy.Table, writer: _Writer) -> None:
    columns = [(column.name, kind_of(column.type)) for column in table.columns]
    writer.begin({"table": table.name, "columns": columns})
    kinds = [kind for _, kind in columns]
    count = 0
    in_order = select(table).order_by(*table.primary_key).execution_options(yield_per=_AT_ONCE)
    for row in connection.execute(in_order):
        writer.put([to_json(kind, value) for kind, value in zip(kinds, row, strict=True)])
        count += 1
    writer.end_rows(count)


class Backup:
    """A backup to read from; `contents` and `secret` are known at once, `rows` reads and checks all the rest.

    Refuses: BackupError when it is none, or as soon as something is not as it was written.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._name, self._all, self._count = name, hashlib.sha256(), 0
        self._file = gzip.GzipFile(fileobj=file, mode="rb")
        self.contents = self._read_contents()
        self.secret = str(self._document("secret")["secret"])

    def rows(self) -> Iterator[Rows]:
        """All rows, table by table; at the end it is known that the backup is whole."""
        for table, count in self.contents.tables:
            yield from self._read_table(table, count)
        told, known = self._all.hexdigest(), self._document("end")["end"]
        if told != known:
            raise self._damaged("its checksum is wrong")
        if self._line(at_end=True):
            raise self._damaged("something stands after its end")

    def _read_contents(self) -> Contents:
        try:
            head = self._document("judge backup", "program", "schema", "made_at", "tables")
        except BackupError:
            raise BackupError("this is no backup of a judge", file=self._name) from None
        if head["judge backup"] != FORM:
            raise BackupError(f"it was made by a newer program ({head['program']}); install that", file=self._name)
        return Contents(
            program=str(head["program"]),
            schema=str(head["schema"]),
            made_at=datetime.fromisoformat(head["made_at"]),
            tables=tuple((str(table), int(count)) for table, count in head["tables"].items()),
        )

    def _read_table(self, table: str, count: int) -> Iterator[Rows]:
        head = self._document("table", "columns")
        columns = tuple((str(name), str(kind)) for name, kind in head["columns"])
        if head["table"] != table or any(kind not in TYPES for _, kind in columns):
            raise self._damaged(f"the table {table} should stand here")
        digest, left = hashlib.sha256(), count
        while left:
            lines = [self._line() for _ in range(min(left, _AT_ONCE))]
            for line in lines:
                digest.update(line)
            yield Rows(table, columns, tuple(self._row(line, columns) for line in lines))
            left -= len(lines)
        foot = self._document("rows", "sha256")
        if foot["rows"] != count or foot["sha256"] != digest.hexdigest():
            raise self._damaged(f"the rows of {table} are not those that were written")

    def _row(self, line: bytes, columns: tuple[tuple[str, Kind], ...]) -> tuple[Value, ...]:
        values = self._parse(line)
        if not isinstance(values, list) or len(values) != len(columns):
            raise self._damaged("a row should stand here")
        try:
            return tuple(from_json(kind, value) for value, (_, kind) in zip(values, columns, strict=True))
        except (ValueError, TypeError):
            raise self._damaged("a value cannot be read") from None

    def _document(self, *keys: str) -> dict[str, Value]:
        found = self._parse(self._line())
        if not isinstance(found, dict) or any(key not in found for key in keys):
            raise self._damaged(f"{' and '.join(keys)} should stand here")
        return found

    def _parse(self, line: bytes) -> Value:
        try:
            return json.loads(line.decode("utf-8", "surrogatepass"))
        except ValueError:
            raise self._damaged("it is not as it was written") from None

    def _line(self, *, at_end: bool = False) -> bytes:
        self._count += 1
        try:
            line = self._file.readline()
        except (OSError, EOFError, zlib_error) as trouble:
            raise self._damaged("it cannot be unpacked" if self._count > 1 else "it is not packed by gzip") from trouble
        if not line.endswith(b"\n") and not at_end:
            raise self._damaged("it is cut short")
        self._all.update(line)
        return line

    def _damaged(self, problem: str) -> BackupError:
        return BackupError(f"the backup is damaged: {problem}", file=self._name, line=self._count)


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """The backup in a file. Refuses: MisuseError when it cannot be read; BackupError when it is none."""
    try:
        file = path.open("rb")
    except OSError as trouble:
        raise MisuseError(f"{path} cannot be read ({trouble.strerror})") from None
    with file:
        yield Backup(file, str(path))
