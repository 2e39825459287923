"""Orders of the phases of retreats and adjustments, from lines."""

import pytest

from judge.game.complaints import Complaint
from tests.language.conftest import words


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F MAO - Por", "F MAO - Por"),
        ("F Mao retreats to Por", "F MAO - Por"),
        ("retreat F mao - por", "F MAO - Por"),
        ("F MAO R Por", "F MAO - Por"),
        ("R F MAO Portugal", "F MAO - Por"),
        ("mao to spa (sc)", "F MAO - Spa/sc"),
        ("F MAO disband", "F MAO disband"),
        ("disband F MAO", "F MAO disband"),
        ("F MAO d", "F MAO disband"),
        ("remove the fleet in MAO", "F MAO disband"),
        ("- F MAO", "F MAO disband"),
        ("F MAO otb", "F MAO disband"),
        ("F MAO off the board", "F MAO disband"),
    ],
)
def test_retreats_are_read_in_either_order_of_words(text, order, place, read) -> None:
    position = place("S1901R", {"england": ["F mao"]}, {"france": ("F mao", ("por", "spa/nc", "spa/sc"))})
    assert words(read(position, "france", text)) == [order]


@pytest.mark.parametrize(
    "text", ["retreat F MAO", "R F MAO", "Retreat to Portugal", "retreat Portugal", "retreats to Spain"]
)
def test_a_retreat_without_its_unit_or_its_place_is_told_and_disbands_nothing(text: str, place, read) -> None:
    position = place("S1901R", {"england": ["F mao"]}, {"france": ("F mao", ("por", "spa/nc", "spa/sc"))})
    (complaint,) = read(position, "france", text)
    assert (complaint.kind, complaint.example) == ("unreadable", "F MAO - Por")


def test_a_retreat_takes_the_only_coast_that_is_open(place, read) -> None:
    one = place("S1901R", {"england": ["F mao"]}, {"france": ("F mao", ("por", "spa/sc"))})
    assert words(read(one, "france", "F MAO - Spa")) == ["F MAO - Spa/sc"]
    two = place("S1901R", {"england": ["F mao"]}, {"france": ("F mao", ("spa/nc", "spa/sc"))})
    (complaint,) = read(two, "france", "F MAO - Spa")
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "ambiguous"


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("build A Mos", ["build A Mos"]),
        ("Build an army in Moscow", ["build A Mos"]),
        ("b f sev", ["build F Sev"]),
        ("+ A War", ["build A War"]),
        ("A War", ["build A War"]),
        ("A Mos build", ["build A Mos"]),
        ("build Mos", ["build A Mos"]),
        ("build fleet St Petersburg south coast", ["build F StP/sc"]),
        ("build stp/nc", ["build F StP/nc"]),
        ("build f stp (sc), A War", ["build F StP/sc", "build A War"]),
        ("waive", ["waive"]),
        ("W", ["waive"]),
        ("waive 2", ["waive 2"]),
        ("waive two builds", ["waive 2"]),
        ("waive the rest", ["waive"]),
        ("build waive", ["waive"]),
        ("build A Mos, waive the rest", ["build A Mos", "waive"]),
        ("build 2: A Mos, F Sev", ["build A Mos", "build F Sev"]),
        ("build both: A Mos F Sev", ["build A Mos", "build F Sev"]),
    ],
)
def test_builds_and_waivers_are_read(text, orders, place, read) -> None:
    assert words(read(place("W1901A", {"russia": ["A ukr"]}), "russia", text)) == orders


@pytest.mark.parametrize("number", ["9" * 5_000, "1000", "-1", "1.5"])
def test_a_number_of_builds_that_nobody_has_is_no_order(number, place, read) -> None:
    """Python refuses to read thousands of digits; such a line must not take the letter with it."""
    for tag in ("W1901A", "S1901M"):
        (complaint,) = read(place(tag, {"russia": ["A ukr"]}), "russia", f"waive {number}")
        assert isinstance(complaint, Complaint)
        assert complaint.kind == "unreadable"


@pytest.mark.parametrize(
    "text", ["remove A Boh", "A Boh remove", "disband A Boh", "d boh", "r A Boh", "- A Boh", "* A Boh", "A Boh"]
)
def test_removals_are_read_in_all_notations(text, place, read) -> None:
    position = place("W1901A", {"russia": ["A boh", "A mos", "A war", "F sev", "F stp/sc"]})
    assert words(read(position, "russia", text)) == ["remove A Boh"]


@pytest.mark.parametrize(
    ("text", "instead"),
    [("build F StP", ("StP/nc", "StP/sc")), ("build Sev", ("build A Sev", "build F Sev"))],
)
def test_a_build_that_leaves_something_open_is_asked_about(text, instead, place, read) -> None:
    position = place("W1901A", {})
    (complaint,) = read(position, "russia", text)
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "ambiguous"
    assert complaint.instead == instead
    assert words(read(position, "russia", complaint.example)) == [complaint.example]


@pytest.mark.parametrize("text", ["F Gre flees to Alb", "F Gre falls back to Alb", "Greece withdraws to Albania"])
def test_a_retreat_has_many_words(place, read, text) -> None:
    position = place("S1901R", {}, {"turkey": ("F gre", ("alb", "ion"))})
    assert words(read(position, "turkey", text)) == ["F Gre - Alb"]


@pytest.mark.parametrize("text", ["waive both", "no builds", "no new build please", "waive all builds"])
def test_a_waive_has_many_words(place, read, text) -> None:
    assert words(read(place("W1901A", {}), "england", text)) == ["waive"]


def test_the_example_in_adjustments_is_what_is_due_and_none_where_nothing_is(place, read) -> None:
    quiet = place("W1901A", {"austria": ["A bud", "A vie", "F alb"]})
    (wrong,) = read(quiet, "austria", "A Tri cannot move")
    assert isinstance(wrong, Complaint)
    assert wrong.example == ""
    many = place("W1901A", {"austria": ["A bud", "A vie", "F alb", "A ser"]})
    (wrong,) = read(many, "austria", "A Tri cannot move")
    assert isinstance(wrong, Complaint)
    assert wrong.example.startswith("remove ")
