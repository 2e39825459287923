"""A drawing as polygons that can be painted over, and the borders and corners of what comes of it.

All that is old and new is laid over one another on the grid of the stored points, so that what is stored is what was
compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry.base import BaseGeometry

from judge.pictures.geometry import OUTSIDE, Border, Geometry, Line, Point, area

GRID = 0.1  # pixels; a drawing is stored with one decimal
MARGIN = 40  # pixels round the picture that stand for the face outside
_ROUNDS = 6  # of giving away crumbs

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Paint:
    """An area that becomes a face's, as far as it was of those that change."""

    area: BaseGeometry
    face: str


def areas_of(geometry: Geometry) -> dict[str, BaseGeometry]:
    """What each face covers; the face outside has a margin round the picture and what the others leave."""
    found = {}
    for face, rings in geometry.rings.items():
        if face != OUTSIDE:
            holes = [ring for ring in rings[1:] if area(ring) < 0]
            found[face] = shapely.Polygon(rings[0], holes)
    if OUTSIDE in geometry.rings:
        rest = shapely.union_all(list(found.values()), grid_size=GRID)
        found[OUTSIDE] = shapely.difference(_whole(geometry), rest, grid_size=GRID)
    return found


def frame_of(geometry: Geometry) -> BaseGeometry:
    """The picture's rectangle."""
    width, height = geometry.size
    return shapely.box(0, 0, width, height)


def polygons(shape: BaseGeometry) -> list[BaseGeometry]:
    """The polygons that a shape consists of, lines and points left out."""
    return [one for one in shapely.get_parts(shape).tolist() if one.geom_type == "Polygon" and not one.is_empty]


def painted(
    geometry: Geometry, areas: Mapping[str, BaseGeometry], paints: Sequence[Paint], changing: frozenset[str]
) -> tuple[Border, ...]:
    """The borders after painting faces that change; a part that is cut off goes to the neighbor it has most line with.

    Shape: of paints one over another the first counts. Empty when lines meet otherwise than by threes.
    """
    lines = [shapely.LineString(border.line) for border in geometry.borders]
    lines += [one.area.boundary for one in paints]
    lines.append(_whole(geometry).boundary)
    net = shapely.union_all(lines, grid_size=GRID)
    cells = list(shapely.polygonize([net]).geoms)
    tiles = _Tiles(cells, _labels(cells, areas, paints, changing))
    tiles.give_crumbs_away()
    return _Net(geometry, tiles.rights()).borders()


def _whole(geometry: Geometry) -> BaseGeometry:
    width, height = geometry.size
    return shapely.box(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)


def _labels(
    cells: Sequence[BaseGeometry], areas: Mapping[str, BaseGeometry], paints: Sequence[Paint], changing: frozenset[str]
) -> list[str]:
    points = [cell.representative_point() for cell in cells]
    faces = sorted(areas)
    labels = [OUTSIDE] * len(cells)
    places, numbers = shapely.STRtree([areas[face] for face in faces]).query(points, predicate="intersects")
    for place, number in zip(places.tolist(), numbers.tolist(), strict=True):
        labels[place] = faces[number]
    free = [place for place, face in enumerate(labels) if face in changing]
    for one in paints:
        hit = {place for place in free if shapely.intersects(one.area, points[place])}
        for place in hit:
            labels[place] = one.face
        free = [place for place in free if place not in hit]
    return labels


