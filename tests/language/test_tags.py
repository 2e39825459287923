"""Phase tags are read short and in words."""

import pytest

from judge.language.tags import read_heading, read_tag, split_tag


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("S1901M", "S1901M"),
        ("f1902r", "F1902R"),
        ("Spring 1901 Movement", "S1901M"),
        ("Autumn 1901, retreats", "F1901R"),
        ("winter 1901", "W1901A"),
        ("W1901B", "W1901A"),
        ("Winter 1901 builds", "W1901A"),
        ("Spring 1901", "S1901M"),
        ("summer 1995 adjustments.", "U1995A"),
        ("soon", None),
        ("X1901M", None),
        ("S1901Q", None),
        ("1901", None),
    ],
)
def test_a_tag_is_read(text: str, tag: str | None) -> None:
    assert read_tag(text) == tag


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("S1901M Fri 18:00", ("S1901M", "Fri 18:00")),
        ("S1901M to Fri 18:00", ("S1901M", "Fri 18:00")),
        ("+24h for s1901m", ("S1901M", "+24h")),
        ("Fri 18:00", (None, "Fri 18:00")),
    ],
)
def test_a_tag_is_taken_out_of_a_text(text: str, found: tuple[str | None, str]) -> None:
    assert split_tag(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("S1901M: a par h", ("S1901M", "a par h")),
        ("S1901M A Par - Bur", ("S1901M", "A Par - Bur")),
        ("Fall 1901 F Nth C A Yor - Nwy", ("Fall 1901", "F Nth C A Yor - Nwy")),
        ("s1902m - A Par \u2192 Bur", ("s1902m", "A Par \u2192 Bur")),
        ("Orders for S1901M Army Paris to Burgundy", ("S1901M", "Army Paris to Burgundy")),
        ("W1901A build A Par", ("W1901A", "build A Par")),
        ("Spring 1901 a disaster for Turkey", None),
        ("Spring 1902 A fleet to be reckoned with", None),
        ("F1901M is open", None),
    ],
)
def test_a_phase_may_stand_before_an_order_with_a_colon_or_without(text: str, found: tuple[str, str] | None) -> None:
    assert read_heading(text) == found
