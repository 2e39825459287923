"""The state table, row by row, with the counters worked out by hand."""

from collections.abc import Callable

import pytest

from judge.game.units import Unit
from judge.variants.revolutionary.lands import Land, Limits, Mood
from judge.variants.revolutionary.moods import ROWS, Presence, after_season, row_for

CENTERS = frozenset({"cze", "hun", "gre", "mun"})
HOME, OCCUPIED, CONTROLLED = Mood.HOME_OWNED, Mood.OCCUPIED, Mood.CONTROLLED
REVOLT, GUARDED = Mood.REVOLT, Mood.REVOLT_OCCUPIED

MakeLand = Callable[..., Land]
Units = Callable[..., tuple[Unit, ...]]

# place, controller, state before, (n5, n3, n10), unit, garrison, there before -> state, controller, (n5, n3, n10)
FREE = [
    ("cze", None, HOME, (0, 0, 0), None, False, False, HOME, "czechs", (0, 0, 0)),
    ("cze", None, OCCUPIED, (0, 0, 2), None, False, False, HOME, "czechs", (0, 0, 0)),
    ("slo", None, HOME, (0, 0, 0), "czechs", True, True, HOME, "czechs", (0, 0, 0)),
    ("cze", None, OCCUPIED, (0, 0, 1), "czechs", False, False, HOME, "czechs", (0, 0, 0)),
    ("slo", None, HOME, (0, 0, 0), "germany", False, False, OCCUPIED, "germany", (0, 0, 1)),
    ("slo", None, HOME, (0, 0, 0), "germany", True, True, OCCUPIED, "germany", (0, 0, 1)),
    ("cze", None, HOME, (0, 0, 0), "germany", False, False, OCCUPIED, "czechs", (0, 0, 1)),
    ("cze", None, OCCUPIED, (0, 0, 1), "germany", True, True, OCCUPIED, "czechs", (0, 0, 2)),
    ("cze", None, OCCUPIED, (0, 0, 1), "italy", False, False, OCCUPIED, "czechs", (0, 0, 1)),
    ("cze", None, HOME, (0, 0, 0), "germany", True, True, OCCUPIED, "czechs", (0, 0, 1)),
]
HELD = [
    ("slo", "germany", OCCUPIED, (0, 0, 4), "czechs", False, False, HOME, "czechs", (0, 0, 0)),
    ("cze", "germany", CONTROLLED, (2, 0, 7), "czechs", False, False, CONTROLLED, "germany", (3, 0, 0)),
    ("cze", "germany", CONTROLLED, (4, 0, 7), "germany", False, False, OCCUPIED, "germany", (0, 0, 8)),
    ("slo", "germany", OCCUPIED, (0, 0, 3), "germany", True, True, OCCUPIED, "germany", (0, 0, 4)),
    ("cze", "germany", OCCUPIED, (0, 0, 3), None, False, False, CONTROLLED, "germany", (1, 0, 4)),
    ("slo", "germany", CONTROLLED, (3, 0, 3), None, False, False, CONTROLLED, "germany", (4, 0, 4)),
    ("slo", "germany", CONTROLLED, (3, 0, 8), "italy", False, False, OCCUPIED, "italy", (0, 0, 1)),
    ("cze", "germany", CONTROLLED, (2, 0, 8), "italy", False, False, OCCUPIED, "germany", (3, 0, 0)),
    ("cze", "germany", OCCUPIED, (3, 0, 0), "italy", True, True, OCCUPIED, "germany", (4, 0, 0)),
]
RISEN = [
    ("slo", "germany", REVOLT, (5, 2, 0), "czechs", False, False, HOME, "czechs", (0, 0, 0)),
    ("slo", "germany", GUARDED, (5, 3, 0), None, False, False, REVOLT, "germany", (5, 4, 0)),
    ("cze", "germany", REVOLT, (5, 0, 0), None, False, False, REVOLT, "germany", (5, 1, 0)),
    ("cze", "germany", REVOLT, (5, 1, 0), "czechs", True, True, REVOLT, "germany", (5, 2, 0)),
    ("cze", "germany", GUARDED, (5, 2, 0), "germany", True, True, OCCUPIED, "germany", (0, 0, 0)),
    ("cze", "germany", REVOLT, (5, 1, 0), "italy", True, True, OCCUPIED, "germany", (0, 0, 0)),
    ("slo", "germany", GUARDED, (5, 1, 0), "italy", True, True, OCCUPIED, "italy", (0, 0, 0)),
    ("cze", "germany", REVOLT, (5, 1, 0), "germany", False, False, GUARDED, "germany", (5, 2, 0)),
    ("cze", "germany", GUARDED, (5, 0, 0), "germany", False, True, GUARDED, "germany", (5, 1, 0)),
    ("slo", "germany", REVOLT, (5, 4, 0), "italy", False, False, GUARDED, "italy", (5, 5, 0)),
    ("cze", "germany", REVOLT, (5, 0, 0), "italy", False, False, GUARDED, "germany", (5, 1, 0)),
]


@pytest.mark.parametrize("line", FREE + HELD + RISEN, ids=lambda line: f"{line[0]}-{line[2].value}-{line[4]}-{line[7]}")
def test_a_season_changes_a_province_as_its_row_says(line: tuple, land: MakeLand, units: Units) -> None:
    """Rules "Changes in States"; ruling 4.2, V4, V7, V8, V10 to V12."""
    place, controller, before, counts, who, garrison, stayed, after, holder, counted = line
    start = land(place, controller, mood=before, empty=counts[0], revolt=counts[1], loyal=counts[2])
    unit = units(f"{who} A {place}")[0] if who else None
    found = after_season(start, unit, Limits(), center=place in CENTERS, garrison=garrison, stayed=stayed)
    assert (found.mood, found.controller) == (after, holder)
    assert (found.empty, found.revolt, found.loyal) == counted
    assert found.owner == start.owner


def test_every_row_of_the_table_is_the_first_that_fits_somewhere(land: MakeLand, units: Units) -> None:
    """No row is dead, and no province is left without one."""
    found = set()
    for place, controller in (("cze", None), ("slo", None), ("cze", "germany"), ("slo", "germany")):
        for mood in Mood if controller else (HOME,):
            for who in (None, "czechs", "germany", "italy"):
                unit = units(f"{who} A {place}")[0] if who else None
                for garrison in (True, False):
                    row = row_for(land(place, controller, mood=mood), unit, center=place == "cze", garrison=garrison)
                    found.add(ROWS.index(row))
    assert found == set(range(len(ROWS)))


def test_a_unit_in_a_free_province_is_never_the_controllers(land: MakeLand, units: Units) -> None:
    """The first rows need not ask for the controller: there the owner is he."""
    assert all(Presence.CONTROLLER not in row.unit for row in ROWS if row.free)
    start = land("cze", "germany", mood=OCCUPIED, empty=3)
    assert (
        after_season(start, units("germany A cze")[0], Limits(), center=True, garrison=False, stayed=False).empty == 0
    )


def test_the_season_of_leaving_may_be_left_uncounted(land: MakeLand, units: Units) -> None:
    """V4, the other choice: the count of five begins one season later."""
    late = Limits(empty_from=-1)
    there = after_season(
        land("cze", "germany", mood=OCCUPIED), units("germany A cze")[0], late, center=True, garrison=True, stayed=True
    )
    gone = after_season(there, None, late, center=True, garrison=False, stayed=False)
    assert (gone.mood, gone.empty) == (CONTROLLED, 0)
    assert after_season(gone, None, late, center=True, garrison=False, stayed=False).empty == 1
