"""`judge doctor` at the command line: an installation with each fault planted, a line for it, and status 1."""

import socket
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from dns.resolver import NXDOMAIN, Resolver

from judge.cli.doctor import say
from judge.service.findings import fail

AT = datetime(2027, 1, 6, 18, 0, tzinfo=UTC)
PLANTED = {
    "a letter set aside": ("UPDATE letters SET state = 'shunted' WHERE id = 1", "fail  letters", "judge unshunt --all"),
    "a letter not answered": (
        "UPDATE letters SET state = 'new', closed_at = NULL WHERE id = 2", "fail  letters", "is `judge serve` at work?",
    ),
    "a turn not played": ("UPDATE phases SET waiting = 0 WHERE state = 'open'", "fail  turns", "judge log GAME"),
    "a mail not sent": ("UPDATE mails SET state = 'new' WHERE id = 1", "fail  mails", "`delivery`"),
    "a mail held": ("UPDATE mails SET state = 'held' WHERE id = 1", "warn  mails", "judge resend --held"),
    "an address suspended": (
        "UPDATE addresses SET suspended_at = '2027-01-04 12:00:00.000000' WHERE id = 1",
        "warn  addresses", "judge address PLAYER",
    ),
    "a clock set back": ("INSERT INTO heartbeats (id, at) VALUES (1, '2099-01-01 00:00:00.000000')",
                         "fail  clock", "judge clock --believe"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _nobody_listens(judge, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The door of the settings is one that nobody can open meanwhile, whatever else this machine runs."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("JUDGE_LISTEN", f"127.0.0.1:{taken.getsockname()[1]}")
        yield


def plant(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        database.execute("UPDATE phases SET deadline = '2027-01-04 12:00:00.000000'")
        database.execute("UPDATE phases SET waiting = 1 WHERE state = 'open'")
        database.execute(statement)
    database.close()


@pytest.mark.parametrize("fault", PLANTED)
def test_a_fault_has_its_line_and_what_to_do(judge, folder, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    statement, line, do = PLANTED[fault]
    monkeypatch.setattr("judge.cli.doctor.now", lambda: AT)
    plant(folder, statement)
    done = judge("doctor", "--no-dns", "--wait", "0")
    assert line in done.out
    assert do in done.flat
    assert done.status == 1  # nobody listens either


def test_a_fresh_machine_is_told_what_is_missing(judge) -> None:
    done = judge("doctor")
    assert done.status == 1
    assert "fail  database" in done.out
    assert "judge upgrade" in done.flat
    assert "warn  keeper" in done.out
    assert "warn  delivery" in done.out


def test_bad_settings_are_all_that_is_said(judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_LISTEN", "x")
    monkeypatch.setenv("JUDGE_LOG", "xml")
    done = judge("doctor")
    assert done.status == 1
    assert [line.split()[:2] for line in done.out.splitlines() if line[:1] != " "] == [["fail", "settings"]] * 2


def test_a_database_of_a_newer_program_is_told(judge, folder) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    done = judge("doctor")
    assert (done.status, done.err) == (1, "")
    assert "newer" in done.flat


def test_a_database_that_cannot_be_had_is_not_to_be_upgraded(judge, monkeypatch) -> None:
    monkeypatch.setenv("JUDGE_DATABASE", "postgresql://judge@127.0.0.1:1/judge")
    done = judge("doctor", "--no-dns")
    assert "cannot be used: connection failed" in done.flat
    assert "see that it is there, that `database` names it rightly" in done.flat
    assert "judge upgrade" not in done.flat


def test_another_dns_server_may_be_asked(judge, folder, monkeypatch) -> None:
    asked: list[str] = []

    def resolve(server: Resolver, *_: object, **__: object) -> None:
        asked.extend((*map(str, server.nameservers), str(server.port)))
        raise NXDOMAIN

    monkeypatch.setenv("JUDGE_ADDRESS", "judge@play.club.org")
    monkeypatch.setattr(Resolver, "resolve", resolve)
    assert "v=DMARC1" in judge("doctor", "--wait", "0", "--resolver", "127.0.0.1:5353").out
    assert set(asked) == {"127.0.0.1", "5353"}
    refused = judge("doctor", "--resolver", "dns.example.org")
    assert refused.status == 2
    assert refused.err == "judge: --resolver: 'dns.example.org' is no address of a DNS server; 9.9.9.9 is one\n"


def test_a_test_mail_is_not_sent_while_nobody_is_there_to_take_it(judge, folder, monkeypatch) -> None:
    monkeypatch.setenv("JUDGE_DELIVERY", "smtp://127.0.0.1:1")
    done = judge("doctor", "--no-dns")
    assert "fail  listener" in done.out
    assert "warn  test mail" in done.out


def test_no_line_is_longer_than_a_terminal() -> None:
    told = say(fail("letters", "long words " * 20, "do this " * 20))
    assert max(map(len, told.splitlines())) <= 78
    assert told.splitlines()[1].startswith(" " * 17)
