"""The options of a game: each can be given in CREATE and in SET, is named by HELP CREATE, and shown as it was given."""

import re

import pytest

from judge.desk.options import OPTIONS, read_option, write_options
from judge.desk.snapshot import GameSettings
from judge.game.complaints import Complaint
from judge.game.rules import RULE_CHOICES
from judge.reports import texts
from judge.variants import find_variant
from tests.desk.speaking import flat

STANDARD = find_variant("standard")
OTHER = {"autostart": "no", "listed": "no", "anonymous": "yes", "votes": "kept", "at_limit": "most", "press": "none",
         "draws": "lists", "nmr": "wait", "delay": "45m", "absence_now": "no", "strict_wait": "no", "movement": "2d",
         "adjustment": "2d", "retreat": "2d", "concessions": "no", "max_absence": "9d", "remind": "24h",
         "to_win": "20"}  # fmt: skip


def value(name: str) -> str:
    """A value of an option that is not the usual one."""
    return OTHER.get(name, OPTIONS[name][2])


def test_help_create_names_every_option() -> None:
    words = set(re.findall(r"\w+", texts.help("create")))
    assert set(OPTIONS) - words == set()


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_explained_on_the_pages_that_help_create_names(name: str) -> None:
    if name in {choice.name for choice in RULE_CHOICES}:
        assert "by name or by number in chapter 4 of the DATC" in flat(texts.help("create"))
        return
    assert name in set(re.findall(r"\w+", texts.help("choices") + texts.help("clock") + texts.help("grey")))


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_taken_by_create_and_shown_in_its_receipt(game_town, name: str) -> None:
    town = game_town("autostart=no", players=())
    (receipt,) = town.reply(town.last("Max"), f"CREATE other standard {name}={value(name)}")
    assert "Game other created" in flat(receipt.text)
    expected = read_option(GameSettings(rules=STANDARD.rules), name, value(name), STANDARD.board)
    assert town.game("other").settings == expected
    assert expected != GameSettings(rules=STANDARD.rules)
    (shown,) = set(write_options(expected, STANDARD.rules)) - set(write_options(GameSettings(), STANDARD.rules))
    assert shown.startswith(f"{name}=")
    assert shown in "".join(receipt.text.split())


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_taken_by_set_before_the_game_begins(game_town, name: str) -> None:
    town = game_town("autostart=no", players=())
    before = town.game().settings
    (*_, receipt) = town.reply(town.last("Max"), f"SET {name}={value(name)}")
    assert f"Options of cassis: {name} is" in flat(receipt.text) or name == "autostart"
    assert town.game().settings == read_option(before, name, value(name), STANDARD.board)


@pytest.mark.parametrize("name", OPTIONS)
def test_set_in_a_running_game_takes_an_option_or_says_that_it_is_too_late(game_town, name: str) -> None:
    town = game_town()
    before = town.game().settings
    (*_, receipt) = town.reply(town.last("Max"), f"SET {name}={value(name)}")
    told = flat(receipt.text)
    fixed = name in {
        "autostart", "dummies", "min_players", "assign", "publish", "anonymous", "reveal", "reveal_press", "to_win"
    }  # fmt: skip
    if fixed or name in {choice.name for choice in RULE_CHOICES}:
        assert f"cassis has begun, and {name} cannot be changed any more." in told
        assert town.game().settings == before
    else:
        assert f"Options of cassis: {name} is" in told
        assert town.game().settings == read_option(before, name, value(name), STANDARD.board)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("command", ["CREATE other standard", "SET"])
def test_a_value_that_cannot_be_says_the_line_why_and_what_would_work(game_town, name: str, command: str) -> None:
    town = game_town("autostart=no", players=())
    (receipt,) = town.reply(town.last("Max"), f"{command} {name}=xyzzy")
    told = flat(receipt.text)
    assert f"{command} {name}=xyzzy" in told
    assert f"The option {name} cannot be xyzzy." in told
    example = re.search(rf"would work: {name}=(\S+)", told)
    assert example is not None, told
    read = read_option(GameSettings(), name, example[1], STANDARD.board)
    assert not isinstance(read, Complaint)
    assert "other" not in town.games


def test_one_wrong_option_among_many_creates_nothing(game_town) -> None:
    town = game_town("autostart=no", players=())
    (receipt,) = town.reply(town.last("Max"), "CREATE other standard movement=2d retreat=soon press=none")
    assert "The option retreat cannot be soon." in flat(receipt.text)
    assert "other" not in town.games
