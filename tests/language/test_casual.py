"""Commands that people say in a sentence are understood, and sentences that only begin so stay talk."""

import pytest

from judge.game.commands import Absent, Command, History, ListGames, ShowMap, Status, Summary
from judge.game.lines import NumberedLine
from judge.language.commands import read_statements


def read(text: str) -> tuple[Command | None, bool]:
    """The command of a line, and whether there is a complaint about it."""
    (one,) = read_statements([NumberedLine(1, text)])
    return one.command, one.complaint is not None


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I'm away until Friday", "until Friday"),
        ("I am on holiday 1-7 Feb.", "1-7 Feb"),
        ("I am on vacation from 1 Feb to 7 Feb", "from 1 Feb to 7 Feb"),
        ("I\u2019ll be away next week, thanks", "next week"),
        ("i will be absent tomorrow", "tomorrow"),
    ],
)
def test_who_says_that_he_is_away_is_absent(text: str, when: str) -> None:
    command, complained = read(text)
    assert isinstance(command, Absent)
    assert (command.when, complained) == (when, False)


@pytest.mark.parametrize(
    "text",
    [
        "I'm away", "I am away from the keyboard", "on holiday I read your press", "I'm on vacation with my kids",
        "on holidays", "on vacation until Monday", "who is away?", "I will be waiting", "Will he be away until Friday?",
    ],
)  # fmt: skip
def test_what_names_no_time_is_talk(text: str) -> None:
    command, complained = read(text)
    assert (command is None or not command.firm, complained) == (True, False)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("status?", Status()), ("Deadline ?", Status()), ("map??", ShowMap()), ("list?", ListGames()),
        ("summary?", Summary()), ("History?", History()),
    ],
)  # fmt: skip
def test_one_word_and_a_question_mark_ask_for_its_page(text: str, command: Command) -> None:
    assert read(text) == (command, False)


@pytest.mark.parametrize("text", ["status quo?", "is there a map?", "history? never heard of it", "who?"])
def test_a_question_of_more_words_is_talk(text: str) -> None:
    assert read(text) == (None, False)
