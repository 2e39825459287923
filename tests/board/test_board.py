"""A board as a value."""

import pickle
from dataclasses import replace

from judge.board import Board, province_of


def test_a_board_equals_another_with_the_same_facts(standard):
    copy = replace(standard, title="another title")
    assert copy == standard
    assert hash(copy) == hash(standard)


def test_a_board_differs_when_its_borders_do(standard):
    assert standard.topology is not None
    assert replace(standard, topology=replace(standard.topology, links=(), straits=())) != standard
    assert replace(standard, army=standard.army[1:]) != standard


def test_a_board_survives_a_journey_as_bytes(standard):
    assert pickle.loads(pickle.dumps(standard)) == standard


def test_a_province_holds_its_coasts():
    assert province_of("stp/nc") == province_of("stp") == "stp"


def test_a_board_knows_its_places(standard: Board):
    assert standard.has("stp")
    assert standard.has("stp/nc")
    assert not standard.has("stp/ec")
    assert not standard.has("xyz")


def test_neighbors_are_sorted(standard: Board):
    assert standard.army_neighbors("par") == ("bre", "bur", "gas", "pic")
    assert standard.fleet_neighbors("stp/nc") == ("bar", "nwy")
    assert standard.fleet_neighbors("stp") == ()
    assert standard.fleet_neighbors("nwy") == ("bar", "nth", "nwg", "ska", "stp/nc", "swe")


def test_a_province_of_two_coasts_holds_fleets_on_these_only(standard: Board):
    assert standard.fleet_locations("bul") == ("bul/ec", "bul/sc")
    assert standard.fleet_locations("gre") == ("gre",)
    assert standard.fleet_locations("mao") == ("mao",)
    assert standard.fleet_locations("mun") == ()


def test_sea_and_inland_are_told_apart(standard: Board):
    assert standard.is_sea("mao")
    assert not standard.is_sea("spa/nc")
    assert standard.is_inland("mun")
    assert not standard.is_inland("spa/nc")


def test_homes_are_told_by_power_and_sorted(standard: Board):
    assert standard.homes("russia") == ("mos", "sev", "stp", "war")
