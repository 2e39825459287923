"""A letter of as many commands as one may hold, with an order after each: quick, in order, and every command told."""

import re
import sys
from time import process_time

import pytest

from judge.cli.demo.correspondent import text_of
from judge.desk.limits import MAX_COMMANDS
from judge.store.store import Store
from tests.service.conftest import Judge

SECONDS = 2.0  # of the processor, for one letter
ROUNDS = 3
# What is written, and how its line of the receipt begins.
COMMANDS = (
    ("SET WAIT", "S1901M (Spring 1901, movement) waits"),
    ("VOTE DRAW", "Your vote: a draw of all who survive"),
    ("PRESS TO England: as agreed\nENDPRESS", "Sent to England."),
    ("READY", "S1901M (Spring 1901, movement) need not wait"),
    ("SET ZONE Europe/Paris", "Times are shown in Europe/Paris"),
    ("VOTE NO DRAW", "You vote for no end of cassis."),
    ("PHASE S1901M", "For S1901M only."),
    ("CLEAR A Mar", "A Mar S A Par - Bur: forgotten."),
    ("GAME nowhere", "GAME nowhere"),
    ("GAME cassis", "About the game cassis."),
)
ORDERS = ("A Par - Bur", "F Bre - MAO", "A Par - Pic", "F Bre - ENG", "A Mar S A Par - Bur", "A Par - Gas")
LETTER = tuple(
    (*COMMANDS[number % len(COMMANDS)], ORDERS[number % len(ORDERS)] if number % len(COMMANDS) != 6 else ORDERS[4])
    for number in range(MAX_COMMANDS)
)


@pytest.fixture
def judge_on_either(store: Store) -> Judge:
    """A judge that knows nobody, on each engine."""
    return Judge(store)


def test_two_hundred_commands_are_answered_within_two_seconds(judge_on_either, capsys) -> None:
    """The judge's own time of the processor, for reading, deciding, storing and composing; each command is told.

    The quickest of three counts: what else the machine does only adds to it.
    """
    judge, spent = judge_on_either, []
    start = judge.begin()
    for _ in range(ROUNDS):
        judge.pass_time(hours=2)
        begun = process_time()
        *sent, receipt = judge.reply(start["cleo"], "\n".join(f"{command}\n{order}" for command, _, order in LETTER))
        spent.append(process_time() - begun)
        check_told(text_of(receipt).replace("\r\n", "\n"))
        assert [mail["X-Kind"] for mail in sent] == ["press"] * sum(one.startswith("PRESS") for one, _, _ in LETTER)
    with capsys.disabled():
        engine = judge.store.engine.dialect.name
        sys.stdout.write(
            f"\n{MAX_COMMANDS} commands with orders between them, {engine}: {min(spent):.2f} s of the processor\n"
        )
    assert min(spent) < SECONDS


def check_told(receipt: str) -> None:
    """Every command has its line, under the number that it has in the letter, those done and those refused in order."""
    wrong, _, done = receipt.partition("\nDone\n")
    number = 1
    expected: dict[str, list[tuple[int, str]]] = {"REFUSED ": [], "": []}
    for command, told, order in LETTER:
        expected["REFUSED " if told == command else ""].append((number, told))
        number += len(f"{command}\n{order}".splitlines())
    for word, where in (("REFUSED ", wrong), ("", done)):
        found = re.findall(rf"^  {word}line (\d+): (.*)$", where, re.MULTILINE)
        commands = {one for one, _ in expected[word]}
        numbers = [int(one) for one, _ in found]
        assert numbers == sorted(numbers)
        assert [int(one) for one, _ in found if int(one) in commands] == [one for one, _ in expected[word]]
        by_number = {int(one): said for one, said in found}
        assert all(by_number[one].startswith(said) for one, said in expected[word])
