"""Orders of games in which units may move twice, as people write them."""

from dataclasses import replace

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import start_position
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Move
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.variants import find_variant

RAPID = find_variant("rapid-deployment")


def read(position, power: str, text: str):
    return read_orders(RAPID, position, power, NumberedLine(3, text))


def words(position, power: str, text: str) -> list[str]:
    return [
        one.problem if isinstance(one, Complaint) else word_order(position.board, one)
        for one in read(position, power, text)
    ]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("F Bre - MAO - Por", ["F Bre - MAO - Por"]),
        ("F Bre-MAO-Por", ["F Bre - MAO - Por"]),
        ("bre → mid atlantic → portugal", ["F Bre - MAO - Por"]),
        ("Fleet Brest to Mid-Atlantic Ocean and then to Portugal", ["F Bre - MAO - Por"]),
        ("F Bre - MAO, then Bre please", ["F Bre - MAO - Bre"]),
        ("F Bre - MAO - Spain (south coast)", ["F Bre - MAO - Spa/sc"]),
        ("F Bre - Gas - Spain", ["F Bre - Gas - Spa/nc"]),
        ("F Bre - MAO hold", ["F Bre - MAO"]),
        ("F Bre - MAO - holds", ["F Bre - MAO"]),
        ("F Bre - MAO", ["F Bre - MAO"]),
        ("A Par - Bur - Mun, A Mar S A Par - Bur; F Bre H", ["A Par - Bur - Mun", "A Mar S A Par - Bur", "F Bre H"]),
        ("A Mar - Spa - Por via convoy", ["A Mar - Spa via convoy - Por"]),
        ("A Mar - Spa via LYO - Por", ["A Mar - Spa via convoy - Por"]),
        ("A Mar - Spa by convoy", ["A Mar - Spa via convoy"]),
        ("A Mar via convoy Spa - Por", ["A Mar - Spa via convoy - Por"]),
        ("A Mar - Spa via LYO", ["A Mar - Spa via convoy"]),
        ("attack Par - Bur - Mun", ["A Par - Bur - Mun"]),
        ("F Bre - MAO S A Mar - Spa", ["F Bre - MAO S A Mar - Spa"]),
        ("F Bre - MAO C A Mar - Por", ["F Bre - MAO C A Mar - Por"]),
        ("f bre mao por", ["F Bre - MAO - Por"]),
        ("Bre MAO Por", ["F Bre - MAO - Por"]),
        ("F Bre - MAO, - Por", ["F Bre - MAO - Por"]),
        ("F Bre - MAO and to Por", ["F Bre - MAO - Por"]),
        ("Fleet Brest moves to MAO, and from there on to Portugal", ["F Bre - MAO - Por"]),
        ("F Bre - MAO - Por, please", ["F Bre - MAO - Por"]),
        ("A Mar - Spa - Por, please!", ["A Mar - Spa - Por"]),
        ("A Mar - Spa (via convoy) - Por", ["A Mar - Spa via convoy - Por"]),
        ("A Mar - Spa (via convoy), then Por", ["A Mar - Spa via convoy - Por"]),
        ("F Bre - MAO (then Por)", ["F Bre - MAO - Por"]),
        ("F Bre - MAO (-> Spa/sc)", ["F Bre - MAO - Spa/sc"]),
        ("F Bre - MAO (to help you) - Por (not Spain)", ["F Bre - MAO - Por"]),
        ("F Bre - MAO and back again", ["F Bre - MAO - Bre"]),
        ("F Bre - MAO - back to Bre", ["F Bre - MAO - Bre"]),
        ("F Bre - MAO, hold", ["F Bre - MAO"]),
        ("F Bre - MAO and hold", ["F Bre - MAO"]),
        ("A Mar S A Par - Bur hold", ["A Mar S A Par - Bur"]),
        ("F Bre - MAO, S A Mar - Spa", ["F Bre - MAO S A Mar - Spa"]),
        ("F Bre - MAO and support A Mar - Spa", ["F Bre - MAO S A Mar - Spa"]),
        ("F Bre - MAO, A Mar S A Par - Bur, Par - Bur", ["F Bre - MAO", "A Mar S A Par - Bur", "A Par - Bur"]),
    ],
)  # fmt: skip
def test_a_chain_of_places_is_two_moves_in_any_spelling(text: str, orders: list[str]) -> None:
    """R16: a hold after the first move changes nothing; R21: `via convoy` is about the first part."""
    position = start_position(RAPID)
    assert words(position, "france", text) == orders
    for order in orders:
        assert words(position, "france", order) == [order]


