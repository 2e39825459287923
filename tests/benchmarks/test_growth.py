"""How the cost of a phase grows with its units."""

import math
import random
import statistics
import time

import pytest

from judge.adjudication.movement import play_movement
from tests.benchmarks.boards import tiled
from tests.peers.drawing import draw_movement

COPIES = (1, 2, 3, 5, 7, 9)
UNITS = 34  # on each copy of the board
PHASES = 12


@pytest.mark.benchmark(timer=time.process_time)
def test_cost_grows_linearly_with_the_units(benchmark, standard, figures):
    """Boards of 1 to 9 copies of Standard with 34 to 306 units; the exponent is 1 for linear growth, 2 for squares."""
    spent: dict[int, float] = {}
    drawn = {
        copies: [
            draw_movement(random.Random(f"growth {copies} {number}"), tiled(standard, copies), UNITS * copies)
            for number in range(PHASES)
        ]
        for copies in COPIES
    }

    def run() -> None:
        for copies, phases in drawn.items():
            started = time.process_time()
            for phase in phases:
                play_movement(standard, phase.position, phase.orders, standard.rules)
            took = (time.process_time() - started) / PHASES
            spent[copies] = min(took, spent.get(copies, took))

    benchmark.pedantic(run, rounds=5, iterations=1, warmup_rounds=1)
    for copies, seconds in spent.items():
        units = UNITS * copies
        figures.lines.append(
            f"growth: {units:>4} units {seconds * 1e3:>7.2f} ms, {seconds * 1e6 / units:>5.1f} µs a unit"
        )
    sizes = [math.log(copies) for copies in spent]
    slope, _ = statistics.linear_regression(sizes, [math.log(seconds) for seconds in spent.values()])
    figures.lines.append(f"growth: exponent {slope:.2f} (1 is linear)")
    assert slope < 1.5
