"""The board after seismic events: the map, and everything that follows from it."""

from dataclasses import replace
from functools import lru_cache

from judge.board.adjacency import Adjacency, coasts_of, derive
from judge.board.board import Board, Province, ProvinceKind
from judge.board.coasts import label, labels
from judge.board.events import Seism, find
from judge.board.rotation import Fault
from judge.board.shifts import carry_out
from judge.board.topology import Topology
from judge.errors import MisuseError

_BOARDS = 128  # boards of running games that are kept ready
_CHAPTER = 16  # events


def reshape(board: Board, seisms: tuple[Seism, ...]) -> Board:
    """The board after seismic events, one after another.

    Rule: Seismic 4, 8, 9, 10; rulings S16, S19, S26, S27. What is neither border nor coast stays: names, centers,
    homes, links. A board does not tell by which events it came about: it equals any other with the same map.
    Refuses: MisuseError for a board without a planar map, and for an event that is not possible when its turn comes.
    """
    if not seisms:
        return board
    topology = topology_of(board)
    # Where lists of neighbors begin makes boards no different, but is kept.
    return _reshaped(board, topology.first, seisms)


def topology_of(board: Board) -> Topology:
    """The planar map of a board. Refuses: MisuseError when it has none."""
    if board.topology is None:
        raise MisuseError(f"the board {board.name} has no planar map, so no border can move")
    return board.topology


@lru_cache(maxsize=_BOARDS)
def _reshaped(board: Board, first: tuple[tuple[int, ...], ...], seisms: tuple[Seism, ...]) -> Board:
    return _follow(board, _moved(board, first, seisms))


@lru_cache(maxsize=_BOARDS)
def _moved(board: Board, first: tuple[tuple[int, ...], ...], seisms: tuple[Seism, ...]) -> Topology:
    """The map after events. Of a long story the maps after every chapter are kept, so that it is not told anew."""
    known = (len(seisms) - 1) // _CHAPTER * _CHAPTER
    topology = _moved(board, first, seisms[:known]) if known else topology_of(board)
    for seism in seisms[known:]:
        found = find(topology, seism)
        if found.event is None:
            raise MisuseError(f"{seism} is not possible on this board: {found.problem}")
        topology = carry_out(topology, found.event).topology
    return topology


def _follow(board: Board, topology: Topology) -> Board:
    """The board with another map: neighbors, coasts, kinds of provinces."""
    adjacency = derive(topology, labels)
    if isinstance(adjacency, Fault):  # labels finds a name for every coast
        raise MisuseError(adjacency.problem)
    coasts = dict(adjacency.coasts)
    shores = set(adjacency.shores)
    provinces = tuple([_province(province, coasts, province.id in shores) for province in board.provinces])
    return replace(
        board, provinces=provinces, army=adjacency.army, fleet=adjacency.fleet, topology=topology,
        coast_aliases=_aliases(board, topology, adjacency),
    )  # fmt: skip


def _province(province: Province, coasts: dict[str, tuple[str, ...]], at_sea: bool) -> Province:
    """The province with its coasts of now; one without sea is inland, one with a sea is not. Rule: S19."""
    kind = province.kind
    if kind in (ProvinceKind.LAND, ProvinceKind.COAST):
        kind = ProvinceKind.COAST if at_sea else ProvinceKind.LAND
    named = coasts.get(province.id, ())
    same = kind is province.kind and named == province.coasts
    return province if same else replace(province, kind=kind, coasts=named)


def _aliases(board: Board, topology: Topology, adjacency: Adjacency) -> tuple[tuple[str, str], ...]:
    """Other spellings of coasts: those of the file, and names of the file that have come to mean another's coast."""
    names = {f"{name.province}/{name.suffix}" for name in topology.coasts}
    aliases = {(alias, called) for alias, called in board.coast_aliases if alias not in names}
    for face in {name.province for name in topology.coasts} & {face for face, _ in adjacency.coasts}:
        others = label(topology, face, coasts_of(topology, face)).others
        aliases |= {(f"{face}/{other}", f"{face}/{suffix}") for other, suffix in others}
    return tuple(sorted(aliases))
