"""Where fleets stand after events that changed the coast they were on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from judge.board import Board, ProvinceKind, province_of
from judge.board.adjacency import Coast, coasts_of
from judge.board.coasts import label, walk
from judge.board.events import Seism, find
from judge.board.reshaping import reshape, topology_of
from judge.board.shifts import carry_out
from judge.board.topology import Topology
from judge.errors import MisuseError


class Berth(Enum):
    """Why a fleet stands where it stands after an event."""

    STAYS = "stays"  # on its coast, which may be longer or shorter or have another name now
    WISH = "wish"  # on one of several coasts, as its owner wished
    CONVENTION = "convention"  # on one of several coasts, by the convention
    ONLY = "only"  # its coast is gone, the province has one other
    TRAPPED = "trapped"  # the province has no coast


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where a fleet stood and stands.

    Shape: `choices` the locations it could come to, sorted, more than one only where a wish or the convention
    decided; `unheard` True when a wish was there and could not be followed.
    """

    before: str
    after: str
    berth: Berth
    choices: tuple[str, ...]
    unheard: bool = False


def place_fleets(
    board: Board, seisms: tuple[Seism, ...], fleets: Sequence[str], wishes: Mapping[str, str]
) -> tuple[Placed, ...]:
    """Where fleets stand when these events, one after another, have changed the board; in the order of `fleets`.

    Shape: `fleets` locations; `wishes` by province, a sea that the coast is to touch or the suffix of a coast.
    Rule: Seismic 8 and 9. A fleet stays on what is left of its coast (S14); of several parts, and of several coasts
    when its own is gone, the wish decides, else the convention (S13); without any coast it is trapped (S15).
    """
    after = reshape(board, seisms)
    old, new = topology_of(board), topology_of(after)
    heirs = _heirs(old, seisms)
    return tuple(_placed(_Shore(board, old, at), after, new, heirs, wishes.get(province_of(at))) for at in fleets)


class _Shore:
    """The coast a fleet stood on: its sides and seas, none for a fleet at sea or trapped."""

    def __init__(self, board: Board, topology: Topology, at: str) -> None:
        self.at, self.province = at, province_of(at)
        self.sides: tuple[int, ...] = ()
        self.seas: frozenset[str] = frozenset()
        if board.is_sea(at):
            return
        coasts = coasts_of(topology, self.province)
        for coast, place in zip(coasts, _locations(topology, self.province, coasts), strict=True):
            if place == at:
                self.sides, self.seas = coast.sides, frozenset(coast.seas)


def _locations(topology: Topology, province: str, coasts: tuple[Coast, ...]) -> tuple[str, ...]:
    """The location of a fleet on each coast."""
    suffixes = label(topology, province, coasts).suffixes
    return tuple(f"{province}/{suffix}" if suffix else province for suffix in suffixes)


def _heirs(topology: Topology, seisms: tuple[Seism, ...]) -> list[tuple[int, ...]]:
    """For each side the sides it has become, those of a border that was split and merged again only once."""
    heirs: list[tuple[int, ...]] = [(side,) for side in range(len(topology.after))]
    for seism in seisms:
        event = find(topology, seism).event
        if event is None:
            raise MisuseError(f"{seism} is not possible on this board")
        step = carry_out(topology, event)
        heirs = [tuple({late: None for side in sides for late in step.sides[side]}) for sides in heirs]
        topology = step.topology
    return heirs


def _placed(shore: _Shore, board: Board, topology: Topology, heirs: list[tuple[int, ...]], wish: str | None) -> Placed:
    """Where one fleet stands on the new map."""
    kind = board.province(shore.province).kind
    if kind is ProvinceKind.SEA:
        return Placed(before=shore.at, after=shore.at, berth=Berth.STAYS, choices=(shore.at,))
    coasts = coasts_of(topology, shore.province)
    if not coasts:
        at = shore.province
        return Placed(before=shore.at, after=at, berth=Berth.TRAPPED, choices=(at,), unheard=wish is not None)
    places = dict(zip(_locations(topology, shore.province, coasts), coasts, strict=True))
    left = {side for one in shore.sides for side in heirs[one]}
    parts = tuple(sorted(place for place, coast in places.items() if left & set(coast.sides)))
    choices = parts or tuple(sorted(places))
    if len(choices) == 1:
        berth = Berth.STAYS if parts else Berth.ONLY
        unheard = wish is not None and choices[0] not in _wished(board, shore.province, wish)
        return Placed(before=shore.at, after=choices[0], berth=berth, choices=choices, unheard=unheard)
    wished = [place for place in _wished(board, shore.province, wish) if place in choices]
    if len(wished) == 1:
        return Placed(before=shore.at, after=wished[0], berth=Berth.WISH, choices=choices)
    order = walk(topology, shore.province)

    def by_convention(place: str) -> tuple[int, list[str], int]:
        coast = places[place]
        shared = len(shore.seas & set(coast.seas))
        return -shared, sorted(set(coast.seas)), min(order[side] for side in coast.sides)

    at = min(choices, key=by_convention)
    return Placed(before=shore.at, after=at, berth=Berth.CONVENTION, choices=choices, unheard=wish is not None)


def _wished(board: Board, province: str, wish: str | None) -> tuple[str, ...]:
    """The locations that a wish could mean on the new board: a coast named, else the coasts at a sea."""
    if wish is None:
        return ()
    named = board.coast_named(f"{province}/{wish}")
    return (named,) if named else board.coasts_at(province, wish)
