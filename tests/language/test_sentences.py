"""An order that stands within a sentence is not taken, and never dropped in silence; chat is left alone."""

import pytest

from judge.game.complaints import Complaint
from tests.language.conftest import words

TOLD = {  # what would work
    "I order A Par - Pic as promised.": "A Par - Pic",
    "I'd like army Paris to go to Burgundy": "A Par - Bur",
    "If possible A Par - Bur": "A Par - Bur",
    "All units hold except A Par - Bur": "A Par - Bur",
    "Perhaps A Par - Bur and F Bre - MAO": "A Par - Bur",
    "I'll write tomorrow. Probably A Par - Bur and F Bre - ENG.": "A Par - Bur",
    "I was told A Par - Bur, F Bre - MAO": "A Par - Bur",
    "Plan B: A Par - Bur": "A Par - Bur",
    "F: A par-bur": "A Par - Bur",
    "line 2: A Mar S A Par - Bur": "A Mar S A Par - Bur",
    "\"A Par - Bur\"": "A Par - Bur",
    "Dora wrote: 'A Par - Bur'": "A Par - Bur",
    "{\"orders\": [\"A PAR - BUR\", \"F BRE - MAO\"]}": "A Par - Bur",
    "Change A Par - Bur to A Par - Pic": "A Par - Bur",
    "don't move A Par - Bur": "CLEAR Par",
    "please delete the order A Par - Bur": "CLEAR Par",
    "ignore A Par - Bur": "CLEAR Par",
    "(F Bre H)": "F Bre H",
    "Last turn: A Par - Bur": "A Par - Bur",
    "My orders last year: A Par - Bur, F Bre - MAO": "A Par - Bur",
    "Marseilles should support that": "A Mar - Bur",
    "Attack Burgundy with A Par": "A Par - Bre",
    "Take Spain with my army Marseilles": "A Mar - Bur",
    "F Bre - ENG is the best opening": "F Bre - ENG",
    "A Par - Bur instead of A Par - Pic": "A Par - Bur",
}  # fmt: skip


@pytest.mark.parametrize("text", TOLD)
def test_an_order_among_other_words_is_not_taken_and_is_told_with_one_that_would_work(text, place, read) -> None:
    found = read(place(), "france", text)
    assert words(tuple(one for one in found if not isinstance(one, Complaint))) == []
    assert [one.example for one in found if one.kind == "unreadable"] == [TOLD[text]]


def test_words_before_an_order_govern_those_that_follow_up_to_a_semicolon(place, read) -> None:
    for text in ("Perhaps A Par - Bur, A Mar - Spa; F Bre - MAO", "Perhaps A Par - Bur and A Mar - Spa! F Bre - MAO"):
        found = read(place(), "france", text)
        assert [one.kind if isinstance(one, Complaint) else one.at for one in found] == ["unreadable", "bre"]


@pytest.mark.parametrize(
    "said",
    [
        "If Germany stays, A Par - Bur", "If Germany attacks Bur, A Par - Bur", "in case Italy comes, A Par - Bur",
        "When Italy comes, A Par - Bur, F Bre - MAO", "Unless Dora writes, A Par - Bur",
        "Provided that Italy stays, A Par - Bur", "Hi! If Italy stays, A Par - Bur",
    ],
)  # fmt: skip
def test_an_order_behind_a_condition_is_not_taken_and_is_told(said: str, place, read) -> None:
    found = read(place(), "france", said)
    assert words(tuple(one for one in found if not isinstance(one, Complaint))) == []
    assert [(one.piece, one.example) for one in found if one.kind == "unreadable"] == [("A Par - Bur", "A Par - Bur")]


def test_an_order_behind_a_condition_and_a_semicolon_stands_by_itself(place, read) -> None:
    told, order = read(place(), "france", "If Italy comes, A Mar H; F Bre - MAO")
    assert words((order,)) == ["F Bre - MAO"]
    assert told.example == "A Mar H"


def test_an_order_behind_chat_that_holds_none_is_taken(place, read) -> None:
    found = read(place(), "france", "Scratch that, F Bre - ENG")
    assert words(tuple(one for one in found if not isinstance(one, Complaint))) == ["F Bre - ENG"]


def test_half_an_order_behind_a_whole_one_is_told(place, read) -> None:
    order, told = read(place(), "france", "A Par - Bur, supported by A Mar")
    assert words((order,)) == ["A Par - Bur"]
    assert (told.kind, told.piece) == ("unreadable", "supported by A Mar")


