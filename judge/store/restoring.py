"""A database filled from a backup, in one transaction: all of it or nothing.

The judge whose backup it is may have worked on after it was made, so that what the backup holds as still to be done
may have been done. A mail that waits in it may have gone out: it is `held` until the keeper sends it on. A letter that
waits in it is answered, since nothing of what it did is there. And mails from now on must not be taken for those that
went out meanwhile: they have other Message-IDs (`Store.era`), and higher numbers, by which those that come back
are told apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Engine, column, func, insert, inspect, select, table, update

from judge.errors import BackupError, MisuseError, crash_point
from judge.store.backups import Backup, Rows
from judge.store.heartbeat import RESTORED
from judge.store.rows import table_of
from judge.store.tables import EventRow, LetterRow, MailRow, Table
from judge.store.upgrade import changing_schema, migrate, revisions
from judge.store.values import TYPES

UNSENT = ("new", "claimed", "drawing")
GAP = 1_000_000  # numbers of mails that may have been given away after the backup was made
_HELD = "it waited when the backup was made, and may have gone out since"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What a restoration came to: mails that had not been sent, of which so many are held, and letters not answered."""

    unsent: int
    held: int
    unanswered: int


def restore(
    engine: Engine, backup: Backup, *, send: bool, now: datetime, before_commit: Callable[[], None] = lambda: None
) -> Restored:
    """Fill an empty database with what a backup holds, and bring it to this program's schema.

    Shape: unsent mails are left in the queue with `send`, else held.
    Refuses: MisuseError when there are tables in it; BackupError when the backup is damaged or of a newer program.
    Then nothing is changed.
    """
    if backup.contents.schema not in revisions():
        newer = f"its schema ({backup.contents.schema}) is of a newer program ({backup.contents.program}); install that"
        raise BackupError(newer)
    with changing_schema(engine) as connection:
        if inspect(connection).get_table_names():
            raise MisuseError("there is something in the database; a backup is restored into an empty one")
        migrate(connection, backup.contents.schema)
        known = set(inspect(connection).get_table_names())
        for rows in backup.rows():
            if rows.table not in known:
                raise BackupError(f"there is no table {rows.table} in schema {backup.contents.schema}")
            _load(connection, rows)
        crash_point("restore-loaded")
        migrate(connection)
        _count_on(connection)
        done = _settle(connection, backup, send, now)
        _count_on(connection)  # from the mark on
        before_commit()
    return done


def _load(connection: Connection, rows: Rows) -> None:
    columns = [column(name, TYPES[kind]) for name, kind in rows.columns]
    names = [name for name, _ in rows.columns]
    values = [dict(zip(names, row, strict=True)) for row in rows.rows]
    connection.execute(insert(table(rows.table, *columns)), values)


def _settle(connection: Connection, backup: Backup, send: bool, now: datetime) -> Restored:
    """Hold the mails that may have gone out, and leave a mark from which mails are numbered on."""
    mails, letters, events = table_of(MailRow), table_of(LetterRow), table_of(EventRow)
    unsent = connection.scalars(select(func.count()).where(mails.c.state.in_(UNSENT))).one()
    waiting = connection.scalars(select(func.count()).where(letters.c.state.in_(("new", "claimed")))).one()
    if not send:
        held = update(mails).where(mails.c.state.in_(UNSENT)).returning(mails.c.id)
        kept = {"state": "held", "reason": _HELD, "lease_until": None, "picture_id": None, "draft": None}
        told = [{"at": now, "kind": "held", "text": _HELD, "mail_id": number}
                for number in sorted(connection.scalars(held.values(kept)))]  # fmt: skip
        if told:
            connection.execute(insert(events), told)
    number = (connection.scalars(select(func.max(mails.c.id))).one() or 0) + GAP
    origin = f"from a backup of {backup.contents.made_at:%Y-%m-%d %H:%M} UTC; {unsent} mails had not been sent"
    mark = {"key": f"{RESTORED}/{now.isoformat()}", "kind": RESTORED, "recipient": "", "raw": b"", "message_id": "",
            "game": "", "created_at": now, "state": "void", "attempts": 0, "next_at": now,
            "reason": origin}  # fmt: skip
    connection.execute(insert(mails), {"id": number, **mark})
    connection.execute(insert(events), {"at": now, "kind": RESTORED, "text": origin})
    return Restored(unsent=unsent, held=0 if send else unsent, unanswered=waiting)


def _count_on(connection: Connection) -> None:
    """PostgreSQL goes on counting after the highest number of each table; SQLite does so by itself."""
    if connection.dialect.name == "sqlite":
        return
    for one in Table.metadata.sorted_tables:
        highest = connection.scalars(select(func.max(one.c.id))).one()
        if highest is not None:
            connection.execute(select(func.setval(func.pg_get_serial_sequence(one.name, "id"), highest)))
