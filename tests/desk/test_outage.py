"""A judge that stood still: whose deadlines are moved on, and to when."""

from datetime import timedelta

from judge.desk import effects as do
from judge.desk.outage import move_on

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def stood_still(town, before: timedelta, after: timedelta) -> list:
    """The judge stops some time before the deadline and is back some time after it; its mails."""
    due = town.phase().deadline
    stopped, town.now = due - before, due + after
    count = len(town.mails)
    town.apply(move_on(town.office(), town.game(), stopped))
    return town.mails[count:]


def test_a_deadline_that_passed_meanwhile_is_moved_on_by_as_long_and_all_are_told(game_town) -> None:
    """Stopped an hour before the deadline, back an hour after it: an hour is left as it was then."""
    town = game_town("movement=1d remind=none")
    due = town.phase().deadline
    mails = stood_still(town, HOUR, HOUR)
    assert town.phase().deadline == due + 2 * HOUR
    assert [mail.kind for mail in mails] == ["notice"] * 8
    told = " ".join(mails[0].text.split())
    assert "stood still for 2 hours, from Tue 5 Jan 2027 11:00 UTC to Tue 5 Jan 2027 13:00 UTC" in told
    assert "Next deadline: Tue 5 Jan 2027 14:00 UTC (in 1 hour)" in told
    assert town.tick() == []
    assert [entry.kind for entry in town.log][-1] == "outage"


def test_orders_that_waited_at_another_server_count_then(game_town) -> None:
    """What was accepted there during the outage comes here after it, and is in time."""
    town = game_town("movement=1d remind=none")
    start = town.last("Gina")
    stood_still(town, HOUR, HOUR)
    receipt = town.reply(start, "A Con - Bul")[0]
    assert "All is well: 1 line is done." in " ".join(receipt.text.split())


def test_an_hour_is_left_at_least_for_mails_that_wait_elsewhere(game_town) -> None:
    town = game_town("movement=1d remind=none")
    stood_still(town, timedelta(minutes=1), HOUR / 2)
    assert town.phase().deadline == town.now + HOUR


def test_a_deadline_soon_after_is_moved_on_and_one_far_off_stays(game_town) -> None:
    town = game_town("movement=1d remind=none")
    due = town.phase().deadline
    stood_still(town, 3 * HOUR, -HOUR)
    assert town.phase().deadline == due + 2 * HOUR
    town = game_town("movement=1d remind=none")
    assert stood_still(town, 10 * HOUR, -9 * HOUR) == []
    assert town.phase().deadline == due


def test_a_deadline_is_not_moved_onto_a_day_on_which_the_game_rests(game_town) -> None:
    """The fifth of January 2027 is a Tuesday."""
    town = game_town("movement=1d remind=none days=mon,tue,thu at=12:00")
    due = town.phase().deadline
    stood_still(town, 11 * HOUR, 11 * HOUR)
    assert town.phase().deadline == due + 22 * HOUR + DAY


def test_the_end_of_grace_is_moved_on_too_and_who_was_late_stays_late(game_town) -> None:
    town = game_town("movement=1d movement_grace=6h remind=none")
    town.tick(DAY)
    until, late = town.phase().grace_until, town.phase().late
    assert late
    stopped, town.now = until - HOUR, until + HOUR
    town.apply(move_on(town.office(), town.game(), stopped))
    assert town.phase().grace_until == until + 2 * HOUR
    assert town.phase().late == late


def test_time_to_think_again_begins_anew_and_ends_with_the_deadline(game_town) -> None:
    town = game_town("movement=5d delay=30m remind=none")
    phase = town.phase()
    stopped = town.now
    town.apply((do.AimEarlyPlay(phase=phase.id, moment=stopped + HOUR / 2),))
    town.now += 4 * HOUR
    town.apply(move_on(town.office(), town.game(), stopped))
    assert town.phase().early_at == stopped + HOUR / 2 + 4 * HOUR
    assert town.phase().deadline == phase.deadline


def test_a_game_whose_clock_is_stopped_has_nothing_to_lose(game_town) -> None:
    town = game_town("movement=1d")
    town.reply(town.last("Max"), "PAUSE")
    assert move_on(town.office(), town.game(), town.now - 9 * DAY) == ()
