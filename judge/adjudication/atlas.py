"""A board in small integers and bit masks, made once for a board and shared by every turn played on it.

Provinces are numbered first, in the order of the board, the named coasts after them; so the number of a
province is the number of a location as well. A mask has the bit `1 << number` for each province (or location)
that belongs to it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.board import Board, ProvinceKind, province_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """What the rules need to know of a board.

    Shape: `locations` number to location, `numbers` back, `places` a location to the number of its province; in
    both a coast that does not exist counts as its province, and a place that is not on the board is a KeyError.
    `province` location number to province number; `walks` province to mask of the provinces that an army there
    can walk to; `sails` location to mask of the locations, and `reaches` location to mask of the provinces, that
    a fleet there can sail to; `coasts` province to mask of its fleet locations; `shores` province to mask of the
    sea provinces beside it; `seas` and `inland` masks of provinces; `size` how many provinces.
    """

    size: int
    locations: tuple[str, ...]
    numbers: Mapping[str, int]
    places: Mapping[str, int]
    province: tuple[int, ...]
    walks: tuple[int, ...]
    sails: tuple[int, ...]
    reaches: tuple[int, ...]
    coasts: tuple[int, ...]
    shores: tuple[int, ...]
    seas: int
    inland: int


class _Numbers(dict[str, int]):
    """Numbers by location; one that is not in it has the number of its province."""

    def __missing__(self, location: str) -> int:
        province = province_of(location)
        if province == location:
            raise KeyError(location)
        return self[province]


def bits(mask: int) -> Iterator[int]:
    """The numbers in a mask, smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@lru_cache(maxsize=256)
def atlas_of(board: Board) -> Atlas:
    """The atlas of a board; the same object each time for equal boards."""
    ids = [province.id for province in board.provinces]
    coasts = [f"{province.id}/{coast}" for province in board.provinces for coast in sorted(province.coasts)]
    locations = (*ids, *coasts)
    numbers = _Numbers({location: number for number, location in enumerate(locations)})
    province = tuple(numbers[province_of(location)] for location in locations)
    sails = tuple(mask_of(numbers[near] for near in board.fleet_neighbors(location)) for location in locations)
    reaches = tuple(mask_of(province[near] for near in bits(mask)) for mask in sails)
    seas = mask_of(numbers[one.id] for one in board.provinces if one.kind is ProvinceKind.SEA)
    coasts_of = tuple(mask_of(numbers[place] for place in board.fleet_locations(one)) for one in ids)
    shores = [0] * len(ids)
    for location, mask in enumerate(reaches):
        shores[province[location]] |= mask & seas
    return Atlas(
        size=len(ids),
        locations=locations,
        numbers=numbers,
        places=_Numbers(zip(locations, province, strict=True)),
        province=province,
        walks=tuple(mask_of(numbers[near] for near in board.army_neighbors(one)) for one in ids),
        sails=sails,
        reaches=reaches,
        coasts=coasts_of,
        shores=tuple(shores),
        seas=seas,
        inland=mask_of(number for number, mask in enumerate(coasts_of) if not mask),
    )
