"""The cases of the Colonial game hold, each with an expectation for what it is about."""

import pytest

from judge.cli.case_answers import answer_case
from judge.cli.case_checks import differences
from judge.cli.cases import read_case
from tests.cases.documents import documents, failures

CASES = documents("colonial/*.jsonl")
# The cases that the rulings are published with; those that follow them in number are our own.
PUBLISHED = (
    "TSR-01 TSR-02 TSR-03 TSR-05 TSR-06 TSR-08 TSR-09 TSR-11 TSR-12 TSR-13 TSR-14 TSR-16 TSR-18 TSR-19 TSR-21 TSR-23 "
    "TSR-24 TSR-26 TSR-28 TSR-29 TSR-31 TSR-32 TSR-34 TSR-35 TSR-36 SUE-01 SUE-02 SUE-03 SUE-05 SUE-07 SUE-08 SUE-09 "
    "SUE-11 SUE-14 HK-01 HK-03 CEB-01 CEB-02 WIN-01 WIN-03 MAP-01"
)


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_a_case_of_colonial_holds(document) -> None:
    assert failures(document) == ()


def test_every_published_case_is_there_and_every_order_of_it_has_an_expectation() -> None:
    by_id = {document["id"]: document for document in CASES}
    assert len(by_id) == len(CASES)
    for name in PUBLISHED.split():
        document = by_id[f"COL-{name}"]
        given = sum(map(len, document["orders"].values()))
        assert len(document["expect"].get("orders", ())) == given, name


def test_thirty_two_cases_of_the_datc_hold_on_colonial_positions() -> None:
    """Positions with the same borders among the places used; nothing of the railroad or the Canal near."""
    translated = [document for document in CASES if document["id"].startswith("COL-DATC-")]
    assert len(translated) == 32
    for document in translated:
        assert len(document["expect"]["orders"]) == sum(map(len, document["orders"].values()))
        assert "units" in document["expect"]


def test_each_option_has_cases_in_which_it_decides() -> None:
    """The same position by the default: at least one expectation of the case no longer holds."""
    chosen = set()
    for document in CASES:
        if "options" in document:
            default = read_case({key: value for key, value in document.items() if key != "options"})
            if differences(default, answer_case(default)):
                chosen |= document["options"].keys()
    assert chosen == {"C5", "C8", "C10", "C11", "C17", "C20", "land_bridges"}


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_the_sequence_of_powers_and_units_does_not_matter(document) -> None:
    turned = document | {key: dict(reversed(document[key].items())) for key in ("units", "orders")}
    if any(key[-1] in "MRA" and key[1:5].isdigit() for key in document["orders"]):
        turned["orders"] = document["orders"]
    case = read_case(turned)
    assert differences(case, answer_case(case)) == ()
