"""Which of the events ordered in one phase happen: all judged together, on the map as it is at the start."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from judge.board import Board
from judge.board.events import Found, Seism, find, sequence
from judge.board.reshaping import topology_of
from judge.board.shifts import Event, Flip, Release
from judge.board.topology import Topology


class Fate(Enum):
    """What becomes of an order for an event."""

    SUCCEEDS = "succeeds"
    NOT_APPLICABLE = "not-applicable"
    AMBIGUOUS = "ambiguous"
    INADMISSIBLE = "inadmissible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One power's order for an event, and what becomes of it.

    Shape: `found.event` is the key, the same for every order that means the same event, None when there is none;
    `strength` how many powers ordered this event, 0 without one; `by` the events that made it inadmissible,
    the strongest first, or the rest of the ring it lies on.
    """

    power: str
    seism: Seism
    found: Found
    strength: int
    fate: Fate
    by: tuple[Event, ...] = ()

    @property
    def key(self) -> Event | None:
        """The event meant, None when the order means none on this map."""
        return self.found.event


Spoilers = dict[Event, tuple[Event, ...]]


def judge_seisms(board: Board, asked: Sequence[tuple[str, Seism]], beaten_blocks: bool = True) -> tuple[Judged, ...]:
    """What becomes of each order, in the order asked; one order for each power.

    Shape: `beaten_blocks` whether an event that a stronger one spoils still spoils others (S7: True is a, False b).
    Rule: Seismic 6 and 7; rulings S5 to S9, S11. What is not applicable neither counts nor spoils anything.
    """
    topology = topology_of(board)
    found = [find(topology, seism) for _, seism in asked]
    backers: dict[Event, set[str]] = defaultdict(set)
    for (power, _), one in zip(asked, found, strict=True):
        if one.event is not None:
            backers[one.event].add(power)
    strengths = {event: len(powers) for event, powers in backers.items()}
    spoiled = _spoiled(topology, strengths, beaten_blocks)
    return tuple(
        _judged(power, seism, one, strengths, spoiled) for (power, seism), one in zip(asked, found, strict=True)
    )


def happening(board: Board, judged: Iterable[Judged]) -> tuple[Seism, ...]:
    """The events that happen, in words that `reshape` takes one after another.

    Rule: Seismic 4; S11, of two releases onto one border the stronger comes first, then by the name of the other face.
    """
    topology = topology_of(board)
    strengths = {one.key: one.strength for one in judged if one.key is not None and one.fate is Fate.SUCCEEDS}
    return sequence(topology, tuple(sorted(strengths, key=lambda event: _turn(topology, event, strengths[event]))))


def _judged(
    power: str, seism: Seism, found: Found, strengths: Mapping[Event, int], spoiled: Mapping[Event, tuple[Event, ...]]
) -> Judged:
    event = found.event
    if event is None:
        fate = Fate.AMBIGUOUS if found.problem == "ambiguous" else Fate.NOT_APPLICABLE
        return Judged(power=power, seism=seism, found=found, strength=0, fate=fate)
    by = spoiled.get(event, ())
    fate = Fate.INADMISSIBLE if by else Fate.SUCCEEDS
    return Judged(power=power, seism=seism, found=found, strength=strengths[event], fate=fate, by=by)


def _turn(topology: Topology, event: Event, strength: int) -> tuple[int, bool, tuple[str, ...], Event]:
    """Where an event stands among others: the stronger first, then releases, then by the faces beyond its sides."""
    is_flip = isinstance(event, Flip)
    sides = (2 * event.border, 2 * event.border + 1) if isinstance(event, Flip) else (event.side, event.other)
    return -strength, is_flip, tuple(sorted(topology.across(side).id for side in sides)), event


def _spoiled(topology: Topology, strengths: Mapping[Event, int], beaten_blocks: bool) -> Spoilers:
    """The events that do not happen, each with those that spoil it.

    Rule: 7, in one pass from strong to weak: an event fails by any that conflicts with it and is as strong or
    stronger (S7, S8), or on a ring with stronger ones that happen and equal ones (S9).
    """
    ranks: dict[int, list[Event]] = defaultdict(list)
    for event in sorted(strengths, key=lambda event: _turn(topology, event, strengths[event])):
        ranks[strengths[event]].append(event)
    spoiled: Spoilers = {}
    blocking: list[Event] = []
    standing: list[Event] = []
    for strength in sorted(ranks, reverse=True):
        equals = ranks[strength]
        for event in equals:
            if by := [one for one in blocking if conflict(topology, one, event)]:
                spoiled[event] = tuple(by)
        rivals = [event for event in equals if beaten_blocks or event not in spoiled]
        for event in equals:
            by = [one for one in rivals if one != event and conflict(topology, one, event)]
            spoiled[event] = spoiled.get(event, ()) + tuple(by)
        net = [*standing, *rivals]
        for event in equals:
            if not spoiled[event]:
                spoiled[event] = _ring(topology, event, net)
        blocking += rivals
        standing += [event for event in equals if not spoiled[event]]
    return {event: by for event, by in spoiled.items() if by}


def conflict(topology: Topology, one: Event, other: Event) -> bool:
    """Whether two different events spoil one another.

    Rule: 7, as geometry: two flips whose borders share a corner; two releases across one face between the same two
    of its boundaries, for they would cut it; a release and the flip of a border it lands on.
    """
    match one, other:
        case Flip(), Flip():
            return bool(_corners(topology, one) & _corners(topology, other))
        case Release(), Release():
            return _boundaries(topology, one) == _boundaries(topology, other)
        case (Flip() as flip, Release() as release) | (Release() as release, Flip() as flip):
            return flip.border in (release.side // 2, release.other // 2)
    return False


def _corners(topology: Topology, flip: Flip) -> set[int]:
    """The corners at the ends of a border, each named by the smallest side that begins there."""
    found = set()
    for side in (2 * flip.border, 2 * flip.border + 1):
        second = topology.after[side ^ 1]
        found.add(min(side, second, topology.after[second ^ 1]))
    return found


def _boundaries(topology: Topology, release: Release) -> frozenset[int]:
    """The two boundaries that a release connects, each named by its smallest side."""
    rings = topology.boundaries(topology.face(release.side).id)
    return frozenset(min(ring) for ring in rings if release.side in ring or release.other in ring)


def _ring(topology: Topology, event: Event, net: Iterable[Event]) -> tuple[Event, ...]:
    """The releases that close a ring with this one, the shortest way round; empty when there is no ring.

    Rule: S9, with boundaries as points and releases as lines between them.
    """
    if isinstance(event, Flip):
        return ()
    lines = [(one, _boundaries(topology, one)) for one in net if isinstance(one, Release) and one != event]
    start, goal = sorted(_boundaries(topology, event))
    ways: dict[int, tuple[Event, ...]] = {start: ()}
    waiting = [start]
    while waiting and goal not in ways:
        here = waiting.pop(0)
        for one, ends in lines:
            for there in ends - {here} if here in ends else ():
                if there not in ways:
                    ways[there] = (*ways[here], one)
                    waiting.append(there)
    return ways.get(goal, ())
