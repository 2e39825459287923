"""WHO is in a game and WHO IS somebody: names, powers, records; never an address."""

from datetime import timedelta

import pytest

from tests.desk.speaking import flat


def answer(town, who: str, text: str) -> str:
    (receipt,) = town.reply(town.last(who), text)
    assert all(len(line) <= 72 for line in receipt.text.splitlines())
    assert "@example.org" not in receipt.text.partition("-----")[2]
    return flat(receipt.text)


@pytest.fixture
def counted_town(game_town):
    """A game after its first deadline: Gina was on time, Cleo late, the others missed it, and Dora has left."""
    town = game_town()
    slip = [line for line in town.last("Gina", "start").text.splitlines() if line.endswith(" H")]
    town.reply(town.last("Gina"), "\n".join(slip))
    town.reply(town.last("Cleo"), "A Par - Bur")
    town.tick(timedelta(days=4))
    town.reply(town.last("Dora"), "RESIGN")
    return town


def test_who_tells_the_people_of_a_game_with_their_records_and_who_has_left(counted_town) -> None:
    told = answer(counted_town, "Anna", "WHO")
    assert "cassis (Diplomacy (standard board), running): who is in it. Austria Anna, 0% of 1 phase on time" in told
    assert "France Cleo, 0% of 1 phase on time, 1 late" in told
    assert "Turkey Gina, 100% of 1 phase on time Master Max" in told
    assert "Played before Germany Dora, 0% of 1 phase on time, 1 missed; 1 game abandoned" in told


def test_who_is_tells_a_record_and_the_games_by_name_or_its_beginning(counted_town) -> None:
    told = answer(counted_town, "Anna", "WHO IS gin")
    assert "Gina: 100% of 1 phase on time. cassis (standard, running, F1901M): Turkey" in told
    assert "Max: no phase counted yet. cassis (standard, running, F1901M): master" in answer(
        counted_town, "Anna", "WHO IS Max"
    )
    assert "cassis (standard, running, F1901M): Germany (has left)" in answer(counted_town, "Anna", "WHO IS Dora")


def test_several_people_of_a_beginning_are_named_and_nobody_is_told(counted_town) -> None:
    counted_town.register("Berta")
    told = answer(counted_town, "Anna", "WHO IS Ber")
    assert "2 people are called so. Expected: one of Bert or Berta" in told
    assert "Nobody called Xaver is registered here." in answer(counted_town, "Anna", "WHO IS Xaver")


def test_a_sentence_that_asks_about_nobody_and_no_game_is_a_remark(counted_town) -> None:
    told = answer(counted_town, "Anna", "who is winning\nwho knows\nA Vie - Gal")
    assert "Taken as a remark, not as an order line 1: who is winning line 2: who knows" in told
    assert "Please look at" not in told
    assert "There is no game knows here." in answer(counted_town, "Anna", "WHO knows")


def test_the_people_and_the_part_of_a_person_in_a_game_that_is_not_listed_are_for_those_in_it(game_town) -> None:
    town = game_town("listed=no")
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "WHO cassis\nWHO IS Cleo")
    told = flat(receipt.text)
    assert "There is no game cassis here." in told
    assert "Cleo: no phase counted yet." in told
    assert "France" not in told
    assert "cassis (standard, running, S1901M): France" in answer(town, "Anna", "WHO IS Cleo")


def test_who_observes_is_told_of_a_game_but_not_of_a_person(counted_town) -> None:
    counted_town.reply(counted_town.register("Zoe")["Zoe"], "OBSERVE cassis")
    assert "Observer Zoe" in answer(counted_town, "Anna", "WHO cassis")
    assert "Zoe: no phase counted yet. cassis" not in answer(counted_town, "Anna", "WHO IS Zoe")


def test_nobody_learns_from_a_record_who_was_late_or_has_left_where_nobody_may_know_who_plays(game_town) -> None:
    town = game_town("gunboat=yes")
    town.tick(timedelta(days=4))
    town.reply(town.last("Dora"), "RESIGN")
    assert ("Dora", "abandoned") in town.conduct
    assert "Dora: no phase counted yet." in answer(town, "Anna", "WHO IS Dora")
    assert "Dora: no phase counted yet." in answer(town, "Max", "WHO IS Dora")
    town.reply(town.last("Max"), "TERMINATE cassis")
    assert "Dora: 0% of 1 phase on time, 1 missed; 1 game abandoned." in answer(town, "Anna", "WHO IS Dora")
