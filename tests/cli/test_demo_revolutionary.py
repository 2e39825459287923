"""The scripted Revolutionary game that the demonstration plays, played here without any mail."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.turns import missing, play_turn, start_position
from judge.cli.case_outsiders import read_outsider
from judge.cli.demo.script import Script, read_script
from judge.cli.demo.show import SCRIPTS
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.turns import Turn
from judge.language.orders import read_orders
from judge.variants import find_variant

VARIANT = find_variant("revolutionary-modern")
RULES = replace(VARIANT.rules, to_win=8)
LEADS = {"aoife": "ireland", "nikos": "greece"}  # the outsiders and the nations they come to lead


@pytest.fixture(scope="module")
def script() -> Script:
    return read_script(SCRIPTS / "revolutionary-modern.game")


@pytest.fixture(scope="module")
def turns(script: Script) -> dict[str, Turn]:
    return {turn.before.phase.tag: turn for turn in play(script)}


def play(script: Script) -> Iterator[Turn]:
    position, pleas = start_position(VARIANT), {}
    for phase in script.phases:
        assert phase.tag == position.phase.tag
        orders: list[Order] = []
        for who, text in phase.orders:
            for number, line in enumerate(text.splitlines(), start=1):
                for read in read_orders(VARIANT, position, LEADS.get(who, who), NumberedLine(number, line)):
                    assert not isinstance(read, Complaint), (phase.tag, line, read)
                    assert illegal(VARIANT, position, read, RULES) is None, (phase.tag, line)
                    orders.append(read)
        for power in position.board.powers:
            assert missing(VARIANT, position, power.id, orders) == (), (phase.tag, power.id)
        pleas |= {who: text for who, text in phase.mails if text.startswith(("CLAIM", "JOIN"))}
        if phase.tag.endswith("M"):
            asked = [read_outsider(VARIANT, VARIANT.entrance, position, *one, RULES) for one in pleas.items()]
            granted, pleas = [plea for plea in asked if not isinstance(plea, str)], {}
        elif phase.tag.endswith("V"):
            orders += granted
        turn = play_turn(VARIANT, position, orders, RULES)
        yield turn
        position = turn.after


def told(turns: dict[str, Turn], tag: str, kind: str) -> list[str]:
    return [event.text for event in turns[tag].events if event.kind == kind]


def test_the_game_is_five_years_long_and_ends_with_a_victory(script: Script, turns: dict[str, Turn]) -> None:
    assert {tag[1:5] for tag in turns} == {"1994", "1995", "1996", "1997", "1998"}
    assert turns["W1998A"].winner == ("russia",)
    assert len(turns) == len(script.phases)


def test_what_the_script_says_it_shows_is_shown(turns: dict[str, Turn]) -> None:
    """A revolt, a quench, a revolution that spreads, two who come in, and changes of allegiance."""
    assert "Czech Republic: Czech-Hungary's, in revolt against Germany (season 0 of 3)." in told(
        turns, "S1997V", "province"
    )
    assert "Rumania: Lower Danube's, occupied by Ukraine." in told(turns, "S1998V", "province")
    assert told(turns, "F1998V", "spread") == [
        "It spreads from Czech Republic to Slovakia.", "It spreads from Slovakia to Hungary.",
    ]  # fmt: skip
    assert told(turns, "F1998V", "thrown-out") == ["A Cze of Germany is thrown out."]
    assert told(turns, "S1994V", "join") == []
    assert told(turns, "S1996V", "join") == ["Granted: CLAIM Ireland."]
    assert told(turns, "F1997V", "raised") == ["Greece raises F Gre."]
    assert "Portugal: home-owned by Spain. Its people held to Portugal before." in told(turns, "F1998V", "province")
    assert [unit.power for unit in turns["W1996A"].after.units].count("ireland") == 1
