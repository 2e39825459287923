"""Map files: the text form of a board, described at the head of `maps/standard.map`, read with all its checks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.board.adjacency import Adjacency, derive
from judge.board.board import Board, Power, Province, ProvinceKind, province_of
from judge.board.mapplaces import Places, read_ambiguous, read_places
from judge.board.mappowers import misplaced, read_powers
from judge.board.mapsource import Line, Source, read_source
from judge.board.rotation import Fault, Rings, weave
from judge.board.topology import Face, Link, NamedCoast, Strait, Terrain, Topology
from judge.errors import MapError

_KEYS = ("name", "title", "start", "centers", "to win")
_START = re.compile(r"[SUFW]\d{4}[MRAEV]")
_COAST = re.compile(r"(\w+)/([a-z]+)\s*:\s*([^:=]+?)\s*(?:=\s*([a-z ,]+))?")
_COAST_FORM = "'Abb/nc: SEA SEA' or 'Abb/nc: SEA SEA = wc'"
_LINK = re.compile(r"(army|fleet|army fleet)\s*:\s*(\S+)\s+(\S+)")
_LINK_FORM = "'army fleet: Abb Abb', 'army: Abb Abb' or 'fleet: Abb Abb'"


def read_map(text: str, file: str) -> Board:
    """The board that a map file describes; `file` is what errors call it.

    Refuses: MapError with the line, for anything unknown, missing, doubled or at odds with the rest: see
    `rotation`, `adjacency`, `mapplaces`, `mappowers`.
    """
    source = read_source(text, file)
    facts = _read_facts(source)
    places = read_places(source)
    charted = _read_topology(source, places)
    bare = _derived(charted)
    provinces = _provinces(places, charted.topology, bare)
    topology = replace(charted.topology, links=_links(source, places, provinces, bare))
    adjacency = _derived(replace(charted, topology=topology))
    powers = read_powers(source, places, provinces)
    return Board(
        name=facts["name"][0],
        title=facts["title"][0],
        start=facts["start"][0],
        to_win=_counted(facts, places),
        provinces=tuple(_at_home(province, powers) for _, province in sorted(provinces.items())),
        powers=powers,
        army=adjacency.army,
        fleet=adjacency.fleet,
        ambiguous=read_ambiguous(source, places),
        coast_aliases=charted.coast_aliases,
        barriers=tuple(barrier for _, barrier in sorted(places.barriers.items())),
        topology=topology,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Charted:
    """The planar map of a file without its links; `lines` has the lines of faces and of named coasts."""

    topology: Topology
    coast_aliases: tuple[tuple[str, str], ...]
    lines: Mapping[str, Line]


def _fault_error(fault: Fault, lines: Mapping[str, Line]) -> MapError:
    """The exception for a fault, at the line of its face, naming the other line where there is one."""
    seen = "" if fault.other is None else f" (see line {lines[fault.other].number})"
    return lines[fault.face].error(fault.problem + seen)


def _read_facts(source: Source) -> dict[str, tuple[str, Line]]:
    section = source.section("board")
    facts: dict[str, tuple[str, Line]] = {}
    for line in section.lines:
        key, value = line.split("'key: value'")
        if key not in _KEYS or key in facts:
            raise line.error(f"{key!r} is not known here or stands here twice; there are: {', '.join(_KEYS)}")
        facts[key] = (value, line)
    for key in _KEYS:
        if key not in facts:
            raise section.header.error(f"the board has no {key!r}")
    start, line = facts["start"]
    if not _START.fullmatch(start):
        raise line.error(f"expected a phase such as S1901M, not {start!r}")
    return facts


def _counted(facts: Mapping[str, tuple[str, Line]], places: Places) -> int:
    """The number of centers that wins, after the number of all centers has been checked."""
    numbers = []
    for key in ("centers", "to win"):
        written, line = facts[key]
        if not re.fullmatch(r"[1-9]\d{0,3}", written):
            raise line.error(f"{key}: expected a number, not {written!r}")
        numbers.append(int(written))
    stated, to_win = numbers
    there = sum(province.center for province in places.provinces.values())
    if there != stated:
        raise facts["centers"][1].error(f"the board is said to have {stated} centers and has {there}")
    if to_win > there:
        raise facts["to win"][1].error(f"nobody can win: {to_win} centers to win and {there} on the board")
    return to_win


def _read_rings(source: Source, places: Places) -> tuple[dict[str, tuple[tuple[str, ...], ...]], dict[str, Line]]:
    rings: dict[str, tuple[tuple[str, ...], ...]] = {}
    lines: dict[str, Line] = {}
    for line in source.section("borders").lines:
        word, listed = line.split("'Abb: neighbors clockwise | second boundary'")
        face = places.face(word, line)
        if face in rings:
            raise line.error(f"{word} has a list of neighbors in line {lines[face].number} already")
        rings[face] = tuple(
            tuple(places.face(neighbor, line) for neighbor in boundary.split()) for boundary in listed.split("|")
        )
        lines[face] = line
    for place, line in places.lines.items():
        if place not in rings:
            raise line.error(f"{place} has no list of neighbors under [borders]")
    if not rings:
        raise source.section("borders").header.error("there are no borders")
    return rings, lines


def _read_topology(source: Source, places: Places) -> _Charted:
    rings, lines = _read_rings(source, places)
    woven = weave(rings)
    if isinstance(woven, Fault):
        raise _fault_error(woven, lines)
    coasts, aliases = [], []
    for line in source.lines("coasts"):
        coast, others = _coast(line, places)
        called = f"{coast.province}/{coast.suffix}"
        if called in lines:
            raise line.error(f"{called} stands in line {lines[called].number} already")
        lines[called] = line
        coasts.append(coast)
        aliases += [(f"{coast.province}/{other}", called, line) for other in others]
    for alias, _, line in aliases:
        if alias in lines or [one for one, _, _ in aliases].count(alias) > 1:
            raise line.error(f"{alias} stands for a coast already")
    topology = Topology(
        faces=tuple(Face(face, places.terrain(face)) for face in sorted(rings)),
        owner=woven.owner,
        after=woven.after,
        first=woven.first,
        straits=_straits(source, "straits", places, rings),
        canals=_straits(source, "canals", places, rings),
        coasts=tuple(coasts),
    )
    coast_aliases = tuple(sorted((alias, called) for alias, called, _ in aliases))
    return _Charted(topology=topology, coast_aliases=coast_aliases, lines=lines)


def _straits(source: Source, section: str, places: Places, rings: Rings) -> tuple[Strait, ...]:
    """The provinces of a section that each lie between two seas.

    Refuses: MapError for other than two seas, a sea the province does not touch, a line that stands twice.
    """
    found: list[Strait] = []
    for line in source.lines(section):
        word, listed = line.split("'Abb: SEA SEA'")
        province = places.land(word, line)
        seas = sorted(places.sea(sea, line) for sea in listed.split())
        if len(set(seas)) != 2 or len(seas) != 2:
            raise line.error(f"expected two seas, not {listed!r}")
        for sea in seas:
            if not any(sea in ring for ring in rings[province]):
                raise line.error(f"{word} does not lie at {sea}")
        strait = Strait(province, (seas[0], seas[1]))
        if strait in found:
            raise line.error(f"{word} joins these seas already")
        found.append(strait)
    return tuple(found)


def _coast(line: Line, places: Places) -> tuple[NamedCoast, tuple[str, ...]]:
    read = _COAST.fullmatch(line.text)
    if read is None:
        raise line.error(f"expected {_COAST_FORM}, not {line.text!r}")
    word, suffix, listed, others = read.groups()
    seas = tuple(places.sea(sea, line) for sea in listed.split())
    return NamedCoast(places.land(word, line), suffix, seas), tuple(others.replace(",", " ").split() if others else ())


def _links(source: Source, places: Places, provinces: Mapping[str, Province], bare: Adjacency) -> tuple[Link, ...]:
    """The links of the file.

    Refuses: MapError for an end where no such unit can stand, or for a pair that is joined already.
    """
    links: list[Link] = []
    for line in source.lines("links"):
        read = _LINK.fullmatch(line.text)
        if read is None:
            raise line.error(f"expected {_LINK_FORM}, not {line.text!r}")
        for_whom, *words = read.groups()
        one, other = sorted(word.lower() for word in words)
        link = Link((one, other), army="army" in for_whom, fleet="fleet" in for_whom)
        for word in words:
            province = provinces[places.province(province_of(word), line)]
            for kind in "A" * link.army + "F" * link.fleet:
                if problem := misplaced(kind, word.lower(), province):
                    raise line.error(f"a link for {kind} cannot end at {word}: {problem}")
        for for_one, joined in ((link.army, bare.army), (link.fleet, bare.fleet)):
            if for_one and (one == other or link.places in joined):
                raise line.error(f"{words[0]} and {words[1]} are one place or joined by a border already")
        if any(link.places == known.places for known in links):
            raise line.error(f"{words[0]} and {words[1]} are linked already")
        links.append(link)
    return tuple(links)


def _derived(charted: _Charted) -> Adjacency:
    adjacency = derive(charted.topology)
    if isinstance(adjacency, Fault):
        raise _fault_error(adjacency, charted.lines)
    return adjacency


def _provinces(places: Places, topology: Topology, adjacency: Adjacency) -> dict[str, Province]:
    """The provinces complete with their named coasts, inland ones told from those at a sea."""
    coasts = dict(adjacency.coasts)
    found = {}
    for id_, province in places.provinces.items():
        at_sea = any(topology.across(side).terrain is Terrain.SEA for ring in topology.boundaries(id_) for side in ring)
        kind = ProvinceKind.COAST if at_sea and province.kind is ProvinceKind.LAND else province.kind
        found[id_] = replace(province, kind=kind, coasts=coasts.get(id_, ()))
    return found


def _at_home(province: Province, powers: tuple[Power, ...]) -> Province:
    home = next((power.id for power in powers if province.id in power.home), None)
    return replace(province, home=home)
