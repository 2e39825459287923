"""From lists of neighbors in clockwise order to a planar map, with every check that such lists allow.

Each face lists its neighbors clockwise, one list for each of its boundaries. When every corner is a meeting of
exactly three faces, the neighbors before and after an entry name the faces at the ends of that border, so the two
entries of one border find each other even where two faces share several.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from judge.board.topology import pieces_of

Rings = Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a map, at the entry of which face (or place); `other` a second one to look at."""

    face: str
    problem: str
    other: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weave:
    """The sides of all borders: their faces by number, who follows whom, and where each boundary begins."""

    owner: tuple[int, ...]
    after: tuple[int, ...]
    first: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, order=True)
class _Entry:
    """One neighbor in one list, with the neighbors before and after it ("" for a list of one)."""

    face: str
    neighbor: str
    before: str
    after: str

    @property
    def counterpart(self) -> "_Entry":
        """The entry of the same border in the other face's list."""
        return _Entry(self.neighbor, self.face, self.after, self.before)

    @property
    def shown(self) -> str:
        """The entry as it stands in its list, with what stands beside it."""
        return repr(f"{self.before} {self.neighbor} {self.after}") if self.before else f"{self.neighbor!r} alone"


def weave(rings: Rings) -> Weave | Fault:
    """The borders that belong to these lists, or the first thing wrong with them.

    Shape: faces are numbered in the order of their ids, borders by their faces and then the faces at their ends,
    the first side of each in the face with the smaller id; so the numbers do not depend on where a list begins.
    Refuses: a border that only one of its faces lists, faces that disagree where a border ends, a border that
    cannot be told from another, a net that is not flat or not in one piece with its holes (Euler's count).
    """
    fault = _loose_entry(rings) or _open_corner(rings)
    if fault is not None:
        return fault
    places = {face: place for place, face in enumerate(sorted(rings))}
    every = (entry for face, lists in rings.items() for entry in _entries(face, lists))
    borders = sorted(entry for entry in every if entry.face < entry.neighbor)
    owner = [places[face] for entry in borders for face in (entry.face, entry.neighbor)]
    numbers = {entry: 2 * place for place, entry in enumerate(borders)}
    numbers |= {entry.counterpart: side + 1 for entry, side in numbers.items()}
    after = [0] * len(owner)
    first = []
    for face in sorted(rings):
        starts = []
        for ring in rings[face]:
            sides = [numbers[entry] for entry in _entries(face, (ring,))]
            starts.append(sides[0])
            for side, following in zip(sides, sides[1:] + sides[:1], strict=True):
                after[side] = following
        first.append(tuple(starts))
    woven = Weave(owner=tuple(owner), after=tuple(after), first=tuple(first))
    return _miscount(woven, sorted(rings)) or woven


def _entries(face: str, rings: tuple[tuple[str, ...], ...]) -> list[_Entry]:
    found = []
    for ring in rings:
        for place, neighbor in enumerate(ring):
            alone = len(ring) == 1
            before = "" if alone else ring[place - 1]
            after = "" if alone else ring[(place + 1) % len(ring)]
            found.append(_Entry(face, neighbor, before, after))
    return found


def _loose_entry(rings: Rings) -> Fault | None:
    """A neighbor that is no face, is the face itself, or does not list the face as often in return."""
    listed = {face: Counter(neighbor for ring in lists for neighbor in ring) for face, lists in rings.items()}
    for face, lists in rings.items():
        if not all(lists):
            return Fault(face, f"{face} has a boundary without neighbors")
        for neighbor, times in listed[face].items():
            if neighbor == face:
                return Fault(face, f"{face} is listed as its own neighbor")
            if neighbor not in listed:
                return Fault(face, f"{face} lists {neighbor}, which has no list of neighbors")
            returned = listed[neighbor][face]
            if not returned:
                return Fault(
                    face, f"one-way border: {face} lists {neighbor}, but {neighbor} does not list {face}", neighbor
                )
            if returned < times:
                problem = (
                    f"one-way border: {face} lists {neighbor} {times} times, but {neighbor} lists {face} {returned}"
                )
                return Fault(face, problem, neighbor)
    return None


def _open_corner(rings: Rings) -> Fault | None:
    """A place where the lists do not close to a corner of exactly three faces."""
    entries = Counter(entry for face, lists in rings.items() for entry in _entries(face, lists))
    by_pair = defaultdict(list)
    for entry in entries:
        by_pair[entry.face, entry.neighbor].append(entry)
    for entry, times in entries.items():
        face, neighbor = entry.face, entry.neighbor
        if neighbor in (entry.before, entry.after):
            return Fault(face, f"{face} lists {neighbor} twice in a row: no third face lies between")
        if entry.counterpart not in entries:
            has = " and ".join(one.shown for one in by_pair[neighbor, face])
            problem = (
                f"corners do not close: {face} has {entry.shown}, so {neighbor} should have "
                f"{entry.counterpart.shown}, but has {has}; is a border missing or out of order?"
            )
            return Fault(face, problem, neighbor)
        if times > 1:
            return Fault(face, f"two borders of {face} and {neighbor} cannot be told apart", neighbor)
    return None


def _miscount(woven: Weave, faces: list[str]) -> Fault | None:
    """A piece of the net that is not flat, or pieces and faces that do not hang together as on a sphere.

    Euler: corners - borders + boundaries = 2 for each piece (a round border counts one corner), and
    corners - borders + faces = 1 + pieces for the whole.
    """
    piece = pieces_of(woven.after)
    boundaries = Counter(piece[start] for starts in woven.first for start in starts)
    borders = Counter(piece[::2])
    round_borders = Counter(piece[side] for side in range(0, len(piece), 2) if woven.after[side] == side)
    corners_in_all = 0
    for name, edges in borders.items():
        # Each border that is not round has two ends, and three ends meet in a corner.
        corners = 2 * (edges - round_borders[name]) // 3 + round_borders[name]
        corners_in_all += corners
        euler = corners - edges + boundaries[name]
        if euler != 2:
            face = faces[woven.owner[name]]
            counted = f"{corners} corners - {edges} borders + {boundaries[name]} boundaries = {euler}, not 2"
            return Fault(face, f"wrong Euler count in the piece of the map with {face}: {counted}")
    loose = _unreached(woven)
    if loose is not None:
        return Fault(faces[loose], f"{faces[loose]} has no way to {faces[0]}: the map is in two")
    euler = corners_in_all - len(piece) // 2 + len(faces)
    if euler != 1 + len(borders):
        counted = f"{corners_in_all} corners - {len(piece) // 2} borders + {len(faces)} faces = {euler}"
        problem = f"wrong Euler count: {counted}, not 1 + {len(borders)} pieces; is a | missing or too many?"
        return Fault(faces[woven.owner[min(borders)]], problem)
    return None


def _unreached(woven: Weave) -> int | None:
    """The number of a face that no walk from the first face, across borders and through faces, comes to."""
    near = defaultdict(set)
    for side in range(len(woven.owner)):
        near[woven.owner[side]].add(woven.owner[side ^ 1])
    reached, waiting = {0}, [0]
    while waiting:
        fresh = near[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return next((face for face in range(len(woven.first)) if face not in reached), None)
