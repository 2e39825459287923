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
        ({"dislodged": {"France": [{"unit": 5}]}}, "expect.dislodged"),
        ({"dislodged": {"France": [{"unit": "A Par", "from": 5}]}}, "expect.dislodged"),
        ({"dislodged": {"France": [{"unit": "A Par", "retreats": 5}]}}, "expect.dislodged"),
        ({"units": {"France": [{"unit": "A Par"}]}}, "expect.units"),
        ({"centers": {"France": [None]}}, "expect.centers"),
        ({"contested": [["Bur"]]}, "expect.contested"),
        ({"orders": [{"unit": ["A Par"]}]}, "expect.orders"),
        ({"orders": [{"power": ["France"]}]}, "expect.orders"),
        ({"orders": [{"unit": "A Par", "dislodge": False}]}, "expect.orders"),
        ({"orders": {"A Par": []}}, "expect.orders.A Par"),
        ({"orders": {"A Par": {"results": None}}}, "expect.orders.A Par"),
        ({"played": ["S1901M"]}, "expect.played"),
    ],
)
def test_what_could_be_no_answer_is_no_expectation(refuse, expect, key) -> None:
    assert key in refuse(json.dumps({**CASE, "expect": expect}), "--check")


def test_what_is_expected_of_phases_is_looked_at_as_well(refuse) -> None:
    phased = {**CASE, "orders": {"S1901M": {}}}
    assert "expect.played" in refuse(json.dumps({**phased, "expect": [{"played": ["x"]}]}), "--check")


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
    ("text", "told"),
    [
        ('{"id": "\\ud800", "phase": "S1901M", "units": {}}', "half a character"),
        ('{"phase": "S1901M", "units": {}, "orders": {"France": ["A Par \\ud800 Bur"]}}', "half a character"),
        ('{"id": NaN, "phase": "S1901M", "units": {}}', "NaN is no number"),
        ('{"id": 1e999, "phase": "S1901M", "units": {}}', "1e999 is no number"),
        ('{"phase": "S1901M", "units": {"France": ["A Par"], "France": ["A Bur"]}}', "the key 'France' stands twice"),
    ],
)
def test_json_that_has_no_answer_in_json_or_says_a_thing_twice_is_refused(refuse, text, told) -> None:
    """The answer gives free texts back as they came, and of two keys one would be lost."""
    assert told in refuse(text)
    assert ":2: " in refuse(json.dumps(CASE) + "\n" + text)


def test_one_phase_has_its_orders_under_one_tag(refuse) -> None:
    orders = {"S1901M": {"France": ["A Par - Bur"]}, "s1901m": {"Germany": ["A Mun - Bur"]}}
    assert "orders.S1901M" in refuse(json.dumps({**CASE, "orders": orders}))


def test_a_choice_made_by_two_names_is_refused(refuse) -> None:
    told = refuse(json.dumps({**CASE, "options": {"4.A.2": "1982", "convoy_paradox": "szykman"}}))
    assert "options: convoy_paradox is chosen twice" in told


def test_bytes_that_are_no_text_are_told_with_the_line(tmp_path, capsys) -> None:
    file = tmp_path / "case.json"
    file.write_bytes(json.dumps(CASE).encode() + b"\n\xff\n")
    assert run([str(file)]) == 2
    assert f"{file}:2: no text in UTF-8" in capsys.readouterr().err


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
