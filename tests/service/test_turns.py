"""Turns are played on all that came in before their moment, whoever answers it."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.store.tables import OrderSetRow, ResultRow
from tests.fleet.conftest import letter_of

LEASE = timedelta(minutes=1)


@pytest.fixture
def write(judge):
    """Cleo writes an order; the letter is in the inbox."""
    judge.begin("cassis", "movement=6h delay=1d remind=none")

    def write(words: str) -> None:
        judge.sent += 1
        game = judge.game()
        seat = next(seat for seat in game.seats if seat.power == "france")
        sender, to, raw = letter_of(game, seat.player, words, judge.sent)
        judge.put(raw, (to,), sender)

    return write


def ordered(judge) -> list[str]:
    """The latest orders of France in the first phase."""
    with judge.store.reading() as tx:
        sets = tx.session.scalars(
            select(OrderSetRow.orders).where(OrderSetRow.power == "france").order_by(OrderSetRow.version)
        )
        return [str(one) for one in sets]


def due(judge) -> tuple[str, ...]:
    with judge.store.reading() as tx:
        return tx.due_games(judge.now)


def results(judge) -> int:
    with judge.store.reading() as tx:
        return len(tx.session.scalars(select(ResultRow.id)).all())


def test_a_letter_that_came_at_the_deadline_counts_though_the_game_was_just_looked_at(judge, write) -> None:
    """What was seen to be due before, when orders came in, says nothing of what is due now."""
    write("A Par - Pic")
    while judge.letters.answer_some(1):
        pass
    judge.turns.play_due(judge.now)
    judge.now = judge.game().phase.deadline
    write("A Par - Bur")
    judge.turns.play_due(judge.now)
    assert results(judge) == 1
    assert [len(ordered(judge)), "bur" in ordered(judge)[-1]] == [2, True]


def test_a_turn_waits_for_a_letter_in_another_workers_hands_and_not_for_one_set_aside(judge, write) -> None:
    judge.now = judge.game().phase.deadline
    write("A Par - Bur")
    with judge.store.begin() as tx:
        (letter,) = tx.claim_letters(judge.now, LEASE, 1)
    judge.turns.play_due(judge.now)
    assert judge.turns.held_up
    assert results(judge) == 0
    judge.now += timedelta(seconds=1)
    write("A Par - Pic")  # it comes after the deadline, and is not waited for
    with judge.store.begin() as tx:
        tx.close_letter(letter.id, "shunted", "its worker said so", judge.now)
    judge.turns.play_due(judge.now)
    assert not judge.turns.held_up
    assert results(judge) == 1


def test_what_a_dead_worker_had_in_hand_is_read_before_the_turn_when_its_lease_has_ended(judge, write) -> None:
    judge.now = judge.game().phase.deadline
    write("A Par - Bur")
    with judge.store.begin() as tx:
        tx.claim_letters(judge.now, LEASE, 1)
    judge.turns.play_due(judge.now)
    judge.now += LEASE
    judge.turns.play_due(judge.now)
    assert results(judge) == 1
    assert "bur" in ordered(judge)[-1]


def test_a_letter_whose_storing_had_begun_counts_however_long_it_takes(judge, write, monkeypatch) -> None:
    judge.now = judge.game().phase.deadline
    monkeypatch.setattr(judge.store, "await_stored", lambda: write("A Par - Bur"))
    judge.turns.play_due(judge.now)
    assert results(judge) == 1
    assert "bur" in ordered(judge)[-1]


def test_what_follows_from_a_turn_is_found_again_when_the_process_ends_before_it(judge, write, monkeypatch) -> None:
    """A phase in which nobody has anything to decide has no moment of its own."""
    judge.now = judge.game().phase.deadline

    def die(point: str) -> None:
        if point == "turn-committed":
            raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("judge.service.turns.crash_point", die)
        with pytest.raises(SystemExit):
            judge.turns.play_due(judge.now)
    assert due(judge) == ("cassis",)
    judge.turns.play_due(judge.now)
    assert due(judge) == ()
    assert results(judge) == 1


def test_a_turn_that_was_held_up_is_played_as_of_the_moment_that_was_waited_for(judge, write) -> None:
    """Letters that came in since then have not been waited for, so nothing that they may change is done."""
    deadline = judge.now = judge.game().phase.deadline
    write("A Par - Bur")
    with judge.store.begin() as tx:
        (letter,) = tx.claim_letters(judge.now, LEASE, 1)
    judge.turns.play_due(judge.now)
    judge.now += timedelta(seconds=20)
    with judge.store.begin() as tx:
        tx.close_letter(letter.id, "shunted", "its worker said so", judge.now)
    judge.turns.play_due(judge.now)
    assert results(judge) == 1
    assert judge.game().phase.opened_at == deadline


def test_the_rest_is_left_for_later_when_its_seconds_are_over(judge, write) -> None:
    judge.now = judge.game().phase.deadline
    assert judge.turns.play_due(judge.now, -1.0) == 0
    assert results(judge) == 0
    assert judge.turns.play_due(judge.now, 60.0) == 1
