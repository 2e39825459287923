"""The eight steps of a Revolutionary sub-season."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from judge.game.entrance import Standing
from judge.game.units import Unit, UnitKind
from judge.variants.revolutionary.check import Scene, Verdict, check
from judge.variants.revolutionary.lands import Land, Limits, Mood
from judge.variants.revolutionary.pleas import Plea

MakeLand = Callable[..., Land]
MakeScene = Callable[..., Scene]
Units = Callable[..., tuple[Unit, ...]]

RIPE = {"mood": Mood.REVOLT, "empty": 5, "revolt": 2}
FRESH = {"mood": Mood.REVOLT, "empty": 5, "revolt": 0}
HELD = {"mood": Mood.CONTROLLED, "empty": 1}


def of(verdict: Verdict, place: str) -> Land:
    return next(one for one in verdict.lands if one.id == place)


def status(verdict: Verdict, power: str) -> Standing:
    return dict(verdict.statuses)[power]


def liberated(verdict: Verdict) -> set[str]:
    return {place for rising in verdict.risings for place in rising.liberated}


def test_the_revolution_of_the_rules_spreads_along_its_nation(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """The rules' example: from Cze through Slo to Hun, where the army that was busy elsewhere is thrown out."""
    (germans,) = units("germany A hun")
    verdict = check(
        scene(
            land("cze", "germany", **RIPE), land("slo", "germany", **HELD),
            land("hun", "germany", mood=Mood.OCCUPIED), units=(germans,), stood=frozenset({("hun", "germany")}),
        )
    )  # fmt: skip
    (rising,) = verdict.risings
    assert (rising.nation, rising.starts) == ("czechs", ("cze",))
    assert rising.steps == (("cze", "slo"), ("slo", "hun"))
    assert rising.against == ("germany",)
    assert rising.thrown_out == (germans,)
    assert verdict.units == units("czechs A cze", "czechs A hun", "czechs A slo")
    assert status(verdict, "czechs") is Standing.INACTIVE
    assert {of(verdict, place).mood for place in ("cze", "slo", "hun")} == {Mood.HOME_OWNED}


