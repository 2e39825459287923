"""The count of Fall: centers change hands, and their people with them."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.units import Unit
from judge.variants.revolutionary.lands import Land, Limits, Mood, at_home


def after_count(land: Land, unit: Unit | None, limits: Limits) -> Land:
    """A center after the count; `unit` the one that stands in it.

    Rule: the rules' "Changes in States" and ruling 4.2, "Winter count". Its own nation has it back whole. Another
    power that takes it in revolt has the revolt as it is; else it begins to count empty seasons anew, and keeps the
    count of loyal ones where that is its own: the center was its nation's and occupied at the last check (V12).
    """
    if unit is None or unit.power == land.controller:
        return land
    if unit.power == land.owner:
        return at_home(land, limits)
    if land.in_revolt:
        return replace(land, controller=unit.power, mood=Mood.REVOLT_OCCUPIED, loyal=0)
    own = land.is_free and land.mood is Mood.OCCUPIED
    return replace(
        land, controller=unit.power, mood=Mood.OCCUPIED, empty=limits.empty_from, loyal=land.loyal if own else 0
    )  # fmt: skip


def count_lands(
    lands: tuple[Land, ...], centers: frozenset[str], standing: Mapping[str, Unit], limits: Limits
) -> tuple[Land, ...]:
    """All provinces after the count; those that are no centers stay as they are."""
    return tuple(after_count(land, standing.get(land.id), limits) if land.id in centers else land for land in lands)
