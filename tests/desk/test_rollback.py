"""ROLLBACK: a game goes back to a phase it has played; what was undone is no part of it, and everyone is told."""

from datetime import timedelta

import pytest

from judge.desk.snapshot import GameState
from judge.game.wording import word_order
from tests.desk.speaking import flat

MOVES = {"Anna": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb", "Cleo": "A Par - Bur\nA Mar - Spa\nF Bre - MAO"}


def orders(town, power: str) -> list[str]:
    phase = town.phase()
    return [word_order(phase.position.board, one) for one in phase.orders_of(power).orders]


def played(town, *, turns: int = 1):
    """The town after some turns, run by the master; in the first Anna and Cleo have ordered."""
    for name, words in MOVES.items():
        town.reply(town.last(name, "start"), words)
    for _ in range(turns):
        town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    return town


def test_a_game_goes_back_with_the_orders_that_stood_in_the_phase(game_town) -> None:
    town = played(game_town(), turns=2)
    start = town.played["cassis"][0].position
    (receipt, *_) = [mail for mail in town.reply(town.last("Max"), "ROLLBACK S1901M") if mail.kind == "receipt"]
    assert "cassis is taken back to S1901M (Spring 1901, movement)." in flat(receipt.text)
    phase = town.phase()
    assert (phase.position, phase.sequence) == (start, town.sequences["cassis"])
    assert phase.deadline == town.now + timedelta(days=3)
    assert orders(town, "austria") == MOVES["Anna"].split("\n")
    assert town.turns["cassis"] == []
    (entry,) = (entry for entry in town.log if entry.kind == "rollback")
    assert entry.text == "W1901A -> S1901M with orders by the master"


def test_everyone_is_told_with_the_position_and_his_own_orders(game_town) -> None:
    town = played(game_town())
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    for name in ("Anna", "Cleo", "Max", "Gina"):
        told = flat(town.last(name, "notice").text)
        assert "The master has taken the game back to Spring 1901, movement. What was played" in told
        assert town.last(name, "notice").subject == "[cassis] S1901M"
    assert "A Par - Bur" in town.last("Cleo", "notice").text
    assert "A Par - Bur" not in town.last("Anna", "notice").text
    assert "A Par - Bur" not in town.last("Max", "notice").text
    assert max(len(line) for line in town.last("Cleo", "notice").text.split("\n")) <= 72


def test_orders_that_are_all_in_are_not_played_again_before_they_can_be_mended(game_town) -> None:
    town = game_town(players=("Anna", "Bert"))
    if town.game().state is GameState.FORMING:
        town.reply(town.last("Max"), "START")
    town.reply(town.last("Anna", "start"), MOVES["Anna"])
    town.reply(town.last("Bert", "start"), "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor")
    assert town.phase().position.phase.tag == "F1901M"
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    town.tick()
    assert town.phase().position.phase.tag == "S1901M"
    town.reply(town.last("Anna"), "A Vie - Tyr\nREADY")
    assert town.phase().position.phase.tag == "S1901M"
    town.reply(town.last("Bert"), "READY")
    assert town.phase().position.phase.tag == "F1901M"
    assert "tyr" in {unit.at for unit in town.phase().position.units_of("austria")}


def test_without_orders_nothing_is_kept(game_town) -> None:
    town = played(game_town())
    town.reply(town.last("Max"), "ROLLBACK to S1901M without orders")
    assert town.phase().order_sets == ()
    assert "No orders are kept; please write them anew." in flat(town.last("Anna", "notice").text)


def test_the_phase_is_played_anew_and_its_mails_have_keys_of_their_own(game_town) -> None:
    """The town refuses a second mail of one key."""
    town = played(game_town())
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    town.reply(town.last("Cleo"), "A Par - Pic")
    town.reply(town.last("Max"), "PROCESS S1901M")
    assert len([mail for mail in town.mails if mail.kind == "result" and mail.to.startswith("cleo")]) == 2
    assert "pic" in {unit.at for unit in town.phase().position.units_of("france")}
    assert [turn.before.phase.tag for turn in town.turns["cassis"]] == ["S1901M"]


def test_a_game_that_is_won_goes_on(game_town) -> None:
    town = game_town("to_win=3")
    for _ in range(2):
        town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    assert (town.game().state, town.game().winner) == (GameState.FINISHED, ("russia",))
    last = town.played["cassis"][-1].position.phase.tag
    town.reply(town.last("Max"), f"ROLLBACK {last}")
    game = town.game()
    assert (game.state, game.winner, town.phase().position.phase.tag) == (GameState.RUNNING, (), last)
    assert "The game goes on." in flat(town.last("Bert", "notice").text)


def test_a_game_that_was_ended_by_mistake_goes_on_where_it_was(game_town) -> None:
    town = game_town()
    town.reply(town.last("Max"), "TERMINATE cassis")
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    assert (town.game().state, town.phase().position.phase.tag) == (GameState.RUNNING, "S1901M")
    assert town.phase().deadline is not None


def test_a_game_whose_clock_is_stopped_stays_so(game_town) -> None:
    town = played(game_town())
    town.reply(town.last("Max"), "PAUSE\nROLLBACK S1901M")
    assert (town.game().state, town.phase().deadline) == (GameState.PAUSED, None)
    assert town.game().time_left == timedelta(days=3)


def test_the_same_words_twice_roll_back_once(game_town) -> None:
    town = played(game_town(), turns=2)
    mail = town.last("Max")
    town.reply(mail, "ROLLBACK S1901M")
    town.reply(town.last("Max"), "PROCESS S1901M")
    before = town.game()
    (receipt,) = town.reply(mail, "ROLLBACK S1901M")
    assert "which has not opened" in flat(receipt.text) or "which is over" in flat(receipt.text)
    assert town.game() == before
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    (receipt,) = town.reply(town.last("Max"), "ROLLBACK S1901M")
    assert "S1901M is the first phase of cassis; nothing has been played yet." in flat(receipt.text)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ROLLBACK", "ROLLBACK needs the tag of the phase to go back to."),
        ("ROLLBACK F1901M", "F1901M is the open phase of cassis; there is nothing to undo."),
        ("ROLLBACK S1905M", "cassis has not played S1905M."),
        ("ROLLBACK F1901R", "cassis has not played F1901R."),
    ],
)
def test_there_is_no_way_back_to_what_was_not_played(game_town, words: str, why: str) -> None:
    town = played(game_town())
    before = town.game()
    (receipt,) = town.reply(town.last("Max"), words)
    assert why in flat(receipt.text)
    assert town.game() == before


