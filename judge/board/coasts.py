"""What the coasts of a province are called once events have changed them: by their old names or by their seas.

The names of the map file stay in use where they still tell a coast from the others. Any other coast of several
is called by a sea that it alone touches; where it has none, by a sea and a number.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from judge.board.adjacency import Coast
from judge.board.topology import Topology


@dataclass(frozen=True, slots=True)
class Labels:
    """The suffixes of the coasts of a province, in the order of the coasts; "" for the only one.

    Shape: `others` pairs of a further name that has come to mean a coast, and the suffix of that coast.
    """

    suffixes: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()


def label(topology: Topology, face: str, coasts: tuple[Coast, ...]) -> Labels:
    """What the coasts of a province are called.

    Rule: S16. A name of the file means the coast along just its seas; where there is none, the only coast that
    touches any of them and has no name of its own; where there are several, none.
    """
    if len(coasts) < 2:
        return Labels(("",) * len(coasts))
    named, others = _kept(topology, face, coasts)
    touching = Counter(sea for coast in coasts for sea in set(coast.seas))
    suffixes = [named.get(place, "") or _own_sea(coast, coasts, touching) for place, coast in enumerate(coasts)]
    nameless = [place for place, suffix in enumerate(suffixes) if not suffix]
    if nameless:
        steps = walk(topology, face)
        nameless.sort(key=lambda place: min(steps[side] for side in coasts[place].sides))
    numbers: Counter[str] = Counter()
    for place in nameless:
        sea = min(coasts[place].seas)
        numbers[sea] += 1
        suffixes[place] = f"{sea}{numbers[sea]}"
    return Labels(tuple(suffixes), tuple((other, suffixes[place]) for other, place in others))


def labels(topology: Topology, coasts: Mapping[str, tuple[Coast, ...]]) -> dict[str, list[str]]:
    """The suffix of every coast of every land face."""
    return {
        face: [""] * len(found) if len(found) < 2 else list(label(topology, face, found).suffixes)
        for face, found in coasts.items()
    }


def walk(topology: Topology, face: str) -> dict[int, int]:
    """The sides of a face numbered clockwise from the first neighbor in the alphabet, boundary by boundary.

    Rule: S13. The boundary with the first neighbor comes first; of several borders with it, the first by number.
    """
    rings = []
    for sides in topology.boundaries(face):
        start = min(range(len(sides)), key=lambda place: (topology.across(sides[place]).id, sides[place]))
        rings.append((topology.across(sides[start]).id, sides[start:] + sides[:start]))
    return {side: place for place, side in enumerate(side for _, sides in sorted(rings) for side in sides)}


def _kept(topology: Topology, face: str, coasts: tuple[Coast, ...]) -> tuple[dict[int, str], list[tuple[str, int]]]:
    """The names of the file that still mean a coast: one for each such coast, and those beyond the first."""
    names = [name for name in topology.coasts if name.province == face]
    seas = [set(coast.seas) for coast in coasts]
    exact = {name.suffix: [place for place, found in enumerate(seas) if found == set(name.seas)] for name in names}
    taken = {place for places in exact.values() for place in places}
    kept: dict[int, str] = {}
    others: list[tuple[str, int]] = []
    for name in sorted(names, key=lambda name: not exact[name.suffix]):
        meant = exact[name.suffix] or [
            place for place, found in enumerate(seas) if place not in taken and found & set(name.seas)
        ]
        if len(meant) != 1:
            continue
        if meant[0] in kept:
            others.append((name.suffix, meant[0]))
        else:
            kept[meant[0]] = name.suffix
    return kept, others


def _own_sea(coast: Coast, coasts: tuple[Coast, ...], touching: Mapping[str, int]) -> str:
    """The first sea that no other coast touches, or the only sea of a coast that no other has as its only one."""
    for sea in sorted(set(coast.seas)):
        if touching[sea] == 1:
            return sea
    alone = set(coast.seas)
    if len(alone) == 1 and sum(set(other.seas) == alone for other in coasts) == 1:
        return coast.seas[0]
    return ""
