"""The options of a game's clock: how long its phases last, when they end, when people are reminded."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from judge.board import Board
from judge.desk.snapshot import GameSettings
from judge.desk.zones import find_zone
from judge.language.when import read_length

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LONGEST = timedelta(days=60)
SHORTEST = timedelta(minutes=1)
LONGEST_DELAY = timedelta(days=2)
MOST_HOLIDAYS = 400  # days of all spans together
MOST_REMINDERS = 5
MOST_TURNS = 20
NMR_RULES = ("disorder", "extend", "wait")
VACANT_RULES = ("hold", "wait")

OptionReader = Callable[[GameSettings, str, str, Board], GameSettings | None]

_NONE = frozenset({"none", "never", "no", "off", "false", "0", "n"})
_CLOCKS = ("%H:%M", "%H.%M", "%Hh%M", "%I:%M%p", "%I%p")


def choose(settings: GameSettings, name: str, value: object) -> GameSettings:
    """The settings with the option of this name changed; options are called as their fields are."""
    # Any: `replace` cannot see what this field holds; a test holds the table of options to the fields
    change: dict[str, Any] = {name: value}
    return replace(settings, **change)


def one_of(*words: str) -> OptionReader:
    """A reader of an option that is one of these words."""

    def read(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
        return choose(settings, name, value.lower()) if value.lower() in words else None

    return read


def _length(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    length = _read_length(value, LONGEST)
    return choose(settings, name, length) if length else None


def _length_or_none(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    length = _read_length(value, LONGEST)
    return None if length is None else choose(settings, name, length)


def _turns(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NONE:
        return choose(settings, name, 0)
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else MOST_TURNS + 1
    return choose(settings, name, count) if count <= MOST_TURNS else None


def _delay(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    length = _read_length(value, LONGEST_DELAY)
    return None if length is None else choose(settings, name, length)


def _read_length(value: str, longest: timedelta) -> timedelta | None:
    """A length of a minute or more, 0 for `none`; None for what is neither, or longer than the longest."""
    if value.lower() in _NONE:
        return timedelta(0)
    length = read_length(value)
    return length if length is not None and SHORTEST <= length <= longest else None


def _remind(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NONE:
        return replace(settings, remind=())
    found = [read_length(piece) for piece in re.split(r"[,;+]", value)]
    ahead = {one for one in found if one is not None and SHORTEST <= one <= LONGEST}
    if None in found or len(ahead) < len(set(found)) or len(ahead) > MOST_REMINDERS:
        return None
    return replace(settings, remind=tuple(sorted(ahead, reverse=True)))


def _zone(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    zone = find_zone(value)
    return None if zone is None else replace(settings, zone=zone)


def _at(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NONE:
        return replace(settings, at=None)
    clock = _read_clock(value)
    return None if clock is None else replace(settings, at=clock)


def _days(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    days = read_days(value)
    return None if days is None else replace(settings, days=days)


def _holidays(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NONE:
        return replace(settings, holidays=())
    holidays = read_holidays(value)
    return None if holidays is None else replace(settings, holidays=holidays)


_MOST = "60 days"
CLOCK_OPTIONS: dict[str, tuple[OptionReader, str, str]] = {
    "zone": (_zone, "the name of a time zone", "Europe/Berlin"),
    "movement": (_length, f"a length from 1 minute to {_MOST}", "3d"),
    "retreat": (_length, f"a length from 1 minute to {_MOST}", "24h"),
    "adjustment": (_length, f"a length from 1 minute to {_MOST}", "1d12h"),
    "movement_min": (_length_or_none, f"a length up to {_MOST}, or none", "12h"),
    "retreat_min": (_length_or_none, f"a length up to {_MOST}, or none", "2h"),
    "adjustment_min": (_length_or_none, f"a length up to {_MOST}, or none", "2h"),
    "movement_grace": (_length_or_none, f"a length up to {_MOST}, or none", "24h"),
    "retreat_grace": (_length_or_none, f"a length up to {_MOST}, or none", "12h"),
    "adjustment_grace": (_length_or_none, f"a length up to {_MOST}, or none", "12h"),
    "nmr": (one_of(*NMR_RULES), " or ".join(NMR_RULES), "extend"),
    "nmr_limit": (_length, f"a length from 1 minute to {_MOST}", "5d"),
    "extension": (_length, f"a length from 1 minute to {_MOST}", "36h"),
    "extensions": (_turns, f"a number up to {MOST_TURNS}, or none", "1"),
    "abandon_after": (_turns, f"a number of turns up to {MOST_TURNS}, or none", "2"),
    "vacant": (one_of(*VACANT_RULES), "hold (what nobody plays holds) or wait (for somebody who plays it)", "wait"),
    "vacant_limit": (_length, f"a length from 1 minute to {_MOST}", "5d"),
    "at": (_at, "a clock time, or none", "18:00"),
    "days": (_days, "weekdays, or a span of them", "mon-fri"),
    "holidays": (
        _holidays, f"days or spans of days, {MOST_HOLIDAYS} days at most, or none", "2026-12-24..2027-01-02,2027-04-05"
    ),
    "remind": (_remind, f"how long before the deadline, up to {MOST_REMINDERS} times, or none", "24h,4h"),
    "delay": (_delay, "how long after the last order of all a phase is played, up to 2 days, or none", "30m"),
}  # fmt: skip


def write_clock(settings: GameSettings) -> dict[str, str]:
    """The options of a game's clock by name; those that few games have only where this one has them."""
    written = {
        "movement": write_length(settings.movement),
        "retreat": write_length(settings.retreat),
        "adjustment": write_length(settings.adjustment),
        "at": "none" if settings.at is None else f"{settings.at:%H:%M}",
        "zone": settings.zone,
        "days": "all" if len(settings.days) == 7 else ",".join(WEEKDAYS[day][:3] for day in settings.days),
        "remind": ",".join(map(write_length, settings.remind)) or "none",
        "delay": write_length(settings.delay),
    }
    usual = GameSettings()
    lengths = (
        "movement_min", "retreat_min", "adjustment_min", "movement_grace", "retreat_grace", "adjustment_grace",
        "nmr_limit", "extension", "vacant_limit",
    )  # fmt: skip
    chosen = {name: getattr(settings, name) for name in (*lengths, "nmr", "extensions", "abandon_after", "vacant")}
    seldom = {name: value for name, value in chosen.items() if value != getattr(usual, name)}
    written |= {name: write_length(value) if name in lengths else str(value) for name, value in seldom.items()}
    if settings.holidays:
        written["holidays"] = ",".join(
            f"{first}" if first == last else f"{first}..{last}" for first, last in settings.holidays
        )
    return written


