"""Press by mail: signed, unsigned and faked, with its limits; and no byte of a mail that tells its author."""

import re
from datetime import timedelta

from judge.cli.demo.correspondent import text_of

PEOPLE = ("Quinby", "Wexford", "Zoltan")  # Austria, England, France


def sit_down(town, options: str) -> None:
    """A game of three with a master and an observer."""
    home = {name: town.register(name) for name in ("Marta", *PEOPLE, "Ottoline")}
    town.answer("marta", home["Marta"], f"CREATE boat standard autostart=no delay=6h {options}")
    for name, power in zip(PEOPLE, ("Austria", "England", "France"), strict=True):
        assert "You are in boat" in town.answer(name.lower(), home[name], f"JOIN boat {power}")
    assert "You observe boat" in town.answer("ottoline", home["Ottoline"], "OBSERVE boat")
    town.answer("marta", home["Marta"], "START boat")
    town.settle()


def presses(town, who: str) -> list[str]:
    """The messages of others that somebody has got, each from its heading to its end, on one line."""
    found = [town.flat(mail) for mail in town.people[who].mails if "Passed on by the judge" in text_of(mail)]
    return [re.sub(r"^#### write above this line #### ", "", text) for text in found]


def test_people_write_to_each_other_in_every_way_and_are_told_whom_it_reached(town) -> None:
    sit_down(town, "press=white/grey fake=yes late_press=no movement_grace=1d observer_press=white watch_press=master")
    start = town.flat(town.game_mail("wexford", "boat"))
    assert "Messages may be faked" in start
    assert "The master reads all messages." in start
    told = town.say(
        "zoltan",
        "A Par - Bur\nPRESS TO England, A\nShall we talk?\n> On Monday you wrote:\n> never\nEND PRES\nF Bre - MAO\n"
        "PRESS TO Frnace\nI lost my way\nENDPRESS\nPRESS TO ALL BUT Austria: no Austria here\nA Mar - Spa",
        "boat",
    )
    assert "Sent to England and Austria. It has 1 line, 14 characters and begins: Shall we talk?" in told
    assert "Did you mean France?" in told
    assert "Your message, which was not sent: | I lost my way" in told
    assert "Sent to England, Germany, Italy, Russia and Turkey (nobody plays Germany, Italy, Russia" in told
    assert town.orders_of("france") == ("A Mar - Spa", "A Par - Bur", "F Bre - MAO")
    assert "Sent to England, unsigned." in town.say("quinby", "PRESS GREY TO E\nF is lying.\nENDPRESS", "boat")
    assert "told as from France to England." in town.say("quinby", "PRESS FROM France TO E\nI lie.\nENDPRESS", "boat")
    assert "Sent to everyone." in town.say("ottoline", "BROADCAST\nGood luck!\n-- \nOttoline Hyde", "boat")
    assert "always signed" in town.say("marta", "BROADCAST GREY\nI am nobody\nENDBROADCAST", "boat")
    town.settle()
    got = presses(town, "wexford")
    # Mails that wait together are sent together, so that none is sure to be the first to arrive.
    assert sorted(text.partition(" |")[0] for text in got) == [
        "boat, S1901M: France to England",
        "boat, S1901M: France to England and Austria",
        "boat, S1901M: France to England, France, Germany, Italy, Russia and Turkey",
        "boat, S1901M: Ottoline, observer to everyone",
        "boat, S1901M: an unnamed sender to England",
    ]
    assert not [text for text in got if "Monday" in text or "Hyde" in text]
    assert len(presses(town, "marta")) == 5, "the master reads all"
    assert len(presses(town, "ottoline")) == 0, "a broadcast of her own"
    town.advance(timedelta(days=3, minutes=1))
    told = town.say("quinby", "PRESS TO F\nSorry\nENDPRESS\nPRESS TO master\nSorry\nENDPRESS", "boat")
    assert "powers that are late may write to the master only until their orders are in" in told
    assert "Sent to the master." in told
    log = town.say("marta", "LOG", "boat")
    assert "grey: Austria to England, told as an unnamed sender to England" in log
    town.audit().check()


def test_nothing_in_the_bytes_of_an_unsigned_or_faked_message_tells_its_author(town) -> None:
    """Each of three writes the same words in his own way: letters of other charsets, subjects, zones and quotations."""
    sit_down(town, "press=grey/white fake=yes gunboat=yes reveal=no")
    for name, subject in (("quinby", "Re: von meinem Telefon"), ("zoltan", "[boat] S1901M: my plan")):
        person = town.people[name]
        zone = {"quinby": "+0900", "zoltan": "-0500"}[name]
        words = "PRESS TO England\nGrüße: wer da?\nENDPRESS\nPRESS WHITE TO England FROM Turkey\nHello\nENDPRESS"
        words = words.replace("\n", "\r\n")
        raw = (
            f"From: {name}@players.example\r\nTo: judge@judge.example\r\nSubject: {subject}\r\n"
            f"Date: Mon, 04 Jan 2027 21:00:00 {zone}\r\nMessage-ID: <{name}-1@players.example>\r\n"
            f"References: {town.game_mail(name, 'boat')['Message-ID']}\r\nMIME-Version: 1.0\r\n"
            f"Content-Type: text/plain; charset={'utf-8' if name == 'quinby' else 'windows-1252'}\r\n"
            f"Content-Transfer-Encoding: 8bit\r\n\r\n{words}\r\n\r\nOn Monday Wexford wrote:\r\n> {name} is Austria\r\n"
        ).encode("utf-8" if name == "quinby" else "windows-1252")
        town.send(f"{name}@players.example", str(town.game_mail(name, "boat")["Reply-To"]), raw)
        town.settle()
        assert len(presses(town, "wexford")) == (2 if name == "quinby" else 4), town.flat(person.mails[-1])
    assert town.ask("SELECT kind FROM press ORDER BY id") == [("grey",), ("fake",)] * 2
    rows = town.ask("SELECT recipient, raw, message_id FROM mails WHERE kind = 'press' ORDER BY id")
    shapes = []
    for recipient, raw, message_id in rows:
        text = bytes(raw).decode("ascii")
        assert recipient == "wexford@players.example"
        assert not [name for name in ("quinby", "zoltan") if name in text.lower()]
        shapes.append(re.sub(r"Date: .*|<[0-9a-f]{32}@|=_[0-9]_[0-9a-f]{32}", "", text.replace(str(message_id), "")))
    assert (shapes[0], shapes[1]) == (shapes[2], shapes[3])
    for name in ("quinby", "zoltan"):
        town.say(name, "VOTE DRAW", "boat")
    assert "all agree" in town.say("wexford", "VOTE DRAW", "boat")
    town.settle()
    for recipient, raw in town.ask("SELECT recipient, raw FROM mails WHERE game = 'boat' ORDER BY id"):
        for name in PEOPLE:
            assert name.lower() in str(recipient) or name.lower() not in bytes(raw).decode("ascii", "replace").lower()
    archive = next(mail for mail in town.people["wexford"].mails if "This is what you wrote in it" in text_of(mail))
    assert "Austria" not in town.flat(archive)
    mine = next(mail for mail in town.people["quinby"].mails if "This is what you wrote in it" in text_of(mail))
    assert "Austria (unsigned) to England" in town.flat(mine)
    assert "Austria (told as Turkey to England) to England" in town.flat(mine)
    town.audit().check()
