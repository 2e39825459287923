"""The board itself: sea, land in the colours of its owners, borders, coasts and what else never moves."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from judge.board import Board, ProvinceKind
from judge.board.topology import Topology
from judge.errors import PictureError
from judge.pictures.geometry import OUTSIDE, Border, Geometry, find_geometry
from judge.pictures.strokes import circle, element, filled, paths_of, stroke, text_at
from judge.pictures.theme import (
    GLOW,
    INK,
    ISLET,
    LAKE,
    LAND,
    LAND_LINE,
    SEA,
    SEA_LINE,
    SEA_NAME,
    SHORE,
    WHITE,
    pale,
)

_GLOWS = ((22, 0.25), (13, 0.35), (6, 0.5))
EDGE, CLOSED = "edge", "closed"  # the patterns of what is no part of the board, and of its land that nobody may enter
_SLEEPERS = 7  # pixels from one to the next


class Ground:
    """The layers of a board that no position changes, made once for a drawing."""

    def __init__(self, geometry: Geometry, board: Board) -> None:
        self.geometry = geometry
        self.seas = frozenset(one.id for one in board.provinces if one.kind is ProvinceKind.SEA)
        self.mixed = frozenset(geometry.isles)
        self.lands = tuple(
            face for face in geometry.rings if face not in self.seas | self.mixed | geometry.lakes | {OUTSIDE}
        )
        self.barriers = frozenset(one.id for one in board.barriers)
        self.below = self._below()
        self.above = self._above()
        self.names = self._names(board)

    def land(self, owners: Mapping[str, str], near: Mapping[str, str], tints: Mapping[str, str]) -> str:
        """The land: hatched where it is owned, plainly tinted where a power only surrounds it; darker lines between.

        Shape: `owners` and `near` give a power for a face, `tints` its plain tint.
        """
        parts = []
        for face in self.lands:
            if face in self.barriers:
                colour = f"url(#{CLOSED})"
            elif face in owners:
                colour = f"url(#of-{owners[face]})"
            else:
                colour = pale(tints[near[face]]) if face in near else LAND
            parts.append(filled(paths_of(self.geometry.rings[face], closed=True), colour, fill_rule="evenodd"))
        for face, isles in self.geometry.isles.items():
            colour = f"url(#of-{owners[face]})" if face in owners else LAND
            parts.append(filled(paths_of(isles, closed=True), colour, stroke=SHORE, stroke_width=1))
        return "".join(parts)

    def divides(self, owners: Mapping[str, str]) -> str:
        """The borders between lands of different owners."""
        lines = [
            border.line for border in self.geometry.borders
            if self._inland(border) and owners.get(border.faces[0]) != owners.get(border.faces[1])
        ]  # fmt: skip
        return stroke(paths_of(lines), INK, 2.2, stroke_linejoin="round", stroke_opacity=0.75)

    def _is_land(self, face: str) -> bool:
        return face not in self.seas and face not in self.mixed and face not in self.geometry.lakes

    def _inland(self, border: Border) -> bool:
        return not border.rim and all(map(self._is_land, border.faces))

    def _coastal(self, border: Border) -> bool:
        first, second = map(self._is_land, border.faces)
        return not border.rim and first != second and not self.mixed & set(border.faces)

    def _below(self) -> str:
        """Sea, shallow water along the coasts, borders at sea."""
        geometry = self.geometry
        width, height = geometry.size
        parts = [element("rect", width=width, height=height, fill=f"url(#{EDGE})")]
        for face in (*sorted(self.seas), *sorted(self.mixed)):
            data = paths_of(geometry.rings[face], closed=True)
            parts.append(filled(data, SEA, fill_rule="evenodd", stroke=SEA, stroke_width=1.5))
        coast = paths_of(border.line for border in geometry.borders if self._coastal(border))
        islets = paths_of(geometry.islets, closed=True)
        glow = "".join(
            stroke(coast + islets, GLOW, wide, stroke_opacity=faint, stroke_linejoin="round", stroke_linecap="round")
            for wide, faint in _GLOWS
        )
        water = "".join(
            paths_of(geometry.rings[face], closed=True) for face in (*sorted(self.seas), *sorted(self.mixed))
        )
        parts.append(element("clipPath", filled(water, SEA), id="water"))
        parts.append(element("g", glow, clip_path="url(#water)"))
        at_sea = [
            border.line for border in geometry.borders
            if not border.rim and not any(map(self._is_land, border.faces)) and not self._rings_mixed(border)
        ]  # fmt: skip
        parts.append(stroke(paths_of(at_sea), SEA_LINE, 1.3, stroke_dasharray="6 4"))
        mixed = [border.line for border in geometry.borders if self._rings_mixed(border)]
        if mixed:
            parts.append(stroke(paths_of(mixed), SHORE, 1.2, stroke_dasharray="1.5 3.5", stroke_linecap="round"))
        for face in sorted(geometry.lakes):
            parts.append(filled(paths_of(geometry.rings[face], closed=True), LAKE))
        return "".join(parts)

    def _rings_mixed(self, border: Border) -> bool:
        return bool(self.mixed & set(border.faces))

    def _above(self) -> str:
        """Islets, channels, borders on land, coasts, lakes, railways, bridges."""
        geometry = self.geometry
        parts = [filled(paths_of(geometry.islets, closed=True), ISLET, stroke=SHORE, stroke_width=1)]
        coast = [border.line for border in geometry.borders if self._coastal(border)]
        parts.append(stroke(paths_of(coast), SHORE, 1.5, stroke_linejoin="round"))
        parts.append(self._channels())
        inland = [border.line for border in geometry.borders if self._inland(border)]
        parts.append(stroke(paths_of(inland), LAND_LINE, 1.3, stroke_linejoin="round"))
        shores = [geometry.rings[face][0] for face in sorted(geometry.lakes)]
        if shores:
            parts.append(stroke(paths_of(shores, closed=True), SHORE, 1.2))
        parts += (
            filled(paths_of([pond.line], closed=True), LAKE, stroke=SHORE, stroke_width=1) for pond in geometry.ponds
        )
        parts.append(self._railway())
        parts += (
            stroke(paths_of([bridge.line]), INK, 2, marker_start="url(#back)", marker_end="url(#on)")
            for bridge in geometry.bridges
        )
        return "".join(parts)

    def _channels(self) -> str:
        """The water that parts lands which are one for the rules; over land only, so that no bank lies in the sea."""
        if not self.geometry.channels:
            return ""
        land = "".join(paths_of(self.geometry.rings[face], closed=True) for face in self.lands)
        parts = []
        for channel in self.geometry.channels:
            data = paths_of([channel.line])
            parts.append(stroke(data, SHORE, channel.width + 1.6, stroke_linejoin="round", stroke_opacity=0.5))
            parts.append(stroke(data, SEA, channel.width, stroke_linejoin="round", stroke_linecap="round"))
        clip = element("clipPath", filled(land, LAND, clip_rule="evenodd"), id="dry")
        return clip + element("g", "".join(parts), clip_path="url(#dry)")

    def _railway(self) -> str:
        geometry = self.geometry
        if not geometry.railway:
            return ""
        data = paths_of([geometry.railway])
        sleepers = stroke(data, INK, 6, stroke_dasharray=f"1.3 {_SLEEPERS - 1.3}", stroke_opacity=0.8)
        stations = "".join(
            element("rect", x=x - 3, y=y - 3, width=6, height=6, fill=WHITE, stroke=INK, stroke_width=1.2)
            for x, y in geometry.stations.values()
        )
        return stroke(data, INK, 1.6) + sleepers + stations

    def _names(self, board: Board) -> str:
        """The short names of all provinces, with a halo, so that lines may run behind them."""
        geometry, parts = self.geometry, []
        for province in board.provinces:
            place = geometry.places.get(province.id)
            if place is None or place.name is None:
                continue
            if province.id in self.seas:
                parts.append(
                    text_at(
                        province.abbreviation, place.name, geometry.sea_names, fill=SEA_NAME, font_style="italic",
                        font_weight=600, stroke=SEA, stroke_width=3,
                    )
                )  # fmt: skip
            else:
                parts.append(
                    text_at(
                        province.abbreviation, place.name, geometry.land_names, fill=INK, font_weight=700,
                        stroke=LAND, stroke_width=3,
                    )
                )  # fmt: skip
        return element("g", "".join(parts), paint_order="stroke", stroke_linejoin="round")


def dots(geometry: Geometry, board: Board, colours: Mapping[str, str]) -> str:
    """The centers: a ring with a dot in its owner's colour, white when it is nobody's; `colours` by province."""
    size, parts = 5.6 * geometry.scale, []
    for province in board.provinces:
        place = geometry.places.get(province.id)
        if province.center and place is not None and place.center is not None:
            parts.append(circle(place.center, size, fill=WHITE, stroke=INK, stroke_width=1.3))
            colour = colours.get(province.id)
            parts.append(circle(place.center, size * 0.5, fill=colour or WHITE, stroke=INK, stroke_width=0.8))
    return "".join(parts)


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    """The layers of a board that never change, kept.

    Refuses: PictureError for a board without a drawing, or one that was changed since it was drawn.
    """
    geometry = find_geometry(board.name)
    if geometry is None or board.topology is None:
        raise PictureError(f"the board {board.name} has no drawing")
    if not fits(geometry, board.topology):
        raise PictureError(f"the board {board.name} has other borders now than its drawing")
    return Ground(geometry, board)


def ground_on(board: Board, geometry: Geometry | None) -> Ground:
    """The layers of a board on a drawing of its own; without one those of its map.

    Refuses: as `ground_of` does. Not: whether the drawing has the borders of the board, who has it made knows.
    """
    return ground_of(board) if geometry is None else Ground(geometry, board)


@lru_cache(maxsize=64)
def has_drawing(board: Board) -> bool:
    """Whether pictures of games that begin on this board can be drawn, so that mails may wait for them.

    Not: whether events that move its borders can be; where they cannot, words in the picture tell it.
    """
    geometry = find_geometry(board.name)
    return geometry is not None and board.topology is not None and fits(geometry, board.topology)


def fits(geometry: Geometry, topology: Topology) -> bool:
    """Whether a drawing has the borders of a map, each between the same two faces with the same at its ends."""
    known = Counter(border_at(topology, side) for side in range(0, len(topology.owner), 2))
    return Counter(map(drawn_border, geometry.borders)) == known


def border_at(topology: Topology, side: int) -> tuple[str, ...]:
    """The border with this side, as its faces and those at its ends; no other of the map has the same."""
    ends = topology.ends(side) or ()
    return _border_of(topology.face(side).id, topology.across(side).id, *(face.id for face in ends))


def drawn_border(border: Border) -> tuple[str, ...]:
    """A border of a drawing in the form of `border_at`."""
    return _border_of(*border.faces, *thirds(border))


def _border_of(right: str, left: str, *ends: str) -> tuple[str, ...]:
    """A border, the same from whichever side it is looked at: the faces, then those at the ends of the first."""
    return (right, left, *ends) if right < left else (left, right, *ends[::-1])


def thirds(border: Border) -> Iterator[str]:
    """The third face at each end of a border; corners are named by their three."""
    for corner in border.ends:
        yield from Counter(corner.split(".")[:3]) - Counter(border.faces)
