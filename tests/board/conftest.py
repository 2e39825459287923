"""Boards and independent lists for the board's tests."""

from pathlib import Path

import pytest

from judge.board.board import Board
from judge.board.library import load_board


@pytest.fixture(scope="session")
def standard() -> Board:
    return load_board("standard")


@pytest.fixture(scope="session")
def standard_pairs() -> dict[str, set[tuple[str, str]]]:
    """The pairs of neighbors for armies and for fleets, from a list that knows nothing of the map file."""
    found: dict[str, set[tuple[str, str]]] = {}
    kind = ""
    for line in (Path(__file__).parent / "standard_pairs.txt").read_text(encoding="utf-8").splitlines():
        if line in ("army", "fleet"):
            found[kind := line] = set()
        elif line.startswith("  "):
            place, neighbors = line.strip().split(": ")
            found[kind] |= {(place, neighbor) for neighbor in neighbors.split()}
    return found
