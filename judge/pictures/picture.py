"""The whole picture as SVG: heading and key, the map, the powers with their centers."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from judge.board import province_of
from judge.game.entrance import Standing
from judge.game.orders import Build, Disband, Remove
from judge.game.outcomes import Outcome
from judge.game.units import Unit, UnitKind
from judge.pictures import marks
from judge.pictures.arrows import Arrows, Layers
from judge.pictures.fonts import text_width
from judge.pictures.geometry import Geometry, Point, Style
from judge.pictures.ground import CLOSED, EDGE, Ground, dots, ground_on
from judge.pictures.key import Key
from judge.pictures.pins import disc, glows, needles
from judge.pictures.strokes import Sheets, Value, circle, element, polygon, text_at
from judge.pictures.theme import FAMILY, INK, PAPER, WHITE, barrier_pattern, hatch, letters_of, styles_of
from judge.pictures.views import View, surroundings

HEADING, KEY = 46, 32  # pixels above the map, and for the key where it has no room beside the title
STRIP, NOTE, TOLD = 62, 24, 33  # pixels for a row of powers, a line of notes, an event
_EDGE, _TITLE, _ASIDE = 14, 24, 30  # pixels left and right, of the letters of the title, between it and the key
_IN_A_ROW = 7
_STANDINGS = MappingProxyType({
    Standing.INACTIVE: "no player", Standing.DEFEATED: "defeated", Standing.ELIMINATED: "out",
})  # fmt: skip
_SHIFT = (-17.0, -15.0)  # where a unit that must retreat is drawn beside the one that dislodged it


def draw(view: View) -> str:
    """The picture of a view as an SVG document, the same text for the same view.

    Refuses: PictureError when there is no drawing of the board.
    """
    return _Picture(view).text()


def sheets(view: View) -> Sheets:
    """The picture of a view as two documents, of which the lower is the same for all phases of a drawing.

    Refuses: as `draw` does.
    """
    return _Picture(view).sheets()


class _Picture:
    def __init__(self, view: View) -> None:
        self.view = view
        self.ground: Ground = ground_on(view.board, view.drawing)
        self.geometry: Geometry = self.ground.geometry
        self.styles: Mapping[str, Style] = styles_of(self.geometry, view.board)
        self.letters = letters_of(view.board)
        self.scale = self.geometry.scale
        seen = {unit.power for unit in (*view.units, *(one.unit for one in view.dislodged))} | set(view.owners.values())
        self.shown = [one for one in view.board.powers if one.letter or one.id in seen or view.counts.get(one.id)]
        self.rows = -(-len(self.shown) // _IN_A_ROW)
        self.width, height = self.geometry.size
        self.key = Key(view)
        self.beside = 2 * _EDGE + self._title_width() + _ASIDE + self.key.width <= self.width
        self.top = HEADING + (0 if self.beside else KEY)
        self.whole = self.top + height + self.rows * STRIP + len(view.notes) * NOTE + len(view.pins) * TOLD

    def text(self) -> str:
        return self._document(self._under() + self._over())

    def sheets(self) -> Sheets:
        return Sheets(under=self._document(self._under()), over=self._document(self._over()))

    def _document(self, inner: str) -> str:
        width, height = self.width, self.whole
        return element(
            "svg", inner, xmlns="http://www.w3.org/2000/svg", width=width, height=height,
            viewBox=f"0 0 {width} {height}", font_family=f"{FAMILY}, sans-serif",
        )  # fmt: skip

    def _under(self) -> str:
        """What the drawing alone decides, and how high the picture is."""
        paper = element("rect", width=self.width, height=self.whole, fill=PAPER)
        return element("defs", barrier_pattern(EDGE)) + paper + self._on_map(self.ground.below)

    def _over(self) -> str:
        """All else; what of the map sticks out over its frame is covered by what stands above and below it."""
        below = self.top + self.geometry.size[1]
        frame: dict[str, Value] = {"fill": "none", "stroke": INK, "stroke_width": 1.5}
        told = below + len(self.view.pins) * TOLD
        return "".join((
            self._definitions(),
            self._on_map(self._map()),
            element("rect", width=self.width, height=self.top, fill=PAPER),
            element("rect", y=below, width=self.width, height=self.whole - below, fill=PAPER),
            element("rect", x=0.75, y=self.top, width=self.width - 1.5, height=below - self.top, **frame),
            self._heading(),
            self._events(below),
            self._strip(told, self.width),
            self._notes(told + self.rows * STRIP),
        ))  # fmt: skip

    def _on_map(self, inner: str) -> str:
        return element("g", inner, transform=f"translate(0 {self.top})")

    def _definitions(self) -> str:
        hatches = [hatch(f"of-{one.id}", *_facts(self.styles[one.id])) for one in self.shown]
        return element("defs", barrier_pattern(CLOSED) + "".join(hatches) + marks.symbols() + _arrow_ends())

    def _map(self) -> str:
        view, styles = self.view, self.styles
        held = {one.place: one.holder for one in view.holdings if one.place not in view.owners}
        near = held or surroundings(view.board, view.owners)
        tints = {power: style.tint for power, style in styles.items()}
        colours = {center: styles[power].strong for center, power in view.owners.items()}
        arrows = self._arrows()
        return "".join((
            self.ground.land(view.owners, near, tints),
            self.ground.above,
            self.ground.divides({**near, **view.owners}),
            glows(view.pins),
            dots(self.geometry, view.board, colours),
            arrows.text,
            self._bursts(),
            self.ground.names,
            self._units(),
            self._holdings(),
            needles(view.pins, self.geometry, self._taken()),
        ))  # fmt: skip

    def _taken(self) -> list[Point]:
        """The middles of what stands on the map."""
        places = self.geometry.places.values()
        names = [point for place in places for point in (place.name, place.center) if point is not None]
        return names + [self.geometry.place(unit.at).unit for unit in self.view.units]

    def _holdings(self) -> str:
        """Lands whose people want another power than the one that has them: whom, how long still, and who has risen.

        Shape: at the lower right of a unit and to its left, or in the place where one would stand.
        """
        standing, parts = {unit.province: unit.at for unit in self.view.units}, []
        for one in self.view.holdings:
            if one.people == one.holder and not one.revolt:
                continue
            x, y = self.geometry.place(standing.get(one.place, one.place)).unit
            pole = (x - 15 * self.scale, y + 8 * self.scale)
            if one.place in standing:
                pole = (x - 18 * self.scale, y + 12 * self.scale)
                x, y = x + 19 * self.scale, y + 13 * self.scale
            word = self.letters[one.people] + ("" if one.left is None else str(one.left))
            parts.append(marks.plate((x, y), word, self.styles[one.people].strong, self.scale))
            if one.revolt:
                parts.append(marks.flag(pole, self.scale))
        return "".join(parts)

    def _arrows(self) -> Layers:
        view = self.view
        standing = {unit.province: unit.at for unit in view.units}
        shifted = {
            (one.unit.power, one.unit.province): self._shifted(one.unit)
            for one in view.dislodged
        }  # fmt: skip
        return Arrows(self.geometry, view.board, self.styles, standing, view.outcomes, shifted).draw()

    def _shifted(self, unit: Unit) -> Point:
        x, y = self.geometry.place(unit.at).unit
        return x + _SHIFT[0] * self.scale, y + _SHIFT[1] * self.scale

    def _bursts(self) -> str:
        hit = [self.geometry.place(one.order.at).unit for one in self.view.outcomes if one.dislodged]
        hit += [self._shifted(one.unit) for one in self.view.dislodged]
        return "".join(marks.burst(at, self.scale) for at in hit)

    def _units(self) -> str:
        gone = {province_of(one.order.at) for one in self._done(Remove, "removes")}
        parts = []
        for unit in self.view.units:
            parts.append(self._unit(unit.kind, unit.at, unit.power, faint=unit.province in gone))
        for one in self.view.dislodged:
            parts.append(self._unit_at(one.unit.kind, self._shifted(one.unit), one.unit.power))
        for outcome in self._done(Build, "builds"):
            order = outcome.order
            assert isinstance(order, Build)
            at = self.geometry.place(order.at).unit
            parts.append(self._unit(order.kind, order.at, order.power))
            parts.append(marks.badge(at, "+", self.styles[order.power].strong, self.scale))
        parts += (
            marks.gone(self.geometry.place(one.order.at).unit, self.scale) for one in self._done(Remove, "removes")
        )
        lost = {(one.order.power, province_of(one.order.at)) for one in self._done(Disband, "disbands")}
        parts += (
            marks.gone(self._shifted(one.unit), self.scale)
            for one in self.view.dislodged
            if (one.unit.power, one.unit.province) in lost
        )
        return "".join(parts)

    def _done(self, kind: type, word: str) -> list[Outcome]:
        return [one for one in self.view.outcomes if isinstance(one.order, kind) and one.result == word]

    def _unit(self, kind: UnitKind, location: str, power: str, *, faint: bool = False) -> str:
        return self._unit_at(kind, self.geometry.place(location).unit, power, faint=faint)

    def _unit_at(self, kind: UnitKind, at: Point, power: str, *, faint: bool = False) -> str:
        return marks.unit(kind, at, self.styles[power].strong, self.letters[power], self.scale, faint=faint)

    def _title_width(self) -> float:
        return text_width(self.view.title, _TITLE, bold=True)

    def _heading(self) -> str:
        """The title and the key: beside it at the right end, or below it where both are long."""
        size = _TITLE * min(1.0, (self.width - 2 * _EDGE) / max(1.0, self._title_width()))
        middle = HEADING / 2
        title = text_at(self.view.title, (_EDGE, middle), size, fill=INK, font_weight=700, text_anchor="start")
        if self.beside:
            return title + self.key.drawn(self.width - _EDGE - self.key.width, middle)
        return title + self.key.drawn(_EDGE, HEADING - 6 + KEY / 2)

    def _strip(self, top: float, width: int) -> str:
        parts, gap = [], 8
        size = -(-len(self.shown) // self.rows) if self.rows else 1
        wide = (width - 2 * 12 - (size - 1) * gap) / size
        for place, power in enumerate(self.shown):
            row, column = divmod(place, size)
            parts.append(self._chip(power.id, power.name, (12 + column * (wide + gap), top + row * STRIP + 9), wide))
        return "".join(parts)

    def _chip(self, power: str, name: str, corner: Point, wide: float) -> str:
        style, (x, y), high = self.styles[power], corner, STRIP - 18
        standing = self.view.standings.get(power)
        box = element(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=high,
            rx=7,
            fill=f"url(#of-{power})" if standing is None else PAPER,
            stroke=style.strong,
            stroke_width=1.6,
            **({} if standing is None else {"stroke_dasharray": "5 3"}),
        )
        middle, size = y + high / 2, min(19.0, (wide - 78) / max(1, len(name)) * 1.9)
        badge = circle((x + 23, middle), 14.5, fill=style.strong, stroke=WHITE, stroke_width=2)
        letter = self.letters[power]
        badge += text_at(letter, (x + 23, middle), 17 if len(letter) == 1 else 13.5, fill=WHITE, font_weight=700)
        halo: dict[str, Value] = {
            "paint_order": "stroke",
            "stroke": style.tint if standing is None else PAPER,
            "stroke_width": 3.0,
        }
        lift = 0 if standing is None else 8
        called = text_at(name, (x + 45, middle - lift), size, fill=INK, font_weight=600, text_anchor="start", **halo)
        if standing is not None:
            word = _STANDINGS[standing]
            called += text_at(word, (x + 45, middle + 11), 15, fill=INK, font_style="italic", text_anchor="start")
        count = text_at(
            str(self.view.counts.get(power, 0)), (x + wide - 10, middle), 22, fill=INK, font_weight=700,
            text_anchor="end", **halo,
        )  # fmt: skip
        return box + badge + called + count

    def _events(self, top: float) -> str:
        parts = []
        for place, pin in enumerate(self.view.pins):
            middle = top + place * TOLD + TOLD / 2 + 2
            parts.append(disc(pin, (28, middle)) + text_at(pin.text, (52, middle), 18, fill=INK, text_anchor="start"))
        return "".join(parts)

    def _notes(self, top: float) -> str:
        return "".join(
            text_at(line, (14, top + place * NOTE + NOTE / 2), 17, fill=INK, text_anchor="start")
            for place, line in enumerate(self.view.notes)
        )


def _facts(style: Style) -> tuple[str, str, str]:
    return style.hatch, style.tint, style.strong


def _arrow_ends() -> str:
    """The two ends of the double arrows of bridges."""
    size: dict[str, Value] = {
        "markerWidth": 5.0,
        "markerHeight": 5.0,
        "refX": 3.0,
        "refY": 3.0,
        "viewBox": "0 0 6 6",
        "orient": "auto",
    }
    on, back = (((0, 0), (6, 3), (0, 6)), ((6, 0), (0, 3), (6, 6)))
    return element("marker", polygon(on, INK), id="on", **size) + element(
        "marker", polygon(back, INK), id="back", **size
    )


def palette_styles(view: View) -> Sequence[Style]:
    """The styles of the powers of a board, whose colours its picture may have."""
    ground = ground_on(view.board, view.drawing)
    return tuple(styles_of(ground.geometry, view.board).values())
