"""A backup is the database as of one moment; a database filled from it is the same, and nothing else is touched."""

import gzip
import hashlib
import json
import re
import shutil
import stat
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, inspect, select, update

from judge.desk.effects import Post
from judge.errors import BackupError, DatabaseError, MisuseError
from judge.game.mails import Draft
from judge.store.backups import Contents, open_backup, write_backup
from judge.store.restoring import GAP, Restored, restore
from judge.store.store import Store
from judge.store.tables import MailRow, Table
from judge.store.upgrade import revisions
from judge.store.values import TYPES, kind_of
from tests.store.test_upgrade import fill

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=6)
SECRET = "a secret of more than sixteen characters"


def written(store: Store, path: Path, now: datetime = NOW) -> Contents:
    return write_backup(store, path, secret=SECRET, now=now)


def filled(url: str, path: Path, **more: bool) -> tuple[Store, Restored]:
    """A database filled from a backup."""
    store = Store(url)
    with open_backup(path) as backup:
        return store, restore(store.engine, backup, send=more.get("send", True), now=LATER)


def rows_of(engine: Engine) -> dict[str, list]:
    """All rows, but for the marks of a restoration."""
    with engine.connect() as connection:
        found = {
            one.name: [tuple(row) for row in connection.execute(select(one).order_by(one.c.id))]
            for one in Table.metadata.sorted_tables
        }
    found["mails"] = [row for row in found["mails"] if "void" not in row]
    found["events"] = [row for row in found["events"] if "restored" not in row]
    return found


def rewritten(path: Path, change: Callable[[str], str]) -> Path:
    """The backup with its text changed and packed again."""
    text = gzip.decompress(path.read_bytes()).decode()
    path.write_bytes(gzip.compress(change(text).encode()))
    return path


@pytest.fixture
def busy(store: Store, apply, make_draft, make_arrival, game) -> Store:
    """A database with a row in every table, a game among them, a letter and a mail that wait."""
    store.accept([make_arrival("umlaut-\u00fc\u2028-\U0001f600")], NOW)
    apply(Post(make_draft("waits")))
    with store.begin() as tx:
        tx.session.execute(update(Table.metadata.tables["games"]).values(time_left=timedelta(days=2, microseconds=7)))
    fill(store.engine)
    if store.engine.dialect.name == "postgresql":
        with store.engine.begin() as connection:
            for name in Table.metadata.tables:  # they were numbered by hand
                connection.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"
                )
    return store


