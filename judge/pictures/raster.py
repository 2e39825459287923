"""Pictures as PNG: drawn by resvg with one packaged font, reduced to a palette that never changes.

Fonts come from a package and the system's are left aside, so that the same SVG gives the same bytes on every machine.
The sheet that no position changes is drawn once and kept: it takes half of the time.
"""

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import resvg_py
from PIL import Image

from judge.pictures.fonts import font_files
from judge.pictures.geometry import Style
from judge.pictures.strokes import Sheets
from judge.pictures.theme import PAPER, Colour, bare_palette, palette, plain_palette

LARGEST = 200_000  # octets of a picture, which is a third larger in a mail
_NARROWEST = 200  # pixels that a picture keeps, whatever its size
_WITHIN_REACH = 1.15  # times too large, which fewer shades on all edges make up for at most
_GROWTH = 0.95  # its width grows with this power of its octets, as seen on the fullest pictures


def rasterized(sheets: Sheets, styles: Iterable[Style], *, width: int | None = None, largest: int = LARGEST) -> bytes:
    """The picture as a PNG of at most 256 colours, those of the theme and of these styles.

    Shape: one that is larger than `largest` has fewer colours, and where that does not help is narrower. It is drawn
    once all the same: that takes most of the time.
    Units: `width` in pixels, that of the picture when None; `largest` in octets.
    Refuses: ValueError for a document that is no SVG.
    """
    image, known = _image(sheets, width), tuple(styles)
    data = _packed(image, palette(known))
    if largest < len(data) <= largest * _WITHIN_REACH:
        data = _packed(image, plain_palette(known))
    if len(data) > largest:
        data = _packed(image, bare_palette(known))
    narrow = image
    while len(data) > largest and narrow.width > _NARROWEST:
        part = max(0.5, min(0.97, (largest / len(data)) ** _GROWTH)) * narrow.width / image.width
        narrow = image.resize((round(image.width * part), round(image.height * part)), Image.Resampling.BOX)
        data = _packed(narrow, bare_palette(known))
    return data


def _image(sheets: Sheets, width: int | None) -> Image.Image:
    under = _ground(sheets.under, width)
    return Image.alpha_composite(under, _rendered(sheets.over, width)).convert("RGB")


@lru_cache(maxsize=8)
def _ground(svg: str, width: int | None) -> Image.Image:
    """The sheet below, kept; of the five boards and of some that events have changed."""
    return _rendered(svg, width)


def _rendered(svg: str, width: int | None) -> Image.Image:
    raw = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(font_files()), width=width)
    return Image.open(io.BytesIO(raw)).convert("RGBA")


def _packed(image: Image.Image, colours: Sequence[Colour]) -> bytes:
    reduced = image.quantize(palette=_palette_image(tuple(colours)), dither=Image.Dither.NONE)
    out = io.BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


def filmed(pictures: Sequence[bytes], seconds: float, *, width: int = 800) -> bytes:
    """Pictures as one GIF that shows each for so long, the last three times as long, and begins again.

    Shape: as many pixels wide as `width`, in colours that the pictures have and no others, so that a power has its own
    all the time; pictures of other heights are put on the ground of the highest.
    Refuses: ValueError for no picture at all.
    """
    if not pictures:
        raise ValueError("a film needs a picture")
    wholes = [Image.open(io.BytesIO(one)).convert("RGB") for one in pictures]
    known = _palette_image(_most_seen(wholes))
    frames = [_shrunk(one, width) for one in wholes]
    high = max(frame.height for frame in frames)
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", (width, high), PAPER)
        sheet.paste(frame, (0, 0))
        sheets.append(sheet.quantize(palette=known, dither=Image.Dither.NONE))
    times = [round(seconds * 1000)] * (len(sheets) - 1) + [round(seconds * 3000)]
    out = io.BytesIO()
    sheets[0].save(out, "GIF", save_all=True, append_images=sheets[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()


def _most_seen(images: Sequence[Image.Image]) -> tuple[Colour, ...]:
    """The 256 colours that images have most of, the same for the same images."""
    seen = Counter[Colour]()
    for image in images:
        for count, colour in image.getcolors(image.width * image.height) or ():
            if isinstance(colour, tuple):  # as it is in each image of RGB
                red, green, blue = colour
                seen[red, green, blue] += count
    ranked = sorted(seen, key=lambda colour: (-seen[colour], colour))
    return tuple(ranked[:256])


def _shrunk(image: Image.Image, width: int) -> Image.Image:
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=32)
def _palette_image(colours: tuple[Colour, ...]) -> Image.Image:
    image = Image.new("P", (1, 1))
    flat = [value for colour in colours for value in colour]
    image.putpalette(flat + list(colours[0]) * (256 - len(colours)))
    return image
