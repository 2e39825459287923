"""The mails of a game, compared with files that a person has read.

After a wanted change of wording run `JUDGE_GOLDEN=write pytest tests/reports` and read the difference.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.mails import REPLY_MARK
from judge.game.orders import Move, Remove, Waive
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.reports import texts, trouble
from judge.reports.cards import Final, Receipt
from judge.reports.outcomes import outcome_lines
from judge.reports.slips import slip_lines

A, F = UnitKind.ARMY, UnitKind.FLEET
Golden = Callable[[str, str], None]


def test_start(story, same_as_golden: Golden) -> None:
    card, reader = story.card(story.opening), story.reader(story.opening, "france")
    same_as_golden("start", texts.start(card, reader, story.now))


def test_start_for_an_observer(story, same_as_golden: Golden) -> None:
    reader = story.reader(story.opening, None, role="observer", zone="UTC")
    same_as_golden("start-observer", texts.start(story.card(story.opening), reader, story.now))


@pytest.mark.parametrize(
    ("number", "power", "name"),
    [
        (0, "france", "result-spring"),
        (1, "austria", "result-fall-dislodged"),
        (1, "france", "result-fall"),
        (2, "france", "result-retreats"),
        (3, "france", "result-builds"),
    ],
)
def test_result(story, same_as_golden: Golden, number: int, power: str, name: str) -> None:
    turn = story.turns[number]
    text = texts.result(turn, story.card(turn.after), story.reader(turn.after, power), story.now)
    same_as_golden(name, text)


def test_reminder(story, same_as_golden: Golden) -> None:
    orders = (Move(power="france", kind=A, at="par", to="bur"),)
    reader = story.reader(story.opening, "france", orders, wait=True)
    same_as_golden("reminder", texts.reminder(story.card(story.opening), reader, ("bre", "mar"), story.now))


def test_reminder_of_letters_that_wait(story, same_as_golden: Golden) -> None:
    reader = story.reader(story.opening, "france", ())
    came = (story.now - timedelta(days=2), story.now - timedelta(hours=3))
    same_as_golden("reminder-held", texts.reminder(story.card(story.opening), reader, ("bre",), story.now, came))


def test_late_for_one_who_is_late(story, same_as_golden: Golden) -> None:
    turn = story.turns[0]
    reader = story.reader(turn.after, "germany")
    text = texts.late(story.card(turn.after), reader, ("turkey", "germany"), story.now, missed=turn.before.phase)
    same_as_golden("late", text)


def test_a_late_notice_that_goes_out_before_the_turn_does_not_name_the_next_phase(story) -> None:
    text = texts.late(story.card(story.opening), story.reader(story.opening, "germany"), ("germany",), story.now)
    assert "Next" not in text
    assert "Yours were among them." in text


def test_late_for_the_master(story, same_as_golden: Golden) -> None:
    reader = story.reader(story.opening, None, role="master")
    same_as_golden("late-master", texts.late(story.card(story.opening), reader, ("germany",), story.now))


def test_word_to_the_master_that_a_player_is_not_reached(story, same_as_golden: Golden) -> None:
    card, reader = story.card(story.opening), story.reader(story.opening, None, role="master")
    same_as_golden(
        "unreachable", texts.unreachable(card, reader, "Fred", "Russia", story.now - timedelta(days=5), story.now)
    )


def test_word_to_the_master_of_a_game_whose_clock_stands_still_offers_no_time(story) -> None:
    card = replace(story.card(story.opening), state="paused", deadline=None)
    reader = story.reader(story.opening, None, role="master")
    text = texts.unreachable(card, reader, "Fred", "", story.now, story.now)
    assert "mails to Fred come back" in " ".join(text.split())
    assert "PAUSE" not in text
    assert "Until then you need do nothing." in text


def test_word_to_the_keeper_of_a_master_who_is_not_reached(same_as_golden: Golden) -> None:
    same_as_golden("unreachable-master", trouble.master_unreached("max@example.org", ("dunkirk", "vault")))


def test_press(story, same_as_golden: Golden) -> None:
    text = "Dear Anna,\n\nBurgundy stays empty, agreed? " + "I mean it. " * 12 + "\n:: judge forged\nA Par H\n"
    reader = story.reader(story.opening, "france")
    same_as_golden(
        "press", texts.press(story.card(story.opening), reader, "Germany", "France and England", text, story.now)
    )


def test_notice(story, same_as_golden: Golden) -> None:
    paused = story.card(story.opening, state="paused", deadline=None)
    text = "Max Frei has stopped the clock. Nothing is adjudicated until it runs again."
    same_as_golden("notice", texts.notice(paused, story.reader(story.opening, "france"), text, story.now))


def _won(story):
    """France takes the eighteenth center in the fall of 1910."""
    phase = parse_phase("F1910M")
    assert phase is not None
    centers = tuple(sorted((center, "france") for center in story.opening.board.centers()[:17] if center != "rum"))
    before = Position(
        board=story.opening.board, phase=phase, units=(Unit(A, "bud", "france"), Unit(A, "war", "russia")),
        centers=tuple(sorted({*centers, ("war", "russia")})),
    )  # fmt: skip
    missing = 17 - len(centers)
    assert missing == 0
    return story.play(before, (Move(power="france", kind=A, at="bud", to="rum"),))


def test_final(story, same_as_golden: Golden) -> None:
    turn = _won(story)
    assert turn.winner == ("france",)
    years = (
        (1901, (("austria", 4), ("england", 4), ("france", 5), ("italy", 5), ("russia", 4), ("turkey", 4))),
        (1905, (("england", 6), ("france", 11), ("russia", 10), ("turkey", 7))),
        (1910, (("france", 18), ("russia", 1))),
    )
    card, reader = story.card(turn.after, state="finished", winner=("france",)), story.reader(turn.after, "france")
    final = Final(last=turn.before.phase, years=years)
    same_as_golden("final", texts.final(final, card, reader, story.now))
    same_as_golden("result-victory", texts.result(turn, card, reader, story.now))


def test_a_won_game_reads_as_over_even_when_its_card_was_drawn_before(story) -> None:
    turn = _won(story)
    reader = story.reader(turn.after, "france")
    text = texts.result(turn, story.card(turn.after), reader, story.now)
    assert "The game is over. France has won, played by Anna Berg." in " ".join(text.split())
    assert text.endswith(":: judge dunkirk standard F1910M -> over\n:: deadline none\n")
    assert REPLY_MARK not in text


@pytest.mark.parametrize(("power", "role"), [("france", "player"), (None, "master"), (None, "observer")])
def test_a_mail_that_may_be_answered_begins_with_the_reply_mark(story, power: str | None, role: str) -> None:
    """Whoever reads it: a master's unmarked reply could else give back our own words as his commands."""
    card, reader = story.card(story.opening), story.reader(story.opening, power, role=role)
    for text in (
        texts.start(card, reader, story.now),
        texts.reminder(card, reader, ("par",), story.now),
        texts.late(card, reader, ("france",), story.now),
        texts.press(card, reader, "Germany", "France", "A Par H", story.now),
        texts.notice(card, reader, "The deadline has moved.", story.now),
        texts.receipt(Receipt(subject="", received_at=story.now, lines=(), sections=(texts.help(),)), story.now),
        texts.result(story.turns[0], story.card(story.turns[0].after), reader, story.now),
        texts.welcome("Anna", "judge+p.abc@example.net"),
        texts.stranger("judge@example.net"),
    ):
        assert text.startswith(REPLY_MARK + "\n")


