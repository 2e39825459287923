"""Tables, lists, sentences and tags around orders are no part of them; chat with the same signs stays chat."""

from time import process_time

import pytest

from judge.game.complaints import Complaint
from judge.language.folding import fold_line
from judge.language.trimmings import LONGEST, other_ways
from tests.language.conftest import words

ONE = "A Par - Bur"
WRITTEN = {
    "| A Par | - Bur |": [ONE],
    "| 1 | A Par - Bur | as agreed |": [],
    "A Par - Bur |": [ONE],
    "o A Par - Bur": [ONE],
    "\u00a7 A Par - Bur": [ONE],
    "    > A Par - Bur": [],
    "| A Par - Bur": [],
    "| | A Par - Bur": [],
    "A Par | - Bur": [ONE],
    "b. A Par - Bur": [ONE],
    "c) A Par - Bur": [ONE],
    "(3) A Par - Bur": [ONE],
    "[x] A Par - Bur": [ONE],
    "[ ] A Par - Bur": [ONE],
    "2\u20e3 A Par - Bur": [ONE],
    "A Par -&gt; Bur": [ONE],
    "A&nbsp;Par - Bur": [ONE],
    "A Par &ndash; Bur": [ONE],
    "A Par - Bur<br>F Bre - MAO": [ONE, "F Bre - MAO"],
    "<p>A Par - Bur</p>": [ONE],
    "A Par - Bur :)": [ONE],
    "and A Par - Bur please ;-)": [ONE],
    "A Par: Bur": [ONE],
    "Paris: move to Burgundy": [ONE],
    "Paris: moves to Burgundy. Brest: MAO": [ONE, "F Bre - MAO"],
    "Army Paris: hold": ["A Par H"],
    "A Mar: S A Par - Bur": ["A Mar S A Par - Bur"],
    "A Par - Bur. F Bre - MAO.": [ONE, "F Bre - MAO"],
    "A Mar. S. A Par. - Bur. F Bre. - MAO.": ["A Mar S A Par - Bur", "F Bre - MAO"],
    "A Par - Bur. Thanks": [ONE],
    "F Bre - Norw. Sea": [],
    "Hi Max, here we go. Army Paris moves to Burgundy. F Bre - MAO. Cleo": [ONE, "F Bre - MAO"],
    "Good luck to all. A Par - Bur": [ONE],
    "I hope that A Mar - Spa works. F Bre - MAO": [],
    "Only if Italy agrees. A Par - Bur": [],
    "PS: A Par - Bur instead": [ONE],
    "P.S. Actually A Par - Bur": [ONE],
    "Sorry, make that A Par - Bur please": [ONE],
    "Edit: A Par - Bur": [ONE],
    "Let A Par move to Bur": [ONE],
    "Send army Paris to Burgundy, as agreed": [ONE],
    "Have Paris attack Burgundy": [ONE],
    "A Par - Bur ok": [ONE],
    "A Par - Bur as agreed; F Bre - MAO too": [ONE, "F Bre - MAO"],
    "no F Bre - MAO": [],
    "2.A Par - Bur": [ONE],
    "3: A Par - Bur": [ONE],
    "4 - A Par - Bur": [ONE],
    "#1 A Par - Bur": [ONE],
    "#2: A Par - Bur": [ONE],
    "# A Par - Bur": [],
    "iii. A Par - Bur": [ONE],
    "`A Par - Bur`": [ONE],
    "~~A Par - Bur~~": [],
    "~~A Par H~~ A Par - Bur": [ONE],
    "A Par - Bur: bounced with A Mun": [ONE],
    "F Bre - MAO: moved": ["F Bre - MAO"],
    "A Par - Bur [success]": [ONE],
    "A Par - Bur -- succeeded": [ONE],
    "A Par - Bur *bounce*": [ONE],
    "A Par - Bur  # to take it": [ONE],
    "A Par - Bur\t  # F Bre H": [ONE],
    "A Par - Bur (bounced with A Mun), F Bre - MAO": [ONE, "F Bre - MAO"],
    "A Par - Bur (bounced with A Mun). F Bre - MAO": [ONE, "F Bre - MAO"],
    "A Par - Bur (bounced with A Mun) and F Bre - MAO": [ONE, "F Bre - MAO"],
    "A Par - Bur (bounced with A Mun and A Ruh)": [ONE],
    "A Par - Bur: bounced with F St. Petersburg": [ONE],
    "A Par - Bur; F Bre - MAO -- fails against England": [ONE, "F Bre - MAO"],
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_stands_around_orders_is_no_part_of_them(text, place, read) -> None:
    found = read(place(), "france", text)
    orders = [one for one in found if not isinstance(one, Complaint)]
    assert words(tuple(orders)) == WRITTEN[text]
    assert WRITTEN[text] or all(one.kind in ("note", "unreadable") for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "Germany: Paris is yours", "I think: Paris will fall. Do you?", "Cleo: hello. Goodbye.", "a) hello", "o dear",
        "x | y | z", "Dear all. I will be in Paris. See you in Brest.", "Thanks :)", "<b>hello</b>", "P.S. Paris: wow!",
    ],
)  # fmt: skip
def test_chat_with_the_same_signs_is_no_order(text, place, read) -> None:
    assert all(isinstance(one, Complaint) for one in read(place(), "france", text))


def test_a_sentence_with_a_condition_is_no_remark_behind_an_order(place, read) -> None:
    for text in ("A Par - Bur. Unless Italy moves. A Par H", "A Par - Bur. Only if Italy agrees"):
        assert all(isinstance(one, Complaint) for one in read(place(), "france", text))


def test_an_order_behind_words_that_nobody_can_read_is_no_order_by_itself(place, read) -> None:
    """What is written before may belong to it: a support is not the move that it is for."""
    assert words(read(place(), "france", "A Mar xx. A Par - Bur"))[:1] != ["A Par - Bur"]


def test_an_order_stands_where_it_stood_so_that_a_complaint_names_its_column() -> None:
    for text in ("| a par | - bur |", "a par -&gt; bur", "o a par - bur", "a par: bur", "a par - bur. f bre h :)"):
        ways = list(other_ways(text, lambda words: words == "a par"))
        assert ways
        assert all(len(way) == len(text) and way != text for way in ways)


def test_a_line_without_such_signs_and_an_endless_one_have_no_other_way() -> None:
    assert not list(other_ways("a par - bur", lambda _: True))
    assert not list(other_ways("| a par - bur" + " " * LONGEST, lambda _: True))


@pytest.mark.parametrize("join", [", ", " and ", " & ", ". "])
def test_an_order_behind_what_became_of_another_is_not_left_out_in_silence(join, place, read) -> None:
    found = read(place(), "france", f"A Par - Bur: bounced with A Mun{join}F Bre - MAO")
    assert "F Bre - MAO" in words(found) or any(isinstance(one, Complaint) for one in found)


def test_many_outcomes_on_a_long_line_are_looked_at_no_further_than_an_order_is_long() -> None:
    before = process_time()
    fold_line("A Par - Bur: held by Germany " * 4_000 + ";")
    assert process_time() - before < 1
