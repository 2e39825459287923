"""A saved game of the package `diplomacy` as turns of our own: its orders are adjudicated here, phase by phase."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from judge.adjudication.turns import play_turn, start_position
from judge.board import Board
from judge.errors import MisuseError
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.phases import PhaseKind, parse_phase
from judge.game.position import Dislodged, Position
from judge.game.rules import Rules
from judge.game.turns import Event, Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.interchange.saved import MAP, OVER, write_unit

_UNIT = r"([AF]) ([A-Z]{3}(?:/[NESW]C)?)"
_PLACE = r"([A-Z]{3}(?:/[NESW]C)?)"
_ORDER = re.compile(rf"{_UNIT} (?:(H|B|D)|([-R]) {_PLACE}( VIA)?|([SC]) {_UNIT}(?: - {_PLACE})?)")
_WAIVE = "WAIVE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A game that was saved.

    Shape: `turns` played; `after` the position that is there now; `over` whether the game is; `differences` a sentence
    for each phase in which the program that saved the game went on from another position than our rules lead to.
    """

    name: str
    turns: tuple[Turn, ...]
    after: Position
    over: bool
    differences: tuple[str, ...] = ()


def read_saved(document: object, variant: Variant, rules: Rules) -> Saved:
    """The game of a document, from its first phase on.

    Rule: the orders are adjudicated here, for outcomes and causes. Where the document goes on from another position,
    since the package decides some questions otherwise, its position counts, and an event of the turn says so.
    Refuses: MisuseError that names the phase and the field, for another map and for a document that does not fit.
    """
    game = _fields(document, "the file")
    if game.get("map", MAP) != MAP:
        raise MisuseError(f"map: {game['map']!r} is not played here; only {MAP!r} can be read")
    phases = game.get("phases")
    if not isinstance(phases, list) or not phases:
        raise MisuseError("phases: a list of at least one phase is due")
    entries = [_fields(phase, f"phases[{number}]") for number, phase in enumerate(phases)]
    over = entries[-1].get("name") == OVER
    position = _told(start_position(variant, rules), entries[0])
    if position.phase.kind is PhaseKind.RETREAT:
        raise MisuseError(f"{position.phase.tag}: the first phase is to be one of movement or adjustment")
    turns: list[Turn] = []
    differences: list[str] = []
    for entry, then in pairwise(entries):
        turn = play_turn(variant, position, _orders(position, entry), rules)
        position = _told(turn.after, then, last=over and then is entries[-1])
        if (text := _difference(turn.after, position)) != "":
            differences.append(f"{turn.before.phase.tag}: {text}")
            told = Event(kind="imported", text=f"In the file of this game {text}; that counts.")
            turn = replace(turn, after=position, left=None, events=(*turn.events, told))
        else:
            position = turn.after
        turns.append(turn)
    return Saved(
        name=str(game.get("id") or ""), turns=tuple(turns), after=position, over=over, differences=tuple(differences)
    )


