"""Moments and lengths of time in words."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.reports.cards import Card, TimeLeft
from judge.reports.phrases import counted

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# Not "Deadline:", which a master's reply without quote marks would give back as a command.
_LABEL = "Next deadline: "
_GRACE = "Late orders count until: "
_AGAIN = "It goes on:    "
CLOCK_LABELS = (_LABEL, _GRACE, _AGAIN)


def time_left(deadline: datetime, zone: str, now: datetime) -> TimeLeft:
    """A deadline as a reader in this zone sees it now.

    Units: `left` is negative once the deadline has passed.
    """
    return TimeLeft(deadline=deadline, zone=zone, left=deadline - now)


def say_length(length: timedelta) -> str:
    """A length of time in its two largest units, rounded down: `2 days 5 hours`, `12 minutes`.

    Units: the sign is left aside; under a minute is `less than a minute`.
    """
    minutes = int(abs(length).total_seconds()) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [counted(days, "day")] if days else []
    if hours:
        parts.append(counted(hours, "hour"))
    if minutes and not days:
        parts.append(counted(minutes, "minute"))
    return " ".join(parts) or "less than a minute"


def say_moment(moment: datetime, zone: str = "UTC") -> str:
    """A moment on the clock of a zone, with the zone's name: `Tue 5 Jan 2027 19:00 Europe/Berlin`.

    Not: an unknown zone is no trouble here; the moment is then told in UTC.
    """
    clock = _zone(zone)
    local = moment.astimezone(clock or UTC)
    day = f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"
    return f"{day} {local.hour:02d}:{local.minute:02d} {zone if clock else 'UTC'}"


def say_left(left: timedelta) -> str:
    """How long it is until a deadline: `in 2 days 5 hours`, `passed 3 hours ago`."""
    return f"in {say_length(left)}" if left > timedelta(0) else f"passed {say_length(left)} ago"


def say_deadline(time: TimeLeft) -> tuple[str, ...]:
    """A deadline in UTC with the time left, and on a second line in the reader's zone unless that is UTC."""
    lines = (f"{_LABEL}{say_moment(time.deadline)} ({say_left(time.left)})",)
    local = say_moment(time.deadline, time.zone)
    return lines if local.endswith(" UTC") else (*lines, " " * len(_LABEL) + local)


def deadline_lines(card: Card, zone: str, now: datetime) -> tuple[str, ...]:
    """What a game's clock says, for a reader in this zone; empty once the game is over."""
    if card.state in ("finished", "terminated"):
        return ()
    if card.at_once:
        return ("Nobody has anything to decide in it; its results follow at once.",)
    if card.deadline is not None:
        lines = say_deadline(time_left(card.deadline, zone, now))
        return lines if card.grace_until is None else (*lines, *_moment_lines(_GRACE, card.grace_until, zone, now))
    if card.position is None:
        return (f"{_LABEL}none before the game starts.",)
    left = f" with {say_length(card.time_left)} left" if card.time_left is not None else ""
    lines = (f"{_LABEL}none, the clock is stopped{left}.",)
    return lines if card.resume_at is None else (*lines, *_moment_lines(_AGAIN, card.resume_at, zone, now))


def _moment_lines(label: str, moment: datetime, zone: str, now: datetime) -> tuple[str, ...]:
    lines = (f"{label}{say_moment(moment)} ({say_left(moment - now)})",)
    local = say_moment(moment, zone)
    return lines if local.endswith(" UTC") else (*lines, " " * len(label) + local)


def stamp(moment: datetime | None) -> str:
    """A moment for programs: `2027-01-05T18:00:00Z`, `none` when there is none."""
    return "none" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
