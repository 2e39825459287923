"""Commands that take in the lines below them, up to an end mark: trials, and tables of nations."""

import pytest

from judge.game.commands import ListGames, Nations, SignOff, Start, Try
from judge.game.lines import Label, NumberedLine
from judge.language.commands import read_statements
from tests.language.conftest import statements_of as read


def test_a_trial_goes_to_its_end_mark_and_what_stands_in_it_is_neither_an_order_nor_a_command() -> None:
    trial, order, last = read("TRY g42\nA Par - Bur\nGermany:\nLIST\n\nA Mun - Bur\nend try.\nA Mar - Spa\nLIST")
    assert trial.command == Try("g42", ((2, "A Par - Bur"), (3, "Germany:"), (4, "LIST"), (6, "A Mun - Bur")))
    assert (order.line.number, order.command) == (8, None)
    assert last.command == ListGames()


@pytest.mark.parametrize("end", ["LIST", "PRESS TO France\nhello", "SIGNOFF"])
def test_a_trial_without_an_end_mark_goes_to_the_next_command(end: str) -> None:
    trial, after = read(f"try:\nA Par - Bur\nA Mun - Bur\n{end}")
    assert trial.command == Try(None, ((2, "A Par - Bur"), (3, "A Mun - Bur")))
    assert after.command is not None


def test_a_trial_ends_before_a_signature_and_leaves_out_what_is_quoted() -> None:
    lines = [
        NumberedLine(1, "Try in game g42"),
        NumberedLine(2, "A Par - Bur"),
        NumberedLine(3, "> A Mun - Bur", Label.QUOTED),
        NumberedLine(4, "Ilse Brandt", Label.SIGNATURE),
    ]
    (trial,) = read_statements(lines)
    assert trial.command == Try("g42", ((2, "A Par - Bur"),))


@pytest.mark.parametrize(
    "text", ["Try harder!", "try again", "Try it.", "I will try", "try to hold Munich", "Try Munich?"]
)
def test_words_that_begin_with_try_are_talk(text: str) -> None:
    talk, order = read(f"{text}\nA Par - Bur")
    assert (talk.command, talk.complaint, order.command) == (None, None, None)


def test_a_table_of_nations_is_taken_as_a_whole_and_without_one_they_are_asked_for() -> None:
    """Blank lines are left out; an end mark, a signature or the end of the letter ends the table."""
    table = (Nations(((2, "Britain: Edi"), (4, "Iran, Iranian:"), (5, "  Irn Kaz"))), Start())
    assert (
        tuple(one.command for one in read("NATIONS\nBritain: Edi\n\nIran, Iranian:\n  Irn Kaz\nEND NATIONS\nSTART"))
        == table
    )
    assert [one.command for one in read("nations\nSTART")] == [Nations(), Start()]
    assert [one.command for one in read("NATIONS:\nBritain: Edi\nSIGNOFF")] == [
        Nations(((2, "Britain: Edi"),)),
        SignOff(),
    ]
