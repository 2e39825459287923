"""Addresses where nothing arrives: what is kept back, what goes out again, on both engines."""

from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from judge.desk.effects import MarkReturned, Post, ResumeAddress, SetReach
from judge.desk.snapshot import Reach
from judge.errors import DatabaseError
from judge.game.mails import Draft
from judge.store.outbox import StoredMail
from judge.store.store import Store
from judge.store.tables import EventRow, MailRow

BOB, CYD = "bob@x.example", "cyd@x.example"
Apply = Callable[..., None]
MakeDraft = Callable[..., Draft]


def suspended(at: datetime) -> SetReach:
    return SetReach(BOB, Reach(days=5, since=at - timedelta(days=4), last=at, suspended_at=at))


def claim(store: Store, now: datetime) -> list[str]:
    with store.begin() as tx:
        return [mail.key for mail in tx.claim_mails(now, 20, timedelta(minutes=1))]


def send(store: Store, now: datetime) -> None:
    with store.begin() as tx:
        tx.mails_sent(tx.claim_mails(now, 20, timedelta(minutes=1)), now)


def mails(store: Store) -> dict[str, StoredMail]:
    with store.reading() as tx:
        found = (tx.mail(number) for number in tx.session.scalars(select(MailRow.id)))
        return {mail.key: mail for mail in found if mail is not None}


def reach(store: Store, email: str = BOB) -> Reach:
    with store.reading() as tx:
        player = tx.player_by_address(email)
    assert player is not None
    return player.reach


def test_how_an_address_fares_is_kept_and_forgotten(
    store: Store, apply: Apply, players: SimpleNamespace, now: datetime
) -> None:
    effect = suspended(now)
    apply(effect)
    assert reach(store) == effect.reach
    assert reach(store, CYD) == Reach()
    apply(ResumeAddress("Bob@x.example"))
    assert reach(store) == Reach()


def test_news_for_a_suspended_address_is_kept_back_and_answers_are_tried(
    store: Store, apply: Apply, make_draft: MakeDraft, players: SimpleNamespace, now: datetime
) -> None:
    apply(Post(make_draft("waiting", to=BOB, kind="result")), Post(make_draft("old answer", to=BOB)))
    apply(suspended(now))
    apply(
        Post(make_draft("result", to=BOB, kind="result")), Post(make_draft("receipt", to=BOB)),
        Post(make_draft("held", to=BOB, kind="held")), Post(make_draft("other", to=CYD, kind="result")),
    )  # fmt: skip
    assert claim(store, now) == ["old answer", "receipt", "held", "other"]
    assert {key for key, mail in mails(store).items() if mail.state == "withheld"} == {"waiting", "result"}
    with store.reading() as tx:
        assert tx.next_mail() is None
        assert len(tx.session.scalars(select(EventRow.id).where(EventRow.kind == "withheld")).all()) == 2


def test_a_mail_under_way_when_its_address_is_suspended_is_not_tried_again(
    store: Store, apply: Apply, make_draft: MakeDraft, players: SimpleNamespace, now: datetime
) -> None:
    apply(Post(make_draft("result", to=BOB, kind="result")))
    assert claim(store, now) == ["result"]
    apply(suspended(now))
    with store.begin() as tx:
        tx.mail_failed(mails(store)["result"].id, "busy", now, now, final=False)
    assert mails(store)["result"].state == "withheld"


def test_who_comes_back_gets_what_he_missed_in_order_and_nothing_that_is_out_of_date(
    store: Store, apply: Apply, make_draft: MakeDraft, players: SimpleNamespace, now: datetime
) -> None:
    early = now - timedelta(days=20)
    for key in ("arrived", "lost", "refused", "long ago"):
        apply(Post(make_draft(key, to=BOB, kind="result")), at=early)
    send(store, early)
    before = mails(store)
    apply(MarkReturned(before["long ago"].id, "550 no"), at=early)
    apply(MarkReturned(before["lost"].id, "550 no"), MarkReturned(before["refused"].id, ""), at=now)
    with store.begin() as tx:
        tx.mail_failed(before["refused"].id, "550 no", now, now, final=True)
    apply(suspended(now))
    apply(Post(make_draft("reminder", to=BOB, kind="reminder")), Post(make_draft("kept", to=BOB, kind="result")))
    later = now + timedelta(days=30)
    assert claim(store, later) == []
    apply(ResumeAddress(BOB), at=later)
    assert claim(store, later) == ["lost", "refused", "kept"]
    found = mails(store)
    assert (found["reminder"].state, found["reminder"].reason) == ("failed", "out of date")
    assert found["long ago"].state == "returned"
    assert {found[key].waits_since for key in ("lost", "kept")} == {later}
    assert [found[key].raw for key in before] == [mail.raw for mail in before.values()]


def test_a_mail_that_comes_back_is_marked_even_before_it_is_known_to_be_sent(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    apply(Post(make_draft("k")))
    assert not mails(store)["k"].tried
    claim(store, now)
    number = mails(store)["k"].id
    assert mails(store)["k"].tried
    apply(MarkReturned(number, "550 no"))
    with store.begin() as tx:
        tx.mails_sent([mails(store)["k"]], now)
    assert (mails(store)["k"].state, mails(store)["k"].returned) == ("returned", True)
    assert claim(store, now + timedelta(days=1)) == []
    with store.reading() as tx:
        assert ("returned", "550 no") in [(one.kind, one.text) for one in tx.trace("k@judge.example")]


def test_no_mail_is_no_mail_to_mark(store: Store, apply: Apply) -> None:
    with pytest.raises(DatabaseError):
        apply(MarkReturned(99, ""))


def test_a_mail_has_arrived_when_it_was_sent_in_that_time_and_did_not_come_back(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    day = timedelta(days=1)

    def arrived(after: datetime, before: datetime, email: str = "Ann@x.example") -> bool:
        with store.reading() as tx:
            return tx.has_arrived(email, after=after, before=before)

    apply(Post(make_draft("k")))
    assert not arrived(now - day, now)
    send(store, now)
    assert arrived(now - day, now)
    assert not arrived(now, now + day)
    assert not arrived(now - 2 * day, now - day)
    assert not arrived(now - day, now, BOB)
    apply(MarkReturned(mails(store)["k"].id, ""))
    assert not arrived(now - day, now)
