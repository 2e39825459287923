"""Colours, hatches and the palette: how a picture looks, whatever it shows."""

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from judge.board import Board
from judge.pictures.geometry import Geometry, Style
from judge.pictures.strokes import circle, element, stroke

SEA: Final = "#d6e8f1"
GLOW: Final = "#ffffff"
LAND: Final = "#f5eedc"
BARRIER: Final = "#ddd6c6"
LAKE: Final = "#b9cdd6"
ISLET: Final = "#ece3cd"
INK: Final = "#2b2a28"
SHORE: Final = "#4f6f80"
SEA_LINE: Final = "#7fa5b8"
SEA_NAME: Final = "#3f6178"
LAND_LINE: Final = "#6d655a"
PAPER: Final = "#fbf8f1"
FAILURE: Final = "#c8102e"
EVENT: Final = "#d95f02"
WHITE: Final = "#ffffff"

FAMILY: Final = "Source Sans Pro"

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

_SPARE = (
    Style(tint="#d5d6a0", strong="#6b6b12", hatch="/"),
    Style(tint="#d9bfa6", strong="#6f4320", hatch="-"),
    Style(tint="#bcc6d0", strong="#44576b", hatch="|"),
    Style(tint="#eccaca", strong="#8a3b46", hatch="dots"),
    Style(tint="#c9dcc6", strong="#3f6b4f", hatch="x"),
    Style(tint="#d7cdf0", strong="#4b3aa0", hatch="\\"),
    Style(tint="#f0ddb0", strong="#7d5a12", hatch="rings"),
    Style(tint="#c2e0e4", strong="#17606b", hatch="dashes"),
)


def styles_of(geometry: Geometry, board: Board) -> MappingProxyType[str, Style]:
    """The style of each power of a board; those for which the drawing has none share a few, in the board's order.

    Shape: two powers of one style differ by the letters on their units.
    """
    others = [power.id for power in board.powers if power.id not in geometry.powers]
    spare = {power: _SPARE[place % len(_SPARE)] for place, power in enumerate(others)}
    return MappingProxyType({**spare, **geometry.powers})


def letters_of(board: Board) -> MappingProxyType[str, str]:
    """What stands on the units of each power: its letter, or the first two of its name, or others that nobody has."""
    found: dict[str, str] = {power.id: power.letter for power in board.powers if power.letter}
    taken = set(found.values())
    for power in board.powers:
        if power.id in found:
            continue
        name = "".join(sign for sign in power.name if sign.isalpha())
        tries = [name[0] + sign.lower() for sign in name[1:]] + [name[:3]]
        found[power.id] = next((one for one in tries if one not in taken), name[:3])
        taken.add(found[power.id])
    return MappingProxyType(found)


def hatch(name: str, kind: str, tint: str, strong: str) -> str:
    """A pattern of a tint with a hatch of a strong colour on it."""
    size, lines = _HATCHES[kind](strong)
    ground = element("rect", width=size, height=size, fill=tint)
    return element("pattern", ground + lines, id=name, patternUnits="userSpaceOnUse", width=size, height=size)


_FAINT: Final = 0.3


_Hatch = Callable[[str], tuple[float, str]]


def _lines(*data: str) -> _Hatch:
    def drawn(colour: str) -> tuple[float, str]:
        return 8, "".join(stroke(one, colour, 1, stroke_opacity=_FAINT) for one in data)

    return drawn


def _dots(colour: str) -> tuple[float, str]:
    spots = ((2.0, 2.0), (6.0, 6.0))
    return 8, "".join(circle(at, 0.9, fill=colour, fill_opacity=_FAINT) for at in spots)


def _rings(colour: str) -> tuple[float, str]:
    return 9, circle((4.5, 4.5), 2.2, fill="none", stroke=colour, stroke_width=0.9, stroke_opacity=_FAINT)


_RISING, _FALLING = "M-2 2L2 -2M0 8L8 0M6 10L10 6", "M-2 6L2 10M0 0L8 8M6 -2L10 2"
_HATCHES = MappingProxyType({
    "/": _lines(_RISING),
    "\\": _lines(_FALLING),
    "x": _lines(_RISING, _FALLING),
    "-": _lines("M0 4L8 4"),
    "|": _lines("M4 0L4 8"),
    "+": _lines("M0 4L8 4M4 0L4 8"),
    "dots": _dots,
    "rings": _rings,
    "dashes": _lines("M0 2L4 2M4 6L8 6"),
    "waves": _lines("M0 4Q2 1 4 4T8 4"),
})  # fmt: skip


