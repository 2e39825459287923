"""Deadlines: lengths by kind of phase, clock time, weekdays, and the nights when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from judge.desk.deadlines import moment, next_deadline, next_reminder, phase_length
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


@settings(max_examples=200, deadline=None)
@given(
    some.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001
    some.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    some.none() | some.times(),
    some.sets(some.integers(0, 6), min_size=1),
    some.timedeltas(timedelta(minutes=5), timedelta(days=9)),
    some.lists(some.tuples(some.dates(date(2026, 1, 1), date(2030, 1, 1)), some.integers(0, 20)), max_size=3),
    some.timedeltas(timedelta(0), timedelta(days=20)),
)
def test_a_deadline_is_to_come_on_a_day_of_the_game_at_its_time_on_the_clock(
    opened: datetime, zone: str, at: time | None, days: set[int], length: timedelta, holidays: list, told: timedelta
) -> None:
    local, spans = ZoneInfo(zone), tuple((first, first + timedelta(days=more)) for first, more in holidays)
    clock = at and at.replace(second=0, microsecond=0)
    game = GameSettings(zone=zone, at=clock, days=tuple(sorted(days)), movement=length, holidays=spans)
    now = opened.replace(tzinfo=UTC)
    deadline = next_deadline(game, PhaseKind.MOVEMENT, now, not_before=now + told)
    assert deadline.tzinfo is UTC
    assert deadline >= now + length / 2
    earliest = max(now + length, now + told)
    slack = min(timedelta(hours=1), length / 8) + timedelta(hours=2) if clock and length > told else timedelta(0)
    assert earliest - slack <= deadline
    assert deadline <= earliest + timedelta(days=9) + sum((b - a for a, b in spans), timedelta(days=7 * 3))
    shown = deadline.astimezone(local)
    assert shown.weekday() in days
    assert not any(first <= shown.date() <= last for first, last in spans)
    if clock is not None:
        assert deadline == moment(shown.date(), clock, local)


@pytest.mark.parametrize("at", [None, time(18)])
def test_no_deadline_falls_on_a_holiday(at: time | None) -> None:
    christmas = (datetime(2026, 12, 24, tzinfo=UTC).date(), datetime(2027, 1, 2, tzinfo=UTC).date())
    game = GameSettings(movement=timedelta(days=3), days=(0, 1, 2, 3, 4), holidays=(christmas,), at=at)
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2026-12-22T18:00")) == utc("2027-01-04T18:00")


def test_a_deadline_is_not_before_the_one_that_people_had_been_told() -> None:
    game = GameSettings(movement=timedelta(days=3), retreat=timedelta(days=1))
    told = utc("2027-01-07T18:00")
    assert next_deadline(game, PhaseKind.RETREAT, utc("2027-01-05T09:00"), not_before=told) == told
    assert next_deadline(game, PhaseKind.RETREAT, utc("2027-01-07T09:00"), not_before=told) == utc("2027-01-08T09:00")
    at_six = GameSettings(zone="Europe/Berlin", at=time(18), retreat=timedelta(days=1))
    found = next_deadline(at_six, PhaseKind.RETREAT, utc("2027-01-05T09:00"), not_before=told)
    assert found == utc("2027-01-08T17:00")


def test_a_phase_lasts_at_least_as_long_as_it_stays_open_in_any_case() -> None:
    game = GameSettings(movement=timedelta(hours=6), movement_min=timedelta(hours=12))
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-05T09:00")) == utc("2027-01-05T21:00")


def test_a_deadline_falls_in_no_time_that_somebody_is_away() -> None:
    game = GameSettings(movement=timedelta(days=1), at=time(18))
    away = (
        (utc("2027-01-05T00:00"), utc("2027-01-08T12:00")),
        (utc("2027-01-08T12:00"), utc("2027-01-09T18:00")),
        (utc("2027-01-20T00:00"), utc("2027-02-20T00:00")),
    )
    assert next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-04T18:00"), away=away) == utc("2027-01-09T18:00")


def daily(zone: str, at: str, first: str, count: int, spent: timedelta) -> list[str]:
    """Deadlines one after the other on the clock of a zone, each phase opening some time after the deadline before."""
    game = GameSettings(zone=zone, movement=timedelta(days=1), at=time.fromisoformat(at))
    now, seen = datetime.fromisoformat(first).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC), []
    for _ in range(count):
        now = next_deadline(game, PhaseKind.MOVEMENT, now + spent)
        seen.append(now.astimezone(ZoneInfo(zone)).strftime("%m-%d %H:%M"))
    return seen


@pytest.mark.parametrize("spent", [timedelta(0), timedelta(seconds=20), timedelta(minutes=30)])
@pytest.mark.parametrize(
    ("zone", "at", "first", "seen"),
    [
        ("America/Los_Angeles", "00:00", "2026-03-07T00:00", ["03-08 00:00", "03-09 00:00", "03-10 00:00"]),
        ("Europe/Berlin", "00:00", "2026-03-28T00:00", ["03-29 00:00", "03-30 00:00", "03-31 00:00"]),
        ("Europe/Berlin", "02:30", "2026-03-28T02:30", ["03-29 03:30", "03-30 02:30", "03-31 02:30"]),
        ("Europe/Berlin", "02:30", "2026-10-24T02:30", ["10-25 02:30", "10-26 02:30", "10-27 02:30"]),
        ("America/New_York", "02:30", "2026-03-07T02:30", ["03-08 03:30", "03-09 02:30", "03-10 02:30"]),
        ("America/New_York", "01:30", "2026-10-31T01:30", ["11-01 01:30", "11-02 01:30", "11-03 01:30"]),
        ("Australia/Lord_Howe", "02:10", "2026-10-03T02:10", ["10-04 02:40", "10-05 02:10", "10-06 02:10"]),
        ("Australia/Lord_Howe", "01:45", "2026-04-04T01:45", ["04-05 01:45", "04-06 01:45", "04-07 01:45"]),
        ("Asia/Tokyo", "02:30", "2026-03-28T02:30", ["03-29 02:30", "03-30 02:30", "03-31 02:30"]),
    ],
)
def test_one_deadline_a_day_also_in_the_nights_when_the_clocks_change(
    zone: str, at: str, first: str, seen: list[str], spent: timedelta
) -> None:
    """An hour that is left out is met by as much later; one that comes twice is one deadline, the second."""
    assert daily(zone, at, first, 3, spent) == seen


def test_phases_that_close_early_do_not_push_the_calendar_before_them() -> None:
    """A daily game: the first 18:00 that leaves a whole day, never two."""
    game = GameSettings(**dict.fromkeys(("movement", "retreat", "adjustment"), timedelta(days=1)), at=time(18))
    spring = next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-03T18:00"))
    assert spring == utc("2027-01-04T18:00")
    retreats = next_deadline(game, PhaseKind.RETREAT, utc("2027-01-04T09:00"), not_before=spring)
    fall = next_deadline(game, PhaseKind.MOVEMENT, utc("2027-01-04T10:00"), not_before=retreats)
    builds = next_deadline(game, PhaseKind.ADJUSTMENT, utc("2027-01-04T12:00"), not_before=fall)
    assert [retreats, fall, builds] == [utc("2027-01-05T18:00")] * 3


def test_the_next_reminder_is_the_first_of_its_times_after_the_last() -> None:
    game = GameSettings(remind=(timedelta(hours=24), timedelta(hours=4)))
    due = utc("2027-01-07T18:00")
    assert next_reminder(game, due, utc("2027-01-04T18:00")) == utc("2027-01-06T18:00")
    assert next_reminder(game, due, utc("2027-01-06T18:00")) == utc("2027-01-07T14:00")
    assert next_reminder(game, due, utc("2027-01-07T14:00")) is None
    assert next_reminder(game, None, utc("2027-01-04T18:00")) is None
