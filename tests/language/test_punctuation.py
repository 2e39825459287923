"""Signs around the name of a game mean nothing where somebody comes into it, and keep a sentence what it is."""

import pytest

from judge.game.commands import Command, Enter, Join, Observe, TakeOver
from judge.game.lines import NumberedLine
from judge.language.commands import read_statements


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("JOIN cassis: France", Join(game="cassis", preferences=("France",))),
        ("join cassis, F G R", Join(game="cassis", preferences=("F", "G", "R"))),
        ("JOIN: cassis", Join(game="cassis")),
        ('join "cassis" (France)', Join(game="cassis", preferences=("France",))),
        ("Join the game cassis: France, Germany.", Join(game="cassis", preferences=("France", "Germany"))),
        ("JOIN cassis - E[FGR]", Join(game="cassis", preferences=("E[FGR]",))),
        ("join cassis: France, password #x", Join(game="cassis", preferences=("France",), password="#x")),
        ("OBSERVE: cassis", Observe("cassis")),
        ("watch \u201ccassis\u201d, please", Observe("cassis")),
        ("Monitor cassis;", Observe("cassis", monitor=True)),
        ("claim cassis: Greece", Enter(nation="cassis Greece")),
        ("CLAIM: Greece", Enter(nation="Greece")),
        ("claim cassis \u2013 the Ottoman Empire", Enter(nation="cassis Ottoman Empire")),
        ("TAKEOVER cassis: France", TakeOver(power="cassis France")),
        ("takeover cassis, France", TakeOver(power="cassis France", sure=False)),
        ('TAKEOVER: "cassis" France', TakeOver(power="cassis France")),
        ("TAKEOVER cassis: France password a:b", TakeOver(power="cassis France", password="a:b")),
    ],
)
def test_signs_around_a_game_and_a_power_mean_nothing(text: str, command: Command) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert statement.command == command


@pytest.mark.parametrize(
    "text",
    [
        "join us, France", "claim France, you coward!", "Join me, will you", "watch France, he lies",
        "observe, he is near", "claim: that is what he does, over and over, as long as one lets him",
        "Join forces: you and me?",
    ],
)  # fmt: skip
def test_a_sentence_with_such_signs_is_talk(text: str) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert (statement.command, statement.complaint) == (None, None)
