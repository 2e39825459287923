"""Orders are missing at the deadline: grace, more time, a wait, missed turns and abandoned powers."""

from datetime import timedelta

import pytest

from judge.desk import effects as do
from judge.desk.snapshot import GameState
from tests.desk.speaking import ORDERS, all_but, flat, tag

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CLOCK = "movement=1d retreat=1d adjustment=1d remind=none"


def kinds(mails) -> list[str]:
    return [mail.kind for mail in mails]


@pytest.fixture
def late_town(game_town):
    """A town in which all but Gina have ordered and the first deadline has just passed."""

    def found(options: str, *silent: str):
        town = game_town(f"{CLOCK} {options}")
        all_but(town, *(silent or ("Gina",)))
        town.mails_at_deadline = town.tick(DAY)
        return town

    return found


def test_in_the_time_of_grace_everyone_is_told_whom_the_game_waits_for_and_until_when(late_town) -> None:
    town = late_town("movement_grace=24h")
    assert kinds(town.mails_at_deadline) == ["late"] * 8
    assert tag(town) == "S1901M"
    assert town.phase().late == ("turkey",)
    mine, other = flat(town.last("Gina").text), flat(town.last("Anna").text)
    assert "passed without all orders of Turkey. Yours were among them, and they are still taken" in mine
    assert "Late orders count until: Wed 6 Jan 2027 12:00 UTC (in 1 day)" in mine
    assert "Late orders count until: Wed 6 Jan 2027 12:00 UTC (in 1 day)" in other
    assert "Yours" not in other
    assert "PROCESS S1901M" in flat(town.last("Max").text)


def test_a_late_order_within_the_grace_counts_and_ends_it(late_town) -> None:
    town = late_town("movement_grace=24h")
    town.now += 5 * HOUR
    receipt, *results = town.reply(town.last("Gina"), ORDERS["Gina"].replace("A Con H", "A Con - Bul"))
    assert "LATE" not in receipt.text
    assert kinds(results) == ["result"] * 8
    turn = town.turns["cassis"][0]
    assert ("bul", "turkey") in {(unit.at, unit.power) for unit in turn.after.units}
    assert town.game().seat_for("turkey").missed == 0
    assert ("Gina", "late") in town.conduct
    assert ("Anna", "on_time") in town.conduct


def test_time_to_think_again_holds_in_the_grace_as_before_and_not_beyond_it(late_town) -> None:
    town = late_town("movement_grace=1h delay=30m")
    town.now += HOUR / 2 + HOUR / 4
    town.reply(town.last("Gina"), ORDERS["Gina"])
    assert town.phase().early_at == town.phase().grace_until
    assert kinds(town.tick(HOUR / 4)) == ["result"] * 8


def test_who_asked_to_wait_has_asked_for_the_time_up_to_the_deadline(late_town) -> None:
    town = late_town("movement_grace=24h")
    town.reply(town.last("Anna"), "SET WAIT")
    assert "result" in kinds(town.reply(town.last("Gina"), ORDERS["Gina"]))


def test_at_the_end_of_the_grace_the_phase_is_played_without_the_late(late_town) -> None:
    town = late_town("movement_grace=24h")
    assert town.tick(DAY - timedelta(seconds=1)) == []
    mails = town.tick(timedelta(seconds=1))
    assert kinds(mails) == ["late", *["result"] * 8]
    assert mails[0].to == "gina@example.org"
    assert town.game().seat_for("turkey").missed == 1
    assert town.game().seat_for("italy").missed == 0


def test_orders_after_the_grace_are_late_and_those_before_its_announcement_are_not(game_town) -> None:
    """What counts is when the letter came."""
    town = game_town(f"{CLOCK} movement_grace=24h")
    all_but(town, "Gina", "Fred")
    start = town.last("Gina")
    town.now += DAY + timedelta(seconds=2)  # the deadline has passed, and nobody has looked yet
    receipt = town.reply(start, ORDERS["Gina"])[0]
    assert "too late" not in receipt.text
    assert town.phase().late == ("russia",)
    town.now += DAY
    receipt = town.reply(start, "A Con - Bul")[0]
    assert "too late" in receipt.text


