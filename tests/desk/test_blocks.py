"""Blocks of orders under the names of powers."""

from dataclasses import replace

import pytest

from tests.desk.speaking import flat


def orders(town, power: str) -> list[str]:
    return sorted(order.at for order in town.phase().orders_of(power).orders)


def fates(town) -> list[str]:
    return [line.fate for line in town.sessions[-1].lines]


@pytest.mark.parametrize(
    "heading", ["[FRANCE]", "(France)", "France:", "FRANCE", "French orders:", "Orders for France:", "[France]:", "F)"]
)
def test_the_block_of_ones_own_power_is_read_under_any_heading(game_town, heading: str) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), f"{heading}\nA Par - Bur\nA Mar H")
    assert fates(town) == ["heading", "ok", "ok"]
    assert orders(town, "france") == ["mar", "par"]
    assert "All is well: 2 lines are done." in flat(town.last("Cleo").text)


def test_blocks_of_others_are_refused_with_the_reason_and_ones_own_counts(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(
        town.last("Cleo"),
        "[ENGLAND]\nF Lon - Nth\nI hope you agree\n\n[FRANCE]\nA Par - Bur\nEngland: F Edi - Nwg\nA Mar H",
    )
    assert fates(town) == ["note", "error", "note", "heading", "ok", "error", "ok"]
    assert flat(receipt.text).count("This is for England, and you play France.") == 2
    assert orders(town, "france") == ["mar", "par"]
    assert orders(town, "england") == []


def test_an_order_for_ones_own_unit_under_the_name_of_another_is_not_taken(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "Germany:\nA Par - Bur")
    assert fates(town) == ["note", "error"]
    assert orders(town, "france") == []


def test_who_plays_two_powers_orders_for_each_in_its_block(game_town) -> None:
    town = game_town()
    game = town.game()
    cleo = game.seat_for("france").player
    seats = (replace(seat, player=cleo) if seat.power == "england" else seat for seat in game.seats)
    town.games["cassis"] = replace(game, seats=tuple(seats))
    town.reply(town.last("Cleo"), "[FRANCE]\nA Par - Bur\n[ENGLAND]\nF Lon - Nth\nA Lvp - Wal\n[FRANCE]\nA Mar H")
    assert (orders(town, "france"), orders(town, "england")) == (["mar", "par"], ["lon", "lvp"])
    assert "error" not in fates(town)


def test_a_master_orders_in_a_block_after_become_alone(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Max"), "[FRANCE]\nA Par - Bur")
    assert "This is for France." in flat(receipt.text)
    assert "BECOME France" in receipt.text
    town.reply(town.last("Max"), "BECOME France\n[FRANCE]\nA Par - Bur\n[ENGLAND]\nF Lon - Nth")
    assert orders(town, "france") == ["par"]
    assert orders(town, "england") == []
    assert "you order for France" in flat(town.last("Max").text)


def test_a_block_for_a_phase_to_come_is_kept_and_one_that_replaces_is_the_whole_set(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "PHASE F1901M\n[FRANCE]\nA Bur H")
    assert [one.lines for one in town.game().later] == [("A Bur H",)]
    town.reply(town.last("Cleo"), "A Par H\nA Mar H")
    town.reply(town.last("Cleo"), "REPLACE\n[FRANCE]\nF Bre H")
    assert orders(town, "france") == ["bre"]
    (receipt,) = town.reply(town.last("Cleo"), "REPLACE\n[FRANCE]\nhello")
    assert orders(town, "france") == ["bre"]
    assert "your orders are as they were before" in flat(receipt.text)


@pytest.mark.parametrize("text", ["Turkey: what do you think of it?", "Russia: no.", "Re Italy: he lies"])
def test_words_to_another_power_are_talk(game_town, text: str) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), f"{text}\nA Par - Bur")
    assert fates(town) == ["note", "ok"]
    assert orders(town, "france") == ["par"]


def test_what_stands_below_a_game_that_there_is_not_is_for_no_other_game_of_the_senders(game_town) -> None:
    """Who plays two games and misspells one orders in neither; who plays one can mean no other."""
    town = game_town()
    start = town.last("Cleo", "start")
    town.reply(start, "GAME casis\nA Par - Bur")
    assert [one.said for one in town.sessions[-1].lines][1:] == ["A Par - Bur"]
    town.reply(start, "CREATE silk autostart=no\nJOIN silk France")
    town.reply(start, "GAME silk\nSTART\nA Par - Pic\nGAME casis\nA Mar - Spa\nCLEAR\nSIGNON Fslik pw\nA Mar - Gas")
    assert [one.fate for one in town.sessions[-1].lines][-5:] == ["error"] * 5
    assert [len(town.phase(game).orders_of("france").orders) for game in ("cassis", "silk")] == [1, 1]
    town.reply(start, "GAME silk\nA Par - Pic\nGAME cassis\nA Mar - Spa")
    assert [len(town.phase(game).orders_of("france").orders) for game in ("cassis", "silk")] == [2, 1]
