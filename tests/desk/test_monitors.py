"""Who monitors a game gets its results and no press; who observes it gets both; each may become the other."""

from datetime import timedelta

import pytest

from judge.desk import joining
from judge.desk.snapshot import Role
from tests.desk.speaking import flat


@pytest.fixture
def watched(game_town):
    """A running game that Olga observes and Zoe monitors."""
    town = game_town()
    welcomes = town.register("Olga", "Zoe")
    town.reply(welcomes["Olga"], "OBSERVE cassis")
    (receipt,) = town.reply(welcomes["Zoe"], "MONITOR cassis")
    assert "You observe cassis from now on, its results without its press." in flat(receipt.text)
    return town


def kinds(mails, name: str) -> list[str]:
    return [mail.kind for mail in mails if mail.to == f"{name.lower()}@example.org"]


def test_a_monitor_gets_results_and_what_happens_to_the_game_and_no_press(watched) -> None:
    press = watched.reply(watched.last("Cleo"), "BROADCAST\nhello\nENDPRESS")
    assert (kinds(press, "Olga"), kinds(press, "Zoe")) == (["press"], [])
    announced = watched.reply(watched.last("Max"), "ANNOUNCE\nhello\nENDANNOUNCE")
    assert (kinds(announced, "Olga"), kinds(announced, "Zoe")) == (["press"], [])
    played = watched.tick(timedelta(days=4))
    assert (kinds(played, "Olga"), kinds(played, "Zoe")) == (["result"], ["result"])
    assert "You are a monitor." in flat(watched.last("Zoe", "result").text)
    stopped = watched.reply(watched.last("Max"), "PAUSE")
    assert (kinds(stopped, "Olga"), kinds(stopped, "Zoe")) == (["notice"], ["notice"])


def test_a_monitor_gives_no_orders_and_writes_to_the_master_alone(watched) -> None:
    (receipt,) = watched.reply(watched.last("Zoe"), "A Par - Bur\nBROADCAST\nhello\nENDPRESS")
    assert "You play no power in cassis" in flat(receipt.text)
    assert "In cassis observers may write to the master only." in flat(receipt.text)
    mails = watched.reply(watched.last("Zoe"), "PRESS TO master\nhello\nENDPRESS")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["max@example.org"]


def test_an_observer_becomes_a_monitor_and_a_monitor_an_observer(watched) -> None:
    watched.reply(watched.last("Zoe"), "OBSERVE cassis")
    (receipt,) = watched.reply(watched.last("Olga"), "MONITOR cassis\nMONITOR cassis")
    assert "You are in cassis already, as a monitor." in flat(receipt.text)
    roles = {seat.player.name: seat.role for seat in watched.game().seats if seat.role in (Role.OBSERVER, Role.MONITOR)}
    assert roles == {"Zoe": Role.OBSERVER, "Olga": Role.MONITOR}
    press = watched.reply(watched.last("Cleo"), "BROADCAST\nhello\nENDPRESS")
    assert (kinds(press, "Olga"), kinds(press, "Zoe")) == ([], ["press"])


def test_a_player_stays_a_player_and_a_monitor_leaves_like_an_observer(watched) -> None:
    (receipt,) = watched.reply(watched.last("Cleo"), "MONITOR cassis")
    assert "You are in cassis already, as France." in flat(receipt.text)
    watched.reply(watched.last("Zoe"), "RESIGN cassis")
    assert kinds(watched.tick(timedelta(days=4)), "Zoe") == []


def test_monitors_take_the_places_of_observers(watched, monkeypatch) -> None:
    monkeypatch.setattr(joining, "MAX_OBSERVERS", 2)
    (receipt,) = watched.reply(watched.register("Yves")["Yves"], "MONITOR cassis")
    assert "cassis has 2 observers; there is no room for more." in flat(receipt.text)
    (receipt,) = watched.reply(watched.last("Zoe"), "OBSERVE cassis")
    assert "You observe cassis from now on." in flat(receipt.text)


def test_who_tells_who_monitors(watched) -> None:
    (receipt,) = watched.reply(watched.last("Cleo"), "WHO")
    assert "Observer Olga Monitor Zoe" in flat(receipt.text)
