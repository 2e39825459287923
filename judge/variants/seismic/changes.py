"""What events have changed: for each face its neighbors and coasts before and after, in values and in sentences."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import Board
from judge.board.adjacency import coasts_of
from judge.board.reshaping import topology_of
from judge.board.topology import Terrain
from judge.board.wording import write_face

Rings = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What lies round a face.

    Shape: `rings` the neighbors clockwise, one list for each boundary, each from where it reads smallest; `coasts` the
    seas of each coast, sorted.
    """

    rings: Rings
    coasts: Rings


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A face that has other borders now."""

    face: str
    before: Surroundings
    after: Surroundings

    @property
    def lost(self) -> tuple[str, ...]:
        """The faces that it no longer borders, sorted."""
        return tuple(sorted(_around(self.before.rings) - _around(self.after.rings)))

    @property
    def gained(self) -> tuple[str, ...]:
        """The faces that it borders now and did not before, sorted."""
        return tuple(sorted(_around(self.after.rings) - _around(self.before.rings)))


def surroundings(board: Board, face: str) -> Surroundings:
    """What lies round a face of the board."""
    topology = topology_of(board)
    rings = tuple(sorted(_turned(ring) for ring in topology.neighbors(face)))
    is_land = topology.faces[topology.number(face)].terrain is Terrain.LAND
    coasts = coasts_of(topology, face) if is_land else ()
    return Surroundings(rings=rings, coasts=tuple(sorted(tuple(sorted(set(coast.seas))) for coast in coasts)))


def changes(before: Board, after: Board) -> tuple[Change, ...]:
    """The faces whose borders differ between two boards of one game, sorted."""
    found = []
    for face in topology_of(before).faces:
        then, now = surroundings(before, face.id), surroundings(after, face.id)
        if then != now:
            found.append(Change(face=face.id, before=then, after=now))
    return tuple(found)


def tell_change(board: Board, change: Change) -> str:
    """One face in a sentence: its neighbors clockwise, what they were, its coasts where it has any or had."""
    name = write_face(board, change.face)
    told = f"{name}: {tell_rings(board, change.after.rings)} (before: {tell_rings(board, change.before.rings)})"
    if change.after.coasts != change.before.coasts:
        told += f"; {tell_coasts(board, change.after.coasts)}, before {tell_coasts(board, change.before.coasts)}"
    elif change.after.coasts:
        told += f"; {tell_coasts(board, change.after.coasts)} as before"
    return f"{told}."


def tell_rings(board: Board, rings: Rings) -> str:
    """The neighbors of a face clockwise, the boundaries parted by a bar: `Ser AEG Con BLA Rum | Por`."""
    return " | ".join(" ".join(write_face(board, face) for face in ring) for ring in rings)


def tell_coasts(board: Board, coasts: Rings) -> str:
    """The coasts of a province in words, each with its seas: `2 coasts (ENG; MAO NAO)`."""
    if not coasts:
        return "no coast"
    listed = "; ".join(" ".join(board.write(sea) for sea in coast) for coast in coasts)
    return f"one coast ({listed})" if len(coasts) == 1 else f"{len(coasts)} coasts ({listed})"


def foretell(board: Board, after: Board) -> tuple[str, ...]:
    """What an event would change, in a few sentences: who gains and loses which neighbor, whose coasts differ."""
    found = changes(board, after)
    parts = [_gains_and_losses(board, change) for change in found]
    told = [f"If it succeeds: {'; '.join(part for part in parts if part)}."]
    for change in found:
        if change.before.coasts != change.after.coasts:
            name = write_face(board, change.face)
            now, then = tell_coasts(after, change.after.coasts), tell_coasts(board, change.before.coasts)
            told.append(f"{name} would have {now}, now it has {then}.")
    return tuple(told)


def _gains_and_losses(board: Board, change: Change) -> str:
    parts = []
    for verb, faces in (("gains", change.gained), ("loses", change.lost)):
        if faces:
            parts.append(f"{verb} {' and '.join(write_face(board, face) for face in faces)}")
    if not parts:
        then, now = (Counter(face for ring in side.rings for face in ring) for side in (change.before, change.after))
        more = [write_face(board, face) for face in sorted((now - then).keys() - (then - now).keys())]
        fewer = [write_face(board, face) for face in sorted((then - now).keys() - (now - then).keys())]
        parts += [f"gets a border more with {' and '.join(more)}"] if more else []
        parts += [f"has a border fewer with {' and '.join(fewer)}"] if fewer else []
    return f"{write_face(board, change.face)} {' and '.join(parts)}" if parts else ""


def _around(rings: Rings) -> set[str]:
    return {face for ring in rings for face in ring}


def _turned(ring: Sequence[str]) -> tuple[str, ...]:
    """A cyclic list from where it reads smallest."""
    return min(tuple(ring[place:]) + tuple(ring[:place]) for place in range(len(ring)))
