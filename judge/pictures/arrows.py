"""Orders as lines: moves, supports, convoys, retreats, and journeys on a railway."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.board import Board, province_of
from judge.game.orders import Convoy, Retreat, Support
from judge.game.outcomes import SUCCESSES, Outcome
from judge.game.sketches import Leg, legs
from judge.pictures import curves, marks
from judge.pictures.geometry import Geometry, Line, Point, Style
from judge.pictures.strokes import Value, path_of, polygon, stroke
from judge.pictures.theme import WHITE

_START, _BEFORE_UNIT, _BEFORE_PLACE = 17, 21, 7  # pixels left free at the ends of an arrow
_CROSS_AT = 0.42
_SUPPORTED_AT = 0.62
_BELOW = 24  # pixels by which a convoyed army passes below its fleets


@dataclass(slots=True)
class Layers:
    """The lines of a picture, from the lowest to the highest."""

    supports: list[str]
    moves: list[str]
    crosses: list[str]
    rings: list[str]

    @property
    def text(self) -> str:
        """All of them, in the order in which they are drawn."""
        return "".join((*self.supports, *self.moves, *self.crosses, *self.rings))


class Arrows:
    """The orders of one phase as lines on a drawing."""

    def __init__(
        self, geometry: Geometry, board: Board, styles: Mapping[str, Style], standing: Mapping[str, str],
        outcomes: Sequence[Outcome], shifted: Mapping[tuple[str, str], Point],
    ) -> None:  # fmt: skip
        """Shape: `standing` maps a province to the location of the unit that is drawn there.

        And `shifted` maps a power and a province to where its unit is drawn when another stands in its place.
        """
        self.geometry, self.board, self.styles, self.standing = geometry, board, styles, standing
        self.outcomes, self.shifted = outcomes, shifted
        self.scale = geometry.scale
        self.layers = Layers([], [], [], [])
        self.carriers = _carriers(outcomes)

    def draw(self) -> Layers:
        """The lines of all orders."""
        for outcome in self.outcomes:
            stages = outcome.parts or (outcome,)
            for stage, one in enumerate(stages):
                self._order(one, late=stage > 0)
        return self.layers

    def _order(self, outcome: Outcome, *, late: bool) -> None:
        match outcome.order:
            case Support():
                self._support(outcome.order, failed=outcome.result not in SUCCESSES)
            case Convoy():
                self._convoy(outcome)
            case order:
                for leg in legs(order):
                    self._leg(outcome, leg, late=late)

    def _leg(self, outcome: Outcome, leg: Leg, *, late: bool) -> None:
        colour = self.styles[outcome.order.power].strong
        failed = outcome.result not in SUCCESSES
        start = self.shifted.get((outcome.order.power, province_of(leg.at)))
        line = self._trimmed(self._way(leg, self._fleets(leg), start), leg.to, starts_at_unit=not late)
        dash = ""
        if isinstance(outcome.order, Retreat):
            dash = "2 5"
        elif self._fleets(leg):
            dash = "13 5"
        elif failed:
            dash = "6 4"
        self._arrow(line, colour, dash, 0.6 if late else 1.0)
        if failed:
            at = curves.point_at(line, curves.length(line) * _CROSS_AT)
            self.layers.crosses.append(marks.cross(at, self.scale))

    def _arrow(self, line: Line, colour: str, dash: str, strength: float) -> None:
        size, width = 13.5 * self.scale, 4.2 * self.scale
        tip = curves.head(line, size)
        shaft = path_of(curves.cut(line, 0, size * 0.7) if curves.length(line) > size else line)
        casing = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        found = stroke(shaft, WHITE, width + 2.8, **casing)
        found += polygon(tip, WHITE, stroke=WHITE, stroke_width=2.8, stroke_linejoin="round")
        extra: dict[str, Value] = {"stroke_dasharray": dash} if dash else {}
        if strength < 1:
            extra["stroke_opacity"] = strength
        found += stroke(shaft, colour, width, stroke_linejoin="round", **extra)
        self.layers.moves.append(found + polygon(tip, colour, **({"fill_opacity": strength} if strength < 1 else {})))

    def _support(self, order: Support, *, failed: bool) -> None:
        colour = self.styles[order.power].strong
        start = self.geometry.place(order.at).unit
        if order.to is None:
            target = self._unit_at(order.target)
            line = curves.bent(start, target, 0.06)
            line = curves.cut(line, _START * self.scale, 19 * self.scale)
        else:
            leg = Leg(at=self.standing.get(province_of(order.target), order.target), to=order.to)
            way = self._trimmed(self._way(leg, self._fleets(leg)), order.to)
            end = curves.point_at(way, curves.length(way) * _SUPPORTED_AT)
            line = curves.cut(curves.bent(start, end, 0.04), _START * self.scale, 0)
        data, width = path_of(line), 2.5 * self.scale
        self.layers.supports.append(
            stroke(data, WHITE, width + 2, stroke_opacity=0.8)
            + stroke(data, colour, width, stroke_dasharray="5 3")
            + marks.ball(line[-1], colour, self.scale)
        )
        if failed:
            at = curves.point_at(line, curves.length(line) * _CROSS_AT)
            self.layers.crosses.append(marks.cross(at, self.scale))

    def _convoy(self, outcome: Outcome) -> None:
        at = self.geometry.place(outcome.order.at).unit
        self.layers.rings.append(marks.ring(at, self.styles[outcome.order.power].strong, self.scale))
        if outcome.result not in SUCCESSES:
            self.layers.crosses.append(marks.cross((at[0] + 20 * self.scale, at[1] + 14 * self.scale), self.scale))

    def _fleets(self, leg: Leg) -> tuple[str, ...]:
        """The fleets that carry an army on its way, in a chain as far as there is one; () for a walk."""
        offered = self.carriers.get((province_of(leg.at), province_of(leg.to)), ())
        chain, here = [], province_of(leg.at)
        left = list(offered)
        while left:
            near = [one for one in left if self._touches(here, one)]
            if not near:
                break
            here = near[0]
            left.remove(here)
            chain.append(here)
            if self._touches(here, province_of(leg.to)):
                return tuple(chain)
        return tuple(chain)

    def _touches(self, one: str, other: str) -> bool:
        there = {province_of(near) for near in self.board.fleet_neighbors(one)}
        for coast in self.board.province(one).coasts:
            there |= {province_of(near) for near in self.board.fleet_neighbors(f"{one}/{coast}")}
        return province_of(other) in there

    def _way(self, leg: Leg, fleets: Sequence[str], start: Point | None = None) -> Line:
        start, end = start or self.geometry.place(leg.at).unit, self.geometry.place(leg.to).unit
        if leg.by_rail and leg.at in self.geometry.stations and leg.to in self.geometry.stations:
            rails = self.geometry.railway
            ways = [curves.nearest(rails, self.geometry.stations[one]) for one in (leg.at, leg.to)]
            return (start, *curves.part(rails, *ways), end)
        if canal := self._canal(leg):
            return curves.through([start, *canal, end])
        if fleets:
            below = _BELOW * self.scale
            stops = [self.geometry.place(one).unit for one in fleets]
            return curves.through([start, *((x, y + below) for x, y in stops), end])
        return curves.bent(start, end)

    def _canal(self, leg: Leg) -> Line:
        """The two ends of the canal that a leg goes through, in its direction; () for one that goes through none."""
        topology = self.board.topology
        for canal in topology.canals if topology is not None else ():
            if self.geometry.channels and {leg.at, leg.to} <= set(canal.seas):
                keeper, start = self.geometry.place(canal.province).unit, self.geometry.place(leg.at).unit
                water = min(self.geometry.channels, key=lambda one: curves.distance(one.line[0], keeper)).line
                return tuple(sorted((water[0], water[-1]), key=lambda end: curves.distance(end, start)))
        return ()

    def _trimmed(self, line: Line, to: str, *, starts_at_unit: bool = True) -> Line:
        first = _START if starts_at_unit else 0
        last = _BEFORE_UNIT if province_of(to) in self.standing else _BEFORE_PLACE
        return curves.cut(line, first * self.scale, last * self.scale)

    def _unit_at(self, location: str) -> Point:
        return self.geometry.place(self.standing.get(province_of(location), location)).unit


def _carriers(outcomes: Iterable[Outcome]) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The fleets that were ordered to carry an army from one province to another."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for outcome in outcomes:
        for one in outcome.parts or (outcome,):
            order = one.order
            if isinstance(order, Convoy) and one.result not in ("void", "unused"):
                way = (province_of(order.target), province_of(order.to))
                found[way] = (*found.get(way, ()), order.at)
    return found
