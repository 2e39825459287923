"""A real judge in a process of its own that can be killed, and what is asked of it afterwards."""

import os
import shutil
import smtplib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import create_engine, text

from judge.cli.demo.correspondent import READING
from judge.cli.demo.play import Play
from judge.cli.demo.script import Person, Script, ScriptedPhase
from judge.cli.demo.stage import Stage, stage_settings
from judge.wire.clock import SetClock
from tests.mailserver import MailServer

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "judge@judge.example"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
ORDERS = {
    "austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
    "england": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "france": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO",
    "germany": "A Ber - Kie\nF Kie - Den\nA Mun - Ruh",
    "italy": "A Ven H\nA Rom - Apu\nF Nap - ION",
    "russia": "A War - Gal\nA Mos - Ukr\nF Sev - BLA\nF StP/sc - GOB",
    "turkey": "A Con - Bul\nA Smy - Con\nF Ank - BLA",
}


@dataclass
class Sink(MailServer):
    """The mail server that the judge hands its mails to; keeps every copy it gets, by Message-ID."""

    copies: dict[str, list[bytes]] = field(default_factory=dict)
    _read: dict[str, EmailMessage] = field(default_factory=dict)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = envelope.original_content or b""
        mail = message_from_bytes(raw)
        self.copies.setdefault(str(mail["Message-ID"]), []).append(raw)
        return "250 OK"

    @property
    def mails(self) -> list[EmailMessage]:
        for message_id, copies in list(self.copies.items()):  # each is read once, however often it is asked for
            if message_id not in self._read:
                self._read[message_id] = message_from_bytes(copies[0], policy=READING)
        return list(self._read.values())


class Judge:
    """`judge serve` on one folder; it may be started again after it died."""

    def __init__(self, folder: Path, sink: Sink, *, address: str = ADDRESS, database: str = "") -> None:
        self.folder = folder
        self.sink = sink
        self.address = address
        self.database = database or f"sqlite:///{folder}/judge.db"
        self.root = ROOT  # where the program lies
        self.port = 0
        self.listen = "127.0.0.1:0"
        self.picture_wait = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self, crash_at: str = "") -> None:
        env = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
        env |= {
            "PYTHONPATH": str(self.root),
            "JUDGE_VAR": str(self.folder),
            "JUDGE_DATABASE": self.database,
            "JUDGE_LISTEN": self.listen,
            "JUDGE_ADDRESS": self.address,
            "JUDGE_DELIVERY": f"smtp://127.0.0.1:{self.sink.port}",
            "JUDGE_CRASH_AT": crash_at,
            "JUDGE_PICTURE_WAIT": str(self.picture_wait),
        }
        log = (self.folder / "serve.log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from judge.cli.main import main; main()", "serve"],
            cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        log.close()
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        if " listens on " in greeting:
            self.port = int(greeting.split(" listens on ")[1].split()[0].rpartition(":")[2])

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def has_died(self, within: float) -> bool:
        assert self.process is not None
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            return False
        return True

    def send(self, sender: str, to: str, raw: bytes) -> bool:
        """Whether the judge took the mail; what it did not say 250 to is the sender's to send again."""
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as connection:
                connection.sendmail(sender, [to], raw)
        except (smtplib.SMTPException, OSError):
            return False
        return True

    def ask(self, query: str) -> list[tuple]:
        engine = create_engine(self.database)
        with engine.connect() as connection:
            rows = [tuple(row) for row in connection.execute(text(query))]
        engine.dispose()
        return rows


@dataclass
class Table:
    """A game that has just begun, and the reply address of each power."""

    folder: Path
    seats: dict[str, str]


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of seven that has begun, made once and copied for each kill."""
    folder = tmp_path_factory.mktemp("begun")
    people = [Person(power, power.capitalize(), f"{power}@players.example") for power in POWERS]
    script = Script(
        "standard", (*people, Person("master", "Marta", "master@masters.example")), (ScriptedPhase("S1901M", (), ()),)
    )
    settings = stage_settings(folder, address=ADDRESS)
    with Stage(settings, SetClock(datetime.now(UTC), speed=1)) as stage:
        play = Play(
            script,
            smtp=("127.0.0.1", stage.port),
            mail_root=folder / "mail",
            address=ADDRESS,
            options="movement=7d delay=none",
        )
        play.register()
        play.gather()
    return Table(folder, {power: str(play.latest[power]["Reply-To"]) for power in POWERS})


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink().open() as sink:
        yield sink


@pytest.fixture
def judge(begun: Table, sink: Sink, tmp_path: Path) -> Iterator[Judge]:
    """A judge, not started yet, on a copy of the game that has begun."""
    folder = tmp_path / "var"
    shutil.copytree(begun.folder, folder)
    judge = Judge(folder, sink)
    yield judge
    judge.kill()


@pytest.fixture
def letters(begun: Table) -> dict[str, tuple[str, str, bytes]]:
    """For each power its order mail: sender, recipient, bytes."""
    found = {}
    for power, to in begun.seats.items():
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"] = f"{power}@players.example"
        mail["To"] = to
        mail["Subject"] = "orders"
        mail["Message-ID"] = f"<orders-of-{power}@players.example>"
        mail.set_content(ORDERS[power])
        found[power] = (str(mail["From"]), to, mail.as_bytes())
    return found


class Account:
    """What came out in the end, counted."""

    def __init__(self, judge: Judge) -> None:
        self.mails = judge.sink.mails
        self.copies = judge.sink.copies
        self.receipts = Counter(
            str(mail["In-Reply-To"]) for mail in self.mails if str(mail["In-Reply-To"]).startswith("<orders-of-")
        )
        self.results = Counter(
            str(mail["To"]).rpartition("<")[2].strip(">")
            for mail in self.mails
            if "S1901M -> F1901M" in mail.get_body(("plain",)).get_content()
        )
        self.pictured = {
            str(mail["To"]).rpartition("<")[2].strip(">")
            for mail in self.mails
            if any(part.get_content_type() == "image/png" for part in mail.walk())
        }
        self.letters = judge.ask("SELECT message_id, state FROM letters WHERE message_id LIKE '<orders-of-%'")
        self.turns = judge.ask("SELECT count(*) FROM results")[0][0]
        self.sets = Counter(
            power
            for (power,) in judge.ask(
                "SELECT power FROM order_sets JOIN phases ON phases.id = order_sets.phase_id WHERE phases.sequence = 1"
            )
        )

    @property
    def is_complete(self) -> bool:
        return len(self.results) == 8 and len(self.receipts) == 7


def wait_for_account(judge: Judge, patience: float = 30) -> Account:
    """The account once everything has come out, or as it is when that takes too long."""
    until = time.monotonic() + patience
    while True:
        account = Account(judge)
        if account.is_complete or time.monotonic() > until:
            return account
        time.sleep(0.05)


@pytest.fixture
def account_of():
    return wait_for_account
