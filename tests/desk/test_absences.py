"""Absences: no deadline is set into the time in which somebody is away who has yet to decide."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.desk.speaking import flat

DAY = timedelta(days=1)


@pytest.fixture
def town(game_town: Callable[..., object]):
    """A game whose first phase is due on Thu 7 Jan 2027 12:00 UTC."""
    return game_town("movement=3d retreat=1d adjustment=1d")


def deadline(town) -> datetime:
    found = town.phase().deadline
    assert found is not None
    return found


def test_a_deadline_that_would_fall_into_an_absence_is_set_to_its_end(town) -> None:
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT 9 Jan TO 14 Jan")
    told = flat(receipt.text)
    assert "You are away from Sat 9 Jan 2027 00:00 UTC until Fri 15 Jan 2027 00:00 UTC." in told
    assert deadline(town) == datetime(2027, 1, 7, 12, tzinfo=UTC)
    town.tick(3 * DAY)
    assert town.phase().position.phase.tag == "F1901M"
    assert deadline(town) == datetime(2027, 1, 15, tzinfo=UTC)
    town.tick(deadline(town) - town.now)
    assert deadline(town) == datetime(2027, 1, 18, tzinfo=UTC)


def test_the_end_is_fitted_to_the_clock_of_the_game(game_town) -> None:
    town = game_town("movement=3d at=18:00 zone=Europe/Berlin days=mon-fri")
    town.reply(town.last("Cleo"), "SET ABSENCE 2027-01-08 TO 2027-01-15")
    town.tick(deadline(town) - town.now)
    assert deadline(town) == datetime(2027, 1, 18, 17, tzinfo=UTC)


def test_everybody_and_the_master_are_told_and_the_next_question_lists_it(town) -> None:
    mails = town.reply(town.last("Cleo"), "away 9 Jan to 14 Jan")
    assert {mail.to for mail in mails} >= {"max@example.org", "anna@example.org"}
    told = flat(town.last("Anna", "notice").text)
    assert "Cleo (France) is away from Sat 9 Jan 2027 00:00 UTC until Fri 15 Jan 2027 00:00 UTC" in told
    (receipt,) = town.reply(town.last("Anna"), "ABSENCE")
    assert "Cleo (France) is away from Sat 9 Jan 2027" in flat(receipt.text)


def test_days_are_those_of_the_players_zone(town) -> None:
    town.reply(town.last("Cleo"), "SET ZONE America/New_York")
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT until Sunday")
    assert "until Mon 11 Jan 2027 00:00 America/New_York" in flat(receipt.text)


def test_in_a_gunboat_game_neither_the_log_nor_the_hour_tells_who_is_away(game_town) -> None:
    town = game_town("anonymous=yes")
    town.reply(town.last("Cleo"), "SET ZONE America/New_York")
    before = len(town.mails)
    town.reply(town.last("Cleo"), "ABSENT 9 Jan TO 14 Jan")
    town.reply(town.last("Cleo"), "SET NO ABSENCE")
    assert [one.text for one in town.log if one.kind == "absence"] == [
        "France 2027-01-09 00:00Z to 2027-01-15 00:00Z",
        "France takes back 1 absence",
    ]
    others = [flat(one.text) for one in town.mails[before:] if one.to != "cleo@example.org"]
    assert any("France is away from Sat 9 Jan 2027 00:00 UTC until" in one for one in others)
    assert not any("Cleo" in one for one in others)


def test_the_open_deadline_stays_unless_its_player_asks(town) -> None:
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT until 10 Jan")
    assert "The open deadline of S1901M (Spring 1901, movement) stays. Add NOW at the end" in flat(receipt.text)
    assert deadline(town) == datetime(2027, 1, 7, 12, tzinfo=UTC)
    (*_, receipt) = town.reply(town.last("Cleo"), "SET NO ABSENCE\nABSENT until 10 Jan NOW")
    assert "The open deadline is moved to Mon 11 Jan 2027 00:00 UTC." in flat(receipt.text)
    assert deadline(town) == datetime(2027, 1, 11, tzinfo=UTC)
    assert "The open deadline is moved for it." in flat(town.last("Anna", "notice").text)


def test_the_game_may_keep_its_open_deadlines(game_town) -> None:
    town = game_town("movement=3d absence_now=no")
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT until 10 Jan NOW")
    assert "in cassis absences move none that is set already" in flat(receipt.text)
    assert deadline(town) == datetime(2027, 1, 7, 12, tzinfo=UTC)


def test_nobody_moves_a_deadline_for_which_he_has_ordered(town) -> None:
    town.reply(town.last("Cleo"), "all units hold")
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT until 10 Jan NOW")
    assert "nothing is missing from you" in flat(receipt.text)
    assert deadline(town) == datetime(2027, 1, 7, 12, tzinfo=UTC)


def test_a_phase_for_which_all_orders_were_sent_ahead_is_not_put_off(town) -> None:
    town.reply(town.last("Cleo"), "ABSENT 9 Jan TO 14 Jan\nPHASE F1901M\nall units hold")
    town.tick(3 * DAY)
    assert deadline(town) == datetime(2027, 1, 10, 12, tzinfo=UTC)


def test_an_absence_of_somebody_with_nothing_to_decide_puts_off_nothing(town) -> None:
    """A retreat phase is no matter of those who have nothing to retreat."""
    orders = {"Dora": "A Mun - Tyr", "Emil": "A Ven - Tri\nA Rom - Ven", "Anna": "F Tri H"}
    town.reply(town.last("Cleo"), "ABSENT 8 Jan TO 14 Jan")
    for name, text in orders.items():
        town.reply(town.last(name), text, subject="")
    town.tick(3 * DAY)
    for name, text in {"Dora": "A Tyr S A Ven - Tri", "Emil": "A Ven - Tri"}.items():
        town.reply(town.last(name), text, subject="")
    town.tick(deadline(town) - town.now)
    assert town.phase().position.phase.tag == "F1901R"
    assert deadline(town) == town.now + DAY


def test_it_is_taken_back_and_told(town) -> None:
    town.reply(town.last("Cleo"), "ABSENT 9 Jan TO 14 Jan")
    (*_, receipt) = town.reply(town.last("Cleo"), "SET NO ABSENCE")
    assert "Your absences are taken back" in flat(receipt.text)
    assert "Cleo (France) will not be away after all." in flat(town.last("Max", "notice").text)
    town.tick(3 * DAY)
    assert deadline(town) == datetime(2027, 1, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ABSENT 9 Jan TO 30 Jan", "nobody may be away for more than 15 days at once"),
        ("ABSENT 9 Jan 2029 TO 10 Jan 2029", "more than a year away"),
        ("ABSENT 3 Jan 2026", "From Mon 4 Jan 2027 12:00 UTC until Sun 4 Jan 2026 00:00 UTC is past"),
        ("ABSENT 7/1 TO 12/1", "7/1 may be one of two days. Expected: the month by its name"),
        ("ABSENT from here to there", "tells no time to be away that can be read"),
    ],
)
def test_an_absence_that_cannot_be_is_told_why(town, line: str, told: str) -> None:
    (receipt,) = town.reply(town.last("Cleo"), line)
    assert told in flat(receipt.text)
    assert town.game().absences == ()


@pytest.mark.parametrize(
    "line",
    [
        "ABSENT 1 Jan TO 10 Jan",
        "ABSENT FROM yesterday TO 10 Jan",
        "ABSENT since 20 Dec until Jan 10",
        "ABSENT 30/12 - 10 Jan",
    ],
)
def test_a_time_that_has_begun_is_that_time_and_not_the_same_in_a_year(town, line: str) -> None:
    town.reply(town.last("Cleo"), line)
    ((start, end),) = [(one.start, one.end) for one in town.game().absences]
    assert (start, end) == (town.now, datetime(2027, 1, 11, tzinfo=UTC))


def test_a_game_may_know_no_absences(game_town) -> None:
    town = game_town("max_absence=none")
    (receipt,) = town.reply(town.last("Cleo"), "ABSENT 9 Jan")
    assert "In cassis no deadline is moved for absences." in flat(receipt.text)


def test_there_are_three_to_come_at_most(town) -> None:
    (*_, receipt) = town.reply(town.last("Cleo"), "\n".join(f"ABSENT {day} Feb" for day in (1, 8, 15, 22)))
    assert "You have 3 absences to come already." in flat(receipt.text)
    assert len(town.game().absences) == 3


def test_who_plays_nothing_is_waited_for_by_nobody(town) -> None:
    (receipt,) = town.reply(town.last("Max"), "ABSENT 9 Jan")
    assert "You play no power in cassis" in flat(receipt.text)


@pytest.mark.parametrize("line", ["away for lunch", "Holiday", "Vacation was great!", "on vacation until Monday"])
def test_talk_about_holidays_is_a_remark(town, line: str) -> None:
    (receipt,) = town.reply(town.last("Cleo"), f"A Par - Bur\n{line}")
    assert "All is well: 1 line is done." in flat(receipt.text)
    assert town.game().absences == ()


def test_the_end_of_a_weekday_is_never_today(town) -> None:
    """It is Monday: who is away until Monday comes back in a week."""
    (*_, receipt) = town.reply(town.last("Cleo"), "ABSENT until Monday")
    assert "until Tue 12 Jan 2027 00:00 UTC" in flat(receipt.text)
