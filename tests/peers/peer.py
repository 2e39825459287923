"""The other adjudicator as tests see it: phases in our values go there, positions in our values come back."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.game.units import Unit, UnitKind
from tests.peers.drawing import Drawn

Document = dict[str, Any]  # what JSON holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What an adjudicator made of a phase, in the terms that both have.

    Shape: `units` that stand afterwards; `dislodged` the units that must retreat with where they may, those that
    may nowhere left out; `cut` the locations of units whose support was cut.
    """

    units: frozenset[Unit]
    dislodged: frozenset[tuple[Unit, tuple[str, ...]]] = frozenset()
    cut: frozenset[str] = frozenset()


class Peer:
    """The package `diplomacy` in a process of its own."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("package.py")
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, phase: Document) -> Document:
        """Its answer to one phase."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(phase) + "\n")
        self.process.stdin.flush()
        answer: Document = json.loads(self.process.stdout.readline())
        return answer

    def judge(self, drawn: Drawn) -> Verdict:
        """What it makes of a phase."""
        return read_answer(self.ask(write_phase(drawn)))

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def write_phase(drawn: Drawn) -> Document:
    """A phase in the package's words: places and powers in capitals."""
    position = drawn.position
    powers = [power.id for power in position.board.powers]
    units: Document = {}
    retreats: Document = {}
    for power in powers:
        gone = position.dislodged_of(power)
        standing = [_word(unit.kind, unit.at) for unit in position.units_of(power)]
        units[power.upper()] = standing + ["*" + _word(one.unit.kind, one.unit.at) for one in gone]
        retreats[power.upper()] = {
            _word(one.unit.kind, one.unit.at): [place.upper() for place in one.retreats] for one in gone
        }
    return {
        "phase": position.phase.tag,
        "units": units,
        "retreats": retreats,
        "centers": {power.upper(): [center.upper() for center in position.centers_of(power)] for power in powers},
        "orders": {
            power.upper(): [word_for_peer(order) for order in drawn.orders if order.power == power] for power in powers
        },
    }


def word_for_peer(order: Order) -> str:
    """An order in the package's words."""
    match order:
        case Hold():
            return f"{_word(order.kind, order.at)} H"
        case Move():
            return f"{_word(order.kind, order.at)} - {order.to.upper()}" + (" VIA" if order.convoyed else "")
        case Support():
            to = "" if order.to is None else f" - {order.to.upper()}"
            return f"{_word(order.kind, order.at)} S {_word(order.target_kind, order.target)}{to}"
        case Convoy():
            return f"{_word(order.kind, order.at)} C {_word(UnitKind.ARMY, order.target)} - {order.to.upper()}"
        case Retreat():
            return f"{_word(order.kind, order.at)} R {order.to.upper()}"
        case Build():
            return f"{_word(order.kind, order.at)} B"
        case Disband() | Remove():
            return f"{_word(order.kind, order.at)} D"
    raise TypeError(f"no words for {order!r}")


def read_answer(answer: Document) -> Verdict:
    """The verdict in an answer of the package."""
    dislodged = [
        (_unit(text, power), tuple(sorted(place.lower() for place in places)))
        for power, gone in answer["retreats"].items()
        for text, places in gone.items()
    ]
    return Verdict(
        units=frozenset(_unit(text, power) for power, texts in answer["units"].items() for text in texts),
        dislodged=frozenset(one for one in dislodged if one[1]),
        cut=frozenset(unit[2:].lower() for unit, results in answer["results"].items() if "cut" in results),
    )


def _word(kind: UnitKind | None, at: str) -> str:
    assert kind is not None
    return f"{kind.value} {at.upper()}"


def _unit(text: str, power: str) -> Unit:
    return Unit(UnitKind(text[0]), text[2:].lower(), power.lower())
