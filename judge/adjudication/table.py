"""A position in small integers: who stands where, which seas hold fleets, and where those could carry an army."""

from functools import lru_cache

from judge.adjudication.atlas import Atlas, atlas_of, bits
from judge.board import Board
from judge.game.position import Position
from judge.game.units import Unit, UnitKind

_LONGEST_SEARCH = 100  # chains looked at; all seas of Standard full of fleets need fewer


class Table:
    """The units of a position by number, in the order of `position.units`.

    Shape: `unit_in` province number to unit number, -1 for none; `power`, `fleet` (is it one), `location` and
    `province` by unit number; `afloat` the mask of the sea provinces that hold a fleet.
    """

    __slots__ = ("afloat", "atlas", "fleet", "location", "position", "power", "province", "unit_in", "units")

    def __init__(self, position: Position) -> None:
        atlas = atlas_of(position.board)
        numbers, province = atlas.numbers, atlas.province
        self.position = position
        self.atlas: Atlas = atlas
        self.units: tuple[Unit, ...] = position.units
        self.location = [numbers[unit.at] for unit in self.units]
        self.province = [province[number] for number in self.location]
        self.power = [unit.power for unit in self.units]
        self.fleet = [unit.kind is UnitKind.FLEET for unit in self.units]
        self.unit_in = [-1] * atlas.size
        self.afloat = 0
        for number, place in enumerate(self.province):
            self.unit_in[place] = number
            if self.fleet[number]:
                self.afloat |= 1 << place
        self.afloat &= atlas.seas

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    def linked(self, start: int, end: int, without: int = -1) -> bool:
        """Whether fleets that are there, whatever their orders, could carry an army from start to end.

        `without` a sea province whose fleet is left out.
        """
        atlas = self.atlas
        fleets = self.afloat if without < 0 else self.afloat & ~(1 << without)
        return has_route(atlas.shores, fleets, start, end)

    def on_route(self, start: int, end: int, sea: int) -> bool:
        """Whether the fleet in this sea could be needed to carry an army from start to end.

        It could when some chain of the fleets that are there leads through it and none of that chain can be
        left out.

        Rule: a fleet that no convoy needs gives an impossible order (DATC 6.F.12, 6.G.19).
        """
        return is_needed(self.atlas.shores, self.afloat, start, end, sea)


def has_route(shores: tuple[int, ...], fleets: int, start: int, end: int) -> bool:
    """Whether a chain of these fleets leads from one province to another.

    Shape: `fleets` a mask of sea provinces. Every sea is looked at once, so a ring of fleets does no harm.
    """
    goal = shores[end] & fleets
    front = shores[start] & fleets
    seen = front
    while front and not front & goal:
        lowest = front & -front
        found = shores[lowest.bit_length() - 1] & fleets & ~seen
        seen |= found
        front = front ^ lowest | found
    return bool(front)


def is_needed(shores: tuple[int, ...], fleets: int, start: int, end: int, sea: int) -> bool:
    """Whether some chain of these fleets leads through a sea and none of that chain can be left out.

    Shape: `fleets` a mask of sea provinces.
    Not: seas so full that the search takes too long; in them a fleet is taken for one that could be needed.
    """
    if shortest_chains(shores, fleets, start, end) >> sea & 1:
        return True
    chains = [(1 << first, first, ~shores[start]) for first in bits(shores[start] & fleets)]
    for _ in range(_LONGEST_SEARCH):
        if not chains:
            return False
        chain, last, free = chains.pop()
        if shores[end] >> last & 1:
            if chain >> sea & 1:
                return True
            continue
        beside = shores[last] & fleets & free
        free &= ~shores[last]
        if chain >> sea & 1 or (beside | free) >> sea & 1:
            chains.extend((chain | 1 << step, step, free) for step in bits(beside))
    return bool(chains)


@lru_cache(maxsize=1024)
def shortest_chains(shores: tuple[int, ...], fleets: int, start: int, end: int) -> int:
    """The mask of the fleets that are part of some shortest chain from one province to another; 0 without a chain."""
    front = shores[start] & fleets
    seen, layers = front, [front]
    while front and not front & shores[end]:
        front = _beside(shores, front) & fleets & ~seen
        seen |= front
        layers.append(front)
    front = front & shores[end]
    found = front
    for layer in layers[-2::-1]:
        front = _beside(shores, front) & layer
        found |= front
    return found


def _beside(shores: tuple[int, ...], places: int) -> int:
    mask = 0
    for place in bits(places):
        mask |= shores[place]
    return mask


_latest: Table | None = None


def table_of(position: Position) -> Table:
    """The table of a position; asked again for the very same position, the one made before."""
    global _latest
    table = _latest
    if table is None or table.position is not position:
        table = _latest = Table(position)
    return table
