"""A private game is for everybody else a game that there is not."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.mails import Draft
from judge.mail.passwords import hash_password
from tests.desk.speaking import answer, flat, tell

QUESTIONS = (
    "STATUS {}", "WHO {}", "SUMMARY {}", "HISTORY {}", "MAP {}", "LIST {}", "HELD OF {}", "GAME {}", "LOG {}",
    "JOIN {}", "JOIN {} F G", "JOIN {} PASSWORD sesame", "OBSERVE {}", "MONITOR {}", "OBSERVE {} PASSWORD wrong",
    "TAKEOVER {} France", "TAKEOVER France IN {}", "RESIGN {}", "START {}", "TERMINATE {}", "ACCEPT {}", "DECLINE {}",
    "SIGNON F{} word", "CLAIM {} Portugal", "GAME {}\nA Par - Bur", "GAME {}\nVOTE DRAW", "GAME {}\nINVITE Zoe",
    "NEW TOKEN FOR {}", "TRY {}\nA Par - Bur\nENDTRY", "GAME {}\nBROADCAST: who is there?",
)  # fmt: skip


@pytest.mark.parametrize("options", ["private=yes", "private=yes key=opensesame", "private=yes anonymous=yes"])
def test_whatever_a_stranger_asks_is_answered_as_for_no_game(game_town, options: str) -> None:
    """Rule: nothing he gets differs, and nothing is done; wrong passwords are answered no otherwise."""
    town = game_town(options)
    town.register("Zoe")
    before = town.game(), len(town.log)
    mail = town.last("Zoe")
    for question in QUESTIONS:
        real = town.reply(mail, question.format("cassis"))
        none = town.reply(mail, question.format("cassiz"))
        assert said(real) == [text.replace("cassiz", "cassis") for text in said(none)], question
        assert (town.game(), len(town.log)) == before


def said(mails: list[Draft]) -> list[str]:
    """What mails say, without the letters they answer."""
    return [flat(mail.text) for mail in mails]


def test_the_address_of_a_private_game_tells_a_stranger_nothing(game_town) -> None:
    town = game_town("private=yes")
    tag = town.register("Zoe")["Zoe"].reply_to
    assert tag
    for words in ("STATUS", "A Par - Bur", "Hello there", "JOIN cassis"):
        real = town.write("zoe@example.org", words, to="cassis")
        none = town.write("zoe@example.org", words, to="cassiz")
        assert [flat(mail.text) for mail in real] == [flat(mail.text).replace("cassiz", "cassis") for mail in none]


def test_a_private_game_is_in_no_list_and_among_nobodys_games(game_town) -> None:
    town = game_town("private=yes")
    town.register("Zoe")
    assert "cassis" not in answer(town, "Zoe", "LIST")
    assert "cassis" not in answer(town, "Zoe", "WHO IS Cleo")
    assert "cassis" in answer(town, "Anna", "WHO IS Cleo")
    assert "There is no game called" not in answer(town, "Zoe", "CREATE cassis")
    assert "A game cannot be called cassis." in answer(town, "Zoe", "CREATE cassis")
    assert "There is a game cassis already." in answer(town, "Anna", "CREATE cassis")


def test_a_game_that_is_only_not_listed_can_be_joined_by_who_knows_its_name(game_town) -> None:
    town = game_town("listed=no", players=())
    town.register("Zoe")
    assert "cassis" not in answer(town, "Zoe", "LIST")
    assert "You are in cassis" in answer(town, "Zoe", "JOIN cassis")


@pytest.mark.parametrize("create", ["private=yes key=opensesame", "private=yes password=opensesame"])
@pytest.mark.parametrize("words", ["JOIN cassis PASSWORD {}", "OBSERVE cassis PASSWORD {}", "MONITOR cassis pw {}"])
def test_the_key_of_a_game_lets_in_who_knows_it_and_is_never_shown(game_town, create: str, words: str) -> None:
    """Rule: it does not become the password of his seat, which others would know."""
    town = keyed(game_town, create)
    assert "There is no game cassis here." in answer(town, "Zoe", words.format("opensesam"))
    tell(town, "Zoe", words.format("opensesame"))
    (seat,) = (one for one in town.game().seats if one.player.name == "Zoe")
    assert seat.password_hash == ""
    assert not any("opensesam" in mail.text for mail in town.mails)
    assert not any("opensesam" in entry.text for entry in town.log)


def keyed(game_town, options: str):
    """A game with a key that is really hashed, of which Zoe is not."""
    town = game_town("private=yes", players=())
    town.register("Zoe")
    office = town.office
    town.office = lambda: replace(office(), hash_password=hash_password)
    key = options.split()[-1].replace("password=", "key=")
    assert "key is set anew (was none)" in tell(town, "Max", f"SET {key}")
    return town


def test_a_key_is_taken_away_with_the_privacy_and_is_a_good_one(game_town) -> None:
    town = game_town("private=yes key=opensesame", players=())
    assert town.game().settings.entry == "hash of opensesame"
    assert "key is none (was set)" in tell(town, "Max", "SET key=none")
    assert "That is no good key." in answer(town, "Max", "SET key=abc")
    tell(town, "Max", "SET key=opensesame")
    assert "private is usual (was yes)" in tell(town, "Max", "SET private=no")
    assert town.game().settings.entry == ""
    assert "has no key" in answer(town, "Max", "SET key=opensesame")


def test_the_password_of_a_private_game_is_its_key_and_that_of_another_its_masters(game_town) -> None:
    town = game_town("private=yes password=opensesame", players=())
    assert (town.game().settings.entry, town.game().master.password_hash) == ("hash of opensesame", "")
    other = game_town("password=opensesame", players=())
    assert (other.game().settings.entry, other.game().master.password_hash) == ("", "hash of opensesame")
    assert "opensesame" not in flat(town.last("Max").text) + flat(other.last("Max").text)


def test_who_has_played_in_a_private_game_still_knows_it(game_town) -> None:
    town = game_town("private=yes")
    tell(town, "Cleo", "RESIGN cassis")
    assert "The status of cassis is below." in answer(town, "Cleo", "STATUS cassis")
    assert "You play France" in tell(town, "Cleo", "TAKEOVER cassis France")


def test_who_is_asked_to_lead_a_private_game_can_answer(game_town) -> None:
    town = game_town("private=yes")
    town.register("Zoe")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    assert "You lead cassis from now on" in tell(town, "Zoe", "ACCEPT cassis")


def test_a_question_that_has_lapsed_leaves_nothing_of_a_private_game(game_town) -> None:
    town = game_town("private=yes")
    town.register("Zoe")
    town.reply(town.last("Max"), "PAUSE\nPROMOTE Zoe")
    town.tick(timedelta(days=14) - timedelta(seconds=1))
    assert "The status of cassis is below." in answer(town, "Zoe", "STATUS cassis")
    town.tick(timedelta(seconds=1))
    for words in ("STATUS cassis", "ACCEPT cassis", "OBSERVE cassis", "HISTORY cassis"):
        assert (
            answer(town, "Zoe", words)
            .replace("cassis", "atlantis")
            .endswith(answer(town, "Zoe", words.replace("cassis", "atlantis")).partition("Please look at")[2])
        ), words
