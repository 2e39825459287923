"""A judge without a network, whose inbox and outbox are looked into; and judges in a thread that people write to."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select
from structlog.testing import capture_logs

from judge.cli.demo.correspondent import READING, Correspondent
from judge.cli.demo.stage import Stage, stage_settings
from judge.desk.snapshot import Game
from judge.errors import ReadingError
from judge.game.letters import Letter
from judge.game.orders import Order
from judge.mail import passwords
from judge.mail.dedupe import fingerprint
from judge.mail.reading import read_letter
from judge.mail.robots import robot_reason
from judge.mail.signatures import LookUp, ask_nobody
from judge.service.house import House
from judge.service.letters import Letters
from judge.service.turns import Turns
from judge.store.arrivals import Arrival
from judge.store.inbox import StoredLetter
from judge.store.store import Store
from judge.store.tables import LetterRow, MailRow
from judge.variants import find_variant
from judge.wire.clock import SetClock
from judge.wire.reader import Reader

ADDRESS = "judge@judge.example"
KEEPER = "keeper@judge.example"
EDGE = "mx.judge.example"  # our mail server that checks senders
T = TypeVar("T")
_BEGUN: dict[tuple[Any, ...], tuple[Any, ...]] = {}  # books and what is known of them, by what was begun how
START = datetime(2027, 1, 4, 12, tzinfo=UTC)
PEOPLE = {
    "anna": "Austria", "bert": "England", "cleo": "France", "dora": "Germany", "emil": "Italy", "fred": "Russia",
    "gina": "Turkey",
}  # fmt: skip


class ReaderHere:
    """Reads in this process, so that a judge without a network costs nothing; what `fails` names cannot be read."""

    def __init__(self, fails: bytes = b"", address: str = ADDRESS) -> None:
        self.fails, self.address = fails, address

    def start(self) -> None:
        """Nothing is needed."""

    def read(self, stored: StoredLetter) -> Letter:
        if self.fails and self.fails in stored.raw:
            raise ReadingError("it kills its reader")
        return read_letter(
            stored.raw, recipient=stored.recipient, received_at=stored.received_at, judge_address=self.address,
            mail_from=stored.mail_from,
        )  # fmt: skip

    def read_each(self, letters: Sequence[StoredLetter]) -> Iterator[Letter | ReadingError]:
        for one in letters:
            try:
                yield self.read(one)
            except ReadingError as trouble:
                yield trouble

    def has_next(self) -> bool:
        return True

    def go_on(self) -> None:
        """Nothing is read beside the caller."""

    def close(self) -> None:
        """Nothing is kept."""


class Judge:
    """One judge; `now` is moved by hand. A mail is known by its kind in `X-Kind`, its cause by `X-Letter`."""

    def __init__(self, store: Store, look_up: LookUp = ask_nobody, address: str = ADDRESS) -> None:
        self.now = START
        self.store = store
        self.house = House(
            address=address, secret=b"s" * 32, clock=lambda: self.now, authserv_id=EDGE, names=lambda: look_up,
            seeds=lambda cause: f"seed of {cause}", keeper=KEEPER,
        )  # fmt: skip
        self.reader = ReaderHere(address=address)
        self.letters = Letters(store, self.house, self.reader)
        self.turns = Turns(store, self.house, self.letters)
        self.sent = 0
        self.welcomes: dict[str, EmailMessage] = {}
        self._seen = 0

    def put(self, raw: bytes, to: Sequence[str] = (ADDRESS,), mail_from: str = "someone@client.example") -> None:
        """A mail is in the inbox."""
        arrival = Arrival(
            raw=raw, mail_from=mail_from, recipients=tuple(to), peer="test", received_at=self.now,
            fingerprint=fingerprint(raw, mail_from, to),
        )  # fmt: skip
        self.store.accept([arrival], self.now)

    def write(
        self, sender: str, text: str, *, to: str = ADDRESS, fields: str = "",
        sign: Callable[[bytes], bytes] = bytes, **more: str,
    ) -> list[EmailMessage]:  # fmt: skip
        """A mail is written and read; the mails it has brought about. `fields` more header lines."""
        self.sent += 1
        head = more.get("head", f"From: {sender}\n")
        mail = f"{head}To: {to}\nSubject: {more.get('subject', '')}\nMessage-ID: <{self.sent}@client.example>\n"
        mail += f"Content-Type: text/plain; charset=utf-8\n{fields}\n{text}\n"
        self.put(sign(mail.replace("\n", "\r\n").encode()), (to,), more.get("mail_from", sender))
        return self.work()

    def reply(self, mail: EmailMessage, text: str, **more: str) -> list[EmailMessage]:
        """An answer to a mail goes where the mail asks it to."""
        return self.write(
            address_of(mail), text, to=str(mail["Reply-To"] or mail["From"].addresses[0].addr_spec), **more
        )

    def work(self) -> list[EmailMessage]:
        """Everything that waits is done; the mails that came of it."""
        while self.letters.answer_some(1):
            pass
        self.turns.play_due(self.now)
        with self.store.reading() as tx:
            rows = tx.session.execute(
                select(MailRow.id, MailRow.kind, MailRow.raw, MailRow.letter_id)
                .where(MailRow.id > self._seen)
                .order_by(MailRow.id)
            ).all()
        found = []
        for number, kind, raw, letter in rows:
            self._seen = number
            mail = message_from_bytes(raw, policy=READING)
            _see_that_it_is_inert(mail, self.house.address)
            mail["X-Kind"], mail["X-Letter"] = kind, str(letter)
            found.append(mail)
        return found

    def register(self, *names: str) -> dict[str, EmailMessage]:
        """People who have registered and confirmed; their welcome mails."""
        found = {}
        for name in names:
            (asked,) = self.write(f"{name}@home.example", f"REGISTER {name}")
            (found[name],) = self.reply(asked, "yes")
        return found

    def begin(self, name: str = "cassis", options: str = "") -> dict[str, EmailMessage]:
        """A game with a master and seven players; everybody's start mail by name."""
        return self._once(("begin", name, options), lambda: self._begin(name, options))

    def _begin(self, name: str, options: str) -> dict[str, EmailMessage]:
        welcomes = self.register(*(one for one in ("max", *PEOPLE) if not self.knows(one)))
        self.welcomes |= welcomes
        self.reply(self.welcomes["max"], f"CREATE {name} standard delay=none {options}")
        mails: list[EmailMessage] = []
        for one, power in PEOPLE.items():
            mails = self.reply(self.welcomes[one], f"JOIN {name} {power}")
        return {address_of(mail).partition("@")[0]: mail for mail in mails if mail["X-Kind"] == "start"}

    def begin_small(self) -> None:
        """A game of two that has begun: Anna as Austria, Bert as England; a week for a phase."""
        self._once(("begin_small",), self._begin_small)

    def _begin_small(self) -> None:
        self.welcomes |= self.register("max", "anna", "bert")
        self.reply(self.welcomes["max"], "CREATE cassis standard movement=7d")
        self.reply(self.welcomes["anna"], "JOIN cassis Austria")
        self.reply(self.welcomes["bert"], "JOIN cassis England")
        self.reply(self.welcomes["max"], "START cassis")

    def _once(self, what: tuple[str, ...], begin: Callable[[], T]) -> T:
        """What `begin` returns; a judge that has had no letter yet takes over the books of the first that did it."""
        file = self.store.engine.url.database
        if self.sent or self.store.engine.dialect.name != "sqlite":
            return begin()
        key = (what, self.house.address, self.house.keeper, self.now)
        if key not in _BEGUN:
            outcome, books = begin(), sqlite3.connect(":memory:")
            with closing(sqlite3.connect(file)) as here:
                here.backup(books)
            _BEGUN[key] = (books, self.sent, self._seen, dict(self.welcomes), outcome)
            return outcome
        books, self.sent, self._seen, welcomes, outcome = _BEGUN[key]
        self.welcomes |= welcomes
        with closing(sqlite3.connect(file)) as here:
            books.backup(here)
        return outcome

    def knows(self, name: str) -> bool:
        with self.store.reading() as tx:
            return tx.player_by_address(f"{name}@home.example") is not None

    def game(self, name: str = "cassis") -> Game:
        with self.store.reading() as tx:
            game = tx.game(name, lock=False)
        assert game is not None
        return game

    def orders(self, power: str, name: str = "cassis") -> tuple[Order, ...]:
        phase = self.game(name).phase
        assert phase is not None
        return phase.orders_of(power).orders

    def last_letter(self) -> tuple[str, str]:
        """The state and the reason of the letter that came last."""
        with self.store.reading() as tx:
            row = tx.session.scalars(select(LetterRow).order_by(LetterRow.id.desc()).limit(1)).one()
            return row.state, row.reason

    def pass_time(self, **time: float) -> None:
        self.now += timedelta(**time)


