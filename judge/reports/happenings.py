"""What happened in a turn and is no order, for its page: centers by who took them, borders by place, sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.game.turns import PROVINCE, Event, Turn
from judge.reports.names import power_name

_TAKEN = re.compile(r"takes (.+)\.$")
_BORDERS = re.compile(r"([^:]+): (.+) \(before: ([^()]+)\)(?:; (.+))?\.$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Events of one kind that follow each other.

    Shape: with `heads` a table of two columns, each of its `rows` what it is about, what is so now, and notes on that;
    without them a list, each of its rows one sentence.
    """

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, str] | None = None


def happenings(turn: Turn) -> tuple[Happening, ...]:
    """The events of a turn, in the order in which they happened; how provinces stand now is not among them."""
    told = [event for event in turn.events if event.kind != PROVINCE]
    return tuple(_happening(turn, kind, list(events)) for kind, events in groupby(told, lambda event: event.kind))


def _happening(turn: Turn, kind: str, events: Sequence[Event]) -> Happening:
    rows = _taken(turn, events) if kind == "center" else _borders(events) if kind == "borders" else ()
    if not rows:
        return Happening(rows=tuple((event.text,) for event in events))
    return Happening(rows=rows, heads=("Power", "Takes") if kind == "center" else ("Place", "Neighbors, clockwise"))


def _taken(turn: Turn, events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """Who took what, a row for each power; () when a sentence has another form."""
    found: dict[str, list[str]] = {}
    for event in events:
        said = _TAKEN.search(event.text)
        if said is None or not event.powers:
            return ()
        found.setdefault(event.powers[0], []).append(said[1])
    board = turn.before.board
    return tuple(sorted((power_name(board, power), _joined(places)) for power, places in found.items()))


def _joined(places: Sequence[str]) -> str:
    return ("; " if any("," in place for place in places) else ", ").join(places)


def _borders(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """What lies beside what now, and did before; () when a sentence has another form."""
    rows = []
    for event in events:
        said = _BORDERS.match(event.text)
        if said is None:
            return ()
        place, now, before, coasts = said.groups()
        rows.append((place, now, f"before: {before}", *((coasts,) if coasts else ())))
    return tuple(rows)
