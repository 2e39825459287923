"""The table of commands: the README, the help and the program name the same ones, and each has a page of its own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from judge.cli.app import COMMANDS

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_readme_the_help_and_the_table_name_the_same_commands(judge) -> None:
    table = [line for line in README.splitlines() if line.startswith("| `judge ")]
    named = [name for line in table for name in re.findall(r"`judge (\w+)", line.split("|")[1])]
    done = judge("--help")
    helped = re.findall(r"^│ (\w+)  ", done.out, re.MULTILINE)
    assert done.status == 0
    assert sorted(named) == sorted(COMMANDS)
    assert helped == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_a_page_of_help(judge, command: str) -> None:
    done = judge(command, "--help")
    assert done.status == 0
    assert command in done.out
    assert "--help" in done.out


def test_without_a_command_the_help_is_shown_with_status_2(judge) -> None:
    done = judge()
    assert done.status == 2
    assert "adjudicate" in done.out + done.err


def test_an_unknown_command_is_refused_with_status_2(judge) -> None:
    assert judge("nosuch").status == 2


def test_the_package_can_be_run_where_no_script_is_on_the_path() -> None:
    done = subprocess.run([sys.executable, "-m", "judge", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "adjudicate" in done.stdout