@pytest.fixture(scope="module")
def made(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a database with a row in every table."""
    folder = tmp_path_factory.mktemp("backup")
    shutil.copy(migrated_sqlite, folder / "judge.sqlite")
    store = Store(f"sqlite:///{folder / 'judge.sqlite'}")
    fill(store.engine)
    written(store, folder / "backup")
    store.dispose()
    return folder / "backup"


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """The same, for a test to damage."""
    return Path(shutil.copy(made, tmp_path / "backup"))


def apply_post(apply: Callable[..., None], draft: Draft) -> None:
    apply(Post(draft))


def test_a_database_filled_from_a_backup_is_the_same_on_either_engine(
    busy: Store, tmp_path: Path, new_postgres: Callable[[], str]
) -> None:
    contents = written(busy, tmp_path / "backup")
    wanted = rows_of(busy.engine)
    assert dict(contents.tables) == {table: len(rows) for table, rows in wanted.items()}
    assert all(dict(contents.tables).values())
    for url in (f"sqlite:///{tmp_path / 'new.sqlite'}", new_postgres()):
        store, _ = filled(url, tmp_path / "backup")
        store.check()
        assert rows_of(store.engine) == wanted
        assert store.era() == 1
        store.dispose()


def test_new_rows_get_new_numbers_after_a_restoration(backup: Path, database_url: str, make_arrival) -> None:
    """Those of mails leave room for what went out after the backup was made, which may still come back."""
    store, _ = filled(database_url, backup)
    assert store.accept([make_arrival("new")], LATER) == [2]
    with store.reading() as tx:
        assert tx.session.scalar(select(func.max(MailRow.id))) == 1 + GAP
    store.dispose()


def test_every_type_of_the_tables_can_be_written() -> None:
    kinds = {kind_of(column.type) for table in Table.metadata.sorted_tables for column in table.columns}
    assert kinds == set(TYPES)


def test_the_file_is_its_owners_and_says_what_is_in_it(busy: Store, tmp_path: Path) -> None:
    path = tmp_path / "backup"
    contents = written(busy, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(one.name for one in tmp_path.iterdir() if "judge.sqlite" not in one.name) == ["backup"]
    head = json.loads(gzip.decompress(path.read_bytes()).partition(b"\n")[0])
    assert (head["judge backup"], head["schema"]) == (1, revisions()[0])
    assert head["tables"] == dict(contents.tables)
    with open_backup(path) as backup:
        assert (backup.contents, backup.secret) == (contents, SECRET)
        assert sum(len(some.rows) for some in backup.rows()) == sum(dict(contents.tables).values())


def test_a_file_that_is_there_is_not_written_over(busy: Store, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("mine")
    with pytest.raises(MisuseError, match="is there already"):
        written(busy, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "mine"
    with pytest.raises(MisuseError, match="cannot be written"):
        written(busy, tmp_path / "no folder" / "backup")


def test_a_backup_while_letters_come_in_is_that_of_one_moment(busy: Store, tmp_path: Path, make_arrival) -> None:
    """Each letter comes with an entry in the log in the same transaction; a backup has both or neither."""
    stop = threading.Event()
    last = 0

    def pour() -> None:
        nonlocal last
        while not stop.is_set():
            last += 1
            with busy.begin() as tx:
                tx.note("came", "", NOW, letter=tx.keep(make_arrival(f"n{last}"), NOW))

    pouring = threading.Thread(target=pour)
    pouring.start()
    try:
        seen = []
        for number in range(4):
            while last < 10 * (number + 1) and pouring.is_alive():
                time.sleep(0.01)
            path = tmp_path / f"backup{number}"
            written(busy, path)
            with open_backup(path) as backup:
                rows = [(some.table, row) for some in backup.rows() for row in some.rows]
            letters = {row[0] for table, row in rows if table == "letters"}
            noted = [row[5] for table, row in rows if table == "events" and row[2] == "came"]
            assert set(noted) <= letters
            assert len(letters) == len(noted) + 1
            seen.append(len(noted))
    finally:
        stop.set()
        pouring.join()
    assert seen == sorted(seen)
    assert seen[0] < seen[-1]


def test_an_unsent_mail_is_held_until_it_is_sent_on_the_same_bytes(busy: Store, tmp_path: Path, apply, make_draft):
    with busy.begin() as tx:
        (claimed,) = tx.claim_mails(NOW, 1, timedelta(minutes=5))
    apply(Post(make_draft("waits too")))
    written(busy, tmp_path / "backup")
    store, done = filled(f"sqlite:///{tmp_path / 'new.sqlite'}", tmp_path / "backup", send=False)
    with store.begin() as tx:
        held = tx.held_mails()
        assert (done.unsent, done.held, done.unanswered) == (len(held), len(held), 1)
        assert {claimed.raw} < {mail.raw for mail in held}
        assert tx.claim_mails(LATER + timedelta(days=1), 10, timedelta(minutes=5)) == ()
        sent = tx.resend(held[0].message_id, LATER)
        (again,) = tx.claim_mails(LATER, 10, timedelta(minutes=5))
    assert (again.id, again.raw) == (sent.id, held[0].raw)
    store.dispose()


def test_a_database_that_holds_something_is_left_alone(busy: Store, backup: Path) -> None:
    before = rows_of(busy.engine)
    with open_backup(backup) as opened, pytest.raises(MisuseError, match="into an empty one"):
        restore(busy.engine, opened, send=True, now=LATER)
    assert rows_of(busy.engine) == before


def _without_a_row(text: str) -> str:
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith('{"table":"letters"'))
    return "\n".join([*lines[: at + 1], *lines[at + 2 :]]) + "\n"


DAMAGES = {
    "a word changed": lambda text: text.replace('"x"', '"y"', 1),
    "a row gone": _without_a_row,
    "a row that is none": lambda text: re.sub(r'(\{"table":"players".*\n)\[.*\n', r"\1[1]\n", text),
    "a value that is none": lambda text: text.replace('"2027-01-05T00:00:00', '"2027-13-05T00:00:00'),
    "a count changed": lambda text: text.replace('"letters":1', '"letters":0'),
    "a column of no kind": lambda text: text.replace('["raw","bytes"]', '["raw","song"]'),
    "a secret changed": lambda text: text.replace(SECRET, SECRET.upper()),
    "the end gone": lambda text: text[: text.rindex('{"end"')],
    "half of it gone": lambda text: text[: len(text) // 2],
    "something behind it": lambda text: text + "{}\n",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_is_refused_and_nothing_is_changed(backup: Path, sqlite_url: str, damage: str) -> None:
    assert not_restored(rewritten(backup, DAMAGES[damage]), sqlite_url).startswith("the backup is damaged: ")


def test_postgresql_takes_back_tables_and_rows_of_a_damaged_backup(backup: Path, postgres_url: str) -> None:
    damaged = rewritten(backup, DAMAGES["the end gone"])
    assert not_restored(damaged, postgres_url).startswith("the backup is damaged: ")


def not_restored(path: Path, url: str) -> str:
    """Why a backup is refused; nothing has come of it."""
    store = Store(url)
    try:
        with pytest.raises(BackupError) as refusal, open_backup(path) as backup:
            restore(store.engine, backup, send=True, now=LATER)
        assert inspect(store.engine).get_table_names() == []
    finally:
        store.dispose()
    return refusal.value.problem


@pytest.mark.parametrize("bytes_left", [0, 9, 300, -1])
def test_a_backup_that_is_cut_short_is_refused(backup: Path, sqlite_url: str, bytes_left: int) -> None:
    backup.write_bytes(backup.read_bytes()[:bytes_left])
    assert not_restored(backup, sqlite_url)


@pytest.mark.parametrize(
    "text", [b"", b"hello\n", gzip.compress(b"hello\n", mtime=0), gzip.compress(b'{"version":1}\n', mtime=0)]
)
def test_another_file_is_no_backup(tmp_path: Path, sqlite_url: str, text: bytes) -> None:
    (tmp_path / "other").write_bytes(text)
    why = not_restored(tmp_path / "other", sqlite_url)
    assert why == "this is no backup of a judge"
    with pytest.raises(MisuseError, match="cannot be read"), open_backup(tmp_path / "none"):
        pass


@pytest.mark.parametrize("written_as", ['"judge backup":2', '"schema":"9999"'])
def test_a_backup_of_a_newer_program_is_refused(backup: Path, sqlite_url: str, written_as: str) -> None:
    name = written_as.partition(":")[0]
    newer = rewritten(backup, lambda text: re.sub(rf'{name}:("\d+"|\d+)', written_as, text, count=1))
    assert "newer program (0.1.0)" in not_restored(newer, sqlite_url)


def composed(path: Path, schema: str, tables: dict[str, tuple[list, list]]) -> Path:
    """A backup of any schema, with these columns and rows."""
    head = {"judge backup": 1, "program": "0.0.9", "schema": schema, "made_at": NOW.isoformat()}
    head["tables"] = {name: len(rows) for name, (_, rows) in tables.items()}
    lines = [json.dumps(head), json.dumps({"secret": SECRET})]
    for name, (columns, rows) in tables.items():
        packed = [json.dumps(row) for row in rows]
        digest = hashlib.sha256("".join(f"{line}\n" for line in packed).encode()).hexdigest()
        lines += [json.dumps({"table": name, "columns": columns}), *packed]
        lines.append(json.dumps({"rows": len(rows), "sha256": digest}))
    end = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in [*lines, json.dumps({"end": end})]).encode()))
    return path


FIRST_MAIL = {"id": ("int", 7), "key": ("text", "k"), "kind": ("text", "receipt"), "recipient": ("text", "a@x.example"),
              "raw": ("bytes", "aGVsbG8="), "message_id": ("text", "<k@j>"), "game": ("text", ""),
              "created_at": ("time", NOW.isoformat()), "state": ("text", "sent"), "attempts": ("int", 1),
              "next_at": ("time", NOW.isoformat()), "reason": ("text", "")}  # fmt: skip


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path, database_url: str) -> None:
    """The very first schema had mails without what came later; the migrations add it."""
    columns = [[name, kind] for name, (kind, _) in FIRST_MAIL.items()]
    row = [value for _, value in FIRST_MAIL.values()]
    path = composed(tmp_path / "backup", revisions()[-1], {"mails": (columns, [row])})
    store, done = filled(database_url, path)
    store.check()
    with store.reading() as tx:
        found = tx.mail(7)
    assert found is not None
    assert (found.raw, found.returned, found.created_at, done.unsent) == (b"hello", False, NOW, 0)
    store.dispose()


def test_a_table_that_its_schema_does_not_have_is_refused(tmp_path: Path, database_url: str) -> None:
    path = composed(tmp_path / "backup", revisions()[-1], {"songs": ([["id", "int"]], [[1]])})
    assert not_restored(path, database_url).startswith("there is no table songs")


def test_a_database_of_another_schema_is_not_backed_up(store: Store, tmp_path: Path) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'from-tomorrow'")
    try:
        with pytest.raises(DatabaseError, match="newer"):
            written(store, tmp_path / "backup")
    finally:
        with store.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revisions()[0]}'")
    assert not (tmp_path / "backup").exists()
