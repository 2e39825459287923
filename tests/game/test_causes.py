"""Causes in words."""

import pytest

from judge.board import Board
from judge.game import causes
from judge.game.causes import CAUSES, tell_cause
from judge.game.orders import Hold, Move, Support
from judge.game.outcomes import Cause
from judge.game.units import UnitKind

A, F = UnitKind.ARMY, UnitKind.FLEET


def test_a_standoff_names_the_other_move_and_both_strengths(little_board: Board) -> None:
    cause = Cause(code="standoff", by=(Move(power="germany", kind=A, at="mun", to="bur"),), strengths=(1, 1))
    assert tell_cause(little_board, cause) == "bounced against A Mun - Bur, 1 against 1"


def test_a_unit_that_stays_is_named_without_its_order(little_board: Board) -> None:
    stays = Support(power="france", kind=A, at="bur", target="par", target_kind=A)
    assert tell_cause(little_board, Cause(code="held_off", by=(stays,), strengths=(1, 2))) == (
        "held off by A Bur, 1 against 2"
    )


def test_several_orders_are_joined(little_board: Board) -> None:
    both = (Move(power="germany", kind=A, at="mun", to="bur"), Move(power="france", kind=A, at="par", to="bur"))
    assert tell_cause(little_board, Cause(code="cut", by=both)) == "cut by A Mun - Bur and A Par - Bur"


def test_a_place_is_written_as_people_write_it(little_board: Board) -> None:
    assert tell_cause(little_board, Cause(code="no_convoy_in", place="eng")) == "no fleet in ENG convoys it"
    assert tell_cause(little_board, Cause(code="unreachable", place="spa/nc")) == "it cannot reach Spa/nc"


def test_words_that_a_cause_is_about_are_put_in(little_board: Board, monkeypatch) -> None:
    monkeypatch.setitem(causes._WORDS, "no_border", "{0} and {1} have no border")
    assert tell_cause(little_board, Cause(code="no_border", about=("Par", "Out"))) == "Par and Out have no border"


@pytest.mark.parametrize("code", sorted(CAUSES))
def test_every_cause_can_be_told_in_one_line(little_board: Board, code: str) -> None:
    by, words = (Hold(power="france", kind=A, at="par"),), ("Bul", "Gre", "Ser", "AEG")
    cause = Cause(code=code, by=by, place="bur", strengths=(2, 3), about=words)
    told = tell_cause(little_board, cause)
    assert told
    assert not set("{}\n") & set(told)
    for blank, words in {"{orders}": "A Par H", "{units}": "A Par", "{place}": "Bur", "{other}": "3"}.items():
        assert (blank in CAUSES[code]) <= (words in told)
