"""Lengths and moments of time are read as people write them."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.language.when import ambiguous_day, read_length, read_moment, read_past, read_span

NOW = datetime(2027, 1, 5, 12, 0, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "hours"),
    [("3 days", 72), ("24h", 24), ("1d12h", 36), ("1 day 12 hours", 36), ("1 day, 12 hrs", 36), ("90 minutes", 1.5),
     ("2w", 336), ("1.5 days", 36)],
)  # fmt: skip
def test_a_length_is_read(text: str, hours: float) -> None:
    assert read_length(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "24", "soon", "3 days or so", "0h", "99999999999 days"])
def test_what_is_no_length_gives_none(text: str) -> None:
    assert read_length(text) is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2027-01-08 18:00", "2027-01-08T17:00"),
        ("2027-01-08T18:00", "2027-01-08T17:00"),
        ("2027-01-08T18:00Z", "2027-01-08T18:00"),
        ("2027-01-08T18:00:00+05:00", "2027-01-08T13:00"),
        ("2027-01-08 18:00 UTC", "2027-01-08T18:00"),
        ("Fri 18:00", "2027-01-08T17:00"),
        ("next friday at 6pm", "2027-01-08T17:00"),
        ("Tue 18:00", "2027-01-05T17:00"),
        ("Tuesday 12:30", "2027-01-12T11:30"),
        ("+24h", "2027-01-06T12:00"),
        ("tomorrow 20:00", "2027-01-06T19:00"),
        ("tomorrow noon", "2027-01-06T11:00"),
        ("18:00", "2027-01-05T17:00"),
        ("9:00", "2027-01-06T08:00"),
        ("5 Jan 2027 18:00 America/New_York", "2027-01-05T23:00"),
        ("Fri, 8 Jan 2027, 18:00", "2027-01-08T17:00"),
        ("Jan 4 18:00", "2027-01-04T17:00"),
        ("5 Jan 12:30", "2027-01-05T11:30"),
        ("7 Nov 18:00", "2026-11-07T17:00"),
        ("5 Nov 18:00", "2027-11-05T17:00"),
        ("yesterday 18:00", "2027-01-04T17:00"),
        ("13/1/2027 18:00", "2027-01-13T17:00"),
        ("1/13/27 18:00", "2027-01-13T17:00"),
        ("31/1 18:00", "2027-01-31T17:00"),
        ("2/2 18:00", "2027-02-02T17:00"),
        ("1st February 6:30 pm", "2027-02-01T17:30"),
        ("5 Jul 2027 18:00", "2027-07-05T16:00"),
        ("in 2 days", "2027-01-07T12:00"),
        ("36 hours from now", "2027-01-07T00:00"),
        ("8.1.2027 18:00", "2027-01-08T17:00"),
        ("Fri 08.01. 18:00", "2027-01-08T17:00"),
        ("next tuesday 18:00", "2027-01-12T17:00"),
        ("next friday 18:00 Europe/London", "2027-01-08T18:00"),
        ("friday 18.00", "2027-01-08T17:00"),
        ("friday 18h30", "2027-01-08T17:30"),
        ("Fri 8.1. 18 Uhr", "2027-01-08T17:00"),
        ("friday 6 o'clock", "2027-01-08T05:00"),
        ("2027-01-08 18:00 +0200", "2027-01-08T16:00"),
        ("2027-01-08 18:00+02:00", "2027-01-08T16:00"),
        ("Fri, 8 Jan 2027 18:00:00 -0500", "2027-01-08T23:00"),
        ("Fri 18:00 (Europe/London)", "2027-01-08T18:00"),
        ("1 Jul 18:00 CEST", "2027-07-01T16:00"),
        ("1 Jul 18:00 EDT", "2027-07-01T22:00"),
    ],
)
def test_a_moment_is_read_in_the_zone_of_the_game(text: str, moment: str) -> None:
    assert read_moment(text, "Europe/Berlin", NOW) == datetime.fromisoformat(moment + "+00:00")


@pytest.mark.parametrize(
    "text",
    ["", "soon", "2027-01-08", "friday", "2027-02-30 18:00", "25:00", "5 Jan 2027 18:00 Nowhere/Land", "+soon",
     "Fri 18:00 or later", "13pm", "+99999999999 days", "18:00 ../../etc/passwd",
     "in a while", "in time", "1/8/2027 18:00", "48h", "18.10", "8.1 18:00", "31.2.2027 18:00"],
)  # fmt: skip
def test_what_is_no_moment_gives_none(text: str) -> None:
    assert read_moment(text, "Europe/Berlin", NOW) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [("3/4", "3/4"), ("from 05/06/2027", "05/06/2027"), ("13/4 or 4/13/27", ""), ("4/4", ""), ("", "")],
)
def test_a_date_with_slashes_may_be_one_of_two_days(text: str, found: str) -> None:
    assert ambiguous_day(text) == found


def test_a_clock_time_in_the_night_of_the_change_is_the_later_of_what_it_may_be() -> None:
    """Field cases: nobody has less time than the clock on the wall gave him, as for the deadlines of the clock."""
    assert read_moment("2027-10-31 02:30", "Europe/Berlin", NOW) == datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    assert read_moment("2027-03-28 02:30", "Europe/Berlin", NOW) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("8 Jan TO 12 Jan", "2027-01-07T23:00", "2027-01-12T23:00"),
        ("2027-12-24 TO 2028-01-03", "2027-12-23T23:00", "2028-01-03T23:00"),
        ("24.12. - 3.1.", "2027-12-23T23:00", "2028-01-03T23:00"),
        ("24.12.\u20133.1.", "2027-12-23T23:00", "2028-01-03T23:00"),
        ("from Dec 24 until Jan 3", "2027-12-23T23:00", "2028-01-03T23:00"),
        ("12-15 Dec", "2027-12-11T23:00", "2027-12-15T23:00"),
        ("24 to 27 December", "2027-12-23T23:00", "2027-12-27T23:00"),
        ("until Friday", "2027-01-05T12:00", "2027-01-08T23:00"),
        ("until Tuesday", "2027-01-05T12:00", "2027-01-12T23:00"),
        ("Tuesday", "2027-01-04T23:00", "2027-01-05T23:00"),
        ("from now until tomorrow", "2027-01-05T12:00", "2027-01-06T23:00"),
        ("Friday 18:00 to Sunday 20:00", "2027-01-08T17:00", "2027-01-10T19:00"),
        ("for 5 days", "2027-01-05T12:00", "2027-01-10T12:00"),
        ("a week", "2027-01-05T12:00", "2027-01-12T12:00"),
        ("from 8 Jan for a week", "2027-01-07T23:00", "2027-01-14T23:00"),
        ("tomorrow for 2 days", "2027-01-05T23:00", "2027-01-07T23:00"),
        ("26 Mar for 5 days", "2027-03-25T23:00", "2027-03-30T22:00"),
        ("Jan 10-12", "2027-01-09T23:00", "2027-01-12T23:00"),
        ("10.-12.1.", "2027-01-09T23:00", "2027-01-12T23:00"),
        ("fri-sun", "2027-01-07T23:00", "2027-01-10T23:00"),
        ("Friday \u2013 Monday", "2027-01-07T23:00", "2027-01-11T23:00"),
        ("24 Dec", "2027-12-23T23:00", "2027-12-24T23:00"),
        ("2 Jan to 8 Jan", "2027-01-01T23:00", "2027-01-08T23:00"),
        ("20 Dec to 8 Jan", "2026-12-19T23:00", "2027-01-08T23:00"),
        ("until 2 Jan", "2027-01-05T12:00", "2028-01-02T23:00"),
        ("since yesterday until 13/1", "2027-01-03T23:00", "2027-01-13T23:00"),
        ("27 Mar to 28 Mar", "2027-03-26T23:00", "2027-03-28T22:00"),  # the night in which clocks are put forward
    ],
)
def test_a_time_from_one_day_to_another_is_read(text: str, start: str, end: str) -> None:
    found = read_span(text, "Europe/Berlin", NOW)
    assert found is not None
    assert [f"{moment:%Y-%m-%dT%H:%M}" for moment in found] == [start, end]


@pytest.mark.parametrize(
    "text", ["", "for lunch", "from here to there", "2 Jan 2028 to 12 Dec 2027", "30 Feb", "0 days", "since Friday"]
)
def test_what_is_no_time_gives_none(text: str) -> None:
    assert read_span(text, "Europe/Berlin", NOW) is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("next week", "2027-01-11T00:00", "2027-01-18T00:00"),
        ("this week", "2027-01-05T12:00", "2027-01-11T00:00"),
        ("this weekend", "2027-01-09T00:00", "2027-01-11T00:00"),
        ("all next weekend", "2027-01-16T00:00", "2027-01-18T00:00"),
    ],
)
def test_a_week_is_from_monday_to_sunday_and_what_is_left_of_it(text: str, first: str, last: str) -> None:
    now = datetime(2027, 1, 5, 12, tzinfo=UTC)  # a Tuesday
    span = tuple(datetime.fromisoformat(one).replace(tzinfo=UTC) for one in (first, last))
    assert read_span(text, "UTC", now) == span


ENDS = ("0001-01-01", "0001-01-02", "9999-12-31", "9999-12-30")


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"])
@pytest.mark.parametrize("day", ENDS)
def test_the_ends_of_the_calendar_are_no_days_that_anybody_means(day: str, zone: str) -> None:
    """Told in another zone they would be no days at all."""
    for clock in ("00:00 UTC", "23:59 UTC", "T00:00Z", "T23:59+14:00", "12:00"):
        assert read_moment(f"{day} {clock}".replace(" T", "T"), zone, NOW) is None
    assert read_span(f"{day} 00:00 UTC to {day} 23:59 UTC", zone, NOW) is None
    assert read_span(day, zone, NOW) is None
    for since, until in ((day, ""), ("", day), (day, "9999-06-01"), ("2027-01-01", day)):
        assert read_past(since, until, zone, NOW) is None


def test_the_day_that_only_leap_years_have_is_the_next_there_is_or_the_last_there_was() -> None:
    winter, spring = datetime(2027, 12, 20, tzinfo=UTC), datetime(2028, 6, 5, tzinfo=UTC)
    assert read_moment("29 Feb 20:00", "UTC", winter) == datetime(2028, 2, 29, 20, tzinfo=UTC)
    assert read_moment("29.2. 20:00", "UTC", spring) == datetime(2032, 2, 29, 20, tzinfo=UTC)
    assert read_moment("2027-02-29 20:00", "UTC", winter) is None
    leap = datetime(2028, 2, 29, tzinfo=UTC), datetime(2028, 3, 1, tzinfo=UTC)
    assert read_span("29 Feb", "UTC", winter) == leap
    assert read_past("29 Feb", "29 Feb", "UTC", spring) == leap
