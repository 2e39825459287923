"""Seismic Diplomacy by mail: the scripted game of three years, from the first REGISTER to the victory mail."""

import json
import re

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.script import read_script
from judge.cli.demo.show import SCRIPTS
from judge.store.codec import read_position
from judge.variants import find_variant


def test_the_scripted_game_of_three_years_is_played_to_its_end_and_stored_with_its_maps(plain_town) -> None:
    script = read_script(SCRIPTS / "seismic.game")
    played, audit = plain_town.perform(script)
    for who in played.people:
        results = {
            tag: " ".join(text_of(mail).split())
            for mail in audit.boxes[played.people[who].email]
            for tag in re.findall(r"^:: judge demo seismic (\w+) -> \w+$", text_of(mail), re.M)
        }
        assert set(results) == {"start", *(phase.tag for phase in script.phases)}, who
        assert "BAR: Out (before: Nwy Out)." in results["W1902E"]
        assert "BAR: Out Tun (before: Out)." in results["S1903E"]
        assert "Russia has won" in " ".join(text_of(played.last[who]).split())
    maps = dict(plain_town.ask("SELECT tag, position FROM phases"))
    assert sum(tag.endswith("E") for tag in maps) == 5
    around = {"S1902E": [["nwg", "nwy", "out", "stp"]], "F1902M": [["nwy", "out"]], "S1903M": [["out"]],
              "F1903M": [["out", "tun"]]}  # fmt: skip
    assert {tag: barents(maps[tag]) for tag in around} == around


def barents(document: str) -> list[list[str]]:
    """The neighbors of the Barents Sea in a stored position, boundary by boundary, sorted."""
    variant = find_variant("seismic")
    topology = read_position(json.loads(document), variant.board, variant).board.topology
    assert topology is not None
    return [sorted(ring) for ring in topology.neighbors("bar")]
