"""Adjustments: builds, removals, and civil disorder."""

from dataclasses import replace

import pytest

from judge.adjudication.turns import missing, owed
from judge.game.causes import tell_cause


def test_builds_only_in_home_centers_that_are_owned_and_empty(scene, words, reasons) -> None:
    winter = scene(
        "W1901A", {"germany": ["A mun"], "russia": ["A ber"]},
        {"germany": ["mun", "kie", "hol"], "russia": ["ber", "mos"]},
    )  # fmt: skip
    turn = winter.play({"germany": ["build A ber", "build A hol", "build A mun", "build F kie"]})
    assert words(turn) == {"build A Ber": "void", "build A Hol": "void", "build A Mun": "void", "build F Kie": "builds"}
    assert reasons(turn) == {
        "build A Ber": "it does not own Ber", "build A Hol": "Hol is not one of its home centers",
        "build A Mun": "Mun is occupied", "build F Kie": "",
    }  # fmt: skip


def test_a_fleet_needs_a_coast_where_there_are_two(scene, words, reasons) -> None:
    """DATC 4.B.7."""
    winter = scene("W1901A", {"russia": ["A mos"]}, {"russia": ["mos", "stp"]})
    assert (
        reasons(winter.play({"russia": ["build F stp"]}))["build F StP"] == "it could mean more than one coast of StP"
    )
    built = winter.play({"russia": ["build F stp/nc"]})
    assert words(built) == {"build F StP/nc": "builds"}
    assert [unit.at for unit in built.after.units_of("russia")] == ["mos", "stp/nc"]


def test_no_fleet_inland_and_an_army_has_no_coast(scene, words, reasons) -> None:
    winter = scene("W1901A", {"russia": ["A war"]}, {"russia": ["mos", "war"]})
    assert reasons(winter.play({"russia": ["build F mos"]}))["build F Mos"] == "a fleet cannot enter Mos"
    winter = scene("W1901A", {"russia": ["A mos"]}, {"russia": ["mos", "stp"]})
    turn = winter.play({"russia": ["build A stp/nc"]})
    assert [unit.at for unit in turn.after.units_of("russia")] == ["mos", "stp"]


def test_the_first_possible_builds_count(scene, words) -> None:
    """DATC 4.D.4, 4.D.5."""
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "ber", "mun"]})
    told = words(winter.play({"germany": ["build A ber", "build F ber", "build A mun", "build A kie"]}))
    assert [*told.values()].count("builds") == 2
    assert told["build F Ber"] == told["build A Kie"] == "void"
    late = scene("W1901A", {"germany": ["A hol", "A ruh"]}, {"germany": ["hol", "mun", "kie"]})
    turn = late.play({"germany": ["build A kie", "build A mun"]})
    assert words(turn) == {"build A Kie": "builds", "build A Mun": "void"}


def test_builds_can_be_waived(scene, words) -> None:
    """DATC 4.D.7."""
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "mun", "kie"]})
    turn = winter.play({"germany": ["build A kie", "waive"]})
    assert words(turn) == {"build A Kie": "builds", "waive": "waives"}
    turn = winter.play({"germany": ["waive 2", "build A kie"]})
    assert words(turn) == {"waive 2": "waives", "build A Kie": "void"}
    assert words(winter.play({"germany": ["waive 3"]})) == {"waive 3": "void"}


def test_a_waive_without_a_number_takes_what_the_builds_leave(scene, words, reasons) -> None:
    """DATC 4.D.4, 4.D.7: it stands for all that is left, wherever it is written."""
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "mun", "kie"]})
    turn = winter.play({"germany": ["waive", "build A kie"]})
    assert words(turn) == {"waive": "waives", "build A Kie": "builds"}
    turn = winter.play({"germany": ["waive", "build A kie", "build A mun"]})
    assert words(turn) == {"waive": "void", "build A Kie": "builds", "build A Mun": "builds"}
    assert reasons(turn)["waive"] == "no build is left to waive"
    winter.variant = replace(winter.variant, rules=replace(winter.variant.rules, too_many_builds="c_last_legal"))
    assert words(winter.play({"germany": ["build A kie", "waive"]})) == {"build A Kie": "builds", "waive": "waives"}


