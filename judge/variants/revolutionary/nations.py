"""The powers of the game: what becomes of a nation that has lost or won its all."""

from collections.abc import Iterable, Mapping

from judge.game.entrance import Standing
from judge.variants.revolutionary.lands import Land

EXISTING = frozenset({Standing.ACTIVE, Standing.INACTIVE})


def status_after(status: Standing, *, holds: bool, has_homeland: bool) -> Standing:
    """The status of a power at the end of a phase.

    Rule: the rules' "Possible Stati of a Power"; V16, V17, V30. `holds` tells that it has a center or a unit, one that
    is dislodged included; `has_homeland` that some center has its allegiance. Without either it is eliminated and
    does not return. A nation without a player stays inactive as long as it has one of them; a defeated power that
    has something again is active.
    """
    if status is Standing.ELIMINATED or not (holds or has_homeland):
        return Standing.ELIMINATED
    if status is Standing.INACTIVE:
        return status
    return Standing.ACTIVE if holds else Standing.DEFEATED


def statuses_after(
    statuses: Mapping[str, Standing], lands: Iterable[Land], centers: frozenset[str], units: Iterable[str]
) -> dict[str, Standing]:
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
