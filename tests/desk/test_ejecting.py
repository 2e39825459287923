"""EJECT, CIVIL DISORDER and DUMMY: a power has no player, now or for good."""

from datetime import timedelta

import pytest

from judge.desk import effects as do
from judge.desk.snapshot import ABANDONED, EJECTED, GameState, Role
from judge.game.orders import Hold
from tests.desk.speaking import ORDERS, all_but, flat, tag, tell

HOUR = timedelta(hours=1)


def told(town, name: str) -> list[str]:
    """The notices to somebody, each on one line."""
    return [flat(one.text) for one in town.mails if one.kind == "notice" and one.to == f"{name.lower()}@example.org"]


def test_whoever_is_ejected_is_out_at_once_and_everybody_is_told_why(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), ORDERS["Cleo"])
    said = tell(town, "Max", "EJECT France for insults")
    assert "Cleo (France) is out. The units of France hold, and nobody waits for it." in said
    assert town.game().seat_for("france") is None
    assert town.phase().orders_of("france").orders == ()
    assert town.game().former[-1].left_how == EJECTED
    assert [one.cancelled for one in town.last("Cleo", "notice").appointments] == [True]
    (mine,) = told(town, "Cleo")
    assert "The master has taken you out of cassis, where you were France." in mine
    assert "The master says why: insults." in mine
    for name in ("Anna", "Max"):
        (others,) = told(town, name)
        assert "The master has taken Cleo (France) out of the game." in others
        assert "A newcomer may play it: TAKEOVER cassis France" in others
    assert do.Log(game=town.game().id, kind="eject", text="S1901M Cleo (France) by the master: insults") in town.log
    assert ("Cleo", "abandoned") in town.conduct


def test_the_reply_address_of_an_ejected_players_seat_opens_nothing_any_more(game_town) -> None:
    """His letter is held like one without proof, and once it is confirmed he is nobody in the game."""
    town = game_town()
    start = town.last("Cleo", "start")
    town.reply(town.last("Max"), "EJECT France")
    mails = town.reply(start, "A Par - Bur")
    assert [(one.kind, one.to) for one in mails] == [("held", "cleo@example.org")]
    assert town.phase().orders_of("france").orders == ()
    confirmed = town.reply(mails[0], "yes")
    assert "You are not in cassis" in flat(confirmed[-1].text)
    assert town.phase().orders_of("france").orders == ()


def test_nobody_waits_for_a_power_whose_player_was_ejected(game_town) -> None:
    town = game_town()
    all_but(town, "Cleo")
    assert tag(town) == "S1901M"
    town.reply(town.last("Max"), "EJECT Cleo")
    assert tag(town) == "F1901M"
    assert all(isinstance(order, Hold) or order.power != "france" for order in town.phase().order_sets)


@pytest.mark.parametrize("who", ["Cleo", "cleo@example.org", "France", "F", "French", "cleo: bad manners"])
def test_a_player_is_named_by_his_power_name_or_address(game_town, who: str) -> None:
    town = game_town()
    tell(town, "Max", f"EJECT {who}")
    assert town.game().seat_for("france") is None
    assert len(town.game().seats) == 7


def test_where_nobody_may_know_who_plays_only_powers_are_named_and_no_name_is_told(game_town) -> None:
    """Neither that somebody is in the game nor that he is not can be found out by ejecting him."""
    town = game_town("gunboat=yes")
    answers = [tell(town, "Max", f"EJECT {who}") for who in ("Cleo", "Nobody", "cleo@example.org")]
    assert (
        len({one.replace("Cleo", "X").replace("Nobody", "X").replace("cleo@example.org", "X")[-80:] for one in answers})
        == 1
    )
    assert all("a player is named by his power" in one for one in answers)
    before = len(town.mails)
    assert "line 1: The player of France is out." in tell(town, "Max", "EJECT France")
    others = [flat(one.text) for one in town.mails[before:] if one.to != "cleo@example.org"]
    assert any("has taken the player of France out of the game." in one for one in others)
    assert not any("Cleo" in one for one in others)
    assert not any("Cleo" in entry.text for entry in town.log if entry.game == town.game().id)


def test_only_the_master_ejects_and_a_sentence_that_begins_so_is_talk(game_town) -> None:
    town = game_town()
    assert "Only the master of cassis, Max, can EJECT somebody" in tell(town, "Anna", "EJECT France")
    (receipt,) = town.reply(town.last("Anna"), "eject him, he never writes")
    assert "Taken as a remark" in flat(receipt.text)
    assert len(town.game().seats) == 8


def test_no_master_is_ejected_and_nobody_who_is_not_there(game_town) -> None:
    town = game_town()
    assert "no master is ejected" in tell(town, "Max", "EJECT Max")
    assert "neither a power nor a person of that name" in tell(town, "Max", "EJECT Zoe")
    town.reply(town.last("Max"), "EJECT France")
    assert "Nobody plays France" in tell(town, "Max", "EJECT France")


