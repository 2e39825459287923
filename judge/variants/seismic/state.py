"""The events that a game has had, oldest first: as the state of a position, and as a JSON document."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, cast

from judge.board import Board
from judge.board.events import Seism, find
from judge.board.gazetteer import fold, spellings
from judge.board.reshaping import reshape, topology_of
from judge.board.wording import word_seism, write_face
from judge.game.causes import tell_cause
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.variants.seismic.changes import changes
from judge.variants.seismic.legality import fault

_FORM = '{"events": [["Por", "Spa", "MAO", "MAO"], ["Por", "Ire"]]}, oldest first'
_ONE = 'four names, two for a release, or {"names": [...], "near": "WES", "across": "MAO"}'


def state_of(seisms: Sequence[Seism]) -> Hashable:
    """The state of a position after these events: tuples of strings, which can be stored."""
    return tuple((seism.apart, seism.joined, seism.near, seism.across) for seism in seisms)


def seisms_of(state: Hashable) -> tuple[Seism, ...]:
    """The events in a position's state."""
    # Any: `state_of` made it
    kept = cast(tuple[Any, ...], state)
    return tuple(Seism(apart=apart, joined=joined, near=near, across=across) for apart, joined, near, across in kept)


def shape_board(board: Board, state: Hashable) -> Board:
    """The board of the game's start after the events of a position's state."""
    return reshape(board, seisms_of(state))


def read_state(document: object, board: Board) -> Hashable:
    """The state that a document tells; None is the start of the game.

    Refuses: ValueError for a name that is no face of the map, and for an event that is not possible when it comes.
    """
    if document is None:
        return state_of(())
    if not isinstance(document, Mapping) or set(document) != {"events"} or not _is_list(document["events"]):
        raise ValueError(f"it must be {_FORM}")
    names = _names(board)
    seisms: list[Seism] = []
    now = board
    for number, entry in enumerate(document["events"], 1):
        seism = _read_seism(entry, names, number)
        found = find(topology_of(now), seism)
        if found.event is None:
            problem = tell_cause(now, fault(now, seism, found))
            raise ValueError(f"event {number}, {word_seism(now, seism)}: {problem}")
        seisms.append(seism)
        now = reshape(now, (seism,))
    return state_of(seisms)


def _read_seism(entry: object, names: Mapping[str, str], number: int) -> Seism:
    near: object = ()
    across: object = None
    listed = entry
    if isinstance(entry, Mapping):
        if not {"names"} <= set(entry) <= {"names", "near", "across"}:
            raise ValueError(f"event {number} must be {_ONE}")
        listed, near, across = entry["names"], entry.get("near", ()), entry.get("across")
    if not isinstance(listed, Sequence) or isinstance(listed, str) or len(listed) not in (2, 4):
        raise ValueError(f"event {number} must be {_ONE}")
    faces = [_face(name, names, number) for name in listed]
    ends = [near] if isinstance(near, str) else near
    if not _is_list(ends):
        raise ValueError(f"event {number}: near must be a name or a list of names")
    return Seism(
        apart=(faces[0], faces[1]) if len(faces) == 4 else None,
        joined=(faces[-2], faces[-1]),
        near=tuple(_face(name, names, number) for name in cast(Sequence[object], ends)),
        across=None if across is None else _face(across, names, number),
    )


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _face(name: object, names: Mapping[str, str], number: int) -> str:
    found = names.get(fold(name)) if isinstance(name, str) else None
    if found is None:
        raise ValueError(f"event {number}: {name!r} is no place of this map")
    return found


def _names(board: Board) -> dict[str, str]:
    """The faces by all that they are called."""
    barriers = {form: barrier.id for barrier in board.barriers for form in spellings(barrier)}
    return barriers | {form: province.id for province in board.provinces for form in spellings(province)}


def write_state(position: Position) -> object:
    """The document of a position's events."""
    board = position.board

    def entry(seism: Seism) -> object:
        names = [write_face(board, face) for face in (*(seism.apart or ()), *seism.joined)]
        if not seism.near and seism.across is None:
            return names
        near = [write_face(board, face) for face in seism.near]
        more = {"near": near[0] if len(near) == 1 else near} if near else {}
        return {"names": names} | more | ({} if seism.across is None else {"across": write_face(board, seism.across)})

    return {"events": [entry(seism) for seism in seisms_of(position.state)]}


def write_changes(turn: Turn) -> Mapping[str, object]:
    """What the answer about a seismic phase has beside the usual: each face whose borders have changed.

    Shape: `borders` the neighbors clockwise, one list for each boundary, `coasts` the seas of each coast.
    """
    if turn.before.phase.kind is not PhaseKind.EVENTS or turn.left is None:
        return {}
    board = turn.left.board

    def written(rings: tuple[tuple[str, ...], ...]) -> list[list[str]]:
        return [[write_face(board, face) for face in ring] for ring in rings]

    return {
        "changed": {
            write_face(board, change.face): {
                "borders": written(change.after.rings), "coasts": written(change.after.coasts)
            }
            for change in changes(turn.before.board, board)
        }
    }  # fmt: skip
