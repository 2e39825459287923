"""One person plays several powers of a game, where its option `powers` has it so."""

from datetime import timedelta

import pytest

from judge.desk.snapshot import GameState
from tests.desk.speaking import ORDERS, answer, flat, tag, tell
from tests.desk.town import PEOPLE


@pytest.fixture
def duplex(game_town):
    """A game of Anna (Austria), Bert (England), Cleo (France) and Dora (Germany); Anna plays Italy as well."""

    def found(options: str = ""):
        town = game_town(f"powers=2 autostart=no {options}", players=PEOPLE[:4])
        tell(town, "Max", "START")
        town.tick(timedelta(hours=1))
        tell(town, "Anna", "TAKEOVER cassis Italy")
        return town

    return found


def orders(town, power: str) -> list[str]:
    return sorted(order.at for order in town.phase().orders_of(power).orders)


def mail_for(town, name: str, power: str, kind: str):
    """The last mail of a kind that shows somebody the units of this power, which hold, to be ordered anew."""
    to, line = f"{name.lower()}@example.org", {"Austria": "A Vie H", "Italy": "A Rom H"}[power]
    return next(
        mail for mail in reversed(town.mails)
        if (mail.to, mail.kind) == (to, kind) and line in [one.lstrip("# ") for one in mail.text.splitlines()]
    )  # fmt: skip


def test_a_second_power_is_taken_over_and_a_third_or_one_more_than_the_game_lets_is_not(duplex, game_town) -> None:
    town = duplex()
    assert {seat.power for seat in town.game().seats if seat.player.name == "Anna"} == {"austria", "italy"}
    assert "You play Austria and Italy in cassis, so you cannot play Russia there." in answer(
        town, "Anna", "TAKEOVER cassis Russia"
    )
    plain = game_town("autostart=no", players=PEOPLE[:4])
    tell(plain, "Max", "START")
    assert "You play Austria in cassis, so you cannot play Italy there." in answer(
        plain, "Anna", "TAKEOVER cassis Italy"
    )
    tell(plain, "Max", "SET powers=2")
    assert "You play Italy in cassis from now on." in tell(plain, "Anna", "TAKEOVER cassis Italy")
    assert "powers" in answer(plain, "Max", "SET powers=8")


def test_a_master_gives_a_second_power_to_somebody_who_plays(duplex) -> None:
    town = duplex()
    assert "Anna plays Austria in cassis." in answer(town, "Max", "REPLACE Russia BY Anna")
    assert "Bert plays Russia in cassis from now on." in tell(town, "Max", "REPLACE Russia BY Bert NOW")
    tell(town, "Max", "REPLACE Turkey BY Cleo")
    assert "You play Turkey in cassis" in tell(town, "Cleo", "ACCEPT cassis")


def test_who_has_to_be_let_in_keeps_the_power_that_he_plays(duplex) -> None:
    town = duplex()
    tell(town, "Max", "SET approval=yes")
    tell(town, "Bert", "TAKEOVER cassis Turkey")
    assert [seat.power for seat in town.game().seats if seat.player.name == "Bert"] == ["england", None]
    tell(town, "Max", "APPROVE Bert")
    assert [seat.power for seat in town.game().seats if seat.player.name == "Bert"] == ["england", "turkey"]


@pytest.mark.parametrize(
    "words",
    [
        "A Vie - Gal\nA Bud - Ser\nF Tri - Alb\nA Rom - Apu\nA Ven H\nF Nap - ION",
        "A Rom - Apu, A Vie - Gal; Ven H, Bud - Ser\nF Nap - ION, F Tri - Alb",
        "[ITALY]\nA Rom - Apu\nA Ven H\nF Nap - ION\n[AUSTRIA]\nA Vie - Gal\nA Bud - Ser\nF Tri - Alb",
        "A Vie - Gal\nA Bud - Ser\nF Tri - Alb\nItaly: A Rom - Apu, A Ven H, F Nap - ION",
        "REPLACE\nA Vie - Gal\nA Rom - Apu\nA Bud - Ser\nA Ven H\nF Nap - ION\nF Tri - Alb",
    ],
)
@pytest.mark.parametrize("power", ["Austria", "Italy"])
def test_orders_are_for_the_power_whose_units_they_name_whatever_mail_is_answered(
    duplex, words: str, power: str
) -> None:
    town = duplex()
    kind = "start" if power == "Austria" else "notice"
    (receipt,) = town.reply(mail_for(town, "Anna", power, kind), words)
    assert "All is well" in receipt.text
    assert (orders(town, "austria"), orders(town, "italy")) == (["bud", "tri", "vie"], ["nap", "rom", "ven"])
    for name in ("Austria", "Italy"):
        assert f"the orders of {name} as they stand now" in receipt.text
    assert receipt.reply_to.startswith("cassis.")


def test_what_is_missing_is_told_for_each_power_and_an_order_for_another_is_refused(duplex) -> None:
    town = duplex()
    (receipt,) = town.reply(town.last("Anna"), "A Vie - Gal\nF Nap - ION\nA Lvp - Yor\nA Rom S A Ven H\nhello")
    told = flat(receipt.text)
    assert "cassis, S1901M, Austria: missing A Bud and F Tri. Next deadline:" in told
    assert "cassis, S1901M, Italy: missing A Ven. Please look at" in told
    assert "A Lvp - Yor" in told.partition("Please look at")[2].partition("Done")[0]
    assert "line 5: hello" in told
    assert all(len(line) <= 72 for line in receipt.text.splitlines())