@pytest.mark.parametrize(
    ("orders", "fates"),
    [
        (["waive 3"], ["waives"]),
        (["build A kie", "waive 2"], ["builds", "waives"]),
        (["waive 2", "build A kie"], ["waives", "builds"]),
        (["waive 1", "build A kie"], ["waives", "builds"]),
        (["build A kie", "waive"], ["builds", "waives"]),
        (["build A kie", "waive 3"], ["builds", "void"]),
        (["waive 3", "build A kie"], ["waives", "void"]),
        (["waive 4"], ["void"]),
    ],
)
def test_builds_that_no_site_is_left_for_can_be_waived(orders, fates, scene, words) -> None:
    """DATC 4.D.7: three builds are due and one home center is open; what is waived need not have a place."""
    units = {"germany": ["A hol"], "france": ["A mun", "A ber"]}
    winter = scene("W1901A", units, {"germany": ["hol", "kie", "bel", "den"], "france": ["mun", "ber"]})
    told = words(winter.play({"germany": orders}))
    assert [told[order.replace("kie", "Kie")] for order in orders] == fates
    winter.variant = replace(winter.variant, rules=replace(winter.variant.rules, too_many_builds="a_none"))
    told = words(winter.play({"germany": orders}))
    assert [told[order.replace("kie", "Kie")] for order in orders] == [
        "void" if "void" in fates else fate for fate in fates
    ]


def test_where_too_many_builds_spoil_all_those_waived_by_number_are_among_them(scene, words) -> None:
    """DATC 4.D.4 a."""
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "mun", "kie"]})
    winter.variant = replace(winter.variant, rules=replace(winter.variant.rules, too_many_builds="a_none"))
    builds = {"build A Kie": "builds", "build A Mun": "builds"}
    assert words(winter.play({"germany": ["waive", "build A kie", "build A mun"]})) == {"waive": "void", **builds}
    told = words(winter.play({"germany": ["waive 1", "build A kie", "build A mun"]}))
    assert told == dict.fromkeys(("waive 1", *builds), "void")
    told = words(winter.play({"germany": ["waive", "build A kie", "build F kie", "build A mun", "waive 1"]}))
    assert [result for order, result in told.items() if order == "waive"] == ["waives"]


def test_builds_that_nobody_ordered_are_left(scene) -> None:
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "mun", "kie"]})
    turn = winter.play({})
    assert turn.outcomes == ()
    assert turn.after.phase.tag == "S1902M"


def test_removals_that_are_missing_are_chosen_by_rule(scene, words, reasons) -> None:
    winter = scene("W1901A", {"turkey": ["A gre", "A con", "A ank", "F bla", "A gal"]}, {"turkey": ["con", "ank"]})
    turn = winter.play({"turkey": ["remove A gre"]})
    assert words(turn) == {"remove A Gre": "removes", "remove A Gal": "removes", "remove F BLA": "removes"}
    assert reasons(turn)["remove A Gal"] == "chosen by rule, fewer removals were ordered than are due"
    assert [unit.at for unit in turn.after.units_of("turkey")] == ["ank", "con"]


