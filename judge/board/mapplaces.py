"""The places of a map file: their lines read, their spellings kept apart, their names looked up."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge.board.board import Barrier, Province, ProvinceKind
from judge.board.gazetteer import fold, spellings
from judge.board.mapsource import Line, Source
from judge.board.topology import Terrain

_PLACE = re.compile(r"([A-Za-z][A-Za-z0-9]*)\s+(\*\s*)?([^=*]+?)\s*(?:=\s*([^=]+))?")
_PLACE_FORM = "'Abb  Name' or 'Abb * Name = spelling, spelling'"
_KINDS = {"land": ProvinceKind.LAND, "both": ProvinceKind.BOTH, "sea": ProvinceKind.SEA}


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a file by id, with the lines they stand on. Inland and coast are not told apart yet."""

    provinces: Mapping[str, Province]
    barriers: Mapping[str, Barrier]
    lines: Mapping[str, Line]

    def face(self, word: str, line: Line) -> str:
        """The id of any place, from its abbreviation. Refuses: MapError."""
        if word.lower() not in self.lines:
            raise line.error(f"unknown place {word!r}")
        return word.lower()

    def province(self, word: str, line: Line) -> str:
        """The id of a province. Refuses: MapError, also for an impassable place."""
        face = self.face(word, line)
        if face in self.barriers:
            raise line.error(f"{word} is impassable")
        return face

    def terrain(self, face: str) -> Terrain:
        """What a place is made of."""
        if face in self.barriers:
            return Terrain.BARRIER
        return Terrain.SEA if self.provinces[face].kind is ProvinceKind.SEA else Terrain.LAND

    def land(self, word: str, line: Line) -> str:
        """The id of a province on land. Refuses: MapError."""
        return self._made_of(Terrain.LAND, word, line)

    def sea(self, word: str, line: Line) -> str:
        """The id of a sea. Refuses: MapError."""
        return self._made_of(Terrain.SEA, word, line)

    def _made_of(self, terrain: Terrain, word: str, line: Line) -> str:
        face = self.face(word, line)
        if self.terrain(face) is not terrain:
            raise line.error(f"{word} is {self.terrain(face).value}, and {terrain.value} is wanted here")
        return face


def read_places(source: Source) -> Places:
    """The places of all four kinds.

    Refuses: MapError for a malformed line, an abbreviation or spelling used twice, an impassable center.
    """
    provinces: dict[str, Province] = {}
    barriers: dict[str, Barrier] = {}
    lines: dict[str, Line] = {}
    for section in ("land", "sea", "both", "impassable"):
        for line in source.lines(section):
            abbreviation, center, name, aliases = _place(line)
            id_ = abbreviation.lower()
            if id_ in lines:
                raise line.error(f"duplicate abbreviation {abbreviation}, used in line {lines[id_].number} already")
            lines[id_] = line
            if section == "impassable":
                if center:
                    raise line.error(f"{abbreviation} is impassable and cannot be a center")
                barriers[id_] = Barrier(id=id_, abbreviation=abbreviation, name=name, aliases=aliases)
                continue
            provinces[id_] = Province(
                id=id_, abbreviation=abbreviation, name=name, kind=_KINDS[section], center=center, aliases=aliases
            )
    _keep_apart([*provinces.values(), *barriers.values()], lines)
    return Places(provinces, barriers, lines)


def read_ambiguous(source: Source, places: Places) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The short forms that could mean several provinces, sorted.

    Refuses: MapError for a form that is a clear spelling already or stands twice, or that has one meaning.
    """
    clear = {form: id_ for id_, one in places.provinces.items() for form in spellings(one)}
    clear |= {form: id_ for id_, one in places.barriers.items() for form in spellings(one)}
    found: dict[str, tuple[str, ...]] = {}
    for line in source.lines("ambiguous"):
        written, meanings = line.split("'form: Abb Abb'")
        short = fold(written)
        if short in clear:
            raise line.error(f"{written!r} is not ambiguous: it is a spelling of {clear[short]}")
        if short in found:
            raise line.error(f"{written!r} is listed as ambiguous a second time")
        provinces = sorted({places.province(word, line) for word in meanings.split()})
        if len(provinces) < 2:
            raise line.error(f"{written!r} has one meaning only and belongs to the spellings of {provinces[0]}")
        found[short] = tuple(provinces)
    return tuple(sorted(found.items()))


def _place(line: Line) -> tuple[str, bool, str, tuple[str, ...]]:
    read = _PLACE.fullmatch(line.text)
    if read is None:
        raise line.error(f"expected {_PLACE_FORM}, not {line.text!r}")
    abbreviation, star, name, listed = read.groups()
    aliases = [fold(alias) for alias in listed.split(",")] if listed else []
    seen = {fold(abbreviation), fold(name)}
    for alias in aliases:
        if not alias or alias in seen:
            raise line.error(f"spelling {alias!r} of {abbreviation} is empty or stands there already")
        seen.add(alias)
    return abbreviation, star is not None, name, tuple(sorted(aliases))


def _keep_apart(places: Iterable[Province | Barrier], lines: Mapping[str, Line]) -> None:
    """Refuse a spelling that two places share, at the later of their lines."""
    owners: dict[str, str] = {}
    for place in sorted(places, key=lambda one: lines[one.id].number):
        for form in spellings(place):
            if form in owners:
                first = owners[form]
                raise lines[place.id].error(
                    f"duplicate spelling {form!r} of {place.abbreviation}: "
                    f"{first} in line {lines[first].number} has it already"
                )
            owners[form] = place.id