def test_a_game_without_grace_takes_nothing_after_the_deadline_on_the_word_of_a_clock(game_town) -> None:
    """The sender's clock says nothing; the moment at which we took the letter does."""
    town = game_town(CLOCK)
    all_but(town, "Gina")
    start = town.last("Gina")
    due = town.phase().deadline
    town.now = due + HOUR
    receipt = town.write(start.to, "A Con - Bul", to=start.reply_to, received_at=due - HOUR / 2)[0]
    assert "1 line is done" in flat(receipt.text)
    town.now = due + 2 * HOUR
    assert tag(town) == "F1901M"
    receipt = town.write(start.to, "A Bul - Gre", to=start.reply_to, received_at=due + HOUR / 2)[0]
    assert "too late" in flat(receipt.text)


def test_orders_are_orders_without_a_word_that_one_is_ready(game_town) -> None:
    """At the deadline they are used, nobody has missed it, and nothing is extended."""
    town = game_town(f"{CLOCK} nmr=extend movement_grace=24h abandon_after=1")
    town.reply(town.last("Bert"), "SET WAIT")
    all_but(town)
    town.tick(DAY)
    assert tag(town) == "F1901M"
    assert {seat.missed for seat in town.game().seats} == {0}
    assert not any(entry.kind in ("grace", "extension") for entry in town.log)


def test_the_deadline_moves_for_the_late_a_few_times_and_no_more(late_town) -> None:
    town = late_town("nmr=extend extensions=2 extension=12h")
    assert kinds(town.mails_at_deadline) == ["notice"] * 8
    told = flat(town.last("Anna").text)
    assert "The orders of Turkey have not all come. The deadline is moved for them, 1 more time is possible." in told
    assert "Next deadline: Wed 6 Jan 2027 00:00 UTC (in 12 hours)" in told
    town.tick(12 * HOUR)
    assert "for the last time" in flat(town.last("Anna").text)
    assert tag(town) == "S1901M"
    mails = town.tick(12 * HOUR)
    assert kinds(mails) == ["late", *["result"] * 8]
    assert [entry.text for entry in town.log if entry.kind == "extension"] == ["S1901M turkey"] * 2


def test_extensions_are_counted_for_each_player_and_one_who_has_none_left_ends_them(game_town) -> None:
    town = game_town(f"{CLOCK} nmr=extend extensions=1")
    all_but(town, "Gina")
    town.tick(DAY)
    town.tick(DAY)
    assert tag(town) == "F1901M"
    all_but(town, "Fred")
    town.tick(DAY)
    assert tag(town) == "F1901M"  # it is Fred's first
    town.reply(town.last("Fred"), ORDERS["Fred"])
    assert tag(town) == "S1902M"
    all_but(town, "Fred", "Emil")
    town.tick(DAY)
    assert tag(town) == "F1902M"


def test_grace_comes_before_an_extension_and_again_after_it(late_town) -> None:
    town = late_town("movement_grace=6h nmr=extend extensions=1 extension=1d")
    assert kinds(town.mails_at_deadline) == ["late"] * 8
    assert kinds(town.tick(6 * HOUR)) == ["notice"] * 8
    assert (town.phase().grace_until, town.phase().late) == (None, ())
    assert kinds(town.tick(DAY)) == ["late"] * 8
    assert "result" in kinds(town.tick(6 * HOUR))


def test_a_game_that_waits_tells_its_master_what_he_can_do_and_does_not_wait_for_ever(late_town) -> None:
    town = late_town("nmr=wait nmr_limit=5d")
    assert kinds(town.mails_at_deadline) == ["notice"] * 8
    assert "The game waits for them." in flat(town.last("Anna").text)
    assert "PROCESS S1901M" not in town.last("Anna").text
    assert "PROCESS S1901M" in flat(town.last("Max").text)
    assert town.tick(5 * DAY - HOUR) == []
    assert "result" in kinds(town.tick(HOUR))


def test_a_game_that_waits_goes_on_once_the_orders_are_there(late_town) -> None:
    town = late_town("nmr=wait")
    town.now += 3 * DAY
    assert "result" in kinds(town.reply(town.last("Gina"), ORDERS["Gina"]))


def test_the_master_can_set_a_new_deadline_in_the_grace_which_ends_it(late_town) -> None:
    town = late_town("movement_grace=24h")
    town.reply(town.last("Max"), "DEADLINE S1901M +3d")
    assert (town.phase().grace_until, town.phase().late, town.phase().waiting) == (None, (), False)
    town.tick(2 * DAY)
    assert tag(town) == "S1901M"


