"""Pins on what events have changed: the pieces in a glow, new borders thick, a number where there is room."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from judge.pictures.geometry import Geometry, Line, Point
from judge.pictures.strokes import circle, element, paths_of, stroke, text_at
from judge.pictures.theme import EVENT, WHITE
from judge.pictures.views import Pin

RADIUS = 14.0
_FAR = (34, 46, 60, 78, 100)  # pixels from what a pin tells of
_RAYS = 24
_ROOM = 24.0  # pixels between the middles of a pin and of what else stands there


def glows(pins: Sequence[Pin]) -> str:
    """The changed pieces and the new borders."""
    parts = []
    pieces = paths_of((piece for pin in pins for piece in pin.pieces), closed=True)
    if pieces:
        parts += [stroke(pieces, EVENT, wide, stroke_opacity=0.22, stroke_linejoin="round") for wide in (13, 7)]
    lines = paths_of(line for pin in pins for line in pin.lines)
    if lines:
        parts.append(stroke(lines, EVENT, 3.4, stroke_linejoin="round", stroke_linecap="round"))
    return "".join(parts)


def needles(pins: Sequence[Pin], geometry: Geometry, taken: Sequence[Point]) -> str:
    """The pins with lines to what they tell of; those whose event is not drawn are left out.

    Shape: `taken` the middles of what else is to be seen.
    """
    parts, busy = [], list(taken)
    for pin in pins:
        shown = pin.lines or pin.pieces
        if not shown:
            continue
        foot = _middle(max(shown, key=len))
        head = _head(foot, geometry, busy)
        busy.append(head)
        parts.append(stroke(paths_of([(foot, head)]), WHITE, 4.5) + stroke(paths_of([(foot, head)]), EVENT, 2.2))
        parts.append(circle(foot, 3, fill=EVENT, stroke=WHITE, stroke_width=1) + disc(pin, head))
    return "".join(parts)


def disc(pin: Pin, at: Point) -> str:
    """The number of a pin in a round sign."""
    sign = circle(at, RADIUS, fill=EVENT, stroke=WHITE, stroke_width=2)
    return element("g", sign + text_at(str(pin.number), at, 17, fill=WHITE, font_weight=700))


def _middle(line: Line) -> Point:
    """The point halfway along a line."""
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    rest = sum(steps) / 2
    for (start, end), length in zip(pairwise(line), steps, strict=True):
        if length and rest <= length:
            part = rest / length
            return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        rest -= length
    return line[0]


def _head(foot: Point, geometry: Geometry, busy: Sequence[Point]) -> Point:
    """Where the number of a pin stands: near its foot, in the picture, clear of what else is there."""
    width, height = geometry.size
    best = (float("inf"), foot)
    for far in _FAR:
        for ray in range(_RAYS):
            angle = 2 * pi * ray / _RAYS
            x, y = foot[0] + far * cos(angle), foot[1] + far * sin(angle)
            if not (RADIUS + 3 < x < width - RADIUS - 3 and RADIUS + 3 < y < height - RADIUS - 3):
                continue
            cost = far * 0.3
            for a, b in busy:
                near = max(0.0, _ROOM + 10 - hypot((x - a) * 0.8, y - b))
                cost += near * 3
            best = min(best, (cost, (round(x, 1), round(y, 1))))
    return best[1]
