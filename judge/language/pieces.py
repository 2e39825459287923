"""The pieces of a line that may be orders: between marks, or with nothing between them.

Mail programs make one line of several, and people write `A Par - Bur A Mar S A Par - Bur F Bre - MAO`. Such a line is
taken apart before units where there is just one way to make orders of all of it; else nothing of it is guessed.
"""

import re
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache

from judge.board import Board
from judge.game.phrases import Phrase
from judge.language.faults import has_order_shape
from judge.language.spellings import spellings

SEPARATOR = re.compile(r"[,;!]|\band\b|&")
MOST = 24  # units named on a line; more are not looked at
_WIDEST = 5  # units named in one order
_UNIT = r"(?P<kind>(?:army|fleet|[af]\b\.?)\s+(?:(?:in|at|of|the)\s+)*)?(?P<place>{place})"
_VERB = r"(?P<verb>(?:build|remove|disband|destroy)s?\b|waives?\b)"
# What may stand between two orders beside blanks: marks, and the number of the next in a list.
_BETWEEN = re.compile(r"(?:[\s/|*+.:]|(?<![\w/])\d{1,2}[.)]|\b(?:and +)?then\b)+$")

Run = tuple[tuple[int, str, Phrase], ...]


def pieces_of(
    parse: Callable[[str], Phrase | None], text: str, spread: int
) -> Iterator[tuple[int, str, Phrase | None]]:
    """The orders of a line: where each begins, its text, what the parser made of it.

    A line that is one order as a whole is not taken apart at its commas or its `and`; nor are up to `spread` pieces
    that make one order together. Nor is a piece that is an order only with the `and` in it, as where a place is called
    so.
    """
    if not SEPARATOR.search(text):
        yield 0, text, parse(text)
        return
    whole = parse(text)
    if whole is not None:
        yield 0, text, whole
        return
    parted = [*SEPARATOR.finditer(text)]
    starts = [0, *(found.end() for found in parted)]
    ends = [*(found.start() for found in parted), len(text)]
    place = 0
    while place < len(starts):
        longer = [place + 1] if place < len(parted) and parted[place][0] == "and" else []
        for last in (*range(min(place + spread, len(starts)) - 1, place - 1, -1), *longer):
            piece = text[starts[place] : ends[last]]
            if (phrase := parse(piece)) is not None:
                break
        else:
            last, piece = place, text[starts[place] : ends[place]]
        if piece.strip():
            yield starts[place], piece, phrase
        place = last + 1


def taken_apart(
    parse: Callable[[str], Phrase | None], board: Board, own: Collection[str], text: str, *, bare: bool
) -> Run:
    """The orders of a text in plain form, each with the place where it begins; () unless there is just one way.

    Shape: `own` the provinces of the units that are ordered, which may go without A or F; `bare` whether a unit alone
    is an order, as a build is.
    Rule: a unit that stands first in two of them may be meant to do one after the other, so that is not taken apart.
    """
    starts = order_starts(board, own, text)
    if not 1 < len(starts) <= MOST:
        return ()
    bounds = (0, *starts[1:], len(text))
    last = len(bounds) - 1
    read: dict[tuple[int, int], tuple[int, str, Phrase]] = {}
    ways = [0] * last + [1]
    for first in range(last - 1, -1, -1):
        for behind in range(first + 1, min(first + _WIDEST, last) + 1):
            if not ways[behind]:
                continue
            piece = _BETWEEN.sub("", text[bounds[first] : bounds[behind]])
            phrase = parse(piece)
            if phrase is not None and (bare or phrase.rule != "bare"):
                read[first, behind] = bounds[first], piece, phrase
                ways[first] += ways[behind]
    if ways[0] != 1:
        return ()
    found, at = [], 0
    while at < last:
        behind = next(end for end in range(at + 1, last + 1) if (at, end) in read)
        found.append(read[at, behind])
        at = behind
    units = [phrase.units[0].place.provinces for _, _, phrase in found if phrase.units]
    return tuple(found) if len(found) > 1 and len(set(units)) == len(units) else ()


def second_order(parse: Callable[[str], Phrase | None], board: Board, own: Collection[str], text: str) -> int | None:
    """Where the second of several orders begins that stand together; None for a text that does not begin with one."""
    for start in order_starts(board, own, text)[1 : _WIDEST + 1]:
        phrase = parse(_BETWEEN.sub("", text[:start]))
        if phrase is not None and phrase.rule != "bare" and has_order_shape(board, text[start:]):
            return start
    return None


def order_starts(board: Board, own: Collection[str], text: str) -> tuple[int, ...]:
    """Where in a text in plain form an order may begin: before a unit, or before what is to be done with one."""
    known = spellings(board)
    found: set[int] = set()
    for one in _start(known.pattern).finditer(text):
        if one["verb"] or one["kind"] or any(place in own for place in known.provinces(one["place"])):
            found.add(one.start())
    return tuple(sorted(found))


@lru_cache(maxsize=16)
def _start(place: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'/(-])(?:{_VERB}|{_UNIT.format(place=place)})")