@pytest.mark.parametrize(
    ("text", "problem", "piece", "example"),
    [
        ("F Bre hold - MAO", "of the two parts the first must be a move", "", "F Bre - MAO"),
        ("F Bre - MAO - Por - Spa/sc", "twice, not more often", "Spa", "F Bre - MAO - Por"),
        ("A Mar S A Par - Bur - Mun", "help can be given to the first only", "Mun", "A Mar S A Par - Bur"),
        ("F Bre - MAO (then Portugl)", "is no place on this board", "Portugl", "F Bre - MAO - Por"),
        ("F Bre - MAO - Por hold", "no third part", "", "F Bre - MAO - Por"),
        ("F Bre - MAO - Por - H", "no third part", "", "F Bre - MAO - Por"),
        ("A Mar - Spa via LYO Por", "a second move wants a dash", "Por", "A Mar - Spa"),
        ("A Mar - Spa via Por", "leads over seas only", "Por", "A Mar - Spa"),
        ("A Mar S A Par - Bur - Mun, please", "help can be given to the first only", "Mun", "A Mar S A Par - Bur"),
        ("F Bre - MAO - Spa", "more than one coast", "Spa", "F Bre - MAO - Spa/nc"),
        ("F MAO C A Par - ENG - Lon", "help can be given to the first only", "Lon", "F MAO C A Par - Lon"),
        ("A Par - Bur - Munchin", "is no place on this board", "Munchin", "A Par - Bur - Mun"),
    ],
)  # fmt: skip
def test_what_the_game_does_not_know_is_told_with_what_would_work(
    text: str, problem: str, piece: str, example: str
) -> None:
    """Rule 4 and R7, R8."""
    (complaint,) = read(start_position(RAPID), "france", text)
    assert isinstance(complaint, Complaint)
    assert problem in complaint.problem
    assert (complaint.piece, complaint.example, complaint.line) == (piece, example, 3)


def test_the_same_chain_is_the_way_of_a_convoy_in_the_standard_game() -> None:
    standard = find_variant("standard")
    (order,) = read_orders(standard, start_position(standard), "england", NumberedLine(1, "A Lvp - IRI - Bre"))
    assert word_order(standard.board, order) == "A Lvp - IRI - Bre via convoy"
    assert words(start_position(RAPID), "england", "A Lvp - IRI - Bre") == ["A Lvp - IRI - Bre"]


@pytest.mark.parametrize("text", ["A Lvp - IRI - Bre", "A Mar S A Par - Bur - Mun", "F Bre C A Par - Bur - Mun"])
def test_a_chain_that_only_the_grammar_beneath_can_read_is_two_moves_all_the_same(text: str) -> None:
    """R21, R8: what our own grammar cannot read goes to that of the game beneath, which knows chains as ways."""
    below = replace(RAPID, grammars=("orders",))
    power = "england" if "Lvp" in text else "france"
    (found,) = read_orders(below, start_position(RAPID), power, NumberedLine(1, text))
    (wanted,) = read_orders(RAPID, start_position(RAPID), power, NumberedLine(1, text))
    assert found == wanted


@pytest.mark.parametrize(
    ("board", "power", "text", "order"),
    [
        ("colonial", "turkey", "F Con - MEDS and back", "F Con - MEDS - Con"),
        ("colonial", "turkey", "F Con - MEDS and to BLAS", "F Con - MEDS - BLAS"),
        ("colonial", "turkey", "F Con - MEDS and hold", "F Con - MEDS"),
        ("colonial", "holland", "F Sum - And - Ben, please", "F Sum - ANDS - Ben"),
        ("modern", "spain", "A Mad - And and back", "A Mad - And - Mad"),
        ("modern", "spain", "A Mad - Sve and to And", "A Mad - Sve - And"),
        ("modern", "spain", "a mad sve and", "A Mad - Sve - And"),
        ("modern", "spain", "a mad - sve, please", "A Mad - Sve"),
    ],
)  # fmt: skip
def test_the_little_words_are_read_on_boards_with_a_place_named_and(board, power, text: str, order: str) -> None:
    variant = find_variant("rapid-deployment", board)
    position = start_position(variant)
    (found,) = read_orders(variant, position, power, NumberedLine(1, text))
    assert word_order(position.board, found) == order


def test_a_place_behind_a_comma_is_not_taken_for_a_second_move() -> None:
    """It might begin the next order; the line is explained."""
    order, complaint = read(start_position(RAPID), "france", "F Bre - MAO, Por")
    assert isinstance(order, Move)
    assert isinstance(complaint, Complaint)


@pytest.mark.parametrize("power", ["england", "france", "russia"])
def test_all_possible_orders_are_read_back_from_their_wording(power: str) -> None:
    position = start_position(RAPID)
    legal = legal_orders(RAPID, position, power)
    assert len(legal) == len(set(legal)) > 60
    for order in legal:
        assert read(position, power, word_order(position.board, order)) == (order,)
