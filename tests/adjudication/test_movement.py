"""Movement: the rules one by one, in positions of our own."""

import pytest

from judge.game.orders import Hold


def test_a_unit_that_nobody_contests_arrives(scene, words, standing) -> None:
    turn = scene("S1901M", {"france": ["A par"]}).play({"france": ["A par - bur"]})
    assert words(turn) == {"A Par - Bur": "moves"}
    assert standing(turn.after) == {"france": ["A bur"]}


def test_equal_strengths_bounce_and_leave_the_place_contested(scene, words, reasons) -> None:
    turn = scene("S1901M", {"france": ["A par"], "germany": ["A mun"]}).play(
        {"france": ["A par - bur"], "germany": ["A mun - bur"]}
    )
    assert words(turn) == {"A Par - Bur": "bounces", "A Mun - Bur": "bounces"}
    assert reasons(turn)["A Par - Bur"] == "bounced against A Mun - Bur, 1 against 1"
    assert turn.left.contested == ("bur",)


def test_a_supported_attack_dislodges_and_the_cause_names_it(scene, words, reasons) -> None:
    turn = scene("S1901M", {"france": ["A par", "A mar"], "germany": ["A bur"]}).play(
        {"france": ["A par - bur", "A mar S par - bur"], "germany": ["A bur H"]}
    )
    assert words(turn) == {"A Par - Bur": "moves", "A Mar S Par - Bur": "supports", "A Bur H": "dislodged*"}
    assert reasons(turn)["A Bur H"] == "dislodged by A Par - Bur"
    assert [one.unit.at for one in turn.left.dislodged] == ["bur"]


def test_a_support_is_cut_by_an_attack_from_a_third_power(scene, words, reasons) -> None:
    turn = scene("S1901M", {"france": ["A par", "A mar"], "germany": ["A bur"], "italy": ["A pie"]}).play(
        {"france": ["A par - bur", "A mar S par - bur"], "germany": ["A bur H"], "italy": ["A pie - mar"]}
    )
    assert words(turn)["A Mar S Par - Bur"] == "cut"
    assert reasons(turn)["A Mar S Par - Bur"] == "cut by A Pie - Mar"
    assert reasons(turn)["A Par - Bur"] == "held off by A Bur, 1 against 1"


def test_a_power_does_not_dislodge_its_own_unit(scene, reasons) -> None:
    turn = scene("S1901M", {"france": ["A par", "A mar", "A bur"]}).play(
        {"france": ["A par - bur", "A mar S par - bur", "A bur H"]}
    )
    assert reasons(turn)["A Par - Bur"] == "its own power's A Bur did not leave"
    assert turn.left.dislodged == ()


def test_support_against_ones_own_unit_does_not_count(scene, reasons, words) -> None:
    """The owner's support holds off others but never helps to dislodge; foreign support does (DATC 6.D.12)."""
    units = {"austria": ["A vie", "A boh"], "russia": ["A gal", "A bud"]}
    alone = {"austria": ["A vie H", "A boh S gal - vie"], "russia": ["A gal - vie"]}
    turn = scene("S1901M", units).play(alone)
    assert words(turn)["A Gal - Vie"] == "bounces"
    assert reasons(turn)["A Gal - Vie"] == (
        "held off by A Vie, 1 against 1: no support counts against its own power's unit"
    )
    turn = scene("S1901M", units).play({**alone, "russia": ["A gal - vie", "A bud S gal - vie"]})
    assert words(turn)["A Vie H"] == "dislodged*"


def test_a_stronger_unit_wins_head_to_head(scene, words, reasons) -> None:
    turn = scene("S1901M", {"germany": ["A ber"], "russia": ["A pru", "A sil"]}).play(
        {"germany": ["A ber - pru"], "russia": ["A pru - ber", "A sil S pru - ber"]}
    )
    assert words(turn)["A Pru - Ber"] == "moves"
    assert words(turn)["A Ber - Pru"] == "bounces*"
    assert reasons(turn)["A Ber - Pru"] == "bounced head to head against A Pru - Ber, 1 against 2"


