"""A case tells the state of its game in the form that the variant gives it, and the answer in the same."""

from dataclasses import replace

import pytest

from judge.board import Board
from judge.cli import cases
from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.case_text import read_case_text
from judge.cli.cases import read_case
from judge.errors import CaseError
from judge.game.position import Position
from judge.game.turns import Turn
from judge.variants import find_variant

CASE = {
    "phase": "S1901M", "units": {"France": ["A Par", "F Spa/sc"]},
    "orders": {"France": ["A Par - Bur", "F Spa/sc - MAO"]}, "state": {"closed": ["bur", "par"]},
    "expect": {"orders": {"A Par": "void", "F Spa/sc": "moves"}, "state": {"closed": ["bur", "par"]}},
}  # fmt: skip


def close(board: Board, state: object) -> Board:
    return replace(board, army=tuple(pair for pair in board.army if pair != state))


def read_closed(document: object, _board: Board) -> tuple[str, ...] | None:
    if document is None:
        return None
    if not isinstance(document, dict) or set(document) != {"closed"}:
        raise ValueError("it must be an object with the key closed")
    return tuple(document["closed"])


def write_closed(position: Position) -> object:
    return {"closed": list(position.state)} if isinstance(position.state, tuple) else None


def count_units(turn: Turn) -> dict[str, object]:
    return {"counted": len(turn.after.units)}


@pytest.fixture(autouse=True)
def closed(monkeypatch):
    """A game in which one border of land is closed, as its state says."""
    variant = replace(
        find_variant("standard"), reshape=close, state_from=read_closed, state_to=write_closed, answer_more=count_units
    )
    monkeypatch.setattr(cases, "find_variant", lambda name, on: variant)


def test_the_state_of_a_case_shapes_the_board_and_comes_back_in_the_answer() -> None:
    case = read_case(CASE)
    answer = answer_case(case)
    assert differences(case, answer) == ()
    assert answer["counted"] == 2


def test_without_a_state_the_board_is_as_at_the_start() -> None:
    case = read_case({key: value for key, value in CASE.items() if key != "state"})
    answer = answer_case(case)
    assert [order["result"] for order in answer["orders"]] == ["moves", "moves"]
    assert answer["state"] is None


def test_an_expectation_of_another_state_is_a_difference() -> None:
    case = read_case(CASE | {"expect": {"state": None, "counted": 3}})
    assert len(differences(case, answer_case(case))) == 2


def test_a_plain_text_tells_the_state_in_json() -> None:
    text = 'phase: S1901M\nstate: {"closed": ["bur", "par"]}\nunits:\n  France: A Par\norders:\n  France: A Par - Bur\n'
    document = read_case_text(text, "turn.txt")
    assert document["state"] == CASE["state"]
    with pytest.raises(CaseError, match=r"turn\.txt:1: the state is no JSON"):
        read_case_text("state: closed", "turn.txt")


def test_a_state_that_cannot_be_read_is_named() -> None:
    with pytest.raises(CaseError, match=r"turn\.json:3: state: it must be an object with the key closed"):
        read_case(CASE | {"state": ["bur"]}, "turn.json", 3)


def test_a_state_is_expected_as_far_as_it_is_written(monkeypatch) -> None:
    """Spellings and parts that are not named make no difference; what is named must be so."""

    def read_two(document: object, _board: Board) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((key.lower(), value) for key, value in dict(document or {}).items()))

    def write_two(position: Position) -> object:
        return dict(position.state) if isinstance(position.state, tuple) else None

    variant = replace(find_variant("standard"), state_from=read_two, state_to=write_two)
    monkeypatch.setattr(cases, "find_variant", lambda name, on: variant)
    whole = CASE | {"state": {"a": "x", "b": "y"}}
    for expected, differs in (({"a": "x"}, False), ({"b": "y"}, False), ({"a": "z"}, True), ({"c": "x"}, True)):
        case = read_case(whole | {"expect": {"state": expected}})
        assert bool(differences(case, answer_case(case))) == differs, expected
