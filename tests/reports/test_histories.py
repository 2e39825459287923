"""HISTORY as it is read: a year phase by phase, and where it leaves the game."""

from collections.abc import Callable
from dataclasses import replace

from judge.reports import texts
from judge.reports.maptable import place_lines

Golden = Callable[[str, str], None]


def test_a_year_phase_by_phase(story, same_as_golden: Golden) -> None:
    chapters = tuple(texts.chapter(turn) for turn in story.turns)
    after = story.turns[-1].after
    text = texts.history(story.card(after), "S1901M to W1901A", chapters, after, more="HISTORY dunkirk FROM S1902M")
    same_as_golden("history", text)
    assert all(len(line) <= 72 for line in text.splitlines())


def test_a_map_is_shown_where_one_is_wanted_and_is_not_the_one_shown_last(story) -> None:
    turn = story.turns[0]
    lines = place_lines(turn.before.board)
    assert texts.chapter(turn, (), None).chart == ()
    first = texts.chapter(turn, (), ())
    assert first.chart == lines
    assert "\n".join(lines) in first.text
    again = texts.chapter(turn, (), lines)
    assert again.chart == ()
    assert "Map\n" not in again.text


def test_the_last_phase_says_with_whom_the_game_was_over(story) -> None:
    turn = replace(story.turns[-1], winner=("turkey", "france"))
    assert "With this the game was over: France and Turkey." in texts.chapter(turn).text
