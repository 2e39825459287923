"""SUMMARY tells a game on one page, LIST the games of a kind."""

from datetime import timedelta

import pytest

from tests.desk.speaking import answer, flat


def test_the_summary_tells_the_players_the_centers_by_year_and_what_has_been_played(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "F Bre - MAO\nA Par - Pic")
    town.tick(timedelta(days=4))
    town.reply(town.last("Cleo"), "F MAO - Por")
    town.tick(timedelta(days=4))
    town.tick(timedelta(days=1))
    told = answer(town, "Max", "SUMMARY")
    assert "cassis: Diplomacy (standard board), running, Spring 1902, movement (S1902M). Master: Max" in told
    assert "Players Austria Anna England Bert France Cleo" in told
    assert "Aus Eng Fra Ger Ita Rus Tur 1901 3 3 4 3 3 4 3" in told
    assert "Played: 3 phases, S1901M to W1901A To read of it write HISTORY cassis" in told


def test_the_summary_of_a_game_that_is_forming_names_who_has_come(game_town) -> None:
    told = answer(game_town(players=("Anna", "Bert")), "Anna", "SUMMARY cassis")
    assert "Players Anna Bert Played: nothing yet" in told


def test_the_summary_of_a_game_that_is_over_says_how_it_ended_and_one_not_listed_is_for_those_in_it(game_town) -> None:
    town = game_town("listed=no")
    town.reply(town.last("Max"), "PROCESS S1901M")
    town.reply(town.last("Max"), "TERMINATE cassis")
    told = answer(town, "Cleo", "SUMMARY cassis")
    assert "terminated. It ended without a winner." in told
    assert "Played: S1901M" in told
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "SUMMARY cassis")
    assert "There is no game cassis here." in flat(receipt.text)


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("LIST", {"cassis", "quince"}),
        ("LIST OPEN", {"quince"}),
        ("list forming games", {"quince"}),
        ("LIST running", {"cassis"}),
        ("LIST colonial", {"quince"}),
        ("LIST paused", set()),
    ],
)
def test_the_games_of_a_kind_can_be_listed(game_town, asked: str, names: set[str]) -> None:
    town = game_town()
    town.reply(town.last("Max"), "CREATE quince colonial")
    told = answer(town, "Cleo", asked).partition("-----")[2]
    assert {name for name in ("cassis", "quince") if f" {name}: " in told} == names
    assert ("There are no such games (paused); LIST shows all." in told) == (not names)


def test_a_game_that_is_over_is_listed_where_that_is_asked_for_and_a_name_alone_asks_for_its_status(game_town) -> None:
    town = game_town()
    assert "The status of cassis is below." in answer(town, "Cleo", "LIST cassis")
    assert "There is no game foo here, and no such kind of games." in answer(town, "Cleo", "LIST foo")
    assert "There are no such games (finished)" in answer(town, "Cleo", "LIST FINISHED")
