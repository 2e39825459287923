"""What a process has in hand stays its own for as long as it says so, and no longer."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.desk.effects import Post
from judge.errors import DatabaseError
from judge.store.leases import Leases
from judge.store.presence import Presence
from judge.store.store import Store
from judge.store.tables import GameRow, LetterRow

LEASE = timedelta(minutes=1)


def test_what_is_renewed_is_not_taken_over_and_what_is_not_is(
    store: Store, make_arrival, make_draft, apply, now
) -> None:
    letters = store.accept([make_arrival("a"), make_arrival("b")], now)
    apply(Post(make_draft("mail/a")), Post(make_draft("mail/b")))
    with store.begin() as tx:
        assert len(tx.claim_letters(now, LEASE, 2)) == 2
        mails = [mail.id for mail in tx.claim_mails(now, 2, LEASE)]
    later = now + LEASE
    with store.begin() as tx:
        tx.renew_leases(later + LEASE, letters=letters[:1], mails=mails[:1])
    with store.begin() as tx:
        assert [letter.id for letter in tx.claim_letters(later, LEASE, 2)] == letters[1:]
        assert [mail.id for mail in tx.claim_mails(later, 2, LEASE)] == mails[1:]


def test_what_is_done_is_not_claimed_again_by_renewing_it(store: Store, make_arrival, now) -> None:
    (number,) = store.accept([make_arrival("a")], now)
    with store.begin() as tx:
        tx.claim_letters(now, LEASE, 1)
        tx.close_letter(number, "done", "", now)
        tx.renew_leases(now + LEASE, letters=[number])
        assert tx.session.scalars(select(LetterRow.lease_until)).one() is None


def test_a_letter_that_is_being_closed_is_left_alone(store: Store, make_arrival, now) -> None:
    """Who renews does not wait for the transaction that is at work on it."""
    if not store.shared:
        return
    (number,) = store.accept([make_arrival("a")], now)
    with store.begin() as tx:
        tx.claim_letters(now, LEASE, 1)
    with store.begin() as closing:
        closing.close_letter(number, "done", "", now)
        with store.begin() as tx:
            Leases(tx.session).renew_leases(now + 2 * LEASE, letters=[number])
            assert tx.session.scalars(select(LetterRow.lease_until)).one() == now + LEASE


def test_letters_that_came_in_later_are_left_for_later(store: Store, make_arrival, now) -> None:
    """What is due waits for those that had come in then, not for those that come in meanwhile."""
    store.accept([make_arrival("b", at=now + LEASE), make_arrival("a")], now)
    with store.begin() as tx:
        assert tx.first_waiting() == now
        assert [letter.received_at for letter in tx.claim_letters(now + LEASE, LEASE, 9, now)] == [now]
        assert tx.first_waiting() == now  # it is in somebody's hands


def test_a_game_is_due_to_one_worker_when_its_moment_has_settled(store: Store, game, now) -> None:
    due, second = game.phase.deadline, timedelta(seconds=1)
    with store.begin() as tx:
        tx.session.get(GameRow, game.id).touched = True
        for moment, wanted in ((due - second, True), (due, False), (due + second, True)):
            assert bool(tx.due_games(moment, second)) is wanted
            assert tx.claim_due("foxtrot", moment, second) is wanted
        if store.shared:
            with store.begin() as other:
                assert not other.claim_due("foxtrot", due + second, second)


def test_who_is_at_work_alone_is_told_so(store: Store) -> None:
    """On PostgreSQL others may join; on SQLite they are refused, and told what would work."""
    told: list[str] = []
    first, second = (Store(store.engine.url.render_as_string(hide_password=False)) for _ in range(2))
    first.presence.enter(lambda: told.append("first"))
    if store.shared:
        second.presence.enter(lambda: told.append("second"))
        first.presence.hold()
        second.presence.leave()
    else:
        with pytest.raises(DatabaseError, match="several can share a database on PostgreSQL only"):
            second.presence.enter(lambda: told.append("second"))
    first.dispose()
    second.presence.enter(lambda: told.append("after"))
    second.dispose()
    assert told == ["first", "after"]


def test_who_has_lost_the_connection_is_at_work_again_with_the_next(migrated_postgres: str) -> None:
    told: list[str] = []
    one, other = Store(migrated_postgres), Store(migrated_postgres)
    one.presence.enter(lambda: told.append("one"))
    with other.begin() as tx:
        tx.session.connection().exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'"
        )
    one.presence.hold()
    other.presence.enter(lambda: told.append("other"))
    one.dispose()
    other.dispose()
    assert told == ["one"]


def test_a_presence_that_was_never_entered_is_left_without_a_word(store: Store) -> None:
    Presence(store.engine, store.file).leave()
