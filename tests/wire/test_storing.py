"""The listener and the database together: what was answered with 250 is there, whole and once."""

import random
import smtplib
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text

from judge.store.store import Store
from judge.store.tables import LetterRow

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
LETTER = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nA Par - Bur\r\n"
TO = ("judge+g42@judge.example", "judge@judge.example")


@pytest.fixture
def listening(serve, store: Store):
    """A listener that stores for good."""
    return serve(inbox=lambda batch: store.accept(batch, NOW))


def post(port: int, letter: bytes = LETTER, to=TO) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.sendmail("ann@example.org", to, letter)


def letters(store: Store) -> list[tuple[str, bytes]]:
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(LetterRow.recipient, LetterRow.raw))]


def test_a_letter_has_a_row_for_each_recipient(listening, store: Store) -> None:
    post(listening.port)
    assert sorted(letters(store)) == [(to, LETTER) for to in TO]


def test_one_mail_fifty_times_by_two_routes_at_once_is_one_letter(serve, listening, store: Store) -> None:
    other = serve("lmtp", inbox=lambda batch: store.accept(batch, NOW))

    def deliver(number: int) -> None:
        letter = b"Received: from mx%d.example\r\n" % number + LETTER
        if number % 2:
            post(listening.port, letter)
        else:
            with smtplib.LMTP("127.0.0.1", other.port) as client:
                for to in TO:  # smtplib expects one answer, LMTP gives one for each recipient
                    client.sendmail("ann@example.org", [to], letter)

    with ThreadPoolExecutor(10) as threads:
        list(threads.map(deliver, range(50)))
    assert len(letters(store)) == 2


def test_a_database_that_fails_is_a_trouble_that_passes(listening, store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE letters RENAME TO away"))
    with pytest.raises(smtplib.SMTPDataError) as caught:
        post(listening.port)
    assert caught.value.smtp_code == 451
    with store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO letters"))
    post(listening.port)
    assert len(letters(store)) == 2


def hang_up_at_random(listening, store: Store, times: int) -> None:
    """Send letters and break off at a random moment; what is stored is whole, what was answered is stored."""
    chance = random.Random(1)
    answered = set()
    for number in range(times):
        letter = LETTER.replace(b"<1@", b"<%d@" % number)
        with socket.create_connection(("127.0.0.1", listening.port), 10) as line:
            line.sendall(
                b"EHLO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n" + letter + b".\r\n"
            )
            time.sleep(chance.uniform(0, 0.02))
            line.setblocking(False)
            said = b""
            try:
                while more := line.recv(4096):
                    said += more
            except BlockingIOError:
                pass
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        if b"250 2.0.0" in said:
            answered.add(letter)
    listening.stop()
    stored = [raw for _, raw in letters(store)]
    assert answered <= set(stored)
    assert len(stored) == len(set(stored))
    assert set(stored) <= {LETTER.replace(b"<1@", b"<%d@" % number) for number in range(times)}


def close_half_at_random(listening, store: Store, times: int) -> None:
    """Send letters, close the sending half a random moment after the dot, and hear what is answered, or not."""
    chance = random.Random(2)
    letters_sent, answered = [], set()
    for number in range(times):
        letters_sent.append(letter := LETTER.replace(b"<1@", b"<%d@" % number))
        with socket.create_connection(("127.0.0.1", listening.port), 10) as line:
            line.sendall(
                b"EHLO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n" + letter + b".\r\n"
            )
            time.sleep(chance.choice((0, chance.uniform(0, 0.01))))
            line.shutdown(socket.SHUT_WR)
            if chance.random() < 0.7:  # the others are gone before there is an answer
                said = b"".join(iter(lambda line=line: line.recv(4096), b""))
                assert b"250 2.0.0" in said
                answered.add(letter)
    listening.call(listening.listener.settle()).result(10)
    listening.stop()
    stored = [raw for _, raw in letters(store)]
    assert answered <= set(stored) <= set(letters_sent)
    assert len(stored) == len(set(stored))
    assert [engine.pool.checkedout() for engine in (store.engine, store._intake)] == [0, 0]


def test_a_client_that_closes_its_half_after_the_dot_leaves_a_whole_letter_or_none(listening, store: Store) -> None:
    close_half_at_random(listening, store, 100)


@pytest.mark.soak
def test_thousands_of_clients_that_close_their_half_leave_whole_letters_or_none(listening, store: Store) -> None:
    close_half_at_random(listening, store, 3_000)


def test_lmtp_answers_for_each_recipient_and_a_row_is_there_for_each_that_was_taken(
    serve, store: Store, connect
) -> None:
    line = connect(serve("lmtp", inbox=lambda batch: store.accept(batch, NOW)).port)
    line.reply()
    line.ask("LHLO me")
    line.ask("MAIL FROM:<ann@example.org>")
    tos = (TO[0], "nobody@judge.example", TO[1])
    assert [line.ask(f"RCPT TO:<{to}>")[:4] for to in tos] == ["250 ", "550 ", "250 "]
    assert line.ask("DATA").startswith("354")
    line.send(LETTER + b".\r\n")
    assert [line.read()[:4] for _ in range(2)] == ["250 ", "250 "]
    assert line.ask("NOOP") == "250 OK"
    assert sorted(letters(store)) == [(to, LETTER) for to in TO]


def test_when_no_connection_to_the_database_is_free_a_letter_comes_later(listening, store: Store) -> None:
    """The pool gives none within its time; on SQLite the turn to write does not come."""
    store._intake.pool._timeout = 0.2
    if store._turns is not None:
        store._turns._patience = 0.2
    with ExitStack() as taken:
        pool = store._intake.pool
        for _ in range(pool.size() + pool._max_overflow):
            taken.enter_context(store._intake.connect())
        with pytest.raises(smtplib.SMTPDataError) as caught:
            post(listening.port)
        assert caught.value.smtp_code == 451
    if store._turns is not None:
        with store.begin(), pytest.raises(smtplib.SMTPDataError) as caught:
            post(listening.port)
        assert caught.value.smtp_code == 451
    post(listening.port)
    assert len(letters(store)) == 2


def test_a_client_that_hangs_up_at_any_moment_leaves_a_whole_letter_or_none(listening, store: Store) -> None:
    hang_up_at_random(listening, store, 10)


@pytest.mark.soak
def test_hundreds_of_clients_that_hang_up_leave_whole_letters_or_none(listening, store: Store) -> None:
    hang_up_at_random(listening, store, 500)
