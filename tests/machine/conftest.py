"""A game of three people and a master that has just begun, made once and copied for each play of the machine."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.machine.model import MASTER, PLAYERS, STRANGER
from tests.machine.play import Begun, address_of
from tests.machine.site import ADDRESS, Site

BEGINS = datetime(2027, 1, 4, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def logged() -> Iterator[list]:
    """The log lines, kept from the console: what is told there of dying is meant."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Begun:
    """Max's game of Anna, Bert and Cleo, and Eve who is registered and not in it."""
    folder = tmp_path_factory.mktemp("machine")
    shutil.copy(migrated_sqlite, folder / "judge.sqlite")
    site = Site(folder, BEGINS)
    replies: dict[str, str] = {}
    sent = 0

    def say(who: str, words: str, to: str = "") -> None:
        nonlocal sent
        sent += 1
        head = f"From: {address_of(who)}\nTo: {ADDRESS}\nMessage-ID: <begin-{sent}@home.example>\nSubject: hello\n"
        site.put(f"{head}\n{words}\n".replace("\n", "\r\n").encode(), to or replies[who], address_of(who))
        site.work()
        for _, reader, raw in site.sink.take_new():
            mail = message_from_bytes(raw, policy=policy.default)
            if mail["Reply-To"]:
                replies[reader.partition("@")[0]] = str(mail["Reply-To"])

    for who in (MASTER, *PLAYERS, STRANGER):
        say(who, f"REGISTER {who.capitalize()}", to=ADDRESS)
        say(who, "yes")
    say(MASTER, "CREATE cassis standard movement=1d delay=1h remind=8h")
    for who, power in PLAYERS.items():
        say(who, f"JOIN cassis {power.capitalize()}")
    say(MASTER, "START cassis")
    site.stop()
    return Begun(folder, BEGINS, {who: replies[who] for who in (MASTER, *PLAYERS)})
