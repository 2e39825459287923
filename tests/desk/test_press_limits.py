"""Limits of press: who is late, who has not ordered, observers, masters who read along, and messages by their form."""

from datetime import timedelta

import pytest

from judge.desk.snapshot import Role
from tests.desk.speaking import ORDERS, all_but, flat, say

HELLO = "PRESS TO Germany\nHello\nENDPRESS"


def readers(mails) -> list[str]:
    return sorted(mail.to.partition("@")[0] for mail in mails if mail.kind == "press")


def late_town(game_town, options: str):
    """The deadline has passed without Cleo's orders, which are still taken."""
    town = game_town(f"movement_grace=1d {options}")
    all_but(town, "Cleo")
    town.tick(timedelta(days=3, minutes=1))
    assert town.phase().late == ("france",)
    return town


def test_who_is_late_may_not_write_to_others_until_he_has_ordered_where_the_game_says_so(game_town) -> None:
    town = late_town(game_town, "late_press=no delay=6h")
    told = say(town, "Cleo", HELLO)
    assert "powers that are late may write to the master only until their orders are in. Missing:" in told
    assert "Sent to the master." in say(town, "Cleo", "PRESS TO master\nSorry!\nENDPRESS")
    assert "Sent to Germany." in say(town, "Bert", HELLO), "others may"
    assert "Sent to Germany." in say(town, "Cleo", f"{ORDERS['Cleo']}\n{HELLO}")


def test_who_is_late_may_write_where_the_game_does_not_mind(game_town) -> None:
    assert "Sent to Germany." in say(late_town(game_town, ""), "Cleo", HELLO)


def test_a_power_orders_before_it_writes_where_the_game_says_so(game_town) -> None:
    town = game_town("must_order=yes delay=6h")
    told = say(town, "Cleo", f"A Par - Bur\n{HELLO}")
    assert "a power writes to others once its orders are in. Missing: A Mar and F Bre." in told
    assert "Your message, which was not sent: | Hello" in told
    assert "Sent to the master." in say(town, "Cleo", "PRESS TO master\nWhy?\nENDPRESS")
    assert "Sent to Germany." in say(town, "Cleo", f"A Mar H\nF Bre H\n{HELLO}")


@pytest.mark.parametrize("state", ["PAUSE", "TERMINATE cassis"])
def test_in_a_game_that_stands_still_people_may_talk(game_town, state: str) -> None:
    town = game_town("late_press=no")
    say(town, "Max", state)
    assert "Sent to Germany." in say(town, "Cleo", HELLO)


@pytest.mark.parametrize(
    ("options", "line", "told"),
    [
        ("", "PRESS TO G", "observers may write to the master only"),
        ("observer_press=white", "PRESS TO G", "Sent to Germany."),
        ("observer_press=white press=white/grey", "PRESS GREY TO G", "messages are signed (white)"),
        ("observer_press=white press=grey", "PRESS TO G", "Sent to Germany."),
        ("observer_press=any press=white/grey", "PRESS GREY TO G", "Sent to Germany, unsigned."),
        ("observer_press=any press=none", "PRESS TO G", "there is no press"),
        ("observer_press=any fake=yes", "PRESS FROM Russia TO G", "Only powers may fake"),
    ],
)
def test_observers_write_what_the_game_lets_them(game_town, options: str, line: str, told: str) -> None:
    town = game_town(options)
    town.reply(town.register("Zoe")["Zoe"], "OBSERVE cassis")
    mails = town.reply(town.last("Zoe"), f"{line}\nHello\nENDPRESS")
    assert told in flat(next(mail.text for mail in mails if mail.kind == "receipt"))
    if told == "Sent to Germany.":
        assert "Zoe, observer to Germany" in flat(town.last("Dora", "press").text)


def test_who_gets_the_results_only_writes_to_the_master_only(game_town) -> None:
    town = game_town("observer_press=any")
    town.reply(town.register("Zoe")["Zoe"], "MONITOR cassis")
    (told,) = town.reply(town.last("Zoe"), HELLO)
    assert "to the master only" in flat(told.text)
    assert readers(town.reply(town.last("Cleo"), "PRESS TO observers, G\nHello\nENDPRESS")) == ["dora"]


