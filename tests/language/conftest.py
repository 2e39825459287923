"""Positions to read orders in, and a reader that gives canonical words."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from judge.adjudication.kinds import STANDARD_KINDS
from judge.board.library import load_board
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.phases import parse_phase
from judge.game.position import Dislodged, Position
from judge.game.statements import Statement
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.game.wording import word_order
from judge.language.commands import read_statements
from judge.language.orders import read_orders

Place = Callable[..., Position]
Read = Callable[[Position, str, str], tuple[Order | Complaint, ...]]


def make_unit(text: str, power: str) -> Unit:
    letter, at = text.split()
    return Unit(UnitKind(letter), at, power)


@pytest.fixture
def standard() -> Variant:
    """The Standard board with its order kinds: enough to read orders."""
    return Variant(name="standard", title="Standard", board=load_board("standard"), kinds=STANDARD_KINDS, phases=())


@pytest.fixture
def place(standard: Variant) -> Place:
    """Make a position: phase tag, units by power (None: those of the start), dislodged units with their retreats."""
    board = standard.board

    def make(
        tag: str = "S1901M",
        units: Mapping[str, Iterable[str]] | None = None,
        dislodged: Mapping[str, tuple[str, tuple[str, ...]]] | None = None,
    ) -> Position:
        phase = parse_phase(tag)
        assert phase is not None
        given = {power.id: power.units for power in board.powers} if units is None else units
        made = [make_unit(text, power) for power, texts in given.items() for text in texts]
        gone = [
            Dislodged(make_unit(text, power), None, retreats) for power, (text, retreats) in (dislodged or {}).items()
        ]
        homes = sorted((home, power.id) for power in board.powers for home in power.home)
        return Position(
            board=board, phase=phase, units=tuple(sorted(made, key=lambda unit: unit.sort_key)), centers=tuple(homes),
            dislodged=tuple(gone),
        )  # fmt: skip

    return make


@pytest.fixture
def read(standard: Variant) -> Read:
    """Read one line of a power in a position."""

    def read_line(position: Position, power: str, text: str) -> tuple[Order | Complaint, ...]:
        return read_orders(standard, position, power, NumberedLine(7, text))

    return read_line


def words(read_line: Sequence[Order | Complaint]) -> list[str]:
    """What was read of a line on the Standard board, in canonical words."""
    board = load_board("standard")
    return [f"{one.kind}: {one.problem}" if isinstance(one, Complaint) else word_order(board, one) for one in read_line]


def statements_of(text: str) -> tuple[Statement, ...]:
    """What a letter with this text says."""
    lines = [NumberedLine(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return read_statements(lines)