def test_nobody_but_the_master_rolls_back(game_town) -> None:
    town = played(game_town())
    before = town.game()
    (receipt,) = town.reply(town.last("Cleo"), "ROLLBACK S1901M")
    assert "Only the master of cassis, Max, can ROLLBACK" in flat(receipt.text)
    assert town.game() == before
    town.keep("ROLLBACK S1901M")
    assert "The keeper has taken the game back" in flat(town.last("Cleo", "notice").text)


def test_in_seismic_the_map_goes_back_with_the_position(game_town) -> None:
    town = game_town(variant="seismic")
    first = town.phase().position
    while town.phase().position.phase.tag != "S1901E":
        town.tick(timedelta(days=4))
    before = town.phase().position
    town.reply(town.last("Anna"), "Bul & Gre separate, Ser & AEG connect")
    town.tick(timedelta(days=4))
    after = town.phase().position
    assert after.board != before.board
    town.reply(town.last("Max"), "ROLLBACK S1901E")
    assert town.phase().position.board == before.board == first.board
    town.reply(town.last("Max"), "PROCESS S1901E")
    assert town.phase().position == after


@pytest.mark.parametrize("how", ["subject", "line"])
def test_a_letter_for_the_phase_that_was_undone_is_no_order_for_the_one_that_is_open(game_town, how: str) -> None:
    """It was on its way when the game was taken back; it says which phase it is for, and that is not this one."""
    town = played(game_town(), turns=2)
    mail = town.last("Anna", "result")
    town.reply(town.last("Max"), "ROLLBACK S1901M WITHOUT ORDERS")
    gone = "F1901M"
    words = {"subject": "A Vie - Tyr", "line": f"PHASE {gone}\nA Vie - Tyr"}[how]
    (receipt,) = town.reply(mail, words, subject=f"Re: [cassis] {gone}" if how == "subject" else "")
    assert orders(town, "austria") == []
    assert "S1901M" in receipt.text
    assert gone in receipt.text


@pytest.mark.parametrize(
    ("words", "player"),
    [
        ("EJECT France", None), ("CIVIL DISORDER France", None), ("REPLACE France BY Zoe NOW", "Zoe"),
        ("EJECT France\nINVITE Zoe AS France", None),
    ],
)  # fmt: skip
def test_orders_of_somebody_who_has_left_since_do_not_come_back(game_town, words: str, player: str | None) -> None:
    town = game_town()
    town.register("Zoe")
    town.reply(town.last("Zoe"), "OBSERVE cassis")
    played(town)
    town.reply(town.last("Max"), words)
    town.reply(town.last("Max"), "ROLLBACK S1901M WITH ORDERS")
    assert orders(town, "france") == []
    assert orders(town, "austria") == MOVES["Anna"].split("\n")
    seat = town.game().seat_for("france")
    assert (seat and seat.player.name) == player
    told = flat(town.last("Anna", "notice").text)
    assert (
        "The orders stand as they stood then, but for those of France, whose player has left since, and may be" in told
    )
    assert "A Par - Bur" not in town.last(player or "Max", "notice").text


def test_orders_of_somebody_who_has_come_back_do(game_town) -> None:
    town = played(game_town())
    town.reply(town.last("Cleo"), "RESIGN cassis")
    town.reply(town.last("Cleo"), "TAKEOVER cassis France")
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    assert orders(town, "france") == MOVES["Cleo"].split("\n")


def test_what_is_kept_for_phases_to_come_stays_kept_but_for_that_of_who_has_left(game_town) -> None:
    """What was kept for a phase that is undone is used up."""
    town = game_town()
    for name, first in (("Anna", "A Vie H"), ("Bert", "F Lon H"), ("Cleo", "A Par H")):
        town.reply(town.last(name, "start"), f"PHASE F1901M\n{first}\nPHASE S1902M\n{first}")
    played(town)
    assert orders(town, "england") == ["F Lon H"]
    town.reply(town.last("Max"), "EJECT France")
    town.reply(town.last("Max"), "ROLLBACK S1901M")
    assert {(one.power, one.tag) for one in town.game().later} == {("austria", "S1902M"), ("england", "S1902M")}
    town.reply(town.last("Max"), "PROCESS S1901M")
    assert orders(town, "england") == orders(town, "france") == []
    town.reply(town.last("Max"), "PROCESS F1901M")
    while not town.phase().position.phase.tag.startswith("S1902"):
        town.reply(town.last("Max"), f"PROCESS {town.phase().position.phase.tag}")
    assert orders(town, "england") == ["F Lon H"]
    assert orders(town, "france") == []
