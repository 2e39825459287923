"""Settings of a game as the classic judges had them, as options of ours."""

import re
from collections.abc import Sequence

_CLOCK = re.compile(r"(move|retreat|adjust|build)[a-z]*\s+clock\b\s*(.*)", re.IGNORECASE)
_PART = re.compile(r"(?:(min|next|grace|delay|days)\s+)?(-?[\d.]+|[-a-z]{7})(?:\s+|$)", re.IGNORECASE)
_LENGTHS = {"move": "movement", "retreat": "retreat", "adjust": "adjustment", "build": "adjustment"}
_WEEK = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_PLAIN = (
    (r"(?:press\s+)?white(?:\s+press)?", ("press", "white")),
    (r"(?:press\s+)?gr[ae]y(?:\s+press)?", ("press", "grey")),
    (r"(?:press\s+)?white\s*/\s*gr[ae]y(?:\s+press)?", ("press", "white/grey")),
    (r"(?:press\s+)?gr[ae]y\s*/\s*white(?:\s+press)?", ("press", "grey/white")),
    (r"partial(?:\s+press)?", ("partial", "yes")),
    (r"no\s*partial(?:\s+press)?", ("partial", "no")),
    (r"(?:partial\s+may\s+be\s+faked|fakes?(?:\s+press)?)", ("fake", "yes")),
    (r"no\s*fakes?(?:\s+press)?", ("fake", "no")),
    (r"observers?\s+(?:press\s+)?any", ("observer_press", "any")),
    (r"observers?\s+(?:press\s+)?white", ("observer_press", "white")),
    (r"observers?\s+(?:press\s+)?none", ("observer_press", "none")),
    (r"late\s+press", ("late_press", "yes")),
    (r"no\s*late\s+press", ("late_press", "no")),
    (r"must\s+order", ("must_order", "yes")),
    (r"no\s*must\s+order", ("must_order", "no")),
    (r"watch\s+all\s+press", ("watch_press", "all")),
    (r"no\s*watch\s+all\s+press", ("watch_press", "none")),
    (r"no\s?press|press\s+none", ("press", "none")),
    (r"list(?:ed)?|public", ("listed", "yes")),
    (r"(?:no\s?|un)list(?:ed)?|private", ("listed", "no")),
    (r"auto\s+start", ("autostart", "yes")),
    (r"manual\s+start", ("autostart", "no")),
    (r"dias", ("draws", "dias")),
    (r"no\s?dias", ("draws", "lists")),
    (r"concessions?", ("concessions", "yes")),
    (r"no\s?concessions?", ("concessions", "no")),
    (r"approval", ("approval", "yes")),
    (r"no\s?approval", ("approval", "no")),
    (r"strict\s+wait", ("strict_wait", "yes")),
    (r"no\s?strict\s+wait", ("strict_wait", "no")),
    (r"nmr|cd", ("nmr", "disorder")),
    (r"no\s?(?:nmr|cd)", ("nmr", "wait")),
    (r"reveal", ("reveal", "yes")),
    (r"no\s?reveal", ("reveal", "no")),
    (r"(?:variant\s+)?gunboat", ("anonymous", "yes")),
    (r"(?:no|not\s+variant)\s+gunboat", ("anonymous", "no")),
)
_LONGEST = 4  # words of a setting
_CENTERS = re.compile(r"cent(?:er|re)s\s+(\d+)", re.IGNORECASE)
_ABSENCE = re.compile(r"max\s?absence\s+(\d+)", re.IGNORECASE)


def read_classic(text: str) -> tuple[tuple[str, str], ...]:
    """Names and values of options, from settings with commas between them; () when one of them means nothing here.

    Units: as nJudge had them: CLOCK in minutes after midnight, -1 for none; MIN, NEXT, GRACE and DELAY in hours.
    """
    found: list[tuple[str, str]] = []
    for piece in (piece.strip() for piece in text.split(",")):
        clock = _CLOCK.fullmatch(piece)
        read = _clock(clock[1].lower(), clock[2]) if clock else _plain(piece)
        if not read:
            return ()
        found += read
    return tuple(found)


def without_classic(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Words without the settings of the classic judges at their end, and those as options: `standard gunboat`."""
    found: list[tuple[str, str]] = []
    left = tuple(words)
    while left:
        sizes = (size for size in range(min(_LONGEST, len(left)), 0, -1) if _plain(" ".join(left[-size:])))
        size = next(sizes, 0)
        if not size:
            break
        found[:0] = _plain(" ".join(left[-size:]))
        left = left[:-size]
    return left, tuple(found)


def _plain(piece: str) -> list[tuple[str, str]]:
    if centers := _CENTERS.fullmatch(piece):
        return [("to_win", centers[1])]
    if absence := _ABSENCE.fullmatch(piece):
        return [("max_absence", f"{absence[1]}d")]
    return [option for form, option in _PLAIN if re.fullmatch(form, piece, re.IGNORECASE)]


def _clock(kind: str, words: str) -> list[tuple[str, str]]:
    """The options of one of the three clocks; time of day and weekdays are the whole game's, told with moves."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(words):
        part = _PART.match(words, at)
        if part is None:
            return []
        option = _part(kind, (part[1] or "clock").lower(), part[2])
        if option is None:
            return []
        found += [option] if option[0] else []
        at = part.end()
    return found


def _part(kind: str, name: str, value: str) -> tuple[str, str] | None:
    """One part of a clock as an option; ("", "") for what need not be said here, None for what cannot be read."""
    length = _LENGTHS[kind]
    if name == "days":
        days = ",".join(day for day, mark in zip(_WEEK, value, strict=False) if mark != "-")
        return None if len(value) != len(_WEEK) or not days else ("days", days) if kind == "move" else ("", "")
    try:
        number = float(value)
    except ValueError:
        return None
    minutes = f"{round(number * 60)}m" if number > 0 else "none"
    match name:
        case "clock" if number < 0:
            return ("at", "none") if kind == "move" else ("", "")
        case "clock":
            return ("at", f"{int(number) // 60:02}:{int(number) % 60:02}") if kind == "move" else None
        case "min":
            return (f"{length}_min", minutes)
        case "next":
            return (length, minutes)
        case "grace":
            return (f"{length}_grace", minutes)
        case _:
            return (name, minutes)