def _see_that_it_is_inert(mail: EmailMessage, own: str) -> None:
    """No machine answers it, this judge and another one included, and it comes from nobody but the judge."""
    assert mail["Auto-Submitted"] in ("auto-replied", "auto-generated")
    assert (mail["Precedence"], mail["X-Auto-Response-Suppress"], mail["X-Loop"]) == ("bulk", "All", own)
    assert [one.addr_spec for one in mail["From"].addresses] == [own]
    assert len(mail["To"].addresses) == 1
    assert not {"Cc", "Bcc", "Sender", "Disposition-Notification-To", "Return-Receipt-To"} & set(mail.keys())
    for judge in (own, "judge@another.example"):
        assert robot_reason(mail, judge_address=judge, mail_from=f"{own.partition('@')[0]}+b.1@x")


def address_of(mail: EmailMessage) -> str:
    return str(mail["To"].addresses[0].addr_spec)


@pytest.fixture
def judge(migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, domains) -> Iterator[Judge]:
    """A judge that knows nobody, whose passwords take no time; it asks the test's own DNS."""
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    path = tmp_path / "judge.sqlite"
    shutil.copy(migrated_sqlite, path)
    store = Store(f"sqlite:///{path}", find_variant)
    yield Judge(store, domains.look_up)
    store.dispose()


@pytest.fixture
def begun(judge: Judge) -> Judge:
    """The same, with the game that `begin_small` begins."""
    judge.begin_small()
    return judge


@pytest.fixture(autouse=True)
def logged() -> Iterator[list]:
    """The log lines of the test, kept from the console: the judge's trouble here is meant."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def raise_stage(tmp_path: Path) -> Iterator[Callable[..., Stage]]:
    """Starts a judge in the test's folder, on SQLite unless a database is named; it stops when the test ends."""
    with ExitStack() as stages:

        def start(database: str | None = None, reader: Reader | None = None) -> Stage:
            settings = stage_settings(tmp_path, database=database, address=ADDRESS)
            clock = SetClock(datetime(2027, 1, 4, 12, 0, tzinfo=UTC))
            return stages.enter_context(Stage(settings.model_copy(update={"keeper": KEEPER}), clock, reader))

        yield start


@pytest.fixture
def person_at(tmp_path: Path) -> Callable[..., Correspondent]:
    """Makes a person who writes to a judge."""

    def make(stage: Stage, name: str, email: str = "") -> Correspondent:
        address = email or f"{name.lower()}@players.example"
        return Correspondent(name, address, smtp=("127.0.0.1", stage.port), mail_root=tmp_path / "mail")

    return make
