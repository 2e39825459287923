"""Convoys: routes of any length, broken ones, neighbors, paradoxes."""

import time

LONG = ["nth", "eng", "iri", "nao", "nwg"]


def test_a_ring_of_fleets_carries_an_army_at_once(scene, words) -> None:
    """Extra fleets and closed rings do no harm to a convoy."""
    opening = scene("S1901M", {"england": ["A wal", *(f"F {sea}" for sea in LONG)]})
    started = time.process_time()
    turn = opening.play({"england": ["A wal - nwy via", *(f"F {sea} C wal - nwy" for sea in LONG)]})
    assert time.process_time() - started < 1
    assert words(turn)["A Wal - Nwy via convoy"] == "moves"
    assert {result for order, result in words(turn).items() if " C " in order} == {"convoys"}


def test_a_long_convoy_needs_every_fleet_of_its_only_route(scene, words, reasons) -> None:
    seas = ["bot", "bal"]
    opening = scene("S1901M", {"russia": ["A fin", *(f"F {sea}" for sea in seas)]})
    turn = opening.play({"russia": ["A fin - kie", *(f"F {sea} C fin - kie" for sea in seas)]})
    assert words(turn)["A Fin - Kie"] == "moves"
    turn = opening.play({"russia": ["A fin - kie", "F bot C fin - kie"]})
    assert words(turn)["A Fin - Kie"] == "no-convoy"
    assert reasons(turn)["A Fin - Kie"] == "no fleet in BAL convoys it"
    assert words(turn)["F BOT C Fin - Kie"] == "unused"


def test_a_convoy_is_broken_when_its_fleet_is_dislodged(scene, words, reasons) -> None:
    turn = scene("S1901M", {"england": ["A lon", "F eng"], "france": ["F bre", "F mao"]}).play(
        {"england": ["A lon - bel", "F eng C lon - bel"], "france": ["F bre - eng", "F mao S bre - eng"]}
    )
    assert words(turn)["A Lon - Bel"] == "no-convoy"
    assert reasons(turn)["A Lon - Bel"] == "the convoy was broken by F Bre - ENG"
    assert words(turn)["F ENG C Lon - Bel"] == "dislodged*"


def test_a_hopeless_attack_on_the_fleet_breaks_no_convoy(scene, words) -> None:
    """No paradox rule is asked where the attack could not have won anyway (DATC 4.A.2, 6.F)."""
    turn = scene(
        "S1901M",
        {"france": ["A bre", "F eng", "F nth"], "england": ["F lon", "F iri"], "germany": ["F bel"]},
    ).play(
        {
            "france": ["A bre - lon via", "F eng C bre - lon", "F nth S bre - lon"],
            "england": ["F lon S iri - eng", "F iri - eng"],
            "germany": ["F bel S eng"],
        }
    )
    told = words(turn)
    assert told["A Bre - Lon via convoy"] == "moves"
    assert told["F IRI - ENG"] == "bounces"
    assert told["F Lon S IRI - ENG"] == "cut*"


def test_a_bounce_at_one_end_stops_an_exchange_by_two_convoys(scene, words) -> None:
    units = {"italy": ["A tun", "F tys", "A rom"], "turkey": ["A nap", "F ion"]}
    exchange = {
        "italy": ["A tun - nap via", "F tys C tun - nap"],
        "turkey": ["A nap - tun via", "F ion C nap - tun"],
    }
    turn = scene("S1901M", units).play(exchange)
    assert words(turn)["A Tun - Nap via convoy"] == words(turn)["A Nap - Tun via convoy"] == "moves"
    turn = scene("S1901M", units).play({**exchange, "italy": [*exchange["italy"], "A rom - nap"]})
    assert {result for order, result in words(turn).items() if order.startswith("A")} == {"bounces"}


