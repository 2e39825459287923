"""Boards and independent lists for the board's tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.board.board import Board
from judge.board.library import load_board
from judge.board.mapfile import read_map
from judge.errors import MapError

Pairs = dict[str, set[tuple[str, str]]]


@pytest.fixture(scope="session")
def standard() -> Board:
    return load_board("standard")


@pytest.fixture(scope="session")
def colonial() -> Board:
    return load_board("colonial")


@pytest.fixture(scope="session")
def modern() -> Board:
    return load_board("modern")


@pytest.fixture(scope="session")
def standard_pairs() -> Pairs:
    """The pairs of the Standard board, from a list that knows nothing of the map file."""
    return read_pairs("standard_pairs.txt")


@pytest.fixture(scope="session")
def colonial_pairs() -> Pairs:
    """The pairs of the Colonial board, from a list that knows nothing of the map file."""
    return read_pairs("colonial_pairs.txt")


@pytest.fixture(scope="session")
def modern_pairs() -> Pairs:
    """The pairs of the Modern board, from a list that knows nothing of the map file."""
    return read_pairs("modern_pairs.txt")


def read_pairs(file: str) -> Pairs:
    """The pairs of neighbors for armies and for fleets in an independent list."""
    found: Pairs = {}
    kind = ""
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line in ("army", "fleet"):
            found[kind := line] = set()
        elif line.startswith("  "):
            place, neighbors = line.strip().split(": ")
            found[kind] |= {(place, neighbor) for neighbor in neighbors.split()}
    return found


@pytest.fixture(scope="session")
def tiny_text() -> str:
    """A small map file with one of everything that the form knows."""
    return (Path(__file__).parent / "tiny.map").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def tiny(tiny_text: str) -> Board:
    return read_map(tiny_text, "tiny.map")


@pytest.fixture
def refuse(tiny_text: str) -> Callable[[dict[str, str], str, str], None]:
    """Change whole lines of the tiny map; expect the refusal to name a line (by its text) and to say something."""

    def refuse(changes: dict[str, str], at: str, saying: str) -> None:
        lines = tiny_text.splitlines()
        for old, new in changes.items():
            assert lines.count(old) == 1, f"{old!r} is not one line of the tiny map"
            lines[lines.index(old)] = new
        text = "\n".join(lines)
        numbers = [number for number, line in enumerate(text.splitlines(), start=1) if line == at]
        with pytest.raises(MapError) as caught:
            read_map(text, "tiny.map")
        assert saying in caught.value.problem
        # Of lines that read alike the last is the one that is too many.
        assert (caught.value.file, caught.value.line) == ("tiny.map", numbers[-1])
        assert str(caught.value).startswith(f"tiny.map:{numbers[-1]}: ")

    return refuse
