"""The count of Fall, for centers and their people."""

from collections.abc import Callable

import pytest

from judge.game.units import Unit
from judge.variants.revolutionary.count import after_count, count_lands
from judge.variants.revolutionary.lands import Land, Limits, Mood

MakeLand = Callable[..., Land]
Units = Callable[..., tuple[Unit, ...]]


@pytest.mark.parametrize(
    ("controller", "mood", "counts", "who", "holder", "after", "counted"),
    [
        (None, Mood.OCCUPIED, (0, 0, 2), "germany", "germany", Mood.OCCUPIED, (0, 0, 2)),
        (None, Mood.HOME_OWNED, (0, 0, 0), "germany", "germany", Mood.OCCUPIED, (0, 0, 0)),
        ("germany", Mood.OCCUPIED, (4, 0, 0), "italy", "italy", Mood.OCCUPIED, (0, 0, 0)),
        ("germany", Mood.CONTROLLED, (2, 0, 6), "italy", "italy", Mood.OCCUPIED, (0, 0, 0)),
        ("germany", Mood.REVOLT_OCCUPIED, (5, 2, 0), "italy", "italy", Mood.REVOLT_OCCUPIED, (5, 2, 0)),
        ("germany", Mood.REVOLT, (5, 1, 0), "italy", "italy", Mood.REVOLT_OCCUPIED, (5, 1, 0)),
        ("germany", Mood.REVOLT, (5, 1, 0), "czechs", "czechs", Mood.HOME_OWNED, (0, 0, 0)),
        ("germany", Mood.CONTROLLED, (3, 0, 0), "czechs", "czechs", Mood.HOME_OWNED, (0, 0, 0)),
        ("germany", Mood.CONTROLLED, (3, 0, 5), None, "germany", Mood.CONTROLLED, (3, 0, 5)),
        ("germany", Mood.CONTROLLED, (3, 0, 5), "germany", "germany", Mood.CONTROLLED, (3, 0, 5)),
    ],
)
def test_a_center_passes_to_the_power_whose_unit_stands_in_it(
    controller: str | None, mood: Mood, counts: tuple[int, int, int], who: str | None, holder: str, after: Mood,
    counted: tuple[int, int, int], land: MakeLand, units: Units,
) -> None:  # fmt: skip
    """Ruling 4.2, Winter count; V12, V32."""
    start = land("cze", controller, mood=mood, empty=counts[0], revolt=counts[1], loyal=counts[2])
    found = after_count(start, units(f"{who} A cze")[0] if who else None, Limits())
    assert (found.controller, found.mood) == (holder, after)
    assert (found.empty, found.revolt, found.loyal) == counted
    assert found.owner == "czechs"


def test_other_provinces_stay_as_they_are(land: MakeLand, units: Units) -> None:
    """V32: control of a province that is no center changes at checks alone."""
    start = (land("slo", "germany", mood=Mood.CONTROLLED),)
    assert count_lands(start, frozenset({"cze"}), {"slo": units("italy A slo")[0]}, Limits()) == start
