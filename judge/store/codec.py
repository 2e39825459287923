"""Positions, orders, turns and settings as versioned JSON documents, and back.

Every document has a `version`. A change of form gets a new number and a reader for the old one; adding a
field with a default needs none (`documents.py`). Boards are not stored: a position names its board, and the
variant brings it; the board's digest is kept so that a later change of a map can be seen.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from judge.board import Board
from judge.desk.snapshot import Ballot, GameSettings
from judge.errors import DatabaseError
from judge.game import orders as standard
from judge.game.mails import Draft
from judge.game.orders import Order
from judge.game.outcomes import Outcome
from judge.game.phases import Phase, parse_phase
from judge.game.position import Dislodged, Position
from judge.game.same import Same
from judge.game.turns import Event, Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.store.documents import Kinds, read_value, write_value

Document = dict[str, Any]  # Any: a JSON document

VERSIONS = MappingProxyType({"settings": 2, "position": 1, "orders": 1, "turn": 1, "ballot": 1, "draft": 1})

STANDARD_KINDS: Kinds = MappingProxyType(
    {
        "hold": standard.Hold,
        "move": standard.Move,
        "support": standard.Support,
        "convoy": standard.Convoy,
        "retreat": standard.Retreat,
        "disband": standard.Disband,
        "build": standard.Build,
        "remove": standard.Remove,
        "waive": standard.Waive,
    }
)


def kinds_of(variant: Variant | None) -> Kinds:
    """The order classes by name that documents of a variant may hold: Standard's and the variant's own."""
    own = () if variant is None else variant.kinds
    known = set(STANDARD_KINDS.values())
    return dict(STANDARD_KINDS) | {kind.name: kind.order for kind in own if kind.order not in known}


def write_settings(settings: GameSettings) -> Document:
    """The document of a game's settings."""
    return {"version": VERSIONS["settings"], "settings": write_value(settings, {})}


def read_settings(document: Document) -> GameSettings:
    """The settings of a document. Refuses: DatabaseError for a document of a newer program."""
    return _settings_of(json.dumps(document))


@lru_cache(maxsize=1024)
def _settings_of(text: str) -> GameSettings:
    document: Document = json.loads(text)
    if document.get("version") == 1:
        document = _settings_of_one_reminder(document)
    settings: GameSettings = read_value(GameSettings, _opened("settings", document)["settings"], {})
    return settings


def _settings_of_one_reminder(document: Document) -> Document:
    """A document of the first form, which has one time to remind at and 0 for none, in the second."""
    settings = dict(document["settings"])
    if "remind" in settings:
        settings["remind"] = [settings["remind"]] if settings["remind"] else []
    return {"version": 2, "settings": settings}


def write_ballot(ballot: Ballot) -> Document:
    """The document of what a seat votes for."""
    return {"version": VERSIONS["ballot"], "ballot": write_value(ballot, {})}


def read_ballot(document: Document) -> Ballot:
    """The ballot of a document. Refuses: DatabaseError for a document of a newer program."""
    ballot: Ballot = read_value(Ballot, _opened("ballot", document)["ballot"], {})
    return ballot


def write_draft(draft: Draft) -> Document:
    """The document of a mail that is yet to be made into bytes."""
    return {"version": VERSIONS["draft"], "draft": write_value(draft, {})}


def read_draft(document: Document) -> Draft:
    """The draft of a document. Refuses: DatabaseError for a document of a newer program."""
    draft: Draft = read_value(Draft, _opened("draft", document)["draft"], {})
    return draft


def write_orders(orders: Sequence[Order], variant: Variant | None = None) -> Document:
    """The document of a set of orders, in the order given."""
    return {"version": VERSIONS["orders"], "orders": write_value(tuple(orders), kinds_of(variant))}


def read_orders(document: Document, variant: Variant | None = None) -> tuple[Order, ...]:
    """The orders of a document. Refuses: DatabaseError for a kind of order that the variant does not know."""
    return _orders_of(json.dumps(document), Same(variant))


@lru_cache(maxsize=4096)
def _orders_of(text: str, of: Same[Variant | None]) -> tuple[Order, ...]:
    opened = _opened("orders", json.loads(text))
    orders: tuple[Order, ...] = read_value(tuple[Order, ...], opened["orders"], kinds_of(of.it))
    return orders


