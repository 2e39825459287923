"""The state of a game as a document: what differs from its start, by the names that people use.

`Any` stands for what JSON may hold.
"""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judge.board import Board
from judge.board.gazetteer import fold, gazetteer
from judge.game.entrance import Standing
from judge.game.phases import Season
from judge.game.position import Position
from judge.variants.revolutionary.count import count_lands
from judge.variants.revolutionary.lands import Land, Limits, Mood
from judge.variants.revolutionary.realm import Realm, land_provinces, realm_of, state_of, with_realm

UNSAID = ""  # the controller of a center of which a document says nothing: the centers of the position tell
_KEYS = ("owner", "controller", "state", "unoccupied", "held", "revolt")


def start_realm(board: Board) -> Realm:
    """The realm at the start: every province its nation's, those that somebody plays active, the others inactive.

    Rule: V3, and the rules' "Possible Stati of a Power".
    """
    owners = {place: power.id for power in board.powers for place in power.lands}
    return Realm(
        lands=tuple(Land(id=place, owner=owners[place], controller=owners[place]) for place in land_provinces(board)),
        statuses=tuple(
            sorted((power.id, Standing.ACTIVE if power.seated else Standing.INACTIVE) for power in board.powers)
        ),
    )


def read_state(document: Any, board: Board) -> Hashable:
    """The state that a document tells, as at the start where it says nothing.

    Refuses: ValueError with the key that is wrong.
    """
    start = start_realm(board)
    told = _object(document or {}, "it")
    _known(told, ("provinces", "powers"), "")
    lands = {land.id: replace(land, controller=_unsaid(board, land)) for land in start.lands}
    for name, entry in _object(told.get("provinces", {}), "provinces").items():
        place = _place(board, str(name))
        lands[place] = _read_land(board, lands[place], _object(entry, f"provinces.{name}"), f"provinces.{name}")
    statuses = dict(start.statuses)
    for name, status in _object(told.get("powers", {}), "powers").items():
        statuses[_power(board, str(name), f"powers.{name}")] = _one_of(Standing, status, f"powers.{name}")
    return state_of(replace(start, lands=tuple(lands.values()), statuses=tuple(statuses.items())))


def complete(position: Position) -> Position:
    """The position with every center in somebody's hands, as its state says, else its centers, else its people's.

    Rule: V33: one in Winter is counted, as that is what Winter begins with.
    Refuses: ValueError with the province that would be in revolt against its own nation.
    """
    realm, owners = realm_of(position), dict(position.centers)
    lands = tuple(
        replace(land, controller=owners.get(land.id, land.owner)) if land.controller == UNSAID else land
        for land in realm.lands
    )
    for land in lands:
        if land.in_revolt and land.is_free:
            key = f"provinces.{position.board.write(land.id)}"
            raise ValueError(f"{key}: a province cannot be in revolt against its own nation; tell its controller")
    if position.phase.season is Season.WINTER:
        standing = {unit.province: unit for unit in position.units}
        lands = count_lands(lands, frozenset(position.board.centers()), standing, Limits())
    return with_realm(position, replace(realm, lands=lands))


def write_state(position: Position) -> dict[str, Any]:
    """The document of a position's state: provinces and powers that are not as at the start."""
    board, realm = position.board, realm_of(position)
    start = start_realm(board)
    stood, stands = {land.id: land for land in start.lands}, dict(start.statuses)
    return {
        "provinces": {
            board.write(land.id): _written(board, land)
            for land in realm.lands
            if _shown(land) != _shown(stood[land.id])
        },
        "powers": {
            board.power(power).name: status.value for power, status in realm.statuses if status is not stands[power]
        },
    }


def _written(board: Board, land: Land) -> dict[str, Any]:
    owner, controller, mood, empty, loyal, revolt = _shown(land)
    values = (board.power(owner).name, board.power(controller).name, mood.value, empty, loyal, revolt)
    return dict(zip(_KEYS, values, strict=True))


def _shown(land: Land) -> tuple[str, str, Mood, int, int, int]:
    return land.owner, land.controller, land.mood, max(land.empty, 0), land.loyal, land.revolt


def _unsaid(board: Board, land: Land) -> str:
    return UNSAID if board.province(land.id).center else land.controller


def _read_land(board: Board, land: Land, entry: Mapping[str, Any], key: str) -> Land:
    """The province as told; with a new owner and no word of who controls it, a province is its owner's."""
    _known(entry, _KEYS, f"{key}.")
    owner = _power(board, entry["owner"], f"{key}.owner") if "owner" in entry else land.owner
    controller = land.controller if land.controller in (UNSAID, land.owner) else owner
    if "controller" in entry:
        controller = _power(board, entry["controller"], f"{key}.controller")
    elif controller != UNSAID:
        controller = owner
    mood = _one_of(Mood, entry["state"], f"{key}.state") if "state" in entry else land.mood
    found = Land(
        id=land.id,
        owner=owner,
        controller=controller,
        mood=mood,
        empty=_number(entry.get("unoccupied", land.empty), f"{key}.unoccupied"),
        loyal=_number(entry.get("held", land.loyal), f"{key}.held"),
        revolt=_number(entry.get("revolt", land.revolt), f"{key}.revolt"),
    )
    if found.in_revolt and found.is_free:
        raise ValueError(f"{key}: a province cannot be in revolt against its own nation")
    return found


def _object(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{key} must be an object")
    return value


def _known(value: Mapping[str, Any], keys: tuple[str, ...], before: str) -> None:
    for key in value:
        if key not in keys:
            raise ValueError(f"{before}{key}: unknown key; there are {', '.join(keys)}")


def _one_of(kind: Any, value: Any, key: str) -> Any:
    values = [one.value for one in kind]
    if value not in values:
        raise ValueError(f"{key} must be one of {', '.join(values)}")
    return kind(value)


def _number(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{key} must be a number of seasons")
    return value


def _place(board: Board, name: str) -> str:
    found = _places(board).get(fold(name), ())
    if len(found) != 1 or board.is_sea(found[0]):
        raise ValueError(f"provinces.{name}: there is no such province on land")
    return found[0]


@lru_cache(maxsize=16)
def _places(board: Board) -> Mapping[str, tuple[str, ...]]:
    return dict(gazetteer(board))


def _power(board: Board, name: Any, key: str) -> str:
    wanted = fold(str(name)).replace("-", " ")
    for power in board.powers:
        names = (power.id, power.name, power.adjective, power.letter, *power.aliases)
        if wanted and wanted in [fold(one).replace("-", " ") for one in names]:
            return power.id
    raise ValueError(f"{key}: {name!r} is no power of this board")
