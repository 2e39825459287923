"""Orders for phases to come: kept as written, read against the position when the phase opens, every line answered."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from judge.game.wording import word_order
from tests.desk.speaking import flat

S1901M = {
    "Anna": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb", "Bert": "F Lon - Nth\nF Edi - Nwg\nA Lvp - Yor",
    "Cleo": "A Par - Bur\nA Mar - Spa\nF Bre - MAO", "Dora": "A Ber - Kie\nA Mun - Ruh\nF Kie - Hol",
    "Emil": "A Rom - Apu\nA Ven H\nF Nap - Ion", "Fred": "A Mos - Ukr\nA War - Gal\nF Sev - Bla\nF StP/sc - Bot",
    "Gina": "A Con - Bul\nA Smy - Con\nF Ank - Con",
}  # fmt: skip


def words(town, power: str = "france") -> list[str]:
    phase = town.phase()
    return sorted(word_order(phase.position.board, order) for order in phase.orders_of(power).orders)


def play(town, orders: dict[str, str] = S1901M) -> None:
    """Everybody orders, and the phase is played."""
    tag = town.phase().position.phase.tag
    for name, text in orders.items():
        town.reply(town.last(name), text, subject="")
    assert town.phase().position.phase.tag != tag


@pytest.fixture
def town(game_town: Callable[..., object]):
    return game_town("movement=3d")


@pytest.mark.parametrize(
    "above", ["PHASE F1901M", "F1901M:", "PHASE Fall 1901 movement", "Fall 1901:", "My orders for fall 1901:", "F1901M"]
)
def test_orders_for_a_phase_to_come_are_kept_under_any_form_of_its_tag(town, above: str) -> None:
    (receipt,) = town.reply(town.last("Cleo"), f"{above}\nA Bur - Mun, a spa-por\nF MAO S A Spa - Por")
    told = flat(receipt.text)
    assert "A Bur - Mun (kept for F1901M)" in told
    assert "F1901M: A Bur - Mun; a spa-por; F MAO S A Spa - Por" in told
    assert "Missing: A Mar, A Par, F Bre" in told.replace(" and", ",")
    assert words(town) == []


def test_a_heading_may_stand_on_the_line_of_its_order_and_the_set_grows_letter_by_letter(town) -> None:
    town.reply(town.last("Cleo"), "F1901M: A Bur - Mun\nS1901M: A Par - Bur")
    (receipt,) = town.reply(town.last("Cleo"), "F1901M: A Bur - Bel\nF1902M: F MAO H")
    told = flat(receipt.text)
    assert "A Bur - Bel (kept for F1901M, instead of A Bur - Mun)" in told
    assert "F1901M: A Bur - Bel F1902M: F MAO H" in told
    assert words(town) == ["A Par - Bur"]


def test_only_the_spelling_is_looked_at_when_they_are_written(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "PHASE F1901M\nA Ankara - Con\nA Xyz - Bur\nsee you all then")
    told = flat(receipt.text)
    assert "A Ankara - Con (kept for F1901M)" in told
    assert "1 line needs a look" in told
    assert "Xyz" in told.partition("Done")[0]
    assert "see you all then" in told.partition("remark")[2]


def test_when_the_phase_opens_each_line_is_read_against_the_position_and_told(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur - Mun\nA Mar - Spa\nF MAO - Lon")
    play(town)
    told = flat(town.last("Cleo", "result").text)
    assert "Your orders kept for F1901M, as they could be taken now: A Bur - Mun NOT TAKEN: A Mar - Spa" in told
    assert "NOT TAKEN: F MAO - Lon" in told
    assert "They count. So that you can look at the results first" in told
    assert words(town) == ["A Bur - Mun"]
    assert "kept for" not in town.last("Dora", "result").text
    assert town.game().later == ()


FALL = {
    "Anna": "A Gal H\nA Ser H\nF Alb H\nA Vie H\nA Bud H", "Bert": "F Nth H\nF Nwg H\nA Yor H",
    "Dora": "A Kie H\nA Ruh H\nF Hol H", "Emil": "A Apu H\nA Ven H\nF Ion H",
    "Fred": "A Ukr H\nA War H\nA Gal H\nF Bla H\nF Sev H\nF Bot H", "Gina": "A Bul H\nA Con H\nA Smy H\nF Ank H",
}  # fmt: skip


def write_all_but_cleo(town) -> None:
    for name, text in FALL.items():
        town.reply(town.last(name), text, subject="")


def test_orders_written_ahead_count_but_their_phase_waits_for_a_look(town) -> None:
    """Their writer is to see the results for which he might change them."""
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H\nA Spa H\nF MAO H")
    play(town)
    write_all_but_cleo(town)
    assert town.phase().position.phase.tag == "F1901M"
    (receipt, *_) = town.reply(town.last("Cleo"), "STATUS")
    assert "You wrote your orders before the phase opened, so it lasts until its deadline" in flat(receipt.text)
    town.reply(town.last("Cleo"), "READY")
    assert town.phase().position.phase.tag != "F1901M"


def test_an_order_in_the_phase_itself_is_as_good_as_ready(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H\nA Spa H\nF MAO H")
    play(town)
    write_all_but_cleo(town)
    town.reply(town.last("Cleo"), "A Bur - Bel")
    assert town.phase().position.phase.tag != "F1901M"


def test_ready_written_with_them_lets_the_phase_end_early(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H\nA Spa H\nF MAO H\nREADY")
    assert "F1901M: A Bur H; A Spa H; F MAO H; READY" in flat(receipt.text)
    play(town)
    assert "You said READY with them" in flat(town.last("Cleo", "result").text)
    write_all_but_cleo(town)
    assert town.phase().position.phase.tag != "F1901M"


def test_at_the_deadline_they_are_played_and_nobody_is_late(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur - Bel\nA Spa H\nF MAO H")
    play(town)
    mails = town.tick(timedelta(days=3))
    assert not [mail for mail in mails if mail.kind == "late" and mail.to.startswith("cleo")]
    assert "A Bur - Bel" in town.last("Dora", "result").text


def test_set_wait_travels_with_them(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nSET WAIT\nA Bur H\nA Spa H\nF MAO H")
    play(town)
    assert town.phase().orders_of("france").wait is True
    assert "You asked F1901M to wait" in flat(town.last("Cleo", "result").text)


def test_what_was_kept_for_a_phase_that_is_passed_is_dropped_and_told(town) -> None:
    town.reply(town.last("Cleo"), "PHASE S1901R\nA Bur - Gas\nPHASE F1901M\nA Bur H")
    play(town)
    told = flat(town.last("Cleo", "result").text)
    assert "S1901R was passed, as nobody had anything to decide in it; what you kept for it is dropped." in told
    assert words(town) == ["A Bur H"]
    assert town.game().later == ()


def test_what_was_kept_for_a_phase_with_nothing_to_decide_is_dropped_and_told(town) -> None:
    town.reply(town.last("Cleo"), "PHASE W1901A\nbuild A Par")
    town.reply(town.last("Cleo"), "A Par H\nA Mar H\nF Bre H")
    town.tick(timedelta(days=3))
    for _ in range(2):
        town.tick(timedelta(days=3))
    told = next(
        mail.text for mail in reversed(town.mails) if mail.to.startswith("cleo") and "kept for W1901A" in mail.text
    )
    assert "what you kept for it is dropped" in flat(told)


def test_clear_forgets_those_of_a_phase_or_all(town) -> None:
    town.reply(town.last("Cleo"), "A Par - Bur\nPHASE F1901M\nA Bur H\nPHASE S1902M\nA Bel H")
    (receipt,) = town.reply(town.last("Cleo"), "CLEAR F1901M")
    assert "What was kept for F1901M (Fall 1901, movement) is dropped." in flat(receipt.text)
    assert [one.tag for one in town.game().later] == ["S1902M"]
    assert words(town) == ["A Par - Bur"]
    (receipt,) = town.reply(town.last("Cleo"), "CLEAR")
    assert "What you kept for S1902M stays; CLEAR ALL drops that too." in flat(receipt.text)
    assert words(town) == []
    (receipt,) = town.reply(town.last("Cleo"), "A Par H\nCLEAR ALL")
    assert "and what you kept for S1902M is dropped" in flat(receipt.text)
    assert (town.game().later, words(town)) == ((), [])
    (receipt,) = town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H\nCLEAR\nCLEAR S1902M")
    assert town.game().later == ()
    assert "Nothing was kept for S1902M" in flat(receipt.text)


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("F1907M", "F1907M is more than 5 years away"),
        ("W1901M", "cassis has no phase W1901M."),
        ("F1900M", "This was for F1900M, which is over; S1901M (Spring 1901, movement) is open in cassis now."),
    ],
)
def test_a_tag_that_nothing_can_be_kept_for_is_answered(town, tag: str, told: str) -> None:
    (receipt,) = town.reply(town.last("Cleo"), f"PHASE {tag}\nA Par - Bur")
    assert told in flat(receipt.text)
    assert (town.game().later, words(town)) == ((), [])


def test_builds_of_fall_are_kept_for_winter(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "PHASE F1901B\nbuild A Par")
    assert "W1901A: build A Par" in flat(receipt.text)


def test_the_season_of_the_open_phase_is_the_open_phase(town) -> None:
    (receipt,) = town.reply(town.last("Cleo"), "Spring 1901:\nA Par - Bur")
    assert words(town) == ["A Par - Bur"]
    assert "All is well: 1 line is done." in flat(receipt.text)


def test_a_letter_that_names_the_phase_counts_even_if_it_came_before_it_opened(town) -> None:
    before = town.now
    town.now += timedelta(hours=1)
    town.reply(town.last("Max"), "PROCESS S1901M")
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Par - Bur", received_at=before)
    assert words(town) == ["A Par - Bur"]


def test_after_the_deadline_orders_for_later_are_kept_and_those_for_the_phase_are_late(game_town) -> None:
    town = game_town("movement=1d")
    (receipt, *_) = town.reply(
        town.last("Cleo"), "A Par - Bur\nPHASE S1902M\nA Bur H", received_at=town.now + timedelta(days=2)
    )
    assert "too late" in flat(receipt.text)
    assert [one.tag for one in town.game().later] == ["S1902M"]


def test_nobody_else_learns_of_them(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H")
    for name in ("Dora", "Max"):
        (receipt,) = town.reply(town.last(name), "STATUS")
        assert "A Bur H" not in receipt.text
        assert "later phases" not in receipt.text


def test_they_go_with_the_player_who_wrote_them(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\nA Bur H")
    town.reply(town.last("Cleo"), "RESIGN")
    town.tick(timedelta(days=3))
    assert words(town) == []


def test_a_master_command_under_a_tag_to_come_does_nothing(town) -> None:
    (receipt,) = town.reply(town.last("Max"), "PHASE F1901M\nPAUSE")
    assert "This is for F1901M, which has not opened" in flat(receipt.text)


FALL_OF_ALL = FALL | {"Cleo": "A Bur H\nA Spa H\nF MAO H"}


@pytest.mark.parametrize(("strict", "goes_on"), [("yes", True), ("no", False)])
def test_a_game_says_whether_those_may_ask_to_wait_who_have_nothing_to_decide(
    game_town: Callable[..., object], strict: str, goes_on: bool
) -> None:
    town = game_town(f"movement=3d strict_wait={strict}")
    for orders in (S1901M, FALL_OF_ALL):
        play(town, orders)
    assert town.phase().position.phase.tag == "W1901A"
    (receipt, *_) = town.reply(town.last("Emil"), "SET WAIT")
    idle = "Nothing is due from you in W1901A (Winter 1901, adjustment), so it does not wait for you."
    assert (idle in flat(receipt.text)) is goes_on
    for name in ("Anna", "Cleo", "Dora", "Fred", "Gina"):
        town.reply(town.last(name), "waive")
    assert (town.phase().position.phase.tag != "W1901A") is goes_on


def test_a_line_of_ornaments_above_a_phase_to_come_is_a_remark_as_well(town) -> None:
    town.reply(town.last("Cleo"), "PHASE F1901M\n🎲🎲\nA Bur H")
    assert [(line.number, line.fate) for line in town.sessions[-1].lines] == [(1, "ok"), (2, "note"), (3, "ok")]
