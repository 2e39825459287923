"""A land province of the game: whose it is, who holds it, how its people stand, and the three counters."""

from dataclasses import dataclass, replace
from enum import Enum

from judge.game.units import Unit


class Mood(Enum):
    """The state of a land province, as documents write it."""

    HOME_OWNED = "home-owned"
    OCCUPIED = "occupied"
    CONTROLLED = "controlled"
    REVOLT = "revolt"
    REVOLT_OCCUPIED = "revolt-occupied"


REVOLTS = frozenset({Mood.REVOLT, Mood.REVOLT_OCCUPIED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Land:
    """A land province.

    Shape: `id` its province; `owner` the nation that its people want, `controller` the one that has it.
    Units: checks. `empty` counts those without a unit of the controller (n5), `revolt` those of a revolt (n3),
    `loyal` those toward a change of allegiance (n10). Where the first empty check is not to count, `empty` starts
    below 0.
    """

    id: str
    owner: str
    controller: str
    mood: Mood = Mood.HOME_OWNED
    empty: int = 0
    revolt: int = 0
    loyal: int = 0

    @property
    def in_revolt(self) -> bool:
        """Whether its people have risen."""
        return self.mood in REVOLTS

    @property
    def is_free(self) -> bool:
        """Whether its own nation has it."""
        return self.owner == self.controller


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The season counts of a game.

    Units: checks. `empty` to a revolt, `revolt` to a revolution, `loyal` to a change of allegiance; `empty_from`
    and `revolt_from` where the first two counts start.
    """

    empty: int = 5
    revolt: int = 3
    loyal: int = 10
    empty_from: int = 0
    revolt_from: int = 0


def at_home(land: Land, limits: Limits) -> Land:
    """The province in the hands of its own nation, all counts at their start."""
    return replace(
        land, controller=land.owner, mood=Mood.HOME_OWNED, empty=limits.empty_from, revolt=0, loyal=0
    )  # fmt: skip


def is_third(land: Land, unit: Unit | None) -> bool:
    """Whether a unit belongs to neither the province's own nation nor its controller."""
    return unit is not None and unit.power not in (land.owner, land.controller)
