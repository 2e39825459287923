"""Pictures of Revolutionary Modern: whose people live where, how long it goes well, who has risen, who plays."""

from dataclasses import replace

import pytest

from judge.adjudication.turns import start_position
from judge.game.entrance import Standing
from judge.game.lands import Holding
from judge.game.rules import Rules
from judge.pictures.drawings import drawn_position
from judge.pictures.picture import draw
from judge.pictures.theme import FAILURE
from judge.pictures.views import View
from judge.variants import find_variant


@pytest.fixture
def view() -> View:
    variant = find_variant("revolutionary-modern")
    return drawn_position(variant, Rules(), start_position(variant, Rules()), "cassis")


def shown(view: View, *holdings: Holding) -> str:
    return draw(replace(view, holdings=holdings))


def test_a_land_of_another_people_has_their_letter_and_the_seasons_that_are_left(view: View) -> None:
    quiet = Holding(place="bel", people="benelux", holder="france")
    counted = replace(quiet, left=4)
    assert ">Be</text>" in shown(view, quiet)
    assert ">Be4</text>" in shown(view, counted)
    assert "people, seasons" in shown(view, quiet)
    assert "people, seasons" not in shown(view, Holding(place="bel", people="france", holder="france"))


def test_a_revolt_flies_a_red_flag(view: View) -> None:
    calm = Holding(place="bel", people="benelux", holder="france", left=2)
    before, after = shown(view, calm), shown(view, replace(calm, revolt=True))
    assert ">revolt</text>" in after
    assert ">revolt</text>" not in before
    assert after.count(f'fill="{FAILURE}"') == before.count(f'fill="{FAILURE}"') + 4  # on the map and in the key


def test_lands_without_a_center_have_the_colour_of_who_has_them(view: View) -> None:
    whose = {one.place: one.holder for one in view.holdings}
    assert len(whose) > 60
    first, second = (shown(view, Holding(place="pic", people="france", holder=power)) for power in ("france", "spain"))
    assert first != second


@pytest.mark.parametrize(
    ("standing", "word"),
    [(Standing.INACTIVE, "no player"), (Standing.DEFEATED, "defeated"), (Standing.ELIMINATED, "out")],
)
def test_a_power_that_is_not_played_says_so(view: View, standing: Standing, word: str) -> None:
    text = draw(replace(view, standings={"france": standing}))
    assert text.count(f">{word}</text>") == 1
    assert f">{word}</text>" not in draw(replace(view, standings={}))


def test_a_power_without_center_and_unit_is_out_in_any_game() -> None:
    variant = find_variant("standard")
    start = start_position(variant, Rules())
    gone = replace(
        start,
        units=tuple(unit for unit in start.units if unit.power != "italy"),
        centers=tuple(pair for pair in start.centers if pair[1] != "italy"),
    )
    assert drawn_position(variant, Rules(), start, "cassis").standings == {}
    assert drawn_position(variant, Rules(), gone, "cassis").standings == {"italy": Standing.ELIMINATED}


def test_the_banks_of_the_straits_end_at_the_shore() -> None:
    """Water between lands that are one for the rules is drawn over land only."""
    variant = find_variant("standard")
    text = draw(drawn_position(variant, Rules(), start_position(variant, Rules()), "cassis"))
    assert text.count('clip-path="url(#dry)"') == 1