def test_each_power_has_its_results_with_its_own_units_and_reply_address(duplex) -> None:
    town = duplex()
    mails = town.reply(town.last("Max"), "PROCESS S1901M")
    results = [mail for mail in mails if mail.kind == "result"]
    assert sorted(mail.to.partition("@")[0] for mail in results) == ["anna", "anna", "bert", "cleo", "dora", "max"]
    his = [mail for mail in results if mail.to == "anna@example.org"]
    assert len({mail.key for mail in his}) == len({mail.reply_to for mail in his}) == 2
    assert {mail.key for mail in his} == {mail_for(town, "Anna", name, "result").key for name in ("Austria", "Italy")}
    assert tag(town) == "F1901M"


def test_a_phase_is_early_when_both_powers_have_decided_and_each_is_reminded_by_itself(duplex) -> None:
    town = duplex("remind=8h")
    for name in ("Bert", "Cleo", "Dora"):
        town.reply(town.last(name), ORDERS[name])
    tell(town, "Anna", "A Vie H\nA Bud H\nF Tri H")
    assert tag(town) == "S1901M"
    mails = town.tick(town.phase().deadline - timedelta(hours=8) - town.now)
    assert [(mail.kind, mail.to) for mail in mails] == [("reminder", "anna@example.org")]
    assert "A Rom, A Ven and F Nap" in flat(mails[0].text)
    town.reply(mails[0], "all hold")
    assert tag(town) == "F1901M"
    assert [one for one in town.conduct if one[0] == "Anna"] == [("Anna", "on_time")]


def test_words_about_one_power_are_for_the_one_whose_mail_is_answered_and_asked_back_else(duplex) -> None:
    town = duplex()
    italy = mail_for(town, "Anna", "Italy", "notice")
    assert italy.reply_to.startswith("p.")
    for words in ("SET WAIT", "VOTE DRAW", "RESIGN", "CLEAR"):
        (receipt,) = town.reply(italy, words)
        assert "You play Austria and Italy in cassis, and this letter does not say for which" in flat(receipt.text)
    tell(town, "Max", "PROCESS S1901M")
    italy, austria = (mail_for(town, "Anna", name, "result") for name in ("Italy", "Austria"))
    town.reply(italy, "SET WAIT\nVOTE CONCEDE France")
    assert (town.phase().orders_of("italy").wait, town.phase().orders_of("austria").wait) == (True, None)
    assert [seat.power for seat in town.game().seats if seat.ballot] == ["italy"]
    for name in ("Bert", "Dora"):
        town.reply(town.last(name), "VOTE CONCEDE France")
    town.reply(town.last("Cleo"), "VOTE CONCEDE France")
    assert town.game().state is GameState.RUNNING
    town.reply(austria, "VOTE CONCEDE France")
    assert town.game().state is GameState.FINISHED


def test_who_leaves_one_power_plays_the_other_on_and_may_come_back(duplex) -> None:
    town = duplex()
    tell(town, "Max", "PROCESS S1901M")
    (*_, receipt) = town.reply(mail_for(town, "Anna", "Austria", "result"), "RESIGN cassis")
    assert "You still play Italy." in flat(receipt.text)
    assert town.game().seat_for("austria") is None
    assert town.game().seat_for("italy").player.name == "Anna"
    assert "You play Austria in cassis from now on." in tell(town, "Anna", "TAKEOVER cassis Austria")
    assert "Anna plays Italy and Austria in cassis." in answer(town, "Max", "EJECT Anna")
    assert town.game().seat_for("italy") is not None
    tell(town, "Max", "EJECT Austria")
    assert town.game().seat_for("italy").player.name == "Anna"


def test_press_comes_from_the_power_whose_mail_is_answered_and_goes_to_the_one_it_is_to(duplex) -> None:
    town = duplex()
    tell(town, "Max", "PROCESS S1901M")
    mails = town.reply(mail_for(town, "Anna", "Italy", "result"), "PRESS TO France\nhello\nENDPRESS")
    (press,) = (mail for mail in mails if mail.kind == "press")
    assert "Italy" in press.text
    mails = town.reply(press, "PRESS TO Italy\nhello back\nENDPRESS")
    (back,) = (mail for mail in mails if mail.kind == "press")
    (again, _) = town.reply(back, "PRESS TO France: and again")
    assert again.to == "cleo@example.org"
    assert "Italy" in again.text
    assert "Austria" not in again.text
    mails = town.reply(town.last("Bert"), "BROADCAST: to everyone")
    assert sorted(mail.to for mail in mails if mail.kind == "press").count("anna@example.org") == 1


def test_in_a_gunboat_game_nothing_of_one_of_his_powers_tells_of_the_other(duplex) -> None:
    town = duplex("gunboat=yes")
    tell(town, "Max", "PROCESS S1901M")
    tell(town, "Anna", "ABSENT 9 Jan TO 12 Jan")
    tell(town, "Bert", "ABSENCE")
    mails = [mail for mail in town.mails if mail.to != "anna@example.org" and mail.kind != "result"]
    absent = [flat(mail.text) for mail in mails if "is away" in flat(mail.text)]
    assert all("Somebody is away" in text for text in absent)
    assert len(absent) == 5
    assert not any("Anna" in mail.text for mail in mails if mail.to in ("bert@example.org", "cleo@example.org"))
