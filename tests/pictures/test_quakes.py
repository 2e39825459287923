"""Drawings follow seismic events: the borders are those of the new map, whatever happens and in whatever order."""

import json
import random
from collections import Counter

import pytest
import shapely

from judge.board.shifts import Event, Flip, Release, apply, carry_out, release_of
from judge.board.topology import Topology
from judge.pictures.corridors import across
from judge.pictures.geometry import OUTSIDE, Geometry, area, find_geometry, read_geometry, write_geometry
from judge.pictures.ground import fits
from judge.pictures.quakes import shaken
from judge.variants import find_variant
from tests.pictures.conftest import DRAWN


def start_of(name: str) -> tuple[Geometry, Topology]:
    geometry, topology = find_geometry(name), find_variant(name).board.topology
    assert geometry is not None
    assert topology is not None
    return geometry, topology


def flips(topology: Topology) -> list[Flip]:
    return [Flip(side // 2) for side in range(0, len(topology.owner), 2) if not topology.is_round(side)]


def releases(topology: Topology) -> list[Release]:
    """All that join faces on two boundaries of one face."""
    found = set()
    for face in topology.faces:
        rings = topology.boundaries(face.id)
        for place, ring in enumerate(rings):
            found |= {release_of(one, other) for later in rings[place + 1 :] for one in ring for other in later}
    return sorted(one for one in found if topology.across(one.side) != topology.across(one.other))


def events(rng: random.Random, topology: Topology) -> Event:
    """A flip, more often than chance one that makes an island, or a release where there is an island."""
    islands = releases(topology)
    if islands and rng.random() < 0.4:
        return rng.choice(islands)
    possible = flips(topology)
    parting = [one for one in possible if len({face.id for face in topology.ends(2 * one.border) or ()}) == 1]
    return rng.choice(parting if parting and rng.random() < 0.3 else possible)


def check(geometry: Geometry | None, topology: Topology) -> None:
    """The borders are those of the map, all faces are whole, and what stands in a face stands on it."""
    assert geometry is not None
    assert fits(geometry, topology)
    for face in topology.faces:
        if face.id != OUTSIDE:
            outer, *islands = geometry.rings[face.id]
            assert area(outer) > 0, face.id
            assert all(area(island) < 0 for island in islands), face.id
    for border in geometry.borders:
        assert all(value == round(value, 1) for point in border.line for value in point)


def check_first_flips(which: list[Flip]) -> None:
    geometry, topology = start_of("standard")
    for flip in which:
        after = apply(topology, flip)
        new = shaken(geometry, topology, flip, after)
        check(new, after)
        assert new is not None
        assert new.places.keys() >= {name for name in geometry.places if "/" not in name}


def test_first_flips_of_standard_are_drawn_right() -> None:
    """A seeded sample of 16; the long form has them all."""
    _, topology = start_of("standard")
    check_first_flips(random.Random(10).sample(flips(topology), 16))


@pytest.mark.soak
def test_all_first_flips_of_standard_are_drawn_right() -> None:
    _, topology = start_of("standard")
    every = flips(topology)
    assert len(every) == 228
    check_first_flips(every)


def play(name: str, seed: int, count: int, *, spared: int = 0) -> Counter[str]:
    """Random events one after another; how many there were of each kind.

    Shape: so many events at most as are `spared` find no room; each counts as `undrawn`, and does not happen.
    """
    (geometry, topology), rng, kinds = start_of(name), random.Random(seed), Counter[str]()
    for _ in range(count):
        event = events(rng, topology)
        after = apply(topology, event)
        new = shaken(geometry, topology, event, after)
        if new is None and kinds["undrawn"] < spared:
            kinds["undrawn"] += 1
            continue
        check(new, after)
        assert new is not None
        geometry, topology = new, after
        kinds[type(event).__name__] += 1
    assert read_geometry(json.loads(json.dumps(write_geometry(geometry)))) == geometry
    return kinds


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twelve_events_one_after_another_are_drawn_right(seed: int) -> None:
    assert play("standard", seed, 12)["Release"] > 0


@pytest.mark.parametrize("name", ["colonial", "modern"])
def test_events_on_other_boards_are_drawn_right(name: str) -> None:
    play(name, 1, 4)


@pytest.mark.soak
@pytest.mark.parametrize("name", DRAWN)
def test_long_stories_are_drawn_right(name: str) -> None:
    """Where a face has been worn to a neck of a fifth of a pixel nothing goes through; words tell it then."""
    undrawn = sum(play(name, seed, 20, spared=5)["undrawn"] for seed in range(4, 8))
    assert undrawn <= 5  # of 80


def test_a_release_goes_round_what_lies_between() -> None:
    """From Portugal, an island by then, to Brest: the straight way would cross Spain."""
    geometry, topology = start_of("standard")
    (side,) = topology.sides("por", "spa")
    parted = apply(topology, Flip(side // 2))
    island = shaken(geometry, topology, Flip(side // 2), parted)
    assert island is not None
    (one,), (other,) = parted.sides("mao", "por"), parted.sides("mao", "bre")
    event = release_of(one, other)
    joined = apply(parted, event)
    check(shaken(island, parted, event, joined), joined)


def test_a_release_finds_its_way_through_what_is_narrower_than_any_raster() -> None:
    """After many events a face may be left with a neck of less than a pixel, round a corner."""
    neck = [(20, 20), (60, 20), (60, 60), (80, 60), (80, 80), (59.4, 80), (59.4, 20.6), (20, 20.6), (20, 40), (0, 40)]
    area = shapely.Polygon([(0, 0), (20, 0), *neck])
    start, end = ((0.0, 0.0), (0.0, 40.0)), ((80.0, 60.0), (80.0, 80.0))
    (way,) = across(area, start, end)
    assert area.buffer(0.01).covers(shapely.LineString(way))
    assert (way[0][0], way[-1][0]) == (0, 80)


def test_a_drawing_is_the_same_each_time() -> None:
    geometry, topology = start_of("standard")
    flip = flips(topology)[17]
    step = carry_out(topology, flip)
    found = [shaken(geometry, topology, flip, step.topology) for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_that_is_written_and_read_again_is_the_same(name: str) -> None:
    geometry, _ = start_of(name)
    assert read_geometry(json.loads(json.dumps(write_geometry(geometry)))) == geometry
