"""Revolutions by mail: what an outsider wants of his nation, what players are told of their provinces."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.desk.snapshot import Role
from judge.game.phases import parse_phase
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order
from judge.variants.revolutionary.documents import complete, read_state
from tests.desk.speaking import flat

PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hans", "Ines", "Jack")
POWERS = ("Britain", "Egypt", "France", "Germany", "Italy", "Poland", "Russia", "Spain", "Turkey", "Ukraine")
GREECE = {"controller": "Turkey", "state": "revolt", "unoccupied": 5, "revolt": 1}
HAMBURG = {"controller": "Poland", "state": "controlled", "unoccupied": 1}
SLOVAKIA = {"controller": "Germany", "state": "controlled", "unoccupied": 3, "held": 4}


@pytest.fixture
def town(town):
    """A game of ten in Spring 1997, Greece in revolt under Turkey, Slovakia empty under Germany, Zoe outside."""
    welcomes = town.register("Max", *PEOPLE)
    town.reply(welcomes["Max"], "CREATE cassis revolutionary-modern")
    for name, power in zip(PEOPLE, POWERS, strict=True):
        town.reply(welcomes[name], f"JOIN cassis {power}")
    town.tick()
    town.welcome = town.register("Zoe")["Zoe"]
    phase = town.phase()
    state = read_state({"provinces": {"Gre": GREECE, "Slo": SLOVAKIA, "Ham": HAMBURG}}, phase.position.board)
    position = complete(replace(phase.position, phase=parse_phase("S1997M"), centers=(), state=state))
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=position))
    return town


def next_movement(town) -> None:
    tag = town.phase().position.phase.tag
    town.tick(town.phase().deadline - town.now)
    while town.phase().position.phase.tag[-1] != "M":
        town.tick(town.phase().deadline - town.now)
    assert town.phase().position.phase.tag != tag


def test_an_outsider_says_in_the_letter_that_a_fleet_is_wanted(town) -> None:
    """Ruling V13."""
    text = "JOIN cassis AS Greece BY REVOLUTION IN Gre\nbuild in a revolution: F Gre"
    (receipt,) = town.reply(town.welcome, text)
    assert "build in a revolution: F Gre (with your plea for Greece)" in flat(receipt.text)
    next_movement(town)
    assert town.game().seat_for("greece").player.name == "Zoe"
    assert town.phase().position.units_of("greece") == (Unit(UnitKind.FLEET, "gre", "greece"),)


def test_an_outsider_may_change_his_mind_in_a_later_letter_and_can_order_nothing_else(town) -> None:
    town.reply(town.welcome, "JOIN cassis AS Greece BY REVOLUTION IN Gre\nbuild in a revolution: F Gre")
    (receipt,) = town.reply(town.last("Zoe", "receipt"), "build in a revolution: A Gre\nA Gre - Alb\ngood luck to all")
    assert "build in a revolution: A Gre (with your plea" in flat(receipt.text)
    assert "You do not lead Greece yet" in flat(receipt.text)
    next_movement(town)
    assert town.phase().position.units_of("greece") == (Unit(UnitKind.ARMY, "gre", "greece"),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("JOIN cassis AS Ireland BY REVOLUTION IN Gre", "Ireland: the people of Gre hold to another nation."),
        ("JOIN cassis AS Iran BY REVOLUTION IN Irn", "Iran: Irn is not in revolt."),
        ("JOIN cassis AS Germany BY REVOLUTION IN Mun", "Germany has a player in cassis already."),
    ],
)
def test_what_the_check_would_surely_refuse_is_refused_at_once(town, text: str, why: str) -> None:
    """Rules, "Initiating a Revolution"; 4.4."""
    (receipt,) = town.reply(town.welcome, text)
    assert why in flat(receipt.text)


def test_results_tell_what_lies_ahead_of_the_readers_own_provinces(town) -> None:
    next_movement(town)
    dora, result = flat(town.last("Dora", "result").text), flat(town.last("Ines", "result").text)
    assert "Your provinces at risk Slovakia: revolt at the next check if left empty, yours for good in 5 checks" in dora
    assert "Greece: in revolt, revolution at the next check unless it is quenched." in result
    assert "Slovakia: revolt" not in result
    (status,) = town.reply(town.last("Dora", "result"), "STATUS")
    assert "Your provinces at risk" in status.text


def test_a_movement_result_says_that_the_revolutions_follow_at_once(town) -> None:
    next_movement(town)
    results = [mail.text for mail in town.mails if mail.to == "dora@example.org" and mail.kind == "result"]
    moved, checked = (next(text for text in results if f"({tag})." in text) for tag in ("S1997M", "S1997V"))
    assert "Nobody has anything to decide in it; its results follow at once." in moved
    assert "its results follow at once" not in checked
    assert "\nProvinces\n  Greece: Greece's, in revolt against Turkey (season 2 of 3)." in checked


def test_nations_without_a_player_are_named_as_such_and_build_nothing(town) -> None:
    next_movement(town)
    next_movement(town)
    counts = [mail.text for mail in town.mails if mail.to == "dora@example.org" and "centers  units" in mail.text]
    assert "  Ireland              1      0  no player" in counts[-1]


def test_a_player_asks_for_a_fleet_beside_his_other_orders(town) -> None:
    """Ruling V13: for his own people under another power; it replaces no order of a unit."""
    letter = "F Ham H\nbuild in a revolution: A Ham\nbuild in a revolution: F Ham\nbuild in a revolution: F Ber"
    (receipt,) = town.reply(town.last("Dora", "start"), letter, subject="orders")
    assert "build in a revolution: F Ham (instead of build in a revolution: A Ham)" in flat(receipt.text)
    assert "Ber is in its hands, so no revolution can free it" in flat(receipt.text)
    board = town.phase().position.board
    words = [word_order(board, order) for order in town.phase().orders_of("germany").orders]
    assert words == ["F Ham H", "build in a revolution: F Ham"]


def test_what_help_teaches_names_the_provinces_that_are_held(town) -> None:
    (receipt,) = town.reply(town.last("Dora", "start"), "HELP revolts")
    assert "You hold: Slovakia." in flat(receipt.text)
    (rules,) = town.reply(town.last("Dora", "start"), "HELP RULES")
    assert "New units are armies" in flat(rules.text)


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("JOIN cassis", "CLAIM cassis Alpine Union"),
        ("JOIN cassis Ireland", "CLAIM cassis Ireland"),
        ("JOIN cassis AS Greece", "JOIN cassis AS Greece BY REVOLUTION IN Gre"),
        ("JOIN cassis AS Greece BY REVOLUTION", "JOIN cassis AS Greece BY REVOLUTION IN Gre"),
        ("JOIN cassis hunter2", "CLAIM cassis Alpine Union"),
    ],
)
def test_who_asks_for_a_place_in_a_running_game_is_told_how_to_ask_for_a_nation(town, line: str, example: str) -> None:
    (receipt,) = town.reply(town.welcome, line)
    assert "its places are taken, but nations wait for a leader" in flat(receipt.text)
    assert f"This would work: {example}" in flat(receipt.text)
    assert "hunter2" not in receipt.text


def test_a_claim_that_names_only_the_game_is_asked_for_the_nation(town) -> None:
    (receipt,) = town.reply(town.welcome, "GAME cassis\nCLAIM cassis")
    assert "No nation is named. Expected: one of Alpine Union, Arabia" in flat(receipt.text)


def test_who_asks_for_something_else_is_told_that_the_first_is_taken_back(town) -> None:
    town.reply(town.welcome, "CLAIM cassis Iran")
    (receipt,) = town.reply(town.welcome, "CLAIM cassis Israel")
    assert "That you asked for Iran is taken back." in flat(receipt.text)
    next_movement(town)
    assert town.game().seat_for("iran") is None
    assert town.game().seat_for("israel").player.name == "Zoe"


def test_clear_takes_a_claim_back_before_the_deadline_alone(town) -> None:
    town.reply(town.welcome, "CLAIM cassis Iran")
    (receipt,) = town.reply(town.welcome, "GAME cassis\nCLEAR")
    assert "That you asked for Iran is taken back. You observe cassis." in flat(receipt.text)
    (receipt,) = town.reply(town.welcome, "GAME cassis\nCLEAR")
    assert "You play no power in cassis" in flat(receipt.text)
    town.reply(town.welcome, "CLAIM cassis Israel")
    late = town.phase().deadline + timedelta(seconds=1)
    (receipt,) = town.write(
        "zoe@example.org", "GAME cassis\nCLEAR", to=town.welcome.reply_to, received_at=late
    )  # fmt: skip
    assert "taken back" not in receipt.text
    next_movement(town)
    assert town.game().seat_for("iran") is None
    assert town.game().seat_for("israel").player.name == "Zoe"


def test_who_claims_a_nation_that_has_lost_its_all_is_told_so(town) -> None:
    """Rulings V17, V23."""
    (receipt,) = town.reply(town.welcome, "CLAIM cassis Greece")
    assert "It has no center and no unit now: whoever leads it waits until its people rise." in flat(receipt.text)
    (status,) = town.reply(town.last("Zoe", "receipt"), "STATUS cassis\nLIST")
    assert "Without a center or a unit, until their people rise: Greece" in flat(status.text)
    assert "write CLAIM cassis Alpine Union" in flat(status.text)
    assert "In revolt, and in want of a leader: Greece in Gre." in flat(status.text)


@pytest.mark.parametrize("line", ["build in a revolution: F Ham", "if revolution: F Ham", "in case of a rising: F Ham"])
def test_a_wish_that_comes_too_late_is_told_as_late_and_not_as_a_remark(town, line: str) -> None:
    late = town.phase().deadline + timedelta(seconds=1)
    to = town.last("Dora", "start").reply_to
    (receipt,) = town.write("dora@example.org", line, to=to, received_at=late, subject="orders")
    assert "came after the deadline" in flat(receipt.text)
    assert "remark" not in receipt.text


def test_outsiders_find_the_page_on_joining_by_what_it_is_about(town) -> None:
    (receipt,) = town.reply(town.welcome, "HELP REVOLUTION")
    assert "CLAIM and the nation asks for one that waits for a leader" in flat(receipt.text)


def test_results_tell_of_revolts_that_break_out_as_news_and_list_each_province_once(town) -> None:
    """The outbreaks of a season stand among its events; where a count follows at once, the state after it counts."""
    next_movement(town)
    next_movement(town)
    results = [mail.text for mail in town.mails if mail.to == "dora@example.org" and mail.kind == "result"]
    fall = next(text for text in results if "(F1997V)." in text)
    spring = next(text for text in results if "(S1997V)." in text)
    assert "Revolt breaks out in Slovakia against Germany." in flat(fall)
    assert "Revolt breaks out" not in spring
    rows = [
        line.partition(":")[0]
        for line in fall.partition("\nProvinces\n")[2].partition("\n\n")[0].splitlines()
        if ":" in line
    ]
    assert len(rows) == len(set(rows))


@pytest.fixture
def fallen(town):
    """Germany defeated, Munich in revolt under Poland, and Dora, who led Germany, has left the game."""
    phase = town.phase()
    lands = {name: {"controller": "Poland", "state": "controlled"} for name in ("Ber", "Fra", "Ham", "Ruh", "Sax")}
    lands["Mun"] = {"controller": "Poland", "state": "revolt", "unoccupied": 5, "revolt": 2}
    document = {"provinces": lands, "powers": {"Germany": "defeated"}}
    units = tuple(unit for unit in phase.position.units if unit.power != "germany")
    state = read_state(document, phase.position.board)
    position = complete(replace(phase.position, units=units, centers=(), state=state))
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=position))
    town.reply(town.last("Dora", "start"), "RESIGN cassis")
    return town


def test_the_last_player_of_a_power_that_is_back_is_asked_by_mail_and_goes_first(fallen) -> None:
    """Rules, "Elimination of players"; ruling V16."""
    (early,) = fallen.reply(fallen.welcome, "CLAIM cassis Germany")
    assert "Germany is defeated, but not gone" in flat(early.text)
    next_movement(fallen)
    assert fallen.game().seat_for("germany") is None
    offer = fallen.last("Dora", "notice")
    assert "Germany is a power again. As its last player you have the first right to it" in flat(offer.text)
    fallen.reply(fallen.welcome, "CLAIM cassis Germany")
    receipt = next(mail for mail in fallen.reply(offer, "CLAIM cassis Germany") if mail.kind == "receipt")
    assert "You lead Germany in cassis again." in flat(receipt.text)
    next_movement(fallen)
    assert fallen.game().seat_for("germany").player.name == "Dora"
    offers = [mail for mail in fallen.mails if "As its last player" in flat(mail.text)]
    assert [mail.to for mail in offers] == ["dora@example.org"]


def test_a_power_that_its_last_player_leaves_alone_goes_to_who_asked_first(fallen) -> None:
    """Ruling V16."""
    next_movement(fallen)
    fallen.reply(fallen.welcome, "CLAIM cassis Germany")
    next_movement(fallen)
    assert fallen.game().seat_for("germany").player.name == "Zoe"


def test_a_defeated_player_is_told_why_he_has_nothing_to_order(fallen) -> None:
    """V19: his people may rise, and then he may change what they bring."""
    phase = fallen.phase()
    fallen.games["cassis"] = replace(fallen.game(), seats=(*fallen.game().seats, *fallen.game().former), former=())
    (receipt,) = fallen.reply(fallen.last("Dora", "start"), "build in a revolution: F Ham", subject="orders")
    assert "the power is defeated and has nothing to order" in flat(receipt.text)
    assert fallen.phase().id == phase.id


def test_who_came_in_by_a_revolution_that_is_undone_is_outside_again_and_his_plea_stands(town) -> None:
    town.reply(town.welcome, "JOIN cassis AS Greece BY REVOLUTION IN Gre")
    next_movement(town)
    zoe = town.game().seat_for("greece").player.id
    town.reply(town.last("Max"), "ROLLBACK S1997M")
    assert town.game().seat_for("greece") is None
    assert town.game().seat_of(zoe).role is Role.OBSERVER
    assert "You are an observer" in flat(town.reply(town.last("Zoe"), "STATUS")[0].text)
    next_movement(town)
    assert town.game().seat_for("greece").player.id == zoe


def test_without_orders_a_plea_is_gone_too(town) -> None:
    town.reply(town.welcome, "JOIN cassis AS Greece BY REVOLUTION IN Gre")
    next_movement(town)
    town.reply(town.last("Max"), "ROLLBACK S1997M WITHOUT ORDERS")
    next_movement(town)
    assert town.game().seat_for("greece") is None


@pytest.mark.parametrize("written", ["F Izm -> A Izm", "A Izm instead of F Izm", "build something"])
def test_nothing_is_shown_in_summer_that_summer_does_not_know(town, written: str) -> None:
    """Ruling V18."""
    phase = town.phase()
    position = replace(phase.position, phase=parse_phase("U1997A"))
    town.games["cassis"] = replace(town.game(), phase=replace(phase, position=position))
    (receipt,) = town.reply(town.last("Ines", "start"), written, subject="orders")
    assert "This would work: waive" not in receipt.text
    assert "This would work: build" not in receipt.text


@pytest.mark.parametrize(
    "written",
    [
        "replace F Ank with army",
        "swap F Ank for A Ank",
        "Replace the fleet in Ankara with an army",
        "swap F Ank for army",
    ],
)
def test_what_is_done_with_a_unit_is_no_command_of_the_masters(town, written: str) -> None:
    (receipt,) = town.reply(town.last("Ines", "start"), written, subject="orders")
    assert "replace F Ank by A Ank: no order for this phase" in flat(receipt.text)
