"""A Standard game played entirely by mail, from the first REGISTER to the victory mail."""

import re
from collections import Counter

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.script import read_script
from judge.cli.demo.show import SCRIPTS

ENGINES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))


@pytest.mark.parametrize("database_url", ENGINES, indirect=True)
def test_the_scripted_game_is_played_to_its_end_without_a_mail_too_few_or_too_many(town) -> None:
    """Every letter has its one answer, every result is with all eight, and the last mails tell who has won."""
    script = read_script(SCRIPTS / "standard.game")
    played, audit = town.perform(script)

    boxes = {who: audit.boxes[person.email] for who, person in played.people.items()}
    assert len(boxes) == 8
    assert set(audit.boxes) == {person.email for person in played.people.values()}
    letters = town.ask("SELECT message_id, state FROM letters")
    assert {state for _, state in letters} == {"done"}
    assert len(letters) == played.letters
    tags = [phase.tag for phase in script.phases]
    for who, box in boxes.items():
        results = [
            tag for mail in box for tag in re.findall(r"^:: judge demo standard (\w+) -> (?:\w+)$", text_of(mail), re.M)
        ]
        assert sorted(tag for tag in results if tag != "start") == sorted([*tags, tags[-1]]), who
        kinds = Counter(text_of(mail).count("The game is over. ") for mail in box)
        assert kinds[1] >= 1, who
    winners = {winner for (winner,) in town.ask("SELECT CAST(winner AS TEXT) FROM games")}
    assert len(winners) == 1
