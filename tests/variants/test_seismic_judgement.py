"""Which seismic events of a phase happen."""

import pytest

from judge.board.library import load_board
from judge.board.reshaping import reshape
from judge.variants.seismic.judgement import happening, judge_seisms

SERBIA = "Bul & Gre separate, Ser & AEG connect"
GREECE = "Bul & AEG separate, Gre & Con connect"
SMYRNA = "Con & AEG separate, Bul & Smy connect"
IBERIA = "Por & Spa separate, MAO & MAO connect"


@pytest.fixture
def fates(seism):
    """The fates of orders by power, after events, and what happens."""

    def judge(*asked, after=(), option="a", board="standard"):
        start = reshape(load_board(board), tuple(map(seism, after)))
        orders = [(f"power{number}", seism(text)) for number, text in enumerate(asked)]
        judged = judge_seisms(start, orders, beaten_blocks=option == "a")
        assert [(one.power, one.seism) for one in judged] == orders
        for one in judged:
            assert (one.fate.value == "inadmissible") == bool(one.by)
            assert all(any(other.key == by for other in judged) for by in one.by)
        reshape(start, happening(start, judged))
        return [one.fate.value for one in judged]

    return judge


def test_equal_orders_that_would_split_the_aegean_both_fail(fates):
    """Rule 7, example 1."""
    assert fates(SERBIA, GREECE) == ["inadmissible", "inadmissible"]


def test_an_order_given_twice_succeeds_against_one(fates):
    """Rule 7, example 2; rule 6."""
    assert fates(SERBIA, SERBIA, GREECE) == ["succeeds", "succeeds", "inadmissible"]


def test_two_links_from_one_rim_to_one_island_both_fail(fates):
    """Rule 7, example 3: a ring of two."""
    assert fates("Por & Ire connect", "Por & Bre connect", after=[IBERIA]) == ["inadmissible", "inadmissible"]


def test_events_without_a_common_corner_all_happen(fates):
    assert fates(SERBIA, SMYRNA) == ["succeeds", "succeeds"]


def test_a_beaten_order_still_spoils_a_weaker_one(fates):
    """S7, option a."""
    asked = [SERBIA] * 3 + [GREECE] * 2 + [SMYRNA]
    assert fates(*asked) == ["succeeds"] * 3 + ["inadmissible"] * 3


def test_a_beaten_order_spoils_nobody_where_the_game_has_it_so(fates):
    """S7, option b."""
    asked = [SERBIA] * 3 + [GREECE] * 2 + [SMYRNA]
    assert fates(*asked, option="b") == ["succeeds"] * 3 + ["inadmissible"] * 2 + ["succeeds"]


def test_what_is_not_applicable_neither_counts_nor_spoils(fates):
    """S6."""
    assert fates(SERBIA, "Bul & AEG separate, Gre & Smy connect") == ["succeeds", "not-applicable"]
