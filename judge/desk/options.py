"""The options of a game as CREATE gives them: one name and one value at a time."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from difflib import get_close_matches

from judge.board import Board
from judge.desk.snapshot import GameSettings
from judge.desk.zones import find_zone
from judge.game.complaints import Complaint
from judge.game.rules import RULE_CHOICES, Rules, Ruling, choose_rule
from judge.language.when import read_length

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LONGEST = timedelta(days=60)
SHORTEST = timedelta(minutes=1)

_YES = frozenset({"yes", "on", "true", "1", "y"})
_NO = frozenset({"no", "off", "false", "0", "n"})
_CLOCKS = ("%H:%M", "%H.%M", "%Hh%M", "%I:%M%p", "%I%p")
_PRESS = ("white", "none")


def read_option(
    settings: GameSettings, name: str, value: str, board: Board, rulings: Sequence[Ruling] = ()
) -> GameSettings | Complaint:
    """The settings with one option set, or what is wrong with it and what would be right.

    Shape: `name` a field of GameSettings or of Rules, any case, `-` as good as `_`, or the number of a rule choice
    in the DATC or of one of the variant's `rulings`; `value` as written.
    """
    known = name.strip().lower().replace("-", "_")
    known = next((choice.name for choice in RULE_CHOICES if choice.issue.lower() == known), known)
    ruling = next((one for one in rulings if one.is_called(known)), None)
    if ruling is not None:
        return _ruling(settings, ruling, value)
    reader = OPTIONS.get(known)
    if reader is None:
        return Complaint(
            kind="refused",
            problem=f"There is no option {name}.",
            piece=name,
            expected="one of " + ", ".join([*sorted(OPTIONS), *(one.number for one in rulings)]),
            example="CREATE game standard movement=3d at=18:00 zone=Europe/Berlin",
            instead=tuple(get_close_matches(known, OPTIONS, n=2)),
        )
    read, expected, example = reader
    found = read(settings, known, value.strip(), board)
    if found is not None:
        return found
    return Complaint(
        kind="refused",
        problem=f"The option {known} cannot be {value.strip() or 'empty'}.",
        piece=value.strip(),
        expected=expected,
        example=f"{known}={example}",
    )


def _ruling(settings: GameSettings, ruling: Ruling, value: str) -> GameSettings | Complaint:
    chosen = ruling.choose(settings.rules, value)
    if chosen is not None:
        return replace(settings, rules=chosen)
    return Complaint(
        kind="refused",
        problem=f"The option {ruling.number} ({ruling.about}) cannot be {value.strip() or 'empty'}.",
        piece=value.strip(),
        expected=" or ".join((*(f"{choice} ({meaning})" for choice, meaning in ruling.meanings), *ruling.range)),
        example=f"{ruling.number}={ruling.values[-1]}",
    )


_Reader = Callable[[GameSettings, str, str, Board], GameSettings | None]


def _length(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    length = read_length(value)
    if length is None or not SHORTEST <= length <= LONGEST:
        return None
    match name:
        case "movement":
            return replace(settings, movement=length)
        case "retreat":
            return replace(settings, retreat=length)
        case "adjustment":
            return replace(settings, adjustment=length)
        case _:
            return replace(settings, remind=length)


def _remind(settings: GameSettings, name: str, value: str, board: Board) -> GameSettings | None:
    if value.lower() in _NO | {"none", "never"}:
        return replace(settings, remind=timedelta(0))
    return _length(settings, name, value, board)


def _zone(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    zone = find_zone(value)
    return None if zone is None else replace(settings, zone=zone)


def _at(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() in _NO | {"none"}:
        return replace(settings, at=None)
    clock = _read_clock(value)
    return None if clock is None else replace(settings, at=clock)


def _days(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    days = read_days(value)
    return None if days is None else replace(settings, days=days)


def _press(settings: GameSettings, _name: str, value: str, _board: Board) -> GameSettings | None:
    return replace(settings, press=value.lower()) if value.lower() in _PRESS else None


def _switch(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    if value.lower() not in _YES | _NO:
        return None
    chosen = value.lower() in _YES
    return replace(settings, listed=chosen) if name == "listed" else replace(settings, autostart=chosen)


def _to_win(settings: GameSettings, _name: str, value: str, board: Board) -> GameSettings | None:
    count = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else 0
    if not 1 <= count <= len(board.centers()):
        return None
    return replace(settings, rules=replace(settings.rules, to_win=count))


def _rule(settings: GameSettings, name: str, value: str, _board: Board) -> GameSettings | None:
    chosen = choose_rule(settings.rules, name, value)
    return None if chosen is None else replace(settings, rules=chosen)


OPTIONS: dict[str, tuple[_Reader, str, str]] = {
    "zone": (_zone, "the name of a time zone", "Europe/Berlin"),
    "movement": (_length, "a length from 1 minute to 60 days", "3d"),
    "retreat": (_length, "a length from 1 minute to 60 days", "24h"),
    "adjustment": (_length, "a length from 1 minute to 60 days", "1d12h"),
    "at": (_at, "a clock time, or none", "18:00"),
    "days": (_days, "weekdays, or a span of them", "mon-fri"),
    "remind": (_remind, "how long before the deadline, or none", "8h"),
    "press": (_press, " or ".join(_PRESS), "white"),
    "autostart": (_switch, "yes or no", "yes"),
    "listed": (_switch, "yes or no", "yes"),
    "to_win": (_to_win, "a number of centers that the board has", "18"),
    **{choice.name: (_rule, " or ".join(choice.values), choice.values[-1]) for choice in RULE_CHOICES},
}


def write_options(settings: GameSettings, usual: Rules) -> tuple[str, ...]:
    """The options of a game as CREATE would be given them; rules of play only where they are not the `usual` ones."""
    written = {
        "movement": _write_length(settings.movement),
        "retreat": _write_length(settings.retreat),
        "adjustment": _write_length(settings.adjustment),
        "at": "none" if settings.at is None else f"{settings.at:%H:%M}",
        "zone": settings.zone,
        "days": "all" if len(settings.days) == 7 else ",".join(WEEKDAYS[day][:3] for day in settings.days),
        "remind": _write_length(settings.remind) if settings.remind else "none",
        "press": settings.press,
        "autostart": "yes" if settings.autostart else "no",
        "listed": "yes" if settings.listed else "no",
    }
    names = ("to_win", *(choice.name for choice in RULE_CHOICES))
    chosen = {name: getattr(settings.rules, name) for name in names}
    written |= {name: str(value) for name, value in chosen.items() if value != getattr(usual, name)}
    written |= {number: choice for number, choice in settings.rules.rulings if (number, choice) not in usual.rulings}
    return tuple(f"{name}={value}" for name, value in written.items())


def _write_length(length: timedelta) -> str:
    minutes = round(length / timedelta(minutes=1))
    parts = {"d": minutes // 1440, "h": minutes // 60 % 24, "m": minutes % 60}
    return "".join(f"{count}{unit}" for unit, count in parts.items() if count)


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
