"""Whole conversations: a judge with a set clock, people who write to it over SMTP, and an audit of all of it."""

import json
import re
import shutil
import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text

from judge.cli.demo.correspondent import READING, Correspondent, text_of
from judge.cli.demo.play import Play, Played
from judge.cli.demo.script import Person, Script, ScriptedPhase
from judge.cli.demo.stage import Stage, stage_settings
from judge.game.wording import word_order
from judge.store.codec import read_orders, read_position
from judge.variants import find_variant
from judge.wire.clock import SetClock

ADDRESS = "judge@judge.example"
BEGINS = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
GAME = "walk"
# Every unit of every power in Spring 1901; nobody stands in anybody's way.
SPRING = {
    "austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
    "england": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "france": "A Par - Bur\nA Mar - Spa\nF Bre - MAO",
    "germany": "A Ber - Kie\nF Kie - Den\nA Mun - Ruh",
    "italy": "A Ven H\nA Rom - Apu\nF Nap - ION",
    "russia": "A War - Ukr\nA Mos - Sev\nF Sev - BLA\nF StP/sc - BOT",
    "turkey": "A Con - Bul\nA Smy - Con\nF Ank H",
}
PATIENCE = 20.0
ONCE = ("start", "result", "reminder", "late", "final", "archive")  # kinds of mails that a person gets once in a phase


@dataclass
class Town:
    """A judge and the people who write to it. `people` by power, or by name for those without one."""

    folder: Path
    url: str
    stage: Stage
    people: dict[str, Correspondent] = field(default_factory=dict)
    spring = SPRING
    patience: float = PATIENCE

    @property
    def now(self) -> datetime:
        return self.stage.clock.now()

    def person(self, name: str, email: str = "") -> Correspondent:
        """Somebody with a mail program, known by the first word of the name."""
        key = name.split()[0].lower()
        if key not in self.people:
            self.people[key] = Correspondent(
                name,
                email or f"{key}@players.example",
                smtp=("127.0.0.1", self.stage.port),
                mail_root=self.folder / "mail",
                patience=self.patience,
            )
        return self.people[key]

    def register(self, name: str) -> EmailMessage:
        """The welcome of somebody who registers and confirms."""
        person = self.person(name)
        asked = person.write(f"REGISTER {name}\n", to=ADDRESS)
        return person.await_answer(person.reply(person.await_answer(asked, "the question"), "yes"), "the welcome")

    def game_mail(self, who: str, game: str = GAME) -> EmailMessage:
        """The last mail of a game that somebody has got and may answer as his seat."""
        person = self.people[who]
        person.look()
        written = {
            message_id: at for at, (message_id,) in enumerate(self.ask("SELECT message_id FROM mails ORDER BY id"))
        }
        own = [mail for mail in person.mails if str(mail["Reply-To"] or "").startswith(f"judge+{game}.")]
        assert own, f"{who} has no mail of {game}"
        return max(own, key=lambda mail: written[str(mail["Message-ID"])])

    def say(self, who: str, words: str, game: str = GAME) -> str:
        """What the judge answers to somebody who answers the last mail of the game with these words; see `flat`."""
        return self.answer(who, self.game_mail(who, game), words)

    def answer(self, who: str, mail: EmailMessage, words: str) -> str:
        """What the judge answers to somebody who answers a mail with these words; see `flat`."""
        person = self.people[who]
        return flat(person.await_answer(person.reply(mail, words), f"an answer to {words!r}"))

    @staticmethod
    def flat(mail: EmailMessage) -> str:
        """The text of a mail on one line, so that nothing depends on where it is folded."""
        return flat(mail)

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """Hand over some bytes as a mail. Raises smtplib's exceptions when the judge refuses them."""
        with smtplib.SMTP("127.0.0.1", self.stage.port, timeout=PATIENCE) as connection:
            connection.sendmail(sender, [to], raw)

    def ask(self, query: str) -> list[tuple]:
        """Rows of the judge's database."""
        engine = create_engine(self.url)
        with engine.connect() as connection:
            rows = [tuple(row) for row in connection.execute(text(query))]
        engine.dispose()
        return rows

    def settle(self) -> None:
        """Return when the judge has nothing left to do at this time."""
        until = time.monotonic() + self.patience
        engine = create_engine(self.url)
        now = self.now
        busy = text(
            "SELECT (SELECT count(*) FROM letters WHERE state IN ('new', 'claimed'))"
            " + (SELECT count(*) FROM mails WHERE state IN ('drawing', 'new', 'claimed'))"
            " + (SELECT count(*) FROM games WHERE touched AND state IN ('running', 'paused', 'forming'))"
        )
        due = text(
            "SELECT coalesce(phases.grace_until, phases.deadline), phases.remind_at, phases.early_at"
            " FROM phases JOIN games ON games.id = game_id"
            " WHERE phases.state = 'open' AND games.state = 'running'"
        ).columns()
        wakes = text("SELECT resume_at FROM games WHERE state = 'paused'").columns()
        try:
            while True:
                with engine.connect() as connection:
                    # what is due first: the turn that is played between the two looks leaves mails for the second
                    rows = [*connection.execute(due), *connection.execute(wakes)]
                    moments = [_utc(moment) for row in rows for moment in row if moment is not None]
                    waits = connection.execute(busy).scalar_one()
                if not waits and not any(moment <= now for moment in moments):
                    break
                assert time.monotonic() < until, f"the judge is still busy: {waits} rows wait, {moments} are due"
                time.sleep(0.01)
        finally:
            engine.dispose()
        for person in self.people.values():
            person.look()

    def advance(self, by: timedelta) -> None:
        """Let time pass, and wait until the judge has done what is due."""
        self.stage.advance(by)
        self.settle()

    def orders_of(self, power: str) -> tuple[str, ...]:
        """The orders of a power that are stored in the open phase, in words, sorted."""
        rows = self.ask(
            "SELECT orders, phases.position FROM order_sets JOIN phases ON phases.id = phase_id"
            f" WHERE phases.state = 'open' AND power = '{power}' ORDER BY version DESC LIMIT 1"
        )
        return words_of(*rows[0]) if rows else ()

    def play(self, script: Script) -> Play:
        """A scripted game to be played in this town, the clock set on where only a deadline helps."""
        return Play(
            script, smtp=("127.0.0.1", self.stage.port), mail_root=self.folder / "mail", address=ADDRESS, game="demo",
            let_time_pass=lambda: self.stage.advance(timedelta(days=1)),
        )  # fmt: skip

    def perform(self, script: Script) -> "tuple[Played, Audit]":
        """Play a scripted game to its end, and see that nobody got a mail too few or too many."""
        play = self.play(script)
        played = play.run()
        self.people.update(play.people)
        audit = self.audit()
        audit.check()
        return played, audit

    def audit(self) -> "Audit":
        """All that was written and all that was delivered, once the judge is quiet."""
        self.settle()
        return Audit(self)


