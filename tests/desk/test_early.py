"""Early play: all orders are in, and still there is time to think again."""

from datetime import timedelta

import pytest

from judge.desk.early import early_moment
from tests.desk.speaking import ORDERS, all_but, flat, tag

MINUTES = timedelta(minutes=1)


def test_the_last_to_order_is_told_when_the_phase_is_played_and_it_is_played_then(game_town) -> None:
    town = game_town("delay=30m")
    all_but(town, "Gina")
    assert "All orders are in" not in town.last("Fred", "receipt").text
    (receipt,) = town.reply(town.last("Gina"), ORDERS["Gina"])
    said = "All orders are in: the phase is played at Mon 4 Jan 2027 12:30 UTC unless somebody changes his mind before."
    assert said in flat(receipt.text)
    assert town.phase().early_at == town.now + 30 * MINUTES
    assert town.tick(29 * MINUTES) == []
    assert [mail.kind for mail in town.tick(1 * MINUTES)] == ["result"] * 8
    assert tag(town) == "F1901M"


def test_the_minute_that_is_told_is_never_before_the_one_that_counts(game_town) -> None:
    town = game_town("delay=30m")
    town.now += timedelta(seconds=1)
    all_but(town)
    assert town.phase().early_at == town.now.replace(second=0) + 31 * MINUTES


@pytest.mark.parametrize("words", ["A Con - Bul", "SET WAIT", "CLEAR"])
def test_any_change_stops_it_and_a_complete_set_starts_the_time_anew(game_town, words: str) -> None:
    town = game_town("delay=30m")
    all_but(town)
    town.now += 20 * MINUTES
    town.reply(town.last("Gina"), words)
    town.tick(10 * MINUTES)
    assert tag(town) == "S1901M"
    (receipt,) = town.reply(town.last("Gina"), f"{ORDERS['Gina']}\nREADY")
    assert "13:00 UTC unless somebody changes his mind" in flat(receipt.text)
    town.tick(29 * MINUTES)
    assert tag(town) == "S1901M"
    town.tick(1 * MINUTES)
    assert tag(town) == "F1901M"


@pytest.mark.parametrize("words", ["SET WAIT", "CLEAR"])
def test_while_somebody_waits_or_has_nothing_ordered_the_deadline_counts(game_town, words: str) -> None:
    town = game_town("delay=30m movement=1d")
    all_but(town)
    town.reply(town.last("Gina"), words)
    assert town.phase().early_at is None
    town.tick(timedelta(hours=23))
    assert tag(town) == "S1901M"
    town.tick(timedelta(hours=1))
    assert tag(town) == "F1901M"


def test_the_time_to_think_again_ends_with_the_deadline(game_town) -> None:
    town = game_town("delay=30m movement=1d remind=none")
    town.tick(timedelta(hours=23, minutes=50))
    all_but(town)
    assert town.phase().early_at == town.phase().deadline
    assert [mail.kind for mail in town.tick(10 * MINUTES)] == ["result"] * 8  # and nobody was late


def test_a_phase_is_not_played_before_its_least_length(game_town) -> None:
    town = game_town("delay=30m movement_min=12h")
    all_but(town)
    town.tick(timedelta(hours=11, minutes=59))
    assert tag(town) == "S1901M"
    town.tick(1 * MINUTES)
    assert tag(town) == "F1901M"


def test_without_a_delay_the_results_follow_and_the_receipt_says_so(game_town) -> None:
    town = game_town("delay=none")
    all_but(town, "Gina")
    receipt, *results = town.reply(town.last("Gina"), ORDERS["Gina"])
    assert "All orders are in, and the results follow." in flat(receipt.text)
    assert [mail.kind for mail in results] == ["result"] * 8


def test_a_clock_that_is_stopped_stops_early_play_and_time_starts_anew(game_town) -> None:
    town = game_town("delay=30m")
    all_but(town)
    town.reply(town.last("Max"), "PAUSE")
    assert early_moment(town.game(), town.now) is None
    town.tick(timedelta(days=3))
    assert tag(town) == "S1901M"
    town.reply(town.last("Max"), "RESUME")
    assert town.phase().early_at == town.now + 30 * MINUTES


def test_somebody_who_leaves_may_make_the_orders_complete(game_town) -> None:
    town = game_town("delay=30m")
    all_but(town, "Gina")
    assert town.phase().early_at is None
    town.reply(town.last("Gina"), "RESIGN")
    assert town.phase().early_at == town.now + 30 * MINUTES


def test_no_deadline_is_earlier_than_the_one_before(game_town) -> None:
    town = game_town("delay=none movement=5d")
    town.reply(town.last("Max"), "DEADLINE S1901M +20d")
    before = town.phase().deadline
    all_but(town)
    assert tag(town) == "F1901M"
    assert town.phase().deadline == before
