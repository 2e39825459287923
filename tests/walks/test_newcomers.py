"""People from outside come into a revolutionary game by mail: by a revolution, by a claim, and not twice."""

from datetime import timedelta

import pytest

from judge.cli.demo.stage import Stage

ADDRESS = "judge@judge.example"
# One empty season brings a revolt, so that three turns are enough.
CREATE = "CREATE walk revolutionary-modern n5=1 movement=1d retreat=1d adjustment=1d remind=none delay=none"


@pytest.fixture
def revolt(town):
    """A game in Fall 1995 in which Gerda, alone as Germany, has taken the Czech Republic and left it: it has risen."""
    master = town.register("Marta")
    town.answer("marta", master, CREATE)
    town.answer("gerda", town.register("Gerda"), "JOIN walk Germany")
    town.say("marta", "START")
    town.settle()
    for tag, orders in (
        ("S1994M", "A Mun - Sax"),
        ("F1994M", "A Sax - Cze"),
        ("W1994A", "waive"),
        ("S1995M", "A Cze - Sax"),
    ):
        assert tag in town.say("gerda", f"PHASE {tag}\n{orders}")
        town.settle()
        if open_phase(town) == tag:
            town.advance(timedelta(days=1))
    assert open_phase(town) == "F1995M"
    return town


def open_phase(town) -> str:
    ((tag,),) = town.ask("SELECT tag FROM phases WHERE state = 'open'")
    return tag


def seats(town) -> set[tuple[str, str, str]]:
    """Who is in the game: name, role, power."""
    rows = town.ask(
        "SELECT players.name, seats.role, seats.power FROM seats JOIN players ON players.id = seats.player_id"
        " WHERE seats.left_at IS NULL"
    )
    return {(name, role, power or "") for name, role, power in rows}


def test_an_outsider_leads_a_revolution_and_orders_its_units_from_the_next_turn_on(revolt) -> None:
    """Rule: Revolutionary rules, "Initiating a Revolution"; V13, V22, V24."""
    town = revolt
    listing = town.answer("zoe", town.register("Zoe"), "LIST")
    assert "Ukraine, Alpine Union, Arabia" in listing  # nobody plays nine of the ten powers either
    assert "Germany" not in listing
    status = town.answer("yves", town.register("Yves"), "STATUS walk")
    assert "Czech-Hungary in Cze" in status
    asked = town.answer(
        "zoe", town.people["zoe"].mails[-1], "JOIN walk AS Czech-Hungary BY REVOLUTION IN Czech Republic"
    )
    assert "JOIN AS Czech-Hungary BY REVOLUTION IN Cze." in asked
    assert "it is decided when F1995M" in asked
    second = town.answer("yves", town.people["yves"].mails[-1], "CLAIM walk Czech-Hungary")
    assert "You ask to lead Czech-Hungary in walk" in second
    town.advance(timedelta(days=1))
    assert seats(town) == {
        ("Marta", "master", ""), ("Gerda", "player", "germany"), ("Zoe", "player", "czechhungary"),
        ("Yves", "observer", ""),
    }  # fmt: skip
    told = town.flat(town.game_mail("zoe"))
    assert "You are Czech-Hungary." in told
    phase = open_phase(town)
    while not phase.endswith("M"):
        town.advance(timedelta(days=1))
        phase = open_phase(town)
    receipt = town.say("zoe", "A Cze - Slo")
    assert "A Cze - Slo" in receipt
    assert town.ask("SELECT count(*) FROM order_sets WHERE power = 'czechhungary'") == [(1,)]
    everything = " ".join(town.flat(mail) for mail in town.audit().boxes["yves@players.example"])
    assert "somebody else" in everything
    town.audit().check()


def test_a_letter_that_comes_twice_makes_one_plea_and_one_seat(revolt) -> None:
    town = revolt
    town.register("Zoe")
    person = town.people["zoe"]
    mail = (
        f"From: {person.email}\r\nTo: {reply_to(person.mails[-1])}\r\nMessage-ID: <twice@zoe>\r\nSubject: me\r\n\r\n"
        "CLAIM walk Portugal\r\n"
    ).encode()
    for _ in range(2):
        town.send(person.email, reply_to(person.mails[-1]), mail)
        town.settle()
    assert town.ask("SELECT count(*) FROM order_sets WHERE power LIKE '~%'") == [(1,)]
    assert {seat for seat in seats(town) if seat[0] == "Zoe"} == {("Zoe", "observer", "")}
    town.advance(timedelta(days=1))
    assert {seat for seat in seats(town) if seat[0] == "Zoe"} == {("Zoe", "player", "portugal")}
    town.audit().check()


def test_a_plea_outlives_a_restart_of_the_judge(revolt) -> None:
    town = revolt
    town.answer("zoe", town.register("Zoe"), "CLAIM walk Portugal")
    town.settle()
    stage = town.stage
    stage.__exit__(None, None, None)
    with Stage(stage.settings, stage.clock) as town.stage:
        town.advance(timedelta(days=1))
        assert ("Zoe", "player", "portugal") in seats(town)
        town.audit().check()


def test_a_claim_is_refused_with_the_reason_and_nothing_comes_of_it(revolt) -> None:
    town = revolt
    welcome = town.register("Zoe")
    told = town.answer(
        "zoe", welcome,
        "JOIN walk AS Portugal BY REVOLUTION IN Por\nCLAIM walk Germany\nCLAIM walk Prussia\nCLAIM walk Portugal\n"
        "build in a revolution: F Mos",
    )  # fmt: skip
    assert "Por is not in revolt" in told
    assert "Germany has a player in walk already." in told
    assert "There is no nation Prussia in walk." in told
    assert "CLAIM Portugal. You ask to lead Portugal in walk" in told
    assert "the people of Mos do not hold to it" in told
    player = town.say("gerda", "CLAIM Portugal")
    assert "You lead Germany in walk, so you cannot lead another nation there." in player


def reply_to(mail) -> str:
    return str(mail["Reply-To"])