def test_a_convoy_that_would_cut_the_support_against_itself_fails(scene, words, reasons) -> None:
    """The convoy paradox after Szykman (DATC 4.A.2, 6.F.14)."""
    turn = scene("S1901M", {"england": ["F lon", "F wal"], "france": ["A bre", "F eng"]}).play(
        {"england": ["F lon S wal - eng", "F wal - eng"], "france": ["A bre - lon", "F eng C bre - lon"]}
    )
    assert words(turn) == {
        "F Lon S Wal - ENG": "supports", "F Wal - ENG": "moves", "A Bre - Lon": "no-convoy",
        "F ENG C Bre - Lon": "dislodged*",
    }  # fmt: skip
    assert reasons(turn)["A Bre - Lon"] == "the convoy is caught in a paradox"


def test_an_army_goes_to_its_neighbor_by_sea_with_a_fleet_of_its_own_power(scene, words) -> None:
    """Two neighbors change places when one goes by sea (DATC 4.A.3, rulebook 2023)."""
    units = {"england": ["A nwy", "F ska"], "russia": ["A swe"]}
    turn = scene("S1901M", units).play({"england": ["A nwy - swe", "F ska C nwy - swe"], "russia": ["A swe - nwy"]})
    assert words(turn)["A Nwy - Swe"] == words(turn)["A Swe - Nwy"] == "moves"


def test_a_foreign_fleet_does_not_kidnap_an_army_that_can_walk(scene, words, reasons) -> None:
    units = {"england": ["A nwy"], "germany": ["F ska"], "russia": ["A swe"]}
    turn = scene("S1901M", units).play(
        {"england": ["A nwy - swe"], "germany": ["F ska C nwy - swe"], "russia": ["A swe - nwy"]}
    )
    assert words(turn)["A Nwy - Swe"] == words(turn)["A Swe - Nwy"] == "bounces"
    assert reasons(turn)["F SKA C Nwy - Swe"] == "the army goes by land"


def test_an_army_that_said_via_convoy_does_not_walk_when_none_comes(scene, words, reasons) -> None:
    turn = scene("S1901M", {"france": ["A bel"], "england": ["F nth"]}).play(
        {"france": ["A bel - hol via"], "england": ["F nth - hel"]}
    )
    assert words(turn)["A Bel - Hol via convoy"] == "no-convoy"
    assert reasons(turn)["A Bel - Hol via convoy"] == "no fleet in NTH convoys it"


def test_the_cause_names_no_sea_where_several_could_help_or_more_than_one_is_needed(scene, reasons) -> None:
    fleets = ["F nth", "F eng", "F iri", "F mao"]
    turn = scene("S1901M", {"england": ["A lon", *fleets]}).play({"england": ["A lon - bel"]})
    assert reasons(turn)["A Lon - Bel"] == "no fleet convoys it"
    turn = scene("S1901M", {"england": ["A wal", "F eng", "F iri", "F mao", "F wes"]}).play(
        {"england": ["A wal - tun", "F wes C wal - tun"]}
    )
    assert reasons(turn)["A Wal - Tun"] == "the fleets that convoy make no whole route"


def test_a_fleet_that_no_route_needs_gives_an_impossible_order(scene, words, reasons) -> None:
    """DATC 6.F.12, 6.G.19."""
    turn = scene("S1901M", {"england": ["A lon", "F eng", "F iri"]}).play(
        {"england": ["A lon - bel", "F eng C lon - bel", "F iri C lon - bel"]}
    )
    assert words(turn)["F IRI C Lon - Bel"] == "void"
    assert reasons(turn)["F IRI C Lon - Bel"] == "no convoy to Bel needs this fleet"


def test_a_rule_choice_lets_a_convoyed_attack_cut_the_support_aimed_at_its_origin(scene) -> None:
    """DATC 4.A.4."""
    from dataclasses import replace

    opening = scene("S1901M", {"austria": ["F adr", "A tri"], "italy": ["A ven", "F alb"]})
    orders = {"austria": ["F adr C tri - ven", "A tri - ven via"], "italy": ["A ven S alb - tri", "F alb - tri"]}
    assert [one.unit.at for one in opening.play(orders).left.dislodged] == ["tri"]
    opening.variant = replace(opening.variant, rules=replace(opening.variant.rules, convoyed_cut="b_cut"))
    assert opening.play(orders).left.dislodged == ()
