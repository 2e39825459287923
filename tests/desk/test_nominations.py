"""PROMOTE, HANDOVER, DEMOTE, and a master's RESIGN: who leads a game, and that it is never led by nobody."""

from datetime import timedelta

import pytest

from judge.desk.snapshot import Role
from tests.desk.speaking import answer, flat


def leaders(town) -> list[str]:
    return [seat.player.name for seat in town.game().masters]


def promoted(town, name: str = "Zoe") -> None:
    """Somebody from outside leads the game beside Max."""
    (welcome,) = town.register(name).values()
    town.reply(town.last("Max"), f"PROMOTE {name}")
    town.reply(town.last(name), "ACCEPT cassis")
    assert leaders(town) == ["Max", name], welcome


def test_who_is_asked_leads_the_game_as_well_once_he_has_said_that_he_will(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    mails = town.reply(town.last("Max"), "PROMOTE Zoe")
    assert [(mail.to, mail.kind) for mail in mails] == [("zoe@example.org", "notice"), ("max@example.org", "receipt")]
    assert "Max, its master, asks you to lead the game cassis with him." in flat(mails[0].text)
    assert "Zoe is asked to lead cassis as well. Nothing changes before" in flat(mails[1].text)
    assert all(len(line) <= 72 for mail in mails for line in mail.text.splitlines())
    assert leaders(town) == ["Max"]
    mails = town.reply(mails[0], "ACCEPT cassis\n\nThanks, Zoe")
    assert leaders(town) == ["Max", "Zoe"]
    assert "You lead cassis from now on, with Max." in flat(mails[-1].text)
    assert [mail.kind for mail in mails] == [*["notice"] * 8, "receipt"]
    assert "Zoe leads the game from now on, with Max." in flat(town.last("Anna", "notice").text)
    assert [entry.text for entry in town.log if entry.kind in ("nominate", "masters")] == [
        "Zoe is asked to lead the game as well, by the master", "Zoe leads the game with Max",
    ]  # fmt: skip


def test_a_game_is_handed_over_and_the_one_who_led_it_is_out_of_it(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Max"), "HANDOVER cassis TO zoe@example.org")
    assert leaders(town) == ["Max"]
    town.reply(town.last("Zoe"), "accept cassis, please")
    assert leaders(town) == ["Zoe"]
    assert "Zoe leads the game from now on, in the place of Max." in flat(town.last("Max", "notice").text)
    receipt = town.write("max@example.org", "GAME cassis\nPAUSE", to=town.last("Max", "notice").reply_to)[-1]
    assert "Only the master of cassis, Zoe, can PAUSE" in flat(receipt.text)
    assert "The clock of cassis is stopped." in answer_of(town, "Zoe", "GAME cassis\nPAUSE")


def answer_of(town, name: str, words: str) -> str:
    return flat(town.reply(town.last(name), words)[-1].text)


def test_an_address_tells_nothing_of_who_is_registered_under_it(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    (unknown,) = town.reply(town.last("Max"), "PROMOTE nobody@example.org")
    known = town.reply(town.last("Max"), "PROMOTE zoe@example.org")[-1]
    assert flat(unknown.text).replace("nobody", "zoe") == flat(known.text)
    assert {entry.text for entry in town.log if entry.kind == "nominate"} == {
        "an address is asked to lead the game as well, by the master"
    }


def test_a_question_can_be_declined_or_taken_back_and_lapses(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    asked = town.last("Zoe")
    town.reply(asked, "DECLINE cassis")
    assert "Zoe will not lead the game." in flat(town.last("Max", "notice").text)
    assert "Nothing in cassis waits for you to ACCEPT it." in answer(town, "Zoe", "ACCEPT cassis")
    town.reply(town.last("Max"), "PROMOTE Zoe\nDEMOTE Zoe")
    assert "cannot accept to any more" in flat(town.last("Max", "receipt").text)
    assert "Nothing in cassis waits" in answer(town, "Zoe", "ACCEPT cassis")
    town.reply(town.last("Max"), "PAUSE\nPROMOTE Zoe")
    town.tick(timedelta(days=14))
    assert "is not wanted any more" in answer(town, "Zoe", "ACCEPT cassis")
    assert leaders(town) == ["Max"]


def test_who_was_asked_the_same_before_gets_no_second_mail(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    assert [mail.kind for mail in town.reply(town.last("Max"), "PROMOTE Zoe")] == ["receipt"]
    assert len(town.reply(town.last("Max"), "HANDOVER TO Zoe")) == 2


def test_what_a_master_has_asked_is_worth_nothing_once_he_leads_no_more(game_town) -> None:
    town = game_town()
    promoted(town)
    town.register("Yan")
    town.reply(town.last("Zoe"), "PROMOTE Yan")
    town.reply(town.last("Max"), "DEMOTE Zoe")
    assert "is not wanted any more" in answer(town, "Yan", "ACCEPT cassis")
    assert leaders(town) == ["Max"]


def test_the_lead_is_taken_from_those_alone_who_came_to_it_later(game_town) -> None:
    town = game_town()
    promoted(town)
    assert "Max has led cassis longer than you." in answer(town, "Zoe", "DEMOTE Max")
    mails = town.reply(town.last("Max"), "DEMOTE Zoe")
    assert "Zoe does not lead the game any more, by the master Max. Max leads it." in flat(town.last("Zoe").text)
    assert "Zoe does not lead cassis any more." in flat(mails[-1].text)
    assert "Only the master of cassis, Max, can PAUSE" in answer(town, "Zoe", "GAME cassis\nPAUSE")


@pytest.mark.parametrize("words", ["RESIGN", "RESIGN cassis", "RESIGN AS MASTER", "DEMOTE me", "resign as the GM"])
def test_one_of_several_masters_may_leave_and_the_last_may_not(game_town, words: str) -> None:
    town = game_town()
    promoted(town)
    mails = town.reply(town.last("Max"), f"GAME cassis\n{words}")
    assert leaders(town) == ["Zoe"]
    assert "You do not lead cassis any more. OBSERVE cassis to follow it." in flat(mails[-1].text)
    assert "Max has given up the lead. Zoe leads it." in flat(town.last("Anna", "notice").text)
    told = answer(town, "Zoe", words)
    assert "You are the master of cassis, which cannot be without one." in told
    assert "HANDOVER TO somebody else, who must accept" in told
    assert leaders(town) == ["Zoe"]


def test_a_master_who_plays_leaves_the_one_or_the_other(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PROMOTE Cleo")
    town.reply(town.last("Cleo"), "ACCEPT cassis")
    assert leaders(town) == ["Max", "Cleo"]
    town.reply(town.last("Cleo"), "RESIGN AS MASTER")
    assert (leaders(town), town.game().seat_for("france") is not None) == (["Max"], True)
    assert "You still play in it." in flat(town.last("Cleo", "receipt").text)


def test_a_master_who_plays_sees_no_orders_and_gives_none_for_others(game_town) -> None:
    town = game_town()
    town.reply(town.last("Anna"), "A Vie - Tyr")
    town.reply(town.last("Max"), "PROMOTE Cleo")
    town.reply(town.last("Cleo"), "ACCEPT cassis")
    for words in ("PREVIEW S1901M", "BECOME Austria\nA Vie - Tri", "LOG"):
        assert "Tyr" not in answer(town, "Cleo", words)
    (orders,) = town.phase().orders_of("austria").orders
    assert orders.to == "tyr"


def test_masters_do_not_play_where_the_game_has_it_so(game_town) -> None:
    town = game_town("masters_play=no")
    assert "Cleo plays in cassis, whose masters do not play" in answer(town, "Max", "PROMOTE Cleo")
    town.reply(town.last("Max"), "HANDOVER TO cleo@example.org")
    assert "its masters do not play; RESIGN first" in answer(town, "Cleo", "ACCEPT cassis")
    town = game_town("masters_play=no autostart=no", players=("Anna",))
    assert "You lead cassis, whose masters do not play." in answer(town, "Max", "JOIN cassis")
    assert leaders(town) == ["Max"]


def test_in_an_anonymous_game_nobody_learns_from_a_question_who_plays(game_town) -> None:
    town = game_town("masters_play=no anonymous=yes")
    town.register("Zoe")
    inside = town.reply(town.last("Max"), "PROMOTE Cleo")[-1]
    outside = town.reply(town.last("Max"), "PROMOTE Zoe")[-1]
    assert flat(inside.text).replace("Cleo", "Zoe") == flat(outside.text)


def test_the_mails_name_the_master_who_acts_where_there_are_several(game_town) -> None:
    town = game_town()
    promoted(town)
    town.reply(town.last("Zoe"), "PAUSE")
    assert "The master Zoe has stopped the clock." in flat(town.last("Anna", "notice").text)
    assert "The master Zoe has stopped the clock." in flat(town.last("Max", "notice").text)
    assert [entry.text for entry in town.log if entry.kind == "pause"] == ["by the master Zoe"]
    assert "Only the masters of cassis, Max and Zoe, can RESUME" in answer(town, "Anna", "RESUME")
    assert "Master: Max and Zoe" in answer(town, "Anna", "STATUS")


def test_letters_to_the_master_reach_all_of_them_in_one_thread(game_town) -> None:
    town = game_town()
    promoted(town)
    mails = town.reply(town.last("Anna"), "PRESS TO MASTER\nWhen is the deadline?")
    got = [mail for mail in mails if mail.kind == "press"]
    assert [mail.to for mail in got] == ["max@example.org", "zoe@example.org"]
    assert len({(mail.subject, mail.thread) for mail in got}) == 1
    mails = town.reply(got[1], "PRESS TO Austria: Tomorrow.")
    assert "the master Zoe to Austria" in flat(town.last("Anna", "press").text)


def test_a_master_who_plays_does_not_read_what_others_write_to_one_who_does_not(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PROMOTE Cleo")
    town.reply(town.last("Cleo"), "ACCEPT cassis")
    mails = town.reply(town.last("Anna"), "PRESS TO MASTER\nI move to Galicia. Is that legal?")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["max@example.org"]
    town.reply(town.last("Max"), "DEMOTE me")
    mails = town.reply(town.last("Anna"), "PRESS TO MASTER\nAre you there?")
    assert [mail.to for mail in mails if mail.kind == "press"] == ["cleo@example.org"]


def test_all_masters_learn_who_leaves(game_town) -> None:
    town = game_town()
    promoted(town)
    town.reply(town.last("Anna"), "RESIGN")
    for name in ("Max", "Zoe"):
        assert "Anna has resigned; Austria is in civil disorder" in flat(town.last(name, "notice").text)


def test_the_keeper_gives_a_game_without_a_living_master_to_another(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    session = town.keep("HANDOVER TO Zoe")
    assert [line.fate for line in session.lines] == ["ok"]
    assert "The keeper of the judge asks you to lead the game cassis in his place." not in flat(town.last("Zoe").text)
    assert "The keeper of the judge asks you to lead the game cassis in the place of Max." in flat(
        town.last("Zoe").text
    )
    town.reply(town.last("Zoe"), "ACCEPT cassis")
    assert leaders(town) == ["Zoe"]
    session = town.keep("DEMOTE Zoe")
    assert [line.fate for line in session.lines] == ["error"]


@pytest.mark.parametrize("name", ["Cleo", "Zoe", "Olaf"])
def test_nobody_but_a_master_asks_anybody(game_town, name: str) -> None:
    town = game_town()
    town.register("Zoe", "Olaf")
    town.reply(town.last("Olaf"), "OBSERVE cassis")
    for words in ("PROMOTE Zoe", "HANDOVER TO Zoe", "DEMOTE Max"):
        assert "Only the master of cassis, Max, can" in answer(town, name, f"GAME cassis\n{words}")
    assert "Nothing in cassis waits" in answer(town, name, "ACCEPT cassis")
    assert (leaders(town), town.nominations) == (["Max"], {})


@pytest.mark.parametrize(
    "words",
    ["Accept my apologies for the delay", "accept", "Decline.", "promote peace between us", "demote Turkey next year",
     "handover to the next guy is fine", "Accept that, and we are friends"],
)  # fmt: skip
def test_talk_is_no_command(game_town, words: str) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), words)
    assert receipt.kind == "receipt"
    assert town.sessions[-1].lines[0].fate == "note"


@pytest.mark.parametrize(
    "words",
    ["promote xaver", "Demote Xaver Young", "handover to xaver", "replace england by xaver", "approve xaver",
     "reject xaver", "invite xaver"],
)  # fmt: skip
def test_a_master_who_names_nobody_in_small_letters_is_told_so(game_town, words: str) -> None:
    town = game_town()
    assert "Nobody called xaver" in answer(town, "Max", words).replace("Xaver Young", "xaver")
    town.reply(town.last("Cleo"), words)
    assert town.sessions[-1].lines[0].fate == "note"


@pytest.mark.parametrize(
    "words",
    ["promote peace", "demote him", "reject that", "approve this", "invite everybody", "replace peace by war",
     "replace that by xaver", "promote a kind of peace"],
)  # fmt: skip
def test_a_masters_talk_is_no_command_either(game_town, words: str) -> None:
    town = game_town()
    town.reply(town.last("Max"), words)
    assert town.sessions[-1].lines[0].fate == "note"


def test_who_observed_is_not_written_to_twice_once_he_leads(game_town) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Zoe"), "OBSERVE cassis")
    town.reply(town.last("Max"), "PROMOTE Zoe")
    town.reply(town.last("Zoe"), "ACCEPT cassis")
    assert [seat.role for seat in town.game().seats if seat.player.name == "Zoe"] == [Role.MASTER]


@pytest.mark.parametrize("words", ["PROMOTE Xaver", "PROMOTE", "HANDOVER", "HANDOVER Zoe", "DEMOTE Anna"])
def test_a_question_that_cannot_be_put_says_what_would_work(game_town, words: str) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Max"), words)
    assert town.sessions[-1].lines[0].fate in ("error", "note")
    assert town.nominations == {}