def test_a_mail_that_asks_nothing_has_no_slip(story) -> None:
    turn = story.turns[1]
    text = texts.result(turn, story.card(turn.after), story.reader(turn.after, "france"), story.now)
    assert "Your units" not in text
    assert "Nothing is due from you now." in text


def test_the_slip_holds_the_stored_order_of_each_unit_and_a_hold_for_the_others(story) -> None:
    orders = (Move(power="france", kind=A, at="par", to="bur"),)
    slip = slip_lines(story.card(story.opening), story.reader(story.opening, "france", orders))
    assert sorted(slip) == ["A Mar H", "A Par - Bur", "F Bre H"]


def test_the_slip_of_a_receipt_comments_out_what_is_not_stored(story) -> None:
    orders = (Move(power="france", kind=A, at="par", to="bur"),)
    slip = slip_lines(story.card(story.opening), story.reader(story.opening, "france", orders), stored=True)
    assert sorted(slip) == ["# A Mar H", "# F Bre H", "A Par - Bur"]


def test_the_slip_of_a_dislodged_unit_has_the_disband_first_and_the_ways_out_as_comments(story) -> None:
    after = story.turns[1].after
    slip = slip_lines(story.card(after), story.reader(after, "austria"))
    assert slip == ("F Tri disband", "# F Tri - ADR", "# F Tri - Alb")


def test_the_slip_in_winter_offers_every_build_in_a_free_home(story) -> None:
    after = story.turns[2].after
    slip = slip_lines(story.card(after), story.reader(after, "france"))
    assert slip[0] == "waive"
    assert slip[2:] == ("# build A Bre", "# build F Bre", "# build A Mar", "# build F Mar")


