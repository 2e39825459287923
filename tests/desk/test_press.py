"""White press: to powers, to the master, to everyone; delivered at once, the audience named, no copy to the author."""

import pytest

from judge.game.lines import Label
from tests.desk.speaking import flat


def test_press_reaches_those_named_and_names_its_author_and_readers(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "PRESS TO Germany, E\nLet us take Belgium.\nENDPRESS")
    letters = {mail.to: mail for mail in mails if mail.kind == "press"}
    assert set(letters) == {"dora@example.org", "bert@example.org"}
    dora = letters["dora@example.org"]
    assert "Let us take Belgium." in dora.text
    assert "France" in dora.text
    assert "Germany and England" in flat(dora.text)
    assert dora.subject == "[cassis] S1901M"
    assert dora.reply_to.startswith("cassis.")
    assert dora.reply_to != letters["bert@example.org"].reply_to
    receipt = next(mail for mail in mails if mail.kind == "receipt")
    assert "Sent to Germany and England." in flat(receipt.text)
    assert town.press[0].sender == "France"
    assert town.press[0].audience == ("Germany", "England")


def test_a_letter_of_press_alone_is_answered_as_one_of_its_game(game_town) -> None:
    town = game_town()
    text = "PRESS TO G\nA Par - Bur, agreed?\nENDPRESS\n> A Par H\n> A Mar - Bur"
    mails = town.reply(town.last("Cleo", "start"), text, labels={4: Label.QUOTED, 5: Label.QUOTED})
    receipt = next(mail for mail in mails if mail.kind == "receipt")
    assert receipt.subject == "[cassis] S1901M"
    assert receipt.reply_to == town.last("Cleo", "start").reply_to
    assert "A Mar - Bur" not in receipt.text
    assert "1 quoted line that reads as an order" in flat(receipt.text)
    assert "is part of the message, not an order" in flat(receipt.text)


def test_a_broadcast_reaches_players_master_and_observers_but_not_its_author(game_town) -> None:
    town = game_town()
    town.reply(town.register("Zoe")["Zoe"], "OBSERVE cassis")
    mails = town.reply(town.last("Cleo"), "BROADCAST\nHello all\nENDBROADCAST")
    readers = {mail.to.partition("@")[0] for mail in mails if mail.kind == "press"}
    assert readers == {"anna", "bert", "dora", "emil", "fred", "gina", "max", "zoe"}


def test_two_messages_in_a_letter_are_two_mails_each_under_its_own_key(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "PRESS TO G\none\nENDPRESS\nPRESS TO G\ntwo\nENDPRESS\nA Par - Bur")
    letters = [mail for mail in mails if mail.kind == "press"]
    assert len({mail.key for mail in letters}) == 2
    assert len(town.phase().orders_of("france").orders) == 1


def test_all_but_turns_the_list_round(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "PRESS TO ALL BUT England, Turkey\nHush\nENDPRESS")
    readers = {mail.to.partition("@")[0] for mail in mails if mail.kind == "press"}
    assert readers == {"anna", "dora", "emil", "fred"}
    (receipt,) = [mail for mail in mails if mail.kind == "receipt"]
    assert "Sent to Austria, Germany, Italy and Russia." in " ".join(receipt.text.split())


def test_the_master_writes_and_is_written_to(game_town) -> None:
    town = game_town()
    mails = town.reply(town.last("Cleo"), "PRESS TO master\nMay I have a day more?\nENDPRESS")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["max@example.org"]
    mails = town.reply(town.last("Max"), "PRESS TO France\nNo.\nENDPRESS")
    assert "the master" in next(mail for mail in mails if mail.kind == "press").text


def test_an_observer_writes_to_the_master_only(game_town) -> None:
    town = game_town()
    town.reply(town.register("Zoe")["Zoe"], "OBSERVE cassis")
    (refused,) = town.reply(town.last("Zoe"), "BROADCAST\nHello\nENDBROADCAST")
    assert "master only" in flat(refused.text)
    mails = town.reply(town.last("Zoe"), "PRESS TO master\nHello\nENDPRESS")
    assert [mail.kind for mail in mails] == ["press", "receipt"]


@pytest.mark.parametrize(("options", "line"), [("press=none", "PRESS TO Germany"), ("press=none", "BROADCAST")])
def test_in_a_game_without_press_only_the_master_can_be_written_to(game_town, options: str, line: str) -> None:
    town = game_town(options)
    (refused,) = town.reply(town.last("Cleo"), f"{line}\nHello\nENDPRESS")
    assert "no press" in flat(refused.text)
    mails = town.reply(town.last("Cleo"), "PRESS TO master\nHello\nENDPRESS")
    assert [mail.kind for mail in mails] == ["press", "receipt"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("PRESS TO Spain\nHello\nENDPRESS", "no power Spain"),
        ("PRESS TO France\nHello\nENDPRESS", "Nobody else would read this"),
        ("PRESS TO Germany\n\nENDPRESS", "no text"),
    ],
)
def test_press_that_cannot_be_is_refused(game_town, line: str, why: str) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), line)
    assert why in flat(receipt.text)
    assert town.press == []


def test_press_to_a_power_that_nobody_plays_says_so(game_town) -> None:
    town = game_town()
    town.reply(town.last("Dora"), "RESIGN")
    mails = town.reply(town.last("Cleo"), "PRESS TO Germany, Italy\nHello\nENDPRESS")
    receipt = next(mail for mail in mails if mail.kind == "receipt")
    assert "nobody plays Germany" in flat(receipt.text)


def test_before_the_start_there_are_no_powers_to_write_to_but_everyone(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    (refused,) = town.reply(town.last("Anna"), "PRESS TO France\nHello\nENDPRESS")
    assert "not given out yet" in flat(refused.text)
    mails = town.reply(town.last("Anna"), "BROADCAST\nHello\nENDBROADCAST")
    assert {mail.to for mail in mails if mail.kind == "press"} == {"bert@example.org", "max@example.org"}


def test_somebody_who_is_not_in_the_game_cannot_write_to_it(game_town) -> None:
    town = game_town()
    (refused,) = town.reply(town.register("Zoe")["Zoe"], "GAME cassis\nBROADCAST\nHello\nENDBROADCAST")
    assert "not in cassis" in flat(refused.text)


def test_after_the_end_people_may_still_talk(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    mails = town.reply(town.last("Cleo"), "BROADCAST\nThanks for the game\nENDBROADCAST")
    assert len([mail for mail in mails if mail.kind == "press"]) == 7
