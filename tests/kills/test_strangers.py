"""A judge on the open network: whoever knocks, drips, guesses or floods, honest mail comes in and answers are few."""

import smtplib
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.kills.conftest import ADDRESS, Judge, Sink

HELLO = b"From: zoe@people.example\r\nMessage-ID: <honest-%d@people.example>\r\n\r\nREGISTER Zoe\r\n"


@pytest.fixture(scope="module")
def door(tmp_path_factory) -> Iterator[Judge]:
    """A judge that knows nobody, and is up; one for all these tests."""
    with Sink().open() as sink:
        judge = Judge(tmp_path_factory.mktemp("door"), sink)
        judge.start()
        yield judge
        judge.kill()


def knock(judge: Judge, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", judge.port), 20, (source, 0))


@contextmanager
def besieged(judge: Judge, idle: int, dripping: int) -> Iterator[None]:
    """Twenty connections from each of many addresses that say nothing, and letters that never end."""
    with ExitStack() as lines:
        for number in range(idle):
            lines.enter_context(knock(judge, f"127.0.1.{1 + number // 20}"))
        drips = [lines.enter_context(knock(judge, f"127.0.2.{1 + number // 20}")) for number in range(dripping)]
        for line in drips:
            line.sendall(b"EHLO x\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<%s>\r\nDATA\r\nx" % ADDRESS.encode())
        yield


def test_among_a_thousand_idle_sockets_an_honest_mail_is_taken_within_two_seconds(door: Judge) -> None:
    with besieged(door, idle=960, dripping=40):
        waits = []
        for number in range(5):
            begun = time.monotonic()
            assert door.send("zoe@people.example", ADDRESS, HELLO % number)
            waits.append(time.monotonic() - begun)
    assert min(waits) < 2, waits  # some may have waited for what else the machine does
    assert len(door.ask("SELECT id FROM letters WHERE mail_from = 'zoe@people.example'")) == 5


def test_a_thousand_names_that_are_guessed_leave_no_row_and_bring_no_mail(door: Judge) -> None:
    """Common first names, also with a tag that none of our addresses has; all are refused before there is a letter."""
    before, refused = door.ask("SELECT max(id) FROM letters")[0][0] or 0, Counter()
    with smtplib.SMTP("127.0.0.1", door.port, timeout=20) as client:
        client.ehlo("me")
        client.mail("eve@people.example")
        for number in range(1_000):
            name = (f"anna{number}", f"judge{number}", f"judge-{number}", f"judge+no.such.tag.{number}")[number % 4]
            refused[client.rcpt(f"{name}@judge.example")[0]] += 1
        assert client.docmd("DATA")[0] == 503
    assert refused == {550: 1_000}
    assert door.ask(f"SELECT id FROM letters WHERE id > {before}") == []
    last = HELLO.replace(b"zoe", b"yan") % 9  # is answered after all there may have been to answer
    assert door.send("yan@people.example", ADDRESS, last)
    until = time.monotonic() + 20
    while not any("yan@" in str(mail["To"]) for mail in door.sink.mails) and time.monotonic() < until:
        time.sleep(0.02)
    assert {str(mail["To"]).partition("<")[2] for mail in door.sink.mails} <= {
        "zoe@people.example>",
        "yan@people.example>",
    }
    assert len(door.ask(f"SELECT id FROM letters WHERE id > {before}")) == 1


def flood(judge: Judge, letters: int) -> None:
    """A player's name is put on so many letters that prove nothing; he is asked about twenty of them."""
    judge.start()
    with smtplib.SMTP("127.0.0.1", judge.port, timeout=60) as client:
        for number in range(letters):
            head = f"From: france@players.example\r\nMessage-ID: <flood-{number}@x.example>\r\n\r\n"
            client.sendmail("eve@x.example", [ADDRESS], f"{head}A Par - {number}\r\n".encode())
    waiting = "SELECT count(*) FROM letters WHERE state IN ('new', 'claimed')"
    until = time.monotonic() + 120
    while (judge.ask(waiting) != [(0,)] or judge.ask("SELECT 1 FROM mails WHERE state <> 'sent'")) and (
        time.monotonic() < until
    ):
        time.sleep(0.1)
    asked = [mail for mail in judge.sink.mails if "flood-" in str(mail["In-Reply-To"])]
    assert len(asked) == 20
    came = "SELECT state, count(*) FROM letters WHERE message_id LIKE '<flood-%' GROUP BY state ORDER BY state"
    assert judge.ask(came) == [("held", 20), ("ignored", letters - 20)]
    silenced = "SELECT letter_id, count(*) FROM events WHERE kind = 'budget' GROUP BY letter_id"
    assert [times for _, times in judge.ask(silenced)] == [1] * (letters - 20)


def test_a_flood_of_bad_letters_brings_twenty_answers(judge: Judge) -> None:
    flood(judge, 40)


@pytest.mark.soak
def test_a_flood_of_a_thousand_bad_letters_brings_twenty_answers(judge: Judge) -> None:
    flood(judge, 1_000)
