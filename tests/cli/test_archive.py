"""`judge archive`: the pages of the games that everybody may see."""

import json
import re
import sqlite3
import time
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from judge.cli.demo.stage import Stage, stage_settings
from judge.wire.clock import SetClock
from tests.cli.conftest import ADDRESS, BEGINS, ORDER, PASSWORD, PRESS

VOID = {"meta", "link", "img", "br"}


class Outline(HTMLParser):
    """What a page is made of: its links, its pictures without a text, and whether all that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.mute: list[str] = []
        self.wrong: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.seen.add(tag)
        self.links += [value for name in ("href", "src") if (value := found.get(name)) is not None]
        if tag == "img" and not found.get("alt"):
            self.mute.append(found.get("src") or "")
        if tag == "p" and "p" in self.open:
            self.wrong.append("a paragraph in a paragraph")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def outline(file: Path) -> Outline:
    page = Outline()
    page.feed(file.read_text(encoding="utf-8"))
    page.close()
    return page


def ask(folder: Path, statement: str, *values: object) -> list[tuple]:
    with sqlite3.connect(folder / "judge.db") as database:
        return database.execute(statement, values).fetchall()


def set_option(folder: Path, **options: object) -> None:
    """The options of the game as if it had been created with them."""
    ((text,),) = ask(folder, "SELECT settings FROM games WHERE name = 'vault'")
    document = json.loads(text)
    document["settings"] |= options
    ask(folder, "UPDATE games SET settings = ? WHERE name = 'vault'", json.dumps(document))


def pages(site: Path) -> set[str]:
    return {str(file.relative_to(site)) for file in site.rglob("*") if file.is_file()}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


def test_a_game_that_is_played_is_shown_with_what_has_been_played(judge, folder, site) -> None:
    done = judge("archive", str(site))
    assert (done.status, done.out) == (0, "1 games and 1 phases written, 0 taken out.\n")
    assert pages(site) == {
        "archive.json", "index.html", "style.css", "vault/index.html", "vault/001-S1901M.html", "vault/001-S1901M.svg",
    }  # fmt: skip
    phase = (site / "vault/001-S1901M.html").read_text()
    assert "A Vie - Tyr" in phase
    assert "✓ moves" in phase
    game = (site / "vault/index.html").read_text()
    assert re.search(r'<th scope="row" class="cell name-of">Austria</th><td class="cell">Anna</td>', game)
    assert "Fall 1901, movement" in game


def test_every_page_is_whole_and_every_link_leads_somewhere(judge, folder, site) -> None:
    judge("archive", str(site))
    for file in site.rglob("*.html"):
        page = outline(file)
        assert not page.wrong, (file, page.wrong)
        assert not page.open, (file, page.open)
        assert not page.mute, file
        assert "script" not in page.seen
        for link in page.links:
            assert (file.parent / link).is_file(), (file, link)


def test_no_secret_of_a_running_game_is_on_a_page(judge, folder, site, played) -> None:
    set_option(folder, publish="press")
    judge("archive", str(site))
    text = "".join(file.read_text() for file in site.rglob("*") if file.is_file())
    for secret in (PRESS, PASSWORD, "A Bud - Ser", "players.example", *played.tokens):
        assert secret not in text
    assert ORDER.partition(" - ")[0] in text  # of the phase that is over


def test_nobody_is_named_in_a_gunboat_game(judge, folder, site) -> None:
    set_option(folder, anonymous=True)
    judge("archive", str(site))
    text = "".join(file.read_text() for file in site.rglob("*") if file.is_file())
    assert "Anna" not in text
    assert "Bert" not in text
    assert "not told" in text


@pytest.mark.parametrize("options", [{"listed": False}, {"private": True}, {"publish": "none"}])
def test_a_game_that_is_not_for_everybody_is_not_there_and_goes_when_it_no_longer_is(
    judge, folder, site, options: dict[str, object]
) -> None:
    judge("archive", str(site))
    set_option(folder, **options)
    assert judge("archive", str(site)).out == "0 games and 0 phases written, 1 taken out.\n"
    assert pages(site) == {"archive.json", "index.html", "style.css"}
    assert "vault" not in (site / "index.html").read_text()


@pytest.mark.parametrize(("publish", "told"), [("results", False), ("broadcasts", False), ("press", True)])
def test_messages_are_told_when_the_game_is_over_and_was_made_so(judge, folder, site, publish: str, told: bool) -> None:
    set_option(folder, publish=publish)
    ask(folder, "UPDATE games SET state = 'finished', winner = '[]' WHERE name = 'vault'")
    judge("archive", str(site))
    assert (site / "vault/press.html").exists() == told
    if told:
        press = (site / "vault/press.html").read_text()
        assert "Austria to France" in press
        assert PRESS in press
        assert "1 message</a>" in (site / "vault/index.html").read_text()


def test_only_what_has_changed_is_written_again(judge, folder, site) -> None:
    judge("archive", str(site))
    picture = site / "vault/001-S1901M.svg"
    before = picture.stat().st_ino
    assert judge("archive", str(site)).out == "0 games and 0 phases written, 0 taken out.\n"
    assert judge("master", "vault", "PROCESS F1901M").status == 0
    assert judge("archive", str(site)).out == "1 games and 1 phases written, 0 taken out.\n"
    assert picture.stat().st_ino == before
    assert 'href="002-F1901M.html" rel="next"' in (site / "vault/001-S1901M.html").read_text()
    assert judge("master", "vault", "ROLLBACK F1901M").status == 0
    assert judge("archive", str(site)).out == "1 games and 0 phases written, 0 taken out.\n"
    assert "vault/002-F1901M.html" not in pages(site)
    assert "002-F1901M" not in (site / "vault/001-S1901M.html").read_text()


def test_a_folder_that_holds_something_else_is_left_alone(judge, folder, site) -> None:
    site.mkdir()
    (site / "diary.txt").write_text("mine")
    done = judge("archive", str(site))
    assert done.status == 2
    assert "holds other files; the archive needs a folder of its own" in done.err
    assert pages(site) == {"diary.txt"}


def test_names_are_shown_as_they_are_and_do_nothing(judge, folder, site) -> None:
    ask(folder, "UPDATE players SET name = '<script>alert(1)</script>' WHERE name = 'Anna'")
    judge("archive", str(site))
    text = (site / "vault/index.html").read_text()
    assert "&lt;script&gt;alert(1)" in text
    assert "<script" not in text


def test_a_judge_at_work_keeps_the_archive_up(folder, site) -> None:
    settings = stage_settings(folder, address=ADDRESS).model_copy(update={"archive": site})
    with Stage(settings, SetClock(BEGINS + timedelta(days=2, hours=2))) as stage:
        wait_for(lambda: (site / "vault/001-S1901M.html").exists())
        stage.advance(timedelta(days=3))
        wait_for(lambda: (site / "vault/002-F1901M.html").exists())
    assert "A Bud - Ser" in (site / "vault/002-F1901M.html").read_text()


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)
