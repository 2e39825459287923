"""The cases of Seismic Diplomacy hold: the published ones, and one or more for each ruling that decides something."""

import re

import pytest

from judge.cli.case_answers import answer_case
from judge.cli.cases import read_case
from judge.errors import CaseError
from tests.cases.documents import documents, failures

CASES = documents("seismic/*.jsonl")
PUBLISHED = (1, 2, 4, 6, 7, 8, 10, 11, 12, 15, 16, 17, 18, 19, 21, 23, 24, 25, 26)
# S1, S17 and S21 are about the published cases; S18, S20, S22 and S24 add nothing that could be ordered.
DECIDED = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 23, 25, 26, 27}


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_a_case_of_seismic_diplomacy_holds(document) -> None:
    assert failures(document) == ()


def test_every_published_case_is_there() -> None:
    names = [document["id"] for document in CASES]
    assert len(set(names)) == len(names)
    assert {f"SEI-{number:02}" for number in PUBLISHED} <= set(names)


def test_every_order_of_every_case_has_an_expectation() -> None:
    for document in CASES:
        orders, expect = document["orders"], document["expect"]
        by_phase = zip(orders.values(), expect.values(), strict=True) if _is_long(orders) else ((orders, expect),)
        for given, expected in by_phase:
            assert len(expected["orders"]) >= sum(map(len, given.values())), document["id"]
            assert "units" in expected


def test_each_ruling_that_decides_something_has_a_case() -> None:
    named = {int(number) for document in CASES for number in re.findall(r"\bS(\d+)\b", document["source"])}
    assert named >= DECIDED


@pytest.mark.parametrize("document", CASES, ids=[document["id"] for document in CASES])
def test_the_sequence_of_powers_does_not_matter(document) -> None:
    def turned(orders):
        return dict(reversed(orders.items()))

    orders = document["orders"]
    swapped = {tag: turned(given) for tag, given in orders.items()} if _is_long(orders) else turned(orders)
    assert failures(document | {"orders": swapped, "units": turned(document["units"])}) == ()


def test_the_state_of_an_answer_is_the_state_of_the_next_case() -> None:
    """The position of an answer, sent in again, is played on the same map."""
    document = next(one for one in CASES if one["id"] == "SEI-06")
    answer = answer_case(read_case(document))
    again = document | {"state": answer["state"], "units": answer["units"], "phase": answer["phase"], "orders": {}}
    position = read_case({key: value for key, value in again.items() if key != "expect"}).position
    assert answer_case(read_case(again | {"expect": None}))["state"] == answer["state"]
    assert position.board.topology is not None
    assert {*position.board.topology.neighbors("bar")[0]} == {"nwy", "out"}


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        ({"events": "all"}, "state: it must be"),
        ([], "state: it must be"),
        ({"events": [["Por", "Spa", "MAO"]]}, "event 1 must be four names, two for a release"),
        ({"events": [{"names": ["Por", "Spa"], "where": "MAO"}]}, "event 1 must be four names"),
        ({"events": [["Por", "Spa", "MAO", "Atlantis"]]}, "event 1: 'Atlantis' is no place of this map"),
        ({"events": [{"names": ["Por", "Bre"], "near": 3}]}, "near must be a name or a list of names"),
        (
            {"events": [["Por", "Spa", "MAO", "MAO"], ["Por", "Spa", "MAO", "MAO"]]},
            "event 2, Por & Spa separate, MAO & MAO connect: Por and Spa have no common border; Por borders MAO",
        ),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_the_event_that_is_wrong(state, problem) -> None:
    document = {"variant": "seismic", "phase": "S1901E", "units": {"France": ["A Par"]}, "state": state}
    with pytest.raises(CaseError) as trouble:
        read_case(document)
    assert problem in str(trouble.value)


def _is_long(orders) -> bool:
    return any(key[1:5].isdigit() for key in orders)
