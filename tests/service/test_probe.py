"""The test mail of `judge doctor`: out through a smart host and back to a judge that knows it for what it is."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import select

from judge.cli.demo.stage import Stage
from judge.service.probe import knock, send_around
from judge.settings import ListenAddress, SmartHost
from judge.store.store import Store
from judge.store.tables import LetterRow
from tests.mailserver import MailServer
from tests.service.post_office import PostOffice

START = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
HOST = "judge.example"


class Refusing(MailServer):
    """A smart host that takes nothing from us."""

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list) -> str:  # noqa: N802
        return "553 5.7.1 You may not send"


@pytest.fixture
def judge(raise_stage: Callable[..., Stage]) -> Iterator[SimpleNamespace]:
    """A judge at its door, and its database."""
    stage = raise_stage()
    store = Store(stage.settings.database)
    yield SimpleNamespace(stage=stage, store=store)
    store.dispose()


def probe(judge, server: MailServer, patience: float = 20.0):
    with server.open() as host:
        return send_around(
            judge.store, address=judge.stage.settings.address, secret=judge.stage.settings.secret_key,
            host=SmartHost("127.0.0.1", host.port), now=START, patience=patience,
        )  # fmt: skip


def test_a_mail_that_comes_back_is_known_and_answered_by_nobody(judge) -> None:
    office = PostOffice(judges={HOST: judge.stage.port})
    found = probe(judge, office)
    assert (found.level, found.about) == ("ok", "test mail")
    assert "and back in " in found.says
    assert office.boxes == {}
    with judge.store.reading() as tx:
        (letter,) = tx.session.scalars(select(LetterRow))
    assert letter.recipient.startswith("judge+b.")


def test_a_smart_host_that_refuses_says_why(judge) -> None:
    found = probe(judge, Refusing())
    assert found.level == "fail"
    assert "553 5.7.1 You may not send" in found.says


def test_a_mail_that_is_brought_elsewhere_is_missed_after_a_while(judge) -> None:
    found = probe(judge, PostOffice(), patience=0.3)
    assert found.level == "fail"
    assert "not back after 0 seconds" in found.says
    assert "deploy/postfix" in found.do


def test_a_mail_that_comes_back_undelivered_is_told_with_the_reason(judge) -> None:
    bounce = "From: mailer-daemon@post.example\r\nTo: {to}\r\nSubject: Undelivered Mail\r\n\r\n"
    bounce += "<{to}>: host 127.0.0.1 said: 550 5.1.1 no such user\r\n\r\n{mail}"

    class Returning(PostOffice):
        def carry(self, parcel):
            raw = bounce.format(to=parcel.to, mail=parcel.raw.decode())
            self.hand_over(type(parcel)("", parcel.to, raw.encode()))

    found = probe(judge, Returning(judges={HOST: judge.stage.port}))
    assert found.level == "fail"
    assert found.says.startswith("it came back undelivered: ")


def test_a_judge_that_stands_at_its_door_is_heard(judge) -> None:
    assert knock(ListenAddress("127.0.0.1", judge.stage.port)).level == "ok"


def test_a_closed_door_and_a_strangers_door_are_told_apart() -> None:
    with open_door(b"") as port:
        assert knock(ListenAddress("127.0.0.1", port)).says.startswith(f"at 127.0.0.1:{port} somebody says ''")
    found = knock(ListenAddress("127.0.0.1", port))
    assert (found.level, found.says) == ("fail", f"nobody answers at 127.0.0.1:{port} (Connection refused)")


@contextmanager
def open_door(words: bytes) -> Iterator[int]:
    """Somebody who says something else than a mail server."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            guest, _ = door.accept()
            guest.sendall(words)
            guest.close()

        thread = threading.Thread(target=answer)
        thread.start()
        yield door.getsockname()[1]
        thread.join()