def flat(mail: EmailMessage) -> str:
    """The text of a mail on one line."""
    return " ".join(text_of(mail).split())


def words_of(document: object, position: object, name: str = "standard") -> tuple[str, ...]:
    """The orders of a stored document of a game of this variant in words, as they are in this position, sorted."""
    variant = find_variant(name)
    orders, where = (json.loads(one) if isinstance(one, str) else one for one in (document, position))
    board = read_position(where, variant.board, variant).board
    return tuple(sorted(word_order(board, order) for order in read_orders(orders, variant)))


def _utc(moment: object) -> datetime:
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    assert isinstance(found, datetime)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


class Audit:
    """Everything that lies in the Maildirs, beside what the judge's books say."""

    def __init__(self, town: Town) -> None:
        self.town = town
        root = town.folder / "mail"
        self.boxes = {
            box.name: [message_from_bytes(path.read_bytes(), policy=READING) for path in files]
            for box in sorted(root.iterdir())
            if (files := sorted((box / "new").iterdir()))
        }
        self.delivered = [path.read_bytes() for path in root.glob("*/new/*")]

    @property
    def mails(self) -> list[EmailMessage]:
        return [mail for box in self.boxes.values() for mail in box]

    def check(self) -> None:
        """What holds after every conversation whatever was said in it."""
        self._nothing_missing_and_nothing_twice()
        self._every_letter_answered()
        self._receipts_are_full()
        self._threads_and_reply_addresses()

    def _nothing_missing_and_nothing_twice(self) -> None:
        booked = self.town.ask("SELECT recipient, message_id, kind, key, raw, state FROM mails ORDER BY id")
        assert {state for *_, state in booked} <= {"sent"}
        assert sorted(bytes(raw).replace(b"\r\n", b"\n") for *_, raw, _ in booked) == sorted(
            raw.replace(b"\r\n", b"\n") for raw in self.delivered
        )
        ids = Counter(str(mail["Message-ID"]) for mail in self.mails)
        assert set(ids.values()) == {1}
        assert set(ids) == {message_id for _, message_id, *_ in booked}
        for recipient, box in self.boxes.items():
            assert {str(mail["To"].addresses[0].addr_spec) for mail in box} == {recipient}
        phases = Counter(
            (kind, key.rpartition("/")[0], recipient) for recipient, _, kind, key, *_ in booked if kind in ONCE
        )
        for (*_, recipient), times in phases.items():
            assert times <= self.hands(recipient)
        told = Counter(
            (box, line)
            for box, mails in self.boxes.items()
            for mail in mails
            for line in text_of(mail).split("\n")
            if line.startswith(":: judge ") and " -> " in line and not line.endswith(" -> over")
        )
        rows = self.town.ask("SELECT tag, count(*) FROM phases WHERE state <> 'open' GROUP BY tag")
        played = dict(row for row in rows)  # twice when the master took the game back
        for (box, line), times in told.items():
            assert times <= played.get(line.split()[4], 1) * self.hands(box), f"{box}: {line}"

    def hands(self, email: str) -> int:
        """How many powers somebody has played in a game, each of which has mails of its own; 1 for nobody in it."""
        rows = self.town.ask(
            "SELECT count(DISTINCT power) FROM seats JOIN addresses ON addresses.player_id = seats.player_id"
            f" WHERE email = '{email}' GROUP BY game_id"
        )
        return max([1, *(count for (count,) in rows)])

    def _every_letter_answered(self) -> None:
        answers = Counter(
            str(mail["In-Reply-To"]) for mail in self.mails if str(mail["Auto-Submitted"]) == "auto-replied"
        )
        letters = self.town.ask("SELECT message_id, state, reason FROM letters WHERE message_id <> '' ORDER BY id")
        expected: Counter[str] = Counter()
        for message_id, state, reason in letters:
            quiet = state == "ignored" or reason.startswith("confirms letter")
            expected[message_id] += 0 if quiet else 1
            expected[message_id] += state == "late"  # the question, and then word that it has lapsed
        asked = self.town.ask(
            "SELECT letters.message_id FROM letters JOIN mails ON mails.letter_id = letters.id"
            " WHERE letters.proven AND mails.kind IN ('held', 'confirm') AND letters.state = 'done'"
        )
        for (message_id,) in asked:  # the question and then the receipt
            expected[message_id] += 1
        assert answers == +expected

    def _receipts_are_full(self) -> None:
        sets = self.town.ask(
            "SELECT mails.raw, order_sets.orders, phases.position, games.variant"
            " FROM order_sets JOIN mails ON mails.letter_id = order_sets.letter_id"
            " JOIN phases ON phases.id = order_sets.phase_id JOIN games ON games.id = phases.game_id"
            " WHERE mails.kind = 'receipt' AND order_sets.power NOT LIKE '~%'"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE events.letter_id = order_sets.letter_id AND kind = 'become')"
            " AND order_sets.version = (SELECT max(version) FROM order_sets AS later"
            " WHERE later.letter_id = order_sets.letter_id AND later.phase_id = order_sets.phase_id)"
        )
        for raw, orders, position, variant in sets:
            lines = text_of(message_from_bytes(bytes(raw), policy=READING)).split("\n")
            start = next(at for at, line in enumerate(lines) if "as they stand now" in " ".join(lines[at : at + 2]))
            for words in words_of(orders, position, variant):
                assert words in lines[start:], f"{words} is not in\n" + "\n".join(lines)

    def _threads_and_reply_addresses(self) -> None:
        ((renewed,),) = self.town.ask("SELECT count(*) FROM events WHERE kind = 'token'")
        for box, mails in self.boxes.items():
            seats: dict[str, set[str]] = {}
            for mail in mails:
                references = str(mail["References"] or "").split()
                assert str(mail["In-Reply-To"] or "") == (references[-1] if references else "")
                found = re.fullmatch(r"\[([\w-]+)\](?: (\w+))?", str(mail["Subject"]))
                if found is None:
                    continue
                game, tag = found.groups()
                thread = [f"<{game}@judge.example>"] + ([f"<{game}.{tag.lower()}@judge.example>"] if tag else [])
                assert references[: len(thread)] == thread
                if mail["Reply-To"] is not None:
                    reply = str(mail["Reply-To"])
                    assert re.fullmatch(rf"judge\+({game}\.|p\.|confirm\.)[a-z2-7]{{16}}@judge\.example", reply), reply
                    if reply.startswith(f"judge+{game}."):
                        seats.setdefault(game, set()).add(reply)
            most = 1 + renewed + self.hands(box)
            assert all(len(replies) <= most for replies in seats.values()), f"{box}: {seats}"


