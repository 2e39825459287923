"""A statement that was made ready does the same as one that SQLAlchemy looks through each time."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from judge.desk.effects import Post
from judge.errors import MisuseError
from judge.store.ready import ready
from judge.store.rows import carry_out_ready, table_of
from judge.store.store import Store
from judge.store.tables import MailRow

NOW = datetime(2027, 1, 4, 18, 0, tzinfo=UTC)
MAILS = table_of(MailRow)


def bound(*names: str) -> dict:
    return {name: bindparam(name, type_=MAILS.c[name].type) for name in names}


def test_values_go_in_as_the_columns_have_them_and_what_is_not_given_as_the_table_has_it(store: Store) -> None:
    names = ("key", "kind", "recipient", "raw", "message_id", "created_at", "next_at", "draft")
    added = insert(MAILS).values(**bound(*names))
    values = {
        "key": "a\x00", "kind": "receipt", "recipient": "anna@example.net", "raw": b"\x00bytes", "message_id": "<1@a>",
        "created_at": NOW, "next_at": NOW.astimezone(timezone(timedelta(hours=5))), "draft": {"lines": [1, "é"]},
    }  # fmt: skip
    with store.begin() as tx:
        assert carry_out_ready(tx.session, added, **values).changed == 1
        row = tx.session.scalars(select(MailRow)).one()
        assert (row.key, row.raw, row.draft) == ("a\ufffd", b"\x00bytes", {"lines": [1, "é"]})
        assert (row.created_at, row.next_at) == (NOW, NOW)
        assert (row.state, row.attempts, row.reason, row.sent_at) == ("new", 0, "", None)


def test_what_the_statement_says_itself_stays_and_rows_come_as_numbers(store: Store, apply, make_draft) -> None:
    apply(Post(make_draft("a", to="anna@example.net")))
    marked = update(MAILS).where(MAILS.c.recipient == bindparam("whose"), MAILS.c.state == "new").values(state="sent")
    asked = select(MAILS.c.id, (MAILS.c.state == "sent").label("gone")).where(MAILS.c.recipient == bindparam("whose"))
    with store.begin() as tx:
        for changed in (1, 0):
            assert carry_out_ready(tx.session, marked, whose="anna@example.net").changed == changed
        assert carry_out_ready(tx.session, asked, whose="anna@example.net").rows == [(1, True)]
        assert carry_out_ready(tx.session, asked, whose="nobody@example.net").rows == []


def test_a_statement_whose_words_hang_on_its_values_is_not_made_ready(store: Store) -> None:
    among = select(MAILS.c.id).where(MAILS.c.state.in_(bindparam("states", expanding=True)))
    with pytest.raises(MisuseError, match="hang on its values"):
        ready(among, store.engine.dialect)


def test_trouble_is_told_as_it_is_for_any_other_statement(store: Store, apply, make_draft) -> None:
    apply(Post(make_draft("a")))
    clash = insert(MAILS).values(**bound("id", "key"))
    with pytest.raises(IntegrityError), store.begin() as tx:
        carry_out_ready(tx.session, clash, id=1, key="b")
