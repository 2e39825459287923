"""Colors of an HTML mail, to know what nobody can see: white words on a white ground."""

import re
from dataclasses import dataclass

Color = tuple[int, int, int]

WHITE: Color = (255, 255, 255)
_BLACK: Color = (0, 0, 0)
_ALIKE = 12  # of 255, in each of red, green and blue
_NAMES = {
    "white": WHITE,
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": _BLACK,
}
_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_SEE_THROUGH = re.compile(r"transparent|rgba\(.*,0(?:\.0*)?%?\)|#[0-9a-f]{6}00|#[0-9a-f]{3}0")
_RGB = re.compile(r"rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,[^)]*)?\)")
_INK = re.compile(r"(?:^|;)color:([^;!]+)")
_GROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")


@dataclass(frozen=True, slots=True)
class Paint:
    """What words are painted with; a color that is not understood is None and hides nothing."""

    ink: Color | None = _BLACK
    ground: Color | None = WHITE
    see_through: bool = False  # whether the ink is no color at all

    @property
    def is_invisible(self) -> bool:
        """Whether ink and ground are the same to the eye."""
        if self.see_through:
            return True
        if self.ink is None or self.ground is None:
            return False
        return all(abs(one - other) <= _ALIKE for one, other in zip(self.ink, self.ground, strict=True))

    def under(self, style: str, ink: str, ground: str) -> "Paint":
        """The paint in an element with a style (without blanks, lower case) and attributes that say colors."""
        inks = _INK.findall(style) or [ink.lower()] * bool(ink)
        grounds = _GROUND.findall(style) or [ground.lower()] * bool(ground)
        if not inks and not grounds:
            return self
        return Paint(
            self.ink if not inks or inks[-1] == "inherit" else _color(inks[-1]),
            self.ground if not grounds or grounds[-1] in ("inherit", "transparent", "none") else _color(grounds[-1]),
            self.see_through if not inks or inks[-1] == "inherit" else _SEE_THROUGH.fullmatch(inks[-1]) is not None,
        )


def _color(text: str) -> Color | None:
    if text in _NAMES:
        return _NAMES[text]
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) == 6 else "".join(2 * one for one in found[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _RGB.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    return None
