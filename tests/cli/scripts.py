"""Scripted games played without any mail, phase by phase."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.adjudication.turns import play_turn, start_position
from judge.cli.demo.script import Script, ScriptedPhase
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.variant import Variant
from judge.language.orders import read_orders


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """One phase of the script: what was written, the position it was written for, what came of it."""

    written: ScriptedPhase
    position: Position
    orders: tuple[Order, ...]
    complaints: tuple[Complaint, ...]
    turn: Turn


def play_script(script: Script, variant: Variant, rules: Rules) -> Iterator[PlayedPhase]:
    """Play the script phase by phase, each from the position that the one before left."""
    position = start_position(variant)
    for phase in script.phases:
        assert phase.tag == position.phase.tag
        read = [found for power, text in phase.orders for found in understand(variant, position, power, text)]
        orders = tuple(found for found in read if not isinstance(found, Complaint))
        complaints = tuple(found for found in read if isinstance(found, Complaint))
        turn = play_turn(variant, position, orders, rules)
        yield PlayedPhase(written=phase, position=position, orders=orders, complaints=complaints, turn=turn)
        position = turn.after


def understand(variant: Variant, position: Position, power: str, text: str) -> Iterator[Order | Complaint]:
    """What the order reader makes of a mail's text, line by line."""
    for number, line in enumerate(text.splitlines(), start=1):
        yield from read_orders(variant, position, power, NumberedLine(number, line))
