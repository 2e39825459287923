"""`judge master`: the operator does what a master does by mail, and the books say that it was he."""

import sqlite3
from datetime import UTC, datetime

import pytest

from judge.cli.demo.stage import stage_settings
from judge.game.wording import word_order
from judge.service.keeper import say_as_keeper
from judge.service.server import make_house
from judge.store.store import Store
from judge.wire.clock import SetClock
from judge.wire.reader import WorkerReader
from tests.cli.conftest import ADDRESS


def rows(folder, query: str) -> list[tuple]:
    with sqlite3.connect(folder / "judge.db") as database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def test_the_keeper_moves_a_deadline_and_the_people_of_the_game_are_told(judge, folder) -> None:
    before = rows(folder, "SELECT count(*) FROM mails")[0][0]
    done = judge("master", "VAULT", "DEADLINE", "F1901M", "+48h")
    assert (done.status, done.err) == (0, "")
    assert "The deadline of F1901M (Fall 1901, movement) is now" in done.flat
    told = rows(folder, f"SELECT recipient FROM mails ORDER BY id LIMIT 10 OFFSET {before}")
    assert {one for (one,) in told} == {f"{name}@players.example" for name in ("max", "anna", "bert")}
    assert rows(folder, "SELECT text FROM events WHERE kind = 'deadline'")[-1][0].endswith("by the keeper")


def test_what_the_keeper_said_is_kept_as_a_letter_that_can_be_traced(judge, folder) -> None:
    judge("master", "vault", "PAUSE")
    ((state, reason, message_id),) = rows(
        folder, "SELECT state, reason, message_id FROM letters WHERE peer = 'command line'"
    )
    assert (state, reason) == ("done", "by the keeper")
    traced = judge("trace", message_id).flat
    assert "at command line for judge+vault@judge.example" in traced
    assert "pause by the keeper" in traced


def test_the_keeper_stops_a_clock_until_a_day_and_sees_when_it_goes_on(judge, folder) -> None:
    done = judge("master", "vault", "PAUSE", "FOR", "7", "days")
    assert (done.status, done.err) == (0, "")
    assert "it goes on by itself then." in done.flat
    assert "goes on 20" in judge("games").flat
    assert "the clock goes on 20" in judge("show", "vault").flat


def test_questions_are_answered_where_they_are_asked(judge, folder) -> None:
    before = rows(folder, "SELECT count(*) FROM mails")
    done = judge("master", "vault", "STATUS")
    assert done.status == 0
    assert "vault: Diplomacy (standard board), running" in done.flat
    assert "START" in judge("master", "vault", "HELP MASTERS").out
    assert rows(folder, "SELECT count(*) FROM mails") == before


def test_lines_from_standard_input_are_done_one_after_the_other(judge, folder) -> None:
    assert judge("master", "vault", "-", given=b"# stop and go\nPAUSE\nRESUME\n").status == 0
    kinds = [
        kind
        for (kind,) in rows(
            folder, "SELECT kind FROM events WHERE text = 'by the keeper' AND game_id IS NOT NULL ORDER BY id"
        )
    ]
    assert kinds == ["pause", "resume"]
    assert judge("master", "vault", "-", given=b"\n").status == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("vault", "PROCESS"), "needs the tag of the phase"),
        (("vault", "PROCESS", "S1901M"), "which is over"),
        (("vault", "A Bud - Ser"), "The keeper has no units to order"),
        (("vault", "CREATE more"), "plays no part of his own"),
        (("vault", "good morning"), "Not a command: good morning"),
        (("gone", "PAUSE"), "is over"),
    ],
)
def test_what_cannot_be_done_is_told_with_status_2(judge, folder, arguments, why: str) -> None:
    before = rows(folder, "SELECT count(*) FROM mails"), rows(folder, "SELECT state FROM games ORDER BY id")
    done = judge("master", *arguments)
    assert done.status == 2
    assert why in done.flat
    assert (rows(folder, "SELECT count(*) FROM mails"), rows(folder, "SELECT state FROM games ORDER BY id")) == before


def test_a_game_that_is_not_there_is_told_in_one_line(judge, folder) -> None:
    done = judge("master", "nosuch", "PAUSE")
    assert (done.status, done.out) == (2, "")
    assert "there is no game nosuch" in done.err
    assert rows(folder, "SELECT count(*) FROM letters WHERE peer = 'command line'") == [(0,)]


def test_letters_that_came_before_are_read_before(folder) -> None:
    """An order that lies unread when the keeper runs the phase counts in it."""
    with sqlite3.connect(folder / "judge.db") as database:
        ((last, now),) = database.execute("SELECT id, received_at FROM letters ORDER BY id DESC LIMIT 1").fetchall()
        for table in ("events", "mails", "order_sets"):
            database.execute(f"DELETE FROM {table} WHERE letter_id = {last}")
        database.execute(f"UPDATE letters SET state = 'new', attempts = 0 WHERE id = {last}")
    database.close()
    settings = stage_settings(folder, address=ADDRESS)
    store, clock = Store(settings.database), SetClock(datetime.fromisoformat(now).replace(tzinfo=UTC))
    reader = WorkerReader(settings.address)
    answer = say_as_keeper(store, make_house(settings, clock), reader, "vault", "PROCESS F1901M")
    reader.close()
    with store.reading() as tx:
        game = tx.game("vault", lock=False)
        ordered = [word_order(one.before.board, move.order) for one in tx.turns(game.id)[1:] for move in one.outcomes]
    store.dispose()
    assert not answer.refused
    assert "A Bud - Ser" in ordered
