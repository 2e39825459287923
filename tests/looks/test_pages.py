"""Every page fits a phone: no box is wider than the screen, no text is cut off."""

import pytest

from tests.looks.chromium import BROWSER, overflowing
from tests.looks.pages import pages

PAGES = dict(pages())
SHOWN = ("receipt", "map", "result-standard-1", "result-revolutionary-modern-2")
LONG = pytest.mark.soak
PLACES = [
    pytest.param(name, width, marks=() if name in SHOWN and width == 360 else LONG)
    for name in PAGES
    for width in (360, 600)
]  # fmt: skip

# Only a browser lays a page out, and `make test` installs nothing but packages of Python's, none of which has one.
needs_a_browser = pytest.mark.skipif(BROWSER is None, reason="without a browser on this machine a page has no widths")


@needs_a_browser
@pytest.mark.parametrize(("name", "width"), PLACES)
def test_no_page_is_wider_than_the_screen(tmp_path, name: str, width: int) -> None:
    assert overflowing(tmp_path / "page.html", PAGES[name], width) == []


@needs_a_browser
def test_a_box_that_is_too_wide_is_noticed(tmp_path) -> None:
    long = '<p style="width:50px;overflow:hidden">unbreakablylongword</p>'
    wide = f'<html><body><p style="width:700px">wide</p>{long}</body></html>'
    assert overflowing(tmp_path / "page.html", wide, 360) == ["P: wide", "cut off, P: unbreakablylongword"]


def test_every_page_is_small_and_says_in_words_what_its_picture_shows() -> None:
    """Gmail cuts a page off at about 100 kB."""
    for name, html in PAGES.items():
        assert len(html.encode()) < 100_000, name
        assert html.count("<img") == html.count('alt="Map of '), name