@contextmanager
def _town(folder: Path, url: str, begins: datetime = BEGINS, *, pictures: bool = False) -> Iterator[Town]:
    settings = stage_settings(folder, database=url, address=ADDRESS, pictures=pictures)
    with Stage(settings, SetClock(begins)) as stage:
        yield Town(folder, url, stage, patience=4 * PATIENCE if pictures else PATIENCE)


@pytest.fixture
def town(tmp_path: Path, database_url: str) -> Iterator[Town]:
    """A judge that nobody has written to yet, on each engine."""
    with _town(tmp_path / "var", database_url) as town:
        yield town


@pytest.fixture
def plain_town(tmp_path: Path, sqlite_url: str) -> Iterator[Town]:
    """The same on SQLite only, for what has little to do with the engine."""
    with _town(tmp_path / "var", sqlite_url) as town:
        yield town


@dataclass
class Begun:
    """A game in Spring 1901, made once on an engine and copied for each test."""

    folder: Path
    url: str


@pytest.fixture(scope="session")
def begun_games(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[[str], Begun]:
    """A game of seven and a master that has just begun, for an engine."""
    made: dict[str, Begun] = {}

    def make(engine: str) -> Begun:
        if engine not in made:
            folder = tmp_path_factory.mktemp("walk")
            url = f"sqlite:///{folder}/judge.db"
            if engine == "postgresql":
                url = request.getfixturevalue("new_postgres")()
            with _town(folder, url) as town:
                people = [Person(power, power.capitalize(), f"{power}@players.example") for power in POWERS]
                master = Person("master", "Marta", "master@players.example")
                script = Script("standard", (*people, master), (ScriptedPhase("S1901M", (), ()),))
                play = Play(
                    script, smtp=("127.0.0.1", town.stage.port), mail_root=folder / "mail", address=ADDRESS, game=GAME,
                    options="movement=3d retreat=1d adjustment=1d remind=8h delay=none",
                )  # fmt: skip
                play.register()
                play.gather()
                town.settle()
            made[engine] = Begun(folder, url)
        return made[engine]

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def table(request: pytest.FixtureRequest, tmp_path: Path, begun_games: Callable[[str], Begun]) -> Iterator[Town]:
    """The game that has just begun, with its eight people, on each engine."""
    yield from _sit_down(request, tmp_path, begun_games)


@pytest.fixture(params=["sqlite", "postgresql"])
def gallery(request: pytest.FixtureRequest, tmp_path: Path, begun_games: Callable[[str], Begun]) -> Iterator[Town]:
    """The same of a judge that draws pictures."""
    yield from _sit_down(request, tmp_path, begun_games, pictures=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def quick_table(request: pytest.FixtureRequest, tmp_path: Path, begun_games: Callable[[str], Begun]) -> Iterator[Town]:
    """The same for what has little to do with the engine: on PostgreSQL in the long run of the tests only."""
    yield from _sit_down(request, tmp_path, begun_games)


def _sit_down(
    request: pytest.FixtureRequest, tmp_path: Path, begun_games: Callable[[str], Begun], *, pictures: bool = False
) -> Iterator[Town]:
    begun = begun_games(request.param)
    folder = tmp_path / "var"
    shutil.copytree(begun.folder, folder)
    url, server = f"sqlite:///{folder}/judge.db", ""
    if request.param == "postgresql":
        server = request.getfixturevalue("postgres_server")
        url = _copy_postgres(begun.url, server)
    with _town(folder, url, pictures=pictures) as town:
        for power in POWERS:
            town.person(power.capitalize())
        town.person("Master")
        yield town
    if server:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {_database_of(url)}")


def _copy_postgres(url: str, server: str) -> str:
    name = _database_of(url)
    copy = f"{name}_{time.monotonic_ns()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {copy} TEMPLATE {name}")
    return url.replace(f"/{name}?", f"/{copy}?")


def _database_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
