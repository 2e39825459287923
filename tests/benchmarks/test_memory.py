"""What a loaded Standard board with its parser takes of the memory."""

import subprocess
import sys

_SCRIPT = """
import os
from pathlib import Path
from judge.adjudication.turns import play_turn, start_position
from judge.game.lines import NumberedLine
from judge.language.orders import read_orders
from judge.variants.table import find_variant

variant = find_variant("standard")
position = start_position(variant)
orders = read_orders(variant, position, "france", NumberedLine(1, "A Par - Bur"))
assert len(play_turn(variant, position, orders, variant.rules).outcomes) == len(position.units)
print(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
"""
LIMIT = 60 * 2**20  # bytes


def test_memory_of_a_loaded_board_with_parser(benchmark, figures):
    """All of the process: Python, the board, the parser, one line read and one turn played."""
    sizes: list[int] = []

    def run() -> None:
        done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
        sizes.append(int(done.stdout))

    benchmark.pedantic(run, rounds=3, iterations=1)
    figures.lines.append(f"memory: {min(sizes) / 2**20:.1f} MiB for Standard with its parser")
    assert min(sizes) < LIMIT
