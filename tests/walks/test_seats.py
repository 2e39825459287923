"""People take seats, write orders and press, set passwords and leave; each step by mail."""

from datetime import timedelta

from judge.cli.demo.correspondent import text_of
from judge.reports.texts import help_topics

ADDRESS = "judge@judge.example"
ENGLISH = "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor"
FRENCH = "A Par - Bur\nA Mar - Spa\nF Bre - MAO"


def test_a_game_comes_together_by_mail_and_begins_when_its_master_says_so(town) -> None:
    """REGISTER, confirm, CREATE with options, JOIN with and without wishes, OBSERVE, START with places free."""
    home = {name: town.register(name) for name in ("Marta Vogel", "Claire Dubois", "Oliver Hartley", "Nora Watts")}
    marta, claire, oliver, nora = home.values()

    told = town.answer(
        "marta", marta, "CREATE small standard movement=2d retreat=12h at=18:00 zone=Europe/Berlin delay=none"
    )
    assert "Game small created" in told
    told = town.answer("marta", marta, "CREATE small standard")
    assert "There is a game small already." in told
    told = town.answer("marta", marta, "CREATE other standard movement=soon")
    assert "The option movement cannot be soon." in told
    told = town.answer("claire", claire, "LIST")
    assert "small" in told
    assert "other" not in told
    told = town.answer("claire", claire, "JOIN small France, England")
    assert "You are in small, preferring France, England; 1 of 7 places are taken." in told
    told = town.answer("oliver", oliver, "JOIN small")
    assert "You are in small; 2 of 7 places are taken." in told
    told = town.answer("oliver", oliver, "JOIN small England")
    assert "preferring England; 2 of 7 places are taken." in told
    told = town.answer("nora", nora, "OBSERVE small\nJOIN nowhere")
    assert "You observe small from now on." in told
    assert "There is no game nowhere here." in told
    told = town.answer("claire", claire, "START small")
    assert "Only the master of small, Marta Vogel, can START." in told
    assert town.ask("SELECT state FROM games") == [("forming",)]

    told = town.answer("marta", marta, "START small")
    assert "The game small starts now; nobody plays 5 of its 7 powers, and their units hold." in told
    town.settle()
    for who in home:
        assert sum("small has begun" in text_of(mail) for mail in town.people[who.split()[0].lower()].mails) == 1
    assert "Next deadline: Wed 6 Jan 2027 17:00 UTC" in text_of(town.game_mail("marta", "small"))
    assert ("france", "claire@players.example") in town.ask(
        "SELECT power, email FROM seats JOIN addresses ON addresses.player_id = seats.player_id WHERE power <> ''"
    )
    assert "You are France" in town.flat(town.game_mail("claire", "small"))
    assert "TAKEOVER small" in town.answer("nora", nora, "JOIN small")

    # Orders of the two who play; the rest is in civil disorder and not waited for.
    assert "Nothing is missing." in town.say("claire", f"SET WAIT\n{FRENCH}", "small")
    assert "Nothing is missing." in town.say("oliver", ENGLISH, "small")
    town.settle()
    assert town.ask("SELECT tag FROM phases WHERE state = 'open'") == [("S1901M",)]
    assert "You play no power in small" in town.say("nora", "A Par - Pic", "small")
    town.say("claire", "READY", "small")
    town.settle()
    assert town.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    for who in home:
        assert ":: judge small standard S1901M -> F1901M" in text_of(town.game_mail(who.split()[0].lower(), "small"))
    town.audit().check()


def test_orders_are_changed_cleared_and_shown(quick_table) -> None:
    """The last order for a unit stands; CLEAR forgets all; STATUS tells who has sent orders and never which."""
    told = quick_table.say("france", "A Par - Bur\nA Par - Pic\nF Bre - MAO")
    assert "A Par - Pic (instead of A Par - Bur)" in told
    assert "Missing: A Mar" in told
    assert quick_table.orders_of("france") == ("A Par - Pic", "F Bre - MAO")
    told = quick_table.say("france", "A Mar - Spa; A Par - Bur")
    assert "Nothing is missing." in told
    assert quick_table.orders_of("france") == ("A Mar - Spa", "A Par - Bur", "F Bre - MAO")
    told = quick_table.say("england", "STATUS")
    assert "France" in told
    assert "A Par - Bur" not in told
    assert "Your orders for S1901M (Spring 1901, movement) are cleared." in quick_table.say("france", "CLEAR")
    assert quick_table.orders_of("france") == ()
    told = quick_table.say("france", "CLEAR\nA Par H")
    assert quick_table.orders_of("france") == ("A Par H",)
    told = quick_table.say("france", "SET WAIT")
    assert "S1901M (Spring 1901, movement) waits for its deadline." in told
    assert "A Par H" in told
    assert "need not wait" in quick_table.say("france", "READY")
    quick_table.audit().check()


def test_every_help_topic_and_the_list_are_there_for_the_asking(quick_table) -> None:
    """HELP and each of its topics answer with their page and change nothing."""
    before = quick_table.ask("SELECT count(*) FROM order_sets")
    for topic in help_topics():
        told = quick_table.say("italy", f"HELP {topic}")
        assert f"Help on {topic} is below." in told
        assert "There is no help on" not in told
    told = quick_table.say("italy", "HELP\nHELP nonsense\nLIST")
    assert 'There is no help on "nonsense".' in told
    assert "walk" in told
    assert quick_table.ask("SELECT count(*) FROM order_sets") == before
    quick_table.audit().check()