def write_position(position: Position) -> Document:
    """The document of a position, all but its board."""
    return {
        "version": VERSIONS["position"],
        "map": position.board.name,
        "digest": position.board.digest,
        "phase": position.phase.tag,
        "units": [_unit(unit) for unit in position.units],
        "centers": [list(pair) for pair in position.centers],
        "dislodged": [
            {"unit": _unit(one.unit), "from": one.attacker_from, "retreats": list(one.retreats)}
            for one in position.dislodged
        ],
        "contested": list(position.contested),
        "state": _plain(position.state),
    }


def read_position(document: Document, board: Board, variant: Variant | None = None) -> Position:
    """The position of a document; `board` is that of the game's start, which the variant shapes by the state.

    Refuses: DatabaseError when the document names another board.
    """
    return _position_of(json.dumps(document), Same(board), Same(variant))


@lru_cache(maxsize=1024)
def _position_of(text: str, on: Same[Board], of: Same[Variant | None]) -> Position:
    board, variant = on.it, of.it
    opened = _opened("position", json.loads(text))
    if opened["map"] != board.name:
        raise DatabaseError(f"a stored position is of the board {opened['map']}, not of {board.name}")
    state = _tuples(opened["state"])
    return Position(
        board=board if variant is None else variant.reshape(board, state),
        phase=_phase(opened["phase"]),
        units=tuple(_read_unit(unit) for unit in opened["units"]),
        centers=tuple((province, power) for province, power in opened["centers"]),
        dislodged=tuple(
            Dislodged(_read_unit(one["unit"]), one["from"], tuple(one["retreats"])) for one in opened["dislodged"]
        ),
        contested=tuple(opened["contested"]),
        state=state,
    )


def write_turn(turn: Turn, variant: Variant | None = None) -> Document:
    """The document of a turn, all but the position before it, which its phase has."""
    kinds = kinds_of(variant)
    return {
        "version": VERSIONS["turn"],
        "outcomes": write_value(turn.outcomes, kinds),
        "after": write_position(turn.after),
        "passed": [phase.tag for phase in turn.passed],
        "events": write_value(turn.events, kinds),
        "winner": list(turn.winner),
        "left": None if turn.left is None else write_position(turn.left),
        "stages": list(turn.stages),
    }


def read_turn(document: Document, before: Position, variant: Variant | None = None, board: Board | None = None) -> Turn:
    """The turn of a document that began with `before`; `board` is that of the game's start, where it may differ."""
    opened, kinds = _opened("turn", document), kinds_of(variant)
    board = board or before.board
    return Turn(
        before=before,
        outcomes=read_value(tuple[Outcome, ...], opened["outcomes"], kinds),
        after=read_position(opened["after"], board, variant),
        passed=tuple(_phase(tag) for tag in opened["passed"]),
        events=read_value(tuple[Event, ...], opened["events"], kinds),
        winner=tuple(opened["winner"]),
        left=None if opened["left"] is None else read_position(opened["left"], board, variant),
        stages=tuple(opened.get("stages", ())),
    )


def _opened(name: str, document: Document) -> Document:
    version = document.get("version")
    if version != VERSIONS[name]:
        raise DatabaseError(f"a stored {name} document has version {version}; this program reads {VERSIONS[name]}")
    return document


def _unit(unit: Unit) -> list[str]:
    return [unit.power, unit.kind.value, unit.at]


def _read_unit(parts: list[str]) -> Unit:
    power, kind, at = parts
    return Unit(UnitKind(kind), at, power)


def _phase(tag: str) -> Phase:
    phase = parse_phase(tag)
    if phase is None:
        raise DatabaseError(f"a stored document names the phase {tag!r}")
    return phase


def _plain(state: object) -> object:
    """A variant's own state: nothing, or strings, numbers and tuples of them."""
    if isinstance(state, tuple):
        return [_plain(one) for one in state]
    if state is None or isinstance(state, str | int | bool):
        return state
    raise DatabaseError(f"the state of a position must be made of strings, numbers and tuples, not {state!r}")


def _tuples(state: Any) -> Any:
    return tuple(_tuples(one) for one in state) if isinstance(state, list) else state
