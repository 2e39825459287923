"""Colonial by mail: a whole game with trains, the Canal and Hong Kong, and the rules that its players are told."""

import re

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.script import read_script
from judge.cli.demo.show import SCRIPTS

# What everybody is told of, in the result of which phase.
TOLD = {
    "S1870M": "The train from Moscow arrived in Irkutsk.",
    "F1870M": "China takes Hong Kong from Britain, where it counts nothing.",
    "S1871M": "The train from Moscow to Vladivostok stopped in Omsk: it met A Mon - Kra in Kra, and neither got in.",
    "F1871M": "Britain takes Hong Kong from China.",
    "S1872M": "F MEDS of Turkey passed the Suez Canal.",
    "F1872M": "The train from Perm to Irkutsk did not leave Perm: it met A Kra - Oms in Oms, and neither got in.",
}


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_scripted_game_of_three_years_is_played_to_its_end_over_smtp(plain_town) -> None:
    script = read_script(SCRIPTS / "colonial.game")
    played, audit = plain_town.perform(script)
    for who, person in played.people.items():
        mails = [text_of(mail) for mail in audit.boxes[person.email]]
        results: dict[str, str] = {}
        for text in mails:
            for tag in re.findall(r"^:: judge demo colonial (\w+) -> \w+$", text, re.M):
                results[tag] = results.get(tag, "") + text  # the last phase has the mail of the victory as well
        assert set(results) == {"start", *(phase.tag for phase in script.phases)}, who
        for tag, told in TOLD.items():
            assert told in flat(results[tag]), (who, tag)
        assert "F REDS of Britain passed the Suez Canal by leave of Turkey." in flat(results["S1871M"]), who
        (rules,) = [text for text in mails if "is played as Colonial Diplomacy, by these rules" in flat(text)]
        assert "to_win 12 centers" in flat(rules), who
        assert "Russia has won" in flat(text_of(played.last[who])), who
