"""Every mail has a page that fits a phone, is readable on light and dark screens, and says no more than its text."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from jinja2 import FileSystemLoader
from selectolax.lexbor import LexborHTMLParser

from judge.board import ProvinceKind
from judge.desk import histories
from judge.game.turns import PROVINCE, Event
from judge.paths import data_folder
from judge.reports import pages as templates
from judge.reports import texts, webpages
from judge.reports.cards import Card
from judge.reports.webpages import MAX_PAGE
from tests.looks.chromium import BROWSER, seen, seen_all
from tests.looks.pages import Page, crowded_turn, pages, result_of
from tests.looks.structure import contrast, faults

COLUMN = (
    '<table><tr><th scope="col">Power</th><th scope="col">Next</th></tr><tr><th scope="row">Turkey</th>{}</tr></table>'
)
SHOWN = ("receipt", "receipt-map", "result-fall", "result-revolutionary-modern-crowded")

needs_a_browser = pytest.mark.skipif(
    BROWSER is None,
    reason="only a browser lays a page out, and it is a program of the system, which no tests of ours may install",
)


class Shelf:
    """All pages by name, and the templates that were read to make them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read: set[str] = set()
        load = FileSystemLoader.get_source

        def noted(loader: FileSystemLoader, environment: object, name: str) -> object:
            self.read.add(name)
            return load(loader, environment, name)  # type: ignore[arg-type]

        monkeypatch.setattr(FileSystemLoader, "get_source", noted)
        for remembered in (templates._environment, templates._template, templates._piece):
            remembered.cache_clear()
        self.pages: dict[str, Page] = {page.name: page for page in pages(phases=2)}