def test_observers_can_be_written_to(game_town) -> None:
    town = game_town()
    town.reply(town.register("Zoe")["Zoe"], "OBSERVE cassis")
    mails = town.reply(town.last("Cleo"), "PRESS TO observers and GM\nHello\nENDPRESS")
    assert readers(mails) == ["max", "zoe"]
    assert "Sent to the master and the observers." in flat(town.last("Cleo", "receipt").text)
    assert readers(town.reply(town.last("Cleo"), "PRESS TO GOM\nHello\nENDPRESS")) == ["dora", "max", "zoe"]
    assert readers(town.reply(town.last("Cleo"), "PRESS TO ALL BUT GM\nHello\nENDPRESS")) == [
        "anna", "bert", "emil", "fred", "gina",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("watch", "along"), [("none", ["dora"]), ("master", ["dora", "max"]), ("all", ["dora", "max", "zoe"])]
)
def test_who_reads_along_is_agreed_and_told_in_every_message(game_town, watch: str, along: list[str]) -> None:
    town = game_town(f"watch_press={watch} press=white/grey")
    for name, line in (("Zoe", "OBSERVE"), ("Moni", "MONITOR")):
        town.reply(town.register(name)[name], f"{line} cassis")
    for line in ("PRESS TO G", "PRESS GREY TO G"):
        assert readers(town.reply(town.last("Cleo", "start"), f"{line}\nHello\nENDPRESS")) == along
    text = flat(town.last("Dora", "press").text)
    assert ("read all messages" in text or "reads all messages" in text) is (watch != "none")
    assert ("France" in text.partition("Your units")[0]) is False


def test_a_master_who_plays_reads_along_nowhere(three) -> None:
    town = three("watch_press=all press=white/grey")
    max_ = town.players["max@example.org"]
    anna = town.game().seat_for("austria")
    seats = tuple(one for one in town.game().seats if one is not anna)
    town._change_game(
        town.game().id, seats=(*seats, type(anna)(id=900, player=max_, role=Role.PLAYER, power="austria"))
    )
    assert readers(town.reply(town.last("Cleo", "start"), "PRESS GREY TO England\nHello\nENDPRESS")) == ["bert"]


def test_a_message_of_several_lines_whose_end_may_be_orders_needs_its_end_mark(game_town) -> None:
    town = game_town()
    told = say(town, "Cleo", "PRESS TO G\nLet us take Belgium.\nA Par - Pic\nA Mar - Bur")
    assert "This message has no ENDPRESS, and its end reads like orders" in told
    assert "| A Mar - Bur" in told
    assert (town.press, town.phase().orders_of("france").orders) == ([], ())
    assert "Sent to Germany." in say(town, "Cleo", "PRESS TO G\nLet us take Belgium:\nA Par - Pic\nENDPRESS")
    assert "Sent to Germany." in say(town, "Cleo", "PRESS TO G\nA Par - Pic\nAgreed?")


def test_a_very_long_message_is_refused_with_its_beginning(game_town) -> None:
    town = game_town()
    told = say(town, "Cleo", "PRESS TO G\n" + "so many words\n" * 3_600 + "ENDPRESS")
    assert "characters; 20000 are the most that are passed on" in told
    assert "| so many words" in told
    assert len(told) < 10_000
    assert town.press == []
    assert "Sent to Germany." in say(town, "Cleo", "PRESS TO G\n" + "x" * 20_000 + "\nENDPRESS")


def test_several_messages_and_orders_in_a_letter_are_answered_one_by_one(game_town) -> None:
    town = game_town("press=white/grey delay=6h")
    told = say(
        town, "Cleo",
        "A Par - Bur\nPRESS TO G: one\nPRESS GREY TO E\ntwo\nEND PRES\nA Mar - Spa\nPRESS TO Spain\nthree\nENDPRESS\n"
        "BROADCAST\nfour\n-- \nCleo Dubois",
    )  # fmt: skip
    assert [message.text for message in town.press] == ["one", "two", "four"]
    assert len(town.phase().orders_of("france").orders) == 2
    assert "| three" in told
    assert "Dubois" not in " ".join(mail.text for mail in town.mails if mail.kind == "press")


def test_what_was_not_plainly_meant_for_others_is_told_to_be_sent_to_nobody(game_town) -> None:
    town = game_town()
    told = say(town, "Cleo", "tell Germany: we go north\nmessage to self: buy milk\nA Par - Bur")
    assert told.count("This was sent to nobody.") == 2
    assert town.press == []
    assert "Sent to Germany and Turkey." in say(town, "Cleo", "message to Germany and Turkey: we go north")
