"""The clock of a game by mail: time to think again, grace for late orders, more time, and a place that is free."""

from datetime import timedelta

import pytest

CREATE = (
    "CREATE walk standard movement=2d movement_grace=6h retreat=1d adjustment=1d remind=1d,4h delay=30m"
    " nmr=extend extensions=1 extension=1d abandon_after=1"
)
HOUR = timedelta(hours=1)


@pytest.fixture
def duel(town):
    """A game of two, France and Italy, in Spring 1901; the other powers are nobody's."""
    town.answer("marta", town.register("Marta"), CREATE)
    for name, power in (("Claire", "France"), ("Ida", "Italy")):
        town.answer(name.lower(), town.register(name), f"JOIN walk {power}")
    town.say("marta", "START")
    town.settle()
    return town


def open_phase(town) -> str:
    ((tag,),) = town.ask("SELECT tag FROM phases WHERE state = 'open'")
    return tag


def told_once(town, who: str, words: str) -> bool:
    town.people[who].look()
    return sum(words in town.flat(mail) for mail in town.people[who].mails) == 1


def test_a_phase_is_played_half_an_hour_after_all_orders_are_in_unless_somebody_thinks_again(duel) -> None:
    """The moment is told, kept in the phase's row, taken back by a change and set anew."""
    duel.say("claire", "A Par - Bur\nA Mar - Spa\nF Bre - MAO")
    told = duel.say("ida", "A Ven H\nA Rom H\nF Nap - ION")
    assert "All orders are in: the phase is played at Mon 4 Jan 2027 12:30 UTC unless somebody changes his mind" in told
    duel.advance(20 * HOUR / 60)
    duel.say("claire", "SET WAIT")
    duel.advance(HOUR)
    assert open_phase(duel) == "S1901M"
    assert duel.ask("SELECT early_at FROM phases") == [(None,)]
    assert "13:50 UTC unless somebody changes his mind before." in duel.say("claire", "READY")
    duel.advance(29 * HOUR / 60)
    assert open_phase(duel) == "S1901M"
    duel.advance(HOUR / 60)
    assert open_phase(duel) == "F1901M"
    assert "S1901M -> F1901M" in duel.flat(duel.game_mail("ida"))
    duel.audit().check()


def test_late_orders_are_taken_in_the_grace_then_the_deadline_moves_then_the_place_is_free(duel) -> None:
    """Ida is reminded twice, late, late again, and gone; Claire is told each time and plays on."""
    duel.say("claire", "A Par H\nA Mar H\nF Bre H")
    for length in (24, 20, 4):
        duel.advance(length * HOUR)
    late = duel.flat(duel.game_mail("ida"))
    assert "Yours were among them, and they are still taken" in late
    assert "Late orders count until: Wed 6 Jan 2027 18:00 UTC (in 6 hours)" in late
    assert sum("still needs from you" in duel.flat(mail) for mail in duel.people["ida"].mails) == 2
    told = duel.say("ida", "A Ven H\nA Rom H")
    assert "2 lines are done" in told
    assert "Late orders count until: Wed 6 Jan 2027 18:00 UTC" in told
    duel.advance(6 * HOUR)
    assert told_once(duel, "claire", "The deadline is moved for them, for the last time.")
    assert open_phase(duel) == "S1901M"
    assert "All orders are in" in duel.say("ida", "F Nap H")
    duel.advance(HOUR / 2)
    assert open_phase(duel) == "F1901M"

    duel.say("claire", "A Par H\nA Mar H\nF Bre H")
    for length in (48, 6):
        duel.advance(length * HOUR)
    assert open_phase(duel) == "S1902M"
    assert told_once(duel, "ida", "You have missed 1 turn as Italy, and your place in walk is free now.")
    assert told_once(duel, "claire", "Italy has missed 1 turn and is without a player now.")
    assert duel.ask("SELECT power, missed FROM seats WHERE left_at IS NOT NULL") == [("italy", 1)]
    duel.say("claire", "A Par H\nA Mar H\nF Bre H")
    duel.advance(HOUR / 2)
    assert open_phase(duel) == "F1902M"
    duel.audit().check()
