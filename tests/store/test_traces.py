"""The life of a mail can be told."""

from collections.abc import Callable
from datetime import datetime, timedelta

from judge.desk.effects import Post
from judge.desk.snapshot import Game
from judge.game.mails import Draft
from judge.store.arrivals import Arrival
from judge.store.store import Store


def test_a_letter_and_the_mail_it_caused_are_told_from_either_end(
    store: Store, make_arrival: Callable[..., Arrival], make_draft: Callable[..., Draft], apply: Callable[..., None],
    now: datetime,
) -> None:  # fmt: skip
    (number,) = store.accept([make_arrival("a")], now)
    store.accept([make_arrival("a")], now)
    with store.begin() as transaction:
        transaction.claim_letters(now, timedelta(minutes=1), 1)
        transaction.note_reading(number, sender="ann@x.example", message_id="<a@x>")
        transaction.fail_letter(number, "it broke", now + timedelta(seconds=1))
        transaction.claim_letters(now + timedelta(seconds=2), timedelta(minutes=1), 1)
        transaction.close_letter(number, "done", "", now + timedelta(seconds=3))
    apply(Post(make_draft("k")), letter=number, at=now + timedelta(seconds=3))
    apply(Post(make_draft("unrelated")))
    with store.begin() as transaction:
        mails = transaction.claim_mails(now + timedelta(seconds=4), 10, timedelta(minutes=1))
        transaction.mails_sent(mails, now + timedelta(seconds=4))
    with store.reading() as transaction:
        events = transaction.trace("a@x")
        assert transaction.trace("<k@judge.example>") == events
        assert transaction.trace("<no@where>") == ()
    assert [event.kind for event in events] == [
        "arrived", "duplicate", "claimed", "failed", "claimed", "read", "done", "written", "sent",
    ]  # fmt: skip
    assert events[0].text == f"from a@x.example at 192.0.2.1 for judge@example.org, {len(make_arrival('a').raw)} octets"
    assert events[-1].about == "mail 1"
    assert [event.at for event in events] == sorted(event.at for event in events)


def test_notes_of_the_keeper_stand_in_the_log_of_the_game(store: Store, game: Game, now: datetime) -> None:
    with store.begin() as transaction:
        transaction.note("show", "looked at", now, game=game.id)
        assert [entry.kind for entry in transaction.log(game.id)] == ["show"]
