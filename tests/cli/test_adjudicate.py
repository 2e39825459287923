"""`judge adjudicate`: JSON, JSON lines, standard input, plain text, --check, exit statuses, and its speed."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from judge.cli.adjudicate import adjudicate
from judge.cli.case_command import run

CASES = Path(__file__).parent.parent / "cases"
ONE = {"id": "one", "phase": "S1901M", "units": {"France": ["A Par"]}, "orders": {"France": ["A Par - Bur"]}}
BOUNCED = ONE | {"id": "two", "expect": {"orders": {"A Par": "bounces"}}}
MOVED = ONE | {"expect": {"orders": {"A Par": "moves"}}}


@pytest.fixture
def case(tmp_path):
    """Write a case file."""

    def write(text: str) -> str:
        path = tmp_path / "turn.json"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_one_case_gives_one_answer(case, capsys) -> None:
    assert run([case(json.dumps(ONE, indent=2))]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["id"] == "one"
    assert answer["units"] == {"France": ["A Bur"]}
    assert answer["orders"][0] == {
        "power": "France", "unit": "A Par", "order": "A Par - Bur", "result": "moves", "reason": None, "by": None,
    }  # fmt: skip


def test_cases_on_lines_give_answers_on_lines(case, capsys) -> None:
    assert run([case(json.dumps(ONE) + "\n\n" + json.dumps(BOUNCED) + "\n")]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["one", "two"]


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\r"])
def test_only_a_line_feed_ends_a_line_of_json(mark, case, capsys) -> None:
    """Other signs that end a line may stand in a text, or before the line feed."""
    row = json.dumps(ONE | {"title": f"a{mark}b"} if mark != "\r" else ONE, ensure_ascii=False) + mark * (mark == "\r")
    assert run([case(row + "\n" + row + "\n")]) == 0
    assert len(capsys.readouterr().out.split("\n")) == 3


def test_the_answer_is_utf_8_wherever_it_is_written(case) -> None:
    written = json.dumps(ONE | {"title": "Köln → “Bur”"}, ensure_ascii=False)
    program = "from judge.cli.main import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", program, "adjudicate", case(written)],
        env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(told.stdout)["title"] == "Köln → “Bur”"


def test_a_list_expects_no_more_phases_than_are_played(case, capsys) -> None:
    phased = {**ONE, "orders": {"S1901M": {}}}
    assert run(["--check", case(json.dumps(phased | {"expect": [{}, {"phase": "S1902M"}]}))]) == 1
    assert "expected 2 phases, 1 were played" in capsys.readouterr().out
    assert run(["--check", case(json.dumps(phased | {"expect": [{"phase": "F1901M"}]}))]) == 0


def test_the_last_year_that_a_tag_can_name_can_be_played(case, capsys) -> None:
    assert run([case(json.dumps({"phase": "W9999A", "units": {"France": ["A Par"]}}))]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == "W9999A"


def test_a_plain_text_expects_nothing(case, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["--text", "--check", case("phase: S1901M\nunits:\n  France: A Par\n")])
    assert ended.value.code == 2
    assert "--check" in capsys.readouterr().err


def test_a_case_may_come_by_standard_input(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ONE).encode())))
    assert run(["-"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "one"


def test_check_tells_the_cases_that_differ_and_nothing_else(case, capsys) -> None:
    assert run(["--check", case(json.dumps(MOVED) + "\n" + json.dumps(BOUNCED))]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("two: orders: expected")
    assert run(["--check", case(json.dumps(MOVED))]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", ":1: no JSON"),
        ('{"phase": \n oops}', ":2: no JSON"),
        (json.dumps(ONE) + "\n{oops", ":2: no JSON"),
        (json.dumps(ONE) + "\n" + json.dumps({"phase": "S1901M"}), ":2: units: this key must be given"),
        ("[]", "this must be an object"),
    ],
)
def test_a_file_that_cannot_be_read_gives_status_2_and_the_place(text, place, case, capsys) -> None:
    assert run([case(text)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert place in told.err


def test_a_file_that_is_not_there_gives_status_2(tmp_path, capsys) -> None:
    assert run([str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def test_a_plain_text_gives_the_digest_of_the_players(capsys) -> None:
    assert run(["--text", str(CASES / "standard" / "by-hand.txt")]) == 0
    told = capsys.readouterr().out
    assert "Mxo" in told.splitlines()[0]
    assert "write above" not in told  # nobody answers it
    for piece in ("Fall 1901", "A Par - Bur", "bounced against A Mun - Bur, 2 against 2", "supports  A Ruh S A Mun"):
        assert piece in told


def test_a_plain_text_may_hold_a_retreat(capsys) -> None:
    assert run(["--text", str(CASES / "standard" / "retreat-by-hand.txt")]) == 0
    told = capsys.readouterr().out
    assert "a standoff keeps Gas closed" in told
    assert "A Pie - Mar" in told


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("France: A Par\n", ":1: 'France: A Par' stands in no block"),
        ("phase: S1901M\nunits:\n  A Par\n", ":3: 'A Par' belongs to no power"),
        ("variant: chess\nunits:\n  France: A Par\n", ":3: no variant is named chess"),
        ("phase: S1901M\nunits: France: A Par\norders S1901M:\norders:\n", ":4: either all blocks"),
    ],
)
def test_a_plain_text_that_cannot_be_read_says_where(text, problem, case, capsys) -> None:
    assert run(["--text", case(text)]) == 2
    assert problem in capsys.readouterr().err


def test_a_plain_text_may_hold_several_phases_and_options(case, capsys) -> None:
    text = """
    phase S1901M
    units
      France: A Par, F Bre
    centers
      France: Par, Bre
    options
      to_win: 4
    orders S1901M:
      France: A Par - Gas; F Bre - MAO
    orders F1901M:
      France: A Gas - Spa, F Mao - Por
    """
    assert run(["--text", case(text)]) == 0
    told = capsys.readouterr().out
    assert "Spring 1901" in told
    assert "Fall 1901" in told
    assert "F MAO - Por" in told


SOME = {
    "id": "some", "phase": "S1901M", "units": {"France": ["A Par", "F Bre"], "Germany": ["A Mun"], "Italy": ["A Ven"]},
    "orders": {"France": ["A Par - Bur", "F Bre - Mos"], "Italy": ["A Ven H"]},
}  # fmt: skip


@pytest.mark.parametrize("options", ["to_win: 4, 4.A.2: 1982", "to_win=4; convoy_paradox = 1982", "\n  4.A.2 = 1982"])
def test_options_of_a_plain_text_stand_as_in_a_mail_or_as_in_json(options, case) -> None:
    assert run(["--text", case(f"phase: S1901M\nunits: France: A Par\noptions: {options}\n")]) == 0


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5_000, ""])
def test_what_is_no_number_of_centers_is_refused_in_a_plain_text(number, case, capsys) -> None:
    assert run(["--text", case(f"phase: S1901M\nunits: France: A Par\noptions:\n  to_win: {number}\n")]) == 2
    assert "to_win must be a number of centers" in capsys.readouterr().err


@pytest.mark.parametrize("mark", [",", ";"])
def test_dislodged_units_of_a_plain_text_stand_between_commas(mark, case, capsys) -> None:
    gone = f"A Par from Bur retreats Gas, Pic{mark} F Bre from MAO"
    assert run(["--text", case(f"phase: S1901R\nunits:\n  Germany: A Par\ndislodged:\n  France: {gone}\n")]) == 0
    told = capsys.readouterr().out
    assert "A Par disband: no order came for it" in told
    assert "F Bre disband: no order came for it" in told


def test_orders_of_some_powers_only_are_enough_and_the_others_hold(case, capsys) -> None:
    assert run([case(json.dumps(SOME))]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "missing" not in answer
    assert answer["units"] == {"France": ["A Bur", "F Bre"], "Germany": ["A Mun"], "Italy": ["A Ven"]}
    assert [entry["result"] for entry in answer["orders"] if entry["power"] == "Germany"] == ["holds"]


def test_all_in_tells_what_nobody_ordered_and_gives_status_1(case, capsys) -> None:
    """An impossible order is none, as by mail."""
    assert run(["--all-in", case(json.dumps(SOME))]) == 1
    assert json.loads(capsys.readouterr().out)["missing"] == {"France": ["F Bre"], "Germany": ["A Mun"]}
    assert run(["--all-in", case(json.dumps(ONE))]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == {}
    assert run(["--check", "--all-in", case(json.dumps(SOME))]) == 1
    assert capsys.readouterr().out == "some: no order: S1901M France F Bre; no order: S1901M Germany A Mun\n"


def test_all_in_counts_builds_removals_and_retreats(case, capsys) -> None:
    winter = {
        "phase": "W1901A", "units": {"France": ["A Par"], "Italy": ["A Ven", "F Nap"]},
        "centers": {"France": ["Par", "Bre", "Mar"], "Italy": ["Ven"]}, "orders": {"France": ["build F Bre"]},
    }  # fmt: skip
    retreat = {"phase": "S1901R", "units": {"France": ["A Bur"]}, "dislodged": {"Germany": [{"unit": "A Mun"}]}}
    assert run(["--all-in", case(json.dumps(winter) + "\n" + json.dumps(retreat))]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["missing"] == {"France": ["1 build"], "Italy": ["1 removal"]}
    assert second["missing"] == {"Germany": ["A Mun"]}


def test_all_in_counts_no_build_that_is_not_made(case, capsys) -> None:
    """Of two builds in one place the first counts (DATC 4.D.5), and what is not there cannot be waived."""
    winter = {
        "phase": "W1901A", "units": {"France": ["A Gas"], "Italy": ["A Ven"]},
        "centers": {"France": ["Par", "Bre", "Mar"], "Italy": ["Ven", "Rom"]},
        "orders": {"France": ["build F Bre", "build A Bre"], "Italy": ["waive 2"]},
    }  # fmt: skip
    assert run(["--all-in", case(json.dumps(winter))]) == 1
    assert json.loads(capsys.readouterr().out)["missing"] == {"France": ["1 build"], "Italy": ["1 build"]}
    winter["orders"] = {"France": ["waive", "build F Bre"], "Italy": ["waive 1"]}
    assert run(["--all-in", case(json.dumps(winter))]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [entry["result"] for entry in answer["orders"]] == ["waives", "builds", "waives"]


def test_the_digest_tells_that_a_unit_was_lost_by_an_order_that_was_void(case, capsys) -> None:
    """Only where nothing else says what became of it."""
    text = "phase: S1901R\nunits:\n  Italy: A Spa\ndislodged:\n  France: A Mar from Bur\norders:\n  France: A Mar - "
    assert run(["--text", case(text + "Spa")]) == 0
    assert "VOID  A Mar - Spa: Spa is occupied; the unit was disbanded" in capsys.readouterr().out
    assert run(["--text", case(text + "Spa\n    A Mar - Gas")]) == 0
    assert "disbanded" not in capsys.readouterr().out


def test_all_in_tells_what_is_missing_above_the_digest(case, capsys) -> None:
    text = "phase: S1901M\nunits:\n  France: A Par, F Bre\norders:\n  France: A Par - Bur\n"
    assert run(["--text", "--all-in", case(text)]) == 1
    assert capsys.readouterr().out.startswith("no order: S1901M France F Bre\n\n")
    assert run(["--text", case(text)]) == 0


def test_the_command_is_the_same_through_typer(case) -> None:
    app = typer.Typer()
    app.command()(adjudicate)
    runner = CliRunner()
    assert runner.invoke(app, ["--check", case(json.dumps(MOVED))]).exit_code == 0
    assert runner.invoke(app, [case(json.dumps(BOUNCED)), "--check"]).exit_code == 1
    assert runner.invoke(app, [case("oops")]).exit_code == 2
    assert runner.invoke(app, [case(json.dumps(SOME)), "--all-in"]).exit_code == 1


def test_a_movement_phase_of_34_units_takes_under_half_a_second_of_work_with_the_start() -> None:
    """Units: seconds of processor time, so that other work on the machine does not count; the best of three."""
    document = (CASES / "standard" / "thirty-four.json").read_text()
    assert sum(len(units) for units in json.loads(document)["units"].values()) == 34
    command = [sys.executable, "-c", "from judge.cli.main import main; main()", "adjudicate", "-"]
    spent = []
    for _ in range(3):
        before = os.times()
        done = subprocess.run(command, input=document, capture_output=True, text=True, cwd=CASES.parent.parent)
        after = os.times()
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)["orders"]) == 34
        spent.append(after.children_user - before.children_user + after.children_system - before.children_system)
    assert min(spent) < 0.5
