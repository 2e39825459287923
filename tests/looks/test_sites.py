"""The pages of the public archive are valid, told in words, readable light and dark, and fit a phone and a desk."""

import pytest

from judge.reports.pages import site_style
from tests.looks.chromium import seen, seen_all
from tests.looks.sites import site, styled
from tests.looks.structure import site_faults
from tests.looks.test_pages import needs_a_browser
from tests.looks.validity import flaws

SHEET = site_style()
PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='1000'/%3E"
FEW = ("standard", "revolutionary-modern", "seismic")
SHOWN = (
    "index", "standard/index", "standard/press", "a-game-with-a-long-name/index", "seismic/002-S1901E",
    "standard/003-F1910M",
)  # fmt: skip


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """By path without the suffix, made once for all tests here."""
    return {path.removesuffix(".html"): html for path, html in site(FEW, phases=2)}


def test_every_page_is_valid(pages: dict[str, str]) -> None:
    assert {name: wrong for name, html in pages.items() if (wrong := flaws(html))} == {}


def test_every_page_is_readable_and_told_in_words(pages: dict[str, str]) -> None:
    """Light and dark; pictures in a sentence, tables with their headings, nothing that runs or comes from elsewhere."""
    assert {name: wrong for name, html in pages.items() if (wrong := site_faults(html, SHEET))} == {}


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("</h1>", "</h2>", "</h2>"),
        ("</tbody>", "<tr><td>1</td></tr></tbody>", "a table of [1, "),
        ("</main>", "<p><p>a</p></p></main>", "p among words"),
        ("</main>", "<ol></ol></main>", "an empty ol"),
        ("</main>", '<p align="right">a</p></main>', "attributes of p: align"),
        ("</main>", '<p id="a">a</p><p id="a">a</p></main>', "a second a"),
        ("</main>", "<div>a</main>", "</main>"),
        ("</main>", "<table>a</table></main>", "words in table: a"),
        ("</main>", "<p>a & b</p></main>", "a sign that is not written out"),
        ("<!DOCTYPE html>\n", "", "no doctype"),
    ],
)
def test_what_is_not_valid_is_noticed(pages: dict[str, str], right: str, wrong: str, told: str) -> None:
    html = pages["standard/index"]
    assert right in html
    assert any(told in flaw for flaw in flaws(html.replace(right, wrong, 1)))


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('alt="Map of', 'alt="', "a picture that is not told"),
        ('lang="en"', "", "no language"),
        ("</h1>", "</h1><h1>a</h1>", "more or less than one heading"),
        ("</main>", '<a href="https://example.net">a</a></main>', "fetched from elsewhere"),
        ('class="who"', 'style="color: #c9c4b8"', "#c9c4b8 on #fffdf8"),
    ],
)
def test_what_is_wrong_with_a_page_of_the_archive_is_noticed(
    pages: dict[str, str], right: str, wrong: str, told: str
) -> None:
    html = pages["standard/index"]
    assert right in html
    assert any(told in fault for fault in site_faults(html.replace(right, wrong, 1), SHEET))


@needs_a_browser
@pytest.mark.parametrize("dark", [False, True])
def test_pages_of_the_archive_fit_a_phone_and_a_desk(pages: dict[str, str], tmp_path, dark: bool) -> None:
    """Rule: 360 and 1000 pixels; nothing is cut off or too faint."""
    shown = [(name, styled(pages[name], PICTURE)) for name in SHOWN]
    assert seen(tmp_path / "page.html", shown, (360, 1000), dark=dark) == []


@needs_a_browser
@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True])
def test_all_pages_of_the_archive_fit_their_screens(tmp_path, dark: bool) -> None:
    """Of games of every kind."""
    shown = list(site(phases=4))
    assert {name: wrong for name, html in shown if (wrong := [*flaws(html), *site_faults(html, SHEET)])} == {}
    wide = [(name, styled(html, PICTURE)) for name, html in shown]
    assert seen_all(tmp_path / "page.html", wide, (320, 360, 600, 1000), dark=dark) == []
