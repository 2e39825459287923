"""Mails: written once, frozen, claimed by one sender, sent again only as they were."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest

from judge.desk.effects import Post
from judge.errors import MisuseError
from judge.game.mails import Draft
from judge.store.outbox import StoredMail
from judge.store.store import Store

LEASE = timedelta(minutes=1)
Apply = Callable[..., None]
MakeDraft = Callable[..., Draft]


def claim(store: Store, now: datetime, limit: int = 10) -> tuple[StoredMail, ...]:
    with store.begin() as transaction:
        return transaction.claim_mails(now, limit, LEASE)


def test_a_second_mail_of_the_same_key_is_left_out_and_the_first_stays_as_it_is(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    """Each result once, its bytes frozen, whatever the templates say later."""
    apply(Post(make_draft("k", to="Ann@x.example", text="first")))
    apply(Post(make_draft("k", text="second")), Post(make_draft("l", text="other")))
    first, other = claim(store, now)
    assert (first.key, first.to, first.message_id) == ("k", "ann@x.example", "<k@judge.example>")
    assert first.raw.endswith(b"first")
    assert other.raw.endswith(b"other")


def test_a_mail_of_a_transaction_that_fails_is_never_seen(store: Store, make_draft: MakeDraft, now: datetime) -> None:
    """Nothing is sent before its commit."""

    def fail() -> None:
        with store.begin() as transaction:
            transaction.apply([Post(make_draft("k"))], now=now, letter=None, freeze=lambda _: b"\r\n")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert claim(store, now) == ()


def test_two_senders_never_claim_the_same_mail(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    apply(*(Post(make_draft(f"k{number}")) for number in range(30)))

    def work(_: int) -> list[int]:
        mine: list[int] = []
        while mails := claim(store, now, 4):
            mine += [mail.id for mail in mails]
        return mine

    with ThreadPoolExecutor(4) as threads:
        claimed = [number for mine in threads.map(work, range(4)) for number in mine]
    assert len(claimed) == len(set(claimed)) == 30


def test_a_sent_mail_is_not_sent_again_and_a_claim_that_ran_out_is(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    apply(Post(make_draft("a")), Post(make_draft("b")))
    first, second = claim(store, now)
    with store.begin() as transaction:
        transaction.mails_sent([first], now)
    assert claim(store, now) == ()
    (again,) = claim(store, now + LEASE)
    assert (again.id, again.attempts, again.raw) == (second.id, 2, second.raw)


def test_a_failure_is_tried_again_at_its_time_until_it_is_final(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime
) -> None:
    apply(Post(make_draft("a")))
    (mail,) = claim(store, now)
    later = now + timedelta(minutes=5)
    with store.begin() as transaction:
        transaction.mail_failed(mail.id, "451 busy", later, now, final=False)
        assert transaction.next_mail() == later
    assert claim(store, later - timedelta(seconds=1)) == ()
    assert len(claim(store, later)) == 1
    with store.begin() as transaction:
        transaction.mail_failed(mail.id, "550 no", later, later, final=True)
        assert transaction.next_mail() is None
        found = transaction.mail(mail.id)
    assert found is not None
    assert (found.state, found.reason) == ("failed", "550 no")
    assert claim(store, later + timedelta(days=9)) == ()


@pytest.mark.parametrize("name", ["key/a", "<key/a@judge.example>", "key/a@judge.example"])
def test_a_mail_is_sent_again_byte_for_byte_by_key_or_message_id(
    store: Store, apply: Apply, make_draft: MakeDraft, now: datetime, name: str
) -> None:
    apply(Post(make_draft("key/a")))
    (mail,) = claim(store, now)
    with store.begin() as transaction:
        transaction.mails_sent([mail], now)
        assert transaction.resend(name, now).id == mail.id
    (again,) = claim(store, now)
    assert again.raw == mail.raw


def test_what_is_not_there_cannot_be_sent_again(store: Store, now: datetime) -> None:
    with store.begin() as transaction, pytest.raises(MisuseError, match="nothing"):
        transaction.resend("nothing", now)
