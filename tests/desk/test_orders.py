"""Orders by mail: read, judged, merged unit by unit; late and misdirected ones told; CLEAR, WAIT, READY."""

from datetime import timedelta

import pytest

from judge.desk.orders import merge
from judge.game.lines import Label
from judge.game.orders import Build, Hold, Move, Order, Remove, Waive
from judge.game.turns import Owed
from judge.game.units import UnitKind
from judge.game.wording import word_order
from tests.desk.speaking import flat


def words(town, power: str) -> list[str]:
    phase = town.phase()
    return sorted(word_order(phase.position.board, order) for order in phase.orders_of(power).orders)


def test_orders_in_a_reply_are_stored_and_the_receipt_lists_the_whole_set(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur\nFleet Brest to the Mid-Atlantic")
    assert words(town, "france") == ["A Par - Bur", "F Bre - MAO"]
    assert "A Mar" in receipt.text
    assert receipt.subject == "[cassis] S1901M"
    assert receipt.thread == ("cassis", "cassis.s1901m")
    assert receipt.to == "cleo@example.org"


def test_the_last_order_for_a_unit_stands_and_the_receipt_says_so(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur\nF Bre - MAO")
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Pic\nA Mar H\nA Mar - Spa")
    assert words(town, "france") == ["A Mar - Spa", "A Par - Pic", "F Bre - MAO"]
    assert "A Par - Pic (instead of A Par - Bur)" in flat(receipt.text)
    assert "A Mar - Spa (instead of A Mar H)" in flat(receipt.text)


def test_one_bad_line_does_not_sink_the_rest(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Lon\nF Bre - MAO\nA Xyz - Bur\nSee you on Monday")
    assert words(town, "france") == ["F Bre - MAO"]
    assert "2 lines need a look, 1 line is done" in flat(receipt.text)


def test_an_illegal_order_is_told_with_its_reason_and_one_that_works(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Lon")
    assert "cannot reach" in flat(receipt.text) or "no chain of seas" in flat(receipt.text)
    assert "This would work: A Par" in flat(receipt.text)
    assert town.phase().order_sets == ()


def test_an_impossible_move_is_kept_where_it_counts_as_one(game_town) -> None:
    """DATC 4.E.1: in such a game the unit cannot be supported to hold; another's unit is not ordered even so."""
    town = game_town("4.E.1=illegal_still_counts_as_order")
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Lon\nA Mun - Kie\nA Mar S A Mun")
    assert words(town, "france") == ["A Par - Lon"]
    assert flat(receipt.text).count("It is kept as ordered.") == 1


def test_a_game_may_be_strict_about_what_is_written(game_town) -> None:
    """DATC 4.C.1 and 4.C.2 by the choice of the game."""
    town = game_town("missing_kind=a_invalid wrong_kind=a_invalid")
    (receipt,) = town.reply(town.last("Cleo"), "Par - Bur\nF Mar - Spa\nF Bre - MAO")
    assert words(town, "france") == ["F Bre - MAO"]
    assert "in this game that spoils the order" in flat(receipt.text)


def test_nobody_orders_another_powers_unit(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "A Mun - Bur")
    assert "another power" in flat(receipt.text)
    assert town.phase().order_sets == ()


def test_after_a_bare_dash_line_only_orders_for_own_units_count(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(
        town.last("Cleo"), "A Par - Bur\n--\nA Mar - Spa\nA Mun - Bur\nCleo Brown",
        labels={3: Label.AFTER_DASHES, 4: Label.AFTER_DASHES, 5: Label.AFTER_DASHES},
    )  # fmt: skip
    assert words(town, "france") == ["A Mar - Spa", "A Par - Bur"]
    assert "line needs a look" not in flat(receipt.text)


def test_an_observer_and_a_master_without_a_power_have_no_units(game_town) -> None:
    town = game_town()
    welcome = town.register("Zoe")["Zoe"]
    town.reply(welcome, "OBSERVE cassis")
    for name in ("Max", "Zoe"):
        (receipt,) = town.reply(town.last(name), "A Par - Bur\nGood luck to all of you")
        assert "You play no power in cassis" in flat(receipt.text)
        assert "1 line needs a look" in flat(receipt.text)


def test_a_master_who_plays_too_can_order_in_answer_to_any_mail_of_the_game(game_town) -> None:
    town = game_town("autostart=no", players=())
    created = town.last("Max")
    town.reply(created, "JOIN cassis France\nSTART")
    town.reply(created, "A Par - Bur")
    assert words(town, "france") == ["A Par - Bur"]
    mails = town.reply(town.last("Max", "start"), "RESIGN")
    assert [mail.kind for mail in mails] == ["receipt"]
    assert town.game().master.player.name == "Max"


def test_orders_before_the_start_and_after_the_end_are_refused(game_town) -> None:
    town = game_town(players=("Anna",))
    (receipt,) = town.reply(town.last("Anna"), "A Vie - Gal")
    assert "has not begun" in flat(receipt.text)
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur")
    assert "is over" in flat(receipt.text)


def test_a_letter_with_two_games_says_which_by_a_game_line(game_town) -> None:
    town = game_town()
    welcome = town.register("Zoe")["Zoe"]
    town.reply(welcome, "CREATE tokay standard")
    town.reply(town.last("Cleo"), "JOIN tokay")
    cleo = next(mail for mail in town.mails if mail.to == "cleo@example.org" and mail.subject == "Welcome")
    (receipt,) = town.reply(cleo, "A Par - Bur")
    assert "does not say which" in flat(receipt.text)
    assert town.phase().order_sets == ()
    (receipt,) = town.reply(cleo, "GAME cassis\nA Par - Bur")
    assert words(town, "france") == ["A Par - Bur"]
    assert receipt.subject == "[cassis] S1901M"


def test_the_only_game_of_a_player_needs_no_naming(game_town) -> None:
    town = game_town()
    welcome = next(mail for mail in town.mails if mail.to == "cleo@example.org" and mail.subject == "Welcome")
    town.reply(welcome, "A Par - Bur")
    assert words(town, "france") == ["A Par - Bur"]


def test_orders_for_a_past_phase_are_refused_and_the_open_one_named(game_town) -> None:
    town = game_town("movement=1d")
    old = town.last("Cleo", "start")
    town.tick(timedelta(days=1))
    assert town.phase().position.phase.tag == "F1901M"
    (receipt,) = town.reply(old, "A Par - Bur")
    assert "S1901M, which is over; F1901M" in flat(receipt.text)
    assert town.phase().order_sets == ()
    (receipt,) = town.reply(town.last("Cleo", "result"), "A Par - Bur")
    assert words(town, "france") == ["A Par - Bur"]


def test_a_tag_in_the_subject_of_another_game_guards_nothing(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur", subject="Re: [tokay] F1907M")
    assert words(town, "france") == ["A Par - Bur"]


@pytest.mark.parametrize(("seconds", "counts"), [(-1, True), (0, True), (1, False)])
def test_what_counts_is_when_the_letter_was_accepted_not_when_it_is_read(game_town, seconds: int, counts: bool) -> None:
    town = game_town("movement=1d")
    deadline = town.phase().deadline
    town.now = deadline + timedelta(seconds=30)
    mails = town.reply(town.last("Cleo"), "A Par - Bur", received_at=deadline + timedelta(seconds=seconds))
    (turn,) = town.turns["cassis"]
    moved = [word_order(turn.before.board, one.order) for one in turn.outcomes if one.order.at == "par"]
    assert moved == (["A Par - Bur"] if counts else ["A Par H"])
    receipt = next(mail for mail in mails if mail.kind == "receipt")
    assert ("too late" in flat(receipt.text)) is not counts


def test_a_letter_that_was_overtaken_by_the_adjudication_is_late(game_town) -> None:
    town = game_town()
    before = town.now
    old = town.last("Cleo", "start")
    town.now += timedelta(minutes=5)
    town.reply(town.last("Max"), "PROCESS S1901M")
    (receipt,) = town.reply(old, "A Par - Bur", subject="orders", received_at=before + timedelta(minutes=4))
    assert "too late" in flat(receipt.text)
    assert town.phase().order_sets == ()


def test_clear_forgets_the_set_and_says_so(game_town) -> None:
    town = game_town()
    town.reply(town.last("Cleo"), "A Par - Bur")
    (receipt,) = town.reply(town.last("Cleo"), "CLEAR\nA Mar - Spa")
    assert words(town, "france") == ["A Mar - Spa"]
    assert "cleared" in receipt.text


def test_wait_holds_the_phase_open_and_ready_lets_it_go(game_town) -> None:
    town = game_town()
    for name in ("Anna", "Bert", "Dora", "Emil", "Fred", "Gina"):
        slip = [line for line in town.last(name, "start").text.splitlines() if line.endswith(" H")]
        town.reply(town.last(name, "start"), "\n".join(slip))
    town.reply(town.last("Cleo", "start"), "WAIT\nA Par - Bur; A Mar - Spa; F Bre - MAO")
    assert town.phase().position.phase.tag == "S1901M"
    mails = town.reply(town.last("Cleo", "start"), "READY")
    assert town.phase().position.phase.tag == "F1901M"
    assert [mail.kind for mail in mails] == ["receipt", *["result"] * 8]


def test_wait_and_clear_need_a_power_and_an_open_phase(game_town) -> None:
    town = game_town()
    for line in ("WAIT", "READY", "CLEAR"):
        (receipt,) = town.reply(town.last("Max"), line)
        assert "You play no power" in flat(receipt.text)


def test_orders_are_taken_while_the_clock_is_stopped(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "PAUSE")
    town.reply(town.last("Cleo"), "A Par - Bur")
    assert words(town, "france") == ["A Par - Bur"]


def army(kind: type, at: str) -> Order:
    return kind(power="france", kind=UnitKind.ARMY, at=at)


def test_merging_keeps_one_order_for_each_unit_in_place() -> None:
    move = Move(power="france", kind=UnitKind.ARMY, at="par", to="bur")
    fleet = Hold(power="france", kind=UnitKind.FLEET, at="stp/sc")
    stored: list[Order] = [army(Hold, "par"), fleet]
    assert merge(stored, move, Owed(units=("par", "stp/sc"))) == (army(Hold, "par"),)
    assert stored == [fleet, move]
    again = Hold(power="france", kind=UnitKind.FLEET, at="stp")
    assert merge(stored, again, Owed(units=("par", "stp/sc"))) == (fleet,)


def test_more_builds_than_are_open_push_the_oldest_out() -> None:
    stored: list[Order] = [army(Build, "par"), army(Build, "mar")]
    assert merge(stored, army(Build, "bre"), Owed(builds=2)) == (army(Build, "par"),)
    assert stored == [army(Build, "mar"), army(Build, "bre")]
    assert merge(stored, Waive(power="france", count=1), Owed(builds=2)) == (army(Build, "mar"),)


def test_builds_that_have_no_site_are_waived_before_those_that_have_one() -> None:
    """Three builds and one site: `build A Par` and `waive 2` are all of it."""
    due = Owed(builds=1, sites=("par",), siteless=2)
    stored: list[Order] = [army(Build, "par")]
    assert merge(stored, Waive(power="france", count=2), due) == ()
    assert merge(stored, Waive(power="france", count=3), due) == (Waive(power="france", count=2), army(Build, "par"))
    assert merge(stored, army(Build, "par"), due) == (Waive(power="france", count=3),)


def test_a_bare_waive_stands_beside_builds_and_removals_push_too() -> None:
    stored: list[Order] = [army(Build, "par")]
    assert merge(stored, Waive(power="france"), Owed(builds=2)) == ()
    assert merge(stored, Waive(power="france", count=1), Owed(builds=2)) == (Waive(power="france"),)
    removals: list[Order] = [army(Remove, "par")]
    assert merge(removals, army(Remove, "mar"), Owed(removals=1)) == (army(Remove, "par"),)


def test_words_beside_an_order_are_told_without_the_order(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Cleo"), "sorry, A Par - Bur, thanks Jean")
    assert words(town, "france") == ["A Par - Bur"]
    assert "line 1: thanks Jean" in receipt.text
    assert "line 1: sorry\n" in receipt.text
    assert "no order" not in receipt.text


def test_a_remark_on_a_refused_order_is_no_remark_of_its_own(game_town) -> None:
    town = game_town()
    (receipt,) = town.reply(town.last("Fred"), "F StP/nc - Bar")
    assert receipt.text.count("F StP/nc - Bar") == 1


def test_a_signature_below_a_bare_dash_line_is_not_told(game_town) -> None:
    town = game_town()
    labels = dict.fromkeys((2, 3, 4), Label.AFTER_DASHES)
    (receipt,) = town.reply(town.last("Cleo"), "A Par - Bur\n--\nCleo | +33 1\nA Mar - Spa", labels=labels)
    assert sorted(words(town, "france")) == ["A Mar - Spa", "A Par - Bur"]
    assert "+33" not in receipt.text
    assert "Not read" not in receipt.text


def test_an_impossible_second_part_is_told_at_once_with_what_would_be_possible(game_town) -> None:
    """Rapid Deployment, R7: the whole order is illegal; nothing of it is stored, and the owner reads all of it."""
    town = game_town(variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), "F Bre - MAO - Lon\nA Par - Bur - Mun")
    assert words(town, "france") == ["A Par - Bur - Mun"]
    told = flat(receipt.text)
    assert "its second part, F MAO - Lon, is impossible without help, and so the whole order is void" in told
    assert "This would work: F Bre - MAO - " in told
    assert told.count("A Par - Bur - Mun") >= 2, "the slip has the double form"


def test_where_a_second_part_falls_alone_the_receipt_tells_it(game_town) -> None:
    """R7, option b."""
    town = game_town("R7=b", variant="rapid-deployment")
    (receipt,) = town.reply(town.last("Cleo"), "F Bre - MAO - Lon")
    assert words(town, "france") == ["F Bre - MAO - Lon"]
    assert "Note: its second part, F MAO - Lon, is impossible without help and will not be done." in flat(receipt.text)


def test_orders_are_for_one_phase_and_none_of_the_last_is_left_in_the_next(game_town) -> None:
    """Who writes nothing in the fall holds, also where the order of the spring could be given once more."""
    town = game_town(players=("Anna", "Bert"), options="autostart=no movement=1d nmr=disorder")
    town.reply(town.last("Max"), "START")
    town.reply(town.last("Anna"), "A Vie - Tyr\nA Bud S A Vie - Tyr")
    town.tick(timedelta(days=1))
    assert town.phase().position.phase.tag == "F1901M"
    assert town.phase().orders_of("austria").orders == ()
    spring = {unit.at for unit in town.phase().position.units if unit.power == "austria"}
    town.tick(timedelta(days=1))
    (_, fall) = town.turns["cassis"]
    assert {unit.at for unit in fall.after.units if unit.power == "austria"} == spring == {"tyr", "bud", "tri"}
