"""Grammar, table, limits, help and README speak of the same commands."""

import re
from pathlib import Path
from typing import get_args

import pytest
from lark import Transformer

from judge.desk.counter import _COUNTERS, FREE, KEEPERS
from judge.desk.limits import _QUESTIONS
from judge.game import commands
from judge.game.lines import NumberedLine
from judge.game.statements import Statement
from judge.language import commands as reading
from judge.language.command_reader import _CommandReader
from judge.paths import data_file
from judge.reports import texts
from tests.reports.test_guide import TAUGHT

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
GRAMMAR = data_file("grammar", "commands.lark").read_text(encoding="utf-8")
# Pages that teach no command of their own: what orders look like, what words of other judges mean, rules and options.
SUBJECTS = {"builds", "choices", "classic", "clock", "grey", "orders", "retreats", "rules", "settings"}
# Words in capitals that help pages and the README use and that are no commands: marks, kinds of games, names.
WORDS = {
    "ENDPRESS",
    "ENDTRY",
    "ENDNATIONS",
    "DATC",
    "UTC",
    "NOBODY",
    "FORMING",
    "RUNNING",
    "PAUSED",
    "FINISHED",
    "OPEN",
    "WITHOUT",
}


def read(text: str) -> tuple[Statement, ...]:
    return reading.read_statements([NumberedLine(number, line) for number, line in enumerate(text.split("\n"), 1)])


def test_every_command_has_a_function_and_every_function_a_command() -> None:
    assert set(_COUNTERS) == set(get_args(commands.Command))
    assert {*FREE, *KEEPERS, *_QUESTIONS} <= set(_COUNTERS)


def test_every_rule_of_the_grammar_is_made_into_a_command_and_nothing_else_is() -> None:
    rules = set(re.findall(r"^\??([a-z_]+):", GRAMMAR, re.MULTILINE)) | set(re.findall(r"-> ([a-z_]+)", GRAMMAR))
    methods = {name for name in dir(_CommandReader) if not name.startswith("_") and name not in dir(Transformer)}
    assert rules - {"command", "span"} == methods


def test_every_page_of_help_teaches_a_command_or_a_subject() -> None:
    """No help for what does not exist."""
    assert set(texts.help_topics()) == {topic for topic, _ in TAUGHT.values()} | SUBJECTS


@pytest.mark.parametrize("topic", texts.help_topics())
def test_every_word_in_capitals_of_a_page_is_one_that_can_be_written(topic: str) -> None:
    """It begins a command, is part of one, or is the name of a page."""
    prose = " ".join(line for line in texts.help(topic).splitlines() if not line.startswith("    "))
    known = f"{GRAMMAR} {' '.join(reading.EXAMPLES)} {' '.join(texts.help_topics())} try nation master delay".lower()
    words = set(re.findall(r"\b[A-Z]{3,}\b", prose)) - WORDS
    assert {word for word in words if re.search(rf"\b{word.lower()}", known) is None} == set()


def test_every_word_that_begins_a_command_has_an_example_that_is_one() -> None:
    for word, example in reading.EXAMPLES.items():
        (statement,) = read(f"{example}\ntext" if example.startswith(("PRESS", "BROADCAST")) else example)
        assert statement.command is not None, word
        assert type(statement.command) in TAUGHT


def test_every_command_that_the_readme_names_can_be_written() -> None:
    """`COMMAND with words` is read; a bare word begins a command, or marks the end of something."""
    named = {" ".join(text.split()) for text in re.findall(r"`([A-Z]{3,}\b(?!_)[^`]*)`", README)}
    assert len(named) > 40
    for text in sorted(named):
        statement = read(text)[-1]
        bare = text.isupper() and re.search(rf"\b{text.split()[0].lower()}", GRAMMAR) is not None
        begins = statement.complaint is not None and statement.complaint.problem in (
            "something is missing at the end", "the message has no text", "your name is missing",
        )  # fmt: skip
        assert statement.command is not None or begins or bare or text in WORDS, text


@pytest.mark.parametrize("command", sorted(TAUGHT, key=lambda one: one.__name__), ids=lambda one: one.__name__)
def test_what_is_answered_with_a_page_counts_as_a_question(game_town, command: type) -> None:
    """Else one letter could have very many pages looked up."""
    topic, beginning = TAUGHT[command]
    example = next(one for one in texts.help_examples(topic) if one.startswith(beginning)).replace("dunkirk", "cassis")
    town = game_town()
    if command in (commands.SetAddress, commands.RemoveAddress, commands.AmAlso):
        return  # they write to another address, and show nothing
    for who in ("Max", "Cleo"):
        town.reply(town.last(who), example)
        session = town.sessions[-1]
        assert (session.used.questions > 0) == (command in _QUESTIONS)
        assert not session.sections or command in _QUESTIONS
