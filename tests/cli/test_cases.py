"""The DATC and our own cases hold, through the same reader, legality check and resolver as a mailed turn."""

import json
import random
from pathlib import Path

import pytest

from judge.cli.case_answers import answer_case
from judge.cli.cases import read_case
from judge.errors import CaseError
from tests.cases.documents import documents, failures

CASES = Path(__file__).parent.parent / "cases"
DATC = documents("datc/?.jsonl")


def test_every_current_case_of_the_datc_is_there_with_an_expectation_for_every_order() -> None:
    counts = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 32, "I": 7, "J": 12, "K": 2}
    found = [document["id"].split(".")[1] for document in DATC]
    assert {section: found.count(section) for section in counts} == counts
    for document in DATC:
        given = sum(len(orders) for orders in document["orders"].values())
        assert len(document["expect"]["orders"]) == given, document["id"]
        assert "units" in document["expect"]
        if document["phase"].endswith("M"):
            assert {"dislodged", "contested"} <= document["expect"].keys()


@pytest.mark.parametrize("document", DATC, ids=[document["id"] for document in DATC])
def test_a_case_of_the_datc_holds(document) -> None:
    assert failures(document) == ()


def test_the_sequence_of_orders_does_not_matter_in_movement_and_retreats() -> None:
    """DATC chapter 4.D lets it matter only where a power orders too many builds or removals."""
    chance = random.Random(1901)
    for document in DATC:
        if document["phase"].endswith("A"):
            continue
        powers = list(document["orders"].items())
        for _ in range(3):
            chance.shuffle(powers)
            orders = {power: chance.sample(lines, len(lines)) for power, lines in powers}
            units = {power: chance.sample(texts, len(texts)) for power, texts in document["units"].items()}
            assert failures(document | {"orders": orders, "units": units}) == (), document["id"]


FIELD = documents("standard/field.jsonl")
CAUSES = documents("standard/causes.jsonl")


@pytest.mark.parametrize("document", FIELD, ids=[document["id"] for document in FIELD])
def test_what_other_programs_were_reported_for_goes_right_here(document) -> None:
    assert failures(document) == ()
    powers = document.get("orders", {})
    if not document["phase"].endswith("A"):
        assert failures(document | {"orders": dict(reversed(powers.items()))}) == ()


def test_several_phases_are_played_in_a_row() -> None:
    document = json.loads((CASES / "standard" / "openings.json").read_text())
    assert failures(document) == ()
    answer = answer_case(read_case(document))
    assert [phase["played"] for phase in answer["phases"]] == ["S1901M", "F1901M", "W1901A"]
    assert answer["phases"][0]["passed"] == ["S1901R"]
    assert answer["id"] == "standard-openings"


def test_phases_without_orders_are_played_by_rule_on_the_way() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["A Bur", "A Ruh"], "Germany": ["A Mun"]},
        "orders": {
            "S1901M": {"France": ["A Bur - Mun", "A Ruh S A Bur - Mun"]},
            "F1901M": {"France": ["A Mun H"]},
        },
    }
    phases = answer_case(read_case(document))["phases"]
    assert [phase["played"] for phase in phases] == ["S1901M", "S1901R", "F1901M"]
    assert phases[0]["dislodged"]["Germany"][0]["from"] == "Bur"
    assert phases[1]["orders"] == [
        {
            "power": "Germany", "unit": "A Mun", "order": "A Mun disband", "result": "disbands",
            "reason": "no order came for it", "by": None,
        }
    ]  # fmt: skip
    assert "Germany" not in phases[2]["units"]


def test_orders_for_a_phase_that_was_passed_are_void() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["A Par"]},
        "orders": {"S1901M": {"France": ["A Par - Bur"]}, "S1901R": {"France": ["A Bur - Mun"]}},
    }
    (phase,) = answer_case(read_case(document))["phases"]
    idle = phase["orders"][-1]
    assert (idle["order"], idle["result"]) == ("A Bur - Mun", "void")
    assert "S1901R was passed" in idle["reason"]


def test_an_order_that_cannot_be_read_is_reported_and_the_unit_holds() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["F Mao"], "Italy": ["F Wes", "A Naf"]},
        "orders": {"France": ["F MAO - Spain", "F MAO - Xyz", "chat"], "Italy": ["F Wes - MAO", "A Naf H"]},
    }
    answer = answer_case(read_case(document))
    assert [(entry["unit"], entry["result"]) for entry in answer["orders"]] == [
        ("F MAO", "void"), ("F MAO", "unreadable"), (None, "unreadable"), ("F WES", "bounces"), ("A Naf", "holds"),
    ]  # fmt: skip


