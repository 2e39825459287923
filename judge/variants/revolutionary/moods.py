"""How a season changes a province: the table of states and events.

Rule: what each row says is the rules' "Changes in States", "Changes of Ownership" and "Revolution", with the rulings
V2, V4, V7 to V12. Rows are chosen by owner, controller and the unit there, never by the state shown before.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from judge.game.units import Unit
from judge.variants.revolutionary.lands import Land, Limits, Mood


class Presence(Enum):
    """Whose undislodged unit stands in a province at a check."""

    NOBODY = auto()
    OWNER = auto()
    CONTROLLER = auto()
    OTHER = auto()


class Count(Enum):
    """What becomes of a counter."""

    KEEP = auto()
    START = auto()
    FIRST = auto()
    NEXT = auto()
    OWN = auto()  # one more if the same power's unit was there when the movement began, else the first


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table: when it fits, the state after it, and what the counters do.

    Shape: None in `center` and `garrison` fits both; `takes` when control passes to the power whose unit is there.
    """

    revolt: bool
    free: bool = False
    unit: tuple[Presence, ...]
    center: bool | None = None
    garrison: bool | None = None
    mood: Mood
    takes: bool = False
    empty: Count
    revolts: Count = Count.START
    loyal: Count


_FOREIGN = (Presence.CONTROLLER, Presence.OTHER)

ROWS = (
    Row(
        revolt=False, free=True, unit=(Presence.NOBODY, Presence.OWNER), mood=Mood.HOME_OWNED,
        empty=Count.START, loyal=Count.START,
    ),
    Row(
        revolt=False, free=True, unit=(Presence.OTHER,), center=False, mood=Mood.OCCUPIED, takes=True,
        empty=Count.START, loyal=Count.FIRST,
    ),
    Row(
        revolt=False, free=True, unit=(Presence.OTHER,), center=True, mood=Mood.OCCUPIED,
        empty=Count.START, loyal=Count.OWN,
    ),
    Row(
        revolt=False, unit=(Presence.OWNER,), center=False, mood=Mood.HOME_OWNED, takes=True,
        empty=Count.START, loyal=Count.START,
    ),
    Row(
        revolt=False, unit=(Presence.OWNER,), center=True, mood=Mood.CONTROLLED,
        empty=Count.NEXT, loyal=Count.START,
    ),
    Row(
        revolt=False, unit=(Presence.CONTROLLER,), mood=Mood.OCCUPIED,
        empty=Count.START, loyal=Count.NEXT,
    ),
    Row(
        revolt=False, unit=(Presence.NOBODY,), mood=Mood.CONTROLLED,
        empty=Count.NEXT, loyal=Count.NEXT,
    ),
    Row(
        revolt=False, unit=(Presence.OTHER,), center=False, mood=Mood.OCCUPIED, takes=True,
        empty=Count.START, loyal=Count.FIRST,
    ),
    Row(
        revolt=False, unit=(Presence.OTHER,), center=True, mood=Mood.OCCUPIED,
        empty=Count.NEXT, loyal=Count.START,
    ),
    Row(
        revolt=True, unit=(Presence.OWNER,), center=False, mood=Mood.HOME_OWNED, takes=True,
        empty=Count.START, loyal=Count.START,
    ),
    Row(
        revolt=True, unit=(Presence.NOBODY, Presence.OWNER), mood=Mood.REVOLT,
        empty=Count.KEEP, revolts=Count.NEXT, loyal=Count.KEEP,
    ),
    Row(
        revolt=True, unit=_FOREIGN, garrison=True, mood=Mood.OCCUPIED, takes=True,
        empty=Count.START, loyal=Count.START,
    ),
    Row(
        revolt=True, unit=_FOREIGN, garrison=False, mood=Mood.REVOLT_OCCUPIED, takes=True,
        empty=Count.KEEP, revolts=Count.NEXT, loyal=Count.KEEP,
    ),
)  # fmt: skip


def row_for(land: Land, unit: Unit | None, *, center: bool, garrison: bool) -> Row:
    """The first row of the table that fits a province; `garrison` whether its unit spent the season there in peace."""
    return _row(land.in_revolt, not land.in_revolt and land.is_free, presence(land, unit), center, garrison)


@lru_cache(maxsize=64)
def _row(revolt: bool, free: bool, unit: Presence, center: bool, garrison: bool) -> Row:
    return next(
        row for row in ROWS
        if (row.revolt, row.free) == (revolt, free)
        and unit in row.unit
        and row.center in (None, center)
        and row.garrison in (None, garrison)
    )  # fmt: skip


def presence(land: Land, unit: Unit | None) -> Presence:
    """Whose unit it is, seen from the province."""
    if unit is None:
        return Presence.NOBODY
    if unit.power == land.owner:
        return Presence.OWNER
    return Presence.CONTROLLER if unit.power == land.controller else Presence.OTHER


def after_season(land: Land, unit: Unit | None, limits: Limits, *, center: bool, garrison: bool, stayed: bool) -> Land:
    """The province after a season, by the row that fits.

    Rule: a center changes hands in Winter alone, so no row gives it to a unit. `stayed` tells that the unit's power
    had a unit there when the movement began, which carries its count of loyal seasons on (V12).
    """
    row = row_for(land, unit, center=center, garrison=garrison)
    own = stayed and land.mood is Mood.OCCUPIED
    return replace(
        land,
        controller=unit.power if unit is not None and row.takes and not center else land.controller,
        mood=row.mood,
        empty=_counted(row.empty, land.empty, limits.empty_from, own=own),
        revolt=_counted(row.revolts, land.revolt, 0, own=own),
        loyal=_counted(row.loyal, land.loyal, 0, own=own),
    )


def _counted(count: Count, value: int, start: int, *, own: bool) -> int:
    match count:
        case Count.KEEP:
            return value
        case Count.START:
            return start
        case Count.FIRST:
            return start + 1
        case Count.NEXT:
            return value + 1
        case Count.OWN:
            return value + 1 if own else start + 1
