"""The cases of the Revolutionary game hold, in one phase or over years."""

import pytest

from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.cases import read_case
from tests.cases.documents import documents, failures

CASES = documents("revolutionary-modern/*.jsonl")
# The cases that the rulings are published with; the others are our own.
PUBLISHED = "01 02 04 05 07 08 10 11 12 14 15 17 19 20 22 24 26 28 29 31 32"


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_a_case_of_the_revolutionary_game_holds(document) -> None:
    assert failures(document) == ()


def test_every_published_case_is_there_and_every_order_of_it_has_an_expectation() -> None:
    by_id = {document["id"]: document for document in CASES}
    assert len(by_id) == len(CASES)
    for number in PUBLISHED.split():
        document = by_id[f"REV-{number}"]
        for tag, orders in document["orders"].items():
            given = sum(map(len, orders.values()))
            assert len(document["expect"].get(tag, {}).get("orders", ())) >= given, (number, tag)


def test_each_option_has_a_case_in_which_it_decides() -> None:
    """The same position by the default: at least one expectation of the case no longer holds."""
    chosen = set()
    for document in CASES:
        if "options" in document:
            default = read_case({key: value for key, value in document.items() if key != "options"})
            if differences(default, answer_case(default)):
                chosen |= document["options"].keys()
    assert chosen == {"V4", "V6", "seasons_to_revolt", "seasons_to_revolution", "seasons_to_allegiance"}


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_the_sequence_of_powers_and_units_does_not_matter(document) -> None:
    turned = document | {"units": dict(reversed(document["units"].items()))}
    if "state" in document:
        turned["state"] = {key: dict(reversed(part.items())) for key, part in document["state"].items()}
    turned["orders"] = {tag: dict(reversed(orders.items())) for tag, orders in document["orders"].items()}
    case = read_case(turned)
    assert differences(case, answer_case(case)) == ()
