"""Pictures as PNG: drawn by resvg with one packaged font, reduced to a palette that never changes.

Fonts come from a package and the system's are left aside, so that the same SVG gives the same bytes on every machine.
"""

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import font_source_sans_pro
import resvg_py
from PIL import Image

from judge.pictures.geometry import Style
from judge.pictures.theme import palette

FACES = ("Regular", "Semibold", "Bold", "It", "SemiboldIt")


def rasterized(svg: str, styles: Iterable[Style], *, width: int | None = None) -> bytes:
    """The picture as a PNG of at most 256 colours, those of the theme and of these styles.

    Units: `width` in pixels, that of the picture when None.
    Refuses: ValueError for a document that is no SVG.
    """
    raw = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(_fonts()), width=width)
    image = Image.open(io.BytesIO(raw)).convert("RGB")
    reduced = image.quantize(palette=_palette_image(palette(styles)), dither=Image.Dither.NONE)
    out = io.BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=1)
def _fonts() -> tuple[str, ...]:
    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return tuple(str(folder / f"SourceSansPro-{face}.ttf") for face in FACES)


@lru_cache(maxsize=16)
def _palette_image(colours: Sequence[tuple[int, int, int]]) -> Image.Image:
    image = Image.new("P", (1, 1))
    flat = [value for colour in colours for value in colour]
    image.putpalette(flat + list(colours[0]) * (256 - len(colours)))
    return image
