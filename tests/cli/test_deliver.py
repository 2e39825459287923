"""`judge deliver`: one mail from standard input, with the statuses that mail servers know."""

import sqlite3

import pytest

from judge.cli.deliver import LARGEST

MAIL = b"From: zoe@players.example\nMessage-ID: <z1@players.example>\n\nREGISTER Zoe\n"


def letters(folder) -> list[tuple]:
    with sqlite3.connect(folder / "judge.db") as database:
        rows = database.execute(
            "SELECT recipient, mail_from, peer, state, raw FROM letters WHERE peer = 'pipe'"
        ).fetchall()
    database.close()
    return rows


def test_a_mail_is_stored_as_it_is_once(judge, folder) -> None:
    for _ in range(2):
        done = judge("deliver", "--sender", "zoe@players.example", given=MAIL)
        assert (done.status, done.out, done.err) == (0, "", "")
    assert letters(folder) == [("judge@judge.example", "zoe@players.example", "pipe", "new", MAIL)]


def test_the_recipient_may_be_named_and_the_sender_may_be_in_the_environment(judge, folder, monkeypatch) -> None:
    monkeypatch.setenv("SENDER", "anna@players.example")
    assert judge("deliver", "judge+vault@judge.example", given=MAIL).status == 0
    assert letters(folder)[0][:2] == ("judge+vault@judge.example", "anna@players.example")


@pytest.mark.parametrize(
    ("arguments", "given", "status", "why"),
    [
        ((), b"", 65, "empty"),
        ((), b" \r\n", 65, "empty"),
        ((), b"x" * (LARGEST + 1), 65, "over"),
        (("--sender", "zoé@players.example"), MAIL, 65, "outside ASCII"),
        (("else@judge.example",), MAIL, 67, "no address of this judge"),
        (("--config", "nosuch.toml"), MAIL, 75, "nosuch.toml"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_its_status(judge, folder, arguments, given, status, why) -> None:
    done = judge("deliver", *arguments, given=given)
    assert done.status == status
    assert why in done.err
    assert letters(folder) == []


def test_trouble_of_ours_is_to_be_tried_again(judge, folder, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("judge.store.store.Store.accept", fail)
    done = judge("deliver", given=MAIL)
    assert done.status == 75
    assert "the disk is full" in done.err
