"""An installation with a game that has been played a little, and the `judge` command to look at it with."""

import io
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.cli.demo.correspondent import Correspondent, text_of
from judge.cli.demo.stage import Stage, stage_settings
from judge.cli.main import main
from judge.wire.clock import SetClock
from judge.wire.logs import set_up_logs
from tests.conftest import logs_left_alone

ADDRESS = "judge@judge.example"
BEGINS = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
PASSWORD = "canarypassword"
PRESS = "canary in the press"
ORDER = "A Vie - Tyrolia"


@dataclass(frozen=True)
class Played:
    """The installation: its folder, its log, the Message-IDs of Anna's orders and of a result.

    Shape: `tokens` are those of all reply addresses, `bodies` what stood in letters that nobody else is to see.
    """

    folder: Path
    log: str
    orders: str
    result: str
    tokens: frozenset[str]
    bodies: tuple[str, ...] = (PASSWORD, PRESS, ORDER, "Tyrolia")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Max's game `vault` of Anna (Austria) and Bert (France), a phase played; `empty` is forming, `gone` over."""
    folder, stream = tmp_path_factory.mktemp("installation"), io.StringIO()
    with logs_left_alone():
        set_up_logs("json", "debug", stream)
        with Stage(stage_settings(folder, address=ADDRESS), SetClock(BEGINS)) as stage:
            found = _play(folder, stage)
    return Played(folder=folder, log=stream.getvalue(), **found)


def _play(folder: Path, stage: Stage) -> dict:
    people = {}
    for name in ("Max", "Anna", "Bert"):
        person = people[name] = Correspondent(
            name, f"{name.lower()}@players.example", smtp=("127.0.0.1", stage.port), mail_root=folder / "mail"
        )
        asked = person.write(f"REGISTER {name}", to=ADDRESS)
        replied = person.reply(person.await_answer(asked, "the question"), "yes")
        person.await_answer(replied, "the welcome")

    def say(name: str, text: str, **more: str) -> str:
        person = people[name]
        written = person.write(text, **more) if more else person.reply(person.mails[-1], text)
        person.await_answer(written, text)
        return written

    say("Max", "CREATE vault movement=2d\nCREATE empty\nCREATE gone")
    say("Max", "TERMINATE gone")
    for name, power in (("Anna", "Austria"), ("Bert", "France")):
        say(name, f"JOIN vault {power}")
    say("Max", "START vault")
    begun = people["Anna"].await_mail(lambda mail: "start -> S1901M" in text_of(mail), "the start")
    orders = people["Anna"].reply(
        begun, f"{ORDER}\nSET PASSWORD {PASSWORD}\nSET WAIT\nPRESS TO France\n{PRESS}\nENDPRESS"
    )
    people["Anna"].await_answer(orders, "the receipt")
    say("Anna", f"SIGNON Avault {PASSWORD}\nF Tri H", to=ADDRESS)
    say("Bert", "A Par H; A Mar H; F Bre H")
    stage.advance(timedelta(days=2, hours=1))
    result = people["Anna"].await_mail(lambda mail: "S1901M -> F1901M" in text_of(mail), "the result")
    people["Anna"].await_answer(people["Anna"].reply(result, "A Bud - Ser\nSET WAIT"), "the receipt of the fall")
    for person in people.values():
        person.look()
    mails = [mail for person in people.values() for mail in person.mails]
    tokens = frozenset(
        match[1] for mail in mails for match in re.finditer(r"\+[^@\s+]*\.([a-z2-7]{16})@", mail.as_string())
    )
    return {"orders": orders, "result": str(result["Message-ID"]), "tokens": tokens}


@pytest.fixture
def folder(played: Played, tmp_path: Path) -> Path:
    """A copy of the installation for a test to change."""
    return Path(shutil.copytree(played.folder, tmp_path / "var"))


@dataclass(frozen=True)
class Done:
    """What a command did: exit status, standard output, standard error."""

    status: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        return " ".join(self.out.split())


@pytest.fixture
def judge(monkeypatch, capsys, tmp_path: Path) -> Callable[..., Done]:
    """The `judge` command, run on the installation `var` in the working folder, which is the test's own."""
    for name in [name for name in os.environ if name.startswith("JUDGE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("JUDGE_ADDRESS", ADDRESS)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, given: bytes | None = None) -> Done:
        monkeypatch.setattr(sys, "argv", ["judge", *arguments])
        if given is not None:
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given)))
        capsys.readouterr()
        try:
            main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        told = capsys.readouterr()
        return Done(status, told.out, told.err)

    return run
