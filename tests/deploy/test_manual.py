"""The keeper's manual says what is so: its files, commands, options and settings are there."""

import re
import tomllib
from pathlib import Path

import pytest
import typer

from judge.cli.app import COMMANDS, LazyGroup, app
from judge.settings import Settings, load_settings

DEPLOY = Path(__file__).parents[2] / "deploy"
MANUAL = (DEPLOY / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in (DEPLOY / "README.md", DEPLOY / "dns.md")}


def commands_of(text: str) -> list[str]:
    """What follows `judge` where it is said as a command, in backticks or as a line of a block."""
    spans = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    return [found for span in spans for found in re.findall(r"(?:^|\s)judge (?!judge[ .])([a-z][^`;]*)", span)]


def options_of(command: str) -> set[str]:
    group = typer.main.get_command(app)
    assert isinstance(group, LazyGroup)
    return {
        name
        for parameter in group.get_command(None, command).params
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_that_is_named_is_there(page: str) -> None:
    for told in commands_of(PAGES[page]):
        words = told.split()
        assert words[0] in COMMANDS, told
        assert {word for word in words if word.startswith("--")} <= options_of(words[0]), told


def test_the_manual_is_complete_where_a_keeper_acts() -> None:
    told = {words.split()[0] for words in commands_of(MANUAL)}
    assert {
        "doctor",
        "backup",
        "restore",
        "resend",
        "unshunt",
        "clock",
        "upgrade",
        "trace",
        "address",
        "master",
    } <= told


def test_every_file_of_the_folder_is_in_the_table_and_every_file_of_the_table_there() -> None:
    table = MANUAL.partition("## Install")[0]
    named = set(re.findall(r"`([^`]+)`", table)) - {"HELP"}
    there = {path.name + ("/" if path.is_dir() else "") for path in DEPLOY.iterdir()}
    assert named == there - {"README.md", "requirements-test.lock"}
    for path in re.findall(r"deploy/([\w./-]+[\w/])", MANUAL):
        assert path == ".env" or list(DEPLOY.glob(path.rstrip("*") + "*"))


def test_the_settings_of_the_manual_are_good_ones(tmp_path: Path) -> None:
    written = "\n".join(re.findall(r'^ {7}(\w+ = ".*")$', MANUAL, re.MULTILINE))
    assert set(tomllib.loads(written)) == {"var", "address", "keeper", "listen", "delivery"}
    (tmp_path / "judge.toml").write_text(written)
    assert load_settings(tmp_path / "judge.toml", secret=False).listen.protocol == "lmtp"
    for name in re.findall(r"`(\w+) = ", MANUAL.replace("\n", " ")):
        assert name in Settings.model_fields
