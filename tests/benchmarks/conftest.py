"""What all benchmarks share: the phases they run on, and the table at the end of the run."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from judge.game.lines import NumberedLine
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.variants.table import find_variant
from tests.peers.drawing import Drawn, draw_phases
from tests.peers.peer import Document, Peer, write_phase

PHASES = 500


@dataclass
class Figures:
    """What was measured: phases a second by letter, and lines to print."""

    speeds: dict[str, float] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


_FIGURES = pytest.StashKey[Figures]()
_RATIOS = (("a", "d"), ("b", "e"), ("c", "e"), ("f", "e"))
_TITLES = {
    "a": "our resolver, from parsed orders to outcomes with causes",
    "b": "our library call, from order texts, no line seen before",
    "c": "our library call, from order texts, lines seen before",
    "d": "the package diplomacy, processing alone",
    "e": "the package diplomacy, from order texts",
    "f": "judge adjudicate -, JSON lines in and out, start-up taken off",
}


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FIGURES] = Figures()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash[_FIGURES]
    if not figures.speeds and not figures.lines:
        return
    terminalreporter.section("figures, by the time of the processor")
    for letter, speed in sorted(figures.speeds.items()):
        terminalreporter.write_line(f"({letter}) {_TITLES[letter]:<62} {speed:>8.0f} phases/s")
    for one, other in _RATIOS:
        if {one, other} <= figures.speeds.keys():
            terminalreporter.write_line(f"({one})/({other}) = {figures.speeds[one] / figures.speeds[other]:.1f}")
    for line in figures.lines:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> Figures:
    return pytestconfig.stash[_FIGURES]


@pytest.fixture(scope="session")
def standard() -> Variant:
    return find_variant("standard")


@pytest.fixture(scope="session")
def phases(standard: Variant) -> list[Drawn]:
    """The phases that everything is measured on: movement phases of about 34 units."""
    return list(draw_phases("benchmark", PHASES, standard))


@pytest.fixture(scope="session")
def texts(standard: Variant, phases: list[Drawn]) -> list[list[tuple[str, NumberedLine]]]:
    """The orders of each phase as lines, with the power that writes each."""
    return [
        [
            (order.power, NumberedLine(number, word_order(standard.board, order)))
            for number, order in enumerate(drawn.orders, 1)
        ]
        for drawn in phases
    ]  # fmt: skip


@pytest.fixture(scope="session")
def peer() -> Iterator[Peer]:
    process = Peer()
    yield process
    process.close()


@pytest.fixture(scope="session")
def documents(phases: list[Drawn]) -> list[Document]:
    """The phases in the package's words."""
    return [write_phase(drawn) for drawn in phases]
