"""All that a board's places may be called, as one pattern and one look-up."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from judge.board import Barrier, Board, Province
from judge.board.gazetteer import gazetteer
from judge.board.gazetteer import spellings as place_spellings

SHORTEST_PREFIX = 3
_GAP = r"(?:\.? *|-)"
# Before a last word of one letter, as in "sul.s": a blank would make a name of "F Sul S F Mna", which is a support.
_TIGHT, _TIGHT_GAP = "\N{NULL}", r"\.?"
_GAPS = MappingProxyType({" ": _GAP, _TIGHT: _TIGHT_GAP})
_NUMBER = r"(?:[1-9][0-9]?)"
_BOUND = r"(?![a-z0-9'])"
_OPEN, _CLOSE = r"(?:[ ]*/[ ]*|[ ]*[(\[{][ ]*/?[ ]*)", r"(?:[ ]*[)\]}])?"


@dataclass(frozen=True, slots=True)
class Spellings:
    """The spellings of a board's places.

    `pattern` matches the longest one; `places` gives the provinces that a squeezed spelling could mean; `names`
    are the full spellings for "did you mean".
    """

    pattern: str
    places: Mapping[str, tuple[str, ...]]
    names: Mapping[str, tuple[str, ...]]

    @property
    def coast_pattern(self) -> str:
        """Matches a coast that is called by a place beside it: `/MAO`, `(Mid-Atlantic)`, `/MAO2`."""
        return _OPEN + self.pattern.removesuffix(_BOUND) + _NUMBER + "?" + _BOUND + _CLOSE

    @property
    def numbered_pattern(self) -> str:
        """Matches a coast that is one of several called by a place beside it, by itself: `MAO2`."""
        return self.pattern.removesuffix(_BOUND) + _NUMBER + _BOUND

    def provinces(self, text: str) -> tuple[str, ...]:
        """The provinces that a spelling could mean, none for a word that is no place."""
        return self.places.get(text) or self.places.get(squeeze(text), ())


def squeeze(text: str) -> str:
    """A spelling without what people leave out or put in: blanks, dots, dashes, apostrophes."""
    return re.sub(r"[ .'_-]+", "", text)


@lru_cache(maxsize=64)
def spellings(board: Board) -> Spellings:
    """The spellings of this board: those of the gazetteer, and beginnings of names.

    A beginning has at least three letters, two of its last word; one that fits several names means any of them.
    Adjectives of powers are no beginnings: `English` alone must stay a nation.
    """
    adjectives = tuple(sorted(power.adjective.lower() for power in board.powers))
    names = tuple((province.name.lower(), province.id) for province in board.provinces)
    return _spellings(gazetteer(board), names, adjectives)


@lru_cache(maxsize=64)
def face_spellings(board: Board) -> Spellings:
    """The spellings of all faces of the map, those of areas that no unit may enter among them."""
    barriers = tuple((form, (barrier.id,)) for barrier in board.barriers for form in place_spellings(barrier))
    known = tuple(sorted({**dict(gazetteer(board)), **dict(barriers)}.items()))
    places: tuple[Province | Barrier, ...] = (*board.provinces, *board.barriers)
    names = tuple((place.name.lower(), place.id) for place in places)
    return _spellings(known, names, tuple(sorted(power.adjective.lower() for power in board.powers)))


@lru_cache(maxsize=64)
def _spellings(
    known: tuple[tuple[str, tuple[str, ...]], ...], names: tuple[tuple[str, str], ...], adjectives: tuple[str, ...]
) -> Spellings:
    places = {squeeze(spelling): candidates for spelling, candidates in known}
    forms = {spelling for spelling, _ in known}
    beginnings: dict[str, tuple[str, set[str]]] = {}
    for name, province in names:
        for beginning in _beginnings(name):
            beginnings.setdefault(squeeze(beginning), (beginning, set()))[1].add(province)
    for short, (beginning, provinces) in beginnings.items():
        if beginning not in adjectives:
            places.setdefault(short, tuple(sorted(provinces)))
            forms.add(beginning)
    pattern = _trie_pattern(map(_words, forms)) + _BOUND
    return Spellings(pattern, MappingProxyType(places), MappingProxyType(dict(known)))


def _words(form: str) -> str:
    """A spelling with one sign for each gap between its words."""
    return re.sub(r" (?=[a-z]$)", _TIGHT, re.sub(r"[ .'-]+", " ", form))


def _beginnings(name: str) -> Iterable[str]:
    words = re.sub(r"[ .'-]+", " ", name)
    for length in range(SHORTEST_PREFIX, len(words)):
        beginning = words[:length]
        if len(beginning.rpartition(" ")[2]) >= 2:
            yield beginning


def _trie_pattern(forms: Iterable[str]) -> str:
    """One pattern for all forms, common beginnings written once, so that a look costs its length, longest first."""
    root: dict[str, dict] = {}  # type: ignore[type-arg]  # a trie nests without end
    for form in forms:
        node = root
        for char in form:
            node = node.setdefault(char, {})
        node[""] = {}
    return _node_pattern(root)


def _node_pattern(node: dict) -> str:  # type: ignore[type-arg]
    branches: list[str] = [
        _GAPS.get(char, re.escape(char)) + _node_pattern(below)
        for char, below in sorted(node.items(), key=lambda item: (item[0] in _GAPS, item[0]))
        if char
    ]
    if not branches:
        return ""
    ends = "" in node
    if len(branches) == 1 and not ends:
        return branches[0]
    return f"(?:{'|'.join(branches)})" + ("?" if ends else "")
