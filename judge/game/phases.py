"""Phases and their tags: `S1901M` is spring 1901, movement."""

import re
from dataclasses import dataclass
from enum import Enum


class Season(Enum):
    """A season of the game year; the value is its letter in a phase tag."""

    SPRING = "S"
    SUMMER = "U"
    FALL = "F"
    WINTER = "W"


class PhaseKind(Enum):
    """What is done in a phase; the value is its letter in a phase tag."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"
    EVENTS = "E"
    REVOLUTION = "V"


_TAG = re.compile(r"([SUFW])(\d{4})([MRAEV])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of a game: season, year, kind."""

    season: Season
    year: int
    kind: PhaseKind

    @property
    def tag(self) -> str:
        """The phase as players of the judges write it: `S1901M`."""
        return f"{self.season.value}{self.year:04d}{self.kind.value}"

    @property
    def title(self) -> str:
        """The phase in words: `Spring 1901, movement`."""
        return f"{self.season.name.capitalize()} {self.year}, {self.kind.name.lower()}"


_SEASONS = tuple(Season)
_KINDS = (PhaseKind.MOVEMENT, PhaseKind.REVOLUTION, PhaseKind.RETREAT, PhaseKind.EVENTS, PhaseKind.ADJUSTMENT)


def phase_order(phase: Phase) -> tuple[int, int, int]:
    """A key that sorts phases by when they are played."""
    return (phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind))


def parse_phase(tag: str) -> Phase | None:
    """The phase with this tag in any case, or None when it is no phase tag."""
    found = _TAG.fullmatch(tag.strip())
    if found is None:
        return None
    season, year, kind = found.groups()
    return Phase(Season(season.upper()), int(year), PhaseKind(kind.upper()))
