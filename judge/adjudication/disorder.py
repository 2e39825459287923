"""Civil disorder: which units leave the board when removals are owed and not ordered."""

from collections.abc import Sequence

from judge.adjudication.atlas import atlas_of, bits, mask_of
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind


def removals_by_rule(
    position: Position, power: str, units: Sequence[Unit], count: int, rules: Rules
) -> tuple[Unit, ...]:
    """The units of a power that are removed when nobody says which, in the order of their going.

    Rule: rulebook 2023, DATC 4.D.8: first units that stand on no supply center, then those farthest from a
    center that the power owns, then fleets before armies, then by the name of the province. Before 2023: those
    farthest from a home center, then fleets before armies, then by name.
    Units: `count` of the `units`.
    """
    if rules.missing_removals == "home_centres_fleets_by_sea":
        return _farthest_from_home(position, power, units)[:count]
    distances = distances_to_centers(position, power)
    atlas, board = atlas_of(position.board), position.board

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        province = board.province(unit.at)
        distance = distances[atlas.numbers[unit.province]]
        on_center = province.center and not board.is_worthless(province.id, power)
        return (on_center, -distance, unit.kind is UnitKind.ARMY, province.name)

    return tuple(sorted(units, key=rank)[:count])


def distances_to_centers(position: Position, power: str) -> tuple[int, ...]:
    """How far each province is from the nearest center the power owns, by province number.

    Rule: armies count over water and fleets over land, and coasts do not matter (DATC 4.D.8, 6.J.9, 6.J.10).
    Units: steps; where no way leads, the number of provinces, which is farther than any way.
    """
    atlas = atlas_of(position.board)
    front = mask_of(atlas.numbers[center] for center in position.counted_of(power))
    distances = [atlas.size] * atlas.size
    beside = list(atlas.walks)
    for location, mask in enumerate(atlas.reaches):
        beside[atlas.province[location]] |= mask
    seen, steps = front, 0
    while front:
        reached = 0
        for province in bits(front):
            distances[province] = steps
            reached |= beside[province]
        front = reached & ~seen
        seen |= front
        steps += 1
    return tuple(distances)


def _farthest_from_home(position: Position, power: str, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Units by their distance from the nearest home center of their power, the farthest first.

    Rule: DATC 4.D.8 before 2023: whoever owns the centers now; armies over any province, fleets by the moves of a
    fleet from the coast where it is.
    """
    board, homes = position.board, position.board.homes(power)

    def rank(unit: Unit) -> tuple[int, bool, str]:
        is_army = unit.kind is UnitKind.ARMY
        return (-_steps_home(position, unit, homes), is_army, board.province(unit.at).name)

    return tuple(sorted(units, key=rank))


def _steps_home(position: Position, unit: Unit, homes: Sequence[str]) -> int:
    """How many moves a unit is from the nearest of these centers; where no way leads, the number of locations."""
    atlas = atlas_of(position.board)
    goal = mask_of(atlas.numbers[home] for home in homes)
    start = atlas.numbers[unit.at]
    if unit.kind is UnitKind.FLEET:
        beside = atlas.sails
    else:
        start = atlas.province[start]
        beside = tuple(atlas.walks[place] | atlas.reaches[place] for place in range(atlas.size))
    seen = front = 1 << start
    for steps in range(len(atlas.locations)):
        if mask_of(atlas.province[place] for place in bits(front)) & goal:
            return steps
        reached = mask_of(near for place in bits(front) for near in bits(beside[place]))
        front = reached & ~seen
        seen |= front
    return len(atlas.locations)
