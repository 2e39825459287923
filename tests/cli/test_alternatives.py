"""The DATC under other rule choices than the preferred ones, and the choices of which it states no board."""

import random
from dataclasses import fields
from pathlib import Path

import pytest

from judge.cli.case_answers import answer_case
from judge.cli.case_options import choose_rules
from judge.cli.cases import read_case
from judge.game.rules import RULE_CHOICES, Rules
from tests.cases.documents import documents, failures

CASES = Path(__file__).parent.parent / "cases"


DATC = {document["id"]: document for document in documents("datc/?.jsonl")}
ALTERNATIVES = documents("datc/alternatives-*.jsonl")
OWN = documents("standard/options.jsonl")

# What the DATC asks of these choices and gives no answer to: the rules of 1971 and 2000 do not reach the paradox, the
# older rules have no words "via convoy". Here what the rules leave open goes by the preferred choice.
OPEN = [
    ("6.F.18", "4.A.2", "1971"), ("6.F.18", "4.A.2", "2000"), ("6.F.20", "4.A.2", "1971"), ("6.F.22", "4.A.2", "1971"),
    ("6.F.22", "4.A.2", "2000"), ("6.F.23", "4.A.2", "1971"), ("6.F.23", "4.A.2", "2000"), ("6.F.24", "4.A.2", "1971"),
    ("6.F.24", "4.A.2", "2000"),
]  # fmt: skip


def position(document, **options) -> dict:
    answer = answer_case(read_case(document | {"options": options}))
    return {key: answer[key] for key in ("units", "dislodged", "contested")}


def test_all_alternatives_that_state_a_board_are_there() -> None:
    """113, and one that states it for the movement phase before."""
    assert len(ALTERNATIVES) == len({document["id"] for document in ALTERNATIVES}) == 114


@pytest.mark.parametrize("document", ALTERNATIVES, ids=[document["id"] for document in ALTERNATIVES])
def test_an_alternative_of_the_datc_holds(document) -> None:
    assert failures(document) == ()


@pytest.mark.parametrize("document", OWN, ids=[document["id"] for document in OWN])
def test_a_choice_of_which_the_datc_states_no_board_does_what_it_says(document) -> None:
    """Beside each, the same orders under the preferred choice end otherwise."""
    assert failures(document) == ()
    preferred = document | {"options": {name: default(name) for name in document["options"]}}
    assert failures(preferred) != ()


def default(issue: str) -> str:
    return next(choice.values[0] for choice in RULE_CHOICES if choice.issue == issue)


def test_every_choice_that_can_be_made_is_tried_by_a_case() -> None:
    tried = {(issue, value) for document in (*ALTERNATIVES, *OWN) for issue, value in document["options"].items()}
    offered = {(choice.issue, value) for choice in RULE_CHOICES for value in choice.values[1:]}
    assert tried == offered


@pytest.mark.parametrize(("case", "issue", "value"), OPEN)
def test_what_a_choice_leaves_open_goes_by_the_preferred_one(case, issue, value) -> None:
    assert position(DATC[case], **{issue: value}) == position(DATC[case])


def test_a_convoy_that_only_a_walk_would_open_is_not_taken_up_again() -> None:
    """DATC 6.G.11 under 4.A.3 2000_fallback goes round in a ring: the army walks and stays on land."""
    document = DATC["6.G.11"]
    walks = position(document, **{"4.A.3": "2000_fallback"})
    assert walks == position(document, **{"4.A.3": "dptg"})
    assert walks != position(document)


@pytest.mark.parametrize("case", ["6.G.8", "6.G.20"])
@pytest.mark.parametrize("value", ["1971", "1982"])
def test_where_the_rules_know_no_words_for_a_convoy_the_army_walks(case, value) -> None:
    """DATC 4.A.3: “via convoy” came with later rules."""
    assert position(DATC[case], **{"4.A.3": value}) == position(DATC[case], **{"4.A.3": "2000_fallback"})


def test_the_sequence_of_orders_does_not_matter_under_other_choices() -> None:
    """Adjustments and several orders for one unit go by the sequence, by rule."""
    chance = random.Random(1971)
    for document in ALTERNATIVES:
        if document["phase"].endswith("A"):
            continue
        for _ in range(3):
            assert failures(document | {"orders": shuffled(document["orders"], chance)}) == (), document["id"]


def shuffled(orders: dict, chance: random.Random) -> dict:
    """Orders by power, or by phase and power, in another sequence."""
    if any(isinstance(entry, dict) for entry in orders.values()):
        return {tag: shuffled(entry, chance) for tag, entry in orders.items()}
    powers = chance.sample(sorted(orders), len(orders))
    return {power: chance.sample(orders[power], len(orders[power])) for power in powers}


def test_the_current_cases_hold_whatever_is_chosen_for_what_they_do_not_ask() -> None:
    """A choice changes only what it is about: simple cases are the same under every value of every choice."""
    plain = [DATC[name] for name in ("6.A.11", "6.C.1", "6.D.1", "6.D.4", "6.E.1", "6.E.2")]
    for choice in RULE_CHOICES:
        for value in choice.values[1:]:
            for document in plain:
                assert failures(document | {"options": {choice.name: value}}) == (), (choice.name, value)


def test_choices_are_made_by_name_and_by_number_alike() -> None:
    for choice in RULE_CHOICES:
        for value in choice.values:
            made = choose_rules(Rules(), {choice.issue: value})
            assert made == choose_rules(Rules(), {choice.name: value})
            assert getattr(made, choice.name) == value
    named = {choice.name for choice in RULE_CHOICES}
    assert {field.name for field in fields(Rules)} == named | {"to_win", "rulings", "nations"}
