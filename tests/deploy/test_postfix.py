"""Postfix as it comes with Debian, with the settings of deploy/postfix, before a judge and behind it."""

import os
import re
import shutil
import smtplib
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.stage import Stage, stage_settings
from judge.service.probe import send_around
from judge.settings import ListenAddress, SmartHost
from judge.store.store import Store
from judge.store.tables import LetterRow
from judge.wire.clock import SetClock
from tests.deploy.conftest import DOMAIN, free_port, running_postfix
from tests.service.post_office import PostOffice

ADDRESS = f"judge@{DOMAIN}"
BEGINS = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
pytestmark = pytest.mark.skipif(
    shutil.which("postfix") is None or os.geteuid() != 0,
    reason="only root can run a Postfix, and it is a package of the system, which no tests of ours may install",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A judge, a Postfix that brings it its letters and takes its mails, and everybody's mailboxes behind that."""
    folder, lmtp = tmp_path_factory.mktemp("judge"), free_port()
    with PostOffice().open() as boxes, running_postfix(lmtp, boxes.port) as postfix:
        settings = stage_settings(folder, address=ADDRESS).model_copy(
            update={
                "listen": ListenAddress("127.0.0.1", lmtp, "lmtp"),
                "delivery": SmartHost("127.0.0.1", postfix.port),
            }
        )
        with Stage(settings, SetClock(BEGINS)) as stage:
            store = Store(settings.database)
            yield SimpleNamespace(boxes=boxes, postfix=postfix, stage=stage, store=store)
            store.dispose()


def write(world, sender: str, text: str, to: str = ADDRESS) -> str:
    """A mail on its way through Postfix; its Message-ID."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = (
        sender,
        to,
        "orders",
        make_msgid(domain="home.example"),
    )
    mail.set_content(text)
    with smtplib.SMTP("127.0.0.1", world.postfix.port, timeout=30) as connection:
        connection.send_message(mail, sender, [to])
    return str(mail["Message-ID"])


def reply(world, mail: EmailMessage, text: str) -> EmailMessage:
    """The answer to a reply to a mail of the judge's."""
    sender = mail["To"].addresses[0].addr_spec
    written = write(world, sender, text, mail["Reply-To"].addresses[0].addr_spec)
    return answer(world, sender, written)


def answer(world, reader: str, to: str) -> EmailMessage:
    found: EmailMessage = world.boxes.await_mail(reader, lambda mail: str(mail["In-Reply-To"]).strip() == to)
    return found


def register(world, name: str) -> EmailMessage:
    """A person who has registered; the welcome."""
    sender = f"{name.lower()}@home.example"
    return reply(world, answer(world, sender, write(world, sender, f"REGISTER {name}")), "yes")


def test_a_game_is_played_through_postfix_both_ways(world) -> None:
    """Registration, a game of two, orders, a deadline and its results: each letter by LMTP, each answer relayed."""
    max_, anna, bert = (register(world, name) for name in ("Max", "Anna", "Bert"))
    reply(world, max_, "CREATE vault movement=2d")
    reply(world, anna, "JOIN vault Austria")
    reply(world, bert, "JOIN vault France")
    reply(world, max_, "START vault")
    begun = world.boxes.await_mail("anna@home.example", lambda mail: "start -> S1901M" in text_of(mail))
    receipt = reply(world, begun, "A Vie - Gal\nA Bud - Ser\nF Tri - Alb")
    assert "A Vie - Gal" in text_of(receipt)
    world.stage.advance(timedelta(days=2, hours=1))
    for name in ("anna", "bert", "max"):
        result = world.boxes.await_mail(f"{name}@home.example", lambda mail: "S1901M -> F1901M" in text_of(mail))
        assert [one for one in result.get_all("Received") if "post.example.org" in one]
    with world.store.reading() as tx:
        letters = tx.session.query(LetterRow).all()
    assert {letter.state for letter in letters} == {"done"}
    assert {letter.peer for letter in letters} == {"127.0.0.1"}
    log = world.postfix.log
    assert log.count("postfix/lmtp") >= len(letters)
    assert "The letter is stored" in log
    assert not re.search(r"status=(?:deferred|bounced)|fatal|error:|panic", log)


def test_the_test_mail_of_the_doctor_goes_round(world) -> None:
    settings = world.stage.settings
    found = send_around(
        world.store, address=ADDRESS, secret=settings.secret_key, host=SmartHost("127.0.0.1", world.postfix.port),
        now=world.stage.clock.now(), patience=30.0,
    )  # fmt: skip
    assert (found.level, found.about) == ("ok", "test mail")


def test_nobody_elses_address_is_taken_and_nothing_is_bounced_later(world) -> None:
    for to in (f"somebody@{DOMAIN}", f"judge+Ä@{DOMAIN}".encode().decode("latin-1")):
        with pytest.raises((smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError, UnicodeEncodeError)):
            write(world, "anna@home.example", "hello", to)


def test_two_letters_in_one_are_not_read_as_two(world, tmp_path: Path) -> None:
    """A bare line feed before and after a dot does not end a letter; whoever sends one gets no second letter in."""
    before = len(letters_of(world))
    inner = (
        f"\n.\r\nMAIL FROM:<bert@home.example>\r\nRCPT TO:<{ADDRESS}>\r\nDATA\r\nFrom: bert@home.example\r\n\r\nA Par H"
    )
    with socket.create_connection(("127.0.0.1", world.postfix.port), 20) as door:
        talk = door.makefile("rwb")

        def say(words: str, code: bytes) -> None:
            talk.write(words.encode() + b"\r\n")
            talk.flush()
            line = talk.readline()
            while line[3:4] == b"-":
                line = talk.readline()
            assert line.startswith(code), line

        assert talk.readline().startswith(b"220")
        say("EHLO x", b"250")
        say("MAIL FROM:<eve@home.example>", b"250")
        say(f"RCPT TO:<{ADDRESS}>", b"250")
        say("DATA", b"354")
        talk.write(f"From: eve@home.example\r\nMessage-ID: <smuggled@x>\r\n\r\nhello{inner}\r\n.\r\nQUIT\r\n".encode())
        talk.flush()
        talk.read()
    write(world, "eve@home.example", "HELP")  # a letter behind it is there when all before it are
    world.boxes.await_mail("eve@home.example", lambda mail: True)
    senders = [letter.mail_from for letter in letters_of(world)[before:]]
    assert "bert@home.example" not in senders


def letters_of(world) -> list[LetterRow]:
    with world.store.reading() as tx:
        return list(tx.session.query(LetterRow).order_by(LetterRow.id))
