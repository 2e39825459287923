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
from judge.pictures.theme import PAPER, palette

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


def filmed(pictures: Sequence[bytes], seconds: float, *, width: int = 800) -> bytes:
    """Pictures as one GIF that shows each for so long, the last three times as long, and begins again.

    Shape: as many pixels wide as `width`; pictures of other heights are put on the ground of the highest.
    Refuses: ValueError for no picture at all.
    """
    if not pictures:
        raise ValueError("a film needs a picture")
    frames = [_shrunk(Image.open(io.BytesIO(one)), width) for one in pictures]
    high = max(frame.height for frame in frames)
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", (width, high), PAPER)
        sheet.paste(frame, (0, 0))
        sheets.append(sheet.quantize(256, dither=Image.Dither.NONE))
    times = [round(seconds * 1000)] * (len(sheets) - 1) + [round(seconds * 3000)]
    out = io.BytesIO()
    sheets[0].save(out, "GIF", save_all=True, append_images=sheets[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()


def _shrunk(image: Image.Image, width: int) -> Image.Image:
    return image.convert("RGB").resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


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
