"""The judge beside machines that answer: for a minute they are left alone, and at most one mail goes each way."""

import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import update

from judge.store.store import Store
from judge.store.tables import MailRow
from judge.variants import find_variant
from tests.service.conftest import Judge, address_of

OTHER = "judge@another.example"
SECONDS = 60
Robot = Callable[[EmailMessage], bytes]


@pytest.fixture
def other(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Judge]:
    """A second judge at another address."""
    path = tmp_path / "other.sqlite"
    shutil.copy(migrated_sqlite, path)
    store = Store(f"sqlite:///{path}", find_variant)
    yield Judge(store, address=OTHER)
    store.dispose()


def answer(mail: EmailMessage, sender: str, fields: str, text: str = "A Vie - Gal\n") -> bytes:
    head = f"From: {sender}\nTo: {mail['Reply-To'] or mail['From']}\nIn-Reply-To: {mail['Message-ID']}\n"
    return f"{head}Subject: Re: {mail['Subject']}\n{fields}\n{text}".replace("\n", "\r\n").encode()


# What answers every single mail it gets, by how its answers are marked.
ROBOTS: dict[str, tuple[str, str]] = {
    "a vacation responder": ("Auto-Submitted: auto-replied (vacation)\n", "anna@home.example"),
    "an old vacation responder": ("Precedence: junk\n", "anna@home.example"),
    "a mail program that is out of office": ("X-Auto-Response-Suppress: All\n", "anna@home.example"),
    "a list with the judge on it": ("List-Id: <players.home.example>\nPrecedence: list\n", "anna@home.example"),
    "a help desk": ("X-Autoreply: yes\n", "anna@home.example"),
    "a mail system": ("", "mailer-daemon@home.example"),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_a_machine_that_answers_every_mail_gets_none_for_it_and_orders_nothing(begun: Judge, name: str) -> None:
    fields, sender = ROBOTS[name]
    waiting = begun.reply(begun.welcomes["anna"], "GAME cassis\nF Tri - Alb")
    before, written = begun.orders("austria"), 0
    for _ in range(SECONDS):
        begun.pass_time(seconds=1)
        for mail in waiting:
            begun.put(answer(mail, sender, fields), (str(mail["Reply-To"]),), sender)
            written += 1
        waiting = begun.work()
    assert (written, waiting) == (1, [])
    assert begun.orders("austria") == before


def test_words_of_absence_that_come_at_once_are_a_machines_and_later_a_persons(begun: Judge) -> None:
    """A vacation program that marks its answers in no way says what a player might say."""
    receipt = begun.reply(begun.welcomes["anna"], "GAME cassis\nF Tri - Alb")[0]
    with begun.store.begin() as tx:
        tx.session.execute(update(MailRow).values(state="sent", sent_at=begun.now))
    begun.pass_time(seconds=3)
    assert begun.reply(receipt, "I am on vacation until Monday.") == []
    assert begun.game().absences == ()
    assert begun.last_letter()[0] == "ignored"
    begun.pass_time(minutes=5)
    answers = begun.reply(receipt, "I am on vacation until Monday.")
    assert "receipt" in {mail["X-Kind"] for mail in answers}
    assert len(begun.game().absences) == 1


def test_two_judges_that_are_brought_together_say_one_thing_each_at_most(begun: Judge, other: Judge) -> None:
    """Somebody registers each with the other, so that each has a mail for the other to answer."""
    first = begun.write(OTHER, "REGISTER The Other")
    second = other.write("judge@judge.example", "REGISTER The First", to=OTHER)
    assert len(first) == len(second) == 1
    for _ in range(SECONDS):
        mails, others = first, second
        for mail in mails:
            other.put(mail.as_bytes(), (OTHER,), "judge+b.1.aaaaaaaaaaaaaaaa@judge.example")
        for mail in others:
            begun.put(mail.as_bytes(), ("judge@judge.example",), "judge+b.1.aaaaaaaaaaaaaaaa@another.example")
        begun.pass_time(seconds=1)
        other.pass_time(seconds=1)
        first, second = begun.work(), other.work()
        assert (first, second) == ([], [])


def test_a_list_that_sends_our_mails_back_to_us_is_not_answered(begun: Judge) -> None:
    """As they are, with a footer, in the name of the list, with the envelope of the list or none."""
    (receipt,) = begun.reply(begun.welcomes["anna"], "GAME cassis\nF Tri - Alb")
    before = begun.orders("austria")
    del receipt["X-Kind"], receipt["X-Letter"]
    own = receipt.as_bytes()
    for raw in (
        own, own + b"\n-- \nplayers list\n", own.replace(b"From: Judge", b"From: Players via Judge"),
        b"List-Id: <players.home.example>\n" + own, b"Resent-From: list@home.example\n" + own,
    ):  # fmt: skip
        for mail_from in ("list-bounces@home.example", "anna@home.example", "", "<>"):
            begun.put(raw, (str(receipt["Reply-To"]), "judge@judge.example"), mail_from)
            assert begun.work() == [], raw[:80]
    assert begun.orders("austria") == before


def test_a_mail_that_goes_round_in_a_ring_ends_after_thirty_servers(begun: Judge) -> None:
    trail = "".join(f"Received: from r{at} by r{at + 1}; Mon, 4 Jan 2027 12:00:00 +0000\n" for at in range(31))
    assert begun.reply(begun.welcomes["anna"], "GAME cassis\nA Vie - Gal", fields=trail) == []
    assert begun.last_letter() == ("ignored", "it went through more than 30 servers")
    assert address_of(begun.welcomes["anna"]) == "anna@home.example"
    assert begun.orders("austria") == ()
