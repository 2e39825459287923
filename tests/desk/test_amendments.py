"""SET by a master: options of a game are changed while it runs, and everybody is told."""

from datetime import time, timedelta

import pytest

from tests.desk.speaking import flat


def test_a_master_changes_the_clock_of_a_running_game_and_everyone_is_told(game_town) -> None:
    town = game_town()
    deadline = town.phase().deadline
    town.reply(town.last("Max"), "SET movement=2 days at=20:00, remind=none")
    settings = town.game().settings
    assert (settings.movement, settings.at, settings.remind) == (timedelta(days=2), time(20), ())
    assert town.phase().deadline == deadline
    for name in ("Max", "Anna", "Gina"):
        told = flat(town.last(name, "notice").text)
        assert "The master has changed options of the game: movement is 2d (was 3d), at is 20:00 (was none)" in told
        assert "The open phase keeps its deadline." in told
    assert [one.text for one in town.log if one.kind == "set"] == ["movement=2d, at=20:00, remind=none by the master"]


def test_the_words_of_the_classic_judges_do_the_same(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "set move clock 1200 next 47 min 12\nSET NO PRESS\nSET PRIVATE")
    settings = town.game().settings
    assert (settings.movement, settings.movement_min, settings.at) == (
        timedelta(hours=47),
        timedelta(hours=12),
        time(20),
    )
    assert (settings.press, settings.listed) == ("none", False)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("SET to_win=10", "cassis has begun, and to_win cannot be changed any more."),
        ("SET convoy_paradox=1982", "cassis has begun, and convoy_paradox cannot be changed any more."),
        ("SET movement=2d autostart=no", "cassis has begun, and autostart cannot be changed any more."),
        (
            "SET movement=2d movment=1d",
            "There is no option movment. Expected: an option that HELP CREATE lists "
            "Did you mean movement or movement_min? This would work:",
        ),
        ("SET movement=soon", "The option movement cannot be soon."),
        ("SET press=white", "These options of cassis are so already."),
    ],
)
def test_what_cannot_be_set_changes_nothing_and_nobody_is_told(game_town, words: str, why: str) -> None:
    town = game_town()
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), words)
    assert why in flat(receipt.text)
    assert town.game() == before


def test_before_the_start_everything_can_be_set(game_town) -> None:
    town = game_town("autostart=no")
    town.reply(town.last("Max"), "SET to_win=10 4.A.2=1982\nSET autostart=yes")
    assert (town.game().settings.rules.to_win, town.game().settings.rules.convoy_paradox) == (10, "1982")
    assert town.game().phase is not None


def test_nobody_else_sets_options_and_a_players_own_settings_stay_his(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "SET zone=Europe/Paris")
    assert "Only the master of cassis, Max, can SET its options" in flat(receipt.text)
    assert town.game().settings.zone == "UTC"
    town.reply(town.last("Cleo"), "SET ZONE Europe/Paris\nSET WAIT\nSET PASSWORD=geheim")
    assert town.players["cleo@example.org"].zone == "Europe/Paris"
    assert town.phase().orders_of("france").wait is True
    assert town.game().seat_for("france").password_hash == "hash of geheim"


def test_a_game_that_is_over_keeps_its_options(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    (receipt,) = town.reply(town.last("Max"), "SET movement=1d")
    assert "The game cassis is over; its options stay as they are." in flat(receipt.text)


@pytest.mark.parametrize("state", ["", "autostart=no", "press=none"])
def test_an_announcement_reaches_everyone_in_any_state_and_without_press(game_town, state: str) -> None:
    town = game_town(state)
    town.reply(town.last("Max"), "ANNOUNCE\nThe deadline stays.\nEnjoy!\nENDPRESS\nSTATUS")
    for name in ("Anna", "Gina"):
        told = town.last(name, "press").text
        assert "The deadline stays." in told
        assert "STATUS" not in told
        assert "the master" in told
    assert [(one.sender, one.audience, one.text) for one in town.press] == [
        ("the master", ("everyone",), "The deadline stays.\nEnjoy!")
    ]
    assert not [mail for mail in town.mails if mail.kind == "press" and mail.to.startswith("max")]


def test_the_keeper_announces_under_his_own_name(game_town) -> None:
    town = game_town()
    town.keep("ANNOUNCE: the judge is down tomorrow")
    assert "the keeper" in flat(town.last("Max", "press").text)


@pytest.mark.parametrize(
    "line", ["Announce your moves now, Max!", "Set the clocks back, winter comes.", "white press?"]
)
def test_talk_is_talk(game_town, line: str) -> None:
    town = game_town()
    before = town.game()
    town.reply(town.last("Cleo"), line)
    assert (town.game(), town.press) == (before, [])


def test_nobody_but_the_master_announces(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "ANNOUNCE: I have won")
    assert "Only the master of cassis, Max, can ANNOUNCE" in flat(receipt.text)
    assert town.press == []
