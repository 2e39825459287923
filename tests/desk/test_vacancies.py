"""`vacant=wait`: a game does not play on without a power that has lost its player, for some time."""

from datetime import timedelta

import pytest

from tests.desk.speaking import ORDERS, all_but, flat, tag, tell

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CLOCK = "movement=3d retreat=1d adjustment=1d remind=none"


@pytest.fixture
def vacant(game_town):
    """A town in which Cleo has resigned France an hour after the start and Zoe might play; the others have ordered."""

    def found(options: str = "vacant=wait", silent: tuple[str, ...] = ("Cleo",), variant: str = "standard"):
        town = game_town(f"{CLOCK} {options}", variant=variant)
        town.register("Zoe", "Olga")
        town.reply(town.last("Olga"), "OBSERVE cassis")
        town.now += HOUR
        town.said = tell(town, "Cleo", "RESIGN cassis")
        all_but(town, *silent)
        return town

    return found


def test_a_game_plays_on_without_a_player_unless_its_option_says_otherwise(vacant) -> None:
    town = vacant("")
    assert "nobody waits for it" in town.said
    assert tag(town) == "F1901M"


def test_a_phase_is_played_neither_early_nor_at_its_deadline_while_a_power_waits_for_a_player(vacant) -> None:
    town = vacant()
    assert "France waits for somebody else to play it, until Mon 11 Jan 2027 13:00 UTC at most" in town.said
    assert "France waits for somebody else to play it" in flat(town.last("Anna", "notice").text)
    mails = town.tick(3 * DAY - HOUR)
    assert [mail.kind for mail in mails] == ["notice"] * 8
    told = flat(town.last("Anna").text)
    assert "France has no player. The game waits for somebody to play it." in told
    assert "Late orders count until: Mon 11 Jan 2027 13:00 UTC (in 4 days 1 hour)" in told
    assert "PROCESS S1901M" in flat(town.last("Max").text)
    assert "PROCESS S1901M" not in told
    assert "answer this mail with TAKEOVER cassis France" in flat(town.last("Olga").text)
    assert (town.phase().late, town.phase().waiting) == ((), True)
    assert town.tick(4 * DAY + HOUR - timedelta(minutes=1)) == []
    mails = town.tick(timedelta(minutes=1))
    assert tag(town) == "F1901M"
    assert "late" not in [mail.kind for mail in mails]
    assert {conduct for name, conduct in town.conduct if name != "Cleo"} == {"on_time"}
    assert all(seat.missed == 0 for seat in town.game().seats)


def test_after_the_limit_nobody_waits_in_the_phases_that_follow(vacant) -> None:
    town = vacant("vacant=wait vacant_limit=4d")
    town.tick(4 * DAY)
    assert tag(town) == "F1901M"
    all_but(town, "Cleo")
    assert tag(town) != "F1901M"


def test_a_limit_before_the_deadline_leaves_the_phase_to_be_played_early(vacant) -> None:
    town = vacant("vacant=wait vacant_limit=1d")
    assert town.phase().early_at == town.now + DAY
    town.tick(DAY - timedelta(minutes=1))
    assert tag(town) == "S1901M"
    town.tick(timedelta(minutes=1))
    assert tag(town) == "F1901M"


def test_whoever_takes_the_power_up_orders_and_the_phase_is_played(vacant) -> None:
    town = vacant()
    town.tick(4 * DAY)
    assert "You play France in cassis from now on." in tell(town, "Zoe", "TAKEOVER cassis France")
    assert tag(town) == "S1901M"
    town.reply(town.last("Zoe"), "GAME cassis\n" + ORDERS["Cleo"])
    assert tag(town) == "F1901M"
    assert ("Zoe", "late") not in town.conduct


def test_whoever_comes_in_the_last_moment_has_some_time_for_his_orders(vacant) -> None:
    town = vacant("vacant=wait extension=36h")
    town.tick(3 * DAY - HOUR)
    until = town.phase().grace_until
    town.now = until - HOUR
    town.reply(town.last("Zoe"), "TAKEOVER cassis France")
    assert town.phase().grace_until == town.now + 36 * HOUR
    assert "Late orders count until: Wed 13 Jan 2027 00:00 UTC" in flat(town.last("Zoe").text)
    town.tick(36 * HOUR)
    assert tag(town) == "F1901M"
    assert town.game().seat_for("france").missed == 0


@pytest.mark.parametrize("words", ["PROCESS S1901M", "SET vacant=hold", "DUMMY France"])
def test_a_master_ends_the_wait_at_any_time(vacant, words: str) -> None:
    town = vacant()
    town.reply(town.last("Max"), words)
    assert tag(town) == "F1901M"
    town = vacant()
    town.tick(4 * DAY)
    town.reply(town.last("Max"), words)
    assert tag(town) == "F1901M"


def test_late_orders_have_their_own_rule_first_and_are_taken_in_the_wait(vacant) -> None:
    town = vacant("vacant=wait movement_grace=6h", silent=("Cleo", "Gina"))
    assert [mail.kind for mail in town.tick(3 * DAY - HOUR)] == ["late"] * 8
    assert [mail.kind for mail in town.tick(6 * HOUR)] == ["notice"] * 8
    assert "The orders of Turkey have not all come and are taken meanwhile." in flat(town.last("Anna").text)
    assert town.phase().late == ("turkey",)
    assert town.reply(town.last("Gina"), ORDERS["Gina"])[0].kind == "receipt"
    assert tag(town) == "S1901M"
    town.tick(7 * DAY)
    assert tag(town) == "F1901M"
    assert ("Gina", "late") in town.conduct


def test_a_second_power_that_loses_its_player_is_waited_for_as_long(vacant) -> None:
    town = vacant()
    town.tick(5 * DAY)
    first = town.phase().grace_until
    tell(town, "Max", "EJECT Turkey")
    second = town.now + 7 * DAY
    mails = town.tick(first - town.now)
    assert "France and Turkey have no player. The game waits for somebody to play them." in flat(mails[0].text)
    assert town.phase().grace_until == second
    town.tick(second - town.now)
    assert tag(town) == "F1901M"


def test_nobody_waits_for_a_power_that_nobody_has_ever_played_or_that_has_nothing_to_decide(game_town) -> None:
    town = game_town(f"{CLOCK} vacant=wait autostart=no", players=("Anna", "Bert", "Cleo"))
    town.reply(town.last("Max"), "START")
    for name in ("Anna", "Bert", "Cleo"):
        town.reply(town.last(name), ORDERS[name])
    assert tag(town) == "F1901M"


def test_where_newcomers_come_with_the_turn_nothing_waits_for_them(game_town) -> None:
    town = game_town(f"{CLOCK} vacant=wait autostart=no", variant="revolutionary-modern", players=())
    for welcome in town.register("Anna", "Bert").values():
        town.reply(welcome, "JOIN cassis")
    town.reply(town.last("Max"), "START")
    assert "hold, and nobody waits for it." in tell(town, "Max", "EJECT Anna")
    town.tick(3 * DAY)
    assert town.turns["cassis"]
