"""The state of a revolutionary game as a document: what is refused, and how."""

import pytest

from judge.cli.cases import read_case
from judge.errors import JudgeError


@pytest.mark.parametrize(
    ("state", "saying"),
    [
        ({"provinces": {"Cze": {"state": "revolt"}}}, "provinces.Cze: a province cannot be in revolt against its own"),
        ({"provinces": {"Slo": {"state": "revolt"}}}, "provinces.Slo: a province cannot be in revolt against its own"),
        ({"provinces": {"ADR": {"state": "revolt"}}}, "provinces.ADR: there is no such province on land"),
        ({"provinces": {"Cze": {"held": -1}}}, "provinces.Cze.held must be a number of seasons"),
        ({"provinces": {"Cze": {"controler": "Germany"}}}, "provinces.Cze.controler: unknown key"),
        ({"powers": {"Atlantis": "active"}}, "'Atlantis' is no power of this board"),
        ({"powers": {"Germany": "asleep"}}, "powers.Germany must be one of active, inactive"),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_its_place(state, saying: str) -> None:
    document = {"variant": "revolutionary-modern", "phase": "S1997V", "units": {}, "state": state, "orders": {}}
    with pytest.raises(JudgeError, match="state: ") as refused:
        read_case(document)
    assert saying in str(refused.value)


def test_the_centers_of_a_case_tell_whom_a_center_is_in_revolt_against() -> None:
    state = {"provinces": {"Cze": {"state": "revolt"}}}
    case = read_case(
        {
            "variant": "revolutionary-modern", "phase": "S1997V", "units": {}, "state": state, "orders": {},
            "centers": {"Germany": ["Cze"]},
        }
    )  # fmt: skip
    assert dict(case.position.centers)["cze"] == "germany"
