"""Whole sets: REPLACE, CLEAR of one unit, and one line for all units."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from judge.game.wording import word_order
from tests.desk.speaking import flat


def words(town, power: str = "france") -> list[str]:
    phase = town.phase()
    return sorted(word_order(phase.position.board, order) for order in phase.orders_of(power).orders)


@pytest.fixture
def town(game_town: Callable[..., object]):
    return game_town("movement=3d")


def test_all_hold_gives_every_unit_an_order_so_that_nobody_is_late(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "ALL HOLD")
    assert words(town) == ["A Mar H", "A Par H", "F Bre H"]
    assert "Nothing is missing." in receipt.text
    mails = town.tick(timedelta(days=3))
    assert "late" not in [mail.kind for mail in mails if mail.to.startswith("cleo")]


def test_all_hold_takes_the_place_of_what_was_ordered_and_says_so(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur\nall units hold\nF Bre - MAO")
    assert words(town) == ["A Mar H", "A Par H", "F Bre - MAO"]
    assert "(instead of A Par - Bur)" in flat(receipt.text)


def test_the_rest_holds_beside_the_orders_that_stand(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur, the rest hold")
    assert words(town) == ["A Mar H", "A Par - Bur", "F Bre H"]
    (receipt,) = town.reply(town.last("Cleo"), "all others hold")
    assert "Every unit has an order already." in flat(receipt.text)


def test_nothing_holds_in_a_phase_without_moves_and_that_is_told(town) -> None:
    town.tick(timedelta(days=3))
    town.reply(town.last("Cleo"), "A Mar - Spa\nrest hold")
    town.tick(timedelta(days=3))
    assert town.phase().position.phase.tag == "W1901A"
    (receipt,) = town.reply(town.last("Cleo"), "all hold")
    assert "No unit of yours can be told to hold in W1901A" in flat(receipt.text)


def test_all_hold_is_kept_for_the_units_of_a_phase_to_come(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur - Mun, rest hold")
    assert "F1901M: A Bur - Mun; rest hold" in flat(receipt.text)
    town.reply(town.last("Cleo"), "A Par - Bur")
    town.tick(timedelta(days=3))
    assert words(town) == ["A Bur - Mun", "A Mar H", "F Bre H"]


def test_an_unproven_letter_that_holds_all_waits_for_its_sender(town) -> None:
    town.write("cleo@example.org", "all units hold", to="cassis")
    assert town.sessions[-1].state == "held"
    assert words(town) == []


def test_replace_makes_what_follows_the_whole_set(town) -> None:
    town.reply(town.last("Cleo"), "A Par - Bur\nF Bre - MAO")
    (receipt,) = town.reply(town.last("Cleo"), "REPLACE\nA Mar - Spa\nSET WAIT\nA Par H")
    assert words(town) == ["A Mar - Spa", "A Par H"]
    assert "The orders below are your whole set for S1901M" in flat(receipt.text)
    assert "Missing: F Bre" in flat(receipt.text)


@pytest.mark.parametrize("below", ["", "A Lon - Nth", "See you"])
def test_replace_without_an_order_that_can_be_taken_changes_nothing(town, below: str) -> None:
    town.reply(town.last("Cleo"), "A Par - Bur")
    (receipt,) = town.reply(town.last("Cleo"), f"replace my orders\n{below}")
    assert words(town) == ["A Par - Bur"]
    assert "No order that could be taken stands below REPLACE" in flat(receipt.text)


def test_replace_works_for_a_phase_to_come(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H\nF MAO H")
    town.reply(town.last("Cleo"), "PHASE F1901M\nREPLACE\nA Pic H")
    assert [one.lines for one in town.game().later] == [("A Pic H",)]


@pytest.mark.parametrize(
    "line",
    ["CLEAR A Par", "clear Paris", "cancel my orders for the army in Paris please", "forget Par", "Cancel A Par - Bur"],
)
def test_clear_with_a_unit_forgets_only_its_order(town, line: str) -> None:
    town.reply(town.last("Cleo"), "A Par - Bur\nF Bre - MAO")
    (receipt,) = town.reply(town.last("Cleo"), line)
    assert words(town) == ["F Bre - MAO"]
    assert "A Par - Bur: forgotten." in flat(receipt.text)


def test_clear_with_a_unit_of_a_phase_to_come(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur - Mun\nF MAO H")
    town.reply(town.last("Cleo"), "PHASE F1901M\nCLEAR A Bur")
    assert [one.lines for one in town.game().later] == [("F MAO H",)]


def test_clear_with_a_unit_that_has_no_order_says_so(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "CLEAR A Par")
    assert "There is no order of yours for A Par" in flat(receipt.text)


@pytest.mark.parametrize("line", ["Clear skies ahead", "Forget the whole affair", "Cancel dinner"])
def test_talk_that_begins_like_clear_is_a_remark(town, line: str) -> None:
    town.reply(town.last("Cleo"), "A Par - Bur")
    (receipt,) = town.reply(town.last("Cleo"), f"{line}\nA Mar H")
    assert words(town) == ["A Mar H", "A Par - Bur"]
    assert "All is well" in receipt.text
