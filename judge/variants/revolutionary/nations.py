"""The powers of the game: what becomes of a nation that has lost or won its all."""

from collections.abc import Iterable, Mapping
from enum import Enum

from judge.variants.revolutionary.lands import Land


class Status(Enum):
    """How a power stands in the game, as documents write it."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    DEFEATED = "defeated"
    ELIMINATED = "eliminated"


EXISTING = frozenset({Status.ACTIVE, Status.INACTIVE})


def status_after(status: Status, *, holds: bool, has_homeland: bool) -> Status:
    """The status of a power at the end of a phase.

    Rule: the rules' "Possible Stati of a Power"; V16, V17, V30. `holds` tells that it has a center or a unit, one that
    is dislodged included; `has_homeland` that some center has its allegiance. Without either it is eliminated and
    does not return. A nation without a player stays inactive as long as it has one of them; a defeated power that
    has something again is active.
    """
    if status is Status.ELIMINATED or not (holds or has_homeland):
        return Status.ELIMINATED
    if status is Status.INACTIVE:
        return status
    return Status.ACTIVE if holds else Status.DEFEATED


def statuses_after(
    statuses: Mapping[str, Status], lands: Iterable[Land], centers: frozenset[str], units: Iterable[str]
) -> dict[str, Status]:
    """The status of every power; `units` the powers that have a unit, dislodged ones counted."""
    holders, homelands = set(units), set()
    for land in lands:
        if land.id in centers:
            holders.add(land.controller)
            homelands.add(land.owner)
    return {
        power: status_after(status, holds=power in holders, has_homeland=power in homelands)
        for power, status in statuses.items()
    }