def test_the_same_word_of_the_master_six_times_moves_the_deadline_once(game_town) -> None:
    """A length is counted from now, and nothing is added to what the line before has set."""
    town = game_town(CLOCK)
    mails = town.reply(town.last("Max"), "\n".join(["DEADLINE S1901M +14d"] * 6))
    assert town.phase().deadline == town.now + 14 * DAY
    assert flat(mails[-1].text).count("is now Mon 2027-01-18 12:00 (UTC)") == 6


def test_to_hold_is_an_order_and_a_part_of_the_orders_is_no_missed_turn(game_town) -> None:
    town = game_town(f"{CLOCK} abandon_after=1")
    all_but(town, "Gina", "Fred")
    town.reply(town.last("Gina"), "A Con H")
    town.tick(DAY)
    assert {seat.power: seat.missed for seat in town.game().seats if seat.missed} == {}
    assert town.game().seat_for("russia") is None  # who sent nothing at all is gone
    assert town.game().seat_for("turkey") is not None


def test_turns_are_missed_in_a_row_or_not_at_all(game_town) -> None:
    town = game_town(f"{CLOCK} abandon_after=2")
    all_but(town, "Gina")
    town.tick(DAY)
    assert town.game().seat_for("turkey").missed == 1
    all_but(town)
    assert tag(town) == "S1902M"
    assert town.game().seat_for("turkey").missed == 0


def test_a_player_who_has_missed_too_many_turns_loses_his_place_and_all_are_told(game_town) -> None:
    town = game_town(f"{CLOCK} abandon_after=2")
    for _ in range(2):
        all_but(town, "Gina")
        mails = town.tick(DAY)
    assert kinds(mails) == ["late", *["result"] * 8, *["notice"] * 8]
    assert town.game().seat_for("turkey") is None
    assert [seat.power for seat in town.game().former] == ["turkey"]
    assert "You have missed 2 turns as Turkey, and your place in cassis is free now." in flat(town.last("Gina").text)
    told = "Turkey has missed 2 turns and is without a player now. Its units hold, and nobody waits for it."
    assert told in flat(town.last("Max").text)
    assert told in flat(town.last("Anna").text)
    assert do.Log(game=town.game().id, kind="abandoned", text="S1902M turkey") in town.log
    all_but(town, "Gina")
    assert tag(town) == "F1902M"


def test_where_everybody_is_gone_the_clock_stops(game_town) -> None:
    town = game_town(f"{CLOCK} abandon_after=1")
    town.tick(DAY)
    assert [seat.player.name for seat in town.game().seats] == ["Max"]
    assert town.game().state is GameState.PAUSED
    assert "Nobody plays any more, so the clock is stopped." in flat(town.last("Max").text)


def test_what_somebody_ordered_before_he_resigned_is_not_carried_out(game_town) -> None:
    """A power in civil disorder holds."""
    town = game_town(CLOCK)
    all_but(town, "Fred", "Gina")
    town.reply(town.last("Fred"), "A Mos - Ukr\nA War - Gal\nF Sev - Rum\nF StP/sc - GOB")
    town.reply(town.last("Fred"), "RESIGN")
    town.reply(town.last("Gina"), ORDERS["Gina"])
    after = town.turns["cassis"][0].after
    assert {unit.at for unit in after.units if unit.power == "russia"} == {"mos", "war", "sev", "stp/sc"}


def test_a_phase_other_than_movement_has_a_grace_of_its_own(game_town) -> None:
    town = game_town(f"{CLOCK} adjustment_grace=5h")
    all_but(town, "Gina")
    town.reply(town.last("Gina"), "A Con - Bul\nA Smy H\nF Ank H")
    all_but(town, "Gina")
    town.reply(town.last("Gina"), "A Bul H\nA Smy H\nF Ank H")
    assert tag(town) == "W1901A"
    town.tick(DAY)
    assert tag(town) == "W1901A"
    assert "passed without all orders of Turkey" in flat(town.last("Gina").text)
    town.tick(5 * HOUR)
    assert tag(town) == "S1902M"


def test_orders_without_a_word_of_being_ready_are_orders(game_town) -> None:
    """Nobody who has ordered is late, whether or not he says that he is ready."""
    town = game_town(f"{CLOCK} nmr=wait abandon_after=1")
    all_but(town, "Gina")
    town.reply(town.last("Gina"), "SET WAIT")
    town.reply(town.last("Gina"), ORDERS["Gina"])
    before = len(town.mails)
    town.tick(DAY)
    assert tag(town) != "S1901M"
    assert "late" not in kinds(town.mails[before:])
    assert {seat.missed for seat in town.game().seats} == {0}
