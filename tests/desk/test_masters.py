"""What masters may do and nobody else: START, DEADLINE, PROCESS, PAUSE, RESUME, TERMINATE."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.desk.snapshot import GameState
from tests.desk.speaking import flat

COMMANDS = ("START", "DEADLINE S1901M +24h", "PROCESS S1901M", "PAUSE", "RESUME", "TERMINATE cassis")


@pytest.mark.parametrize("line", COMMANDS)
def test_only_the_master_may(game_town, line: str) -> None:
    town = game_town()
    before = town.game()
    for name in ("Cleo", "Zoe"):
        if name == "Zoe":
            town.register("Zoe")
        (receipt,) = town.reply(town.last(name), f"GAME cassis\n{line}")
        assert "Only the master of cassis, Max, can" in flat(receipt.text)
    assert town.game() == before


@pytest.mark.parametrize("line", COMMANDS[1:5])
def test_there_is_nothing_to_time_before_the_start_or_after_the_end(game_town, line: str) -> None:
    town = game_town("autostart=no")
    (receipt,) = town.reply(town.last("Max"), line)
    assert "has not begun" in flat(receipt.text)
    town.reply(town.last("Max"), "START\nTERMINATE cassis")
    (receipt,) = town.reply(town.last("Max"), f"GAME cassis\n{line}")
    assert "is over" in flat(receipt.text)


def test_start_begins_a_game_that_is_not_full_and_says_what_that_means(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    mails = town.reply(town.last("Max"), "START")
    receipt = next(mail for mail in mails if mail.kind == "receipt")
    assert "nobody plays 5 of its 7 powers" in flat(receipt.text)
    assert town.game().state is GameState.RUNNING
    (again,) = town.reply(town.last("Max"), "START")
    assert "begun already" in flat(again.text)


def test_start_without_any_player_is_refused(game_town) -> None:
    town = game_town(players=())
    (receipt,) = town.reply(town.last("Max"), "START cassis")
    assert "Nobody plays" in flat(receipt.text)
    assert town.game().state is GameState.FORMING


def test_a_deadline_is_moved_and_everyone_is_told(game_town) -> None:
    town = game_town("zone=Europe/Berlin")
    mails = town.reply(town.last("Max"), "DEADLINE S1901M 2027-01-09 18:00")
    assert town.phase().deadline == datetime(2027, 1, 9, 17, tzinfo=UTC)
    assert [mail.kind for mail in mails] == [*["notice"] * 8, "receipt"]
    assert "9 Jan" in flat(mails[0].text)


def test_a_master_writes_times_in_his_own_zone_when_he_has_set_one(game_town) -> None:
    town = game_town("zone=Europe/Berlin")
    town.reply(town.last("Max"), "SET ZONE America/New_York\nDEADLINE 2027-01-09 18:00")
    assert town.phase().deadline == datetime(2027, 1, 9, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("when", "why"),
    [("soon", "no moment"), ("2026-12-24 18:00", "past"), ("2029-01-01 18:00", "more than a year"), ("", "")],
)
def test_a_deadline_that_cannot_be_is_refused_with_an_example(game_town, when: str, why: str) -> None:
    town = game_town()
    before = town.phase().deadline
    (receipt,) = town.reply(town.last("Max"), f"DEADLINE {when}")
    assert why in flat(receipt.text)
    assert "DEADLINE" in receipt.text
    assert town.phase().deadline == before


@pytest.mark.parametrize("line", ["DEADLINE F1901M +24h", "PROCESS F1901M", "PROCESS", "PROCESS W1900A"])
def test_a_tag_of_another_phase_or_none_for_process_does_nothing(game_town, line: str) -> None:
    town = game_town()
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), line)
    assert f"would work: {line.split()[0]} S1901M" in flat(receipt.text)
    assert town.game() == before


def test_a_deadline_in_answer_to_an_old_mail_is_not_set_for_the_new_phase(game_town) -> None:
    town = game_town("movement=1d")
    old = town.last("Max", "start")
    town.tick(timedelta(days=1))
    before = town.phase().deadline
    town.reply(old, "DEADLINE +5d")
    assert town.phase().deadline == before


def test_process_runs_the_phase_once_even_when_it_is_said_twice(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Max"), "PROCESS S1901M\nPROCESS S1901M")
    assert len(town.turns["cassis"]) == 1
    assert [mail.kind for mail in mails] == [*["result"] * 8, "receipt"]
    assert "which is over" in flat(mails[-1].text)


def test_a_terminated_game_is_over_for_everyone(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Max"), "TERMINATE cassis")
    assert town.game().state is GameState.TERMINATED
    assert [mail.kind for mail in mails] == [*["notice"] * 8, "receipt"]
    assert town.tick(timedelta(days=99)) == []
    (again,) = town.reply(town.last("Max"), "TERMINATE cassis")
    assert "over already" in flat(again.text)
    (start,) = town.reply(town.last("Max"), "START cassis")
    assert "is over" in flat(start.text)


def test_a_name_that_is_not_quite_right_brings_up_the_masters_own(game_town) -> None:
    town = game_town()
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), "TERMINATE casis")
    assert "no game casis here" in flat(receipt.text)
    assert "Did you mean cassis?" in flat(receipt.text)
    assert town.game() == before


def test_of_two_games_with_like_names_only_the_one_that_is_named_is_ended(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "CREATE cassis-2")
    town.reply(town.last("Max", "start"), "TERMINATE cassis-2")
    assert (town.game().state, town.game("cassis-2").state) == (GameState.RUNNING, GameState.TERMINATED)


def test_a_master_who_plays_too_keeps_his_game_when_he_resigns_his_power(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "JOIN cassis Turkey")
    town.reply(town.last("Max"), "START cassis")
    town.reply(town.last("Max", "start"), "RESIGN")
    assert town.game().seat_for("turkey") is None
    assert town.game().master is not None
    town.reply(town.last("Max"), "GAME cassis\nPROCESS S1901M")
    assert town.phase().position.phase.tag == "F1901M"


def test_the_clock_goes_on_and_is_set_anew_in_one_letter(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PAUSE")
    town.reply(town.last("Max"), "RESUME\nDEADLINE +5d")
    assert town.phase().deadline == town.now + timedelta(days=5)
