"""A unit on the board."""

from dataclasses import dataclass
from enum import Enum


class UnitKind(Enum):
    """Army or fleet; the value is the letter players write."""

    ARMY = "A"
    FLEET = "F"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what it is, the location it stands on, the power that owns it."""

    kind: UnitKind
    at: str
    power: str

    @property
    def province(self) -> str:
        """The province the unit stands in."""
        return self.at.partition("/")[0]

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """By power, then armies before fleets, then place."""
        return (self.power, self.kind.value, self.at)