def barrier_pattern(name: str) -> str:
    """The pattern of land that nobody may enter, under a name."""
    lines = stroke(_RISING, "#8d8575", 1, stroke_opacity=0.45)
    return element(
        "pattern", element("rect", width=8, height=8, fill=BARRIER) + lines,
        id=name, patternUnits="userSpaceOnUse", width=8, height=8,
    )  # fmt: skip


_PLAIN = (
    SEA, GLOW, LAND, BARRIER, LAKE, ISLET, INK, SHORE, SEA_LINE, SEA_NAME, LAND_LINE, PAPER, FAILURE, EVENT, WHITE,
)  # fmt: skip
_GLOWING = (0.22, 0.39)  # what one and two strokes of the glow round an event make of what is below
_MIXES = (
    (SEA, GLOW, (0.2, 0.35, 0.5, 0.65, 0.8)), (SEA, SHORE, (0.25, 0.5, 0.75)), (INK, WHITE, (0.25, 0.5, 0.75)),
    (FAILURE, WHITE, (0.25, 0.5, 0.75)), (EVENT, WHITE, (0.25, 0.5, 0.75)),
    (SEA, EVENT, _GLOWING), (LAND, EVENT, _GLOWING),
    (LAND, INK, (0.25, 0.5, 0.75)), (LAND, LAND_LINE, (0.5,)),
    (BARRIER, "#8d8575", (0.2, 0.45)), (SEA, SEA_LINE, (0.5,)), (LAKE, INK, (0.25,)), (SEA, SEA_NAME, (0.5,)),
)  # fmt: skip
_LEAST_MIXES = (
    (INK, WHITE, 0.5), (SEA, GLOW, 0.35), (SEA, GLOW, 0.65), (LAND, INK, 0.5), (SEA, SHORE, 0.5),
    (BARRIER, "#8d8575", 0.45),
)  # fmt: skip


def palette(styles: Iterable[Style]) -> tuple[Colour, ...]:
    """All colours that a picture may have, at most 256: those of the theme and the mixes between them."""
    found = _common()
    for style in dict.fromkeys(styles):
        found += [_rgb(style.tint), _rgb(style.strong), _mixed(style.tint, LAND, 0.55)]
        found += [_mixed(style.tint, style.strong, part) for part in (0.1, 0.2, 0.3, 0.65)]
        found += [_mixed(style.strong, WHITE, 0.5), _mixed(style.tint, INK, 0.5)]
        found += [_mixed(style.tint, EVENT, part) for part in _GLOWING]
    return tuple(dict.fromkeys(found))[:256]


def plain_palette(styles: Iterable[Style]) -> tuple[Colour, ...]:
    """The colours of a picture that is too large with all of `palette`: edges of fewer shades, areas as they are."""
    found = _common()
    for style in dict.fromkeys(styles):
        found += [_rgb(style.tint), _rgb(style.strong), _mixed(style.tint, LAND, 0.55)]
        found.append(_mixed(style.tint, style.strong, _FAINT))
    return tuple(dict.fromkeys(found))[:256]


def bare_palette(styles: Iterable[Style]) -> tuple[Colour, ...]:
    """The colours of a picture that is too large with `plain_palette` as well: edges of hardly any shades."""
    found = [*map(_rgb, _PLAIN), *(_mixed(first, second, part) for first, second, part in _LEAST_MIXES)]
    for style in dict.fromkeys(styles):
        found += [_rgb(style.tint), _rgb(style.strong), _mixed(style.tint, LAND, 0.55)]
        found.append(_mixed(style.tint, style.strong, _FAINT))
    return tuple(dict.fromkeys(found))[:256]


def _common() -> list[Colour]:
    """The colours that all pictures have: those of the theme and the mixes between them."""
    found = [_rgb(one) for one in _PLAIN]
    for first, second, parts in _MIXES:
        found += [_mixed(first, second, part) for part in parts]
    return found


def pale(tint: str) -> str:
    """The tint of land that a power surrounds and does not own."""
    red, green, blue = _mixed(tint, LAND, 0.55)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mixed(first: str, second: str, part: float) -> Colour:
    one, other = _rgb(first), _rgb(second)
    red, green, blue = (round(a + part * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue
