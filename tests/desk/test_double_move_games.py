"""A game in which units may move twice, as its players meet it: what it teaches them, on any board."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.phases import parse_phase
from tests.desk.speaking import flat

RULINGS = {f"R{number}" for number in range(1, 22)}
SEVEN = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
POWERS = ("Britain", "China", "France", "Holland", "Japan", "Russia", "Turkey")


@pytest.fixture
def eastern(town) -> Callable:
    """A running game with double moves on the board of Colonial, Max its master, Anna Britain to Gina Turkey."""

    def found(options: str = ""):
        welcomes = town.register("Max", *SEVEN)
        town.reply(welcomes["Max"], f"CREATE silk rapid-deployment ON colonial delay=none {options}")
        for name, power in zip(SEVEN, POWERS, strict=True):
            town.reply(welcomes[name], f"JOIN silk {power}")
        return town

    return found


@pytest.mark.parametrize("topic", ["RULES", "rapid-deployment"])
def test_help_prints_every_ruling_of_the_game(game_town, topic: str) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), f"HELP {topic}")
    assert set(re.findall(r"\bR\d+\b", receipt.text)) == RULINGS
    assert all(len(line) <= 72 for line in receipt.text.splitlines())


def test_help_prints_them_to_whoever_asks(town) -> None:
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "HELP Rapid-Deployment")
    assert set(re.findall(r"\bR\d+\b", receipt.text)) == RULINGS


@pytest.mark.parametrize("topic", ["RULES", "rapid-deployment"])
def test_on_another_board_the_rules_of_that_board_are_printed_with_them(eastern, topic: str) -> None:
    town = eastern("C5=a")
    (receipt,) = town.reply(town.last("Fred"), f"HELP {topic}")
    told = flat(receipt.text)
    assert set(re.findall(r"\bR\d+\b", told)) == RULINGS
    for words in ("Hong Kong is a center for all but China", "(C22)", "C5", "Leave to pass a canal is a support"):
        assert words in told


@pytest.mark.parametrize("topic", ["orders", "double", "twice"])
def test_help_teaches_double_moves_with_the_readers_own_units(game_town, topic: str) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), f"HELP {topic}")
    assert "    A Mar - Bur - Bel" in receipt.text.splitlines()
    assert "Every unit may move twice" in flat(receipt.text)


def test_the_first_slip_shows_the_form_of_a_double_move_and_can_be_sent_back_with_it(game_town) -> None:
    town = game_town(variant="rapid-deployment")
    start = town.last("Cleo", "start").text
    assert "\n# Units may move twice, as in:\n# A Mar - Bur - Bel\n" in start
    assert "HELP RULES tells the rules of this game" in flat(start)
    slip = start[start.index("A Mar H") : start.index("Write orders")].replace("# A Mar", "A Mar")
    (receipt,) = town.reply(town.last("Cleo", "start"), slip)
    assert "A Mar - Bur - Bel (instead of A Mar H)" in flat(receipt.text)
    assert "Please look" not in receipt.text
    assert "move twice" not in receipt.text, "a receipt shows what stands"


def test_the_slip_of_a_game_without_double_moves_shows_none(game_town) -> None:
    town = game_town()
    assert "twice" not in town.last("Cleo", "start").text


def test_no_slip_of_retreats_or_builds_speaks_of_double_moves(game_town) -> None:
    """Rule: R18."""
    town = game_town(variant="rapid-deployment")
    town.reply(town.last("Cleo"), "A Mar - Spa - Por")
    town.tick(timedelta(days=8))
    assert "twice" in town.last("Cleo", "result").text
    town.reply(town.last("Cleo"), "A Par H")
    town.tick(timedelta(days=8))
    assert town.phase().position.phase.tag == "W1901A"
    assert "build A Mar" in town.last("Cleo", "result").text
    assert "twice" not in town.last("Cleo", "result").text


def test_two_moves_of_a_unit_on_two_lines_are_shown_as_the_one_order_that_they_should_be(game_town) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), "F Bre - MAO\nF MAO - Por\nA Par - Bur")
    assert "This would work: F Bre - MAO - Por" in flat(receipt.text)
    (receipt,) = town.reply(town.last("Cleo"), "F MAO - Lon")
    assert "This would work: F Bre - MAO - Lon" not in flat(receipt.text)


def test_the_standard_game_knows_no_such_order(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "F Bre - MAO\nF MAO - Por")
    assert "F Bre - MAO - Por" not in flat(receipt.text)


@pytest.mark.parametrize(
    "letter",
    [
        "A Par - Bur\n     - Mun", "A Par - Bur\nthen Mun", "A Par - Bur,\n-> Mun.", "A Par - Bur\nsecond move: Mun",
        "1. A Par - Bur\n   then to Mun\n2. A Mar - Spa", "A Par via Bur to Mun", "A Par through Burgundy to Munich",
        "First move: A Par - Bur, second move: Mun",
    ],
)  # fmt: skip
def test_the_second_move_of_a_unit_may_stand_on_the_next_line_or_behind_via(game_town, letter: str) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), letter)
    assert "line 1: A Par - Bur - Mun" in receipt.text


@pytest.mark.parametrize("letter", ["- A Par - Bur\n- A Mar - Spa", "- Par - Bur\n- Mar - Spa", "A Par - Bur\n- Mar H"])
def test_a_list_of_orders_is_no_chain_of_moves(game_town, letter: str) -> None:
    town = game_town(variant="rapid-deployment")
    town.reply(town.last("Cleo"), letter)
    assert [one.at for one in town.phase().orders_of("france").orders] == ["par", "mar"]


@pytest.mark.parametrize(
    ("letter", "example"),
    [
        ("First: A Par - Bur\nSecond: A Bur - Mun", "A Par - Bur - Mun"),
        ("A Par - Bur / - Mun", "A Par - Bur - Mun"),
        ("A Par - Bur/Mun", "A Par - Bur - Mun"),
        ("A Par - Bur - Mun (or Ruh if he is there)", "A Par - Bur - Mun"),
        ("A Par - Bur & Mun", "A Par - Bur - Mun"),
        ("F Bre - MAO, Por", "F Bre - MAO - Por"),
        ("A Par - Mun via Bur", "A Par - Bur - Mun"),
        ("A Par - ENG - Wal - Lon", "A Par - Bre"),
    ],
)
def test_half_of_a_double_move_is_told_with_the_whole_that_works(game_town, letter: str, example: str) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), letter)
    assert f"This would work: {example}\n" in receipt.text
    (receipt,) = town.reply(town.last("Cleo"), example)
    assert "All is well: 1 line is done." in flat(receipt.text)


def test_the_hint_of_the_order_slip_is_no_order_without_its_mark(game_town) -> None:
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo", "start"), "Units may move twice, as in:\nA Mar - Bur - Bel")
    assert "All is well: 1 line is done." in flat(receipt.text)


def test_a_move_in_a_phase_of_builds_is_told_with_a_build(game_town) -> None:
    town = game_town(variant="rapid-deployment")
    phase = town.phase()
    winter = replace(phase.position, phase=parse_phase("W1901A"), units=())
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=winter))
    (receipt,) = town.reply(town.last("Cleo", "start"), "+A Par - Bur - Mun", subject="builds")
    assert "a unit moves twice only in a movement phase" in flat(receipt.text)
    assert "This would work: build A " in receipt.text
