"""Who has a say in a Revolutionary game."""

from dataclasses import replace

import pytest

from judge.adjudication.turns import start_position
from judge.game.entrance import Standing
from judge.variants import find_variant
from judge.variants.revolutionary.realm import realm_of, with_realm

GAME = find_variant("revolutionary-modern")


@pytest.mark.parametrize("standing", Standing)
def test_only_an_active_power_has_a_vote(standing: Standing) -> None:
    """Rule: 4.1.4, a defeated power has no draw vote; one that rises again has one."""
    opening = start_position(GAME)
    power = opening.board.seats()[0]
    realm = realm_of(opening)
    statuses = tuple((one, standing if one == power else was) for one, was in realm.statuses)
    position = with_realm(opening, replace(realm, statuses=statuses))
    assert GAME.has_vote(position, power) is (standing is Standing.ACTIVE)
    assert not GAME.has_vote(replace(position, units=(), centers=()), power)
