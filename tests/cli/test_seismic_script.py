"""The scripted game with seismic events that the demonstration plays, played here without any mail."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, owed, play_turn, start_position
from judge.board.reshaping import topology_of
from judge.cli.demo.script import Script, ScriptedPhase, read_script
from judge.cli.demo.show import SCRIPTS, scripted_games
from judge.game.commands import Wait
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.wording import word_order
from judge.language.commands import read_statements
from judge.language.gathering import gather
from judge.language.orders import read_orders
from judge.variants import find_variant

VARIANT = find_variant("seismic")
RULES = replace(VARIANT.rules, to_win=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """One phase of the script: what was written, for which position, who wrote READY instead, what came of it."""

    written: ScriptedPhase
    position: Position
    orders: tuple[Order, ...]
    ready: tuple[str, ...]
    turn: Turn


@pytest.fixture(scope="module")
def script() -> Script:
    return read_script(SCRIPTS / "seismic.game")


@pytest.fixture(scope="module")
def played(script: Script) -> tuple[PlayedPhase, ...]:
    return tuple(play(script))


def understand(position: Position, power: str, text: str) -> Iterator[Order | Complaint | Wait]:
    statements = read_statements([NumberedLine(number, line) for number, line in enumerate(text.splitlines(), 1)])
    yield from (one.command for one in statements if isinstance(one.command, Wait))
    for line in gather(VARIANT, [one.line for one in statements if one.command is None]):
        yield from read_orders(VARIANT, position, power, line)


def play(script: Script) -> Iterator[PlayedPhase]:
    """Phase by phase, each from the position that the one before left, every line read without a complaint."""
    position = start_position(VARIANT)
    for phase in script.phases:
        assert phase.tag == position.phase.tag
        orders, ready = [], []
        for power, text in phase.orders:
            for found in understand(position, power, text):
                if isinstance(found, Wait):
                    assert not found.wait
                    ready.append(power)
                    continue
                assert not isinstance(found, Complaint), (phase.tag, power, found)
                assert illegal(VARIANT, position, found, RULES) is None, (phase.tag, found)
                orders.append(found)
        turn = play_turn(VARIANT, position, orders, RULES)
        yield PlayedPhase(written=phase, position=position, orders=tuple(orders), ready=tuple(ready), turn=turn)
        position = turn.after


def events_of(played: tuple[PlayedPhase, ...], tag: str) -> dict[str, list[str]]:
    """What became of the events ordered in a phase, by their words."""
    turn = next(phase.turn for phase in played if phase.written.tag == tag)
    found: dict[str, list[str]] = {}
    for outcome in turn.outcomes:
        found.setdefault(outcome.result, []).append(word_order(turn.before.board, outcome.order))
    return found


def around(played: tuple[PlayedPhase, ...], tag: str, face: str) -> list[list[str]]:
    """The neighbors of a face as a phase left them, boundary by boundary, sorted."""
    turn = next(phase.turn for phase in played if phase.written.tag == tag)
    assert turn.left is not None
    return sorted(sorted(ring) for ring in topology_of(turn.left.board).neighbors(face))


def test_three_years_are_played_until_somebody_has_won_and_no_further(
    script: Script, played: tuple[PlayedPhase, ...]
) -> None:
    assert "seismic" in scripted_games()
    assert (script.variant, script.options) == ("seismic", "to_win=8")
    assert [phase.turn.winner for phase in played[:-1]] == [()] * (len(played) - 1)
    assert played[-1].turn.winner == ("russia",)
    assert {phase.position.phase.year for phase in played} == {1901, 1902, 1903}
    assert [phase.written.tag for phase in played if phase.written.tag.endswith("E")] == [
        "S1901E", "W1901E", "S1902E", "W1902E", "S1903E",
    ]  # fmt: skip


def test_in_each_phase_just_those_are_named_who_have_something_to_decide(played: tuple[PlayedPhase, ...]) -> None:
    for phase in played:
        powers = [power.id for power in VARIANT.board.powers]
        due = [power for power in powers if not owed(VARIANT, phase.position, power).nothing]
        assert [power for power, _ in phase.written.orders] == due, phase.written.tag
        for power, text in phase.written.orders:
            assert not text or not missing(VARIANT, phase.position, power, phase.orders), (phase.written.tag, power)


def test_in_a_seismic_phase_everybody_orders_or_is_ready_or_stays_silent(played: tuple[PlayedPhase, ...]) -> None:
    for phase in played:
        if phase.position.phase.kind is PhaseKind.EVENTS:
            silent = {power for power, text in phase.written.orders if not text}
            ordered = {order.power for order in phase.orders}
            assert not silent & (ordered | set(phase.ready))
            assert silent | ordered | set(phase.ready) == {power for power, _ in phase.written.orders}


def test_portugal_becomes_an_island_while_two_equal_events_spoil_each_other(played: tuple[PlayedPhase, ...]) -> None:
    told = events_of(played, "S1901E")
    assert told["succeeds"] == ["Por & Spa separate, MAO & MAO connect", "Den & Swe separate, SKA & BAL connect"]
    assert told["inadmissible"] == ["Bul & Gre separate, Ser & AEG connect", "Bul & AEG separate, Gre & Con connect"]
    assert around(played, "S1901E", "por") == [["mao"]]


def test_the_island_is_released_a_coast_parts_by_wish_and_a_doubled_event_beats_its_rival(
    played: tuple[PlayedPhase, ...],
) -> None:
    told = events_of(played, "W1901E")
    assert {"Por & Bre connect", "NTH & ENG separate, Lon & Bel connect", "F Bre to coast ENG"} <= set(told["succeeds"])
    assert told["inadmissible"] == ["Bul & AEG separate, Gre & Con connect"]
    assert around(played, "W1901E", "por") == [["bre", "mao"]]
    turn = next(phase.turn for phase in played if phase.written.tag == "W1901E")
    assert "bre/eng" in {unit.at for unit in turn.after.units}


def test_a_sea_is_shut_in_with_a_fleet_and_comes_out_by_tunis(played: tuple[PlayedPhase, ...]) -> None:
    assert around(played, "S1902E", "bar") == [["nwy", "out"]]
    assert around(played, "W1902E", "bar") == [["out"]]
    assert events_of(played, "W1902E")["inadmissible"] == ["Nwy & Out separate, BAR & StP connect"]
    shut_in = next(phase for phase in played if phase.written.tag == "S1903M")
    assert shut_in.position.unit_in("bar") is not None
    assert shut_in.position.board.fleet_neighbors("bar") == ()
    assert around(played, "S1903E", "bar") == [["out", "tun"]]
    assert "tun/bar" in {getattr(order, "to", None) for order in played[-2].orders}


def test_a_unit_that_lost_its_way_out_by_an_event_is_disbanded_at_once(played: tuple[PlayedPhase, ...]) -> None:
    spring = next(phase.turn for phase in played if phase.written.tag == "S1902M")
    assert "A Bul had nowhere to retreat and leaves the board." in [event.text for event in spring.events]


def test_what_is_written_before_the_orders_is_thought_better_of_or_refused(played: tuple[PlayedPhase, ...]) -> None:
    early = {}
    for phase in played:
        for who, text in phase.written.mails:
            if "separate" in text:
                (order,) = understand(phase.position, who, text)
                assert not isinstance(order, Complaint | Wait)
                assert order not in phase.orders
                early[phase.written.tag, who] = illegal(VARIANT, phase.position, order, RULES)
    assert early["W1901E", "germany"] is None
    fault = early["S1902E", "austria"]
    assert fault is not None
    assert fault.code == "seism_no_border"
