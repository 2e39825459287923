"""The strips of land or water by which an event joins two faces: along a border that goes, or across a face."""

import heapq
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from judge.pictures.geometry import Line, Point
from judge.pictures.mosaic import Paint

_MOUTH = 0.9  # of the width, by which the corner between a face and its strip is rounded
_RASTERS = (6.0, 3.0, 1.5)  # pixels between the points that a way may lead through
_SHORT = 20  # pixels under which a straight way is tried
_OFF = 0.3  # pixels by which the outline of a strip may be simplified
_ON_SHORE = 0.2  # pixels from a shore that a point on it may be, by the rounding of points
_BERTH = 26  # pixels to keep from other shores, where there is room


def along(line: Line, ends: tuple[str, str], areas: Mapping[str, BaseGeometry], width: float) -> tuple[Paint, ...]:
    """A strip along a border, half for the face at its beginning and half for that at its end.

    Units: `width` to either side, in pixels.
    """
    way = shapely.LineString(line)
    band = way.buffer(width)
    halves = [band] if ends[0] == ends[1] else _halved(way, band, width)
    halves = [shapely.simplify(half, min(_OFF, width / 8)) for half in halves]
    strips = [Paint(half, face) for half, face in zip(halves, ends, strict=False)]
    return (*strips, *(_mouth(one, areas[one.face], _MOUTH * width) for one in strips))


def _halved(way: BaseGeometry, band: BaseGeometry, width: float) -> list[BaseGeometry]:
    """The two halves of a band, cut across the middle of its way."""
    half = way.length / 2
    first, second = substring(way, 0, half), substring(way, half, way.length)
    reach = min(width, half)
    before, middle, after = (way.interpolate(at) for at in (half - reach, half, half + reach))
    dx, dy = after.x - before.x, after.y - before.y
    size = float(np.hypot(dx, dy)) or 1.0
    across = (-dy / size * width * 1.5, dx / size * width * 1.5)
    cut = shapely.LineString(
        [(middle.x - across[0], middle.y - across[1]), (middle.x + across[0], middle.y + across[1])]
    )
    pieces = shapely.polygonize([shapely.union_all([band.boundary, cut])]).geoms
    groups: tuple[list[BaseGeometry], list[BaseGeometry]] = ([], [])
    for piece in pieces:
        at = piece.representative_point()
        if band.covers(at):
            groups[first.distance(at) > second.distance(at)].append(piece)
    if not all(groups):
        one = first.buffer(width)
        return [one, second.buffer(width).difference(one)]
    return [shapely.union_all(group) for group in groups]


def _mouth(strip: Paint, area: BaseGeometry, size: float) -> Paint:
    """The corners between a strip and its face, filled so that it opens wide."""
    near = strip.area.buffer(2 * size)
    both = shapely.union_all([shapely.intersection(area, near.buffer(2 * size)), strip.area])
    closed = shapely.intersection(both.buffer(size).buffer(-size), near)
    return Paint(shapely.simplify(closed, min(_OFF, size / 8)), strip.face)


def across(area: BaseGeometry, start: Line, end: Line) -> Iterator[Line]:
    """Ways through an area from one of its borders to another, away from its other shores, the handsomest first.

    Not: the shortest; they must not touch third faces. There may be none.
    """
    shores = [_inner(shapely.LineString(line)) for line in (start, end)]
    straight = shapely.shortest_line(*shores)
    if straight.length < _SHORT and straight.length and area.buffer(0.2).covers(straight):
        yield tuple(straight.coords)
    others = area.boundary.difference(shapely.union_all([shapely.LineString(start), shapely.LineString(end)]).buffer(1))
    for raster in _RASTERS:
        found = _Raster(area, others, shores, raster).way()
        if found:
            yield _smoothed(found, raster / 3)
    yield from _threaded(area, shores)


def _threaded(area: BaseGeometry, shores: list[BaseGeometry]) -> Iterator[Line]:
    """The way through the middles of the triangles that an area falls into, however narrow it is; none out of it."""
    doors: dict[tuple[Point, Point], list[int]] = defaultdict(list)
    for number, triangle in enumerate(shapely.get_parts(shapely.constrained_delaunay_triangles(area)).tolist()):
        for one, other in pairwise(triangle.exterior.coords[:4]):
            doors[min(one, other), max(one, other)].append(number)
    beside: dict[int, list[tuple[int, Point]]] = defaultdict(list)
    landings: tuple[dict[int, Point], dict[int, Point]] = ({}, {})
    for (one, other), rooms in sorted(doors.items()):
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        if len(rooms) == 2:
            beside[rooms[0]].append((rooms[1], middle))
            beside[rooms[1]].append((rooms[0], middle))
            continue
        for shore, found in zip(shores, landings, strict=True):
            if shapely.distance(shore, shapely.Point(middle)) < _ON_SHORE:
                found.setdefault(rooms[0], middle)
    came: dict[int, tuple[int, Point] | None] = dict.fromkeys(sorted(landings[0]))
    waiting = deque(came)
    while waiting:
        room = waiting.popleft()
        if room in landings[1]:
            yield _retraced(room, came, landings)
            return
        for following, middle in beside[room]:
            if following not in came:
                came[following] = (room, middle)
                waiting.append(following)


