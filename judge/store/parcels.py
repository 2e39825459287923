"""A game as a document that another judge can take in: everything about it but the letters and mails.

The form is that of the tables themselves: for each table its rows, each with its columns by name. What refers to a row
of the document does so by the number that it has there; a game that is taken in gets numbers of its own. People are
told by their addresses. Letters, mails and pictures stay where they are: letters are no part of a game once they are
answered, mails have been sent, and pictures are drawn anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, Table, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from judge.desk.joining import is_game_name
from judge.desk.registration import proper_name
from judge.desk.snapshot import GameState
from judge.errors import MisuseError
from judge.mail.addresses import valid_address
from judge.store import tables
from judge.store.rows import carry_out
from judge.store.values import from_json, kind_of, to_json

Document = dict[str, Any]  # Any: what JSON holds

FORM = "judge game"
VERSION = 1
LEFT_OUT = MappingProxyType(
    {
        "letters": "they are answered",
        "mails": "they are sent",
        "pictures": "they are drawn anew",
        "heartbeats": "they are of this judge",
        "bans": "they are of this judge",
        "address_claims": "who has not answered is asked again",
    }
)
NO_NAME = "{!r} is no name for a game: 2 to 20 letters, digits or hyphens; give one with --name"
_PEOPLE = ("players", "addresses")  # those whom the other rows name, and no others
_LISTS_OF_PEOPLE = MappingProxyType({"press": ("readers",)})  # JSON columns that hold ids of players
_SECRETS_OF_PEOPLE = ("password_hash", "tokens_before", "token_since")  # theirs, of this judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """A game that was taken in: its id, and the addresses of the people whom this judge did not know before."""

    game: int
    name: str
    newcomers: tuple[str, ...]
    paused: bool


def pack_game(session: Session, game: int, revision: str, now: datetime) -> Document:
    """The document of a game."""
    rows: dict[str, list[Document]] = {}
    phases = select(tables.PhaseRow.id).where(tables.PhaseRow.game_id == game)
    for table in _carried():
        owner = _owner(table)
        rows[table.name] = _rows_of(session, table, owner.in_(phases) if owner.name == "phase_id" else owner == game)
    people = _people_in(rows)
    players, addresses = (tables.Table.metadata.tables[name] for name in _PEOPLE)
    rows["players"] = _rows_of(session, players, players.c.id.in_(people))
    rows["addresses"] = _rows_of(session, addresses, addresses.c.player_id.in_(people))
    for row in rows["players"]:
        for secret in _SECRETS_OF_PEOPLE:
            row.pop(secret, None)
    return {"form": FORM, "version": VERSION, "revision": revision, "written_at": now.isoformat(), "rows": rows}


def unpack_game(session: Session, document: object, name: str | None, now: datetime) -> Unpacked:
    """Take the game of a document in, under another name if one is given; a game that is being played is paused.

    Rule: who has an address of the document here is the same person; whoever is not known yet is registered.
    Refuses: MisuseError for another form, for a field that is missing or unknown, for a name that is taken or that
    nobody could have given here, and when the game is here already.
    Not: whether what the rows hold can be read; see `judge import`, which reads it.
    """
    rows, written = _opened(document)
    _see_that_names_are_names(rows)
    game = _only_game(rows)
    name = name or str(game["name"])
    if not is_game_name(name.lower()):
        raise MisuseError(NO_NAME.format(name))
    taken = session.execute(select(tables.GameRow.name).where(tables.GameRow.name_key == name.lower())).first()
    if taken is not None:
        raise MisuseError(f"there is a game {taken[0]} already; give it another name with --name")
    here = session.execute(
        select(tables.GameRow.name).where(
            tables.GameRow.seed == game["seed"], tables.GameRow.created_at == datetime.fromisoformat(game["created_at"])
        )
    ).first()
    if here is not None:
        raise MisuseError(f"this game is here already, as {here[0]}")
    game["name"], game["name_key"] = name, name.lower()
    paused = _pause(rows, game, written)
    ids: dict[str, dict[int, int]] = {}
    ids["players"], newcomers = _meet(session, rows, now)
    for table in _carried():
        ids[table.name] = {}
        for number, row in enumerate(rows.get(table.name, ()), 1):
            values = _read(table, row, ids, f"{table.name}, row {number}")
            ids[table.name][row["id"]] = _add(session, table, values)
    return Unpacked(game=ids["games"][game["id"]], name=name, newcomers=tuple(newcomers), paused=paused)


def _carried() -> list[Table]:
    """The tables of the document but those of people, what is referred to first."""
    return [one for one in tables.Table.metadata.sorted_tables if one.name not in (*LEFT_OUT, *_PEOPLE)]


def _owner(table: Table) -> Column[Any]:
    """The column that tells of which game a row is, or of which phase."""
    for name in ("game_id", "phase_id"):
        if name in table.c:
            return table.c[name]
    if table is tables.GameRow.__table__:
        return table.c.id
    raise TypeError(f"no row of {table.name} belongs to a game")


def _refers_to(column: Column[Any]) -> str | None:
    """The table that a column refers to."""
    return next((key.column.table.name for key in column.foreign_keys), None)


def _people_in(rows: Mapping[str, Iterable[Document]]) -> set[int]:
    """The numbers of all people whom the rows name."""
    found: set[int] = set()
    for name, some in rows.items():
        table = tables.Table.metadata.tables[name]
        columns = [column.name for column in table.c if _refers_to(column) == "players"]
        for row in some:
            found.update(row[column] for column in columns if row[column] is not None)
            for column in _LISTS_OF_PEOPLE.get(name, ()):
                found.update(row[column])
    return found


def _rows_of(session: Session, table: Table, which: ColumnElement[bool]) -> list[Document]:
    """The rows for the document; what refers to a letter or a mail is left out."""
    columns = [column for column in table.c if _refers_to(column) not in LEFT_OUT]
    kinds = [(column.name, kind_of(column.type)) for column in columns]
    found = session.execute(select(*columns).where(which).order_by(table.c.id))
    return [{name: to_json(kind, value) for (name, kind), value in zip(kinds, row, strict=True)} for row in found]


def _opened(document: object) -> tuple[dict[str, list[Document]], datetime]:
    """The rows of a document by table, and when it was written."""
    if not isinstance(document, dict) or document.get("form") != FORM:
        raise MisuseError(f"this is no game of ours: its form is not {FORM!r}")
    if document.get("version") != VERSION:
        raise MisuseError(f"the form of this game has version {document.get('version')}; this program reads {VERSION}")
    rows = document.get("rows")
    if not isinstance(rows, dict):
        raise MisuseError("rows: an object with the rows of each table is due")
    known = {table.name for table in _carried()} | set(_PEOPLE)
    for name, some in rows.items():
        if name not in known:
            raise MisuseError(f"rows.{name}: this program has no such table; a newer one wrote this game")
        if not isinstance(some, list) or not all(isinstance(row, dict) and "id" in row for row in some):
            raise MisuseError(f"rows.{name}: a list of rows is due, each with an id")
    try:
        written = datetime.fromisoformat(str(document.get("written_at")))
    except ValueError:
        raise MisuseError("written_at: a moment is due, 2027-01-05T18:00:00+00:00") from None
    return {name: [dict(row) for row in some] for name, some in rows.items()}, written


def _see_that_names_are_names(rows: Mapping[str, list[Document]]) -> None:
    """Refuse a name or an address of a person that nobody could have given here: both stand in headers of mails."""
    for table, field, is_good in (("players", "name", _is_proper), ("addresses", "email", valid_address)):
        for number, row in enumerate(rows.get(table, ()), 1):
            if field in row and not (isinstance(row[field], str) and is_good(row[field])):
                raise MisuseError(f"{table}, row {number}: {field}: {row[field]!r} is no value for it")


def _is_proper(name: str) -> bool:
    return bool(name) and proper_name(name) == name


def _only_game(rows: Mapping[str, list[Document]]) -> Document:
    if len(rows.get("games", ())) != 1:
        raise MisuseError("rows.games: one row is due")
    game = rows["games"][0]
    for field in ("name", "seed", "created_at", "state"):
        if not isinstance(game.get(field), str):
            raise MisuseError(f"rows.games: {field} is missing")
    return game


def _pause(rows: Mapping[str, list[Document]], game: Document, written: datetime) -> bool:
    """A game that is being played waits for RESUME here, with the time that it had when the document was written."""
    if game["state"] != GameState.RUNNING.value:
        return False
    game["state"] = GameState.PAUSED.value
    for row in rows.get("phases", ()):
        if row.get("state") != "open":
            continue
        if row.get("deadline") is not None:
            left = datetime.fromisoformat(row["deadline"]) - written
            game["time_left"] = to_json("span", max(left, timedelta()))
        row.update(deadline=None, remind_at=None, early_at=None, grace_until=None)
    return True


def _add(session: Session, table: Table, values: Mapping[str, Any]) -> int:
    """The number of a row that is added."""
    try:
        key = carry_out(session, insert(table), **values).inserted_primary_key
    except IntegrityError:
        raise MisuseError(f"rows.{table.name}: two of the rows cannot both be") from None
    assert key is not None
    return int(key[0])


def _meet(session: Session, rows: Mapping[str, list[Document]], now: datetime) -> tuple[dict[int, int], list[str]]:
    """The people of the document as people here, and the addresses of those who are new."""
    addresses = tables.AddressRow
    met: dict[int, int] = {}
    newcomers: list[str] = []
    for row in rows.get("players", ()):
        theirs = [one for one in rows.get("addresses", ()) if one.get("player_id") == row["id"]]
        emails = [str(one.get("email", "")) for one in theirs]
        owners = set(session.scalars(select(addresses.player_id).where(addresses.email.in_(emails))))
        if len(owners) > 1:
            raise MisuseError(f"the addresses {', '.join(emails)} are of one person there and of {len(owners)} here")
        if owners:
            met[row["id"]] = owners.pop()
            continue
        people = tables.Table.metadata.tables["players"]
        fields = {name: value for name, value in row.items() if name != "id" and name not in _SECRETS_OF_PEOPLE}
        met[row["id"]] = _add(session, people, _read(people, fields, {}, "players"))
        table = tables.Table.metadata.tables["addresses"]
        for one in theirs:
            values = _read(table, one | {"bounce_days": 0}, {"players": met}, "addresses")
            _add(session, table, values | {"added_at": now})
        newcomers += emails[:1]
    return met, newcomers


def _read(table: Table, row: Document, ids: Mapping[str, Mapping[int, int]], where: str) -> dict[str, Any]:
    """The values of a row for its table, with the numbers that those it refers to have here."""
    values: dict[str, Any] = {}
    for name, value in row.items():
        if name == "id":
            continue
        if name not in table.c:
            raise MisuseError(f"{where}: this program knows no field {name}; a newer one wrote this game")
        column = table.c[name]
        try:
            values[name] = _value(column, value, ids)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise MisuseError(f"{where}: {name}: {value!r} is no value for it") from None
        if name in _LISTS_OF_PEOPLE.get(table.name, ()):
            values[name] = [ids["players"][number] for number in value]
    for column in table.c:
        if column.name in values or column.primary_key or column.nullable:
            continue
        if column.default is None:
            raise MisuseError(f"{where}: {column.name} is missing")
    return values


def _value(column: Column[Any], value: Any, ids: Mapping[str, Mapping[int, int]]) -> object:
    target = _refers_to(column)
    if value is None:
        if not column.nullable:
            raise ValueError
        return None
    if target is not None:
        return ids[target][value]
    value = from_json(kind_of(column.type), value)
    wanted = {bool: bool, int: int, str: str}.get(_plain_type(column))
    if wanted is not None and not isinstance(value, wanted):
        raise TypeError
    return value


def _plain_type(column: Column[Any]) -> type:
    """The Python type of a column, `object` where any JSON may stand."""
    return object if isinstance(column.type, JSON) else column.type.python_type