def test_a_player_to_be_and_an_observer_can_be_ejected_too(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    town.reply(town.register("Zoe")["Zoe"], "OBSERVE cassis")
    tell(town, "Max", "EJECT Bert")
    tell(town, "Max", "EJECT Zoe")
    assert [seat.player.name for seat in town.game().seats] == ["Max", "Anna"]
    for words in ("JOIN cassis", "OBSERVE cassis"):
        assert "you cannot come back by yourself" in tell(town, "Bert", words)
    assert any("taken Bert (a player) out of the game" in one for one in told(town, "Anna"))
    assert not any("Zoe" in one for one in told(town, "Anna"))
    assert town.conduct == []


def test_when_the_last_player_is_ejected_the_clock_stops(game_town) -> None:
    town = game_town("autostart=no", players=("Anna",))
    town.reply(town.last("Max"), "START")
    assert "Nobody plays any more, so the clock is stopped." in tell(town, "Max", "EJECT Austria")
    assert town.game().state is GameState.PAUSED


def test_his_vote_and_his_wish_to_wait_go_with_him(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "VOTE DRAW\nSET WAIT\nPHASE F1901M\nA Par - Bur")
    assert town.game().later
    town.reply(town.last("Max"), "EJECT France")
    assert town.phase().orders_of("france").wait is None
    assert town.game().later == ()
    for name in ("Anna", "Bert", "Dora", "Emil", "Fred"):
        town.reply(town.last(name), "VOTE DRAW")
    assert not town.game().state.is_over
    town.reply(town.last("Gina"), "VOTE DRAW")
    assert town.game().state.is_over


def test_a_power_in_civil_disorder_has_been_abandoned_and_its_player_may_come_back(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), ORDERS["Cleo"])
    said = tell(town, "Max", "CIVIL DISORDER France")
    assert "France is in civil disorder. The units of France hold" in said
    assert town.game().former[-1].left_how == ABANDONED
    (mine,) = told(town, "Cleo")
    assert "While nobody else plays it, TAKEOVER cassis France brings you back." in mine
    assert ("Cleo", "abandoned") in town.conduct
    assert "has no player already" in tell(town, "Max", "CIVIL DISORDER France")
    town.reply(town.last("Cleo", "notice"), "TAKEOVER cassis France")
    assert town.game().seat_for("france").player.name == "Cleo"


def test_a_dummy_is_offered_to_nobody(game_town) -> None:
    town = game_town("autostart=no", players=("Anna", "Bert", "Cleo"))
    town.reply(town.last("Max"), "START")
    assert "Italy is a dummy: nobody plays it, its units hold" in tell(town, "Max", "DUMMY Italy")
    assert any("Italy is a dummy" in one for one in told(town, "Anna"))
    zoe = town.register("Zoe")["Zoe"]
    (status,) = town.reply(zoe, "STATUS cassis")
    assert "dummy" in status.text
    assert "Germany, Russia, Turkey" in flat(status.text)
    (refused,) = town.reply(zoe, "TAKEOVER cassis Italy")
    assert "its master has made it a dummy" in flat(refused.text)
    assert "Italy is a dummy no longer. TAKEOVER cassis Italy is open." in tell(town, "Max", "CIVIL DISORDER Italy")
    town.reply(zoe, "TAKEOVER cassis Italy")
    assert town.game().seat_for("italy").player.name == "Zoe"


def test_a_game_with_a_dummy_begins_with_a_player_less(game_town) -> None:
    """Before the start a dummy is no place: nobody draws it, whatever he prefers."""
    town = game_town(players=("Anna", "Bert", "Cleo", "Dora", "Emil"))
    assert "cassis begins with 6 players" in tell(town, "Max", "DUMMY Italy")
    town.reply(town.register("Zoe")["Zoe"], "JOIN cassis Italy")
    assert town.game().state is GameState.RUNNING
    assert town.game().seat_for("italy") is None
    assert town.game().seat_for("russia") is not None or town.game().seat_for("turkey") is not None


def test_dummies_are_an_option_of_create_and_of_set_before_the_start(game_town) -> None:
    town = game_town("dummies=Italy,Turkey", players=("Anna", "Bert", "Cleo", "Dora", "Emil"))
    assert town.game().state is GameState.RUNNING
    assert {seat.power for seat in town.game().seats if seat.role is Role.PLAYER} == {
        "austria", "england", "france", "germany", "russia",
    }  # fmt: skip
    assert "dummies cannot be changed any more" in tell(town, "Max", "SET dummies=none")


def test_there_are_never_fewer_places_than_players(game_town) -> None:
    town = game_town(players=("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred"))
    assert "with these dummies there would be 5 places" in tell(town, "Max", "SET dummies=Italy,Turkey")
    town = game_town("autostart=no")
    assert "none can be spared" in tell(town, "Max", "DUMMY Italy")


def test_a_power_with_a_player_is_made_no_dummy(game_town) -> None:
    town = game_town()
    assert "EJECT Italy" in tell(town, "Max", "DUMMY Italy")
    assert "Only the master" in tell(town, "Anna", "DUMMY Italy")
    (receipt,) = town.reply(town.last("Max"), "dummy me, I forgot the deadline")
    assert "Taken as a remark" in flat(receipt.text)
    assert town.game().settings.dummies == ()


def test_the_keeper_does_the_same_by_the_command_line(game_town) -> None:
    town = game_town()
    session = town.keep("EJECT France\nCIVIL DISORDER Turkey\nDUMMY France")
    assert [line.fate for line in session.lines] == ["ok", "ok", "ok"]
    assert any("The keeper has taken Cleo (France) out of the game." in one for one in told(town, "Anna"))
    assert [entry.kind for entry in town.log][-3:] == ["eject", "disorder", "dummy"]
    assert town.game().settings.dummies == ("france",)
