"""Figures: what the keeper is told of is what is there."""

from datetime import timedelta

from sqlalchemy import update

from judge.desk.effects import Post
from judge.store.figures import database_time, take_figures
from judge.store.tables import AddressRow, LetterRow, MailRow, PhaseRow
from tests.store.conftest import NOW


def figures(store, at=NOW):
    with store.reading() as tx:
        return take_figures(tx.session, at)


def test_an_empty_judge_has_nothing_to_tell(store) -> None:
    found = figures(store)
    assert (found.letters, found.mails, found.games, found.overdue, found.suspended) == ((), (), (), (), ())
    assert (found.waiting, found.unsent, found.waits_since, found.unsent_since, found.last_beat) == (
        0,
        0,
        None,
        None,
        None,
    )


def test_letters_mails_and_games_are_counted_by_their_states(store, game, apply, make_draft, make_arrival) -> None:
    store.accept([make_arrival("a"), make_arrival("b", at=NOW - timedelta(hours=1))], NOW)
    apply(Post(make_draft("k")), Post(make_draft("l")))
    with store.begin() as tx:
        tx.claim_letters(NOW, timedelta(minutes=1), 1)
        (mail,) = tx.claim_mails(NOW, 1, timedelta(minutes=1))
        tx.mails_sent([mail], NOW)
        tx.beat(NOW)
    found = figures(store)
    assert (found.letters, found.waiting) == ((("claimed", 1), ("new", 1)), 2)
    assert (found.mails, found.unsent, found.unsent_since) == ((("new", 1), ("sent", 1)), 1, NOW)
    assert (found.waits_since, found.last_beat) == (NOW - timedelta(hours=1), NOW)
    assert found.games == (("running", 1),)


def test_answers_of_the_last_minutes_are_timed(store, make_arrival) -> None:
    times = (timedelta(minutes=9), timedelta(seconds=30), timedelta(seconds=3))
    store.accept([make_arrival(f"l{number}", at=NOW - ago) for number, ago in enumerate(times)], NOW)
    with store.begin() as tx:
        tx.session.execute(update(LetterRow).values(state="done", closed_at=NOW))
    assert figures(store).answered == (3.0, 30.0)


def test_a_turn_is_overdue_when_nobody_is_waited_for(store, game) -> None:
    late = NOW + timedelta(days=3, minutes=5)
    assert figures(store, late - timedelta(minutes=4)).overdue == ()
    assert figures(store, late).overdue == ("Foxtrot",)
    for values in ({"waiting": True}, {"waiting": False, "grace_until": late}):
        with store.begin() as tx:
            tx.session.execute(update(PhaseRow).values(**values))
        assert figures(store, late).overdue == ()
    assert figures(store, late + timedelta(minutes=3)).overdue == ("Foxtrot",)


def test_addresses_and_mails_where_nothing_arrives_are_told(store, players, apply, make_draft) -> None:
    apply(Post(make_draft("k")))
    with store.begin() as tx:
        tx.session.execute(update(AddressRow).where(AddressRow.email == "bob@x.example").values(suspended_at=NOW))
        tx.session.execute(update(MailRow).values(state="failed"))
    found = figures(store)
    assert (found.suspended, found.given_up, found.unsent_since) == (("bob@x.example",), 1, None)
    assert figures(store, NOW + timedelta(days=2)).given_up == 0


def test_postgresql_has_a_clock_of_its_own(store) -> None:
    with store.reading() as tx:
        told = database_time(tx.session)
    assert (told is None) == (store.engine.dialect.name == "sqlite")
    assert told is None or told.tzinfo is not None
