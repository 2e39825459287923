"""The answer to TRY as it is read."""

from collections.abc import Callable

from judge.reports import texts
from judge.reports.trials import Fault, Supposed

Golden = Callable[[str, str], None]


def test_a_trial_with_what_was_supposed_what_was_left_out_and_what_would_come_of_it(
    story, same_as_golden: Golden
) -> None:
    turn = story.turns[1]
    supposed = (
        Supposed(power="France", orders=("F MAO - Por (as stored)", "A Spa H"), own=True),
        Supposed(power="Italy", orders=("A Tyr - Tri", "A Ven S A Tyr - Tri", "F ION - Tun")),
    )
    faults = (Fault(3, "A Par - Xyz", "“Xyz” is no place on this board", "A Par - Bur"), Fault(4, "hm", "no order"))
    text = texts.trial(story.card(turn.before), turn, supposed, faults, more=2)
    same_as_golden("trial", text)
    assert all(len(line) <= 72 for line in text.splitlines())


def test_a_trial_without_orders_says_so(story) -> None:
    text = texts.trial(story.card(story.opening), story.turns[2], (), ())
    assert "Nothing is ordered. Units that are not named are disbanded." in text
    assert "Left out" not in text
