"""Every spelling of every place on a board, for whoever reads place names."""

from collections.abc import Iterator
from functools import lru_cache

from judge.board.board import Barrier, Board, Province


def fold(text: str) -> str:
    """A spelling as it is compared: lower case, single spaces."""
    return " ".join(text.casefold().split())


def spellings(place: Province | Barrier) -> tuple[str, ...]:
    """All spellings of one place, folded and sorted: id, abbreviation, name, aliases, and plainer forms of these.

    Shape: beside each spelling with dots, dashes or apostrophes stands the same with dots and apostrophes left
    out and dashes made spaces.
    """
    return tuple(sorted({form for text in _written(place) for form in _forms(text)}))


@lru_cache(maxsize=64)
def gazetteer(board: Board) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every spelling of a province with the provinces it could mean, sorted by spelling.

    Shape: one candidate for a clear spelling, several for an ambiguous one.
    Not: coasts, unfinished names (prefixes), areas that no unit may enter.
    """
    found: dict[str, tuple[str, ...]] = {
        spelling: (province.id,) for province in board.provinces for spelling in spellings(province)
    }
    found |= {form: provinces for short, provinces in board.ambiguous for form in _forms(short)}
    return tuple(sorted(found.items()))


def _written(place: Province | Barrier) -> Iterator[str]:
    yield from (place.id, place.abbreviation, place.name)
    yield from place.aliases


def _forms(text: str) -> tuple[str, str]:
    plain = text.replace("-", " ").replace(".", "").replace("'", "")
    return fold(text), fold(plain)