def _retraced(
    room: int, came: Mapping[int, tuple[int, Point] | None], landings: tuple[dict[int, Point], dict[int, Point]]
) -> Line:
    """The way back from the last room to a first one, the other way round."""
    points = [landings[1][room]]
    while (step := came[room]) is not None:
        room, middle = step
        points.append(middle)
    return (landings[0][room], *reversed(points))


def _inner(line: BaseGeometry) -> BaseGeometry:
    """A line without what is near its ends, where third faces begin."""
    if line.is_closed:
        return line
    short = min(14.0, line.length * 0.35)
    return substring(line, short, line.length - short)


def _smoothed(points: list[Point], off: float) -> Line:
    """A way with its corners cut; it may leave the points by so many pixels."""
    line = shapely.simplify(shapely.LineString(points), off).coords[:]
    for _ in range(2):
        cut = [line[0]]
        for (a, b), (c, d) in pairwise(line):
            cut += [(a * 0.75 + c * 0.25, b * 0.75 + d * 0.25), (a * 0.25 + c * 0.75, b * 0.25 + d * 0.75)]
        line = [*cut, line[-1]]
    return tuple((float(x), float(y)) for x, y in line)


class _Raster:
    """Points of an area, with what it costs to pass each: more the nearer other shores are."""

    def __init__(self, area: BaseGeometry, others: BaseGeometry, shores: list[BaseGeometry], step: float) -> None:
        left, top, right, bottom = area.bounds
        self.step, self.left, self.top = step, left, top
        xs, ys = np.arange(left + step / 2, right, step), np.arange(top + step / 2, bottom, step)
        self.xs, self.ys, self.wide = xs, ys, len(xs)
        gx, gy = (one.ravel() for one in np.meshgrid(xs, ys))
        shapely.prepare(area)
        inside = np.flatnonzero(shapely.contains_xy(area, gx, gy))
        points = shapely.points(gx[inside], gy[inside])
        gap = (
            np.minimum(shapely.distance(points, others), _BERTH)
            if not others.is_empty
            else np.full(len(points), _BERTH)
        )
        own = np.minimum(shapely.distance(points, area.boundary), _BERTH / 2)
        cost = 1 + 12 * (1 - gap / _BERTH) ** 2 + 4 * (1 - 2 * own / _BERTH) ** 2
        self.shores = shores
        self.cost = dict(zip(inside.tolist(), cost.tolist(), strict=True))
        reach = step * 1.6
        near = [shapely.distance(points, shore) for shore in shores]
        self.begin, self.stop = (
            {key: value for key, value in zip(inside.tolist(), one.tolist(), strict=True) if value <= reach}
            for one in near
        )

    def way(self) -> list[Point]:
        """The cheapest way from shore to shore, its two landings included; empty when there is none."""
        best = {key: value * self.cost[key] for key, value in self.begin.items()}
        came: dict[int, int] = {}
        heap = [(value, key) for key, value in sorted(best.items())]
        heapq.heapify(heap)
        done: set[int] = set()
        while heap:
            value, key = heapq.heappop(heap)
            if key in done:
                continue
            done.add(key)
            if key in self.stop:
                return self._told(key, came)
            for other, length in self._around(key):
                if other in self.cost and other not in done:
                    new = value + length * (self.cost[key] + self.cost[other]) / 2
                    if new < best.get(other, np.inf):
                        best[other], came[other] = new, key
                        heapq.heappush(heap, (new, other))
        return []

    def _around(self, key: int) -> list[tuple[int, float]]:
        row, column = divmod(key, self.wide)
        return [
            ((row + dy) * self.wide + column + dx, self.step * (1.4142 if dx and dy else 1.0))
            for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx or dy) and 0 <= column + dx < self.wide
        ]  # fmt: skip

    def _told(self, key: int, came: Mapping[int, int]) -> list[Point]:
        keys = [key]
        while keys[-1] in came:
            keys.append(came[keys[-1]])
        points = [(float(self.xs[key % self.wide]), float(self.ys[key // self.wide])) for key in reversed(keys)]
        landings = []
        for shore, point in zip(self.shores, (points[0], points[-1]), strict=True):
            at = shapely.shortest_line(shore, shapely.Point(point)).coords[0]
            landings.append((float(at[0]), float(at[1])))
        return [landings[0], *points, landings[1]]
