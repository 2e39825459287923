"""Where everything of a board lies on paper: corners, borders, and the places of units, names and centers.

The data of a board is the file `maps/NAME.geometry.json`. Its units are pixels of a map `size` wide and high, y down.
A border runs between two corners, with its first face on the right hand of whoever walks it from the first end to the
second; one without ends is a closed line round an island. The face of an area on the rim that has no place, `out`, has
no ring of its own: it is what the others leave.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any

from judge.errors import MapError
from judge.paths import data_file

Point = tuple[float, float]
Line = tuple[Point, ...]

OUTSIDE = "out"
_SUFFIX = ".geometry.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Border:
    """A line between two faces, its corners included; `rim` when it is the edge of the picture."""

    faces: tuple[str, str]
    ends: tuple[str, ...]
    line: Line
    rim: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The points of a face; of a named coast only `unit`."""

    unit: Point
    name: Point | None = None
    center: Point | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line that is drawn and means no border: a channel, a lake, a bridge, a railway. Units: `width` in pixels."""

    line: Line
    width: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a power is told apart: a pale tint for land, a strong colour for units, a hatch for who cannot see either."""

    tint: str
    strong: str
    hatch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """The drawing of a board.

    Shape: `rings` the closed lines of each face, the first the outer one; `stations` where the trains of a railway
    stop, in order; `isles` the land of faces that are land and water together; `lakes` faces of water that no unit
    enters. Units: `scale` is 1 for units of the usual size; `land_names` and `sea_names` are sizes of letters.
    """

    map: str
    size: tuple[int, int]
    scale: float
    land_names: float
    sea_names: float
    powers: Mapping[str, Style]
    borders: tuple[Border, ...]
    rings: Mapping[str, tuple[Line, ...]]
    places: Mapping[str, Place]
    islets: tuple[Line, ...] = ()
    channels: tuple[Stroke, ...] = ()
    lakes: frozenset[str] = frozenset()
    isles: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    ponds: tuple[Stroke, ...] = ()
    bridges: tuple[Stroke, ...] = ()
    stations: Mapping[str, Point] = field(default_factory=dict)
    railway: Line = ()

    def place(self, location: str) -> Place:
        """The points of a location; of a coast that has none of its own those of its province.

        Refuses: KeyError for a place that is not drawn.
        """
        return self.places.get(location) or self.places[location.partition("/")[0]]


@lru_cache(maxsize=16)
def find_geometry(name: str) -> Geometry | None:
    """The drawing of the map of this name, None when there is none.

    Refuses: MapError for a file that is no drawing.
    """
    path = data_file("maps", name + _SUFFIX)
    if not path.is_file():
        return None
    try:
        return read_geometry(json.loads(path.read_text("utf-8")))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise MapError(f"{path.name}: {error!r} is wrong in this drawing") from error


def read_geometry(document: Mapping[str, Any]) -> Geometry:  # Any: a JSON document
    """The drawing in a document. Refuses: KeyError, TypeError, ValueError for one that is none."""
    corners = {name: _point(at) for name, at in document["corners"].items()}
    borders = tuple(_border(one, corners) for one in document["borders"])
    railway = document.get("railway", {})
    width, height = document["size"]
    return Geometry(
        map=document["map"],
        size=(int(width), int(height)),
        scale=float(document["scale"]),
        land_names=float(document["land_names"]),
        sea_names=float(document["sea_names"]),
        powers={power: Style(**style) for power, style in document["powers"].items()},
        borders=borders,
        rings=rings_of(borders),
        places={
            name: Place(**{what: _point(at) for what, at in one.items()}) for name, one in document["places"].items()
        },
        islets=tuple(map(_line, document["islets"])),
        channels=tuple(map(_stroke, document["channels"])),
        lakes=frozenset(document.get("lakes", ())),
        isles={face: tuple(map(_line, lines)) for face, lines in document.get("isles", {}).items()},
        ponds=tuple(map(_stroke, document.get("ponds", ()))),
        bridges=tuple(map(_stroke, document.get("bridges", ()))),
        stations={name: _point(at) for name, at in railway.get("stations", {}).items()},
        railway=_line(railway.get("line", ())),
    )