def test_a_unit_that_lost_its_place_through_an_unread_order_is_marked() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["F Mao"], "Italy": ["F Wes", "F Naf"]},
        "orders": {"France": ["F MAO - Spain"], "Italy": ["F Wes - MAO", "F Naf S F Wes - MAO"]},
    }
    answer = answer_case(read_case(document))
    assert answer["orders"][0]["dislodged"] is True
    assert "unit" in answer["dislodged"]["France"][0]


RETREAT = {
    "phase": "S1901R",
    "units": {"Germany": ["A Bur"], "Italy": ["A Spa"]},
    "dislodged": {"France": [{"unit": "A Mar", "retreats": ["Gas", "Pie"]}]},
}


@pytest.mark.parametrize(
    ("orders", "results"),
    [
        (["A Mar - Xyz"], ["unreadable"]),
        (["A Mar - Spa"], ["void"]),
        (["A Mar - Gas", "A Mar - Pie"], ["void", "void"]),
        (["A Mar - Gulf"], ["void"]),
        (["A Mar - Gas", "A Mar - Xyz"], ["retreats", "unreadable"]),
        ([], ["disbands"]),
    ],
)
def test_a_unit_that_was_not_saved_has_no_second_entry(orders, results) -> None:
    """An order that cannot be carried out stands for its unit, in retreats as in movement."""
    answer = answer_case(read_case({**RETREAT, "orders": {"France": orders}}))
    assert [entry["result"] for entry in answer["orders"]] == results
    assert {entry["unit"] for entry in answer["orders"]} == {"A Mar"}


def test_an_order_of_several_lines_is_several_orders() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["A Par", "A Mar"]},
        "orders": {"France": ["A Par H\nA Mar - Bur"]},
    }
    answer = answer_case(read_case(document))
    assert [entry["order"] for entry in answer["orders"]] == ["A Par H", "A Mar - Bur"]


def test_what_a_case_says_about_itself_comes_back_as_it_was() -> None:
    document = {"phase": "S1901M", "units": {}, "id": 7, "title": None, "source": ["6.A.1"]}
    answer = answer_case(read_case(document))
    assert (answer["id"], answer["title"], answer["source"]) == (7, None, ["6.A.1"])


def test_units_without_an_order_have_an_entry_too() -> None:
    answer = answer_case(read_case({"phase": "S1901M", "units": {"France": ["A Par"]}}))
    (entry,) = answer["orders"]
    assert (entry["order"], entry["result"]) == ("A Par H", "holds")
    assert answer["winner"] is None
    assert answer["centers"] == {"France": ["Bre", "Mar", "Par"]}


def test_a_winner_ends_the_play() -> None:
    centers = ["Par", "Bre", "Mar", "Spa", "Por", "Bel", "Hol", "Lon", "Lvp", "Edi", "Mun", "Kie", "Ber", "Den",
               "Swe", "Nwy", "Ven", "Rom"]  # fmt: skip
    document = {
        "phase": "F1909M",
        "units": {"France": ["A Par"], "Turkey": ["A Con"]},
        "centers": {"France": centers},
        "orders": {"F1909M": {"France": ["A Par H"]}, "S1910M": {"France": ["A Par H"]}},
    }
    (phase,) = answer_case(read_case(document))["phases"]
    assert phase["winner"] == "France"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"phase": "soon"}, "phase: 'soon' is no phase"),
        ({"phase": None}, "phase: this must be"),
        ({"units": {"Narnia": ["A Par"]}}, "'Narnia' is no power"),
        ({"units": {"France": ["A Xyz"]}}, "units.france: 'A Xyz' is no unit"),
        ({"units": {"France": ["Par"]}}, "'Par' is no unit"),
        ({"units": {"France": ["A Liv"]}}, "'A Liv' is no unit"),
        ({"units": {"France": ["A Mao"]}}, "an army cannot stand at sea"),
        ({"units": {"France": ["F Par"]}}, "a fleet cannot stand inland"),
        ({"units": {"France": ["F Spa"]}}, "which coast? Spa/nc, Spa/sc"),
        ({"units": {"France": ["A Par"], "Italy": ["A Par"]}}, "another unit in this province"),
        ({"units": {"France": "A Par"}}, "this must be a list"),
        ({"units": []}, "units: this must be an object"),
        ({"centers": {"France": ["Bur"]}}, "Bur is no center"),
        ({"centers": {"France": ["Bel"], "Italy": ["Bel"]}}, "Bel is no center, or has two owners"),
        ({"phase": "S1901R", "contested": ["nowhere"]}, "contested: 'nowhere' is no place"),
        ({"phase": "S1901R", "dislodged": {"France": ["A Par"]}}, "dislodged.france: this must be an object"),
        ({"orders": {"France": "A Par H"}}, "orders.france: this must be a list"),
        ({"orders": {"France": [1]}}, "orders.france: this must be an order"),
        ({"orders": {"S1901M": {"France": ["A Par H"]}, "F1900M": {}}}, "phase before the one of the position"),
        ({"orders": {"S1901E": {}}}, "S1901E is no phase of this game"),
        ({"variant": "chess"}, "variant: no variant is named chess"),
        ({"board": "colonial"}, "variant: the Standard game is played on its own board"),
        ({"state": {"a": 1}}, "state: this game has no state"),
        ({"moves": {}}, "moves: unknown key"),
        ({"options": {"4.A.2": "1970"}}, "options: choice '1970' of 4.A.2 is not offered"),
        ({"options": {"4.A.2": 1970}}, "options: choice 1970 of 4.A.2 is not offered, only szykman or 1971"),
        ({"options": {"4.B.1": "default_coast"}}, "of 4.B.1 is not offered, only fails: the rulebook says"),
        ({"options": {"luck": 1}}, "options: no option 'luck'"),
        ({"options": {"to_win": "many"}}, "options: to_win must be a number"),
    ],
)
def test_a_case_that_cannot_be_read_says_where(change, problem) -> None:
    document = {"phase": "S1901M", "units": {"France": ["A Par"]}} | change
    with pytest.raises(CaseError) as trouble:
        answer_case(read_case(document, "turn.json", 3))
    assert problem in str(trouble.value)


