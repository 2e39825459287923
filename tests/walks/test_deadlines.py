"""What came in time counts, read or not; what came too late does not, and its sender is told."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from threading import Event

import pytest

from judge.service.letters import Letters
from judge.service.turns import Turns

LENGTH = timedelta(days=3)


class Brake:
    """Holds the judge's worker back while letters come in, as a crowd of other letters would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._free = Event()
        self._free.set()
        answer_some, answer_all, play_due = Letters.answer_some, Letters.answer_all, Turns.play_due
        self._held: Sequence[str] = ()
        self._at_deadline = False

        def slow_answers(letters: Letters, most: int, *by: datetime) -> bool:
            if "letters" in self._held and not self._at_deadline:
                return False  # so many others stood before it that it was not this round's turn
            return answer_some(letters, most, *by)

        def all_for_a_deadline(letters: Letters, before: datetime) -> None:
            self._at_deadline = True
            try:
                answer_all(letters, before)
            finally:
                self._at_deadline = False

        def slow_turns(turns: Turns, now: datetime, *seconds: float) -> int:
            self._free.wait(20)
            return play_due(turns, now, *seconds)

        monkeypatch.setattr(Letters, "answer_some", slow_answers)
        monkeypatch.setattr(Letters, "answer_all", all_for_a_deadline)
        monkeypatch.setattr(Turns, "play_due", slow_turns)

    def hold_letters(self) -> None:
        """No letter is read any more, except where a deadline asks for it."""
        self._held = ("letters",)

    def hold_turns(self) -> None:
        """The worker stands still before it looks at what is due."""
        self._free.clear()

    def release(self) -> None:
        self._held = ()
        self._free.set()


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch):
    brake = Brake(monkeypatch)
    yield brake
    brake.release()


def stored_of(table, power: str, tag: str) -> int:
    """How often orders of a power were stored for a phase."""
    ((count,),) = table.ask(
        f"SELECT count(*) FROM order_sets JOIN phases ON phases.id = phase_id WHERE tag = '{tag}' AND power = '{power}'"
    )
    return count


def test_orders_that_came_in_time_but_were_unread_at_the_deadline_count(table, brake: Brake) -> None:
    """The deadline reads what was accepted before it, then plays."""
    france, start = table.people["france"], table.game_mail("france")
    table.advance(LENGTH - timedelta(seconds=1))  # the reminder goes out
    brake.hold_letters()
    asked = france.reply(start, "A Par - Bur\nA Mar - Spa\nF Bre - MAO")
    assert table.ask("SELECT count(*) FROM letters WHERE state = 'new'") == [(1,)]
    table.advance(timedelta(seconds=1))
    receipt = table.flat(france.await_answer(asked, "a receipt"))
    assert "All is well: 3 lines are done." in receipt
    assert "LATE" not in receipt
    result = table.flat(table.game_mail("france"))
    assert "S1901M -> F1901M" in result
    assert "A Par - Bur" in result
    assert stored_of(table, "france", "S1901M") == 1
    assert not any("passed without all orders" in table.flat(mail) and "Yours" in table.flat(mail)
                   for mail in france.mails)  # fmt: skip
    brake.release()
    table.audit().check()


def test_orders_that_came_exactly_at_the_deadline_count(table, brake: Brake) -> None:
    """The deadline's own moment is in time."""
    brake.hold_turns()
    france, start = table.people["france"], table.game_mail("france")
    table.stage.clock.advance(LENGTH)
    asked = france.reply(start, "A Par - Bur")
    brake.release()
    table.advance(timedelta(0))
    assert "1 line is done" in table.flat(france.await_answer(asked, "a receipt"))
    assert stored_of(table, "france", "S1901M") == 1
    table.audit().check()


def write_after_the_deadline(table, brake: Brake, words: Callable[[], str]) -> tuple[str, str]:
    """Somebody writes a second after the deadline, before the turn is played: his Message-ID and the answer."""
    france, start = table.people["france"], table.game_mail("france")
    table.stage.clock.advance(LENGTH + timedelta(seconds=1))
    asked = france.reply(start, words())
    brake.release()
    table.advance(timedelta(seconds=1))
    return asked, table.flat(france.await_answer(asked, "a receipt"))


def test_orders_that_came_after_the_deadline_do_not_count_even_if_the_turn_is_still_unplayed(
    table, brake: Brake
) -> None:
    """Late is told as late; nothing of it goes into this turn or the next."""
    table.say("france", "A Par - Pic")
    brake.hold_turns()
    _, told = write_after_the_deadline(table, brake, lambda: "A Par - Bur\nA Mar - Spa")
    assert "LATE" in told
    assert "too late" in told
    assert stored_of(table, "france", "S1901M") == 1
    assert stored_of(table, "france", "F1901M") == 0
    result = next(mail for mail in table.people["france"].mails if "S1901M -> F1901M" in table.flat(mail))
    assert "A Par - Pic" in table.flat(result)
    assert "A Par - Bur" not in table.flat(result).partition("ready to edit")[0]
    table.audit().check()


@pytest.mark.parametrize("words", ["SET WAIT", "READY", "CLEAR"])
def test_what_is_no_order_is_late_after_the_deadline_too(quick_table, brake: Brake, words: str) -> None:
    """CLEAR and WAIT of a phase that is over do nothing to it, and nothing to the next."""
    quick_table.say("france", "A Par - Pic")
    brake.hold_turns()
    _, told = write_after_the_deadline(quick_table, brake, lambda: words)
    assert "too late" in told
    assert quick_table.ask("SELECT count(*) FROM waits") == [(0,)]
    assert stored_of(quick_table, "france", "S1901M") == 1
    assert stored_of(quick_table, "france", "F1901M") == 0
    quick_table.audit().check()


def test_orders_for_a_phase_that_is_over_are_not_taken_for_the_next(quick_table) -> None:
    """An answer to the mail of the phase before carries its tag, and is told to be late."""
    start = quick_table.game_mail("france")
    quick_table.advance(LENGTH)
    told = quick_table.answer("france", start, "A Par - Bur")
    assert "This was for S1901M, which is over; F1901M (Fall 1901, movement) is open in walk now." in told
    assert quick_table.orders_of("france") == ()
    assert "1 line is done" in quick_table.say("france", "A Par - Bur")
    assert quick_table.orders_of("france") == ("A Par - Bur",)
    quick_table.audit().check()


def test_a_long_silence_plays_one_phase_at_a_time(quick_table) -> None:
    """A judge that was asleep for a year plays the phase that was due and opens the next with its full length."""
    quick_table.advance(timedelta(days=400))
    assert quick_table.ask("SELECT count(*) FROM results") == [(1,)]
    assert "(in 3 days)" in quick_table.flat(quick_table.game_mail("france"))
    quick_table.audit().check()
