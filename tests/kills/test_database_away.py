"""The database goes away and comes back under a judge at work: letters are put off meanwhile, and none is refused."""

import os
import resource
import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import Postgres
from tests.kills.conftest import ADDRESS, Judge

REGISTER = "From: {0}@people.example\r\nMessage-ID: <{0}@people.example>\r\n\r\nREGISTER Person {0}\r\n"


@contextmanager
def serving(judge: Judge) -> Iterator[Judge]:
    judge.start()
    try:
        yield judge
    finally:
        judge.kill()


def try_to_send(client: smtplib.SMTP, name: str, body: str = "") -> int:
    """The reply to the text of a letter in a conversation that goes on."""
    who = f"{name}@people.example"
    assert client.mail(who)[0] == 250
    assert client.rcpt(ADDRESS)[0] == 250
    return client.data((REGISTER.format(name) + body).encode())[0]


def wait_for_answers(judge: Judge, names: set[str]) -> None:
    """Until everybody has his answer, and nobody has two."""
    wanted = {f"<{name}@people.example>" for name in names}
    until = time.monotonic() + 30
    while {str(mail["In-Reply-To"]) for mail in judge.sink.mails} != wanted and time.monotonic() < until:
        time.sleep(0.05)
    assert sorted(str(mail["In-Reply-To"]) for mail in judge.sink.mails) == sorted(wanted)


def test_while_postgresql_is_stopped_letters_are_put_off_and_then_taken(tmp_path: Path, sink) -> None:
    """Within one conversation: 250, 4yz as long as the server is away, 250 at the next try; all are answered once."""
    postgres = Postgres(Path("/tmp") / f"judge-away-{os.getpid()}")
    try:
        with (
            serving(Judge(tmp_path, sink, database=postgres.url)) as judge,
            smtplib.SMTP("127.0.0.1", judge.port, timeout=60) as client,
        ):
            client.ehlo("me")
            assert try_to_send(client, "anna") == 250
            wait_for_answers(judge, {"anna"})
            postgres.stop()
            assert [try_to_send(client, name) // 100 for name in ("bert", "cleo")] == [4, 4]
            assert judge.alive
            postgres.start()
            assert [try_to_send(client, name) for name in ("bert", "cleo", "dora")] == [250, 250, 250]
            wait_for_answers(judge, {"anna", "bert", "cleo", "dora"})
            assert len(judge.ask("SELECT id FROM letters")) == 4
    finally:
        postgres.end()


def test_while_the_disk_is_full_letters_are_put_off_and_then_taken(tmp_path: Path, sink) -> None:
    """No file of the judge can grow: SQLite writes no page more."""
    large = "x" * 70 + "\r\n"
    with (
        serving(Judge(tmp_path, sink)) as judge,
        smtplib.SMTP("127.0.0.1", judge.port, timeout=60) as client,
    ):
        client.ehlo("me")
        assert try_to_send(client, "anna") == 250
        wait_for_answers(judge, {"anna"})
        most = resource.prlimit(judge.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(judge.process.pid, resource.RLIMIT_FSIZE, (65_536, most[1]))
        assert [try_to_send(client, name, large * 5_000) // 100 for name in ("bert", "cleo")] == [4, 4]
        assert judge.alive
        resource.prlimit(judge.process.pid, resource.RLIMIT_FSIZE, most)
        assert [try_to_send(client, name) for name in ("bert", "cleo")] == [250, 250]
        wait_for_answers(judge, {"anna", "bert", "cleo"})
        assert len(judge.ask("SELECT id FROM letters")) == 3
