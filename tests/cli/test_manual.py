"""`judge manual`, and the manuals that come with the program."""

from html import unescape
from pathlib import Path

import pytest

from judge.reports.guide import help_examples, help_topics
from judge.reports.manual import CHAPTERS, manual_page, unplaced_topics
from judge.reports.pages import site_style

SHIPPED = Path(__file__).resolve().parent.parent.parent / "deploy" / "manual"


def test_every_topic_of_help_stands_in_one_manual() -> None:
    placed = [topic for topics in CHAPTERS.values() for topic in topics]
    assert unplaced_topics() == ()
    assert sorted(placed) == sorted(help_topics())


@pytest.mark.parametrize("who", CHAPTERS)
def test_a_manual_has_every_example_of_its_topics(who: str) -> None:
    page = unescape(manual_page(who))
    for topic in CHAPTERS[who]:
        assert f'<section id="{topic}">' in page
        for example in help_examples(topic):
            assert all(line in page for line in example.splitlines()), example


def test_the_manuals_that_come_with_the_program_are_those_that_it_writes(judge, tmp_path) -> None:
    """After a change of a help page: `judge manual deploy/manual`."""
    assert judge("manual", str(tmp_path / "manual")).status == 0
    for file in (tmp_path / "manual").iterdir():
        assert (SHIPPED / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert {file.name for file in SHIPPED.iterdir()} == {"players.html", "masters.html", "style.css"}
    assert site_style() == (SHIPPED / "style.css").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_said_in_one_line(judge, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    done = judge("manual", str(tmp_path / "file" / "manual"))
    assert done.status == 2
    assert "Not a directory" in done.err