@pytest.fixture(scope="module")
def shelf() -> Iterable[Shelf]:
    """Made once for all tests here: it plays some phases of every game."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield Shelf(monkeypatch)


def test_every_template_is_among_the_pages_that_are_looked_at(shelf: Shelf) -> None:
    folder = data_folder("templates")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    there = {name for name in there if not name.startswith("site/")}  # of no mail
    there.remove("web/style.css")  # whose every class is looked up once in a process, maybe before
    assert there - shelf.read == set()


def test_every_page_is_small_readable_and_told_in_words(shelf: Shelf) -> None:
    found = {name: wrong for name, page in shelf.pages.items() if (wrong := faults(page.body.html))}
    assert found == {}


def test_the_largest_pages_are_not_cut_off(shelf: Shelf) -> None:
    """A result in which every province and center has changed, with its tables; HISTORY of a hundred phases."""
    turn = crowded_turn("revolutionary-modern")
    board = turn.before.board
    changed = tuple(
        Event(
            kind=PROVINCE,
            text=f"{one.name}: Alpine Union's, occupied by Czech-Hungary (loyal 2 of 10).",
            places=(one.id,),
        )
        for one in board.provinces
        if one.kind is not ProvinceKind.SEA
    )
    taken = tuple(
        Event(kind="center", text=f"Britain takes {board.province(one).name} from Egypt.", powers=("britain",))
        for one in board.centers()
    )
    result = result_of("revolutionary-modern", replace(turn, events=(*taken, *changed)), pictured=True)
    assert len(result.html.encode()) < MAX_PAGE
    assert "How it stands" in result.html
    card = Card(name="dunkirk", variant="modern", title="Modern", address="judge+dunkirk@example.net", state="running")
    history = texts.history(card, "S1994M to F2003M", (texts.chapter(turn),) * 100, turn.after)[: histories.MAX_PAGE]
    assert len(history) == histories.MAX_PAGE
    assert len(webpages.plain(history, "history").html.encode()) <= MAX_PAGE


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('alt="Map of', 'alt="', "a picture that is not told"),
        ('alt="Map of', 'alt="Map." title="', "a picture that is not told"),
        ('scope="row"', "", "a heading of nothing"),
        ('lang="en"', "", "no language"),
        ("#98190f", "#d8908a", "#d8908a on #fffdf8"),
        (".ok { color: #9bd48f", ".ok { color: #4a5a45", "#4a5a45 on #1d2025 when dark"),
        ('content="light dark"', 'content="light"', "no word on dark screens"),
        ("</body>", f"<p>{'x' * 50}</p></body>", "a word that no phone has room for"),
        ("</body>", "<p>| said</p></body>", "a bar of the plain text"),
        ("</body>", f"{'<i>word</i>' * 10_000}</body>", " octets"),
        ("</body>", "<table><tr><td>1</td></tr></table></body>", "a table without headings"),
        ("</body>", "<h2></h2></body>", "an empty h2"),
        ("</body>", "<p>ADR: Alb (before: ION).</p></body>", "neighbors that stand in no table"),
        ("</body>", f"{COLUMN.format('<td></td>')}</body>", "a column of nothing: Next"),
        ("</body>", f"{COLUMN.format('<td align=right>1</td>')}</body>", "does not stand above its column: Next"),
        ("</body>", "<script></script></body>", "something that is fetched or runs"),
    ],
)
def test_what_is_wrong_with_a_page_is_noticed(shelf: Shelf, right: str, wrong: str, told: str) -> None:
    """A fault planted into a page that has none."""
    html = shelf.pages["result-colonial-crowded"].body.html
    assert right in html
    assert any(told in fault for fault in faults(html.replace(right, wrong)))


def test_the_text_of_a_mail_says_all_that_the_tables_of_its_page_say(shelf: Shelf) -> None:
    for name, page in shelf.pages.items():
        tree = LexborHTMLParser(page.body.html)
        cells = tree.css('td.cell, td.count, .grid td, th[scope="row"], th[scope="rowgroup"], .slip, .item, .quote')
        said = words(page.body.text)
        for cell in cells:
            missing = words(cell.text(separator=" ").replace("(you)", "")) - said
            assert not missing, (name, cell.text(separator=" "))


def words(text: str) -> set[str]:
    """The words of a text, whatever their case, without signs."""
    return set(re.split(r"[\s:|✓✗✹\N{EN DASH},.;()]+", text.lower()))


def test_every_colour_of_a_ground_comes_with_one_for_its_text() -> None:
    """A mail program that turns colours round may turn only one of two that were given apart."""
    for name in ("style.css", "screen.css"):
        sheet = (data_folder("templates") / "web" / name).read_text(encoding="utf-8")
        for body in re.findall(r"\{([^{}]+)\}", sheet):
            if "background-color" in body:
                assert re.search(r"(?<!-)color:", body), body


def test_contrast_is_that_of_the_rule() -> None:
    """WCAG 2: 21 for black on white, 1 for a colour on itself, 4.54 for #767676 on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@needs_a_browser
def test_pages_fit_a_phone_and_are_readable(shelf: Shelf, tmp_path) -> None:
    shown = [(name, shelf.pages[name].body.html) for name in SHOWN]
    assert seen(tmp_path / "page.html", shown, (360,)) == []


@needs_a_browser
@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True])
def test_all_pages_fit_their_screen_and_are_readable(shelf: Shelf, tmp_path, dark: bool) -> None:
    shown = [(name, page.body.html) for name, page in shelf.pages.items()]
    assert seen_all(tmp_path / "page.html", shown, (320, 360, 600, 1000), dark=dark) == []


@needs_a_browser
def test_what_is_too_wide_cut_off_or_too_faint_is_noticed(tmp_path) -> None:
    """And what can be scrolled is not too wide."""
    faint = '<p style="color:#777;background:#aaa">faint</p>'
    long = '<p style="width:50px;overflow:hidden">unbreakablylongword</p>'
    scrolled = '<div style="overflow-x:auto"><p style="width:700px">scrolled</p></div>'
    wide = f'<html><body><p style="width:700px">wide</p>{long}{scrolled}{faint}</body></html>'
    assert seen(tmp_path / "page.html", [("one", wide)], (360,)) == [
        ("one", 360, "P: wide"), ("one", 360, "cut off, P: unbreakablylongword"), ("one", 360, "too faint, P: faint"),
    ]  # fmt: skip
