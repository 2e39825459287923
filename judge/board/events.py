"""Seismic events as people name them, by the faces concerned, and which event on a map is meant."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board.shifts import Event, Flip, Release, carry_out, flip_of, release_of
from judge.board.topology import Topology


@dataclass(frozen=True, slots=True, kw_only=True)
class Seism:
    """What an order names: "`apart` separate, `joined` connect", or "`joined` connect" alone, a release.

    Shape: ids of faces, impassable ones too, each pair in any order; `near` faces at an end of the border that is
    meant, where the names alone mean several: one for a flip, up to one for each face of a release; `across` the
    face that a release is to go across, None for whichever it is.
    """

    apart: tuple[str, str] | None = None
    joined: tuple[str, str]
    near: tuple[str, ...] = ()
    across: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several borders that could be meant: the word after "near" that tells it, its faces, its ends."""

    near: str
    border: tuple[str, str]
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The event on a map that is meant, or why there is none.

    Shape: `problem` "" where there is an event, otherwise
        "same"       a face parted from itself, or released onto itself
        "no_border"  the faces to part have no common border
        "round"      their common border is a ring without ends: only a release can change it
        "ends"       the faces to connect are not those at the ends of a border; `ends` has the ends of each
        "no_face"    no face borders both faces to connect, so there is nothing to release one from
        "one_piece"  faces border both, but each has them on one and the same boundary; `between` has those faces
        "elsewhere"  the face between is another than said, `between` has it; or no border meant ends at `near`, and
                     `choices` has those there are
        "ambiguous"  several borders could be meant: `choices` has them, with the word that tells each.
    `ends` clockwise round the smaller of the two faces to part; `between` sorted.
    """

    event: Event | None = None
    problem: str = ""
    ends: tuple[tuple[str, str], ...] = ()
    between: tuple[str, ...] = ()
    near: str | None = None
    choices: tuple[Choice, ...] = ()


def find(topology: Topology, seism: Seism) -> Found:
    """The event that a seism means on this map.

    Rule: Seismic 4; what does not fit the map is not applicable (S6), what could be two events is void unless a
    neighbor tells which (S10).
    Refuses: KeyError for a face that is not there.
    """
    return _flip(topology, seism) if seism.apart is not None else _release(topology, seism)


def seism_of(topology: Topology, event: Event) -> Seism:
    """The words for an event on a map: those that `find` understands as just this event, no more than needed."""
    match event:
        case Flip(border):
            side = _lower(topology, 2 * border)
            apart = topology.face(side).id, topology.across(side).id
            joined = _ends(topology, side)
            rivals = [one for one in topology.sides(*apart) if set(_ends(topology, one)) == set(joined)]
            near = _telling(topology, side, rivals)
            return Seism(apart=apart, joined=(min(joined), max(joined)), near=near)
        case Release():
            beyond = sorted((topology.across(side).id, side) for side in (event.side, event.other))
            words: list[str] = []
            for face, side in beyond:
                words += _telling(topology, side ^ 1, topology.sides(face, topology.face(side).id))
            return Seism(joined=(beyond[0][0], beyond[1][0]), near=tuple(words))


def sequence(topology: Topology, events: tuple[Event, ...]) -> tuple[Seism, ...]:
    """Words for events of one map that do not spoil one another, such that they can be carried out one by one.

    Rule: releases first, in the order given, so that of two onto one border the first comes first, clockwise round
    the face it joins (S11). What a later one is called takes account of those before.
    """
    waiting = sorted(events, key=lambda event: isinstance(event, Flip))
    words = []
    while waiting:
        event = waiting.pop(0)
        words.append(seism_of(topology, event))
        step = carry_out(topology, event)
        waiting = [_later(one, event, step.sides) for one in waiting]
        topology = step.topology
    return tuple(words)


def _later(event: Event, done: Event, sides: tuple[tuple[int, ...], ...]) -> Event:
    """The same event on the map after one that was done."""
    if isinstance(event, Flip):
        return Flip(sides[2 * event.border][0] // 2)
    landed = (done.side, done.other) if isinstance(done, Release) else ()
    # Of a border that was split, the part with the old number is the first on the side that was landed on.
    side, other = [sides[side][0 if side in landed else -1] for side in (event.side, event.other)]
    return release_of(side, other)


def _ends(topology: Topology, side: int) -> tuple[str, str]:
    """The faces at both ends of a border, clockwise round the face of this side; of a round one none."""
    ends = topology.ends(side)
    return (ends[0].id, ends[1].id) if ends else ("", "")


def _lower(topology: Topology, side: int) -> int:
    """The side of a border that lies in the face with the smaller id."""
    return min(side, side ^ 1, key=lambda one: topology.owner[one])


def _flip(topology: Topology, seism: Seism) -> Found:
    assert seism.apart is not None
    one, other = sorted(seism.apart)
    topology.number(other)
    for face in seism.joined:
        topology.number(face)
    if one == other:
        return Found(problem="same")
    shared = topology.sides(one, other)
    if not shared:
        return Found(problem="no_border")
    if topology.is_round(shared[0]):
        return Found(problem="round")
    fitting = tuple(side for side in shared if sorted(_ends(topology, side)) == sorted(seism.joined))
    if not fitting:
        return Found(problem="ends", ends=tuple(_ends(topology, side) for side in shared))
    for word in seism.near:
        if not any(word in _ends(topology, side) for side in fitting):
            return Found(problem="elsewhere", near=word, choices=_choices(topology, fitting))
    fitting = _nearest(topology, fitting, seism.near)
    if len(fitting) > 1:
        return Found(problem="ambiguous", choices=_choices(topology, fitting))
    return Found(event=flip_of(topology, fitting[0]))


def _release(topology: Topology, seism: Seism) -> Found:
    one, other = seism.joined
    if one == other:
        topology.number(one)
        return Found(problem="same")
    beside = [set().union(*topology.neighbors(face)) for face in (one, other)]
    between = tuple(sorted((beside[0] & beside[1]) - {one, other}))
    if not between:
        return Found(problem="no_face")
    apart = tuple(face for face in between if _parted(topology, face, one, other))
    if not apart:
        return Found(problem="one_piece", between=between)
    # Two faces on different boundaries of one face have no other face in common with this quality.
    (across,) = apart
    if seism.across not in (None, across):
        return Found(problem="elsewhere", between=apart)
    landings = [topology.sides(face, across) for face in (one, other)]
    for word in seism.near:
        if not any(word in _ends(topology, side) for sides in landings for side in sides):
            choices = tuple(one for sides in landings for one in _choices(topology, sides))
            return Found(problem="elsewhere", near=word, choices=choices)
    landings = [_nearest(topology, sides, seism.near) for sides in landings]
    open_ = [sides for sides in landings if len(sides) > 1]
    if open_:
        return Found(problem="ambiguous", choices=tuple(one for sides in open_ for one in _choices(topology, sides)))
    return Found(event=release_of(landings[0][0] ^ 1, landings[1][0] ^ 1))


def _parted(topology: Topology, face: str, one: str, other: str) -> bool:
    """Whether a face has the two on different boundaries."""
    rings = [{topology.across(side).id for side in ring} for ring in topology.boundaries(face)]
    return not any({one, other} <= ring for ring in rings)


def _nearest(topology: Topology, sides: tuple[int, ...], words: tuple[str, ...]) -> tuple[int, ...]:
    """Of borders of one face with another those that the words let stand.

    Rule: S10: a word means a border that ends at that face; where two of them do, the one that comes after it going
    clockwise round the face whose sides these are. (Two borders with the same faces at both ends run from the one
    end to the other and back, so the end alone could not tell them.)
    """
    for word in words:
        touching = tuple(side for side in sides if word in _ends(topology, side))
        following = tuple(side for side in touching if _ends(topology, side)[0] == word)
        if touching:
            sides = following if len(touching) > 1 and following else touching
    return sides


def _choices(topology: Topology, sides: tuple[int, ...]) -> tuple[Choice, ...]:
    """The borders to choose from, none where there is but one."""
    return tuple(
        Choice(near, (topology.face(side).id, topology.across(side).id), _ends(topology, side))
        for side in sides
        for near in _telling(topology, side, sides)
    )


def _telling(topology: Topology, side: int, sides: Sequence[int]) -> tuple[str, ...]:
    """The word after "near" that tells a border from others of its two faces; none where there is no other.

    Rule: S10: a face at an end of this one alone, else the one it begins at: no two of them begin at one face.
    """
    if len(sides) < 2:
        return ()
    ends = [face for one in sides for face in {*_ends(topology, one)}]
    start, end = _ends(topology, side)
    return (next((face for face in (start, end) if ends.count(face) == 1), start),)
