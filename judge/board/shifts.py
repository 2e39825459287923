"""Events on a planar map: what changes of its borders, in the terms of `topology`.

A *flip* takes the border of two faces away and joins the faces at its ends in its place. Where one face lies at
both ends nothing new comes: the border goes, and what hung together by it becomes an island of that face. A
*release* undoes that: it lays a border of two faces across the face between them, which had them on different
boundaries. Both leave every face in one piece.

A map has the same numbers whatever events led to it: borders are numbered by their faces and the faces at their
ends, as `rotation` does. No two borders agree in that while faces are in one piece.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.board.topology import Topology

_GONE = -1


@dataclass(frozen=True, slots=True, order=True)
class Flip:
    """The border with this number is turned: its faces part, the faces at its ends meet."""

    border: int


@dataclass(frozen=True, slots=True, order=True)
class Release:
    """Across the face in which both sides lie, the faces beyond them are joined.

    Shape: the smaller side first, whichever of the faces is released onto the other.
    """

    side: int
    other: int


Event = Flip | Release


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What an event makes of a map.

    Shape: `sides` for each side of the map before the sides it has become on the map after: none when it is gone or
    lies in another face, two when a release lands on it, in clockwise order; `back` the event that undoes it.
    """

    topology: Topology
    sides: tuple[tuple[int, ...], ...]
    back: Event


