"""Retreats: where units may go, and what becomes of those that meet or have nowhere to go."""

from dataclasses import replace

import pytest

from judge.game.position import Dislodged
from judge.game.units import Unit, UnitKind


def test_a_standoff_keeps_a_province_closed_for_retreats(scene, words, reasons) -> None:
    """The contested province is part of the position (DATC 6.H.6)."""
    opening = scene("S1901M", {"italy": ["A ven"], "austria": ["A tri", "F adr", "A vie"], "germany": ["A mun"]})
    turn = opening.play(
        {
            "italy": ["A ven H"],
            "austria": ["A tri - ven", "F adr S tri - ven", "A vie - tyr"],
            "germany": ["A mun - tyr"],
        }
    )
    assert turn.after.phase.tag == "S1901R"
    assert turn.after.contested == ("tyr",)
    assert turn.after.dislodged_in("ven").retreats == ("apu", "pie", "rom", "tus")
    done = opening.then(turn).play({"italy": ["A ven - tyr"]})
    assert words(done) == {"A Ven - Tyr": "void"}
    assert reasons(done)["A Ven - Tyr"] == "a standoff keeps Tyr closed"
    assert done.after.units_of("italy") == ()
    assert done.after.contested == done.after.dislodged == ()


def test_no_retreat_to_a_unit_that_tried_to_leave_and_failed(scene, reasons) -> None:
    opening = scene(
        "S1901M",
        {"france": ["A bur"], "germany": ["A mun", "A ruh", "A bel"], "england": ["A pic"], "italy": ["A par"]},
    )
    turn = opening.play(
        {
            "france": ["A bur H"],
            "germany": ["A mun - bur", "A ruh S mun - bur", "A bel - pic"],
            "england": ["A pic - bel"],
            "italy": ["A par H"],
        }
    )
    assert turn.after.dislodged_in("bur").retreats == ("gas", "mar")
    done = opening.then(turn).play({"france": ["A bur - pic"]})
    assert reasons(done)["A Bur - Pic"] == "Pic is occupied"


def test_the_loser_head_to_head_does_not_contest_the_place_it_wanted(scene, words, reasons) -> None:
    opening = scene(
        "S1901M", {"russia": ["A pru", "A mun", "A war", "A gal"], "germany": ["A ber"], "austria": ["A sil"]}
    )
    turn = opening.play(
        {
            "russia": ["A pru - ber", "A mun S pru - ber", "A war - sil", "A gal S war - sil"],
            "germany": ["A ber - pru"],
            "austria": ["A sil H"],
        }
    )
    assert turn.after.dislodged_in("sil").retreats == ("boh", "pru")
    done = opening.then(turn).play({"austria": ["A sil - pru"], "germany": ["A ber - pru"]})
    assert words(done) == {"A Sil - Pru": "retreats", "A Ber - Pru": "void"}
    assert reasons(done)["A Ber - Pru"] == "the attack came from Pru"


@pytest.mark.parametrize(
    ("unit", "attacker", "supporter", "open_to"),
    [
        ("F bul/ec", "A ser", "A gre", ("bla", "con", "rum")),
        ("A nap", "F tys", "A rom", ("apu",)),
    ],
)
def test_a_unit_retreats_as_it_moves_from_its_own_coast(scene, unit, attacker, supporter, open_to) -> None:
    place = unit[2:]
    province = place[:3]
    opening = scene("S1901M", {"turkey": [unit], "russia": [attacker, supporter]})
    turn = opening.play({"russia": [f"{attacker} - {province}", f"{supporter} S {attacker[2:]} - {province}"]})
    assert turn.after.dislodged_in(province).retreats == open_to


def test_units_that_retreat_to_one_province_all_disband(scene, words, reasons) -> None:
    """DATC 6.H.7."""
    opening = scene(
        "S1901M", {"italy": ["A boh", "A vie"], "germany": ["A mun", "A sil"], "austria": ["A bud", "A tri"]}
    )
    turn = opening.play(
        {"germany": ["A sil - boh", "A mun S sil - boh"], "austria": ["A tri - vie", "A bud S tri - vie"]}
    )
    done = opening.then(turn).play({"italy": ["A boh - tyr", "A vie - tyr"]})
    assert words(done) == {"A Boh - Tyr": "bounces", "A Vie - Tyr": "bounces"}
    assert reasons(done)["A Boh - Tyr"] == "met A Vie - Tyr, and none of them stays"
    assert done.after.units_of("italy") == ()


