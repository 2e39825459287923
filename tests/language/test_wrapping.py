"""A paragraph of orders that a mail program broke into lines is read as it was written; lists stay lists."""

from textwrap import wrap

import pytest

from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.language.orders import read_orders
from judge.language.wrapping import unwrapped
from tests.language.conftest import words

ORDERS = ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"]
PARAGRAPHS = (
    "Army Paris to Burgundy, army Marseilles supports army Paris to Burgundy, fleet Brest to the Mid-Atlantic Ocean.",
    "Army Paris moves to Burgundy. Army Marseilles supports army Paris to Burgundy. Fleet Brest to Mid-Atlantic Ocean.",
    "Paris - Burgundy; Marseilles supports Paris - Burgundy; Brest - Mid-Atlantic Ocean; and so much for this spring",
    "A Paris - Burgundy A Marseilles supports A Paris - Burgundy F Brest - Mid-Atlantic Ocean",
)


def numbered(lines: list[str], label: Label = Label.OWN) -> list[NumberedLine]:
    return [NumberedLine(number, line, label) for number, line in enumerate(lines, 1)]


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_a_broken_paragraph_holds_the_orders_that_were_written(standard, place, paragraph: str) -> None:
    for width in range(64, 81):
        lines = numbered(wrap(paragraph, width, break_on_hyphens=False))
        found = [
            one
            for line in unwrapped(standard, place(), "france", lines)
            for one in read_orders(standard, place(), "france", line)
        ]
        assert words(tuple(one for one in found if not isinstance(one, Complaint))) == ORDERS, (width, lines)
        assert all(one.kind == "note" for one in found if isinstance(one, Complaint))


def test_the_end_of_a_support_is_no_move_of_its_own(standard, place) -> None:
    lines = numbered(["Well then. Here is what I want you to do: army Marseilles supports", "army Paris to Burgundy"])
    (line,) = unwrapped(standard, place(), "france", lines)
    assert (line.number, line.text) == (1, f"{lines[0].text} {lines[1].text}")


@pytest.mark.parametrize(
    "lines",
    [
        ["A Par", "Bur"],
        ["A Par -", "Bur"],
        ["I have thought of it all day, and of nothing else than army Paris", "Burgundy is nice too"],
        ["A Mar - Spa, which is what we have talked about, and A Par - Bur", "F Bre - MAO"],
        ["Army Marseilles supports Army Paris to Burgundy // for Tom", "The fleet in Brest to the Mid-Atlantic Ocean"],
        [
            "The army in Marseilles supports the army in Paris to Burgundy",
            "The fleet in Brest to the Mid-Atlantic Ocean",
        ],
        ["On Mon, 4 Jan 2027 at 18:00, the judge wrote to me and to you: A Par - Bur", ";", "A Mar H"],
        ["A Marseilles S A Paris - Burgundy, as discussed with England at length", "the army in Paris to Burgundy"],
    ],
)
def test_lines_that_were_written_as_lines_stay_so(standard, place, lines: list[str]) -> None:
    assert unwrapped(standard, place(), "france", numbered(lines)) == tuple(numbered(lines))


@pytest.mark.parametrize(
    "behind", ["", " // for Tom", " (cut by A Mun)", " -> succeeded", " as we have discussed with England"]
)
@pytest.mark.parametrize("before", ["", "The ", "- ", "2. ", "and "])
def test_a_whole_order_takes_nothing_of_the_next_line(standard, place, before: str, behind: str) -> None:
    forms = (
        "army in Paris moves to Burgundy", "fleet in Brest moves to the Mid-Atlantic Ocean", "F Brest - English Chan",
        "army in Marseilles supports the army in Paris to Burgundy", "army Marseilles to Spain", "A Par H",
    )  # fmt: skip
    for first in forms:
        for second in forms:
            lines = numbered([f"{before}{first}{behind}", f"{before}{second}"])
            assert unwrapped(standard, place(), "france", lines) == tuple(lines)


def test_only_neighbors_of_the_writers_own_are_put_together(standard, place) -> None:
    first, second = numbered(["My orders, as I have told all of you before, are: army Paris to", "Burgundy"])
    apart = NumberedLine(4, second.text)
    assert unwrapped(standard, place(), "france", [first, apart]) == (first, apart)
    signed = NumberedLine(2, second.text, Label.AFTER_DASHES)
    assert unwrapped(standard, place(), "france", [first, signed]) == (first, signed)
    assert len(unwrapped(standard, place(), "france", [first, second])) == 1