@pytest.mark.parametrize("around", [["bel", "hol", "ruh"], ["mun", "tyr", "vie", "gal", "sil"]])
def test_a_ring_moves_on_whatever_its_length(scene, words, around) -> None:
    """A circular movement of three or more units succeeds (DATC 6.C.1)."""
    steps = list(zip(around, [*around[1:], around[0]], strict=True))
    turn = scene("S1901M", {"germany": [f"A {place}" for place in around]}).play(
        {"germany": [f"A {start} - {end}" for start, end in steps]}
    )
    assert set(words(turn).values()) == {"moves"}


def test_a_support_does_not_count_for_a_move_that_was_not_ordered(scene, words, reasons) -> None:
    turn = scene("S1901M", {"england": ["F lon", "A yor"]}).play({"england": ["F lon S yor - nth", "A yor - edi"]})
    assert words(turn)["F Lon S Yor - NTH"] == "void"
    turn = scene("S1901M", {"england": ["F nth", "A yor"]}).play({"england": ["F nth S yor - edi", "A yor - lvp"]})
    assert reasons(turn)["F NTH S Yor - Edi"] == "does not match A Yor - Lvp"


def test_two_different_orders_for_one_unit_make_it_hold(scene, words, standing) -> None:
    """DATC 4.D.3."""
    turn = scene("S1901M", {"france": ["A par"]}).play({"france": ["A par - bur", "A par - pic"]})
    assert words(turn) == {"A Par - Bur": "void", "A Par - Pic": "void"}
    assert standing(turn.after) == {"france": ["A par"]}


def test_the_same_order_twice_is_one_order(scene, words) -> None:
    turn = scene("S1901M", {"france": ["A par"]}).play({"france": ["A par - bur", "A par - bur"]})
    assert [outcome.result for outcome in turn.outcomes] == ["moves", "moves"]


def test_an_order_for_anothers_unit_is_void_and_the_unit_follows_its_owner(scene, words, reasons) -> None:
    turn = scene("S1901M", {"france": ["A par"]}).play({"germany": ["A par - pic"], "france": ["A par - bur"]})
    assert words(turn) == {"A Par - Pic": "void", "A Par - Bur": "moves"}
    assert reasons(turn)["A Par - Pic"] == "the unit in Par belongs to another power"


def test_units_without_orders_hold_and_are_shown(scene) -> None:
    """One order of one power plays the whole turn (rulebook, civil disorder)."""
    opening = scene("S1901M", {"england": ["F lon"], "france": ["A par"], "turkey": ["F ank"]})
    turn = opening.play({"england": ["F lon - nth"]})
    held = [outcome.order for outcome in turn.outcomes if isinstance(outcome.order, Hold)]
    assert [(order.power, order.at, order.given) for order in held] == [
        ("france", "par", False), ("turkey", "ank", False),
    ]  # fmt: skip


def test_a_support_into_a_province_reached_only_by_land_is_void_for_a_fleet(scene, words) -> None:
    turn = scene("S1901M", {"turkey": ["A con", "F ank"], "italy": ["A smy"]}).play(
        {"turkey": ["A con - smy", "F ank S con - smy"], "italy": ["A smy H"]}
    )
    assert words(turn)["F Ank S Con - Smy"] == "void"
    assert words(turn)["A Con - Smy"] == "bounces"


def test_the_attacked_unit_does_not_cut_the_support_against_it_from_any_coast(scene, words) -> None:
    turn = scene("S1901M", {"france": ["A mar", "A gas"], "italy": ["F spa/sc"]}).play(
        {"france": ["A mar S gas - spa", "A gas - spa"], "italy": ["F spa/sc - mar"]}
    )
    assert words(turn) == {"A Mar S Gas - Spa": "supports", "A Gas - Spa": "moves", "F Spa/sc - Mar": "bounces*"}


@pytest.mark.parametrize("backwards", [False, True])
def test_an_impossible_move_is_a_hold_in_whatever_sequence_orders_come(scene, words, backwards) -> None:
    orders = {"italy": ["F nap - ber", "A apu S nap"], "turkey": ["F ion - nap", "F tys S ion - nap"]}
    if backwards:
        orders = {power: texts[::-1] for power, texts in reversed(orders.items())}
    turn = scene("S1901M", {"italy": ["F nap", "A apu"], "turkey": ["F ion", "F tys"]}).play(orders)
    assert words(turn) == {
        "F Nap - Ber": "void", "A Apu S Nap": "supports", "F ION - Nap": "bounces", "F TYS S ION - Nap": "supports",
    }  # fmt: skip
