"""Lines on paper: bent, rounded, cut off at their ends, with arrow heads."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from judge.pictures.geometry import Line, Point

_STEPS = 24


def distance(one: Point, other: Point) -> float:
    """How far two points lie apart."""
    return hypot(other[0] - one[0], other[1] - one[1])


def length(line: Line) -> float:
    """The length of a line."""
    return sum(distance(one, other) for one, other in pairwise(line))


def bent(start: Point, end: Point, bend: float = 0.1) -> Line:
    """A curve that leaves the straight line to its left by up to half of `bend` of its length."""
    (x, y), (p, q) = start, end
    middle = ((x + p) / 2 + bend * (q - y), (y + q) / 2 - bend * (p - x))
    return tuple(_quadratic(start, middle, end, step / _STEPS) for step in range(_STEPS + 1))


def _quadratic(start: Point, middle: Point, end: Point, at: float) -> Point:
    a, b, c = (1 - at) ** 2, 2 * at * (1 - at), at**2
    return a * start[0] + b * middle[0] + c * end[0], a * start[1] + b * middle[1] + c * end[1]


def through(points: Sequence[Point]) -> Line:
    """A smooth curve through all these points (Catmull and Rom's)."""
    if len(points) < 3:
        return bent(points[0], points[-1])
    ends = (_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1]))
    found = [points[0]]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found += [_spline(before, start, end, after, step / _STEPS) for step in range(1, _STEPS + 1)]
    return tuple(found)


def _beyond(inner: Point, end: Point) -> Point:
    return 2 * end[0] - inner[0], 2 * end[1] - inner[1]


def _spline(before: Point, start: Point, end: Point, after: Point, at: float) -> Point:
    def along(p: float, q: float, r: float, s: float) -> float:
        return q + at / 2 * (r - p + at * (2 * p - 5 * q + 4 * r - s + at * (3 * (q - r) + s - p)))

    return along(before[0], start[0], end[0], after[0]), along(before[1], start[1], end[1], after[1])


def point_at(line: Line, way: float) -> Point:
    """The point of a line so far along it, its last for more than its length."""
    for one, other in pairwise(line):
        step = distance(one, other)
        if way <= step and step:
            part = way / step
            return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
        way -= step
    return line[-1]


def part(line: Line, start: float, end: float) -> Line:
    """What lies between two points of a line, so far along it; backwards when the end comes first."""
    low, high = sorted((start, end))
    found, gone = [point_at(line, low)], 0.0
    for one, other in pairwise(line):
        gone += distance(one, other)
        if low < gone < high:
            found.append(other)
    found.append(point_at(line, high))
    return tuple(found) if start <= end else tuple(found[::-1])


def cut(line: Line, first: float, last: float) -> Line:
    """A line without its first and last so many pixels; at least a third of it is left."""
    whole = length(line)
    if first + last > whole * 2 / 3:
        first, last = (end * whole * 2 / 3 / (first + last) for end in (first, last))
    return part(line, first, whole - last)


def nearest(line: Line, point: Point) -> float:
    """How far along a line its corner nearest to a point lies."""
    ways = [0.0]
    for one, other in pairwise(line):
        ways.append(ways[-1] + distance(one, other))
    return min(zip(line, ways, strict=True), key=lambda pair: distance(pair[0], point))[1]


def head(line: Line, size: float) -> tuple[Point, Point, Point]:
    """The arrow head at the end of a line: its tip and its two other corners."""
    tip = line[-1]
    back = point_at(line, max(0.0, length(line) - size))
    reach = distance(back, tip) or 1.0
    dx, dy = (tip[0] - back[0]) / reach, (tip[1] - back[1]) / reach
    base = (tip[0] - size * dx, tip[1] - size * dy)
    half = size * 0.52
    return tip, (base[0] - half * dy, base[1] + half * dx), (base[0] + half * dy, base[1] - half * dx)