def test_a_garrison_keeps_the_revolution_out_of_its_province(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """The rules' "Spreading the Revolution"; V8, V9: what is held passes nothing on."""
    held = scene(
        land("cze", "germany", **RIPE), land("slo", "germany", **HELD), land("hun", "germany", **HELD),
        units=units("germany A slo"), stood=frozenset({("slo", "germany")}), garrisons=frozenset({"slo"}),
    )  # fmt: skip
    assert liberated(check(held)) == {"cze"}
    assert liberated(check(replace(held, garrisons=frozenset()))) == {"cze", "slo", "hun"}


def test_a_third_powers_garrison_keeps_it_out_too(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """V8: a garrison of any power but the home nation."""
    verdict = check(
        scene(
            land("cze", "germany", **RIPE), land("slo", "germany", **HELD), land("hun", "germany", **HELD),
            units=units("italy A hun"), stood=frozenset({("hun", "italy")}), garrisons=frozenset({"hun"}),
        )
    )  # fmt: skip
    assert liberated(verdict) == {"cze", "slo"}
    assert of(verdict, "hun").controller == "germany"


def test_a_unit_of_the_home_nation_does_not_keep_it_out(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """V8, V10: the province passes to it, and no second unit comes up."""
    verdict = check(
        scene(
            land("cze", "germany", **RIPE), land("slo", "germany", **HELD), land("hun", "germany", **HELD),
            units=units("czechs A hun"), stood=frozenset({("hun", "czechs")}), garrisons=frozenset({"hun"}),
        )
    )  # fmt: skip
    assert liberated(verdict) == {"cze", "slo", "hun"}
    assert sum(unit.at == "hun" for unit in verdict.units) == 1
    assert verdict.thrown_out == ()


def test_another_controllers_province_rises_only_if_it_is_in_revolt(land: MakeLand, scene: MakeScene) -> None:
    """The rules' example of Hungary under Italy; V9."""
    calm = scene(land("cze", "germany", **RIPE), land("slo", "germany", **HELD), land("hun", "italy", **HELD))
    assert liberated(check(calm)) == {"cze", "slo"}
    restless = scene(land("cze", "germany", **RIPE), land("slo", "germany", **HELD), land("hun", "italy", **FRESH))
    (rising,) = check(restless).risings
    assert rising.liberated == ("cze", "slo", "hun")
    assert rising.against == ("germany", "italy")


def test_a_province_reached_in_revolt_passes_it_on_to_those_of_its_own_controller(
    land: MakeLand, scene: MakeScene
) -> None:
    """V9: former controllers are compared province by province."""
    verdict = check(scene(land("cze", "germany", **RIPE), land("slo", "italy", **FRESH), land("hun", "italy", **HELD)))
    assert liberated(verdict) == {"cze", "slo", "hun"}


def test_a_province_that_its_nation_has_passes_nothing_on(land: MakeLand, scene: MakeScene) -> None:
    """V9: HomeOwned provinces are no bridge."""
    assert liberated(check(scene(land("cze", "germany", **RIPE), land("hun", "germany", **HELD)))) == {"cze"}


def test_a_center_that_is_its_nations_is_never_reached_whoever_stands_there(
    land: MakeLand, scene: MakeScene, units: Units
) -> None:
    """V9: occupied in Spring, it is still its own nation's until Winter."""
    verdict = check(scene(land("cze", "germany", **RIPE), land("slo", "germany", **HELD), units=units("germany A hun")))
    assert liberated(verdict) == {"cze", "slo"}
    assert of(verdict, "hun").mood is Mood.OCCUPIED


def test_a_revolt_that_breaks_out_now_is_not_yet_one(land: MakeLand, scene: MakeScene) -> None:
    """V9: neither the spread nor a join finds it in revolt."""
    due = land("hun", "italy", mood=Mood.CONTROLLED, empty=4)
    verdict = check(scene(land("cze", "germany", **RIPE), land("slo", "germany", **HELD), due))
    assert liberated(verdict) == {"cze", "slo"}
    assert verdict.outbreaks == ("hun",)
    asked = check(scene(due, pleas=(Plea(power="czechs", by="Ann", center="hun"),)))
    assert [answer.refusal for answer in asked.answers] == ["no_revolt"]
    assert (of(asked, "hun").mood, of(asked, "hun").revolt) == (Mood.REVOLT, 0)


def test_a_province_that_is_no_center_starts_nothing(land: MakeLand, scene: MakeScene) -> None:
    """V11: its count goes on and has no effect."""
    verdict = check(scene(land("slo", "germany", **RIPE)))
    assert verdict.risings == ()
    assert of(verdict, "slo").revolt == 3


def test_quenching_comes_before_the_revolution(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """V1: only those who marched in or were busy are thrown out."""
    guarded = scene(
        land("cze", "germany", **RIPE), units=units("germany A cze"), stood=frozenset({("cze", "germany")}),
        garrisons=frozenset({"cze"}), pleas=(Plea(power="czechs", by="Ann", center="cze"),),
    )  # fmt: skip
    verdict = check(guarded)
    assert verdict.quenched == ("cze",)
    assert [answer.refusal for answer in verdict.answers] == ["quenched"]
    assert liberated(check(replace(guarded, garrisons=frozenset()))) == {"cze"}


def test_units_of_a_revolution_are_armies_unless_their_ruler_asked_for_fleets(land: MakeLand, scene: MakeScene) -> None:
    """V13: with the movement orders of a ruler, or in the join mail."""
    rising = scene(land("gre", "italy", **RIPE), fleets=(("greece", "gre"),))
    assert [unit.kind for unit in check(rising).units] == [UnitKind.ARMY]  # nobody plays Greece
    ruled = check(replace(rising, statuses=tuple((dict(rising.statuses) | {"greece": Standing.ACTIVE}).items())))
    assert [unit.kind for unit in ruled.units] == [UnitKind.FLEET]
    joined = check(replace(rising, fleets=(), pleas=(Plea(power="greece", by="Ann", center="gre", fleets=("gre",)),)))
    assert [unit.kind for unit in joined.units] == [UnitKind.FLEET]
    assert status(joined, "greece") is Standing.ACTIVE


def test_a_fleet_that_is_asked_for_inland_is_an_army(land: MakeLand, scene: MakeScene) -> None:
    """V13: it counts only where a fleet can be."""
    verdict = check(
        scene(land("mun", "italy", **RIPE), fleets=(("germany", "mun"),), statuses={"germany": Standing.ACTIVE})
    )
    assert [unit.kind for unit in verdict.units] == [UnitKind.ARMY]


@pytest.mark.parametrize(
    ("facts", "plea", "refusal"),
    [
        ({"is_open": False}, Plea(power="czechs", by="Ann", center="cze"), "first_year"),
        ({}, Plea(power="germany", by="Ann", center="cze"), "nation_active"),
        ({"statuses": {"czechs": Standing.DEFEATED}}, Plea(power="czechs", by="Ann", center="cze"), "nation_defeated"),
        ({"statuses": {"czechs": Standing.ELIMINATED}}, Plea(power="czechs", by="Ann"), "nation_eliminated"),
        ({}, Plea(power="greece", by="Ann", center="cze"), "other_allegiance"),
        ({}, Plea(power="czechs", by="Ann", center="hun"), "no_revolt"),
        ({}, Plea(power="czechs", by="Ann", center="cze"), ""),
        ({}, Plea(power="greece", by="Ann"), ""),
    ],
)
def test_a_plea_is_granted_or_refused_with_the_reason(
    facts: dict, plea: Plea, refusal: str, land: MakeLand, scene: MakeScene
) -> None:
    """The rules' "Initiating a Revolution" and "Entrance of Outside players"; V16, V25, 4.4."""
    verdict = check(scene(land("cze", "germany", **FRESH), land("hun", "germany", **HELD), pleas=(plea,), **facts))
    assert [answer.refusal for answer in verdict.answers] == [refusal]
    assert (status(verdict, plea.power) is Standing.ACTIVE) == (refusal in ("", "nation_active"))
    assert bool(verdict.risings) == (not refusal and bool(plea.center))


def test_of_two_outsiders_the_first_revolution_counts_before_any_claim(land: MakeLand, scene: MakeScene) -> None:
    """V22."""
    pleas = (
        Plea(power="czechs", by="Ann"), Plea(power="czechs", by="Bob", center="cze"),
        Plea(power="czechs", by="Cat", center="cze"), Plea(power="greece", by="Dan"), Plea(power="greece", by="Eve"),
    )  # fmt: skip
    verdict = check(scene(land("cze", "germany", **FRESH), pleas=pleas))
    granted = [answer.plea.by for answer in verdict.answers if not answer.refusal]
    assert granted == ["Bob", "Dan"]
    assert {answer.refusal for answer in verdict.answers if answer.plea.by in ("Ann", "Cat", "Eve")} == {"nation_taken"}


def test_ten_loyal_seasons_change_the_allegiance(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """The rules' "Changes of Ownership"."""
    loyal = land("slo", "germany", mood=Mood.OCCUPIED, loyal=9)
    verdict = check(scene(loyal, units=units("germany A slo")))
    assert verdict.converted == ("slo",)
    assert (of(verdict, "slo").owner, of(verdict, "slo").mood, of(verdict, "slo").loyal) == (
        "germany", Mood.HOME_OWNED, 0,
    )  # fmt: skip


def test_no_allegiance_goes_to_a_power_that_does_not_exist(land: MakeLand, scene: MakeScene) -> None:
    """V34: the count stops at nine, also for one that loses its last in this very check."""
    waiting = land("slo", "italy", mood=Mood.CONTROLLED, loyal=9)
    verdict = check(scene(waiting, statuses={"italy": Standing.DEFEATED}))
    assert (verdict.converted, of(verdict, "slo").loyal) == ((), 9)
    falling = check(scene(waiting, land("gre", "italy", **RIPE)))
    assert (falling.converted, of(falling, "slo").loyal) == ((), 9)
    holding = check(scene(waiting, land("gre", "italy", mood=Mood.OCCUPIED)))
    assert holding.converted == ("slo",)


def test_a_revolution_is_looked_for_before_allegiance_and_revolt(land: MakeLand, scene: MakeScene) -> None:
    """V1: what is liberated neither goes into revolt nor changes its mind."""
    verdict = check(
        scene(land("cze", "germany", **RIPE), land("slo", "germany", empty=4, loyal=9, mood=Mood.CONTROLLED))
    )
    assert (verdict.outbreaks, verdict.converted) == ((), ())
    assert of(verdict, "slo").owner == of(verdict, "slo").controller == "czechs"


def test_a_revolt_under_a_third_powers_unit_is_occupied_from_the_start(
    land: MakeLand, scene: MakeScene, units: Units
) -> None:
    """Ruling 4.2, step 6; with a unit of its own nation it is a revolt."""
    due = land("cze", "germany", mood=Mood.OCCUPIED, empty=4)
    assert of(check(scene(due, units=units("italy A cze"))), "cze").mood is Mood.REVOLT_OCCUPIED
    assert of(check(scene(due, units=units("czechs A cze"))), "cze").mood is Mood.REVOLT


def test_an_outbreak_may_count_as_the_first_season(land: MakeLand, scene: MakeScene) -> None:
    """V6, the other choice: two checks after the outbreak the revolution comes."""
    start = scene(land("cze", "germany", mood=Mood.CONTROLLED, empty=4), limits=Limits(revolt_from=1))
    first = check(start)
    second = check(replace(start, lands=first.lands))
    third = check(replace(start, lands=second.lands))
    assert [of(one, "cze").revolt for one in (first, second)] == [1, 2]
    assert liberated(third) == {"cze"}


def test_a_defeated_nation_that_rises_is_active_again(land: MakeLand, scene: MakeScene) -> None:
    """V16; and a power without centers, units and a homeland is eliminated (V17)."""
    verdict = check(scene(land("cze", "germany", **RIPE), statuses={"czechs": Standing.DEFEATED}))
    assert status(verdict, "czechs") is Standing.ACTIVE
    assert status(verdict, "italy") is Standing.ELIMINATED


def test_the_sequence_of_provinces_does_not_matter(land: MakeLand, scene: MakeScene, units: Units) -> None:
    """V9: the set of liberated provinces is the same whichever is looked at first."""
    one = scene(
        land("cze", "germany", **RIPE), land("slo", "italy", **FRESH), land("hun", "italy", **RIPE),
        units=units("germany A slo", "italy A hun"),
    )  # fmt: skip
    verdict = check(one)
    other = check(replace(one, lands=one.lands[::-1], units=one.units[::-1], statuses=one.statuses[::-1]))
    assert set(verdict.lands) == set(other.lands)
    assert (verdict.units, verdict.risings) == (other.units, other.risings)
