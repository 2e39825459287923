"""Unsigned and faked press: what readers are told, what tells nobody who wrote it, and what is refused."""

import pytest

from judge.desk.press_terms import press_terms
from judge.desk.snapshot import GameSettings
from tests.desk.speaking import flat, say

NAMES = {
    "Anna": "Austria", "Bert": "England", "Cleo": "France", "Dora": "Germany", "Emil": "Italy", "Fred": "Russia",
    "Gina": "Turkey",
}  # fmt: skip


def press_to(town, name: str):
    return town.last(name, "press")


def write(town, name: str, words: str) -> str:
    """What somebody is told who writes as the player of his power."""
    return say(town, name, words)


def readers(town) -> list[str]:
    """Who has got the last message."""
    key = [mail.key for mail in town.mails if mail.kind == "press"][-1].rpartition("/")[0]
    return sorted(mail.to.partition("@")[0] for mail in town.mails if mail.key.startswith(key + "/"))


def test_an_unsigned_message_names_its_readers_and_not_its_author(game_town) -> None:
    town = game_town("press=white/grey")
    told = write(town, "Cleo", "PRESS GREY TO Germany, England\nSomebody lies.\nENDPRESS")
    assert "Sent to Germany and England, unsigned. It has 1 line, 14 characters and begins: Somebody lies." in told
    for name in ("Dora", "Bert"):
        text = flat(press_to(town, name).text)
        assert "cassis, S1901M: an unnamed sender to Germany and England | Somebody lies." in text
        assert "France" not in text.partition("Your units")[0]
    kept = town.press[-1]
    assert (kept.kind, kept.sender, kept.author_name) == ("grey", "an unnamed sender", "France")


def test_unsigned_press_is_the_usual_where_the_game_says_so(game_town) -> None:
    town = game_town("press=grey/white")
    assert "unsigned" in write(town, "Cleo", "PRESS TO G\nHello\nENDPRESS")
    assert "unsigned" not in write(town, "Cleo", "PRESS WHITE TO G\nHello\nENDPRESS")
    assert "France to Germany" in flat(press_to(town, "Dora").text)
    assert "unsigned" in write(town, "Cleo", "BROADCAST\nHello\nENDBROADCAST")


@pytest.mark.parametrize("color", ["GREY ", ""])
def test_two_messages_of_different_people_differ_in_nothing_but_their_words(game_town, color: str) -> None:
    """Neither a header, nor the key that a Message-ID is made of, nor the thread tells one author from another."""
    town = game_town("press=grey")
    found = []
    for name in ("Cleo", "Emil"):
        town.write(
            f"{name.lower()}@example.org", f"PRESS {color}TO Germany\nHello\nENDPRESS",
            to=town.last(name, "start").reply_to, subject="Re: my own subject from my phone",
        )  # fmt: skip
        found.append(press_to(town, "Dora"))
    one, two = found
    assert one.key != two.key
    assert (one.subject, one.text, one.reply_to, one.thread, one.answers) == (
        two.subject, two.text, two.reply_to, two.thread, two.answers,
    )  # fmt: skip


def test_nobody_can_guess_from_a_message_in_which_letter_it_came(game_town) -> None:
    town = game_town("press=white/grey")
    write(town, "Cleo", "PRESS TO G\nsigned\nENDPRESS\nPRESS GREY TO G\nnot signed\nENDPRESS")
    for mail in town.mails:
        if mail.kind == "press":
            assert str(town.next_id) not in mail.key
            assert not any(str(number) in mail.key.split("/")[1:2] for number in town.letters)


def test_mails_of_a_message_leave_in_an_order_that_tells_nothing(game_town) -> None:
    """In the order of the seats the gap would be where its author sits."""
    town = game_town("press=grey")
    orders = set()
    for number in range(4):
        write(town, "Cleo", f"BROADCAST\nHello {number}\nENDBROADCAST")
        orders.add(tuple(mail.to for mail in town.mails if mail.kind == "press")[-7:])
    assert len(orders) > 1
    assert {frozenset(one) for one in orders} == {frozenset(f"{name.lower()}@example.org" for name in
        ("Anna", "Bert", "Dora", "Emil", "Fred", "Gina", "Max"))}  # fmt: skip


