"""Drawings that follow seismic events: a flip or a release painted over the borders that were.

Needs shapely and numpy, the extra `seismic`; `drawings` does without it where they are not installed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import shapely
from shapely.geometry.base import BaseGeometry

from judge.board.shifts import Event, Flip, Release
from judge.board.topology import Terrain, Topology
from judge.pictures.corridors import across, along
from judge.pictures.geometry import Geometry, Line, Stroke, rings_of
from judge.pictures.ground import border_at, drawn_border, fits, thirds
from judge.pictures.mosaic import areas_of, frame_of, painted, polygons
from judge.pictures.siting import sited

WIDE, NARROW = (8.0, 6.0, 4.0), (8 / 3, 1.6, 0.8, 0.4, 0.2)  # pixels to either side, of which the first that will do
_SPECK = 3  # square pixels that nobody sees


def shaken(geometry: Geometry, before: Topology, event: Event, after: Topology) -> Geometry | None:
    """The drawing after an event, None when no strip of any width gives the borders of the new map."""
    areas = areas_of(geometry)
    for path in _paths(geometry, areas, before, event):
        for width, changing in _tries(areas, path.changing):
            try:
                strips = along(path.line, path.ends, areas, width)
                borders = painted(geometry, areas, strips, changing)
                new = replace(geometry, borders=borders, rings=rings_of(borders))
            except (shapely.errors.ShapelyError, ValueError):  # lines that do not close, at this width
                continue
            if borders and fits(new, after):
                return _finished(geometry, new, areas, path, after)
    return None


def _tries(areas: Mapping[str, BaseGeometry], changing: frozenset[str]) -> Iterator[tuple[float, frozenset[str]]]:
    """How wide a strip may be and which faces it may take of: of one of two, where the other has no room beside it."""
    sides = [frozenset({face}) for face in sorted(changing, key=lambda face: -areas[face].area)]
    for widths in (WIDE, NARROW):
        for taken in dict.fromkeys((changing, *sides)):
            yield from ((width, taken) for width in widths)


@dataclass(frozen=True, slots=True)
class _Path:
    """Where a strip runs: from one face to the other, through those that change."""

    line: Line
    ends: tuple[str, str]
    changing: frozenset[str]


def _paths(geometry: Geometry, areas: Mapping[str, BaseGeometry], before: Topology, event: Event) -> Iterator[_Path]:
    """Where a strip may run: along the border that goes, or one of several ways across."""
    lines = {drawn_border(border): border for border in geometry.borders}
    match event:
        case Flip(number):
            border = lines[border_at(before, 2 * number)]
            first, second = thirds(border)
            yield _Path(border.line, (first, second), frozenset(border.faces))
        case Release(side, other):
            face = before.face(side).id
            start, end = (lines[border_at(before, one)].line for one in (side, other))
            ends = (before.across(side).id, before.across(other).id)
            yield from (_Path(way, ends, frozenset({face})) for way in across(areas[face], start, end))


def _finished(
    geometry: Geometry, new: Geometry, areas: Mapping[str, BaseGeometry], path: _Path, after: Topology
) -> Geometry:
    """The new drawing with places for its units and names, and without what lay in the sea that is land now."""
    now = areas_of(new)
    land = [now[face.id] for face in after.faces if face.terrain is not Terrain.SEA and face.id in path.ends]
    grown = shapely.union_all([shapely.difference(now[face], areas[face]) for face in sorted(set(path.ends))])
    dry = shapely.intersection(grown, shapely.union_all(land))
    return replace(
        new,
        places=sited(geometry, new, areas, now, after),
        islets=tuple(one for one in new.islets if not shapely.intersects(shapely.Polygon(one), dry)),
        channels=tuple(_clipped(new.channels, areas, now)),
        isles={face: tuple(_kept(lines, now[face])) for face, lines in new.isles.items()},
    )


def outlines(before: Geometry, after: Geometry) -> tuple[Line, ...]:
    """The outlines of what belongs to another face than it did."""
    then, now = areas_of(before), areas_of(after)
    changed = [
        shapely.difference(now[face], then[face]) for face in sorted(now) if not shapely.equals(now[face], then[face])
    ]
    frame = frame_of(after)
    pieces = [one for shape in changed for one in polygons(shapely.intersection(shape, frame))]
    return tuple(_rounded(one.exterior.coords[:-1]) for one in pieces if one.area > _SPECK)


def _clipped(
    channels: tuple[Stroke, ...], areas: Mapping[str, BaseGeometry], now: Mapping[str, BaseGeometry]
) -> Iterator[Stroke]:
    """The channels as far as they run through the faces that they ran through."""
    for channel in channels:
        line = shapely.LineString(channel.line)
        (face, *_) = sorted(areas, key=lambda one: -shapely.intersection(areas[one], line).length)
        lost = shapely.intersection(shapely.difference(areas[face], now[face]), line)
        if lost.length < 1:
            yield channel
            continue
        rest = shapely.get_parts(shapely.line_merge(shapely.difference(line, lost.buffer(1))))
        yield from (replace(channel, line=_rounded(part.coords)) for part in rest if part.length > 1)


def _kept(lines: tuple[Line, ...], area: BaseGeometry) -> Iterator[Line]:
    """The land of a face of land and water, as far as the face still reaches."""
    for line in lines:
        for part in polygons(shapely.intersection(shapely.Polygon(line), area)):
            yield _rounded(part.exterior.coords[:-1])


def _rounded(points: Iterable[tuple[float, ...]]) -> Line:
    return tuple((round(point[0], 1), round(point[1], 1)) for point in points)
