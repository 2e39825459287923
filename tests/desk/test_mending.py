"""PLACE, REMOVE, OWN: a master sets a position right; everybody is told, and what is still possible stands."""

from datetime import timedelta

import pytest

from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order
from tests.desk.speaking import flat


def answer(town, words: str, who: str = "Max") -> str:
    mails = town.reply(town.last(who), words)
    return flat(next(mail.text for mail in mails if mail.kind == "receipt"))


def orders(town, power: str) -> list[str]:
    phase = town.phase()
    return [word_order(phase.position.board, one) for one in phase.orders_of(power).orders]


def test_a_unit_is_taken_off_and_put_back_elsewhere(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO\nSET WAIT")
    before = town.phase()
    town.now += timedelta(hours=5)
    assert "A Par of France has been removed." in answer(town, "REMOVE S1901M A Par")
    assert "A Bur of France has been placed." in answer(town, "PLACE S1901M A Bur France")
    after = town.phase()
    assert Unit(UnitKind.ARMY, "bur", "france") in after.position.units
    assert after.position.unit_in("par") is None
    assert (after.deadline, after.opened_at) == (before.deadline, before.opened_at)
    assert orders(town, "france") == ["F Bre - MAO"]
    assert after.orders_of("france").wait is True
    told = town.last("Cleo", "notice").text
    assert "The master has mended the position: A Bur of France has been placed." in flat(told)
    assert "F Bre - MAO" in told
    assert "F Bre - MAO" not in town.last("Anna", "notice").text
    first = next(mail for mail in town.mails if mail.kind == "notice" and mail.to.startswith("cleo"))
    assert "Orders that are not possible any more are cleared." in flat(first.text)
    assert [one.text for one in town.log if one.kind == "mend"] == [
        "S1901M A Par of France has been removed by the master",
        "S1901M A Bur of France has been placed by the master",
    ]


def test_what_came_later_still_counts_after_the_position_is_set_right(game_town) -> None:
    """A letter that was long on its way replaces neither newer orders, nor newer words on waiting, nor a CLEAR."""
    town = game_town()
    to = {who: town.last(who).reply_to for who in ("Cleo", "Anna")}
    early = town.now
    town.now += timedelta(hours=2)
    town.reply(town.last("Cleo"), "A Par - Bur\nA Mar - Spa\nSET WAIT")
    town.reply(town.last("Anna"), "A Vie - Gal\nCLEAR")
    answer(town, "PLACE S1901M A Pie Italy")
    town.write("cleo@example.org", "A Par - Gas\nREADY", to=to["Cleo"], received_at=early)
    town.write("anna@example.org", "A Vie - Tyr", to=to["Anna"], received_at=early)
    assert orders(town, "france") == ["A Par - Bur", "A Mar - Spa"]
    assert town.phase().orders_of("france").wait is True
    assert orders(town, "austria") == []


def test_a_master_may_write_it_as_a_player_writes_a_removal(game_town) -> None:
    """The tag stands in the subject of the mail that is answered."""
    town = game_town()
    told = answer(town, "hello there\nremove A Par\nremove F Bre.\nA Mar H")
    assert "A Par of France has been removed." in told
    assert "F Bre of France has been removed." in told
    assert "You play no power in cassis" in told
    assert [unit.at for unit in town.phase().position.units_of("france")] == ["mar"]
    assert "A Lvp of England has been removed." in flat(town.keep("PHASE S1901M\nremove A Lvp").lines[-1].said)


def test_a_players_removal_is_an_order_as_before(game_town) -> None:
    town = game_town()
    before = town.game()
    answer(town, "remove A Par", "Cleo")
    assert town.game() == before


def test_a_center_changes_hands(game_town) -> None:
    town = game_town()
    assert "Bel belongs to Germany." in answer(town, "OWN S1901M Bel Germany")
    assert town.phase().position.owner_of("bel") == "germany"
    assert "Bel belongs to Germany already." in answer(town, "OWN Bel German")
    assert "Bel belongs to nobody." in answer(town, "OWN Bel NOBODY")
    assert town.phase().position.owner_of("bel") is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("PLACE S1901M A Par England", "A Par of France stands there."),
        ("PLACE S1901M F Bur France", "A fleet cannot stand in Bur."),
        ("PLACE S1901M A NTH France", "An army cannot stand in NTH."),
        ("PLACE S1901M F Spa France", "A fleet cannot stand in Spa. Expected: Spa/nc or Spa/sc"),
        ("PLACE S1901M A Bur", "“A Bur” cannot be read."),
        ("PLACE S1901M A Xyz France", "“A Xyz France” cannot be read."),
        ("PLACE F1901M A Bur France", "which has not opened"),
        ("REMOVE S1901M A Bur", "No unit is in Bur."),
        ("REMOVE S1901M A Par Germany", "No unit of Germany is in Par."),
        ("OWN S1901M Bur France", "Bur is no center."),
        ("OWN S1901M Bel Ruritania", "“Bel Ruritania” cannot be read."),
    ],
)
def test_what_cannot_be_mended_so_is_told(game_town, words: str, why: str) -> None:
    town = game_town()
    before = town.game()
    assert why in answer(town, words)
    assert town.game() == before


