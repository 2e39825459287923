"""Places for units, names and centers in faces whose shape has changed, clear of shores and of one another."""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from judge.board.adjacency import coasts_of
from judge.board.coasts import label
from judge.board.topology import Terrain, Topology
from judge.pictures.geometry import Geometry, Line, Place, Point
from judge.pictures.ground import border_at, drawn_border
from judge.pictures.mosaic import frame_of

_ROOM_UNIT, _ROOM_WORD = 9.0, 5.0  # pixels from the shore at which a place is kept
_POINTS = 5000  # of the raster of a face, about
_INSET, _NEAR = 8.0, 24.0  # pixels between the shore and a place on it; at most, for one to be kept
_OVERLAP = 8.0  # the price of two boxes one over the other

Floats = npt.NDArray[np.float64]
Box = tuple[float, float, float, float]  # middle, width and height


def sited(
    old: Geometry, new: Geometry, areas: Mapping[str, BaseGeometry], now: Mapping[str, BaseGeometry], map_: Topology
) -> dict[str, Place]:
    """The places of a new drawing: the old ones that still lie well inside, new ones for the others.

    Shape: one for each face that had one, one for each coast where a face has several now.
    """
    places = {name: place for name, place in old.places.items() if "/" not in name}
    seas = {face.id for face in map_.faces if face.terrain is Terrain.SEA}
    barriers = {face.id for face in map_.faces if face.terrain is Terrain.BARRIER}
    sizes = _Sizes(new, seas)
    changed = [face for face in sorted(places) if not shapely.equals(areas[face], now[face])]
    for face in changed:
        if face not in barriers and not _stays(places[face], areas[face], now[face]):
            fixed = [box for name, place in places.items() if name != face for box in sizes.boxes(name, place)]
            places[face] = _Field(shapely.intersection(now[face], frame_of(new))).best(
                sizes, face, places[face], np.array(fixed)
            )
    return places | dict(_coast_places(old, new, now, map_, places, sizes))


class _Sizes:
    """How much room a unit, a name and a center take."""

    def __init__(self, geometry: Geometry, seas: set[str]) -> None:
        self.unit = (40 * geometry.scale, 28 * geometry.scale)
        self.dot = 13 * geometry.scale
        self.letter, self.high = 0.56 * geometry.land_names, 0.73 * geometry.land_names
        self.seas = seas

    def name(self, face: str) -> float:
        """The width of the name of a face."""
        return self.letter * len(face) + (6 if face in self.seas else 0)

    def boxes(self, name: str, place: Place) -> Iterator[Box]:
        """What stands at a place."""
        yield (*place.unit, *self.unit)
        yield from self.words(name, place)

    def words(self, name: str, place: Place) -> Iterator[Box]:
        """The name and the center of a place."""
        if place.name is not None:
            yield (*place.name, self.name(name), self.high)
        if place.center is not None:
            yield (*place.center, self.dot, self.dot)


def _stays(place: Place, before: BaseGeometry, now: BaseGeometry) -> bool:
    """Whether what stands at a place is as far from the shore as it was, or far enough."""
    for point, room in ((place.unit, _ROOM_UNIT), (place.name, _ROOM_WORD), (place.center, _ROOM_WORD)):
        if point is not None and _depth(now, point) < min(room, _depth(before, point) - 0.5):
            return False
    return True


def _depth(area: BaseGeometry, at: Point) -> float:
    """How far from the shore a point lies, under 0 outside."""
    point = shapely.Point(at)
    gap = float(shapely.distance(area.boundary, point))
    return gap if area.covers(point) else -gap


