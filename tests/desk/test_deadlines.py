"""Deadlines: lengths by kind of phase, clock time, weekdays, and the nights when the clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from judge.desk.deadlines import moment, next_deadline, phase_length
from judge.desk.snapshot import GameSettings
from judge.game.phases import PhaseKind

BERLIN = ZoneInfo("Europe/Berlin")
LENGTHS = GameSettings(movement=timedelta(days=3), retreat=timedelta(hours=20), adjustment=timedelta(hours=30))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "length"),
    [
        (PhaseKind.MOVEMENT, timedelta(days=3)),
        (PhaseKind.RETREAT, timedelta(hours=20)),
        (PhaseKind.ADJUSTMENT, timedelta(hours=30)),
        (PhaseKind.EVENTS, timedelta(hours=30)),
    ],
)
def test_the_length_goes_by_the_kind_of_phase(kind: PhaseKind, length: timedelta) -> None:
    assert phase_length(LENGTHS, kind) == length
    assert next_deadline(LENGTHS, kind, utc("2027-01-04T10:07")) == utc("2027-01-04T10:07") + length


@pytest.mark.parametrize(
    ("opened", "deadline"),
    [
        ("2027-01-04T10:00", "2027-01-07T17:00"),  # three days later, then the next 18:00 in Berlin
        ("2027-01-04T17:00", "2027-01-07T17:00"),
        ("2027-01-04T17:05", "2027-01-07T17:00"),  # opened late by the minutes an adjudication takes
        ("2027-01-04T18:05", "2027-01-08T17:00"),  # an hour is no longer slack
    ],
)
def test_a_clock_time_is_met_without_losing_a_day_to_the_minutes_of_adjudication(opened: str, deadline: str) -> None:
    game = GameSettings(zone="Europe/Berlin", at=time(18))
    assert next_deadline(game, PhaseKind.MOVEMENT, utc(opened)) == utc(deadline)


def test_slack_is_never_more_than_an_eighth_of_a_short_phase() -> None:
    game = GameSettings(movement=timedelta(hours=2), at=time(18))
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-04T16:15")) == utc("2027-01-04T18:00")
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-04T16:16")) == utc("2027-01-05T18:00")


@pytest.mark.parametrize("at", [None, time(18)])
def test_a_deadline_waits_for_a_weekday_that_the_game_plays_on(at: time | None) -> None:
    weekdays = GameSettings(movement=timedelta(days=2), days=(0, 1, 2, 3, 4), at=at)
    thursday = utc("2027-01-07T18:00")
    assert next_deadline(weekdays, PhaseKind.MOVEMENT, thursday) == utc("2027-01-11T18:00")


def test_the_weekday_is_that_of_the_games_zone() -> None:
    game = GameSettings(zone="Pacific/Auckland", movement=timedelta(days=1), days=(5,))
    # Friday 12:00 UTC is Saturday 01:00 in Auckland.
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-07T12:00")) == utc("2027-01-08T12:00")


def test_the_clock_time_stays_when_the_clocks_go_forward_and_back() -> None:
    game = GameSettings(zone="Europe/Berlin", movement=timedelta(days=2), at=time(18))
    spring = next_deadline(game, PhaseKind.MOVEMENT, utc("2027-03-27T17:00"))
    fall = next_deadline(game, PhaseKind.MOVEMENT, utc("2027-10-30T16:00"))
    assert spring == utc("2027-03-29T16:00")
    assert fall == utc("2027-11-01T17:00")


def test_a_clock_time_that_the_night_leaves_out_is_an_hour_later_on_the_wall() -> None:
    found = moment(datetime(2027, 3, 28, tzinfo=UTC).date(), time(2, 30), BERLIN)
    assert found == utc("2027-03-28T01:30")
    assert found.astimezone(BERLIN).time() == time(3, 30)


def test_a_clock_time_that_comes_twice_is_the_second_one() -> None:
    assert moment(datetime(2027, 10, 31, tzinfo=UTC).date(), time(2, 30), BERLIN) == utc("2027-10-31T01:30")


def test_deadlines_in_the_two_nights_of_change_come_once_a_day() -> None:
    game = GameSettings(zone="Europe/Berlin", movement=timedelta(days=1), at=time(2, 30))
    now, seen = utc("2027-03-26T01:30"), []
    for _ in range(4):
        now = next_deadline(game, PhaseKind.MOVEMENT, now)
        seen.append(now.astimezone(BERLIN).strftime("%d %H:%M"))
    assert seen == ["27 02:30", "28 03:30", "29 02:30", "30 02:30"]


@settings(max_examples=150, deadline=None)
@given(
    some.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    some.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    some.none() | some.times(),
    some.sets(some.integers(0, 6), min_size=1),
    some.timedeltas(timedelta(minutes=5), timedelta(days=9)),
)
def test_a_deadline_is_never_early_by_more_than_the_slack_and_falls_on_a_day_of_the_game(
    opened: datetime, zone: str, at: time | None, days: set[int], length: timedelta
) -> None:
    game = GameSettings(zone=zone, at=at and at.replace(microsecond=0), days=tuple(sorted(days)), movement=length)
    now = opened.replace(tzinfo=UTC)
    deadline = next_deadline(game, PhaseKind.MOVEMENT, now)
    assert deadline.tzinfo is UTC
    assert now + length - min(timedelta(hours=1), length / 8) <= deadline <= now + length + timedelta(days=8)
    assert deadline.astimezone(ZoneInfo(zone)).weekday() in days