def write_length(length: timedelta) -> str:
    """A length as an option's value: `1d12h`, `none`."""
    minutes = round(length / timedelta(minutes=1))
    parts = {"d": minutes // 1440, "h": minutes // 60 % 24, "m": minutes % 60}
    return "".join(f"{count}{unit}" for unit, count in parts.items() if count) or "none"


def read_holidays(value: str) -> tuple[tuple[date, date], ...] | None:
    """First and last days from `2026-12-24..2027-01-02,2027-04-05`, in order. None: no such days, or too many."""
    found: set[tuple[date, date]] = set()
    for piece in re.split(r"[,;]", value.strip()):
        first, dots, last = piece.strip().partition("..")
        try:
            start, end = date.fromisoformat(first), date.fromisoformat(last if dots else first)
        except ValueError:
            return None
        if end < start or end.year > 2200:
            return None
        found.add((start, end))
    count = sum((end - start).days + 1 for start, end in found)
    return tuple(sorted(found)) if count <= MOST_HOLIDAYS else None


def read_days(value: str) -> tuple[int, ...] | None:
    """Weekdays from `mon-fri`, `mon,wed,fri`, `sat-tue`, `all`, `weekdays`; 0 is Monday, sorted. None: no such days."""
    text = value.lower().strip()
    if text in ("all", "any", "daily"):
        return tuple(range(7))
    if text == "weekdays":
        return tuple(range(5))
    found: set[int] = set()
    for piece in re.split(r"[,;/+ ]+", re.sub(r" *- *", "-", text)):
        first, dash, last = piece.partition("-")
        start, end = _day(first), _day(last if dash else first)
        if start is None or end is None:
            return None
        found.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    return tuple(sorted(found))


def _day(word: str) -> int | None:
    fitting = [number for number, name in enumerate(WEEKDAYS) if len(word) >= 2 and name.startswith(word)]
    return fitting[0] if len(fitting) == 1 else None


def _read_clock(value: str) -> time | None:
    for form in _CLOCKS:
        try:
            return datetime.strptime(value.replace(" ", ""), form).time()  # noqa: DTZ007 - a clock time has no zone
        except ValueError:
            continue
    return None
