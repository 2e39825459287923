"""The same mail twice, by two routes, or fifty times at once over two doors: one effect, one receipt."""

import asyncio
import smtplib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest

from judge.cli.demo.correspondent import Correspondent
from judge.cli.demo.stage import Stage
from judge.settings import ListenAddress
from judge.store.store import Store
from judge.variants import find_variant
from judge.wire.listener import Listener

COPIES = 50


class SecondDoor:
    """Another listener before the same database, as on a second machine."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._store = stage, Store(stage.settings.database, find_variant)
        self.port = 0
        self._ready, self._loop, self._stop = threading.Event(), asyncio.new_event_loop(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()))

    async def _serve(self) -> None:
        listener = Listener(
            ListenAddress("127.0.0.1", 0), clock=self._stage.clock, hostname="second.judge.example",
            accept=lambda arrivals: self._store.accept(arrivals, self._stage.clock.now()),
            knows=lambda to: to.startswith("judge"),
        )  # fmt: skip
        await listener.start()
        self.port = listener.port
        self._ready.set()
        await self._stop.wait()
        await listener.stop()

    @contextmanager
    def open(self) -> Iterator[int]:
        self._thread.start()
        try:
            assert self._ready.wait(10)
            yield self.port
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)
            self._store.dispose()
            self._loop.close()


def read(stage: Stage, query: str) -> list[tuple]:
    store = Store(stage.settings.database, find_variant)
    with store.reading() as tx:
        rows = [tuple(row) for row in tx.session.connection().exec_driver_sql(query)]
    store.dispose()
    return rows


def settle(stage: Stage) -> None:
    """Return when no letter and no mail waits."""
    until = time.monotonic() + 30
    stage.advance(timedelta(0))
    while read(stage, "SELECT 1 FROM letters WHERE state IN ('new', 'claimed')"):
        assert time.monotonic() < until
        stage.advance(timedelta(0))
        time.sleep(0.02)


@pytest.fixture
def anna(database_url: str, raise_stage: Callable, person_at: Callable) -> tuple[Stage, Correspondent, str]:
    """A judge, and Anna who plays Austria in a game of her own; the address that proves her."""
    stage = raise_stage(database_url)
    anna = person_at(stage, "Anna")
    asked = anna.await_answer(anna.write("REGISTER Anna", to="judge@judge.example"), "the question")
    welcome = anna.await_answer(anna.reply(asked, "yes"), "the welcome")
    anna.await_answer(anna.reply(welcome, "CREATE cassis\nJOIN cassis Austria\nSTART cassis"), "a receipt")
    return stage, anna, str(welcome["Reply-To"])


def letter(
    anna: Correspondent, to: str, text: str, message_id: str = "<once@players.example>", head: str = ""
) -> bytes:
    mail = f"{head}From: {anna.email}\nTo: {to}\nMessage-ID: {message_id}\nSubject: orders\n\n{text}\n"
    return mail.replace("\n", "\r\n").encode()


def send(port: int, sender: str, to: list[str], raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as connection:
        connection.sendmail(sender, to, raw)


def receipts(stage: Stage) -> int:
    return len(read(stage, "SELECT 1 FROM mails WHERE kind = 'receipt'")) - 1  # but the one of the game's beginning


def versions(stage: Stage) -> int:
    return len(read(stage, "SELECT 1 FROM order_sets WHERE power = 'austria'"))


def test_fifty_copies_over_two_listeners_have_one_effect_and_one_receipt(anna) -> None:
    """Each by another route, to the address of the player, of the game, or both."""
    stage, person, own = anna
    text = "GAME cassis\nA Vie - Gal\nF Tri - Alb"
    with SecondDoor(stage).open() as second, ThreadPoolExecutor(10) as many:
        for number in range(COPIES):
            route = f"Received: from relay{number} by mx{number % 3}; Mon, 4 Jan 2027 12:00:{number:02} +0000\n"
            to = [own] if number % 5 else [own, "judge+cassis@judge.example"]
            port = second if number % 2 else stage.port
            many.submit(send, port, person.email, to, letter(person, own, text, head=route))
    settle(stage)
    assert (versions(stage), receipts(stage)) == (1, 1)
    assert len(read(stage, "SELECT 1 FROM letters WHERE message_id = '<once@players.example>'")) == 2
    assert len(read(stage, "SELECT 1 FROM events WHERE kind = 'duplicate'")) == COPIES + COPIES // 5 - 2
    (reason,) = [row for (row,) in read(stage, "SELECT reason FROM letters WHERE state = 'ignored'")]
    assert "is the same" in reason  # whichever of the two was read first


def test_a_mail_that_is_sent_again_later_is_known_with_and_without_an_id(anna) -> None:
    stage, person, own = anna
    for message_id in ("<again@players.example>", ""):
        raw = letter(person, own, f"GAME cassis\nA Vie - Gal\n# {message_id}", message_id)
        before = versions(stage), receipts(stage)
        for head in (b"", b"Received: from elsewhere by mx\r\n", b"X-Spam: no\r\nReturn-Path: <x@y>\r\n"):
            send(stage.port, person.email, [own], head + raw)
            settle(stage)
            stage.advance(timedelta(hours=1))
        assert (versions(stage), receipts(stage)) == (before[0] + 1, before[1] + 1)


def test_the_same_id_with_another_text_or_sender_is_a_letter_of_its_own_and_noted(anna, person_at) -> None:
    stage, person, own = anna
    for text in ("A Vie - Gal", "A Vie - Tri"):
        send(stage.port, person.email, [own], letter(person, own, f"GAME cassis\n{text}"))
        settle(stage)
    assert (versions(stage), receipts(stage)) == (2, 2)
    notes = read(stage, "SELECT letter_id FROM events WHERE kind = 'same id'")
    assert len(notes) == 1
    eve = person_at(stage, "Eve")
    send(stage.port, eve.email, ["judge@judge.example"], letter(eve, "judge@judge.example", "GAME cassis\nA Vie - Tri"))
    settle(stage)
    assert versions(stage) == 2
    assert read(stage, "SELECT reason FROM letters ORDER BY id DESC LIMIT 1") == [("told how to register",)]
    assert len(read(stage, "SELECT 1 FROM events WHERE kind = 'same id'")) == 1