def test_press_reaches_those_named_and_nobody_else(quick_table) -> None:
    """PRESS TO goes to the powers named, BROADCAST to all others; orders below are read, those inside are not."""
    told = quick_table.say("france", "PRESS TO England, Germany\nA Mar - Spa, shall I?\nENDPRESS\nA Par - Bur")
    assert "Sent to England and Germany." in told
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    told = quick_table.say("turkey", "BROADCAST\nGood morning.\nENDPRESS")
    assert "Sent to everyone." in told
    told = quick_table.say(
        "italy", "PRESS TO master\nA day more, please.\nENDPRESS\nPRESS TO Atlantis\nHello?\nENDPRESS"
    )
    assert "There is no power Atlantis in walk." in told
    told = quick_table.say("russia", "PRESS TO ALL BUT Turkey\nBeware.\nENDPRESS")
    quick_table.settle()

    def got(words: str) -> set[str]:
        return {
            who
            for who, person in quick_table.people.items()
            if any(words in text_of(mail) and "press" in text_of(mail).lower() for mail in person.mails
                   if str(mail["Auto-Submitted"]) == "auto-generated")
        }  # fmt: skip

    everyone = set(quick_table.people)
    assert got("A Mar - Spa, shall I?") == {"england", "germany"}
    assert got("Good morning.") == everyone - {"turkey"}
    assert got("A day more, please.") == {"master"}
    assert got("Hello?") == set()
    assert got("Beware.") == everyone - {"turkey", "russia", "master"}
    quick_table.audit().check()


def test_a_password_proves_a_letter_to_the_bare_address(table) -> None:
    """SET PASSWORD, then SIGNON with it counts; a wrong password makes the letter wait; neither is ever shown."""
    assert "Password set for your seat in walk." in table.say("france", "SET PASSWORD lighthouse7")
    france = table.people["france"]
    asked = france.write("SIGNON Fwalk lighthouse7\nA Par - Bur\nSIGNOFF\nBye!\n", to=ADDRESS)
    receipt = france.await_answer(asked, "a receipt")
    assert "A Par - Bur" in text_of(receipt)
    assert table.orders_of("france") == ("A Par - Bur",)
    wrong = france.write("SIGNON Fwalk lighthouse8\nA Par - Pic\n", to=ADDRESS)
    held = france.await_answer(wrong, "a question")
    assert "nothing has been done yet" in table.flat(held)
    other = table.people["england"].write("SIGNON Fwalk lighthouse7\nA Par - Gas\n", to=ADDRESS)
    table.people["england"].await_answer(other, "a question")
    audit = table.audit()
    assert table.orders_of("france") == ("A Par - Bur",)
    assert not any("lighthouse" in text_of(mail) for mail in audit.mails)
    audit.check()


def test_a_letter_without_proof_waits_and_counts_from_when_it_first_came(table) -> None:
    """Confirmed by one reply before the turn is played, orders count; confirmed after it, they have lapsed."""
    france, germany = table.people["france"], table.people["germany"]
    asked = france.write("A Par - Bur\nA Mar - Spa\nF Bre - MAO\n", to=ADDRESS, subject="my orders")
    question = france.await_answer(asked, "the question")
    assert "A Par - Bur" in text_of(question)
    assert table.orders_of("france") == ()
    slow = germany.write("A Mun - Ruh\n", to=ADDRESS)
    slow_question = germany.await_answer(slow, "the question")
    table.advance(timedelta(hours=1))
    france.reply(question, "yes, that is mine")
    receipt = france.await_mail(
        lambda mail: mail["In-Reply-To"] == asked and "as they stand now" in text_of(mail), "a receipt"
    )
    assert "came in on Mon 4 Jan 2027 12:00 UTC" in table.flat(receipt)
    assert table.orders_of("france") == ("A Mar - Spa", "A Par - Bur", "F Bre - MAO")
    again = france.reply(question, "yes, once more")
    assert "Nothing waits for this confirmation" in text_of(france.await_answer(again, "an answer"))

    table.advance(timedelta(days=3))
    assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    germany.await_mail(lambda mail: mail["Subject"] == "A letter that was not confirmed", "word of its end")
    late = germany.await_answer(germany.reply(slow_question, "yes"), "an answer")
    assert "This confirmation came too late" in table.flat(late)
    assert table.orders_of("germany") == ()
    table.audit().check()


def test_who_resigns_is_not_waited_for_and_gets_nothing_more(table) -> None:
    """RESIGN tells the master; the power is in civil disorder; the phase runs when the others have written."""
    told = table.say("austria", "RESIGN walk")
    assert "You have left walk; Austria is in civil disorder and nobody waits for it." in told
    table.settle()
    assert "Austria has resigned; Austria is in civil disorder" in table.flat(table.game_mail("master"))
    seen = len(table.people["austria"].mails)
    assert "nothing has been done yet" in table.say("austria", "A Vie - Gal")  # his reply address is worth no more
    for power in ("england", "france", "germany", "italy", "russia", "turkey"):
        table.say(power, table.spring[power])
    table.settle()
    assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    assert len(table.people["austria"].mails) == seen + 1
    table.audit().check()