def test_options_choose_the_rules() -> None:
    document = {
        "phase": "F1901M",
        "units": {"France": ["A Par"]},
        "options": {"to_win": 3, "4.A.2": "szykman", "Convoy_Paradox": "szykman", "4.b.1": "FAILS"},
    }
    assert answer_case(read_case(document))["winner"] == "France"


def test_a_choice_may_be_named_by_its_number_in_the_datc() -> None:
    """DATC 4.A.5: whether a unit may retreat to where its attacker came from by convoy."""
    document = {
        "phase": "S1901M",
        "units": {"England": ["A Lon", "F Nth", "F Hel"], "Germany": ["A Hol"]},
        "orders": {"England": ["A Lon - Hol via convoy", "F Nth C A Lon - Hol", "F Hel S A Lon - Hol"]},
    }
    assert answer_case(read_case(document))["dislodged"]["Germany"][0]["from"] is None
    closed = answer_case(read_case(document | {"options": {"4.a.5": "A_not_allowed"}}))
    assert closed["dislodged"]["Germany"][0]["from"] == "Lon"


def test_what_does_not_hold_is_told() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["A Par"], "Germany": ["A Mun"]},
        "orders": {"France": ["A Par - Bur"]},
        "expect": {
            "orders": {"A Par": "bounces", "Army Munich": {"result": "holds", "dislodged": False}, "A Rom": "holds"},
            "units": {"F": ["Army Burgundy"], "Germany": ["A Mun"]},
            "contested": ["Bur"],
            "phase": "S1902M",
            "events": ["it rained"],
            "luck": 1,
        },
    }
    told = failures(document)
    assert [problem.split(":")[0] for problem in told] == [
        "orders", "orders", "contested", "phase", "events", "luck",
    ]  # fmt: skip
    assert "got A Par - Bur moves" in told[0]
    assert "no such order" in told[1]


def test_expectations_may_be_given_phase_by_phase_or_as_a_list() -> None:
    document = {
        "phase": "S1901M",
        "units": {"France": ["A Par"]},
        "orders": {"S1901M": {"France": ["A Par - Bur"]}, "F1901M": {"France": ["A Bur - Mun"]}},
    }
    good = {"S1901M": {"orders": {"A Par": "moves"}}, "F1901M": {"units": {"France": ["A Mun"]}}}
    assert failures(document | {"expect": good}) == ()
    assert failures(document | {"expect": {"phases": list(good.values())}}) == ()
    assert failures(document | {"expect": {"F1902M": {}}}) == ("F1902M was not played",)
    (told,) = failures(document | {"expect": {"phases": [{"winner": "France"}]}})
    assert told.startswith("S1901M winner")


@pytest.mark.parametrize("document", CAUSES, ids=lambda document: document["id"])
def test_a_failed_order_names_what_really_stopped_it(document) -> None:
    """Cases in which the first suspect is not the one."""
    assert failures(document) == ()