def test_a_message_may_pretend_to_be_from_somebody_else_where_the_game_lets_it(game_town) -> None:
    town = game_town("fake=yes")
    told = write(town, "Cleo", "PRESS FROM Russia TO Germany\nI am Russia.\nENDPRESS")
    assert "Sent to Germany, told as from Russia to Germany. It has" in told
    fake = press_to(town, "Dora")
    write(town, "Fred", "PRESS TO Germany\nI am Russia.\nENDPRESS")
    true = press_to(town, "Dora")
    assert fake.text == true.text, "a faked message looks like a true one"
    assert "Messages may be faked" in flat(true.text)
    assert (town.press[0].kind, town.press[0].author_name, town.press[1].kind) == ("fake", "France", "white")


def test_a_message_may_pretend_to_have_other_readers(game_town) -> None:
    town = game_town("fake=yes press=white/grey")
    told = write(town, "Cleo", "PRESS TO Germany FAKE BROADCAST\nTo the world\nENDPRESS")
    assert "Sent to Germany, told as from France to everyone." in told
    assert readers(town) == ["dora"]
    assert "France to everyone" in flat(press_to(town, "Dora").text)
    told = write(town, "Cleo", "PRESS GREY TO G FAKE TO E, T\nAll three\nENDPRESS")
    assert "told as from an unnamed sender to England and Turkey." in told
    assert readers(town) == ["dora"]
    assert "Sent to Germany." in write(town, "Cleo", "PRESS FROM France TO G\nMyself\nENDPRESS")
    assert town.press[-1].kind == "white"


@pytest.mark.parametrize(
    ("options", "line", "why"),
    [
        ("", "PRESS GREY TO G", "messages are signed (white)"),
        ("press=grey", "PRESS WHITE TO G", "messages are unsigned (grey)"),
        ("", "PRESS FROM Russia TO G", "no message is faked"),
        ("", "PRESS TO G FAKE BROADCAST", "no message is faked"),
        ("press=white/grey", "PRESS GREY TO master", "always signed"),
        ("fake=yes", "PRESS FROM Russia TO master", "always signed"),
        ("fake=yes", "PRESS FROM master TO G", "master is none in cassis"),
        ("fake=yes", "PRESS FROM Rusia, Italy TO G", "is none in cassis"),
        ("fake=yes press=white/grey", "PRESS GREY FROM Russia TO G", "unsigned or from somebody, not both"),
        ("fake=yes", "PRESS TO G FAKE TO Spain", "no power Spain"),
        ("fake=yes", "PRESS FAKE TO G", "does not say to whom"),
        ("press=grey", "PRESS TO sender", "told to nobody"),
        ("partial=no", "PRESS TO G", "messages go to everyone"),
        ("", "PRESS POSTAL TO G", "not offered"),
        ("", "PRESS TO Frnace, G", "Did you mean France?"),
    ],
)
def test_a_message_that_cannot_be_sent_as_it_is_comes_back_with_the_reason(
    game_town, options: str, line: str, why: str
) -> None:
    town = game_town(options)
    told = write(town, "Cleo", f"{line}\nLet us take Belgium.\nA Par - Bur\nENDPRESS\nA Par - Pic")
    assert why in told
    assert "Your message, which was not sent: | Let us take Belgium. | A Par - Bur" in told
    assert town.press == []
    assert [order.at for order in town.phase().orders_of("france").orders] == ["par"]