@pytest.mark.parametrize("words", ["PLACE A Bur France", "OWN Bel Germany", "remove A Par"])
def test_without_a_phase_tag_nothing_is_mended(game_town, words: str) -> None:
    town = game_town()
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), words, subject="please")
    assert "needs the tag of the open phase" in flat(receipt.text)
    assert town.game() == before


@pytest.mark.parametrize("words", ["PLACE S1901M A Bur France", "REMOVE S1901M A Par", "OWN S1901M Bel France"])
def test_nobody_else_mends(game_town, words: str) -> None:
    town = game_town()
    before = town.game()
    assert "Only the master of cassis, Max, can" in answer(town, words, "Cleo")
    assert town.game() == before


@pytest.mark.parametrize("line", ["Own goal there", "Place your bets!", "become friends?", "Own up, you did it."])
def test_talk_is_talk(game_town, line: str) -> None:
    town = game_town()
    assert "Only the master" not in answer(town, line, "Cleo")


def test_among_retreats_a_unit_that_is_placed_closes_a_way_and_the_dislodged_one_can_be_taken_off(game_town) -> None:
    town = game_town()
    for words in (
        "REMOVE A Mun",
        "PLACE A Mun Austria",
        "PLACE A Bur Austria",
        "PLACE A Tyr Italy",
        "PLACE A Boh Italy",
    ):
        town.reply(town.last("Max"), f"{words.split()[0]} S1901M {words.split(' ', 1)[1]}")
    town.keep("PHASE S1901M\nBECOME Italy\nA Tyr - Mun\nA Boh S A Tyr - Mun")
    town.reply(town.last("Max"), "PROCESS S1901M")
    assert town.phase().position.phase.tag == "S1901R"
    (gone,) = town.phase().position.dislodged
    assert {"ruh", "sil"} <= set(gone.retreats)
    answer(town, "PLACE S1901R A Sil Russia")
    assert "sil" not in town.phase().position.dislodged[0].retreats
    assert "A Mun of Austria has been removed." in answer(town, "REMOVE S1901R A Mun Austria")
    assert town.phase().position.dislodged == ()


def test_where_owners_follow_from_the_state_of_a_game_they_cannot_be_set(game_town) -> None:
    town = game_town(players=(), variant="revolutionary-modern")
    town.register("Anna")
    town.reply(town.last("Anna"), "JOIN cassis")
    town.reply(town.last("Max"), "START")
    tag = town.phase().position.phase.tag
    assert "cannot be set" in answer(town, f"OWN {tag} Lon France")
    assert "has been placed" in answer(town, f"PLACE {tag} A Ire Britain")
