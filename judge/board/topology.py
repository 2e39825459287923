"""The board as a planar map on a sphere: faces, the borders between them, the corners where three meet.

A border has two *sides*, one in each of its faces: border `b` has the sides `2b` and `2b + 1`, so the other
side of `s` is `s ^ 1`. Walking a boundary of a face clockwise (the face on the right hand) goes from a side to
`after[s]`; a side that is its own successor is a round border, the shore of a lone island, and has no corner.
Every other border runs from one corner to another, and every corner is a meeting of exactly three faces.

The structure never changes. An event makes a new one: to turn a border between two faces into one between the
faces at its ends, only `owner` and `after` of the few sides at its two corners differ, and numbers are kept.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum


class Terrain(Enum):
    """What a face is made of: ground for armies, water for fleets, or neither."""

    LAND = "land"
    SEA = "sea"
    BARRIER = "barrier"  # impassable: nobody may enter


@dataclass(frozen=True, slots=True)
class Face:
    """One face of the map: a province, or an area that no unit may enter."""

    id: str
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class Strait:
    """A province between two seas.

    As a strait, its coasts that hold either sea are one coast. As a canal it joins nothing by itself: what passes
    through, and with whose leave, is for the rules of a variant.
    """

    province: str
    seas: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NamedCoast:
    """The name of a coast: the coast of the province along just these seas is called by this suffix."""

    province: str
    suffix: str
    seas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Two places joined for armies, fleets or both although they share no border such a unit could use."""

    places: tuple[str, str]
    army: bool
    fleet: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are: corners, borders, faces, and pieces of the net of borders."""

    corners: int
    borders: int
    faces: int
    pieces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Topology:
    """A planar map with what is written on it. Equal to another when sides, faces and writing are equal.

    Shape: `faces` sorted by id; `owner` the number of the face each side lies in; `after` the side that follows
    clockwise round the same face; `first` for each face one side of each boundary, where a printed list of its
    neighbors begins (for the eye only, not compared).
    """

    faces: tuple[Face, ...]
    owner: tuple[int, ...]
    after: tuple[int, ...]
    first: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    straits: tuple[Strait, ...] = ()
    canals: tuple[Strait, ...] = ()
    coasts: tuple[NamedCoast, ...] = ()
    links: tuple[Link, ...] = ()

    def number(self, face: str) -> int:
        """The place of a face in `faces`. Refuses: KeyError for a face that is not there."""
        place = bisect_left(self.faces, face, key=lambda one: one.id)
        if place == len(self.faces) or self.faces[place].id != face:
            raise KeyError(face)
        return place

    def face(self, side: int) -> Face:
        """The face that a side lies in."""
        return self.faces[self.owner[side]]

    def across(self, side: int) -> Face:
        """The face on the other side of a border."""
        return self.faces[self.owner[side ^ 1]]

    def before(self, side: int) -> int:
        """The side that comes before this one, clockwise round the same face."""
        if self.after[side] == side:
            return side
        # Three borders meet where the side begins; the third, counted round the corner, ends there in this face.
        return self.after[self.after[side ^ 1] ^ 1] ^ 1

    def is_round(self, side: int) -> bool:
        """Whether the border is a ring without corners."""
        return self.after[side] == side

    def ends(self, side: int) -> tuple[Face, Face] | None:
        """The third faces at the corners where a side begins and ends, None for a round border."""
        if self.is_round(side):
            return None
        return self.across(self.before(side)), self.across(self.after[side])

    def boundaries(self, face: str) -> tuple[tuple[int, ...], ...]:
        """The boundaries of a face, each as its sides in clockwise order."""
        return self.rings(self.number(face))

    def rings(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The boundaries of the face with this number."""
        return tuple([self._round(first) for first in self.first[number]])

    def neighbors(self, face: str) -> tuple[tuple[str, ...], ...]:
        """The neighbors of a face in clockwise order, boundary by boundary; one may occur more than once."""
        return tuple(tuple(self.across(side).id for side in sides) for sides in self.boundaries(face))

    def sides(self, face: str, other: str) -> tuple[int, ...]:
        """The sides of a face along its borders with another, in clockwise order."""
        return tuple(side for sides in self.boundaries(face) for side in sides if self.across(side).id == other)

    def corners(self) -> tuple[tuple[int, int, int], ...]:
        """All corners, each as the three sides that begin there, the smallest first."""
        found = []
        for side in range(len(self.after)):
            second = self.after[side ^ 1]
            third = self.after[second ^ 1]
            if not self.is_round(side) and side < second and side < third:
                found.append((side, second, third))
        return tuple(found)

    def count(self) -> Count:
        """The numbers of corners, borders, faces and pieces."""
        pieces = len(set(pieces_of(self.after)))
        return Count(len(self.corners()), len(self.after) // 2, len(self.faces), pieces)

    def _round(self, first: int) -> tuple[int, ...]:
        after, sides = self.after, [first]
        while (side := after[sides[-1]]) != first:
            sides.append(side)
        return tuple(sides)


def pieces_of(after: tuple[int, ...]) -> tuple[int, ...]:
    """For each side the piece of the net of borders it belongs to, named by the smallest side in it."""
    piece = [-1] * len(after)
    for start in range(len(after)):
        waiting = [start] if piece[start] < 0 else []
        while waiting:
            side = waiting.pop()
            if piece[side] < 0:
                piece[side] = start
                waiting += [after[side], side ^ 1]
    return tuple(piece)
