"""Orders in canonical form. Each kind is a value of its own; a variant may bring more (see `kinds.py`).

Every order has `power`, who wrote it, and `at`, the location of the unit it is for (for a build: of the unit
to be). An order may be for a unit that is not there or not the power's own: that is for legality to say. One that is
for no unit says with `about` what it is for, where a power may have several.
"""

from dataclasses import dataclass
from typing import Protocol

from judge.game.units import UnitKind


class Order(Protocol):
    """What all orders have: who wrote it and the location of the unit that it is for ("" for none)."""

    @property
    def power(self) -> str:
        """Who wrote the order."""

    @property
    def at(self) -> str:
        """The location of the unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Stay. `given` is False for the hold of a unit that was left without an order."""

    power: str
    kind: UnitKind
    at: str
    given: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Go to a location; `convoyed` when the writer said "via convoy"; `route` the seas he listed, may be empty."""

    power: str
    kind: UnitKind
    at: str
    to: str
    convoyed: bool = False
    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """Support the unit in `target` to stay (`to` None) or to go to `to`.

    Shape: `target_kind` and `target_power` as far as the writer said or the position tells; coasts in
    `target` and `to` only when written.
    """

    power: str
    kind: UnitKind
    at: str
    target: str
    to: str | None = None
    target_kind: UnitKind | None = None
    target_power: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Convoy:
    """Carry the army in `target` to `to`."""

    power: str
    kind: UnitKind
    at: str
    target: str
    to: str
    target_kind: UnitKind | None = None
    target_power: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat:
    """A dislodged unit goes to `to`."""

    power: str
    kind: UnitKind
    at: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disband:
    """A dislodged unit leaves the board (retreats)."""

    power: str
    kind: UnitKind
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """A new unit at a home center; `at` has the coast where there are several."""

    power: str
    kind: UnitKind
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """A unit is taken off the board (adjustments)."""

    power: str
    kind: UnitKind
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waive:
    """Builds are left unused: `count` of them, or all that are left (None)."""

    power: str
    at: str = ""
    count: int | None = None


StandardOrder = Hold | Move | Support | Convoy | Retreat | Disband | Build | Remove | Waive