def _fields(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise MisuseError(f"{where}: an object is due, not {type(value).__name__}")
    return value


def _told(near: Position, entry: Mapping[str, Any], *, last: bool = False) -> Position:
    """The position that a phase of the document begins with; what the document does not tell is as in `near`.

    Shape: `last` for the end of a game, whose name is no phase.
    """
    tag = str(entry.get("name"))
    phase = near.phase if last else parse_phase(tag)
    if phase is None:
        raise MisuseError(f"name: {tag!r} is no phase; S1901M is one")
    units = _units(near.board, entry, tag)
    placed = sorted((unit for unit, gone in units if not gone), key=lambda unit: unit.sort_key)
    provinces = Counter(unit.province for unit in placed)
    for province, count in provinces.items():
        if count > 1:
            raise MisuseError(f"{tag}: state.units: {count} units stand in {province.upper()}")
    return replace(
        near, phase=phase, units=tuple(placed), centers=_centers(near.board, entry, tag),
        dislodged=_dislodged(near, entry, tag, [unit for unit, gone in units if gone]),
    )  # fmt: skip


def _dislodged(near: Position, entry: Mapping[str, Any], tag: str, units: Sequence[Unit]) -> tuple[Dislodged, ...]:
    """The units that must retreat and where they may; what attacked one is known where ours says the same."""
    told = _fields(_state(entry, tag).get("retreats") or {}, f"{tag}: state.retreats")
    found = []
    for unit in sorted(units, key=lambda unit: unit.sort_key):
        mine = near.dislodged_in(unit.at, unit.power)
        places = _fields(told.get(unit.power.upper()) or {}, f"{tag}: state.retreats.{unit.power.upper()}")
        ways = [str(place).lower() for place in places.get(write_unit(unit.kind, unit.at)) or ()]
        for way in ways:
            if not near.board.has(way):
                raise MisuseError(f"{tag}: state.retreats.{unit.power.upper()}: {way.upper()!r} is no place")
        if mine is not None and mine.unit == unit and set(mine.retreats) == set(ways):
            found.append(mine)
        else:
            found.append(Dislodged(unit=unit, attacker_from=None, retreats=tuple(sorted(ways))))
    return tuple(found)


def _difference(ours: Position, theirs: Position) -> str:
    """How the position of the document differs from ours, "" where it does not.

    Shape: units that can retreat nowhere are no difference, since the package takes them off at once.
    """
    if ours.phase != theirs.phase:
        return f"{theirs.phase.tag} follows, where by the rules here {ours.phase.tag} does"
    mine, others = _standing(ours), _standing(theirs)
    parts = [f"there is {one}" for one in sorted(others - mine)]
    parts += [f"there is no {one}" for one in sorted(mine - others)]
    if not parts and ours.centers != theirs.centers:
        parts = ["the centers are of other powers"]
    return " and ".join(parts)


def _standing(position: Position) -> set[str]:
    board = position.board
    told = {f"{board.power(unit.power).adjective} {unit.kind.value} {board.write(unit.at)}" for unit in position.units}
    return told | {
        f"{board.power(one.unit.power).adjective} {one.unit.kind.value} {board.write(one.unit.at)} (dislodged)"
        for one in position.dislodged
        if one.retreats
    }


def _state(entry: Mapping[str, Any], tag: str) -> Mapping[str, Any]:
    return _fields(entry.get("state"), f"{tag}: state")


def _units(board: Board, entry: Mapping[str, Any], tag: str) -> list[tuple[Unit, bool]]:
    """The units of a phase, and of each whether it is dislodged."""
    found = []
    for power, texts in _powers(board, _state(entry, tag).get("units"), f"{tag}: state.units"):
        for text in texts:
            read = re.fullmatch(rf"(\*?){_UNIT}", str(text))
            if read is None or not board.has(read[3].lower()):
                raise MisuseError(f"{tag}: state.units.{power.upper()}: {text!r} is no unit")
            found.append((Unit(UnitKind(read[2]), read[3].lower(), power), bool(read[1])))
    return found


def _centers(board: Board, entry: Mapping[str, Any], tag: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for power, texts in _powers(board, _state(entry, tag).get("centers"), f"{tag}: state.centers"):
        for text in texts:
            if str(text).lower() not in board.centers():
                raise MisuseError(f"{tag}: state.centers.{power.upper()}: {text!r} is no center")
            pairs.append((str(text).lower(), power))
    return tuple(sorted(pairs))


def _powers(board: Board, value: object, where: str) -> list[tuple[str, Sequence[Any]]]:
    known = {power.id.upper(): power.id for power in board.powers}
    found: list[tuple[str, Sequence[Any]]] = []
    for name, texts in _fields(value, where).items():
        if name not in known:
            raise MisuseError(f"{where}: {name!r} is no power; there are {', '.join(known)}")
        if texts is not None and not isinstance(texts, list):
            raise MisuseError(f"{where}.{name}: a list is due, not {type(texts).__name__}")
        found.append((known[name], texts or ()))
    return found


def _orders(position: Position, entry: Mapping[str, Any]) -> list[Order]:
    tag = position.phase.tag
    orders: list[Order] = []
    for power, texts in _powers(position.board, entry.get("orders") or {}, f"{tag}: orders"):
        orders += [read_order(position, power, str(text), f"{tag}: orders.{power.upper()}") for text in texts]
    return orders


def read_order(position: Position, power: str, text: str, where: str = "order") -> Order:
    """An order in the package's words. Refuses: MisuseError for what is none."""
    if text == _WAIVE:
        return Waive(power=power, count=1)
    read = _ORDER.fullmatch(text)
    names = [] if read is None else [name for name in (read[2], read[5], read[9], read[10]) if name]
    if read is None or not all(position.board.has(name.lower()) for name in names):
        raise MisuseError(f"{where}: {text!r} is no order in the words of the package")
    kind, at = UnitKind(read[1]), read[2].lower()
    if read[4] is not None:
        to = read[5].lower()
        if read[4] == "R":
            return Retreat(power=power, kind=kind, at=at, to=to)
        return Move(power=power, kind=kind, at=at, to=to, convoyed=read[6] is not None)
    if read[7] is not None:
        target, target_kind = read[9].lower(), UnitKind(read[8])
        to = None if read[10] is None else read[10].lower()
        if read[7] == "S":
            return Support(power=power, kind=kind, at=at, target=target, to=to, target_kind=target_kind)
        if to is None:
            raise MisuseError(f"{where}: {text!r} tells no place to convoy to")
        return Convoy(power=power, kind=kind, at=at, target=target, to=to, target_kind=target_kind)
    if read[3] == "H":
        return Hold(power=power, kind=kind, at=at)
    if read[3] == "B":
        return Build(power=power, kind=kind, at=at)
    if position.phase.kind is PhaseKind.RETREAT:
        return Disband(power=power, kind=kind, at=at)
    return Remove(power=power, kind=kind, at=at)