def test_a_unit_without_a_retreat_order_disbands_and_says_so(scene, words, reasons) -> None:
    opening = scene("S1901M", {"italy": ["A vie"], "austria": ["A bud", "A tri"]})
    turn = opening.play({"austria": ["A tri - vie", "A bud S tri - vie"]})
    done = opening.then(turn).play({})
    assert words(done) == {"A Vie disband": "disbands"}
    assert reasons(done)["A Vie disband"] == "no order came for it"
    ordered = opening.then(turn).play({"italy": ["A vie disband"]})
    assert reasons(ordered)["A Vie disband"] == ""


def test_units_that_were_not_dislodged_have_no_place_among_retreats(scene, words, reasons) -> None:
    """DATC 6.H.4."""
    opening = scene("S1901M", {"italy": ["A vie", "A rom"], "austria": ["A bud", "A tri"]})
    turn = opening.play({"austria": ["A tri - vie", "A bud S tri - vie"]})
    done = opening.then(turn).play({"italy": ["A vie - tyr", "A rom - tus"]})
    assert words(done) == {"A Vie - Tyr": "retreats", "A Rom - Tus": "void"}
    assert reasons(done)["A Rom - Tus"] == "no unit was dislodged in Rom"


@pytest.mark.parametrize(("choice", "is_open"), [("b_allowed_after_convoy", True), ("a_not_allowed", False)])
def test_the_origin_of_a_convoyed_attacker_is_open_by_the_rules_of_2023(scene, choice, is_open) -> None:
    """DATC 4.A.5, 6.H.11."""
    opening = scene("S1901M", {"france": ["A gas", "A bur", "F mao", "F wes", "F lyo"], "italy": ["A mar"]})
    opening.variant = replace(opening.variant, rules=replace(opening.variant.rules, convoyed_origin=choice))
    fleets = [f"F {sea} C gas - mar" for sea in ("mao", "wes", "lyo")]
    turn = opening.play({"france": ["A gas - mar via", "A bur S gas - mar", *fleets]})
    assert ("gas" in turn.after.dislodged_in("mar").retreats) is is_open


def test_two_different_retreats_of_one_unit_make_it_disband(scene, words) -> None:
    opening = scene("S1901M", {"italy": ["A vie"], "austria": ["A bud", "A tri"]})
    turn = opening.play({"austria": ["A tri - vie", "A bud S tri - vie"]})
    done = opening.then(turn).play({"italy": ["A vie - tyr", "A vie - boh"]})
    assert words(done) == {"A Vie - Tyr": "void", "A Vie - Boh": "void"}
    assert done.after.units_of("italy") == ()


def test_two_units_that_were_dislodged_from_one_province_go_by_their_own_orders(scene, words) -> None:
    """Each has its own way; without an order of its own power it leaves the board."""
    opening = scene("S1901R", {"france": ["A bur"]})
    gone = [Dislodged(Unit(UnitKind.ARMY, "bur", power), None, ("mar", "ruh")) for power in ("germany", "italy")]
    both = type(opening)(opening.variant, replace(opening.position, dislodged=tuple(gone)))
    turn = both.play({"germany": ["A bur - ruh"], "italy": ["A bur - mar"]})
    assert [unit.at for unit in turn.after.units] == ["bur", "ruh", "mar"]
    met = both.play({"germany": ["A bur - ruh"], "italy": ["A bur - ruh"]})
    assert words(met) == {"A Bur - Ruh": "bounces"}
    assert len(met.after.units) == 1
    alone = both.play({"italy": ["A bur - mar"]})
    assert words(alone) == {"A Bur disband": "disbands", "A Bur - Mar": "retreats"}
    assert alone.after.units_of("germany") == ()
