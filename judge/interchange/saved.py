"""A Standard game as the package `diplomacy` saves one: a JSON document with every phase, its orders and results.

Form: that of `diplomacy.utils.export` in version 1.1 of the package: places and powers in capitals, units like
`F STP/SC`, a dislodged one with a star before it. What the package does not know stays away: press, people, deadlines.
"""

from collections.abc import Sequence
from typing import Any

from judge.adjudication.turns import owed
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.outcomes import Outcome
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.game.variant import Variant

Document = dict[str, Any]  # Any: what JSON holds

MAP = "standard"
RULES = ["POWER_CHOICE"]
OVER = "COMPLETED"


def write_saved(name: str, variant: Variant, turns: Sequence[Turn], after: Position, *, over: bool) -> Document:
    """The saved game of these turns, which come one after the other, and of the position `after` them.

    Shape: one entry for each phase that was played, and a last one with the position that is there now; its name is
    that of its phase, or COMPLETED when the game is `over`. Orders of the open phase are not told.
    """
    held: dict[str, str] = {}
    phases = []
    for turn in turns:
        _settle(held, turn.before)
        phases.append(
            {
                "name": turn.before.phase.tag,
                "state": _state(name, variant, turn.before, turn.before.phase.tag, held),
                "orders": _orders(turn),
                "results": _results(turn),
                "messages": [],
            }
        )
    _settle(held, after)
    tag = OVER if over else after.phase.tag
    nobody: Document = {power.id.upper(): [] for power in after.board.powers}
    last = {"name": tag, "state": _state(name, variant, after, tag, held), "orders": nobody, "results": {}}
    return {"id": name, "map": MAP, "rules": list(RULES), "phases": [*phases, last | {"messages": []}]}


def _settle(held: dict[str, str], position: Position) -> None:
    """Whose each province is for the package: its center's owner, or who stood there last."""
    held.update({unit.province: unit.power for unit in position.units})
    held.update(dict(position.centers))


def _state(name: str, variant: Variant, position: Position, tag: str, held: dict[str, str]) -> Document:
    board = position.board
    powers = {power.id: power.id.upper() for power in board.powers}
    return {
        "name": tag,
        "game_id": name,
        "map": MAP,
        "rules": list(RULES),
        "note": "",
        "units": {
            told: [write_unit(unit.kind, unit.at) for unit in position.units_of(power)]
            + ["*" + write_unit(one.unit.kind, one.unit.at) for one in position.dislodged_of(power)]
            for power, told in powers.items()
        },
        "retreats": {
            told: {
                write_unit(one.unit.kind, one.unit.at): [place.upper() for place in one.retreats]
                for one in position.dislodged_of(power)
            }
            for power, told in powers.items()
        },
        "centers": {told: [one.upper() for one in position.centers_of(power)] for power, told in powers.items()},
        "homes": {power.id.upper(): [one.upper() for one in power.home] for power in board.powers},
        "influence": {
            told: sorted(place.upper() for place, holder in held.items() if holder == power)
            for power, told in powers.items()
        },
        "civil_disorder": dict.fromkeys(powers.values(), 0),
        "builds": {told: _builds(variant, position, power) for power, told in powers.items()},
    }


def _builds(variant: Variant, position: Position, power: str) -> Document:
    due = owed(variant, position, power)
    count = due.builds - due.siteless if due.builds else -due.removals
    return {"count": count, "homes": [site.upper() for site in due.sites] if due.builds else []}


def _orders(turn: Turn) -> Document:
    """What each power ordered; units that nobody ordered hold for the package without a word."""
    told: Document = {power.id.upper(): [] for power in turn.before.board.powers}
    for outcome in turn.outcomes:
        order = outcome.order
        if not isinstance(order, Hold) or order.given:
            told[order.power.upper()].extend(write_order(turn.before, order))
    return told


def write_unit(kind: UnitKind | None, at: str) -> str:
    """A unit in the package's words."""
    return f"{'A' if kind is None else kind.value} {at.upper()}"


def _target(position: Position, kind: UnitKind | None, at: str) -> str:
    unit = position.unit_in(at)
    return write_unit(kind, at) if unit is None else write_unit(unit.kind, unit.at)


def write_order(position: Position, order: Order) -> tuple[str, ...]:
    """An order in the package's words; one that waives several builds is several."""
    match order:
        case Hold():
            return (f"{write_unit(order.kind, order.at)} H",)
        case Move():
            return (f"{write_unit(order.kind, order.at)} - {order.to.upper()}" + (" VIA" if order.convoyed else ""),)
        case Support():
            to = "" if order.to is None else f" - {order.to.upper()}"
            target = _target(position, order.target_kind, order.target)
            return (f"{write_unit(order.kind, order.at)} S {target}{to}",)
        case Convoy():
            carried = write_unit(UnitKind.ARMY, order.target)
            return (f"{write_unit(order.kind, order.at)} C {carried} - {order.to.upper()}",)
        case Retreat():
            return (f"{write_unit(order.kind, order.at)} R {order.to.upper()}",)
        case Build():
            return (f"{write_unit(order.kind, order.at)} B",)
        case Disband() | Remove():
            return (f"{write_unit(order.kind, order.at)} D",)
        case Waive():
            return ("WAIVE",) * (order.count or 1)
    raise TypeError(f"the package has no words for {order!r}")


_WORDS = {
    "bounces": "bounce",
    "no-convoy": "no convoy",
    "cut": "cut",
    "void": "void",
    "unused": "void",
    "unreadable": "void",
    "disbands": "disband",
}


def _results(turn: Turn) -> Document:
    """What became of each unit, in the package's words; nothing said is success."""
    told: Document = {}
    for outcome in turn.outcomes:
        order = outcome.order
        if not order.at or isinstance(order, Waive):
            continue
        kind = getattr(order, "kind", None)
        told.setdefault(write_unit(kind, order.at), []).extend(_words(outcome))
    return told


def _words(outcome: Outcome) -> list[str]:
    asked = isinstance(outcome.order, Disband)
    words = [_WORDS[outcome.result]] if outcome.result in _WORDS and not asked else []
    return [*words, "dislodged"] if outcome.dislodged else words