def flip_of(topology: Topology, side: int) -> Flip:
    """The flip of the border that has this side. Refuses: ValueError for a round border, which has no ends."""
    if topology.is_round(side):
        raise ValueError(f"border {side // 2} has no ends")
    return Flip(side // 2)


def release_of(side: int, other: int) -> Release:
    """The release that lands on these two sides of one face."""
    return Release(min(side, other), max(side, other))


def apply(topology: Topology, event: Event) -> Topology:
    """The map after an event that is possible on it."""
    return carry_out(topology, event).topology


def undo(topology: Topology, event: Event) -> Event:
    """The event that leads back to this map from the one after `event`."""
    return carry_out(topology, event).back


def carry_out(topology: Topology, event: Event) -> Step:
    """The map after an event that is possible on it, and what became of the sides.

    Rule: Seismic 4, ruling S23.
    """
    draft = _Draft(topology)
    draft.carry_out(event)
    return draft.finish()


class _Draft:
    """A map in work: lists that change, numbers that stay until the end. `_GONE` owns the sides that are gone."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.owner = list(topology.owner)
        self.after = list(topology.after)
        self.first = list(topology.first)
        self.heirs: dict[int, tuple[int, ...]] = {}
        self.back: Event | None = None

    def carry_out(self, event: Event) -> None:
        """Do one event."""
        match event:
            case Flip(border):
                self.flip(2 * border)
            case Release(side, other):
                self.release(side, other)

    def before(self, side: int) -> int:
        """The side before this one, clockwise round the same face."""
        return side if self.after[side] == side else self.after[self.after[side ^ 1] ^ 1] ^ 1

    def flip(self, side: int) -> None:
        """Turn a border, or take it away where one face lies at both of its ends."""
        other = side ^ 1
        before, following = self.before(side), self.after[side]
        before_other, following_other = self.before(other), self.after[other]
        start, end = self.owner[before ^ 1], self.owner[following ^ 1]
        self.move_first(self.owner[side], side, following)
        self.move_first(self.owner[other], other, following_other)
        self.heirs |= {side: (), other: ()}
        self.after[before], self.after[before_other] = following, following_other
        if start == end:
            self.part(side, start, (before, following), (before_other, following_other))
            return
        self.owner[side], self.owner[other] = start, end
        self.after[following_other ^ 1], self.after[side] = side, before ^ 1
        self.after[following ^ 1], self.after[other] = other, before_other ^ 1
        self.back = Flip(side // 2)

    def part(self, side: int, around: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Take a border away whose ends lie in one face; the borders beside it with that face grow together.

        Shape: `one` the sides that came before and after in the one face, `other` those in the other face.
        """
        shores = (one[0] ^ 1, other[0] ^ 1)
        number = next(number for number, first in enumerate(self.first[around]) if shores[0] in self.round(first))
        self.owner[side] = self.owner[side ^ 1] = _GONE
        for (kept, gone), shore in zip((one, other), shores, strict=True):
            self.after[gone ^ 1] = shore
            self.merge(kept, gone)
        # The boundary of the face around became two: one keeps the beginning, the other comes after all.
        firsts = list(self.first[around])
        begins = firsts[number]
        firsts[number] = begins = {one[1] ^ 1: shores[0], other[1] ^ 1: shores[1]}.get(begins, begins)
        firsts.append(shores[1] if begins in self.round(shores[0]) else shores[0])
        self.first[around] = tuple(firsts)
        self.back = release_of(*shores)

    def merge(self, kept: int, gone: int) -> None:
        """Make one border of two that follow each other round their faces; the first keeps its number."""
        if kept == gone:
            return
        self.move_first(self.owner[gone], gone, kept)
        self.after[kept] = self.after[gone]
        # In the face beyond the order is the other way round: what led to the one that goes leads to the other.
        self.after[self.lead(gone ^ 1)] = kept ^ 1
        self.heirs |= {gone: (kept,), gone ^ 1: (kept ^ 1,)}
        self.owner[gone] = self.owner[gone ^ 1] = _GONE

    def lead(self, side: int) -> int:
        """The side that leads to this one, found by walking: in the midst of work corners do not tell."""
        found = side
        while self.after[found] != side:
            found = self.after[found]
        return found

    def release(self, side: int, other: int) -> None:
        """Lay a border across the face that both sides lie in, splitting the borders it lands on."""
        across = self.owner[side]
        begins = [first for first in self.first[across] if {side, other} & set(self.round(first))]
        self.first[across] = tuple(first for first in self.first[across] if first != begins[1])
        new = len(self.owner)
        self.owner += [self.owner[side ^ 1], self.owner[other ^ 1]]
        self.after += [_GONE, _GONE]
        # Each border in two parts, in the order of the face across; the second is reached from the other's first.
        halves = [self.split(one) for one in (side, other)]
        for (first, second), landing in zip(halves, (new, new + 1), strict=True):
            self.after[second ^ 1], self.after[landing] = landing, first ^ 1
        self.after[halves[0][0]], self.after[halves[1][0]] = halves[1][1], halves[0][1]
        self.back = Flip(new // 2)

    def split(self, side: int) -> tuple[int, int]:
        """Two parts of a border as they follow each other in the face of this side; of a round one, twice itself.

        Rule: the part that comes later, clockwise round the face beyond, keeps the number, and the next release
        onto it lands there (ruling S11).
        """
        if self.after[side] == side:
            return side, side
        new = len(self.owner)
        # The later part in the face beyond is the earlier one here.
        self.owner += [self.owner[side], self.owner[side ^ 1]]
        self.after += [self.after[side], side ^ 1]
        self.after[self.lead(side ^ 1)] = new + 1
        self.heirs |= {side: (side, new), side ^ 1: (new + 1, side ^ 1)}
        return side, new

    def move_first(self, face: int, gone: int, instead: int) -> None:
        """Let a boundary begin elsewhere that began with a side that goes."""
        if gone in self.first[face]:
            self.first[face] = tuple(instead if side == gone else side for side in self.first[face])

    def round(self, first: int) -> Iterator[int]:
        """The sides of a boundary."""
        side = first
        while True:
            yield side
            side = self.after[side]
            if side == first:
                return

    def finish(self) -> Step:
        """The map with its borders numbered by where they lie."""
        owner, after = self.owner, self.after
        borders = []
        for side in range(0, len(owner), 2):
            mine, theirs = owner[side], owner[side ^ 1]
            if mine == _GONE:
                continue
            lower = side if mine < theirs else side ^ 1
            following = after[lower]
            if following == lower:
                borders.append((owner[lower], owner[lower ^ 1], _GONE, _GONE, lower))
            else:
                start = owner[after[lower ^ 1] ^ 1]
                borders.append((owner[lower], owner[lower ^ 1], start, owner[following ^ 1], lower))
        borders.sort()
        numbers = [_GONE] * len(owner)
        for place, (*_, lower) in enumerate(borders):
            numbers[lower], numbers[lower ^ 1] = 2 * place, 2 * place + 1
        order = [side for *_, lower in borders for side in (lower, lower ^ 1)]
        topology = replace(
            self.topology,
            owner=tuple([owner[side] for side in order]),
            after=tuple([numbers[after[side]] for side in order]),
            first=tuple([tuple([numbers[side] for side in starts]) for starts in self.first]),
        )
        sides: list[tuple[int, ...]] = [(numbers[side],) for side in range(len(self.topology.owner))]
        for side, heirs in self.heirs.items():
            sides[side] = tuple([numbers[heir] for heir in heirs])
        return Step(topology=topology, sides=tuple(sides), back=self.undoing(numbers))

    def undoing(self, numbers: list[int]) -> Event:
        """The event that undoes what was done, in the new numbers."""
        match self.back:
            case Flip(border):
                return Flip(numbers[2 * border] // 2)
            case Release(side, other):
                return release_of(numbers[side], numbers[other])
        raise ValueError("nothing was done")