class _Field:
    """The depth of each point of a raster over a face."""

    def __init__(self, area: BaseGeometry) -> None:
        pad = 60
        left, top, right, bottom = area.bounds
        wide, high = right - left + 2 * pad, bottom - top + 2 * pad
        self.step = max(2.0, (wide * high / _POINTS) ** 0.5)
        self.left, self.top = left - pad, top - pad
        xs = np.arange(self.left, right + pad, self.step)
        ys = np.arange(self.top, bottom + pad, self.step)
        gx, gy = np.meshgrid(xs, ys)
        shapely.prepare(area)
        inside = shapely.contains_xy(area, gx, gy)
        gap = shapely.distance(shapely.points(gx, gy), area.boundary)
        self.depth: Floats = np.where(inside, gap, -gap)
        self.xs, self.ys = gx[inside], gy[inside]
        if not len(self.xs):
            at = area.representative_point()
            self.xs, self.ys = np.array([at.x]), np.array([at.y])

    def best(self, sizes: _Sizes, face: str, was: Place, fixed: Floats) -> Place:
        """The arrangement that sticks out least; wide clearance and nearness to the old place are a bonus."""
        scores, found = [], []
        for name, dot in _arrangements(sizes, face, center=was.center is not None):
            score = 2 * self._short(0, 0, *sizes.unit) + self._hit(0, 0, *sizes.unit, fixed)
            wide = sizes.name(face)
            score = score + self._short(*name, wide, sizes.high) + self._hit(*name, wide, sizes.high, fixed)
            if dot is not None:
                score = score + 1.5 * self._short(*dot, sizes.dot, sizes.dot)
                score = score + self._hit(*dot, sizes.dot, sizes.dot, fixed)
            score = score - 0.2 * np.minimum(self._at(self.xs, self.ys), 30)
            score = score + 0.01 * np.hypot(self.xs - was.unit[0], self.ys - was.unit[1])
            best = int(np.argmin(score))
            scores.append(float(score[best]))
            found.append((float(self.xs[best]), float(self.ys[best]), name, dot))
        x, y, name, dot = found[scores.index(min(scores))]
        return Place(
            unit=(round(x, 1), round(y, 1)),
            name=(round(x + name[0], 1), round(y + name[1], 1)),
            center=None if dot is None else (round(x + dot[0], 1), round(y + dot[1], 1)),
        )

    def _at(self, xs: Floats, ys: Floats) -> Floats:
        rows, columns = self.depth.shape
        row = np.clip(((ys - self.top) / self.step + 0.5).astype(int), 0, rows - 1)
        column = np.clip(((xs - self.left) / self.step + 0.5).astype(int), 0, columns - 1)
        found: Floats = self.depth[row, column]
        return found

    def _short(self, dx: float, dy: float, wide: float, high: float) -> Floats:
        """How far a box sticks out, for each point that it may be placed from."""
        total = np.zeros(len(self.xs))
        for across in (-0.5, 0, 0.5):
            for down in (-0.5, 0, 0.5):
                depth = self._at(self.xs + dx + across * wide, self.ys + dy + down * high)
                total += np.maximum(0, 2 - depth)
        return total

    def _hit(self, dx: float, dy: float, wide: float, high: float, fixed: Floats) -> Floats:
        """What it costs that a box lies over others."""
        total = np.zeros(len(self.xs))
        for x, y, width, height in fixed:
            over = np.minimum(
                (wide + width) / 2 + 1 - abs(self.xs + dx - x), (high + height) / 2 + 1 - abs(self.ys + dy - y)
            )
            total += np.where(over > 0, _OVERLAP + 2 * over, 0)
        return total


def _arrangements(sizes: _Sizes, face: str, *, center: bool) -> Iterator[tuple[Point, Point | None]]:
    """Where the name and the center may stand, seen from the unit."""
    wide, high = sizes.unit
    long, dot = sizes.name(face), sizes.dot
    down, aside = (high + sizes.high) / 2 + 4, (wide + long) / 2 + 3
    for name in ((0.0, down), (0.0, -down), (aside, 0.0), (-aside, 0.0)):
        if not center:
            yield name, None
            continue
        step = (long + dot) / 2 + 2
        for side in (step, -step):  # beside the name, the two together under the middle where the name is not aside
            shift = side / 2 if not name[0] else 0.0
            if not name[0] or (side > 0) == (name[0] > 0):
                yield (name[0] - shift * dot / long, name[1]), (name[0] - shift * dot / long + side, name[1])
        if not name[0]:
            yield name, ((wide + dot) / 2 + 2, 0.0)
            yield name, (-(wide + dot) / 2 - 2, 0.0)
            yield name, (0.0, -np.sign(name[1]) * ((high + dot) / 2 + 3))
        else:
            yield name, (0.0, (high + dot) / 2 + 3)
            yield name, (0.0, -(high + dot) / 2 - 3)


def _coast_places(
    old: Geometry, new: Geometry, now: Mapping[str, BaseGeometry], map_: Topology, places: Mapping[str, Place],
    sizes: _Sizes,
) -> Iterator[tuple[str, Place]]:  # fmt: skip
    """A place for each coast of the faces that have several: the old one while it lies on the coast."""
    lines = {drawn_border(border): border.line for border in new.borders}
    for face in map_.faces:
        coasts = coasts_of(map_, face.id) if face.terrain is Terrain.LAND else ()
        if len(coasts) < 2 or face.id not in places:
            continue
        for coast, suffix in zip(coasts, label(map_, face.id, coasts).suffixes, strict=True):
            name = f"{face.id}/{suffix}"
            shore = shapely.union_all([shapely.LineString(lines[border_at(map_, side)]) for side in coast.sides])
            was = old.places.get(name)
            if was is not None and shapely.distance(shore, shapely.Point(was.unit)) < _NEAR:
                yield name, was
                continue
            boxes = [box for other, place in places.items() for box in sizes.boxes(other, place) if other != face.id]
            boxes += sizes.words(face.id, places[face.id])
            yield name, Place(unit=_on_shore(shore, now[face.id], sizes, boxes, frame_of(new)))


def _on_shore(shore: BaseGeometry, area: BaseGeometry, sizes: _Sizes, boxes: list[Box], frame: BaseGeometry) -> Point:
    """A point on a shore near its middle, a little inland, clear of other boxes as far as that is possible."""
    runs = sorted(shapely.get_parts(shapely.line_merge(shore)).tolist(), key=lambda run: -run.length)
    middle = runs[0].interpolate(0.5, normalized=True)
    wide, high = sizes.unit
    best: tuple[float, Point] | None = None
    for run in runs:
        for at in np.linspace(0, run.length, max(3, int(run.length / 5))).tolist():
            for point in _inland(run, at, area):
                cost = 0.05 * shapely.Point(point).distance(middle) + 0.2 * max(0.0, 4 - _depth(area, point))
                cost += (
                    0 if frame.covers(shapely.box(point[0] - wide / 2, point[1] - high / 2, point[0], point[1])) else 50
                )
                for x, y, width, height in boxes:
                    over = min((wide + width) / 2 - abs(point[0] - x), (high + height) / 2 - abs(point[1] - y))
                    cost += _OVERLAP + over if over > 0 else 0
                if best is None or cost < best[0]:
                    best = cost, (round(point[0], 1), round(point[1], 1))
    assert best is not None
    return best[1]


def _inland(run: BaseGeometry, at: float, area: BaseGeometry) -> Line:
    """The points to both sides of a place on a shore that lie in the area; the place itself where neither does."""
    here, there = run.interpolate(max(0.0, at - 1)), run.interpolate(min(run.length, at + 1))
    middle = run.interpolate(at)
    dx, dy = there.x - here.x, there.y - here.y
    size = float(np.hypot(dx, dy)) or 1.0
    sides = [(middle.x + sign * dy / size * _INSET, middle.y - sign * dx / size * _INSET) for sign in (1, -1)]
    return tuple(side for side in sides if area.covers(shapely.Point(side))) or ((middle.x, middle.y),)