def test_a_removal_by_rule_says_what_was_wrong_with_the_orders(scene, reasons) -> None:
    """DATC 4.D.6, 4.D.8."""
    winter = scene("W1901A", {"austria": ["A vie", "A gal", "A boh"]}, {"austria": ["vie", "bud"]})
    assert reasons(winter.play({}))["remove A Boh"] == "chosen by rule, no removal was ordered"
    told = reasons(winter.play({"austria": ["remove F adr"]}))
    assert told["remove A Boh"] == "chosen by rule, no removal that was ordered is possible"
    winter.variant = replace(winter.variant, rules=replace(winter.variant.rules, too_many_removals="a_civil_disorder"))
    told = [tell_cause(winter.position.board, one.cause) for one in winter.play(
        {"austria": ["remove A vie", "remove A gal"]}
    ).outcomes]  # fmt: skip
    assert sorted(told) == [
        "chosen by rule, more removals were ordered than are due and so none of them counts",
        "more than are open", "more than are open",
    ]  # fmt: skip
    bare = scene("W1901A", {"austria": ["A vie"], "italy": ["A rom", "A ven"]}, {"italy": ["rom"]}).play({})
    assert reasons(bare)["remove A Vie"] == "its power has no center left to support it"


def test_removals_are_taken_one_by_one(scene, words, reasons) -> None:
    """DATC 4.D.6, 6.J.1."""
    winter = scene("W1901A", {"austria": ["A vie", "A gal"]}, {"austria": ["vie"]})
    turn = winter.play({"austria": ["remove F adr", "remove A gal", "remove A vie"]})
    assert words(turn) == {"remove F ADR": "void", "remove A Gal": "removes", "remove A Vie": "void"}
    assert reasons(turn)["remove A Vie"] == "more than are open"


@pytest.mark.parametrize(
    ("power", "units", "centers", "gone"),
    [
        ("england", ["A mos", "A yor"], ["mos"], "A Yor"),
        ("russia", ["A lvn", "A pru"], ["stp"], "A Pru"),
        ("russia", ["A lvn", "A ukr"], ["mos"], "A Lvn"),
        ("russia", ["F nao", "F ska"], ["stp"], "F NAO"),
        ("russia", ["A boh", "F nth", "F ska"], ["stp", "war"], "F NTH"),
        ("russia", ["A tyr", "F bal"], ["war"], "A Tyr"),
        ("italy", ["A alb", "A pie"], ["nap"], "A Pie"),
        ("italy", ["A rom", "A boh"], ["nap"], "A Boh"),
        ("italy", ["A bel", "A apu"], ["nap"], "A Apu"),
    ],
)
def test_the_rule_removes_units_off_centers_then_the_farthest(scene, words, power, units, centers, gone) -> None:
    """DATC 4.D.8: off the centers first, then by distance to an owned center over any way, fleets first, by name."""
    turn = scene("W1901A", {power: units}, {power: centers}).play({})
    assert words(turn) == {f"remove {gone}": "removes"}


def test_what_is_owed_and_what_is_missing(scene) -> None:
    winter = scene(
        "W1901A", {"germany": ["A hol"], "russia": ["A mos", "A lvn", "A ukr"]},
        {"germany": ["hol", "mun", "kie", "ber"], "russia": ["mos"]},
    )  # fmt: skip
    due = owed(winter.variant, winter.position, "germany")
    assert (due.builds, due.removals, due.sites) == (3, 0, ("ber", "kie", "mun"))
    assert missing(winter.variant, winter.position, "germany", ()) == ("3 builds",)
    due = owed(winter.variant, winter.position, "russia")
    assert (due.builds, due.removals, due.units) == (0, 2, ("lvn", "mos", "ukr"))
    orders = [outcome.order for outcome in winter.play({"russia": ["remove A lvn"]}).outcomes]
    assert missing(winter.variant, winter.position, "russia", orders[:1]) == ("1 removal",)


def test_waiving_leaves_nothing_missing(scene) -> None:
    winter = scene("W1901A", {"germany": ["A hol"]}, {"germany": ["hol", "mun", "kie"]})
    one = [outcome.order for outcome in winter.play({"germany": ["waive 1"]}).outcomes]
    rest = [outcome.order for outcome in winter.play({"germany": ["waive"]}).outcomes]
    assert missing(winter.variant, winter.position, "germany", one) == ("1 build",)
    assert missing(winter.variant, winter.position, "germany", rest) == ()
