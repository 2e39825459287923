"""The scripted game with double moves, played here without any mail."""

from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, owed
from judge.cli.demo.script import Script, read_script
from judge.cli.demo.show import SCRIPTS
from judge.game.orders import Convoy
from judge.game.variant import Variant
from judge.variants import find_variant
from judge.variants.double_moves import DoubleMove
from tests.cli.scripts import PlayedPhase, play_script, understand


@pytest.fixture(scope="module")
def script() -> Script:
    return read_script(SCRIPTS / "rapid-deployment.game")


@pytest.fixture(scope="module")
def variant() -> Variant:
    return find_variant("rapid-deployment")


@pytest.fixture(scope="module")
def played(script: Script, variant: Variant) -> list[PlayedPhase]:
    """Phase by phase, every line read without a complaint, every order possible."""
    rules = replace(variant.rules, to_win=12)
    phases = list(play_script(script, variant, rules))
    for phase in phases:
        assert phase.complaints == (), phase.written.tag
        for order in phase.orders:
            assert illegal(variant, phase.position, order, rules) is None, (phase.written.tag, order)
    return phases


def test_three_years_are_played_until_somebody_has_won_and_no_further(
    script: Script, played: list[PlayedPhase]
) -> None:
    assert (script.variant, script.options) == ("rapid-deployment", "to_win=12")
    assert [phase.turn.winner for phase in played[:-1]] == [()] * (len(played) - 1)
    assert played[-1].turn.winner == ("italy",)
    assert {phase.position.phase.year for phase in played} == {1901, 1902, 1903}
    assert sum(phase.written.tag.endswith("M") for phase in played) == 6


def test_in_each_phase_just_those_are_named_who_have_something_to_decide_and_they_decide_all_of_it(
    played: list[PlayedPhase], variant: Variant
) -> None:
    for phase in played:
        powers = [power.id for power in variant.board.powers]
        due = [power for power in powers if not owed(variant, phase.position, power).nothing]
        assert [power for power, _ in phase.written.orders] == due, phase.written.tag
        for power, text in phase.written.orders:
            assert not text or not missing(variant, phase.position, power, phase.orders), (phase.written.tag, power)


def test_powers_stay_silent_and_the_deadline_passes(played: list[PlayedPhase]) -> None:
    silent = [(phase.written.tag, power) for phase in played for power, text in phase.written.orders if not text]
    assert silent == [("F1902M", "russia"), ("W1902A", "italy"), ("S1903M", "austria")]


def test_the_script_shows_what_double_moves_can_do(played: list[PlayedPhase]) -> None:
    """Second parts that succeed, fail, or stay hidden; a unit that is convoyed and goes on; dislodged units."""
    outcomes = [outcome for phase in played for outcome in phase.turn.outcomes]
    assert sum(bool(outcome.parts) and outcome.result == "moves" for outcome in outcomes) >= 30
    assert sum(bool(outcome.parts) and outcome.result == "bounces" for outcome in outcomes) >= 10
    seen = {outcome.order.at for outcome in played[0].turn.outcomes if outcome.parts}
    assert any(isinstance(order, DoubleMove) and order.at not in seen for order in played[0].orders)
    carried = {
        (phase.written.tag, order.target, order.to)
        for phase in played for order in phase.orders if isinstance(order, Convoy)
    }  # fmt: skip
    assert any(
        (phase.written.tag, outcome.order.at, getattr(outcome.order, "to", "")) in carried
        for phase in played for outcome in phase.turn.outcomes if outcome.parts
    )  # fmt: skip
    assert sum(outcome.dislodged for outcome in outcomes) >= 4
    assert {"retreats", "builds", "removes", "supports"} <= {outcome.result for outcome in outcomes}


def test_what_is_written_before_the_orders_is_changed_or_refused(played: list[PlayedPhase], variant: Variant) -> None:
    early = {}
    for phase in played:
        for who, text in phase.written.mails:
            lines = [line for line in text.splitlines() if "-" in line or "→" in line]
            for order in understand(variant, phase.position, who, "\n".join(lines)) if lines else ():
                assert isinstance(order, DoubleMove)
                assert order not in phase.orders
                early[phase.written.tag, who] = illegal(variant, phase.position, order, variant.rules)
    assert early["S1902M", "italy"] is None
    fault = early["F1902M", "england"]
    assert fault is not None
    assert fault.code == "whole_impossible"
