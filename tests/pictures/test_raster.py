"""Pictures as PNG: small whatever is in them, in colours of the theme, of two sheets that make one picture."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageColor, ImageSequence, ImageStat

from judge.pictures import raster
from judge.pictures.ground import ground_of
from judge.pictures.picture import draw, palette_styles, sheets
from judge.pictures.raster import LARGEST, filmed, rasterized
from judge.pictures.strokes import Sheets
from judge.pictures.theme import palette, plain_palette
from judge.pictures.views import View
from tests.pictures.conftest import fullest


def image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("name", ["standard", "colonial", "revolutionary-modern"])
def test_the_fullest_picture_of_a_board_is_under_200_kb(name: str) -> None:
    """A unit in every place, and all marks; `modern` is the last of these boards with fewer powers and marks.

    No game has so many units as the last of them: more than twice as many as it has centers.
    """
    view = fullest(name)
    data = rasterized(sheets(view), palette_styles(view))
    assert len(data) <= LARGEST == 200_000
    found = image(data)
    assert (found.format, found.mode) == ("PNG", "P")
    assert found.width == 1200 or (name == "revolutionary-modern" and found.width > 900)


@pytest.fixture(scope="module")
def view() -> View:
    return fullest("standard")


def test_the_same_picture_has_the_same_bytes_and_is_as_wide_as_is_asked(view: View) -> None:
    """In colours of the theme only, so that flat areas stay flat."""
    both, styles = sheets(view), palette_styles(view)
    data = rasterized(both, styles, width=300)
    assert rasterized(both, styles, width=300) == data
    assert image(data).width == 300
    shades = image(data).convert("RGB").getcolors(1 << 20)
    assert shades is not None
    assert {colour for _, colour in shades} <= set(palette(styles))


def test_a_picture_that_is_too_large_has_fewer_colours_and_then_fewer_pixels(view: View) -> None:
    both, styles = sheets(view), palette_styles(view)
    full = rasterized(both, styles, width=300)
    plain = rasterized(both, styles, width=300, largest=len(full) - 1)
    assert (image(plain).width, len(plain) < len(full)) == (300, True)
    shades = image(plain).convert("RGB").getcolors(1 << 20)
    assert shades is not None
    assert {colour for _, colour in shades} <= set(plain_palette(styles)) < set(palette(styles))
    bare = rasterized(both, styles, width=300, largest=len(plain) - 1)
    assert (image(bare).width, len(bare) < len(plain)) == (300, True)
    assert 270 < image(rasterized(both, styles, width=300, largest=len(bare) - 1)).width < 300
    assert image(rasterized(both, styles, width=300, largest=1)).width < 200


def test_a_picture_is_drawn_once_however_large_it_is(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time; of the ground, which is drawn before, nothing is drawn again."""
    both, drawn = sheets(view), []
    rasterized(both, palette_styles(view), width=300)
    monkeypatch.setattr(
        raster, "_rendered", lambda svg, width, draw=raster._rendered: drawn.append(svg) or draw(svg, width)
    )
    rasterized(both, palette_styles(view), width=300, largest=20_000)
    assert drawn == [both.over]
    below = ground_of(view.board).below
    assert below in both.under
    assert below not in both.over


def test_two_sheets_make_the_picture_that_is_in_one_document(view: View) -> None:
    """But for what rounding makes of pixels that both sheets cover in part."""
    styles = palette_styles(view)
    one = Sheets(under=draw(view), over=draw(view))
    two, whole = (image(rasterized(which, styles, width=300)).convert("RGB") for which in (sheets(view), one))
    assert max(ImageStat.Stat(ImageChops.difference(two, whole)).mean) < 1


def test_the_lower_sheet_is_the_same_for_all_phases_of_a_board(view: View) -> None:
    """So that it is drawn once."""
    other = replace(view, outcomes=(), units=view.units[:3], owners={}, title="cassis · Fall 1911, movement")
    assert sheets(other).under == sheets(replace(other, title="cassis")).under
    assert sheets(other).over != sheets(replace(other, title="cassis")).over


def striped(*colours: str) -> bytes:
    """A picture with stripes of these colours."""
    sheet = Image.new("RGB", (300, 40))
    for place, colour in enumerate(colours):
        sheet.paste(colour, (place * 29, 0, 300, 40))
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


def test_a_film_has_the_colours_of_its_pictures_from_beginning_to_end() -> None:
    """So that a power looks the same in all phases, whatever else is in a picture."""
    one, other = ("#a8281c", "#233f8c", "#74459c", "#fbf8f1"), ("#a8281c", "#2f7a2a", "#3a3735", "#a87400")
    film = image(filmed([striped(*one), striped(*other)], 0.5, width=200))
    shown: list[set[object]] = []
    for frame in ImageSequence.Iterator(film):
        found = frame.convert("RGB").crop((0, 0, 200, 26)).getcolors(1 << 20) or ()
        shown.append({colour for _, colour in found})
    assert shown[0] | shown[1] == set(map(ImageColor.getrgb, (*one, *other)))
    assert shown[0] >= set(map(ImageColor.getrgb, one))
    assert shown[1] >= set(map(ImageColor.getrgb, other))
