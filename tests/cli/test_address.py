"""`judge address`: the operator sees and changes a player's addresses as he himself can by mail, and he is told."""

import sqlite3
from email import message_from_bytes, policy

import pytest

ANNA, WORK = "anna@players.example", "anna@work.example"


def mails(folder) -> list:
    """The mails that are stored, oldest first."""
    with sqlite3.connect(folder / "judge.db") as database:
        rows = database.execute("SELECT raw FROM mails ORDER BY id").fetchall()
    database.close()
    return [message_from_bytes(raw, policy=policy.default) for (raw,) in rows]


def change(folder, statement: str) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        database.execute(statement)
    database.close()


def test_without_options_it_shows_what_there_is(judge, folder) -> None:
    before = len(mails(folder))
    for who in (ANNA, "ANNA@players.example", "anna"):
        done = judge("address", who)
        assert (done.status, done.err) == (0, "")
        assert done.flat.startswith(f"For Anna <{ANNA}>:")
        assert f"Mails go to {ANNA}." in done.flat
    assert len(mails(folder)) == before


def test_an_address_that_is_added_is_asked_first(judge, folder) -> None:
    before = len(mails(folder))
    done = judge("address", ANNA, "--add", WORK)
    assert done.status == 0
    assert f"A mail has gone to {WORK}" in done.flat
    (asked,) = mails(folder)[before:]
    assert str(asked["To"].addresses[0].addr_spec) == WORK
    assert str(asked["Reply-To"]).startswith("judge+confirm.")
    assert f"Not answered yet: {WORK}" in judge("address", ANNA).flat


def test_of_two_addresses_the_first_is_changed_and_the_other_removed_and_both_are_told(judge, folder) -> None:
    change(
        folder,
        "INSERT INTO addresses (player_id, email, current, added_at, bounce_days)"
        f" SELECT player_id, '{WORK}', 0, added_at, 0 FROM addresses WHERE email = '{ANNA}'",
    )
    before = len(mails(folder))
    done = judge("address", WORK, "--first", WORK)
    assert (done.status, f"Mails go to {WORK} from now on." in done.flat) == (0, True)
    assert judge("address", "Anna", "--remove", ANNA).status == 0
    assert [str(mail["To"].addresses[0].addr_spec) for mail in mails(folder)[before:]] == [ANNA, ANNA]
    assert judge("address", ANNA).status == 2


def test_a_leaked_token_is_changed_and_the_player_gets_the_new_one(judge, folder, played) -> None:
    before = len(mails(folder))
    done = judge("address", ANNA, "--new-token")
    assert done.status == 0
    assert "Your reply addresses are new" in done.flat
    (told,) = mails(folder)[before:]
    assert str(told["To"].addresses[0].addr_spec) == ANNA
    assert "The keeper of the judge has changed them, Anna" in " ".join(told.get_body(("plain",)).get_content().split())
    token = str(told["Reply-To"]).partition("@")[0].rpartition(".")[2]
    assert token not in played.tokens
    assert token not in done.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nobody@players.example",), "nobody is registered as nobody@players.example"),
        (("Nobody",), "nobody is called Nobody"),
        (("Ann",), "nobody is called Ann"),
        ((ANNA, "--add", "no address"), "'no address' is no address"),
        ((ANNA, "--add", "noaddress"), "“noaddress” is no address"),
        ((ANNA, "--remove", ANNA), "is the only address you have"),
        ((ANNA, "--remove", WORK), f"{WORK} is no address of yours"),
        ((ANNA, "--add", "judge@judge.example"), "is no address that mails can go to"),
    ],
)
def test_what_cannot_be_done_is_told_with_status_2(judge, folder, arguments, why: str) -> None:
    before = len(mails(folder))
    done = judge("address", *arguments)
    assert done.status == 2
    assert why in " ".join(f"{done.out} {done.err}".split())
    assert len(mails(folder)) == before


def test_of_two_people_of_one_name_neither_is_guessed(judge, folder) -> None:
    change(folder, "UPDATE players SET name = 'Anna' WHERE name = 'Bert'")
    done = judge("address", "Anna")
    assert done.status == 2
    assert "2 people are called Anna here; name an address of the player" in done.err
