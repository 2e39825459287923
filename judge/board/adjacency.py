"""Who is next to whom, derived from the planar map by one routine for every board and every later map.

A coast is a run of borders with seas round a land face; land and impassable faces end a run, every boundary
counts apart, and a strait makes one coast of the runs on its two seas.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.board.rotation import Fault
from judge.board.topology import Terrain, Topology

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Coast:
    """One coast of a land face: its sides along seas, run after run, each run in clockwise order."""

    sides: tuple[int, ...]
    seas: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjacency:
    """What follows from a map.

    Shape: `army` pairs of provinces and `fleet` pairs of locations, smaller string first, sorted; `coasts` the
    suffixes of each province with several coasts, sorted by province, the suffixes sorted; `shores` the provinces
    of land with any coast, sorted.
    """

    army: tuple[Pair, ...]
    fleet: tuple[Pair, ...]
    coasts: tuple[tuple[str, tuple[str, ...]], ...]
    shores: tuple[str, ...]


# The suffix of every coast of each face, "" for the only one of a province; or what is wrong.
Namer = Callable[[Topology, Mapping[str, tuple[Coast, ...]]], dict[str, list[str]] | Fault]


def names_of_file(topology: Topology, coasts: Mapping[str, tuple[Coast, ...]]) -> dict[str, list[str]] | Fault:
    """The suffix of every coast, where each coast of several has a name of its own and each name a coast."""
    named: dict[str, list[str]] = {}
    for face, found in coasts.items():
        names = [name for name in topology.coasts if name.province == face]
        if len(found) < 2:
            named[face] = [""] * len(found)
        else:
            named[face] = []
            for coast in found:
                fitting = [name.suffix for name in names if set(name.seas) == set(coast.seas)]
                if len(fitting) != 1:
                    along = ", ".join(coast.seas)
                    return Fault(
                        face, f"{face} has {len(found)} coasts, the one along {along} has {len(fitting)} names"
                    )
                named[face] += fitting
        for name in names:
            if named[face].count(name.suffix) != 1:
                called = f"{face}/{name.suffix}"
                return Fault(called, f"{called} does not name one of several coasts of {face}")
    return named


def derive(topology: Topology, names: Namer = names_of_file) -> Adjacency | Fault:
    """The pairs of neighbors for armies and for fleets, and the named coasts.

    Rule: armies cross borders of two land faces. Fleets cross borders with seas; along the shore they pass from
    one land face to the next where an end of their border lies at a sea, from the coast that holds the sea's
    border with the one to the coast that holds its border with the other. Links are added; where a link's coast is
    no more it is at every coast there is, at none for fleets when the province has none (S27).
    Refuses: what `names` refuses; as it stands a province with several coasts of which one has no name, a name that
    fits no coast.
    """
    numbers = {face.id: number for number, face in enumerate(topology.faces) if face.terrain is Terrain.LAND}
    land = list(numbers)
    coasts = {face: _coasts_round(topology, face, topology.rings(number)) for face, number in numbers.items()}
    named = names(topology, coasts)
    if isinstance(named, Fault):
        return named
    harbors = {
        side: f"{face}/{suffix}" if suffix else face
        for face in land
        for coast, suffix in zip(coasts[face], named[face], strict=True)
        for side in coast.sides
    }
    army, fleet = _pairs(topology, harbors)
    for link in topology.links:
        if link.army:
            army.add(_pair(*link.places))
        if link.fleet:
            one, other = link.places
            fleet |= {_pair(here, there) for here in _moorings(one, named) for there in _moorings(other, named)}
    several = tuple((face, tuple(sorted(named[face]))) for face in land if len(named[face]) > 1)
    shores = tuple(face for face in land if coasts[face])
    return Adjacency(army=tuple(sorted(army)), fleet=tuple(sorted(fleet)), coasts=several, shores=shores)


def coasts_of(topology: Topology, face: str) -> tuple[Coast, ...]:
    """The coasts of a land face, sorted by their seas, whatever side its boundaries begin with."""
    return _coasts_round(topology, face, topology.boundaries(face))


def _coasts_round(topology: Topology, face: str, boundaries: tuple[tuple[int, ...], ...]) -> tuple[Coast, ...]:
    runs = [run for sides in boundaries for run in _runs(topology, sides)]
    faces, owner = topology.faces, topology.owner
    beside = {side: faces[owner[side ^ 1]].id for run in runs for side in run}
    if len(runs) > 1:
        runs.sort(key=lambda run: ([beside[side] for side in run], run))
        for strait in topology.straits:
            if strait.province == face:
                runs = _joined(topology, runs, strait.seas)
    return tuple([Coast(tuple(run), tuple([beside[side] for side in run])) for run in runs])


def _runs(topology: Topology, sides: tuple[int, ...]) -> list[list[int]]:
    """The runs of sea borders along one boundary, cyclically; where all is sea, one that begins at the lowest side."""
    faces, owner, sea = topology.faces, topology.owner, Terrain.SEA
    wet = [faces[owner[side ^ 1]].terrain is sea for side in sides]
    if True not in wet:
        return []
    if False not in wet:
        lowest = sides.index(min(sides))
        return [[*sides[lowest:], *sides[:lowest]]]
    start = wet.index(False)
    runs: list[list[int]] = []
    fresh = True
    for place in (*range(start, len(sides)), *range(start)):
        if not wet[place]:
            fresh = True
        elif fresh:
            runs.append([sides[place]])
            fresh = False
        else:
            runs[-1].append(sides[place])
    return runs


def _joined(topology: Topology, runs: list[list[int]], seas: tuple[str, str]) -> list[list[int]]:
    """The runs, those on either sea made one if both seas occur."""
    touched = [{topology.across(side).id for side in run} & set(seas) for run in runs]
    if set().union(*touched) != set(seas):
        return runs
    together = [side for run, found in zip(runs, touched, strict=True) if found for side in run]
    apart = [run for run, found in zip(runs, touched, strict=True) if not found]
    return [together, *apart]


def _moorings(place: str, named: Mapping[str, list[str]]) -> list[str]:
    """Where the end of a link for fleets lies: on every coast of the province unless it is at a certain one."""
    province, _, suffix = place.partition("/")
    if province not in named or suffix in named[province]:
        return [place]
    return [f"{province}/{one}" if one else province for one in named[province]]


def _pairs(topology: Topology, harbors: Mapping[int, str]) -> tuple[set[Pair], set[Pair]]:
    """The pairs that borders make; `harbors` gives the location of a fleet for each side of land along a sea."""
    army: set[Pair] = set()
    fleet: set[Pair] = set()
    ids = [face.id for face in topology.faces]
    kinds = [face.terrain for face in topology.faces]
    owner, after, land, sea = topology.owner, topology.after, Terrain.LAND, Terrain.SEA
    for side in range(0, len(after), 2):
        other = side ^ 1
        mine, theirs = kinds[owner[side]], kinds[owner[other]]
        if mine is land and theirs is land:
            army.add(_pair(ids[owner[side]], ids[owner[other]]))
            # At either end the border of the one with the third face meets the border of the other with it.
            for here, there in ((after[side], other), (after[other], side)):
                if kinds[owner[here ^ 1]] is sea:
                    fleet.add(_pair(harbors[here], harbors[topology.before(there)]))
        elif (mine is sea or theirs is sea) and Terrain.BARRIER not in (mine, theirs):
            fleet.add(_pair(harbors.get(side, ids[owner[side]]), harbors.get(other, ids[owner[other]])))
    return army, fleet


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
