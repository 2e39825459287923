"""One line for many units: which lines are one, and which only sound like it."""

import pytest

from judge.language.holding import Holding, read_holding


@pytest.mark.parametrize(
    "text",
    ["ALL HOLD", "hold all", "All units hold", "Hold all units.", "all my units hold please", "Everything holds!",
     "everyone stands", "all of my units will hold", "please hold all my units", "all h", "All armies and fleets hold"],
)  # fmt: skip
def test_all_units_hold_in_many_words(text: str) -> None:
    assert read_holding(text) == Holding(rest=False, start=0)


@pytest.mark.parametrize(
    "text",
    ["the rest hold", "All others hold", "rest holds", "hold the rest", "everything else holds.", "other units hold"],
)
def test_so_do_those_that_are_left(text: str) -> None:
    assert read_holding(text) == Holding(rest=True, start=0)


def test_it_may_end_a_line_of_orders() -> None:
    text = "A Par - Bur, F Bre H and all others hold"
    found = read_holding(text)
    assert found is not None
    assert (found.rest, text[: found.start]) == (True, "A Par - Bur, F Bre H ")


@pytest.mark.parametrize(
    "text",
    ["A Par H", "Hold on", "all hold hands", "I hope all holds well", "Hold all fire until I write", "Right, hold it",
     "the rest of the year", "Paris holds", "they all hold"],
)  # fmt: skip
def test_other_lines_say_nothing_of_all_units(text: str) -> None:
    assert read_holding(text) is None
