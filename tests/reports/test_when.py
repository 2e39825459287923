"""Moments and lengths of time in words."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.board import Board
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.reports.cards import Card
from judge.reports.when import deadline_lines, say_deadline, say_length, say_moment, stamp, time_left

NOW = datetime(2027, 1, 3, 12, 30, tzinfo=UTC)
DEADLINE = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


def card(**facts: object) -> Card:
    known: dict[str, object] = {"name": "g", "variant": "standard", "title": "Standard", "address": "j+g@h"}
    return Card(**(known | {"state": "running"} | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=2, hours=5, minutes=59), "2 days 5 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=12, seconds=59), "12 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(hours=-3), "3 hours"),
    ],
)
def test_a_length_is_told_in_its_two_largest_units(length: timedelta, words: str) -> None:
    assert say_length(length) == words


def test_a_moment_names_its_weekday_and_its_zone() -> None:
    assert say_moment(DEADLINE) == "Tue 5 Jan 2027 18:00 UTC"
    assert say_moment(DEADLINE, "Asia/Kolkata") == "Tue 5 Jan 2027 23:30 Asia/Kolkata"


def test_a_moment_in_a_zone_that_does_not_exist_is_told_in_utc() -> None:
    assert say_moment(DEADLINE, "Mars/Olympus") == "Tue 5 Jan 2027 18:00 UTC"
    assert say_moment(DEADLINE, "../etc/passwd") == "Tue 5 Jan 2027 18:00 UTC"


def test_a_deadline_is_told_in_utc_and_in_the_readers_zone_with_the_time_left() -> None:
    assert say_deadline(time_left(DEADLINE, "Europe/Berlin", NOW)) == (
        "Next deadline: Tue 5 Jan 2027 18:00 UTC (in 2 days 5 hours)",
        "               Tue 5 Jan 2027 19:00 Europe/Berlin",
    )


def test_a_reader_in_utc_is_told_the_deadline_once() -> None:
    assert len(say_deadline(time_left(DEADLINE, "UTC", NOW))) == 1


def test_the_local_clock_follows_summer_time() -> None:
    summer = datetime(2027, 7, 5, 18, 0, tzinfo=UTC)
    assert say_deadline(time_left(summer, "Europe/Berlin", NOW))[1].strip() == "Mon 5 Jul 2027 20:00 Europe/Berlin"


def test_a_deadline_that_has_passed_is_told_as_passed() -> None:
    assert say_deadline(time_left(DEADLINE, "UTC", DEADLINE + timedelta(minutes=5)))[0].endswith(
        "(passed 5 minutes ago)"
    )


def test_a_stopped_clock_tells_what_was_left() -> None:
    board = Board(name="b", title="B", start="S1901M", to_win=1, provinces=(), powers=(), army=(), fleet=())
    phase = parse_phase("S1901M")
    assert phase is not None
    position = Position(board=board, phase=phase, units=(), centers=())
    stopped = card(state="paused", position=position, time_left=timedelta(hours=7))
    assert deadline_lines(stopped, "UTC", NOW) == ("Next deadline: none, the clock is stopped with 7 hours left.",)


def test_a_game_that_is_over_has_no_deadline_line() -> None:
    assert deadline_lines(card(state="finished"), "UTC", NOW) == ()
    assert deadline_lines(card(state="terminated", deadline=DEADLINE), "UTC", NOW) == ()


def test_a_game_that_has_not_started_says_so() -> None:
    assert deadline_lines(card(state="forming"), "UTC", NOW) == ("Next deadline: none before the game starts.",)


def test_a_stamp_for_programs_is_in_utc_to_the_second() -> None:
    assert stamp(DEADLINE.replace(microsecond=7)) == "2027-01-05T18:00:00Z"
    assert stamp(None) == "none"
