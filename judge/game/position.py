"""Everything on the table between two phases."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from judge.board import Board, province_of
from judge.game.phases import Phase
from judge.game.units import Unit


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that must retreat: where its attacker came from (None: no restriction), where it may go."""

    unit: Unit
    attacker_from: str | None
    retreats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position: the board with its units, owners of centers, and what the last phase left behind.

    Shape: `units` and `dislodged` sorted by `Unit.sort_key`; `centers` pairs (province, power), sorted, owned
    centers only; `contested` provinces left empty by a standoff, sorted; `state` is the variant's own value.
    """

    board: Board
    phase: Phase
    units: tuple[Unit, ...]
    centers: tuple[tuple[str, str], ...]
    dislodged: tuple[Dislodged, ...] = ()
    contested: tuple[str, ...] = ()
    state: Hashable = None

    def unit_in(self, province: str) -> Unit | None:
        """The unit that stands in a province, dislodged ones left aside."""
        return standing(self).get(province_of(province))

    def dislodged_in(self, province: str, power: str | None = None) -> Dislodged | None:
        """The dislodged unit of a province; of two, which are never of one power, that of this power."""
        province = province_of(province)
        found = [one for one in self.dislodged if one.unit.province == province]
        return next((one for one in found if one.unit.power == power), found[0] if found else None)

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """A power's units in place, sorted."""
        return forces(self).get(power, ())

    def dislodged_of(self, power: str) -> tuple[Dislodged, ...]:
        """A power's dislodged units, sorted."""
        return tuple(one for one in self.dislodged if one.unit.power == power)

    def centers_of(self, power: str) -> tuple[str, ...]:
        """The centers a power owns, sorted."""
        return tuple(province for province, owner in self.centers if owner == power)

    def counted_of(self, power: str) -> tuple[str, ...]:
        """The centers a power owns that count for it, sorted."""
        return tuple(center for center in self.centers_of(power) if not self.board.is_worthless(center, power))

    def owner_of(self, province: str) -> str | None:
        """The power that owns a center."""
        return next((owner for center, owner in self.centers if center == province), None)


_latest: tuple[Position, Mapping[str, Unit]] | None = None
_latest_forces: tuple[Position, Mapping[str, tuple[Unit, ...]]] | None = None


def standing(position: Position) -> Mapping[str, Unit]:
    """The units of a position by province; asked again for the very same position, the mapping made before."""
    global _latest
    latest = _latest
    if latest is None or latest[0] is not position:
        latest = _latest = (position, {unit.province: unit for unit in position.units})
    return latest[1]


def forces(position: Position) -> Mapping[str, tuple[Unit, ...]]:
    """The units of each power that has some, sorted; kept as in `standing`."""
    global _latest_forces
    latest = _latest_forces
    if latest is None or latest[0] is not position:
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in position.units:
            found[unit.power] = (*found.get(unit.power, ()), unit)
        latest = _latest_forces = (position, found)
    return latest[1]
