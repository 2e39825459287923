"""Letters that are being stored while a turn is due: they are waited for, and none counts as older than it may be."""

import threading
from datetime import timedelta

from sqlalchemy import select, text

from judge.store.store import Store
from judge.store.tables import LetterRow

SECOND = timedelta(seconds=1)


def test_a_letter_counts_from_when_it_came_unless_that_is_too_long_ago(store: Store, make_arrival, now) -> None:
    store.accept(
        [make_arrival("a", at=now - SECOND), make_arrival("b", at=now - 9 * SECOND)], now, lambda: now - SECOND
    )
    with store.reading() as tx:
        assert tx.session.scalars(select(LetterRow.received_at)).all() == [now - SECOND] * 2


def test_who_asks_waits_for_the_letters_whose_storing_has_begun(store: Store, make_arrival, now) -> None:
    """On SQLite one process does everything, and its listener tells it."""
    if not store.shared:
        store.await_stored()
        return
    begun, may_end, seen = threading.Event(), threading.Event(), list[int]()

    def earliest():
        begun.set()
        assert may_end.wait(20)
        return now

    def look() -> None:
        store.await_stored()
        with store.reading() as tx:
            seen.append(len(tx.session.scalars(select(LetterRow.id)).all()))

    storing = threading.Thread(target=store.accept, args=([make_arrival("a")], now, earliest))
    looking = threading.Thread(target=look)
    storing.start()
    assert begun.wait(20)
    looking.start()
    looking.join(0.1)
    assert not seen
    may_end.set()
    storing.join(20)
    looking.join(20)
    assert seen == [1]


def test_who_hangs_while_he_stores_a_letter_is_given_up_after_some_seconds(store: Store) -> None:
    """Else one process that stands still would stop every turn."""
    if not store.shared:
        return
    with store._storing.connect() as connection:
        shown = connection.scalar(text("SHOW idle_in_transaction_session_timeout"))
    assert shown == "10s"
