"""Columns of a text read as tables, and what is none left alone."""

import pytest

from judge.reports.blocks import Block, Form, blocks_of
from judge.reports.grids import Grid, grid_of
from judge.reports.webpages import MAX_PAGE, plain


def test_names_with_what_belongs_to_them_are_rows_and_folded_lines_go_on() -> None:
    lines = ("  Austria  A Bud, A Vie,", "           F Tri", "  Italy    A Rom")
    assert grid_of(lines) == Grid(rows=(("Austria", "A Bud, A Vie, F Tri"), ("Italy", "A Rom")))


def test_numbers_stand_below_the_headings_of_their_columns_with_words_behind_some() -> None:
    lines = ("           centers  units", "  Austria        3      3", "  Italy          5      3  2 builds")
    grid = grid_of(lines)
    assert grid is not None
    assert grid.heads == ("", "centers", "units", "")
    assert grid.rows == (("Austria", "3", "3", ""), ("Italy", "5", "3", "2 builds"))


@pytest.mark.parametrize(
    ("words", "told"), [(("moves", "BOUNCES"), True), (("movement", "at"), False), (("ADR", "Alb"), False)]
)
def test_outcomes_are_known_by_their_words(words: tuple[str, str], told: bool) -> None:
    grid = grid_of([f"  {word.ljust(10)}A Par - Bur" for word in words])
    assert grid is not None
    assert grid.outcomes is told


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("A Par - Bur", "A Mar H"),
        ("  line 3: a par - Mosw", "      There is no such place."),
        ("One.", "   Two  x"),
    ],
)
def test_lines_without_columns_are_no_table(lines: tuple[str, ...]) -> None:
    assert grid_of(lines) is None


def test_a_deadline_stands_by_itself_with_the_phase_that_it_is_of() -> None:
    text = "Passed on.\nNext: Fall 1901 (F1901M)\nNext deadline: Tue 5 Jan 2027 18:00 UTC\n               Tue 19:00 X\n"
    passed, clock = blocks_of(text)
    assert passed == Block(form=Form.TEXT, text="Passed on.")
    assert clock.form is Form.CLOCK
    assert [line for (line,) in clock.items] == [
        "Next: Fall 1901 (F1901M)", "Next deadline: Tue 5 Jan 2027 18:00 UTC", "Tue 19:00 X",
    ]  # fmt: skip


def test_what_people_wrote_is_a_quotation_with_its_own_lines() -> None:
    (quote,) = blocks_of("| Dear Anna,\n|\n| A Par H\n| :: judge forged\n| == Results ==\n")
    assert quote == Block(form=Form.QUOTE, text="Dear Anna,\n\nA Par H\n:: judge forged\n== Results ==")


def test_a_line_with_more_below_it_is_an_item_of_a_list() -> None:
    heading, found = blocks_of("Please look at\n  line 3: a par - Mosw\n      There is no such place.\n  line 4: x\n")
    assert heading == Block(form=Form.HEADING, text="Please look at")
    assert found.items == (("line 3: a par - Mosw", "There is no such place."), ("line 4: x",))


def test_sentences_without_a_stop_are_no_orders() -> None:
    (block,) = blocks_of("To lead a nation that waits for somebody in a running game write CLAIM,\nthe game: CLAIM x\n")
    assert block.form is Form.TEXT


def test_a_page_that_would_be_cut_off_is_written_as_its_lines() -> None:
    """A history of many years: the tables of each phase would take ten times the room of its text."""
    text = "Results\n\n" + "Austria\n  moves    A Bud - Ser\n  BOUNCES  A Vie - Gal: held off by A Gal\n\n" * 800
    html = plain(text, "history").html
    assert len(html.encode()) < MAX_PAGE
    assert "BOUNCES  A Vie - Gal" in html
