"""A variant may extend the order grammar; the shared parts hold for it too."""

from dataclasses import dataclass, replace

import pytest

from judge.board.library import load_board
from judge.errors import GrammarError
from judge.game.complaints import Complaint
from judge.game.kinds import OrderKind
from judge.game.lines import NumberedLine
from judge.game.orders import Move
from judge.game.phrases import Phrase, UnitPhrase
from judge.game.units import Unit, UnitKind
from judge.game.wording import word_order
from judge.language.order_parser import order_parser
from judge.language.orders import read_orders

EXTENDED = """
%import .orders (order, hold, move, support, convoy, retreat, disband, build, waive, bare, unit, place, via)
%import .orders (_go, _by, SIGN, KIND, COAST, HOLD, ARROW, GO, SUPPORT, CONVOY, VIA_CONVOY, VIA, RETREAT, DISBAND)
%import .orders (BUILD, WAIVE, REST, BLANK, FILLER, COURTESY, NUMBER, PLACE, NATION)

start: SIGN? (order | split) COURTESY?
split: place "&" place SPLIT ("," place "&" place JOIN)?
SPLIT.9: /separate\\b/
JOIN.9: /connect\\b/

%ignore BLANK
%ignore FILLER
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    power: str
    places: tuple[str, ...]
    at: str = ""


def read_split(phrase, reading):
    provinces = tuple(place.provinces[0] for place in phrase.places)
    if len(set(provinces)) < len(provinces) and len(provinces) == 2:
        return reading.complain("one place cannot part from itself", "Por & Spa separate", phrase.places[1])
    if provinces[0] in ("bre", "mao"):
        # an order that the language layer reads, in another position than the one on the board
        units = (UnitPhrase(phrase.places[0]),)
        moved = replace(reading.position, units=(Unit(UnitKind.FLEET, provinces[0], reading.power),))
        return reading.order(Phrase(rule="move", units=units, places=phrase.places[1:]), moved)
    return Split(power=reading.power, places=provinces)


@pytest.fixture
def extended(standard, tmp_path):
    grammar = tmp_path / "splitting.lark"
    grammar.write_text(EXTENDED)
    kind = OrderKind(
        name="split", order=Split, phases="M", word=lambda board, order: "", illegal=lambda *_: None, read=read_split
    )
    return replace(standard, name="splitting", grammars=(str(grammar), "orders"), kinds=(kind,))


def read(variant, position, text):
    return read_orders(variant, position, "france", NumberedLine(1, text))


def test_a_variants_own_order_is_read_by_its_own_reader(extended, place) -> None:
    assert read(extended, place(), "Por & Spa separate, MAO & the Gulf of Lyon connect") == (
        Split(power="france", places=("por", "spa", "mao", "lyo")),
    )
    (complaint,) = read(extended, place(), "Por & Por separate")
    assert isinstance(complaint, Complaint)
    assert complaint.problem == "one place cannot part from itself"
    assert (complaint.line, complaint.column, complaint.piece) == (1, 7, "Por")


def test_a_variants_own_reader_may_have_a_part_read_in_another_position(extended, place) -> None:
    bare = place(units={})
    assert read(extended, bare, "Bre & Mao separate") == (
        Move(power="france", kind=UnitKind.FLEET, at="bre", to="mao"),
    )
    (complaint,) = read(extended, bare, "Mao & Spa separate")
    assert isinstance(complaint, Complaint)
    assert complaint.kind == "ambiguous"


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Bur", "the fleet in Brest supports English F Lon - Eng, please", "F Bre - Mid-Atlantic Ocean",
        "A Par - Bur, A Mar H; F Bre C A Lvp - Gas", "A Par - Mxo", "Hello there", "Par & Bur H",
    ],
)  # fmt: skip
def test_the_orders_of_standard_are_read_the_same_under_an_extending_grammar(text, standard, extended, place) -> None:
    def told(variant):
        found = read(variant, place(), text)
        return [
            (one.kind, one.column, one.piece, one.expected)
            if isinstance(one, Complaint)
            else word_order(variant.board, one)
            for one in found
        ]

    assert told(extended) == told(standard)


def test_what_one_grammar_cannot_read_is_given_to_the_next(extended, place, tmp_path) -> None:
    narrow = tmp_path / "narrow.lark"
    narrow.write_text(
        "%import .orders (unit, place, PLACE, KIND, COAST, ARROW, BLANK)\n%import .common (NATION, SPACE)\n"
        "start: split\nsplit: unit ARROW place ARROW place\n%ignore BLANK\n"
    )
    variant = replace(extended, grammars=(str(narrow), "orders"))
    assert read(variant, place(), "F Lon - Nth - Nwy") == (Split(power="france", places=("nth", "nwy")),)
    assert [word_order(variant.board, order) for order in read(variant, place(), "A Par H")] == ["A Par H"]
    (complaint,) = read(variant, place(), "A Par S A Mxo")
    assert isinstance(complaint, Complaint)
    assert complaint.piece == "Mxo"


def test_the_parser_is_built_once_for_a_grammar_and_the_names_of_a_board() -> None:
    board = load_board("standard")
    moved = replace(board, army=board.army[1:])
    assert order_parser(("orders",), board) is order_parser(("orders",), moved)
    renamed = replace(board, provinces=(replace(board.provinces[0], name="Hadria"), *board.provinces[1:]))
    assert order_parser(("orders",), board) is not order_parser(("orders",), renamed)


def test_a_wrong_grammar_is_our_own_trouble(tmp_path) -> None:
    broken = tmp_path / "broken.lark"
    broken.write_text("start: nothing\n")
    with pytest.raises(GrammarError, match="nothing"):
        order_parser((str(broken),), load_board("standard"))
    with pytest.raises(GrammarError, match=r"nowhere\.lark"):
        order_parser(("nowhere",), load_board("standard"))