def test_the_master_signs_what_he_writes(game_town) -> None:
    town = game_town("press=grey fake=yes")
    for line in ("PRESS GREY TO G", "PRESS FROM Russia TO G"):
        assert "What the master writes is always signed" in say(town, "Max", f"{line}\nHello\nENDPRESS")
    say(town, "Max", "PRESS TO G\nHello\nENDPRESS")
    assert "the master to Germany" in flat(press_to(town, "Dora").text)


@pytest.mark.parametrize(
    ("options", "words", "sent"),
    [
        ("press=grey", "Hello\nCleo", False),
        ("press=grey", "Hello\n- Cleo.", False),
        ("press=grey", "Write to CLEO@example.org about it", False),
        ("press=grey", "Cleo is the name of a cat, and nobody signs here\nso\nmuch\nfor that", True),
        ("gunboat=yes", "Hello\nCleo", False),
        ("fake=yes", "Hello\nCleo", True),
        ("", "Hello\nCleo", True),
    ],
)
def test_who_is_not_to_be_known_is_not_betrayed_by_his_own_signature(
    game_town, options: str, words: str, sent: bool
) -> None:
    town = game_town(options)
    told = write(town, "Cleo", f"PRESS TO G\n{words}\nENDPRESS")
    assert ("Sent to Germany" in told) is sent
    assert ("Your name or address stands in this message" in told) is not sent


def test_a_reply_to_an_unsigned_message_reaches_nobody_who_is_not_named(game_town) -> None:
    town = game_town("press=grey")
    write(town, "Cleo", "PRESS TO G, E\nHello\nENDPRESS")
    got = press_to(town, "Dora")
    mails = town.reply(got, "Thank you, whoever you are.")
    assert [mail.kind for mail in mails] == ["receipt"]
    mails = town.reply(got, "PRESS TO England, France, Italy\nWhich of you was it?\nENDPRESS")
    assert sorted(mail.to.partition("@")[0] for mail in mails if mail.kind == "press") == ["bert", "cleo", "emil"]


def test_the_press_of_a_game_is_told_when_it_starts_and_by_who(game_town) -> None:
    town = game_town("press=white/grey fake=yes watch_press=all reveal_press=yes observer_press=any late_press=no")
    for sentence in press_terms(town.game().settings):
        assert sentence in flat(town.last("Cleo", "start").text)
        assert sentence in say(town, "Cleo", "WHO")
        assert sentence in say(town, "Cleo", "HELP RULES")
    assert len(press_terms(town.game().settings)) == 6
    assert press_terms(GameSettings()) == ()


@pytest.mark.parametrize("reveal", ["yes", "no"])
def test_the_archive_tells_the_author_the_truth_and_others_what_the_game_has_agreed(three, reveal: str) -> None:
    town = three(f"press=white/grey fake=yes reveal_press={reveal}")
    say(town, "Anna", "PRESS GREY TO England\nSecret of the first.\nENDPRESS")
    say(town, "Anna", "PRESS FROM France TO England FAKE BROADCAST\nSecond.\nENDPRESS")
    for name in ("Anna", "Bert", "Cleo"):
        say(town, name, "VOTE DRAW")
    told = {name: flat(town.last(name, "archive").text) for name in ("Anna", "Bert")}
    assert "Austria (unsigned) to England | Secret of the first." in told["Anna"]
    assert "Austria (told as France to everyone) to England | Second." in told["Anna"]
    truth = {"yes": " (in truth Austria)", "no": ""}[reveal]
    assert f"an unnamed sender{truth} to England | Secret of the first." in told["Bert"]
    truth = {"yes": " (in truth Austria to England)", "no": ""}[reveal]
    assert f"France{truth} to everyone | Second." in told["Bert"]
    assert not [mail for mail in town.mails if mail.kind == "archive" and mail.to.startswith("cleo")]


def test_whether_authors_are_told_in_the_end_cannot_be_changed_once_people_have_come(game_town) -> None:
    town = game_town("press=grey")
    assert "reveal_press cannot be changed any more" in say(town, "Max", "SET reveal_press=yes")