def write_geometry(geometry: Geometry) -> dict[str, Any]:  # Any: a JSON document
    """The document of a drawing, from which `read_geometry` makes an equal one."""
    corners = {
        end: point for one in geometry.borders if one.ends for end, point in zip(one.ends, _tips(one.line), strict=True)
    }
    document: dict[str, Any] = {
        "map": geometry.map, "size": list(geometry.size), "scale": geometry.scale,
        "land_names": geometry.land_names, "sea_names": geometry.sea_names,
        "powers": {power: asdict(style) for power, style in geometry.powers.items()},
        "corners": {name: list(corners[name]) for name in sorted(corners)},
        "borders": [_border_document(one) for one in geometry.borders],
        "places": {
            name: {what: list(at) for what, at in asdict(place).items() if at is not None}
            for name, place in geometry.places.items()
        },
        "islets": [_listed(line) for line in geometry.islets],
        "channels": [_stroke_document(one) for one in geometry.channels],
        "lakes": sorted(geometry.lakes),
        "isles": {face: [_listed(line) for line in lines] for face, lines in geometry.isles.items()},
        "ponds": [_stroke_document(one) for one in geometry.ponds],
        "bridges": [_stroke_document(one) for one in geometry.bridges],
    }  # fmt: skip
    if geometry.railway:
        stations = {name: list(at) for name, at in geometry.stations.items()}
        document["railway"] = {"line": _listed(geometry.railway), "stations": stations}
    return document


def rings_of(borders: Sequence[Border]) -> Mapping[str, tuple[Line, ...]]:
    """The closed lines round each face, walked with the face on the right hand, the one that holds most first.

    Shape: the first point of a ring is not repeated at its end.
    Refuses: ValueError for a face whose borders do not close.
    """
    rings: dict[str, list[Line]] = defaultdict(list)
    going: dict[str, dict[str, tuple[str, Line]]] = defaultdict(dict)
    for border in borders:
        right, left = border.faces
        if not border.ends:
            rings[right].append(border.line[:-1])
            rings[left].append(border.line[:0:-1])
            continue
        start, end = border.ends
        going[right][start] = (end, border.line[:-1])
        going[left][end] = (start, border.line[:0:-1])
    for face, onward in going.items():
        rings[face] += _closed(face, onward)
    return {face: tuple(sorted(found, key=lambda ring: -abs(area(ring)))) for face, found in rings.items()}


def area(ring: Line) -> float:
    """What a ring encloses, over 0 when it is walked clockwise as it is seen. Units: square pixels."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def _closed(face: str, onward: Mapping[str, tuple[str, Line]]) -> list[Line]:
    left, found = dict(onward), []
    while left:
        first = corner = next(iter(left))
        parts: list[Line] = []
        while corner in left:
            corner, line = left.pop(corner)
            parts.append(line)
        if corner != first:
            if face == OUTSIDE:
                continue  # what lies off the picture need not close
            raise ValueError(f"the borders of {face} do not close at {corner}")
        found.append(tuple(chain.from_iterable(parts)))
    return found


def _border(one: Mapping[str, Any], corners: Mapping[str, Point]) -> Border:
    first, second = one["faces"]
    ends = tuple(one["ends"])
    line = _line(one["line"])
    if ends:
        start, end = ends
        line = (corners[start], *line, corners[end])
    return Border(faces=(first, second), ends=ends, line=line, rim=bool(one.get("frame")))


def _border_document(border: Border) -> dict[str, Any]:
    line = border.line[1:-1] if border.ends else border.line
    rim = {"frame": True} if border.rim else {}
    return {"faces": list(border.faces), "ends": list(border.ends), "line": _listed(line), **rim}


def _stroke_document(one: Stroke) -> dict[str, Any]:
    return {"line": _listed(one.line), "width": one.width, "name": one.name}


def _tips(line: Line) -> tuple[Point, Point]:
    return line[0], line[-1]


def _listed(line: Line) -> list[list[float]]:
    return [list(point) for point in line]


def _stroke(one: Any) -> Stroke:  # Any: a JSON document
    return Stroke(line=_line(one["line"]), width=float(one.get("width", 0)), name=one.get("name", ""))


def _line(points: Sequence[Sequence[float]]) -> Line:
    return tuple(map(_point, points))


def _point(point: Sequence[float]) -> Point:
    x, y = point
    return float(x), float(y)
