"""Which phases a span covers: tags and years, with the first and the last or without them."""

import pytest

from judge.desk.spans import MOST_TURNS, Span
from judge.game.phases import Phase, parse_phase

TAGS = ("S1901M", "S1901R", "F1901M", "W1901A", "S1902M", "S1902V", "S1902R", "S1902E", "F1902M", "W1902A", "W1902E")


def phases(*tags: str) -> list[Phase]:
    return [phase for tag in tags or TAGS if (phase := parse_phase(tag)) is not None]


@pytest.mark.parametrize(
    ("span", "first", "last", "count"),
    [
        (Span(), "S1901M", "W1902E", 11),
        (Span(first="1902", last="1902"), "S1902M", "W1902E", 7),
        (Span(first="S1902M", last="S1902E"), "S1902M", "S1902E", 4),
        (Span(first="F1901R"), "W1901A", "W1902E", 8),
        (Span(last="1901"), "S1901M", "W1901A", 4),
        (Span(first="S1901M", last="S1902M", after=True, before=True), "S1901R", "W1901A", 3),
        (Span(first="1901", after=True), "S1902M", "W1902E", 7),
        (Span(last="1902", before=True), "S1901M", "W1901A", 4),
    ],
)
def test_a_span_covers_what_lies_between_its_ends(span: Span, first: str, last: str, count: int) -> None:
    chosen = span.choose(phases())
    assert (TAGS[chosen[0]], TAGS[chosen[-1]], len(chosen)) == (first, last, count)


def test_a_phase_that_was_never_played_and_a_span_that_runs_backwards_cover_nothing() -> None:
    assert Span(first="F1901R", last="F1901R").choose(phases()) == ()
    assert Span(first="1902", last="1901").choose(phases()) == ()


def test_of_a_long_game_no_more_turns_are_read_than_one_answer_may_hold() -> None:
    assert len(Span().choose(phases(*(f"S{year}M" for year in range(1901, 2101))))) == MOST_TURNS
