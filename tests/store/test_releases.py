"""What any older release has left in the database is taken up by this one: letters that wait, mails to be sent."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, MetaData, insert

from judge.store.store import Store
from judge.store.upgrade import change_schema
from tests.store.test_upgrade import revisions

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
RAW = b"From: ann@x.example\r\n\r\nA Par - Bur \xff\x00\r\n"
MAIL = b"Message-ID: <d@judge.example>\r\nTo: ann@x.example\r\n\r\nhello \xc3\xa4\r\n"


@pytest.fixture
def empty(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    yield store
    store.dispose()


def write_row(engine: Engine, name: str, values: dict[str, object]) -> None:
    """A row of a table as it is at the time, with something in each column that needs it."""
    tables = MetaData()
    tables.reflect(engine)
    moment = NOW.replace(tzinfo=None) if engine.dialect.name == "sqlite" else NOW
    fillers = {str: "", int: 0, bool: False, bytes: b"", datetime: moment}
    row = {
        column.name: fillers[column.type.python_type]
        for column in tables.tables[name].columns
        if not column.nullable and column.server_default is None and column.name != "id"
    }
    known = {key: value for key, value in values.items() if key in tables.tables[name].columns}
    with engine.begin() as connection:
        connection.execute(insert(tables.tables[name]).values(row | known))


def test_letters_and_mails_of_every_older_release_are_taken_up_as_they_are(empty: Store) -> None:
    """A letter and a mail are written at each revision on the way up; this program claims them all, unchanged."""
    letter = {"raw": RAW, "mail_from": "ann@x.example", "recipient": "judge@judge.example", "state": "new"}
    mail = {
        "raw": MAIL,
        "recipient": "ann@x.example",
        "kind": "result",
        "state": "new",
        "message_id": "<d@judge.example>",
    }
    names = revisions()
    for name in names:
        change_schema(empty.engine, name)
        write_row(empty.engine, "letters", letter | {"fingerprint": name})
        write_row(empty.engine, "mails", mail | {"key": name})
    with empty.begin() as tx:
        letters = tx.claim_letters(NOW, timedelta(minutes=1), 99)
        mails = tx.claim_mails(NOW + timedelta(minutes=1), 99, timedelta(minutes=1))
        assert [(one.raw, one.mail_from, one.fingerprint) for one in letters] == [
            (RAW, "ann@x.example", name) for name in names
        ]
        assert [(one.raw, one.to, one.key) for one in mails] == [(MAIL, "ann@x.example", name) for name in names]
