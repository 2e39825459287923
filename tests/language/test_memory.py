"""A line seen before means the same order, as long as what it points at is the same."""

import tracemalloc
from dataclasses import replace

import pytest

from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Hold, Move, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.language.memory import LONGEST, forget_lines, meanings
from judge.language.order_parser import order_parser
from judge.language.orders import read_orders
from judge.variants.table import find_variant

STANDARD = find_variant("standard")
A, F = UnitKind.ARMY, UnitKind.FLEET


@pytest.fixture(autouse=True)
def fresh():
    forget_lines()


def position(*units: tuple[UnitKind, str, str], tag: str = "S1901M") -> Position:
    phase = parse_phase(tag)
    assert phase is not None
    return Position(board=STANDARD.board, phase=phase, units=tuple(Unit(*unit) for unit in units), centers=())


def read(where: Position, text: str, rules=None):
    return read_orders(STANDARD, where, "france", NumberedLine(1, text), rules)


def test_a_known_line_gives_the_very_order_it_gave_before() -> None:
    where = position((A, "par", "france"))
    (first,) = read(where, "A Par - Bur")
    assert first == Move(power="france", kind=A, at="par", to="bur")
    (again,) = read(position((A, "par", "france"), (F, "bre", "france")), "a PAR - bur")
    assert again is first


def test_a_known_line_is_read_anew_where_other_units_stand() -> None:
    """The kind and the coast of a unit, and whose the supported one is, come from the position."""
    assert read(position((A, "bre", "france")), "Bre H") == (Hold(power="france", kind=A, at="bre"),)
    assert read(position((F, "bre", "france")), "Bre H") == (Hold(power="france", kind=F, at="bre"),)
    line = "A Par S A Bur"
    powers = ("france", "germany", "italy", "germany", "france")
    for power in powers:
        (order,) = read(position((A, "par", "france"), (A, "bur", power)), line)
        assert isinstance(order, Support)
        assert order.target_power == power
    assert len(meanings(STANDARD, position(), "france", line.lower())) == len(set(powers))


def test_a_known_line_is_read_anew_under_other_rules() -> None:
    where = position((A, "par", "france"))
    assert read(where, "Par - Bur") == (Move(power="france", kind=A, at="par", to="bur"),)
    (refused,) = read(where, "Par - Bur", replace(STANDARD.rules, missing_kind="a_invalid"))
    assert isinstance(refused, Complaint)


def test_a_line_that_was_read_with_a_remark_keeps_its_remark() -> None:
    where = position((F, "bre", "france"))
    assert len(read(where, "A Bre H")) == len(read(where, "A Bre H")) == 2


def test_only_so_many_meanings_of_a_line_are_kept() -> None:
    for number, at in enumerate(STANDARD.board.powers * 3):
        read(position((A, "par", "france"), (A if number % 2 else F, "pic", at.id)), "A Par S Pic")
    assert len(meanings(STANDARD, position(), "france", "a par s pic")) == 8


def test_a_known_line_is_read_anew_in_another_variant_of_the_same_name() -> None:
    """A third party's variant may call itself as ours is called, and read its orders otherwise."""
    where = position((A, "par", "france"))

    def stays(phrase, _reading):
        return Hold(power="france", kind=A, at="par", given=phrase.rule == "move")

    own = replace(STANDARD, readers=(("move", stays),))
    line = NumberedLine(1, "A Par - Bur")
    for _ in range(2):
        assert read_orders(STANDARD, where, "france", line) == (Move(power="france", kind=A, at="par", to="bur"),)
        assert read_orders(own, where, "france", line) == (Hold(power="france", kind=A, at="par"),)


def test_no_line_of_more_letters_than_people_write_is_kept() -> None:
    """A letter may hold a line of a quarter of a million."""
    where = position((A, "par", "france"))
    for text in ("A Par - Bur" + " " * LONGEST, "A Par - Bur " + "(so far) " * LONGEST):
        assert read(where, text)[0] == Move(power="france", kind=A, at="par", to="bur")
        assert meanings(STANDARD, where, "france", text.lower()) == []
        meanings(STANDARD, where, "france", text.lower()).append("a mark")
        assert meanings(STANDARD, where, "france", text.lower()) == []
    assert read(where, f"A Par - Bur x {'x' * LONGEST}")
    tracemalloc.start()
    try:
        for number in range(40):
            read(where, f"A Par - Bur {number} " + "x" * 50_000)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000


def test_what_is_missing_in_lines_that_cannot_be_read_is_kept_once() -> None:
    """Thousands of such lines are remembered, and few kinds of trouble."""
    parse = order_parser(STANDARD.grammars, STANDARD.board)
    one, other = parse("a par 12"), parse("a par 13")
    assert one.expected
    assert one.expected is other.expected
