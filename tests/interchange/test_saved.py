"""A Standard game in the form of the package `diplomacy`: written here and loaded there, saved there and read here."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from judge.adjudication.turns import play_turn, start_position
from judge.errors import MisuseError
from judge.game.orders import Waive
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.interchange.reading import read_order, read_saved
from judge.interchange.saved import write_order, write_saved
from judge.variants.table import find_variant
from tests.peers.drawing import draw_orders

STANDARD = find_variant("standard")
Document = dict[str, Any]
Ask = Callable[[Document], Document]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """The package, asked one thing after the other."""
    script = Path(__file__).with_name("package.py")
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def ask_it(asked: Document) -> Document:
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        answer: Document = json.loads(process.stdout.readline())
        return answer

    yield ask_it
    process.communicate()


@pytest.fixture(scope="module")
def drawn(ask: Ask) -> Document:
    """A game of four years that the package has played with orders drawn at random."""
    return ask({"play": 7, "years": 4})


def played(seed: int, phases: int) -> tuple[list[Turn], Position]:
    """A game of our own, with orders drawn at random."""
    rng = random.Random(seed)
    position, turns = start_position(STANDARD), []
    for _ in range(phases):
        kind = position.phase.kind
        orders = draw_orders(rng, STANDARD, position) if kind is PhaseKind.MOVEMENT else ()
        turns.append(play_turn(STANDARD, position, orders, STANDARD.rules))
        position = turns[-1].after
    return turns, position


def what_is_told(saved: Document) -> list[Document]:
    """What the phases of a saved game say that both programs keep, however they sort it."""
    return [
        {
            "name": phase["name"],
            "orders": {power: sorted(orders or ()) for power, orders in phase["orders"].items()},
            "results": {unit: sorted(map(str, results)) for unit, results in phase["results"].items()},
            "units": {power: sorted(units) for power, units in phase["state"]["units"].items()},
            "centers": {power: sorted(centers) for power, centers in phase["state"]["centers"].items()},
            "retreats": phase["state"]["retreats"],
        }
        for phase in saved["phases"]
    ]


def test_a_game_of_ours_is_loaded_by_the_package_and_says_the_same(ask: Ask) -> None:
    turns, after = played(4, 24)
    assert {turn.before.phase.kind.value for turn in turns} == {"M", "R", "A"}
    saved = write_saved("dunkirk", STANDARD, turns, after, over=False)
    back = ask({"load": saved})
    assert back["id"] == "dunkirk"
    assert what_is_told(back)[:-1] == what_is_told(saved)[:-1]
    here, there = what_is_told(saved)[-1], what_is_told(back)[-1]
    assert [here[name] for name in ("name", "units", "centers")] == [
        there[name] for name in ("name", "units", "centers")
    ]


def test_a_game_of_ours_comes_back_as_the_same_turns() -> None:
    turns, after = played(5, 20)
    read = read_saved(write_saved("dunkirk", STANDARD, turns, after, over=False), STANDARD, STANDARD.rules)
    assert read.after == after
    assert [turn.after for turn in read.turns] == [turn.after for turn in turns]
    assert not read.over


def test_a_game_that_the_package_has_played_is_read_with_its_own_positions(drawn: Document) -> None:
    read = read_saved(drawn, STANDARD, STANDARD.rules)
    assert len(read.turns) == len(drawn["phases"]) - 1 > 10
    again = what_is_told(write_saved(read.name, STANDARD, read.turns, read.after, over=read.over))
    for mine, theirs in zip(again, what_is_told(drawn), strict=True):
        assert [mine[name] for name in ("name", "units", "centers", "retreats")] == [
            theirs[name] for name in ("name", "units", "centers", "retreats")
        ]


def test_where_the_package_decides_otherwise_its_position_counts_and_the_turn_says_so(ask: Ask) -> None:
    """An army ordered by a convoy that is missing walks there, for the package (DATC 4.A.3, 6.G.8)."""
    saved = write_saved("dunkirk", STANDARD, (), start_position(STANDARD), over=False)
    first = saved["phases"][0]
    walked = deepcopy(first) | {"name": "F1901M"}
    walked["state"]["units"]["ITALY"] = ["A APU", "A ROM", "F NAP"]
    first["orders"]["ITALY"] = ["A VEN - APU VIA"]
    read = read_saved(saved | {"phases": [first, walked]}, STANDARD, STANDARD.rules)
    told = "there is Italian A Apu and there is no Italian A Ven"
    assert read.differences == (f"S1901M: {told}",)
    assert [event.text for event in read.turns[0].events] == [f"In the file of this game {told}; that counts."]
    assert read.turns[0].after == read.after
    assert read.after.unit_in("apu") is not None


@pytest.mark.soak
def test_every_game_that_the_package_plays_is_read(ask: Ask) -> None:
    for seed in range(60):
        drawn = ask({"play": seed, "years": 6})
        read = read_saved(drawn, STANDARD, STANDARD.rules)
        assert len(read.turns) == len(drawn["phases"]) - 1


@pytest.mark.parametrize(
    "text",
    ["A PAR H", "A PAR - BUR", "A PAR - PIC VIA", "F BRE - SPA/NC", "A PAR S A MAR", "A PAR S A MAR - BUR",
     "F ENG C A LON - BRE", "A MAR S F SPA/SC - POR"],
)  # fmt: skip
def test_an_order_of_the_package_comes_back_in_the_same_words(text: str) -> None:
    start = start_position(STANDARD)
    assert write_order(start, read_order(start, "france", text)) == (text,)


def test_builds_that_are_waived_are_one_order_here_and_several_there() -> None:
    start = start_position(STANDARD)
    assert write_order(start, Waive(power="france", count=2)) == ("WAIVE", "WAIVE")
    assert read_order(start, "france", "WAIVE") == Waive(power="france", count=1)


def spoilt(saved: Document, *path: Any, value: object) -> Document:
    """The document with another value at a place in it."""
    copy = deepcopy(saved)
    inner: Any = copy
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("map",), "ancmed", "map: 'ancmed'"),
        (("phases",), [], "phases: a list"),
        (("phases", 1), 3, r"phases\[1\]: an object is due, not int"),
        (("phases", 0, "name"), "spring", "'spring' is no phase"),
        (("phases", 0, "state"), None, "S1901M: state: an object"),
        (("phases", 0, "state", "units", "FRANCE"), ["A QQQ"], "S1901M: state.units.FRANCE: 'A QQQ' is no unit"),
        (("phases", 0, "state", "units"), {"GAUL": []}, "'GAUL' is no power"),
        (("phases", 0, "orders", "FRANCE"), ["A PAR to BUR"], "S1901M: orders.FRANCE: 'A PAR to BUR' is no order"),
        (("phases", 0, "orders", "FRANCE"), "A PAR H", "S1901M: orders.FRANCE: a list is due"),
        (("phases", 1, "state", "units", "FRANCE"), ["A PAR", "F PAR"], "F1901M: state.units: 2 units stand in PAR"),
        (("phases", 0, "name"), "S1901R", "S1901R: the first phase"),
        (("phases", 1, "state", "retreats"), 5, "F1901M: state.retreats: an object is due, not int"),
        (("phases", 0, "state", "centers", "FRANCE"), ["BUR"], "'BUR' is no center"),
    ],
)  # fmt: skip
def test_a_document_that_does_not_fit_is_refused_with_the_field(
    drawn: Document, path: tuple[Any, ...], value: object, told: str
) -> None:
    with pytest.raises(MisuseError, match=told):
        read_saved(spoilt(drawn, *path, value=value), STANDARD, STANDARD.rules)
