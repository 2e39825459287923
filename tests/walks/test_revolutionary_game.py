"""Revolutionary Modern Diplomacy by mail: five years, ten players, and two who come in on the way."""

import re

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.script import read_script
from judge.cli.demo.show import SCRIPTS


@pytest.mark.soak
def test_the_scripted_game_of_five_years_is_played_to_its_end(plain_town) -> None:
    script = read_script(SCRIPTS / "revolutionary-modern.game")
    played, audit = plain_town.perform(script)
    for who, person in played.people.items():
        results = {
            tag: " ".join(text_of(mail).split())
            for mail in audit.boxes[person.email]
            for tag in re.findall(r"^:: judge demo revolutionary-modern (\w+) -> \w+$", text_of(mail), re.M)
        }
        assert set(results) == {"start", *(phase.tag for phase in script.phases)}, who
        assert "Rumania: Lower Danube's, occupied by Ukraine." in results["S1998V"]
        assert "It spreads from Slovakia to Hungary." in results["F1998V"]
        assert "Russia has won" in " ".join(text_of(played.last[who]).split())
        if who == "germany":
            assert "Your provinces at risk" in results["S1997V"]
        if who == "nikos":
            assert "You are Greece." in results["F1997V"]
            assert "You are an observer." in results["F1997M"]
