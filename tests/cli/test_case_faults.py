"""A case that cannot be read, or that expects what could be no answer, is refused with its place and status 2."""

import json
from pathlib import Path

import pytest

from judge.cli.case_command import run

CASE = {"phase": "S1901M", "units": {"France": ["A Par"]}, "orders": {"France": ["A Par - Bur"]}}
RETREAT = {"phase": "S1901R", "units": {"Italy": ["A Spa"], "Germany": ["A Bur"]}}


@pytest.fixture
def refuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Has a text refused and gives the reason."""

    def refuse(text: str, *flags: str) -> str:
        file = tmp_path / "case.json"
        file.write_text(text)
        assert run([*flags, str(file)]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert str(file) in told.err
        return told.err

    return refuse


@pytest.mark.parametrize(
    ("expect", "key"),
    [
        (5, "expect"),
        ([], "expect"),
        ({"units": 3}, "expect.units"),
        ({"units": {"France": 3}}, "expect.units"),
        ({"orders": [3]}, "expect.orders"),
        ({"orders": 3}, "expect.orders"),
        ({"events": 3}, "expect.events"),
        ({"contested": "Bur"}, "expect.contested"),
        ({"dislodged": {"France": [{"from": "Bur"}]}}, "expect.dislodged"),
    ],
)
def test_what_could_be_no_answer_is_no_expectation(refuse, expect, key) -> None:
    assert key in refuse(json.dumps({**CASE, "expect": expect}), "--check")


def test_orders_for_a_phase_that_cannot_come_are_refused_with_the_line_of_the_case(refuse) -> None:
    for tag in ("F1900M", "S1901V"):
        bad = {**CASE, "orders": {tag: {"France": ["A Par - Bur"]}}}
        told = refuse(json.dumps(CASE) + "\n" + json.dumps(bad) + "\n")
        assert "case.json:2: orders" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"orders": []}, "orders: this must be an object"),
        ({"orders": ""}, "orders: this must be an object"),
        ({"dislodged": []}, "dislodged: this must be an object"),
        ({"contested": {}}, "contested: this must be a list"),
        ({"dislodged": {"Italy": [{"unit": "A Mar"}]}}, "dislodged: S1901M begins without any"),
        ({"contested": ["Mar"]}, "contested: S1901M begins without any"),
        ({"phase": "W1901A", "contested": ["Mar"]}, "contested: W1901A begins without any"),
    ],
)
def test_what_would_be_passed_over_is_refused(refuse, change, told) -> None:
    assert told in refuse(json.dumps(CASE | change))


def test_json_that_no_program_should_read_is_refused(refuse) -> None:
    assert "nested too deep" in refuse("[" * 100_000)
    assert "too long" in refuse('{"phase": ' + "9" * 5_000 + "}")


@pytest.mark.parametrize(
    ("dislodged", "piece"),
    [
        ([{"unit": "A Gas", "retreats": ["Spa/nc"]}], "Spa/nc"),
        ([{"unit": "F MAO", "retreats": ["Por", "Bur"]}], "Bur"),
        ([{"unit": "A Gas", "retreats": ["Spa"]}], "Spa"),
        ([{"unit": "A Gas", "retreats": ["Lon"]}], "Lon"),
        ([{"unit": "A Gas", "retreats": ["Bre"]}, {"unit": "A Gas", "retreats": ["Bre"]}], "A Gas"),
    ],
)
def test_a_unit_that_could_not_retreat_so_is_refused(refuse, dislodged, piece) -> None:
    told = refuse(json.dumps({**RETREAT, "dislodged": {"France": dislodged}}))
    assert "dislodged.france" in told
    assert piece in told
