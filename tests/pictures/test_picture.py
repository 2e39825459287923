"""What is in a picture: units, orders with their fates, owners; and that it is the same each time."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from judge.adjudication.turns import play_turn, start_position
from judge.errors import PictureError
from judge.game.lines import NumberedLine
from judge.game.phases import parse_phase
from judge.game.rules import Rules
from judge.language.orders import read_orders
from judge.pictures.picture import draw
from judge.pictures.theme import FAILURE
from judge.pictures.views import View, surroundings, view_of_position, view_of_turn
from judge.variants import find_variant
from tests.pictures.conftest import PLAYED, given, random_game

SPACE = "{http://www.w3.org/2000/svg}"


def tree(view: View) -> ElementTree.Element:
    return ElementTree.fromstring(draw(view))


def start(name: str) -> View:
    return view_of_position(start_position(find_variant(name), Rules()), "cassis")


def units(view: View) -> list[str]:
    return [
        one.get("href", "") for one in tree(view).iter(f"{SPACE}use") if "scale(0.75)" not in one.get("transform", "")
    ]


def texts(view: View) -> list[str]:
    return [one.text or "" for one in tree(view).iter(f"{SPACE}text")]


def spring(*orders: str) -> View:
    """Spring 1901 of Standard with these orders, each `power: order`."""
    variant = find_variant("standard")
    position = start_position(variant, Rules())
    found = []
    for number, line in enumerate(orders, 1):
        power, text = line.split(": ")
        found += read_orders(variant, position, power, NumberedLine(number, text), Rules())
    return view_of_turn(play_turn(variant, position, tuple(found), Rules()), "cassis")


@pytest.mark.parametrize("name", PLAYED)
def test_a_start_shows_every_unit_with_its_letter_and_every_power_with_its_centers(name: str) -> None:
    view = start(name)
    assert sorted(units(view)) == sorted("#army" if unit.kind.value == "A" else "#fleet" for unit in view.units)
    found = texts(view)
    for power in view.board.powers:
        if power.seated:
            assert power.name in found
            assert found.count(power.letter) == 1 + sum(unit.power == power.id for unit in view.units)
    assert f"cassis · {start_position(find_variant(name), Rules()).phase.title}" in found
    names = {province.abbreviation for province in view.board.provinces}
    assert names <= set(found)


def crosses(view: View) -> int:
    """The red crosses on the map; the one in the key is not counted."""
    red = [one for one in tree(view).iter(f"{SPACE}path") if one.get("stroke") == FAILURE]
    return len(red) - ("failed" in texts(view))


def test_a_move_that_fails_is_crossed_and_one_that_succeeds_is_not() -> None:
    assert crosses(spring("france: A Par - Bur", "germany: A Mun - Ruh")) == 0
    assert crosses(spring("france: A Par - Bur", "germany: A Mun - Bur")) == 2


def test_a_support_that_is_cut_is_crossed() -> None:
    orders = ("austria: A Vie - Tyr", "italy: A Ven - Tyr", "germany: A Mun S A Ven - Tyr")
    assert crosses(spring(*orders)) == 1  # Vienna's
    assert "support" in texts(spring(*orders))


def test_the_key_names_only_what_is_in_the_picture() -> None:
    assert "move" not in texts(start("standard"))
    found = texts(spring("france: A Par - Bur"))
    assert "move" in found
    assert not {"support", "failed", "dislodged", "new", "retreat"} & set(found)


def dislodging_game() -> list[View]:
    """The turns of a random game in which somebody is dislodged, with the retreats after them."""
    for seed in range(40):
        turns = list(random_game("standard", seed, 6))
        for turn, after in pairwise(turns):
            if turn.after.dislodged:
                return [view_of_turn(turn, "cassis"), view_of_turn(after, "cassis")]
    raise AssertionError("nobody was ever dislodged")


def bursts(view: View) -> int:
    stars = [one for one in tree(view).iter(f"{SPACE}path") if one.get("fill") == FAILURE]
    return len(stars) - ("dislodged" in texts(view))


def test_a_dislodged_unit_has_a_burst_and_stands_beside_the_victor_while_it_retreats() -> None:
    hit, retreat = dislodging_game()
    count = sum(one.dislodged for one in hit.outcomes)
    assert bursts(hit) == bursts(retreat) == count == len(retreat.dislodged)
    assert len(units(retreat)) == len(retreat.units) + count


def test_new_units_are_drawn_with_a_badge() -> None:
    for turn in random_game("standard", 3, 12):
        built = [one for one in turn.outcomes if one.result == "builds"]
        if built:
            view = view_of_turn(turn, "cassis")
            assert len(units(view)) == len(view.units) + len(built)
            assert texts(view).count("+") == len(built) + 1
            return
    raise AssertionError("nobody ever built")


def test_a_train_runs_along_the_railway() -> None:
    variant = find_variant("colonial")
    position = start_position(variant, Rules())
    orders = read_orders(variant, position, "russia", NumberedLine(1, "A Mos - TSR - Irk"), Rules())
    turn = play_turn(variant, position, tuple(orders), Rules())
    data = re.findall(r'd="M([^"]*)" fill="none" stroke="#74459c"', draw(view_of_turn(turn, "cassis")))
    (journey,) = [one for one in data if one.count("L") > 20]
    assert "336.7 75.8" in journey  # a point of the railway between the stations


def test_the_second_half_of_a_double_move_is_lighter() -> None:
    variant = find_variant("rapid-deployment")
    position = start_position(variant, Rules())
    orders = read_orders(variant, position, "france", NumberedLine(1, "F Bre - MAO - Por"), Rules())
    text = draw(view_of_turn(play_turn(variant, position, tuple(orders), Rules()), "cassis"))
    assert text.count('stroke-opacity="0.6"') == 1


@pytest.mark.parametrize("name", PLAYED)
def test_whatever_is_played_can_be_drawn_and_gives_the_same_text_twice(name: str) -> None:
    for turn in random_game(name, 1, 8):
        view = view_of_turn(turn, "cassis")
        text = draw(view)
        ElementTree.fromstring(text)
        assert text == draw(view)
        assert "nan" not in text


def test_land_between_the_centers_of_one_power_is_tinted_as_its_own() -> None:
    view = start("standard")
    near = surroundings(view.board, view.owners)
    assert {place: near.get(place) for place in ("bur", "gal", "boh", "tyr", "naf")} == {
        "bur": "france", "gal": "austria", "boh": None, "tyr": "austria", "naf": None,
    }  # fmt: skip


def test_a_board_whose_borders_have_moved_is_not_drawn_wrongly() -> None:
    """A drawing is good for one topology; after an event of Seismic Diplomacy the board has another."""
    variant = find_variant("seismic")
    position = start_position(variant, Rules())
    topology = position.board.topology
    assert topology is not None
    side = next(side for side in range(len(topology.owner)) if not topology.is_round(side))
    owner = list(topology.owner)
    owner[side], owner[side ^ 1] = owner[side ^ 1], owner[side]
    changed = replace(position.board, topology=replace(topology, owner=tuple(owner)))
    assert draw(view_of_position(position, "cassis"))
    with pytest.raises(PictureError, match="other borders now"):
        draw(view_of_position(replace(position, board=changed), "cassis"))
    with pytest.raises(PictureError, match="has no drawing"):
        draw(view_of_position(replace(position, board=replace(position.board, name="atlantis")), "cassis"))


def test_the_key_has_no_sign_for_builds_and_removals_that_were_not_made() -> None:
    """As the map has none."""
    start = replace(start_position(find_variant("standard"), Rules()), phase=parse_phase("W1901A"))
    turn = given("standard", start, "france: build A Par", "england: remove F Lon")
    assert [one.result for one in turn.outcomes] == ["void", "void"]
    text = draw(view_of_turn(turn, "cassis"))
    assert ">new<" not in text
    assert ">gone<" not in text
