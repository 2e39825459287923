"""What a game remembers beside units and centers, and how it lies in a position's state.

A position's state is made of tuples, strings and numbers. The centers of the position say who controls a center.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from judge.board import Board
from judge.game.entrance import Standing
from judge.game.position import Position
from judge.variants.revolutionary.lands import Land, Mood


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """The provinces, the powers, and what one phase leaves for the next.

    Shape: `lands` every land province, sorted; `statuses` pairs of power and status, sorted. From the movement to the
    check: `stood` pairs (province, power) of the units as the movement began, `garrisons` the provinces whose unit
    stayed and carried out no move, `fleets` pairs (power, location) asked for; `moved` False where no movement went
    before. `risen` pairs (province, nation) of units that came up while their nation had no government, `fresh` pairs
    of a government that may change those and the number of adjustment phases in which it still may (V19); `won`
    who has won by the count of this Winter.
    """

    lands: tuple[Land, ...]
    statuses: tuple[tuple[str, Standing], ...]
    stood: tuple[tuple[str, str], ...] = ()
    garrisons: tuple[str, ...] = ()
    fleets: tuple[tuple[str, str], ...] = ()
    moved: bool = False
    risen: tuple[tuple[str, str], ...] = ()
    fresh: tuple[tuple[str, int], ...] = ()
    won: tuple[str, ...] = ()

    def land(self, province: str) -> Land | None:
        """A land province, None for water."""
        return next((land for land in self.lands if land.id == province), None)

    def status(self, power: str) -> Standing:
        """How a power stands."""
        return dict(self.statuses)[power]


def land_provinces(board: Board) -> tuple[str, ...]:
    """The provinces that have an owner: all but the water (V28), sorted."""
    return tuple(province.id for province in board.provinces if not board.is_sea(province.id))


def realm_of(position: Position) -> Realm:
    """What the position remembers."""
    return _read(position.state)


@lru_cache(maxsize=64)
def _read(state: Any) -> Realm:
    # Any: tuples of tuples, as `state_of` made them
    lands, statuses, stood, garrisons, fleets, moved, risen, fresh, won = state
    return Realm(
        lands=tuple(
            Land(id=place, owner=owner, controller=controller, mood=Mood(mood), empty=empty, revolt=revolt, loyal=loyal)
            for place, owner, controller, mood, empty, revolt, loyal in lands
        ),
        statuses=tuple((power, Standing(status)) for power, status in statuses),
        stood=stood,
        garrisons=garrisons,
        fleets=fleets,
        moved=moved,
        risen=risen,
        fresh=fresh,
        won=won,
    )


def state_of(realm: Realm) -> tuple[Any, ...]:
    """The state of a position that remembers this."""
    return (
        tuple(
            (land.id, land.owner, land.controller, land.mood.value, land.empty, land.revolt, land.loyal)
            for land in realm.lands
        ),
        tuple((power, status.value) for power, status in realm.statuses),
        realm.stood,
        realm.garrisons,
        realm.fleets,
        realm.moved,
        realm.risen,
        realm.fresh,
        realm.won,
    )


def with_realm(position: Position, realm: Realm) -> Position:
    """The position that remembers this, its centers in the hands of those who control them."""
    centers = tuple((land.id, land.controller) for land in realm.lands if position.board.province(land.id).center)
    return replace(position, centers=centers, state=state_of(realm))
