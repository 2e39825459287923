"""PAUSE and RESUME: the clock stops, until a master starts it again or until a moment that he has set."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.desk.pauses import PUNCTUAL
from judge.desk.snapshot import GameState
from judge.desk.turns import due
from tests.desk.speaking import answer, flat, tag, tell
from tests.desk.test_appointments import told

DAY = timedelta(days=1)


def test_a_pause_keeps_the_time_left_and_resume_gives_it_back(game_town) -> None:
    town = game_town("movement=3d")
    town.now += timedelta(days=1)
    mails = town.reply(town.last("Max"), "PAUSE")
    assert town.game().state is GameState.PAUSED
    assert town.game().time_left == timedelta(days=2)
    assert town.phase().deadline is None
    assert [mail.kind for mail in mails] == [*["notice"] * 8, "receipt"]
    assert town.tick(timedelta(days=30)) == []
    (again,) = town.reply(town.last("Max"), "PAUSE")
    assert "already" in flat(again.text)
    (refused,) = town.reply(town.last("Max"), "DEADLINE +24h")
    assert "stopped" in flat(refused.text)
    town.reply(town.last("Max"), "RESUME")
    assert town.phase().deadline == town.now + timedelta(days=2)
    assert town.game().time_left is None
    (again,) = town.reply(town.last("Max"), "RESUME")
    assert again.kind == "receipt"


def test_what_is_all_in_when_the_clock_goes_on_is_adjudicated(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PAUSE")
    for name in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina"):
        slip = [line for line in town.last(name, "start").text.splitlines() if line.endswith(" H")]
        town.reply(town.last(name, "start"), "\n".join(slip))
    assert town.phase().position.phase.tag == "S1901M"
    town.reply(town.last("Max"), "RESUME")
    assert town.phase().position.phase.tag == "F1901M"


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("PAUSE UNTIL 2027-01-20 18:00", "2027-01-20T17:00"),
        ("PAUSE UNTIL 20 Jan", "2027-01-19T23:00"),
        ("pause until Monday, please", "2027-01-10T23:00"),
        ("PAUSE till tomorrow", "2027-01-04T23:00"),
        ("SUSPEND TO Fri 8 Jan 12:00 UTC", "2027-01-08T12:00"),
        ("PAUSE FOR 2 weeks", "2027-01-18T12:00"),
        ("pause for a week", "2027-01-11T12:00"),
        ("pause until midnight", "2027-01-04T23:00"),
        ("PAUSE UNTIL 13/1", "2027-01-12T23:00"),
        ("PAUSE 48h", "2027-01-06T12:00"),
    ],
)
def test_the_end_of_a_pause_is_read_as_masters_write_it(game_town, words: str, moment: str) -> None:
    town = game_town("zone=Europe/Berlin")
    tell(town, "Max", words)
    assert town.game().state is GameState.PAUSED
    assert town.game().resume_at == datetime.fromisoformat(moment).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("PAUSE UNTIL 1 Jan 2027", "is past"),
        ("PAUSE UNTIL 2 Jan", "2027-01-02 00:00 (UTC) is past. Expected: a moment to come; with the year"),
        ("PAUSE UNTIL yesterday", "2027-01-03 00:00 (UTC) is past."),
        ("pause till yesterday", "2027-01-03 00:00 (UTC) is past."),
        ("PAUSE UNTIL 2031-01-01", "more than a year away"),
        ("PAUSE UNTIL 3/4", "may be one of two days"),
        ("PAUSE UNTIL the 45th of May", "is no moment that can be read"),
        ("RESUME ON 20 Jan", "The clock of cassis is running."),
    ],
)
def test_an_end_that_cannot_be_stops_nothing(game_town, words: str, problem: str) -> None:
    town = game_town()
    assert problem in answer(town, "Max", words)
    assert town.game().state is GameState.RUNNING


def test_talk_of_a_pause_is_talk_and_only_masters_stop_the_clock(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "Pause for a moment and think")
    assert town.sessions[-1].lines[0].fate == "note"
    assert "Only the master of cassis, Max, can PAUSE" in answer(town, "Cleo", "PAUSE UNTIL 20 Jan")
    assert town.game().state is GameState.RUNNING


def test_a_day_without_a_clock_time_is_meant_at_the_clock_time_of_the_game(game_town) -> None:
    town = game_town("zone=Europe/Berlin at=20:00")
    tell(town, "Max", "PAUSE UNTIL 20 Jan")
    assert town.game().resume_at == datetime(2027, 1, 20, 19, tzinfo=UTC)


def test_the_clock_goes_on_by_itself_with_what_was_left_and_everybody_is_told(game_town) -> None:
    town = game_town("movement=3d remind=none zone=Europe/Berlin")
    town.now += DAY
    said = tell(town, "Max", "PAUSE UNTIL 20 Jan 18:00")
    assert "is stopped until Wed 2027-01-20 18:00 (Europe/Berlin); it goes on by itself then." in said
    notice = flat(town.last("Cleo", "notice").text)
    assert "The master has stopped the clock until Wed 20 Jan 2027 17:00 UTC; it goes on by itself then." in notice
    assert (
        "none, the clock is stopped with 2 days left. It goes on: Wed 20 Jan 2027 17:00 UTC (in 15 days 5 hours)"
        in notice
    )
    for question in ("STATUS", "SUMMARY cassis", "LIST"):
        assert "Wed 20 Jan 2027 17:00 UTC" in answer(town, "Anna", question), question
    town.now = datetime(2027, 1, 20, 16, 59, tzinfo=UTC)
    assert town.tick() == []
    mails = town.tick(timedelta(minutes=1))
    assert [mail.kind for mail in mails] == ["notice"] * 8
    assert "The clock goes on, as the master has set it." in flat(town.last("Cleo").text)
    assert (town.game().state, town.game().time_left, town.game().resume_at) == (GameState.RUNNING, None, None)
    assert town.phase().deadline == datetime(2027, 1, 22, 17, tzinfo=UTC)
    assert town.log[-1].text == "by itself, as set for 2027-01-20T17:00Z"
    town.tick(2 * DAY)
    assert tag(town) == "F1901M"


@pytest.mark.parametrize(("later", "counted"), [(PUNCTUAL, timedelta(0)), (5 * DAY, 5 * DAY)])
def test_a_judge_that_was_not_at_work_then_takes_no_time_from_anybody(
    game_town, later: timedelta, counted: timedelta
) -> None:
    town = game_town("movement=3d")
    tell(town, "Max", "PAUSE FOR 7 days")
    at = town.game().resume_at
    town.tick(7 * DAY + later)
    assert town.phase().deadline == at + counted + 3 * DAY


def test_the_last_word_about_a_pause_counts(game_town) -> None:
    town = game_town("movement=3d")
    tell(town, "Max", "PAUSE FOR 7 days")
    assert "already" in answer(town, "Max", "PAUSE FOR 7 days")
    assert "stopped until" in tell(town, "Max", "RESUME ON 20 Jan 18:00")
    assert town.game().resume_at == datetime(2027, 1, 20, 18, tzinfo=UTC)
    assert "is stopped until Wed 2027-01-27 18:00 (UTC)" in tell(town, "Max", "PAUSE FOR another week")
    assert town.game().time_left == 3 * DAY
    assert "does not go on by itself any more" in tell(town, "Max", "PAUSE")
    assert "It goes on" not in flat(town.last("Cleo").text)
    assert town.tick(30 * DAY) == []
    assert "already" in answer(town, "Max", "PAUSE")
    tell(town, "Max", "PAUSE FOR 7 days")
    tell(town, "Max", "RESUME")
    assert (town.game().state, town.game().resume_at) == (GameState.RUNNING, None)
    assert town.phase().deadline == town.now + 3 * DAY


def test_a_day_that_has_just_passed_is_not_taken_for_the_same_in_a_year(game_town) -> None:
    town = game_town("movement=3d")
    tell(town, "Max", "PAUSE FOR 7 days")
    at = town.game().resume_at
    assert "2027-01-02 00:00 (UTC) is past." in answer(town, "Max", "RESUME ON 2 Jan")
    assert town.game().resume_at == at
    tell(town, "Max", "RESUME ON 2 Jan 2028")
    assert town.game().resume_at == datetime(2028, 1, 2, tzinfo=UTC)


def test_calendars_have_the_deadline_of_then_and_the_same_entry_all_the_time(game_town) -> None:
    town = game_town("movement=3d remind=none")
    mails = town.reply(town.last("Max"), "PAUSE FOR 7 days")
    assert told(mails, "Cleo") == [("cassis.s1901m.1", 1, False)]
    assert [one.at for one in town.last("Cleo").appointments] == [town.now + 10 * DAY]
    assert told(town.reply(town.last("Max"), "PAUSE"), "Cleo") == [("cassis.s1901m.1", 2, True)]
    assert told(town.reply(town.last("Max"), "RESUME ON 20 Jan 12:00"), "Cleo") == [("cassis.s1901m.1", 3, False)]
    assert told(town.reply(town.last("Max"), "RESUME"), "Cleo") == [("cassis.s1901m.1", 4, False)]


def test_a_phase_that_is_run_or_taken_back_meanwhile_keeps_the_moment(game_town) -> None:
    town = game_town("movement=3d")
    tell(town, "Max", "PAUSE FOR 7 days")
    at = town.game().resume_at
    tell(town, "Max", "PROCESS S1901M")
    assert (tag(town), town.game().state, town.game().resume_at) == ("F1901M", GameState.PAUSED, at)
    tell(town, "Max", "ROLLBACK S1901M")
    assert (tag(town), town.game().state, town.game().resume_at) == ("S1901M", GameState.PAUSED, at)
    town.tick(7 * DAY)
    assert town.phase().deadline == at + 3 * DAY
    tell(town, "Max", "PAUSE FOR 7 days")
    tell(town, "Max", "TERMINATE cassis")
    assert town.game().resume_at is None


def test_no_clock_goes_on_for_nobody(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    tell(town, "Max", "START")
    tell(town, "Max", "PAUSE FOR 7 days")
    tell(town, "Anna", "RESIGN cassis")
    assert (town.game().state, town.game().resume_at) == (GameState.PAUSED, None)
    assert town.game().time_left == 3 * DAY
    assert due(town.office(), town.game()) == ()


def test_the_keeper_of_the_judge_pauses_like_a_master(game_town) -> None:
    town = game_town()
    town.keep("PAUSE FOR 7 days")
    assert town.game().resume_at == town.now + 7 * DAY
    assert "The keeper has stopped the clock until" in flat(town.last("Cleo").text)
    town.tick(7 * DAY)
    assert town.game().state is GameState.RUNNING


def test_the_way_to_stop_a_running_clock_is_told_in_words_that_work(game_town) -> None:
    town = game_town()
    for words in ("UNTIL Monday", "ON Monday"):
        assert "This would work: PAUSE UNTIL Monday" in answer(town, "Max", f"RESUME {words}")
    assert "is stopped until Mon" in tell(town, "Max", "PAUSE UNTIL Monday")
