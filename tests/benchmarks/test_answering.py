"""Mail in to receipt out: a whole judge with its reader on an SQLite file, and the players of some games at once."""

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import start_position
from judge.cli.demo.correspondent import text_of
from judge.cli.demo.play import Play
from judge.cli.demo.script import Person, Script, ScriptedPhase
from judge.cli.demo.stage import Stage, stage_settings
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.wire.clock import SetClock

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ADDRESS = "judge@judge.example"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
GAMES, EACH, SESSIONS = 5, 20, 5  # games of seven, letters of each player, connections
WARM = 35  # letters before the clock starts: what is made once for all is made then


@dataclass
class Serving:
    """`judge serve` in a process of its own."""

    process: subprocess.Popen[str]
    port: int

    def spent(self) -> tuple[float, float]:
        """The seconds of the processor that the judge has had, and those of the process that reads its letters."""
        told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        own = self.process.pid
        readers = [int(pid) for pid, parent in map(str.split, told.splitlines()) if int(parent) == own]
        return _seconds(own), sum(map(_seconds, readers))


def _seconds(process: int) -> float:
    """The seconds of the processor, by /proc."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serve(folder: Path) -> Iterator[Serving]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    env |= {
        "PYTHONPATH": str(ROOT), "JUDGE_VAR": str(folder), "JUDGE_LISTEN": "127.0.0.1:0", "JUDGE_ADDRESS": ADDRESS,
        "JUDGE_PICTURE_WAIT": "0",
        "JUDGE_DELIVERY": f"maildir:{folder / 'mail'}", "JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}",
    }  # fmt: skip
    command = [sys.executable, "-c", "from judge.cli.main import main; main()", "serve"]
    with (folder / "serve.log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        greeting = process.stdout.readline()
        yield Serving(process, int(greeting.split(" listens on ")[1].split()[0].rpartition(":")[2]))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


@pytest.fixture
def started(tmp_path: Path) -> dict[str, EmailMessage]:
    """Some games that have begun, in the test's folder: by each player's address the mail that he answers."""
    found = {}
    with Stage(stage_settings(tmp_path, address=ADDRESS), SetClock(datetime.now(UTC), speed=1)) as stage:
        for number in range(GAMES):
            people = [Person(one, f"{one.capitalize()} {number}", f"{one}{number}@players.example") for one in POWERS]
            master = Person("master", f"Marta {number}", f"master{number}@players.example")
            play = Play(
                Script("standard", (*people, master), (ScriptedPhase("S1901M", (), ()),)),
                smtp=("127.0.0.1", stage.port),
                mail_root=tmp_path / "mail",
                address=ADDRESS,
                game=f"game{number}",
                options="movement=7d delay=1h",  # so that no turn is played while we count
            )
            play.register()
            play.gather()
            found |= {person.email: play.latest[person.power] for person in people}
    return found


@pytest.fixture
def letters(started: dict[str, EmailMessage], standard: Variant) -> list[tuple[str, str, str]]:
    """What the players write, one after the other in any order: on top of the mail that they answer, their orders.

    Shape: what is said for the sender, for the recipient, and as the text with its last dot.
    """
    chance, position, found = random.Random("answering"), start_position(standard), []
    possible = {power: legal_orders(standard, position, power) for power in POWERS}
    for number in range(EACH):
        for email, mail in started.items():
            power = email.partition("@")[0].rstrip("0123456789")
            by_unit = {order.at: order for order in chance.sample(possible[power], len(possible[power]))}
            lines = [word_order(standard.board, order) for order in by_unit.values()]
            quoted = [f"> {line}" for line in text_of(mail).rstrip("\n").split("\n")]
            reply = EmailMessage(policy=policy.SMTP)
            reply["From"], reply["To"], reply["Subject"] = email, str(mail["Reply-To"]), f"Re: {mail['Subject']}"
            reply["Message-ID"], reply["In-Reply-To"] = f"<{number}.{email}>", mail["Message-ID"]
            reply.set_content("\n".join([*lines, "", f"On {mail['Date']}, {mail['From']} wrote:", *quoted]))
            text = reply.as_bytes().replace(b"\r\n.", b"\r\n..").decode("latin-1")
            found.append((f"MAIL FROM:<{email}>\r\n", f"RCPT TO:<{mail['Reply-To']}>\r\n", f"{text}.\r\n"))
    chance.shuffle(found)
    return found


def _rows(folder: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(folder / "judge.db")) as connection:
        return connection.execute(query).fetchall()


def test_mail_in_to_receipt_out(benchmark, figures, tmp_path: Path, letters) -> None:
    """Each letter has one receipt, which has left the judge; the time is from the first letter to the last mail."""
    (before,) = _rows(tmp_path, "SELECT max(letters.id), max(mails.id) FROM letters, mails")[0:1]
    left = f"SELECT count(*) FROM mails WHERE id > {before[1]} AND kind = 'receipt' AND state = 'sent'"
    spent: list[tuple[float, float, float]] = []

    def send(some: list[tuple[str, str, str]], all_in_all: int) -> None:
        (tmp_path / "letters.json").write_text(json.dumps(some))
        command = [sys.executable, str(HERE / "sender.py"), str(judge.port), str(SESSIONS)]
        with subprocess.Popen([*command, str(tmp_path / "letters.json")], stdout=subprocess.DEVNULL) as sender:
            assert sender.wait(600) == 0
        until = time.monotonic() + 600
        while _rows(tmp_path, left)[0][0] < all_in_all and time.monotonic() < until:
            time.sleep(0.1)

    with serve(tmp_path) as judge:
        send(letters[:WARM], WARM)
        spent.append((*judge.spent(), _of_others()))
        benchmark.pedantic(send, args=(letters[WARM:], len(letters)), rounds=1, iterations=1)
        spent.append((*judge.spent(), _of_others()))
    receipts = _rows(
        tmp_path,
        f"SELECT letters.state, count(mails.id), min(mails.state) FROM letters LEFT JOIN mails "
        f"ON letter_id = letters.id AND mails.kind = 'receipt' WHERE letters.id > {before[0]} GROUP BY letters.id",
    )
    assert receipts == [("done", 1, "sent")] * len(letters)
    figures.lines += _told(tmp_path, before[0] + WARM, len(letters) - WARM, spent)


def _of_others() -> float:
    """The seconds of the processor of all processes that this one has started and that have ended: of who sends."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _told(folder: Path, before: int, letters: int, spent: list[tuple[float, float, float]]) -> list[str]:
    ((first, taken, answered, out),) = _rows(
        folder,
        "SELECT min(received_at), max(received_at), max(closed_at), max(sent_at) FROM letters "
        f"JOIN mails ON letter_id = letters.id WHERE letters.id > {before}",
    )
    began = datetime.fromisoformat(first)
    seconds = [(datetime.fromisoformat(one) - began).total_seconds() for one in (taken, answered, out)]
    judge, reader, sender = ((after - start) / letters * 1000 for start, after in zip(*spent, strict=True))
    return [
        f"mail in to receipt out: {letters / seconds[2]:.0f} letters/s on SQLite; of {letters} letters the last was "
        f"taken after {seconds[0]:.1f} s, answered after {seconds[1]:.1f} s, its receipt out after {seconds[2]:.1f} s",
        f"the processor's time for a letter: {judge:.1f} ms of the judge, {reader:.1f} ms of the process that reads, "
        f"{sender:.1f} ms of the one that sends",
    ]
