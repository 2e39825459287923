"""The database goes away while the judge serves, and comes back."""

import contextlib
import selectors
import smtplib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from judge.store.store import Store

ADDRESS = "judge@judge.example"


class Door:
    """A TCP port before the PostgreSQL server's socket that can be shut, which breaks every connection, and opened."""

    def __init__(self, socket_folder: str) -> None:
        self._behind = next(Path(socket_folder).glob(".s.PGSQL.*[0-9]"))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._open = threading.Event()
        self._open.set()
        self._ends: list[socket.socket] = []
        self._thread = threading.Thread(target=self._attend)
        self._threads: list[threading.Thread] = []
        self._thread.start()

    def _attend(self) -> None:
        while True:
            try:
                front, _ = self._listener.accept()
            except OSError:
                return
            if not self._open.is_set():
                front.close()
                continue
            back = socket.socket(socket.AF_UNIX)
            back.connect(str(self._behind))
            self._ends += [front, back]
            carrier = threading.Thread(target=self._carry, args=(front, back))
            self._threads.append(carrier)
            carrier.start()

    @staticmethod
    def _carry(front: socket.socket, back: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), front, back, selectors.DefaultSelector() as ready:
            ready.register(front, selectors.EVENT_READ, back)
            ready.register(back, selectors.EVENT_READ, front)
            while True:
                for key, _ in ready.select():
                    data = key.fileobj.recv(65536)
                    if not data:
                        return
                    key.data.sendall(data)

    def shut(self) -> None:
        self._open.clear()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def open(self) -> None:
        self._open.set()

    def end(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.shut()
        for thread in (self._thread, *self._threads):
            thread.join(10)


@pytest.fixture
def door(postgres_url: str) -> Iterator[Door]:
    door = Door(parse_qs(urlsplit(postgres_url).query)["host"][0])
    yield door
    door.end()


def test_without_the_database_a_letter_is_put_off_and_with_it_all_goes_on(
    raise_stage, person_at, postgres_url: str, door: Door
) -> None:
    name = urlsplit(postgres_url).path.strip("/")
    stage = raise_stage(f"postgresql+psycopg://postgres@127.0.0.1:{door.port}/{name}")
    zoe, yan = person_at(stage, "Zoe"), person_at(stage, "Yan")
    zoe.await_answer(zoe.write("REGISTER Zoe", to=ADDRESS), "the answer before")
    door.shut()
    with pytest.raises(smtplib.SMTPDataError) as refusal:
        yan.write("REGISTER Yan", to=ADDRESS)
    assert refusal.value.smtp_code == 451
    door.open()
    yan.await_answer(yan.write("REGISTER Yan", to=ADDRESS), "the answer after")
    zoe.await_answer(zoe.reply(zoe.mails[0], "yes"), "the welcome")
    store = Store(postgres_url)
    with store.engine.connect() as connection:
        letters = connection.exec_driver_sql("SELECT state FROM letters").scalars().all()
        mails = connection.exec_driver_sql("SELECT state FROM mails WHERE state <> 'sent'").scalars().all()
    store.dispose()
    assert letters == ["done"] * 3
    assert set(mails) <= {"claimed"}  # what was under way is sent again, the same, when its lease ends