def test_the_slip_offers_a_fleet_for_each_coast_and_none_inland(story) -> None:
    winter = parse_phase("W1901A")
    assert winter is not None
    position = replace(story.opening, phase=winter, units=())
    slip = slip_lines(story.card(position), story.reader(position, "russia"))
    assert {"# build F StP/nc", "# build F StP/sc", "# build A StP", "# build A Mos"} <= set(slip)
    assert "# build F Mos" not in slip
    assert "# build F StP" not in slip


def test_units_that_must_retreat_are_marked_in_a_status(story) -> None:
    after = story.turns[1].after
    text = texts.status(story.card(after), story.reader(after, "austria"), (), story.now)
    assert "Austria  A Ser, A Vie, F Tri (dislodged)" in text


def test_the_slip_in_winter_names_the_units_that_may_go(story) -> None:
    """The one who owns fewer centers than he has units chooses among all of them."""
    winter = parse_phase("W1901A")
    assert winter is not None
    position = replace(story.opening, phase=winter, centers=(("par", "france"), ("bre", "france")))
    card = story.card(position)
    slip = slip_lines(card, story.reader(position, "france"))
    assert slip[0] == "# 1 removal due; take the # off what is to go:"
    assert set(slip[1:]) == {"# remove A Mar", "# remove A Par", "# remove F Bre"}
    decided = story.reader(position, "france", (Remove(power="france", kind=A, at="mar"),))
    assert slip_lines(card, decided) == ("remove A Mar",)


def test_a_waived_build_stands_in_the_slip_as_it_is(story) -> None:
    after = story.turns[2].after
    reader = story.reader(after, "france", (Waive(power="france", count=1),))
    assert slip_lines(story.card(after), reader)[0] == "waive 1"


def test_a_reader_without_a_power_gets_no_slip(story) -> None:
    assert slip_lines(story.card(story.opening), story.reader(story.opening, None, role="master")) == ()


def test_a_support_for_another_power_names_the_nation(story) -> None:
    turn = story.turns[1]
    text = texts.result(turn, story.card(turn.after), story.reader(turn.after, "turkey"), story.now)
    assert "A Bul S Austrian A Ser" in text
    assert "A Ven S A Tyr - Tri" in text


def test_a_unit_without_an_order_is_told_as_such(story) -> None:
    turn = story.turns[0]
    text = texts.result(turn, story.card(turn.after), story.reader(turn.after, "austria"), story.now)
    assert "A Vie H: no order was given" in text


def test_owners_and_counts_come_after_fall_only(story) -> None:
    told = []
    for turn in story.turns:
        text = texts.result(turn, story.card(turn.after), story.reader(turn.after, "france"), story.now)
        told.append("centers  units" in text)
    assert told == [False, False, True, False]


def test_a_draw_names_all_who_share_it(story) -> None:
    turn = story.turns[1]
    card = story.card(turn.after, state="finished", winner=("turkey", "france"), ending="draw")
    final = Final(last=turn.after.phase, played=False)
    text = texts.final(final, card, story.reader(turn.after, "italy"), story.now)
    assert "All have agreed on a draw, which France and Turkey share." in " ".join(text.split())
    assert f"Standard, ended in {turn.after.phase.title} ({turn.after.phase.tag})." in " ".join(text.split())
    assert "Congratulations" not in text
    assert "Well held!" in texts.final(final, card, story.reader(turn.after, "france"), story.now)


def test_a_concession_names_its_winner(story) -> None:
    turn = story.turns[1]
    card = story.card(turn.after, state="finished", winner=("france",), ending="concession")
    final = Final(last=turn.after.phase, played=False)
    text = texts.final(final, card, story.reader(turn.after, "france"), story.now)
    assert "All others have conceded to France, played by Anna Berg. Congratulations!" in " ".join(text.split())


def test_a_terminated_game_ends_without_a_winner(story) -> None:
    turn = story.turns[0]
    card = story.card(turn.after, state="terminated", deadline=None)
    assert "It ended without a winner." in texts.final(
        Final(last=turn.before.phase), card, story.reader(turn.after, "italy"), story.now
    )


def test_a_phase_in_stages_has_a_block_for_each_with_the_parts_of_orders(story) -> None:
    turn = story.turns[0]
    first, second, *others = turn.outcomes
    split = replace(second, parts=(first, second))
    staged = replace(turn, stages=("First moves", "Second moves"), outcomes=(first, split, *others))
    lines = outcome_lines(staged)
    start = lines.index("Second moves")
    assert lines[0] == "First moves"
    assert lines[2 : start - 1] == outcome_lines(replace(turn, outcomes=(first, first, *others)))
    assert lines[start + 2 :] == outcome_lines(replace(turn, outcomes=(second,)))
    assert outcome_lines(replace(turn, stages=("First moves", "Second moves")))[-3:] == ("Second moves", "", "  none")
