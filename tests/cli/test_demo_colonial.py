"""The scripted Colonial game that the demonstration plays, played here without any mail."""

from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, owed
from judge.cli.demo.script import Script, read_script
from judge.cli.demo.show import SCRIPTS, scripted_games
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.language.commands import read_statements
from judge.language.orders import read_orders
from judge.variants import find_variant
from judge.variants.colonial.railway import Train
from tests.cli.scripts import PlayedPhase, play_script

VARIANT = find_variant("colonial")
RULES = replace(VARIANT.rules, to_win=12)


@pytest.fixture(scope="module")
def script() -> Script:
    return read_script(SCRIPTS / "colonial.game")


@pytest.fixture(scope="module")
def played(script: Script) -> tuple[PlayedPhase, ...]:
    return tuple(play_script(script, VARIANT, RULES))


def events(played: tuple[PlayedPhase, ...], *kinds: str) -> list[tuple[str, str]]:
    return [
        (phase.written.tag, event.text) for phase in played for event in phase.turn.events if event.kind in kinds
    ]  # fmt: skip


def test_the_script_is_one_of_the_demonstrations_and_wins_with_twelve_centers(script: Script) -> None:
    assert "colonial" in scripted_games()
    assert (script.variant, script.options) == ("colonial", "to_win=12")


def test_the_script_goes_on_for_three_years_until_somebody_has_won(played: tuple[PlayedPhase, ...]) -> None:
    assert [phase.turn.winner for phase in played[:-1]] == [()] * (len(played) - 1)
    assert played[-1].turn.winner == ("russia",)
    assert len(played[-1].turn.after.counted_of("russia")) == 12
    assert {phase.written.tag[1:5] for phase in played} == {"1870", "1871", "1872"}


def test_in_each_phase_just_those_are_named_who_have_something_to_decide(played: tuple[PlayedPhase, ...]) -> None:
    for phase in played:
        powers = [power.id for power in VARIANT.board.powers]
        due = [power for power in powers if not owed(VARIANT, phase.position, power).nothing]
        assert [power for power, _ in phase.written.orders] == due, phase.written.tag
        assert [left for power in due if (left := missing(VARIANT, phase.position, power, phase.orders))] == []


def test_all_orders_are_read_and_possible(played: tuple[PlayedPhase, ...]) -> None:
    for phase in played:
        assert phase.complaints == (), phase.written.tag
        for order in phase.orders:
            assert illegal(VARIANT, phase.position, order, RULES) is None, (phase.written.tag, order)


def test_every_mail_beside_the_orders_is_understood(played: tuple[PlayedPhase, ...]) -> None:
    early: list[Order | Complaint] = []
    commands = 0
    for phase in played:
        for who, text in phase.written.mails:
            lines = [NumberedLine(number, line) for number, line in enumerate(text.splitlines(), start=1)]
            for statement in read_statements(lines):
                assert statement.complaint is None
                if statement.command is None:
                    early += read_orders(VARIANT, phase.position, who, statement.line)
                commands += statement.command is not None
    assert commands >= 8
    assert [type(order) for order in early] == [Train, Train]


def test_trains_arrive_are_met_on_the_line_and_cannot_leave(played: tuple[PlayedPhase, ...]) -> None:
    assert events(played, "train") == [
        ("S1870M", "The train from Moscow arrived in Irkutsk."),
        (
            "S1871M",
            "The train from Moscow to Vladivostok stopped in Omsk: it met A Mon - Kra in Kra, and neither got in.",
        ),
        ("F1871M", "The train from Omsk arrived in Irkutsk."),
        ("S1872M", "The train from Omsk arrived in Perm."),
        ("F1872M", "The train from Perm to Irkutsk did not leave Perm: it met A Kra - Oms in Oms, and neither got in."),
    ]


def test_the_canal_is_closed_passed_by_leave_and_passed_by_its_own_power(played: tuple[PlayedPhase, ...]) -> None:
    assert events(played, "canal") == [
        (
            "F1870M",
            "The Suez Canal was closed to F REDS of Britain: there was no unit in Egypt to open it.",
        ),
        ("S1871M", "F REDS of Britain passed the Suez Canal by leave of Turkey."),
        ("S1872M", "F MEDS of Turkey passed the Suez Canal."),
    ]


def test_hong_kong_is_captured_twice_and_counts_nothing_for_china(played: tuple[PlayedPhase, ...]) -> None:
    taken = [told for told in events(played, "center") if "Hong Kong" in told[1]]
    assert taken == [
        ("F1870M", "China takes Hong Kong from Britain, where it counts nothing."),
        ("F1871M", "Britain takes Hong Kong from China."),
    ]


def test_units_are_dislodged_and_retreat(played: tuple[PlayedPhase, ...]) -> None:
    results = {outcome.result for phase in played for outcome in phase.turn.outcomes}
    assert {"retreats", "builds", "waives", "supports", "bounces"} <= results
    assert any(outcome.dislodged for phase in played for outcome in phase.turn.outcomes)
