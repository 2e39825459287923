"""Which phases a HISTORY is to tell: the words between its name and its end."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.game.commands import History
from judge.game.phases import parse_phase, phase_order


@dataclass(frozen=True, slots=True)
class Mark:
    """One word of a HISTORY, with what follows it.

    Shape: `of`, `from`, `to`, `exclstart` and `exclend` with a phase, or with a day where that is `dated`; `lines` with
    a number, `latest` with a number and what is counted, `map` and `broad`.
    """

    word: str
    value: str = ""
    dated: bool = False


def history_of(game: str | None, marks: Sequence[Mark]) -> History:
    """The command that these words give: a phase alone is all that is asked for, a second one makes it a span.

    Rule: a span of phases that is written from its end to its beginning is the same span.
    """
    found = History(game=game)
    alone = False
    for mark in marks:
        match mark.word:
            case "of" | "from" if mark.dated:
                until = mark.value if mark.word == "of" and not found.since else found.until
                found = replace(found, until=until, since=found.since or mark.value)
            case "of" | "to" if mark.dated:
                found, alone = replace(found, until=mark.value, last="" if alone else found.last), False
            case "latest":
                found = replace(found, **_latest(mark.value))
            case "of" if alone:
                found, alone = replace(found, last=mark.value), False
            case "of":
                found, alone = replace(found, first=mark.value, last=mark.value), True
            case "from":
                found, alone = replace(found, first=mark.value, after=False), False
            case "to":
                found, alone = replace(found, last=mark.value, before=False), False
            case "exclstart":
                found, alone = replace(found, first=mark.value, after=True), False
            case "exclend":
                found, alone = replace(found, last=mark.value, before=True), False
            case "lines":
                found = replace(found, lines=int(mark.value))
            case "map":
                found = replace(found, chart=True)
            case _:
                found = replace(found, broad=True)
    return _turned(found)


def _latest(words: str) -> dict[str, Any]:
    """How many of the last are meant, and of what: `last 3`, `the last 2 years`, `last week`."""
    number = next((int(word) for word in words.split() if word.isdigit()), 1)
    if re.search(r"\bweeks?$", words):
        return {"latest": 7 * number, "unit": "days"}
    unit = next((unit for unit in ("days", "years") if re.search(rf"\b{unit}?$", words)), "phases")
    return {"latest": number, "unit": unit}


def _turned(found: History) -> History:
    """The command with its span in the order of time."""
    first, last = _bounds(found.first), _bounds(found.last)
    if not first or not last or first[0] <= last[1]:
        return found
    return replace(found, first=found.last, last=found.first, after=found.before, before=found.after)


def _bounds(mark: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What of a tag or a year is compared with others: its first and its last place in time; None for neither."""
    phase = parse_phase(mark)
    if phase is not None:
        return phase_order(phase), phase_order(phase)
    return ((int(mark),), (int(mark), 99)) if mark.isdigit() else None
