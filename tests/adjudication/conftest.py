"""Positions and orders in a few words, for the tests of the rules."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.adjudication.turns import play_turn
from judge.board import Board
from judge.board.library import load_board
from judge.game.causes import tell_cause
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.outcomes import Outcome
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.game.wording import word_order


def read_order(power: str, text: str, phase: str) -> Order:
    """An order in the shortest notation: lower case ids, `A par - bur`, `F eng C wal - bre`, `A yor - nwy via`."""
    words = text.split()
    if words[0] == "waive":
        return Waive(power=power, count=int(words[1]) if len(words) > 1 else None)
    if words[0] in ("build", "remove"):
        made = Build if words[0] == "build" else Remove
        return made(power=power, kind=UnitKind(words[1]), at=words[2])
    kind, at, rest = UnitKind(words[0]), words[1], words[2:]
    if rest[0] == "H":
        return Hold(power=power, kind=kind, at=at)
    if rest[0] == "disband":
        return Disband(power=power, kind=kind, at=at)
    if rest[0] == "-" and phase.endswith("R"):
        return Retreat(power=power, kind=kind, at=at, to=rest[1])
    if rest[0] == "-":
        return Move(power=power, kind=kind, at=at, to=rest[1], convoyed=rest[2:] == ["via"])
    to = rest[3] if len(rest) > 2 else None
    if rest[0] == "S":
        return Support(power=power, kind=kind, at=at, target=rest[1], to=to)
    assert rest[0] == "C"
    assert to is not None
    return Convoy(power=power, kind=kind, at=at, target=rest[1], to=to)


class Scene:
    """A position and what is done in it."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position = variant, position

    def play(self, orders: Mapping[str, Sequence[str]]) -> Turn:
        """Play the phase with these orders, by power."""
        tag = self.position.phase.tag
        read = [read_order(power, text, tag) for power, texts in orders.items() for text in texts]
        return play_turn(self.variant, self.position, read, self.variant.rules)

    def then(self, turn: Turn) -> "Scene":
        """The scene that the turn leads to."""
        return Scene(self.variant, turn.after)


SceneMaker = Callable[..., Scene]


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board("standard")


@pytest.fixture(scope="session")
def standard(board: Board) -> Variant:
    return Variant(name="standard", title="Standard", board=board, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)


@pytest.fixture(scope="session")
def scene(standard: Variant) -> SceneMaker:
    """Make a scene: phase tag, units by power ("A par"), centers by power."""

    def make(
        phase: str, units: Mapping[str, Sequence[str]], centers: Mapping[str, Sequence[str]] | None = None
    ) -> Scene:
        read = parse_phase(phase)
        assert read is not None
        standing = [Unit(UnitKind(text[0]), text[2:], power) for power, texts in units.items() for text in texts]
        owned = [(center, power) for power, texts in (centers or {}).items() for center in texts]
        return Scene(
            standard,
            Position(
                board=standard.board, phase=read, centers=tuple(sorted(owned)),
                units=tuple(sorted(standing, key=lambda unit: unit.sort_key)),
            ),
        )  # fmt: skip

    return make


@pytest.fixture(scope="session")
def words(board: Board) -> Callable[[Turn], dict[str, str]]:
    """What became of each order: its wording to its result, with a `*` when the unit was dislodged."""

    def tell(turn: Turn) -> dict[str, str]:
        return {
            word_order(board, outcome.order): outcome.result + ("*" if outcome.dislodged else "")
            for outcome in turn.outcomes
        }

    return tell


@pytest.fixture(scope="session")
def reasons(board: Board) -> Callable[[Turn], dict[str, str]]:
    """Why each order failed: its wording to the cause in words."""

    def cause(outcome: Outcome) -> str:
        return "" if outcome.cause is None else tell_cause(board, outcome.cause)

    return lambda turn: {word_order(board, outcome.order): cause(outcome) for outcome in turn.outcomes}


@pytest.fixture(scope="session")
def standing() -> Callable[[Position], dict[str, list[str]]]:
    """The units of a position by power."""

    def tell(position: Position) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for unit in position.units:
            found.setdefault(unit.power, []).append(f"{unit.kind.value} {unit.at}")
        return found

    return tell
