"""SVG as text: numbers, paths and the few elements that pictures are made of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from judge.pictures.geometry import Line, Point


@dataclass(frozen=True, slots=True)
class Sheets:
    """A picture as two SVG documents of one size: `under` what no position changes, `over` the rest, on no ground."""

    under: str
    over: str


def number(value: float) -> str:
    """A number with one decimal at most, the same on every machine."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """A point as it stands in a path."""
    return f"{number(point[0])} {number(point[1])}"


def path_of(line: Line, *, closed: bool = False) -> str:
    """A line as the data of a path."""
    return "M" + "L".join(map(pair, line)) + ("Z" if closed else "")


def paths_of(lines: Iterable[Line], *, closed: bool = False) -> str:
    """Several lines as the data of one path."""
    return "".join(path_of(line, closed=closed) for line in lines)


Value = str | float


def element(name: str, inner: str = "", /, **attributes: Value) -> str:
    """An element; `_` in the name of an attribute stands for `-`."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, int | float) else escape(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{inner}</{name}>" if inner else f"<{name}{words}/>"


def stroke(line_data: str, colour: str, width: float, **attributes: Value) -> str:
    """A path that is drawn as a line."""
    return element("path", d=line_data, fill="none", stroke=colour, stroke_width=width, **attributes)


def filled(line_data: str, colour: str, **attributes: Value) -> str:
    """A path that is filled."""
    return element("path", d=line_data, fill=colour, **attributes)


def circle(at: Point, radius: float, **attributes: Value) -> str:
    """A circle."""
    return element("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def text_at(text: str, at: Point, size: float, **attributes: Value) -> str:
    """A text whose middle is at a point; `text_anchor` puts it elsewhere."""
    attributes.setdefault("text_anchor", "middle")
    return element("text", escape(text, quote=False), x=at[0], y=at[1] + size * 0.34, font_size=size, **attributes)


def polygon(points: Sequence[Point], colour: str, **attributes: Value) -> str:
    """A filled polygon."""
    return filled(path_of(tuple(points), closed=True), colour, **attributes)