class _Tiles:
    """Cells side by side, each a part of a face."""

    def __init__(self, cells: Sequence[BaseGeometry], labels: list[str]) -> None:
        self.labels = labels
        self.sizes = [float(cell.area) for cell in cells]
        self.cell_at: dict[Segment, int] = {}
        for number, cell in enumerate(cells):
            for segment in _segments(cell):
                self.cell_at[segment] = number
        self.common: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for (start, end), number in self.cell_at.items():
            other = self.cell_at.get((end, start))
            if other is not None:
                length = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
                self.common[number][other] += length

    def give_crumbs_away(self) -> None:
        """Let every face be in one piece."""
        for _ in range(_ROUNDS):
            crumbs = list(self._crumbs())
            if not crumbs:
                return
            for crumb in crumbs:
                shared: dict[str, float] = defaultdict(float)
                for number in crumb:
                    for other, length in self.common[number].items():
                        if self.labels[other] != self.labels[number]:
                            shared[self.labels[other]] += length
                heir = max(sorted(shared), key=lambda face: shared[face])
                for number in crumb:
                    self.labels[number] = heir

    def _crumbs(self) -> Iterator[list[int]]:
        """The parts of each face but the largest, the smallest first."""
        pieces: dict[str, list[list[int]]] = defaultdict(list)
        seen: set[int] = set()
        for start in range(len(self.labels)):
            piece, waiting = [], [start]
            while waiting:
                number = waiting.pop()
                if number not in seen:
                    seen.add(number)
                    piece.append(number)
                    waiting += (one for one in self.common[number] if self.labels[one] == self.labels[start])
            if piece:
                pieces[self.labels[start]].append(piece)
        crumbs = []
        for found in pieces.values():
            crumbs += sorted(found, key=self._size)[:-1]
        yield from sorted(crumbs, key=self._size)

    def _size(self, piece: Iterable[int]) -> float:
        return sum((self.sizes[number] for number in piece), 0.0)

    def rights(self) -> dict[Segment, str]:
        """For each piece of border, in both directions, the face on its right hand."""
        found = {}
        for (start, end), number in self.cell_at.items():
            other = self.cell_at.get((end, start))
            if other is not None and self.labels[other] != self.labels[number]:
                found[start, end] = self.labels[number]
        return found


def _segments(cell: BaseGeometry) -> Iterator[Segment]:
    """The boundary of a cell in short pieces, the cell on the right hand as it is seen."""
    turned = shapely.orient_polygons(cell)  # counterclockwise where y goes up, so clockwise here
    for ring in (turned.exterior, *turned.interiors):
        points = [(round(x, 1), round(y, 1)) for x, y in ring.coords]
        yield from pairwise(points)


class _Net:
    """The lines between faces."""

    def __init__(self, geometry: Geometry, rights: Mapping[Segment, str]) -> None:
        self.width, self.height = geometry.size
        self.rights = rights
        self.beside: dict[Point, list[Point]] = defaultdict(list)
        for start, end in rights:
            self.beside[start].append(end)

    def borders(self) -> tuple[Border, ...]:
        """The borders sorted, their corners named by three faces; empty when a corner is no meeting of three."""
        corners = sorted(point for point, others in self.beside.items() if len(others) != 2)
        named: dict[Point, str] = {}
        counts: dict[str, int] = defaultdict(int)
        for corner in corners:
            three = sorted({self.rights[corner, other] for other in self.beside[corner]})
            if len(three) != 3 or len(self.beside[corner]) != 3:
                return ()
            name = ".".join(three)
            counts[name] += 1
            named[corner] = name if counts[name] == 1 else f"{name}.{counts[name]}"
        lines = [self._walk(corner, other, named) for corner in corners for other in self.beside[corner]]
        passed = {point for line in lines for point in line}
        for point in sorted(self.beside):
            if point not in passed:
                lines += [self._walk(point, other, {point: ""}) for other in self.beside[point]]
                passed.update(lines[-1])
        found = [self._border(line, named) for line in lines if self._right(line) < self._right(line[::-1])]
        return tuple(sorted(found, key=lambda one: (one.faces, one.ends, one.line)))

    def _walk(self, start: Point, following: Point, stops: Mapping[Point, str]) -> Line:
        line = [start, following]
        while line[-1] not in stops:
            one, other = self.beside[line[-1]]
            line.append(other if one == line[-2] else one)
        return tuple(line)

    def _right(self, line: Line) -> str:
        return self.rights[line[0], line[1]]

    def _border(self, line: Line, named: Mapping[Point, str]) -> Border:
        ends = (named[line[0]], named[line[-1]]) if line[0] in named else ()
        rim = all(x <= 0 or y <= 0 or x >= self.width or y >= self.height for x, y in line)
        return Border(faces=(self._right(line), self._right(line[::-1])), ends=ends, line=line, rim=rim)
