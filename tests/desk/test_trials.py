"""TRY: what would come of orders, told to the sender alone; nothing is stored and nobody's real orders are told."""

from datetime import timedelta

import pytest

from judge.desk import trials
from tests.desk.speaking import answer, flat


def test_a_trial_tells_the_result_with_causes_and_the_position_after_and_stores_nothing(game_town) -> None:
    town = game_town()
    before = (town.game(), len(town.mails), list(town.log))
    told = answer(town, "Cleo", "TRY\nA Par - Bur\nF Bre - MAO\nGermany: A Mun - Bur\nENDTRY")
    assert "A trial of S1901M in cassis; nothing is stored. The result is below." in told
    assert "France (you) A Par - Bur, F Bre - MAO Germany A Mun - Bur" in told
    assert "BOUNCES A Par - Bur: bounced against A Mun - Bur, 1 against 1" in told
    assert "The units in Fall 1901, movement (F1901M)" in told
    assert "France A Mar, A Par, F MAO" in told
    assert (town.game(), len(town.mails) - 1, town.log) == before


def test_what_others_have_really_ordered_is_never_looked_at_and_ones_own_orders_stand_where_nothing_else_is_said(
    game_town,
) -> None:
    town = game_town()
    town.reply(town.last("Dora"), "A Mun - Bur\nF Kie - Den")
    town.reply(town.last("Cleo"), "A Par - Bur\nA Mar - Spa")
    told = answer(town, "Cleo", "TRY\nF Bre - MAO\nA Mar - Pie\nENDTRY")
    assert "France (you) A Par - Bur (as stored), F Bre - MAO, A Mar - Pie" in told
    assert "moves A Par - Bur" in told
    assert "holds A Mun H: no order was given" in told
    assert "Den" not in told
    assert [order.at for order in town.phase().orders_of("france").orders] == ["par", "mar"]
    master = answer(town, "Max", "TRY\nA Mar - Pie\nENDTRY")
    assert "A Par H: no order was given" in master
    assert "as stored" not in master


@pytest.mark.parametrize(
    "lines",
    [
        "Germany: A Mun - Bur",
        "Germany A Mun - Bur",
        "german army munich to burgundy",
        "GERMANY:\nA Mun-Bur",
        "Germany\nMun -> Bur",
        "G: a mun - bur",
        "Mine:\nA Mun - Bur",
        "A Mun - Bur # that is his",
        "// supposed\nA Mun - Bur",
    ],
)
def test_the_orders_of_others_are_supposed_in_any_spelling(game_town, lines: str) -> None:
    told = answer(game_town(), "Cleo", f"TRY\n{lines}\nA Par - Bur\nENDTRY")
    assert "Germany A Mun - Bur" in told
    assert "BOUNCES A Par - Bur" in told
    assert "Left out" not in told


def test_a_line_that_gives_no_order_is_told_with_its_reason_and_the_rest_counts(game_town) -> None:
    told = answer(game_town(), "Cleo", "TRY\nA Par - Xyz\nA Mun - Spa\nA Par - Bur\nENDTRY")
    assert "Note: 2 lines of the trial gave no order; see below." in told
    assert "line 2: A Par - Xyz “Xyz” is no place on this board" in told
    assert "line 3: A Mun - Spa A Mun - Spa: " in told
    assert "moves A Par - Bur" in told


def test_somebody_outside_may_try_in_a_listed_game_and_not_in_another(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.register("Zoe")["Zoe"], "TRY cassis\nA Par - Bur\nA Mun - Bur\nENDTRY")
    assert "France A Par - Bur Germany A Mun - Bur" in flat(receipt.text)
    hidden = game_town("listed=no")
    (receipt,) = hidden.reply(hidden.register("Zoe")["Zoe"], "TRY cassis\nA Par - Bur\nENDTRY\nA Mar - Spa")
    assert "There is no game cassis here." in flat(receipt.text)
    assert "moves" not in receipt.text


def test_there_is_nothing_to_try_before_a_game_and_after_it(game_town) -> None:
    forming = game_town(players=("Anna",))
    assert "The game cassis has not begun; there is nothing to try." in answer(forming, "Anna", "TRY cassis\nENDTRY")
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    assert "The game cassis is over; there is nothing to try." in answer(town, "Cleo", "TRY cassis\nENDTRY")


def test_retreats_and_adjustments_are_tried_as_well(game_town) -> None:
    town = game_town()
    town.reply(town.last("Emil"), "A Ven - Tyr\nA Rom - Ven")
    town.tick(timedelta(days=4))
    town.reply(town.last("Emil"), "A Tyr - Tri\nA Ven S A Tyr - Tri")
    town.tick(timedelta(days=4))
    assert town.phase().position.phase.tag == "F1901R"
    told = answer(town, "Emil", "TRY\nF Tri - Alb\nENDTRY")
    assert "Austria F Tri - Alb" in told
    assert "retreats F Tri - Alb" in told
    assert "disbands" not in told
    assert "disbands F Tri disband: no order came for it" in answer(town, "Anna", "TRY\nENDTRY")
    town.tick(timedelta(days=1))
    assert town.phase().position.phase.tag == "W1901A"
    told = answer(town, "Emil", "TRY\nbuild A Rom\nENDTRY")
    assert "builds build A Rom" in told
    assert town.phase().orders_of("italy").orders == ()


def test_events_of_the_map_are_tried_with_the_neighbors_they_would_change(game_town) -> None:
    town = game_town(variant="seismic")
    town.tick(timedelta(days=4))
    bridge = "NTH & ENG separate, Lon & Bel connect"
    told = answer(town, "Bert", f"TRY\n{bridge}\nFrance: {bridge}\nENDTRY")
    assert f"England (you) {bridge} France {bridge}" in told
    assert "strength 2" in told
    assert "Lon: Bel ENG Wal Yor NTH (before: ENG Wal Yor NTH)" in told
    assert "Lon/ENG" in told
    told = answer(town, "Max", f"TRY\n{bridge}\nENDTRY")
    assert "It is not said whose order this is." in told
    assert f"This would work: Austria: {bridge}" in told


@pytest.mark.parametrize(
    ("variant", "who", "order", "told"),
    [
        ("rapid-deployment", "Cleo", "A Par - Bur - Mun", "A Par - Bur - Mun"),
        ("revolutionary-modern", "Cleo", "A Par - Bor", "A Par"),
    ],
)
def test_other_games_are_tried_by_their_own_rules(town, variant: str, who: str, order: str, told: str) -> None:
    people = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hans", "Ines", "Jack")
    welcomes = town.register("Max", *people)
    town.reply(welcomes["Max"], f"CREATE cassis {variant}")
    for name in people[: 7 if variant.startswith("rapid") else 10]:
        town.reply(welcomes[name], f"JOIN cassis{' France' if name == who else ''}")
    before = town.game()
    (receipt,) = town.reply(town.last(who), f"TRY\n{order}\nENDTRY")
    assert f"France (you) {told}" in flat(receipt.text)
    assert "What would come of it" in receipt.text
    assert town.game() == before


def test_a_letter_holds_three_trials_of_two_hundred_lines(game_town, monkeypatch) -> None:
    town = game_town()
    told = answer(town, "Cleo", "TRY\nA Par - Bur\nENDTRY\n" * 4)
    assert told.count("A letter may hold 3 trials; write another letter for the rest.") == 1
    monkeypatch.setattr(trials, "MAX_LINES", 2)
    told = answer(town, "Cleo", "TRY\nA Par - Bur\nA Par - Bur\nA Par - Bur\nENDTRY")
    assert "A trial may have 2 lines, and this one has 3." in told
