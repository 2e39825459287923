"""The list of bans is kept, looked into by address, and written into the log, on both engines."""

from datetime import timedelta

from sqlalchemy import select

from judge.desk.bans import Ban
from judge.store.store import Store
from judge.store.tables import EventRow


def test_what_of_the_list_is_about_an_address_is_found_and_the_last_word_about_one_counts(store: Store, now) -> None:
    first = Ban(whom="@spam.example", why="advertises", since=now)
    with store.begin() as tx:
        tx.keep_ban(Ban(whom="@spam.example", allowed=True, since=now - timedelta(days=1)))
        tx.keep_ban(first)
        tx.keep_ban(Ban(whom="*", allowed=True, since=now))
        tx.keep_ban(Ban(whom="vic@home.example", since=now))
    with store.reading() as tx:
        assert [one.whom for one in tx.bans()] == ["*", "@spam.example", "vic@home.example"]
        found = tx.bans_on(("Ada@Mail.Spam.example", "ada@else.example"))
        assert sorted(found) == ["*", "@spam.example"]
        assert found["@spam.example"] == first


def test_an_entry_is_dropped_once_and_all_of_it_stands_in_the_log(store: Store, now) -> None:
    with store.begin() as tx:
        tx.keep_ban(Ban(whom="vic@home.example", since=now))
        assert tx.drop_ban("vic@home.example", now)
        assert not tx.drop_ban("vic@home.example", now)
        assert tx.bans() == ()
        logged = tx.session.execute(select(EventRow.kind, EventRow.text).order_by(EventRow.id)).all()
    assert [tuple(one) for one in logged] == [("banned", "vic@home.example"), ("unbanned", "vic@home.example")]
