"""Wrapping at 72 columns, and players' words made harmless."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from judge.reports.folding import WIDTH, echo, fold, folded, one_line, printable, quoted, wrap


@given(st.text())
def test_players_words_never_run_over_the_page(text: str) -> None:
    assert all(len(line) <= WIDTH for line in folded(text, "  line 12: ", "      ").split("\n"))


@given(st.text())
def test_no_word_of_a_message_is_lost_and_every_line_has_its_bar(text: str) -> None:
    lines = quoted(text).split("\n")
    assert all(line.startswith("|") for line in lines)
    told = " ".join(line[1:] for line in lines).split()
    assert told == printable(text).split()


@given(
    st.text(alphabet="ab \t\n-é\xa0.\u2003", max_size=90) | st.text(alphabet="a b-", min_size=60, max_size=75),
    st.sampled_from(["", "  line 1: ", "| "]),
)
def test_a_text_is_folded_as_the_standard_library_folds_it(text: str, first: str) -> None:
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    assert fold(text, first) == (tuple(lines) or (first.rstrip(),))


def test_a_message_keeps_its_blank_lines() -> None:
    assert quoted("one\n\ntwo\n") == "| one\n|\n| two"


def test_control_and_direction_signs_are_taken_out() -> None:
    assert printable("A Par\x00 -\u202e Bur\x1b[31m") == "A Par - Bur[31m"


def test_one_line_has_no_line_breaks_and_single_blanks() -> None:
    assert one_line(" a\n\tb  c\r\n") == "a b c"


def test_a_long_line_is_echoed_cut() -> None:
    told = echo("x" * 5000)
    assert len(told) == 200
    assert told.endswith("...")


def test_a_short_line_is_echoed_whole() -> None:
    assert echo("A Par - Bur") == "A Par - Bur"


def test_a_name_too_wide_for_the_page_stays_whole_on_its_own_line() -> None:
    name = "judge+" + "g" * 90 + "@example.org"
    assert fold(f"Write to {name} now")[1] == name


def test_paragraphs_are_kept_apart() -> None:
    assert wrap("one\ntwo\n\n\nthree") == "one two\n\nthree\n"
