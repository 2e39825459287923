"""Every spelling of a place on every board is read wherever a place may stand in an order."""

import pytest

from judge.board.gazetteer import gazetteer
from judge.board.library import load_board
from judge.language.order_parser import order_parser

BOARDS = ("standard", "modern", "colonial")
# A place before each word that may follow it, and after each that may go before it. Anywhere, "and" parts orders too.
FORMS = {
    "f {} h": "hold", "f {} s f xyz": "support", "f {} s a xyz - vwx": "support", "f {} c a xyz - vwx": "convoy",
    "f {} d": "disband", "f {} - xyz": "move", "f xyz - {}": "move", "f xyz s f {}": "support",
    "f xyz s f vwx - {}": "support", "f xyz c a {} - vwx": "convoy", "f xyz r {}": "retreat", "build f {}": "build",
    "f {} to xyz": "move", "{} - xyz": "move",
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("form", FORMS)
def test_every_spelling_is_read_in_every_place(name: str, form: str) -> None:
    board = load_board(name)
    parse = order_parser(("orders",), board)
    first, second = ("mos", "sev") if name != "colonial" else ("mos", "oms")
    plain = form.replace("xyz", first).replace("vwx", second)
    for spelling, provinces in gazetteer(board):
        found = parse(plain.format(spelling))
        assert found.phrase is not None, plain.format(spelling)
        assert found.phrase.rule == FORMS[form], plain.format(spelling)
        places = (*(unit.place for unit in found.phrase.units), *found.phrase.places)
        assert provinces in [place.provinces for place in places], plain.format(spelling)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("f and s f sum", "ands", "sum"), ("f sul s a mna", "suls", "mna"), ("f sun s a bor", "suns", "bor"),
        ("f ara s f oma", "ara", "oma"), ("f red s f egy", "reds", "egy"), ("f and.s s f sum", "ands", "sum"),
        ("f and.s. s f sum", "ands", "sum"),
    ],
)  # fmt: skip
def test_a_short_name_before_a_support_is_not_taken_for_the_longer_one(text: str, first: str, second: str) -> None:
    """`sul.s` is the Sulu Sea, as the errata write it; in `F Sul S F Mna` the S is an order."""
    phrase = order_parser(("orders",), load_board("colonial"))(text).phrase
    assert phrase is not None
    assert phrase.rule == "support"
    assert [unit.place.provinces for unit in phrase.units] == [(first,), (second,)]
