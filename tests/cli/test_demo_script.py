"""The scripted game that the demonstration plays, played here without any mail."""

from collections.abc import Callable

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, owed
from judge.cli.demo.script import Script, read_script
from judge.cli.demo.show import SCRIPTS
from judge.game.commands import Press, Wait
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Build, Convoy, Disband, Move, Order
from judge.game.outcomes import Outcome
from judge.game.variant import Variant
from judge.language.commands import read_statements
from judge.language.orders import read_orders
from judge.variants import find_variant
from tests.cli.scripts import PlayedPhase, play_script, understand

# The one line that is meant to be misspelt.
MISSPELT = "Venise holds"


@pytest.fixture(scope="module")
def script() -> Script:
    return read_script(SCRIPTS / "standard.game")


@pytest.fixture(scope="module")
def variant(script: Script) -> Variant:
    return find_variant(script.variant)


@pytest.fixture(scope="module")
def played(script: Script, variant: Variant) -> tuple[PlayedPhase, ...]:
    return tuple(play_script(script, variant, variant.rules))


@pytest.fixture(scope="module")
def outcomes(played: tuple[PlayedPhase, ...]) -> tuple[Outcome, ...]:
    return tuple(outcome for phase in played for outcome in phase.turn.outcomes)


def happens(outcomes: tuple[Outcome, ...], is_wanted: Callable[[Outcome], bool]) -> int:
    """How many outcomes are wanted ones."""
    return sum(map(is_wanted, outcomes))


def test_the_script_goes_on_until_somebody_has_won_and_no_further(played: tuple[PlayedPhase, ...]) -> None:
    """Every phase tag is checked on the way, by `play_script`."""
    assert [phase.turn.winner for phase in played[:-1]] == [()] * (len(played) - 1)
    assert played[-1].turn.winner == ("turkey",)
    assert len(played[-1].turn.after.centers_of("turkey")) == 18
    assert played[-1].written.tag == "F1908M"


def test_in_each_phase_just_those_are_named_who_have_something_to_decide(
    played: tuple[PlayedPhase, ...], variant: Variant
) -> None:
    for phase in played:
        powers = [power.id for power in variant.board.powers]
        due = [power for power in powers if not owed(variant, phase.position, power).nothing]
        assert [power for power, _ in phase.written.orders] == due, phase.written.tag


def test_all_is_read_but_the_line_that_is_misspelt(played: tuple[PlayedPhase, ...]) -> None:
    found = [(phase.written.tag, one.text, one.instead[0]) for phase in played for one in phase.complaints]
    assert found == [("F1903M", MISSPELT, "Venice")]


def test_all_orders_are_possible(played: tuple[PlayedPhase, ...], variant: Variant) -> None:
    for phase in played:
        for order in phase.orders:
            assert illegal(variant, phase.position, order, variant.rules) is None, (phase.written.tag, order)


def test_whoever_writes_decides_everything_but_where_he_misspells(
    played: tuple[PlayedPhase, ...], variant: Variant
) -> None:
    """A forgotten unit would let the deadline pass, which only those are meant to do that stay silent."""
    forgotten = [
        (phase.written.tag, power, left)
        for phase in played
        for power, text in phase.written.orders
        if text and (left := missing(variant, phase.position, power, phase.orders))
    ]
    assert forgotten == [("F1903M", "austria", ("ven",))]


def test_every_mail_beside_the_orders_is_understood(played: tuple[PlayedPhase, ...], variant: Variant) -> None:
    """Press, waiting, and the early orders that their writers correct."""
    commands: list[tuple[str, type[object]]] = []
    early: list[Order | Complaint] = []
    for phase in played:
        for who, text in phase.written.mails:
            lines = [NumberedLine(number, line) for number, line in enumerate(text.splitlines(), start=1)]
            for statement in read_statements(lines):
                assert statement.complaint is None
                if statement.command is not None:
                    commands.append((phase.written.tag, type(statement.command)))
                else:
                    early += read_orders(variant, phase.position, who, statement.line)
                    assert dict(phase.written.orders)[who], "who writes early writes again"
    assert not [one for one in early if isinstance(one, Complaint)]
    assert len(early) == 3
    assert [tag for tag, command in commands if command is Wait] == ["S1903M", "F1906M"]
    assert sum(command is Press for _, command in commands) >= 10


def test_early_orders_are_changed_by_the_mail_that_follows(played: tuple[PlayedPhase, ...], variant: Variant) -> None:
    corrected = []
    for phase in played:
        for who, text in phase.written.mails:
            if who == "master" or text.startswith(("BROADCAST", "PRESS")):
                continue
            early = [one for one in understand(variant, phase.position, who, text) if not isinstance(one, Complaint)]
            corrected.append((phase.written.tag, who, any(order not in phase.orders for order in early)))
    assert corrected == [("S1902M", "italy", True), ("F1904M", "germany", True)]


def test_armies_arrive_by_convoy(played: tuple[PlayedPhase, ...]) -> None:
    arrived = 0
    for phase in played:
        carried = {(order.target, order.to) for order in phase.orders if isinstance(order, Convoy)}
        for outcome in phase.turn.outcomes:
            order = outcome.order
            if isinstance(order, Move) and outcome.result == "moves" and (order.at, order.to) in carried:
                arrived += 1
    assert arrived >= 3


def test_units_are_dislodged_and_retreat_or_disband(
    played: tuple[PlayedPhase, ...], outcomes: tuple[Outcome, ...]
) -> None:
    assert happens(outcomes, lambda outcome: outcome.dislodged) >= 5
    assert happens(outcomes, lambda outcome: outcome.result == "retreats") >= 3
    assert any(isinstance(order, Disband) for phase in played for order in phase.orders)


def test_fleets_are_built_on_a_coast(outcomes: tuple[Outcome, ...]) -> None:
    def is_coast_named(outcome: Outcome) -> bool:
        return isinstance(outcome.order, Build) and "/" in outcome.order.at and outcome.result == "builds"

    assert happens(outcomes, is_coast_named)


@pytest.mark.parametrize("result", ["removes", "waives", "cut", "bounces", "supports", "convoys"])
def test_the_script_shows(result: str, outcomes: tuple[Outcome, ...]) -> None:
    assert happens(outcomes, lambda outcome: outcome.result == result)


def test_standoffs_leave_places_empty(played: tuple[PlayedPhase, ...]) -> None:
    contested = [phase.turn.left.contested for phase in played if phase.turn.left is not None]
    assert any(contested)


def test_powers_stay_silent_and_the_deadline_passes(played: tuple[PlayedPhase, ...]) -> None:
    silent = [(phase.written.tag, power) for phase in played for power, text in phase.written.orders if not text]
    assert silent == [("S1905M", "russia"), ("W1905A", "italy"), ("S1906M", "austria"), ("S1907M", "germany")]


def test_powers_are_eliminated(played: tuple[PlayedPhase, ...]) -> None:
    last = played[-1].turn.after
    gone = [power.id for power in last.board.powers if not last.units_of(power.id) and not last.centers_of(power.id)]
    assert gone == ["austria", "germany", "italy", "russia"]
