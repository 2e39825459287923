"""What stands on the board: units with the letter of their power, and the marks of what happened to them."""

from math import cos, pi, sin

from judge.game.units import UnitKind
from judge.pictures.geometry import Point
from judge.pictures.strokes import Value, circle, element, filled, paths_of, polygon, stroke, text_at
from judge.pictures.theme import FAILURE, INK, WHITE

ARMY_RADIUS = 14.5
_HULL = "M-20 -1L20 -1Q18 12 9 14L-9 14Q-18 12 -20 -1Z"
_SAILS = "M-9 0Q-8 -8 -1 -11L1 -14Q11 -12 14 0Z"


def symbols() -> str:
    """The shapes that all units of a kind share, to be used with a colour."""
    army = circle((0, 0), ARMY_RADIUS + 1.9, fill=WHITE, stroke=INK, stroke_width=0.9) + circle((0, 0), ARMY_RADIUS)
    outline: dict[str, Value] = {"stroke_linejoin": "round", "stroke_width": 4.6}
    fleet = (
        filled(_HULL + _SAILS, INK, stroke=INK, stroke_linejoin="round", stroke_width=6.2)
        + filled(_HULL + _SAILS, WHITE, stroke=WHITE, **outline)
        + filled(_HULL + _SAILS, "currentColor")
    )
    return element("g", army, id="army") + element("g", fleet, id="fleet")


def unit(kind: UnitKind, at: Point, colour: str, letter: str, scale: float, *, faint: bool = False) -> str:
    """A unit: a disc for an army, a ship for a fleet, with its power's letter in white."""
    army = kind is UnitKind.ARMY
    shape = element("use", href="#army" if army else "#fleet", fill=colour, color=colour)
    size = (17 if army else 16) if len(letter) == 1 else (13.5 if army else 12.5)
    word = text_at(letter, (0, 0 if army else 4.8), size, fill=WHITE, font_weight=700)
    place = f"translate({at[0]:.1f} {at[1]:.1f}) scale({scale:g})"
    look: dict[str, Value] = {"opacity": 0.45} if faint else {}
    return element("g", shape + word, transform=place, **look)


def cross(at: Point, scale: float) -> str:
    """The red cross of what failed."""
    (x, y), reach = at, 6.2 * scale
    data = paths_of([
        ((x - reach, y - reach), (x + reach, y + reach)),
        ((x - reach, y + reach), (x + reach, y - reach)),
    ])  # fmt: skip
    casing = stroke(data, WHITE, 6.4 * scale, stroke_linecap="round")
    return casing + stroke(data, FAILURE, 3.6 * scale, stroke_linecap="round")


def gone(at: Point, scale: float) -> str:
    """The cross of a unit that leaves the board, at its upper right: whose it is can still be read."""
    return cross((at[0] + 14 * scale, at[1] - 13 * scale), scale * 1.3)


def burst(at: Point, scale: float) -> str:
    """The red star behind a unit that was dislodged."""
    outer, inner, rays = 25.5 * scale, 19.5 * scale, 16
    points = []
    for step in range(rays * 2):
        radius, angle = (outer, inner)[step % 2], pi * step / rays
        points.append((at[0] + radius * cos(angle), at[1] + radius * sin(angle)))
    return polygon(points, FAILURE, stroke=WHITE, stroke_width=1.4)


def ring(at: Point, colour: str, scale: float) -> str:
    """The dashed ring round a fleet that carries an army."""
    return circle(
        at, 23 * scale, fill=WHITE, fill_opacity=0.35, stroke=colour, stroke_width=2.4 * scale,
        stroke_dasharray="5 3.5",
    )  # fmt: skip


def badge(at: Point, sign: str, colour: str, scale: float) -> str:
    """A small round sign at the upper right of a unit."""
    x, y = at[0] + 15 * scale, at[1] - 14 * scale
    return circle((x, y), 9 * scale, fill=WHITE, stroke=colour, stroke_width=2 * scale) + text_at(
        sign, (x, y), 17 * scale, fill=colour, font_weight=700
    )


def plate(at: Point, word: str, colour: str, scale: float) -> str:
    """A small square sign with the letter of those whom the people of a land want, and the seasons that are left."""
    wide, high = (9 + 6.4 * len(word)) * scale, 14 * scale
    box = element(
        "rect", x=at[0] - wide / 2, y=at[1] - high / 2, width=wide, height=high, rx=2, fill=WHITE, stroke=colour,
        stroke_width=2 * scale,
    )  # fmt: skip
    return box + text_at(word, at, 12 * scale, fill=colour, font_weight=700)


def flag(at: Point, scale: float) -> str:
    """The red flag of a land in revolt, which blows to the left; its pole stands at the point."""
    x, y = at
    pole = ((x, y), (x, y - 20 * scale))
    cloth = ((x, y - 20 * scale), (x - 14 * scale, y - 15 * scale), (x, y - 10 * scale))
    shaft = stroke(paths_of([pole]), WHITE, 5 * scale, stroke_linecap="round")
    cased = polygon(cloth, FAILURE, stroke=WHITE, stroke_width=3 * scale, stroke_linejoin="round")
    return shaft + cased + polygon(cloth, FAILURE) + stroke(paths_of([pole]), INK, 2 * scale)


def ball(at: Point, colour: str, scale: float) -> str:
    """The end of a support."""
    return circle(at, 4 * scale, fill=colour, stroke=WHITE, stroke_width=1.2 * scale)
