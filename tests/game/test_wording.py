"""Orders in canonical words."""

from dataclasses import dataclass

import pytest

from judge.board import Board
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.units import UnitKind
from judge.game.wording import word_order

A, F = UnitKind.ARMY, UnitKind.FLEET


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Hold(power="france", kind=A, at="par"), "A Par H"),
        (Move(power="france", kind=A, at="par", to="bur"), "A Par - Bur"),
        (Move(power="france", kind=F, at="spa/sc", to="eng"), "F Spa/sc - ENG"),
        (Move(power="france", kind=A, at="par", to="spa", convoyed=True), "A Par - Spa via convoy"),
        (Move(power="france", kind=A, at="par", to="spa", route=("eng",)), "A Par - ENG - Spa"),
        (Support(power="france", kind=A, at="par", target="mun", to="bur", target_kind=A), "A Par S A Mun - Bur"),
        (Support(power="france", kind=A, at="par", target="bur", target_kind=A), "A Par S A Bur"),
        (Support(power="france", kind=A, at="par", target="bur"), "A Par S Bur"),
        (Convoy(power="france", kind=F, at="eng", target="par", to="spa", target_kind=A), "F ENG C A Par - Spa"),
        (Retreat(power="france", kind=A, at="par", to="bur"), "A Par - Bur"),
        (Disband(power="france", kind=A, at="par"), "A Par disband"),
        (Build(power="france", kind=F, at="spa/nc"), "build F Spa/nc"),
        (Remove(power="france", kind=A, at="par"), "remove A Par"),
        (Waive(power="france"), "waive"),
        (Waive(power="france", count=2), "waive 2"),
    ],
)
def test_every_class_of_orders_has_its_words(little_board: Board, order: Order, words: str) -> None:
    assert word_order(little_board, order) == words


def test_an_order_of_an_unknown_class_is_refused(little_board: Board) -> None:
    @dataclass(frozen=True)
    class Dance:
        power: str = "france"
        at: str = "par"

    with pytest.raises(TypeError, match="Dance"):
        word_order(little_board, Dance())
