"""Phases a second, ours and the package's, on the same phases in one run."""

import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from judge.adjudication.turns import play_turn
from judge.game.phases import PhaseKind
from judge.game.wording import word_order, word_unit
from judge.language.memory import forget_lines
from judge.language.order_parser import forget_texts
from judge.language.orders import read_orders

ROUNDS = 5


@pytest.fixture(autouse=True)
def only_what_is_measured_is_collected(phases, texts, documents):
    """The phases that wait for their turn are ours, not the program's; the collector need not look at them."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


by_processor = pytest.mark.benchmark(timer=time.process_time)


def speed(benchmark, run: Callable[[], None], phases: int, rounds: int = ROUNDS) -> float:
    """Phases a second in the best of some rounds; the first one warms up."""
    benchmark.pedantic(run, rounds=rounds, iterations=1, warmup_rounds=1)
    return phases / benchmark.stats.stats.min


@by_processor
def test_a_our_resolver(benchmark, standard, phases, figures):
    play = standard.phase_rules(PhaseKind.MOVEMENT).play

    def run() -> None:
        for drawn in phases:
            play(standard, drawn.position, drawn.orders, standard.rules)

    figures.speeds["a"] = speed(benchmark, run, len(phases))


@by_processor
def test_b_our_library_call_with_new_lines(benchmark, standard, phases, texts, figures, play_texts):
    def run() -> None:
        for drawn, lines in zip(phases, texts, strict=True):
            forget_lines()
            forget_texts()
            play_texts(drawn, lines)

    figures.speeds["b"] = speed(benchmark, run, len(phases))


@by_processor
def test_c_our_library_call_with_lines_seen_before(benchmark, phases, texts, figures, play_texts):
    def run() -> None:
        for drawn, lines in zip(phases, texts, strict=True):
            play_texts(drawn, lines)

    figures.speeds["c"] = speed(benchmark, run, len(phases))


def test_d_and_e_the_package(benchmark, documents, peer, figures):
    totals: list[tuple[float, float]] = []

    def run() -> None:
        reading = playing = 0.0
        for document in documents:
            answer = peer.ask(document)
            reading += answer["reading"]
            playing += answer["playing"]
        totals.append((playing, reading + playing))

    benchmark.pedantic(run, rounds=3, iterations=1, warmup_rounds=1)
    figures.speeds["d"] = len(documents) / min(playing for playing, _ in totals)
    figures.speeds["e"] = len(documents) / min(whole for _, whole in totals)


def test_f_one_call_of_judge_adjudicate(benchmark, standard, phases, figures):
    lines = "".join(json.dumps(as_case(standard, drawn)) + "\n" for drawn in phases)
    few = "".join(lines.splitlines(keepends=True)[:2])
    spent: list[float] = []

    def run() -> None:
        spent.append(processor_time_of_adjudicate(lines) - processor_time_of_adjudicate(few))

    benchmark.pedantic(run, rounds=3, iterations=1)
    figures.speeds["f"] = (len(phases) - 2) / min(spent)


@pytest.fixture
def play_texts(standard):
    """Read the lines of a phase and play the turn."""

    def play(drawn, lines) -> None:
        orders = [
            order for power, line in lines for order in read_orders(standard, drawn.position, power, line)
        ]  # fmt: skip
        turn = play_turn(standard, drawn.position, orders, standard.rules)
        assert len(turn.outcomes) == len(drawn.orders)

    return play


def as_case(standard, drawn):
    """A phase as a case for `judge adjudicate`."""
    board, position = standard.board, drawn.position
    powers = [power.id for power in board.powers]
    return {
        "phase": position.phase.tag,
        "units": {
            power: [word_unit(board, unit.kind, unit.at) for unit in position.units_of(power)] for power in powers
        },
        "centers": {power: [board.write(center) for center in position.centers_of(power)] for power in powers},
        "orders": {
            power: [word_order(board, order) for order in drawn.orders if order.power == power] for power in powers
        },
    }


def processor_time_of_adjudicate(lines: str) -> float:
    """What one call costs from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", "from judge.cli.main import main; main()", "adjudicate", "-"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout.count("\n") == lines.count("\n")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
