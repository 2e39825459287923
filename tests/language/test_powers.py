"""Powers are read by name, adjective, letter, alias or beginning."""

import pytest

from judge.board import Board, Power
from judge.language.powers import read_power, read_powers

BOARD = Board(
    name="small", title="Small", start="S1901M", to_win=2, provinces=(), army=(), fleet=(),
    powers=(
        Power(id="austria", name="Austria", adjective="Austrian", letter="A", aliases=("austria-hungary",)),
        Power(id="france", name="France", adjective="French", letter="F"),
        Power(id="germany", name="Germany", adjective="German", letter="G"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "power"),
    [("France", "france"), ("FRENCH", "france"), ("f", "france"), ("Germ", "germany"), ("France's", "france"),
     ("Austria-Hungary", "austria"), ("aus", "austria"), ("fr", None), ("Japan", None), ("", None)],
)  # fmt: skip
def test_a_power_is_read(word: str, power: str | None) -> None:
    assert read_power(BOARD, word) == power


def test_a_run_of_letters_means_each_power() -> None:
    assert read_powers(BOARD, ("FG",)) == (("france", "germany"), ())


def test_a_list_of_names_keeps_its_order_and_tells_what_is_unknown() -> None:
    assert read_powers(BOARD, ("German", "Japan", "a", "Germany")) == (("germany", "austria"), ("Japan",))
