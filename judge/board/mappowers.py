"""The powers of a map file: names, home centers, starting units."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.board.board import Power, Province, ProvinceKind, province_of
from judge.board.gazetteer import fold
from judge.board.mapplaces import Places
from judge.board.mapsource import Line, Source

_POWER = re.compile(r"([a-z][a-z0-9]*):\s*([A-Z]),\s*([^,=]+?),\s*([^,=]+?)\s*(?:=\s*([^=]+))?")
_POWER_FORM = "'id: L, Name, Adjective' or 'id: L, Name, Adjective = spelling, spelling'"


@dataclass(slots=True)
class _Roll:
    """What the powers read so far have taken: spellings, home centers, provinces with a unit."""

    names: dict[str, str] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)


def read_powers(source: Source, places: Places, provinces: Mapping[str, Province]) -> tuple[Power, ...]:
    """The powers in the order of the file; `provinces` are complete, with kinds and coasts.

    Refuses: MapError for a malformed line, a spelling two powers share, a home or a worthless center that is no
    center, a home that is another power's, a unit that cannot stand where it is put, two units in a province.
    """
    blocks: list[list[Line]] = []
    for line in source.section("powers").lines:
        if not line.indented:
            blocks.append([line])
        elif not blocks:
            raise line.error("this line belongs to no power")
        else:
            blocks[-1].append(line)
    roll = _Roll()
    return tuple(_power(block, places, provinces, roll) for block in blocks)


def _power(block: list[Line], places: Places, provinces: Mapping[str, Province], roll: _Roll) -> Power:
    head, *under = block
    read = _POWER.fullmatch(head.text)
    if read is None:
        raise head.error(f"expected {_POWER_FORM}, not {head.text!r}")
    id_, letter, name, adjective, listed = read.groups()
    aliases = tuple(fold(alias) for alias in listed.split(",")) if listed else ()
    for word in {id_, fold(letter), fold(name), fold(adjective)} | set(aliases):
        if word in roll.names:
            raise head.error(f"duplicate spelling {word!r} of {id_}: {roll.names[word]} has it already")
        roll.names[word] = id_
    said: dict[str, Line] = {}
    for line in under:
        key, _ = line.split("'home: Abb Abb' or 'units: A Abb, F Abb'")
        if key not in ("home", "units", "worthless") or key in said:
            raise line.error(f"{key!r} is not known here or stands here twice; a power has 'home' and 'units'")
        said[key] = line
    return Power(
        id=id_,
        name=name,
        adjective=adjective,
        letter=letter,
        aliases=aliases,
        home=_homes(id_, said["home"], places, roll) if "home" in said else (),
        units=_units(id_, said["units"], places, provinces, roll) if "units" in said else (),
        worthless=_worthless(id_, said["worthless"], places) if "worthless" in said else (),
    )


def _worthless(power: str, line: Line, places: Places) -> tuple[str, ...]:
    found = [places.province(word, line) for word in line.split("'worthless: Abb Abb'")[1].split()]
    for province in found:
        if not places.provinces[province].center:
            raise line.error(f"{province} is no supply center, so it is worth nothing to anyone, not just {power}")
    return tuple(sorted(found))


def _homes(power: str, line: Line, places: Places, roll: _Roll) -> tuple[str, ...]:
    homes = []
    for word in line.split("'home: Abb Abb'")[1].split():
        province = places.province(word, line)
        if not places.provinces[province].center:
            raise line.error(f"{word} is no supply center and cannot be a home of {power}")
        if province in roll.homes:
            raise line.error(f"{word} is a home of {roll.homes[province]} already")
        roll.homes[province] = power
        homes.append(province)
    return tuple(sorted(homes))


def _units(power: str, line: Line, places: Places, provinces: Mapping[str, Province], roll: _Roll) -> tuple[str, ...]:
    units = []
    for written in line.split("'units: A Abb, F Abb'")[1].split(","):
        kind, _, word = written.strip().partition(" ")
        if kind not in ("A", "F") or not word:
            raise line.error(f"expected a unit such as 'A Abb' or 'F Abb/nc', not {written.strip()!r}")
        location = word.strip().lower()
        province = places.province(province_of(location), line)
        problem = misplaced(kind, location, provinces[province])
        if problem:
            raise line.error(f"{kind} {word}: {problem}")
        if province in roll.units:
            raise line.error(f"{kind} {word}: a unit of {roll.units[province]} stands there already")
        roll.units[province] = power
        units.append(f"{kind} {location}")
    return tuple(units)


def misplaced(kind: str, location: str, province: Province) -> str:
    """Why a unit of this kind cannot stand at the location, "" when it can."""
    coast = location.partition("/")[2]
    if coast and coast not in province.coasts:
        return f"{province.abbreviation} has no coast {coast}"
    if kind == "A":
        if province.kind is ProvinceKind.SEA:
            return "an army cannot stand at sea"
        return "an army stands on no coast" if coast else ""
    if province.kind is ProvinceKind.LAND:
        return "a fleet cannot stand inland"
    if province.coasts and not coast:
        return f"a fleet in {province.abbreviation} stands on one of its coasts: {', '.join(province.coasts)}"
    return ""
