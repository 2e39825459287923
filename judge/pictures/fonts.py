"""The letters of pictures: the packaged font's files, and how wide a text in it is."""

from functools import lru_cache
from pathlib import Path

import font_source_sans_pro
from PIL import ImageFont

FACES = ("Regular", "Semibold", "Bold", "It", "SemiboldIt")
_UNIT = 100  # pixels that letters are measured at; their widths grow with their size


def font_files() -> tuple[str, ...]:
    """The files of all faces that pictures are written in."""
    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return tuple(str(folder / f"SourceSansPro-{face}.ttf") for face in FACES)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is. Units: pixels, as `size` is."""
    return _font("Bold" if bold else "Regular").getlength(text) * size / _UNIT


@lru_cache(maxsize=len(FACES))
def _font(face: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files()[FACES.index(face)], _UNIT, layout_engine=ImageFont.Layout.BASIC)
