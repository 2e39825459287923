"""What an operator sees and does, from games to upgrade; one line and status 2 when it cannot be done."""

import sqlite3

import pytest


def shunt_a_letter(folder) -> int:
    """Set aside the letter that came last, as if it had failed; its number."""
    with sqlite3.connect(folder / "judge.db") as database:
        number = database.execute("SELECT max(id) FROM letters").fetchone()[0]
        database.execute("UPDATE letters SET state = 'shunted', reason = 'boom', attempts = 3 WHERE id = ?", (number,))
    database.close()
    return number


@pytest.mark.parametrize(
    "command",
    [("games",), ("show", "vault"), ("trace", "<x@y>"), ("unshunt",), ("clock",), ("resend", "<x@y>"), ("deliver",)],
)
def test_without_a_database_a_command_says_how_to_get_one(judge, command: tuple[str, ...]) -> None:
    done = judge(*command, given=b"Subject: hello\r\n\r\nhello\r\n")
    assert done.status == (75 if command == ("deliver",) else 2)
    assert "judge upgrade" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "games", "upgrade"])
def test_a_database_that_is_newer_is_refused(judge, folder, command: str) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    done = judge(command)
    assert done.status == 2
    assert "newer" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "games", "upgrade"])
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:////proc/nowhere/judge.db", "no"),
        ("sqlite:///junk.db", "not a database"),
        ("postgresql://u:canary@127.0.0.1:1/x", "refused"),
    ],
)
def test_a_database_that_cannot_be_had_is_told_in_one_line(judge, tmp_path, monkeypatch, command, url, why) -> None:
    (tmp_path / "junk.db").write_bytes(bytes(range(256)) * 32)
    monkeypatch.setenv("JUDGE_DATABASE", url)
    done = judge(command)
    assert done.status == 2
    assert why in done.err
    assert done.err.count("\n") == 1
    assert "canary" not in done.err


def test_upgrade_makes_the_database_and_does_nothing_the_second_time(judge, tmp_path) -> None:
    first = judge("upgrade")
    assert first.status == 0
    assert (tmp_path / "var" / "judge.db").exists()
    assert judge("upgrade") == first
    assert judge("games").out.strip() == "There are no games."


def test_games_lists_those_that_are_played_a_line_each(judge, folder) -> None:
    done = judge("games")
    assert done.status == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert rows[0] == ["game", "variant", "state", "phase", "deadline", "players"]
    assert rows[1] == ["empty", "standard", "forming", "-", "-", "0", "of", "7"]
    assert rows[2][:4] == ["vault", "standard", "running", "F1901M"]
    assert rows[2][4] == "2027-01-08"
    assert rows[2][-3:] == ["2", "of", "7"]
    assert len(rows) == 3
    assert "gone" in judge("games", "--all").out


def test_show_tells_who_plays_what_is_in_and_what_was(judge, folder) -> None:
    done = judge("show", "VAULT")
    assert done.status == 0
    assert done.out.startswith("vault: standard, running\n")
    for told in (
        "player austria Anna <anna@players.example>",
        "master - Max <max@players.example>",
        "F1901M, deadline 2027-01-08",
        "Austria 3 centers A Bud, A Tyr, F Tri",
        "A Bud - Ser waits for the deadline",
        "1 S1901M opened 2027-01-04 12:00 UTC, closed",
        "2 F1901M opened",
        "start: S1901M",
    ):
        assert told in done.flat, told


def test_show_tells_of_players_whose_mails_come_back(judge, folder) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        columns = "bounce_days = {}, bounced_at = '2027-01-07 12:00:00.000000', suspended_at = {} WHERE email = '{}'"
        for days, suspended, email in ((2, "NULL", "anna"), (5, "'2027-01-07 12:00:00.000000'", "bert")):
            database.execute("UPDATE addresses SET " + columns.format(days, suspended, f"{email}@players.example"))
    database.close()
    told = judge("show", "vault").flat
    assert "Anna <anna@players.example> mails came back on 2 days, last at 2027-01-07 12:00 UTC" in told
    assert "Bert <bert@players.example> nothing is sent there since 2027-01-07 12:00 UTC: mails came back on 5" in told
    assert "Max <max@players.example> 2" not in told


def test_show_of_a_game_that_is_not_there_says_so(judge, folder) -> None:
    done = judge("show", "nosuch")
    assert (done.status, done.out) == (2, "")
    assert "there is no game nosuch" in done.err


def test_trace_tells_what_became_of_a_letter_and_where_a_mail_came_from(judge, folder, played) -> None:
    done = judge("trace", played.orders)
    assert done.status == 0
    assert "arrived" in done.out
    assert "receipt to anna@players.example" in done.out
    assert judge("trace", played.orders.strip("<>")).out == done.out
    result = judge("trace", played.result)
    assert "result to anna@players.example" in result.out
    assert "sent" in result.out


def test_trace_tells_that_a_mail_came_back(judge, folder, played) -> None:
    with sqlite3.connect(folder / "judge.db") as database:
        (number,) = database.execute("SELECT id FROM mails WHERE message_id = ?", (played.result,)).fetchone()
        event = "INSERT INTO events (at, kind, text, mail_id) VALUES ('2027-01-07 12:00:00.000000', ?, ?, ?)"
        database.execute(event, ("returned", "550 5.1.1 no such user", number))
    database.close()
    assert "returned   550 5.1.1 no such user" in judge("trace", played.result).out


def test_trace_of_what_never_came_says_so(judge, folder) -> None:
    done = judge("trace", "<never@seen.example>")
    assert done.status == 2
    assert "<never@seen.example>" in done.err


def test_clock_shows_the_time_and_believes_the_machine(judge, folder) -> None:
    shown = judge("clock").out
    assert "The machine's clock says" in shown
    assert "The judge was not at work yet." in shown
    assert "Start the judge again if it is running." in judge("clock", "--believe").out
    assert "The judge was last at work at" in judge("clock").out


def test_unshunt_lists_what_is_set_aside_and_puts_it_back(judge, folder) -> None:
    assert judge("unshunt").out.strip() == "No letter is set aside."
    number = shunt_a_letter(folder)
    listed = judge("unshunt")
    assert listed.status == 0
    assert listed.flat.startswith(f"{number} ")
    assert "boom" in listed.out
    wrong = judge("unshunt", "1")
    assert wrong.status == 2
    assert "letter 1 is" in wrong.err
    done = judge("unshunt", str(number))
    assert f"1 back in the queue: {number}" in done.out
    with sqlite3.connect(folder / "judge.db") as database:
        states = database.execute("SELECT state, attempts FROM letters WHERE id = ?", (number,)).fetchall()
    database.close()
    assert states == [("new", 0)]


def test_unshunt_all_puts_everything_back(judge, folder) -> None:
    number = shunt_a_letter(folder)
    assert f"back in the queue: {number}" in judge("unshunt", "--all").out
    assert judge("unshunt", "--all").out.strip() == "No letter is set aside."


def test_resend_puts_the_same_bytes_into_the_outbox(judge, folder, played) -> None:
    database = sqlite3.connect(folder / "judge.db")

    def row() -> tuple[str, bytes]:
        return database.execute("SELECT state, raw FROM mails WHERE message_id = ?", (played.result,)).fetchone()

    before = row()
    done = judge("resend", played.result)
    assert done.status == 0
    assert "anna@players.example" in done.out
    assert (before[0], row()) == ("sent", ("new", before[1]))
    database.close()


def test_resend_of_an_unknown_mail_says_so(judge, folder) -> None:
    done = judge("resend", "<never@seen.example>")
    assert done.status == 2
    assert "<never@seen.example>" in done.err
