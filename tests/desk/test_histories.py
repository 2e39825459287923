"""HISTORY tells what has been played, to those who may see it; MAP the map of a phase that is over."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from judge.desk import histories
from tests.desk.speaking import answer, flat


@pytest.fixture
def played_town(game_town) -> Callable:
    """A game that is in Spring 1902: Par - Bur in spring, Bur - Bel in fall, a build waived."""

    def found(options: str = ""):
        town = game_town(options)
        town.reply(town.last("Cleo"), "A Par - Bur\nA Mar - Bur\nF Bre - MAO")
        town.tick(timedelta(days=4))
        town.reply(town.last("Cleo"), "F MAO - Por")
        town.tick(timedelta(days=4))
        town.reply(town.last("Cleo"), "build F Bre")
        town.tick(timedelta(days=1))
        assert town.phase().position.phase.tag == "S1902M"
        return town

    return found


def test_the_whole_history_tells_every_phase_with_positions_orders_causes_builds_and_centers(played_town) -> None:
    town = played_town()
    told = answer(town, "Dora", "HISTORY")
    assert "The history of cassis, S1901M to W1901A, is below." in told
    assert "== S1901M: Spring 1901, movement == Units Austria A Bud, A Vie, F Tri" in told
    assert "BOUNCES A Par - Bur: bounced against A Mar - Bur, 1 against 1" in told
    assert "Passed, as nobody had anything to decide: S1901R." in told
    assert "France Bre Mar Par Por" in told
    assert "builds build F Bre" in told
    assert told.endswith("Turkey A Con, A Smy, F Ank")
    assert "France A Mar, A Par, F Bre, F Por" in told.partition("== After that ==")[2]
    assert "Map ADR" not in told


def test_what_is_ordered_in_the_open_phase_is_never_told(played_town) -> None:
    town = played_town()
    town.reply(town.last("Cleo"), "A Par - Pic")
    assert "A Par - Pic" not in answer(town, "Dora", "HISTORY")
    told = answer(town, "Cleo", "HISTORY S1902M")
    assert "S1902M is open in cassis; what is ordered in it is told when it has been played." in told
    assert "This would work: HISTORY cassis W1901A" in told
    assert "Fall 1901" not in answer(town, "Cleo", "HISTORY FROM 1902")


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("HISTORY cassis F1901M", "F1901M", "F1901M"),
        ("history 1901", "S1901M", "W1901A"),
        ("HISTORY FROM F1901M TO W1901A", "F1901M", "W1901A"),
        ("HISTORY EXCLSTART S1901M EXCLEND W1901A", "F1901M", "F1901M"),
        ("HISTORY W1901A TO F1901M", "F1901M", "W1901A"),
        ("history 1902 - 1901", "S1901M", "W1901A"),
        ("HISTORY EXCLSTART W1901A EXCLEND S1901M", "F1901M", "F1901M"),
        # S1901M was played on 8 Jan, the others on the 12th; today is the 13th
        ("HISTORY cassis FROM 8 Jan TO 11 Jan", "S1901M", "S1901M"),
        ("HISTORY cassis FROM 12 Jan TO 8 Jan", "S1901M", "W1901A"),
        ("history since 9 Jan", "F1901M", "W1901A"),
        ("history of cassis until Jan 8, 2027", "S1901M", "S1901M"),
        ("history between 20.12. and 8.1.", "S1901M", "S1901M"),
        ("HISTORY 12 Jan", "F1901M", "W1901A"),
        ("history since yesterday", "F1901M", "W1901A"),
        ("history from last Tuesday to now", "F1901M", "W1901A"),
        ("history since 2027-01-12", "F1901M", "W1901A"),
        ("history F1901M to 12 Jan", "F1901M", "W1901A"),
        ("HISTORY last 2", "F1901M", "W1901A"),
        ("history cassis last 3 phases, please", "S1901M", "W1901A"),
        ("history last", "W1901A", "W1901A"),
        ("history of the last year", "S1901M", "W1901A"),
        ("history last 2 days", "F1901M", "W1901A"),
        ("history last week", "S1901M", "W1901A"),
        ("HISTORY TO F1901M", "S1901M", "F1901M"),
        ("HISTORY FROM 20/12/2026 TO 11 Jan", "S1901M", "S1901M"),
    ],
)
def test_a_span_of_the_history_can_be_asked_for(played_town, asked: str, first: str, last: str) -> None:
    told = answer(played_town(), "Max", asked)
    tags = [tag for tag in ("S1901M", "F1901M", "W1901A") if f"== {tag}:" in told]
    assert (tags[0], tags[-1]) == (first, last)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("HISTORY FROM 1 Feb TO 20 Feb", "Nothing was played at that time in cassis."),
        ("HISTORY FROM 31 Feb TO 20 Mar", "“31 Feb 20 Mar” tells no days that can be read."),
        ("HISTORY since 2030-01-01", "Nothing was played at that time in cassis."),
        ("HISTORY FROM 1 Jul 2027", "Nothing was played at that time in cassis."),
        ("HISTORY FROM 1/7/2027", "1/7/2027 may be one of two days. Expected: the month by its name"),
        ("history cassis until 2/3, please", "2/3 may be one of two days."),
        ("HISTORY LAST 0", "None of the last is nothing at all."),
        ("history last 0 days", "This would work: HISTORY cassis LAST 1"),
        ("HISTORY FROM 1 Jan TO 7 Jan", "Expected: a phase from S1901M to W1901A"),
    ],
)
def test_days_in_which_nothing_was_played_are_told_as_such(played_town, asked: str, told: str) -> None:
    town = played_town()
    answered = answer(town, "Dora", asked)
    assert told in answered
    assert "== S1901M" not in answered


def test_days_of_a_history_are_those_of_the_readers_zone(played_town) -> None:
    town = played_town()
    assert "The history of cassis, S1901M, is below." in answer(town, "Dora", "HISTORY 8 Jan")
    answer(town, "Dora", "SET ZONE Pacific/Kiritimati")  # 14 hours ahead: there it was played on the 9th
    assert "The history of cassis, S1901M, is below." in answer(town, "Dora", "HISTORY 9 Jan")
    assert "Nothing was played at that time" in answer(town, "Dora", "HISTORY 8 Jan")


def test_a_phase_in_which_nobody_decided_anything_and_one_to_come_are_refused(played_town) -> None:
    town = played_town()
    for asked in ("HISTORY F1901R", "HISTORY 1950"):
        told = answer(town, "Cleo", asked)
        assert "No such phase has been played in cassis." in told
        assert "Expected: a phase from S1901M to W1901A" in told


def test_before_the_first_turn_there_is_no_history(game_town) -> None:
    assert "Nothing has been played in cassis yet; S1901M is open." in answer(game_town(), "Cleo", "HISTORY")
    forming = game_town(players=("Anna", "Bert"))
    assert "Nothing has been played in cassis yet." in answer(forming, "Anna", "HISTORY cassis")
    assert "expected" not in answer(forming, "Anna", "MAP cassis S1901M")


def test_anybody_may_ask_about_a_listed_game_and_of_another_only_those_in_it(played_town) -> None:
    town = played_town()
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "HISTORY cassis S1901M")
    assert "BOUNCES A Par - Bur" in flat(receipt.text)
    hidden = played_town("listed=no")
    (receipt,) = hidden.reply(hidden.register("Zoe")["Zoe"], "HISTORY cassis S1901M\nMAP cassis S1901M")
    assert "REFUSED line 1: HISTORY cassis S1901M REFUSED line 2: MAP cassis S1901M There is no game" in flat(
        receipt.text
    )
    assert "Bur" not in receipt.text
    assert "BOUNCES A Par - Bur" in answer(hidden, "Gina", "HISTORY S1901M")


def test_a_game_that_is_over_keeps_its_history(played_town) -> None:
    town = played_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    assert "== W1901A" in answer(town, "Cleo", "HISTORY cassis")


def test_a_history_that_is_too_long_for_a_mail_says_what_to_write_for_the_rest(played_town, monkeypatch) -> None:
    monkeypatch.setattr(histories, "MAX_PAGE", 3200)
    town = played_town()
    told = answer(town, "Cleo", "HISTORY")
    assert "The history of cassis, S1901M to F1901M, is below. For the rest write HISTORY cassis FROM W1901A" in told
    assert "== W1901A" not in told
    assert "There was no room for more. For the rest write HISTORY cassis FROM W1901A" in told
    rest = answer(town, "Cleo", "HISTORY cassis FROM W1901A")
    assert "== W1901A" in rest
    assert "For the rest" not in rest
    monkeypatch.setattr(histories, "MAX_PAGE", 10)
    told = answer(town, "Cleo", "HISTORY FROM S1901M TO F1901M")
    assert told.endswith("For the rest write HISTORY cassis FROM F1901M TO F1901M")


def test_no_more_lines_than_are_asked_for_once_there_is_a_phase(played_town) -> None:
    told = answer(played_town(), "Cleo", "HISTORY LINES 70 BROAD")
    assert "== S1901M" in told
    assert "== W1901A" not in told
    assert "Broadcasts are not in it" in told


def test_the_map_of_a_phase_stands_in_its_history_where_it_is_asked_for_and_once_while_it_is_the_same(
    played_town,
) -> None:
    told = answer(played_town(), "Cleo", "HISTORY 1901 MAP")
    assert told.count("Map ADR Ven Tri Alb ION Apu") == 1


def test_the_map_of_a_phase_that_is_over_is_headed_by_that_phase(played_town) -> None:
    town = played_town()
    told = answer(town, "Cleo", "MAP cassis F1901M")
    assert "The map of cassis in F1901M is below." in told
    assert "cassis: the map in Fall 1901, movement (F1901M)." in told
    assert "the map in Spring 1902, movement (S1902M)." in answer(town, "Cleo", "MAP S1902M")
    told = answer(town, "Cleo", "MAP F1901R")
    assert "No such phase has been played in cassis." in told
    assert "This would work: MAP cassis W1901A" in told


@pytest.mark.parametrize("played", [0, 1])
def test_in_a_game_that_was_ended_no_phase_is_open(game_town, played: int) -> None:
    """Its last phase was not played, and never will be."""
    town = game_town()
    town.tick(timedelta(days=4 * played))
    last = town.phase().position.phase.tag
    town.reply(town.last("Max"), "TERMINATE cassis")
    told = answer(town, "Cleo", "HISTORY cassis" + f" {last}" * played)
    assert "is open" not in told
    assert f"{last} was open when cassis ended, and was not played" in told


def test_what_to_write_for_the_rest_of_a_history_with_maps_asks_for_maps(played_town, monkeypatch) -> None:
    monkeypatch.setattr(histories, "MAX_PAGE", 1)
    assert "For the rest write HISTORY cassis FROM F1901M MAP" in answer(played_town(), "Dora", "HISTORY MAP")