@pytest.mark.parametrize(
    "text",
    [
        "I hope that Paris holds", "Paris will be fine", "My army in Paris is bored", "See you in Brest!",
        "Germany may have Burgundy", "Max, is Paris well?", "J> A Mar H", "| A Par H",
        "Marseilles is supported by friends", "I will be in Paris then", "A Parisian wrote: hello",
    ],
)  # fmt: skip
def test_chat_that_names_places_is_a_note(text, place, read) -> None:
    assert [one.kind for one in read(place(), "france", text)] == ["note"]


def test_a_build_among_other_words_is_told_as_well(place, read) -> None:
    position = place("W1901A", {"france": ("A bur", "A spa")})
    (found,) = read(position, "france", "I would love to build F Bre")
    assert (found.kind, found.example) == ("unreadable", "build F Bre")


@pytest.mark.parametrize(
    ("text", "example"),
    [("New army in Paris", "build A Par"), ("Recruit F Bre please", "build F Bre")],
)
def test_a_unit_alone_is_a_build_among_other_words(text: str, example: str, place, read) -> None:
    position = place("W1901A", {"france": ("A bur", "A spa")})
    (found,) = read(position, "france", text)
    assert (found.kind, found.example) == ("unreadable", example)


def test_a_removal_in_other_words_is_told_as_one(place, read) -> None:
    units = {"france": ("A bur", "A spa", "A mar", "A gas")}
    (found,) = read(place("W1901A", units), "france", "scrap A Bur")
    assert (found.kind, found.example) == ("unreadable", "remove A Bur")


@pytest.mark.parametrize(
    "heading",
    ["These are my orders:", "My moves are as follows:", "My orders for this turn:", "Turn 1:", "Revised orders:",
     "Please enter the following orders:", "Hi judge, my full set of orders:", "France, Spring 1901:"],
)  # fmt: skip
def test_a_heading_on_the_line_of_its_orders_is_no_other_words(heading: str, place, read) -> None:
    assert words(read(place(), "france", f"{heading} A Par - Bur, F Bre - MAO")) == ["A Par - Bur", "F Bre - MAO"]


@pytest.mark.parametrize(
    ("text", "piece", "example"),
    [
        ("A Par - Bur (F Bre - MAO)", "F Bre - MAO", "F Bre - MAO"),
        ("A Par - Bur (A Mar S A Par - Bur)", "A Mar S A Par - Bur", "A Mar S A Par - Bur"),
        ("A Par - Bur (supported by A Mar)", "supported by A Mar", "A Mar - Bur"),
    ],
)
def test_an_order_in_brackets_behind_another_is_told(text: str, piece: str, example: str, place, read) -> None:
    for _ in range(2):  # what is remembered of a line tells it, too
        order, told = read(place(), "france", text)
        assert words((order,)) == ["A Par - Bur"]
        assert (told.kind, told.piece, told.example) == ("unreadable", piece, example)


@pytest.mark.parametrize("said", ["Germany holds A Mun", "not A Par - Gas", "A Mun H", "was A Par - Pic", "as agreed"])
def test_what_is_no_order_for_an_own_unit_in_brackets_stays_a_remark(said: str, place, read) -> None:
    assert words(read(place(), "france", f"A Par - Bur ({said})")) == ["A Par - Bur"]


@pytest.mark.parametrize("end", ["(or Gas if Germany is there)", "(unless Mun - Bur)", "(if free)"])
def test_a_condition_in_brackets_is_called_one(end: str, place, read) -> None:
    (told,) = read(place(), "france", f"A Par - Bur {end}")
    assert told.problem == "orders know no conditions, so nothing was ordered"


@pytest.mark.parametrize("said", ["if free - Gas", "if A Mun - Bur then A Par H", "unless Mun - Bur"])
def test_a_condition_behind_an_order_is_called_one_also_when_it_looks_like_an_order(said: str, place, read) -> None:
    order, told = read(place(), "france", f"A Par - Bur, {said}")
    assert words((order,)) == ["A Par - Bur"]
    assert "orders know no conditions" in told.problem


def test_a_bracket_that_cannot_be_read_makes_no_wrong_name_of_the_place_before_it(place, read) -> None:
    (told,) = read(place(), "france", "A Par - Gas (via ENG)")
    assert (told.problem, told.instead) == ("“(” does not fit here", ())
