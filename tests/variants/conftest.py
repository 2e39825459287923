"""Games with double moves, played at random."""

import random
from collections.abc import Callable, Iterator

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn, start_position
from judge.board import province_of
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.variants import find_variant
from judge.variants.double_moves import DoubleMove, double_of

RandomGame = Callable[[int, int], Iterator[tuple[list[Order], Turn]]]


@pytest.fixture(scope="session")
def rapid() -> Variant:
    return find_variant("rapid-deployment")


def near(position: Position, kind: UnitKind, at: str) -> tuple[str, ...]:
    """Where a unit could go by itself."""
    board = position.board
    return board.army_neighbors(province_of(at)) if kind is UnitKind.ARMY else board.fleet_neighbors(at)


def random_move(rng: random.Random, position: Position, unit: Unit) -> Order:
    """Mostly a double move, back to where it came from now and then."""
    first = Move(power=unit.power, kind=unit.kind, at=unit.at, to=rng.choice(near(position, unit.kind, unit.at)))
    if rng.random() < 0.2:
        return first
    to = rng.choice(near(position, unit.kind, first.to))
    return double_of(first, Move(power=unit.power, kind=unit.kind, at=first.to, to=to))


def random_movement(rng: random.Random, position: Position) -> list[Order]:
    """An order for nine units in ten: moves, and for a third of the units help for a neighbor's move."""
    orders: dict[str, Order] = {}
    for unit in position.units:
        if rng.random() < 0.9:
            orders[unit.at] = random_move(rng, position, unit)
    for unit in rng.sample(position.units, len(position.units) // 3):
        reach = {province_of(place) for place in near(position, unit.kind, unit.at)}
        moves = [order for order in orders.values() if isinstance(order, Move | DoubleMove) and order.at != unit.at]
        helped = [order for order in moves if province_of(order.to) in reach]
        if helped:
            moving = rng.choice(helped)
            orders[unit.at] = Support(power=unit.power, kind=unit.kind, at=unit.at, target=moving.at, to=moving.to)
        elif unit.kind is UnitKind.FLEET and position.board.is_sea(unit.at):
            orders |= random_convoy(rng, position, unit, reach)
    return [orders[at] for at in sorted(orders)]


def random_convoy(rng: random.Random, position: Position, fleet: Unit, reach: set[str]) -> dict[str, Order]:
    """An army beside a fleet is carried to another shore and goes on from there."""
    board = position.board
    shores = sorted(place for place in reach if not board.is_sea(place))
    armies = [unit for unit in position.units if unit.kind is UnitKind.ARMY and unit.at in shores]
    if not armies or len(shores) < 2:
        return {}
    army = rng.choice(armies)
    to = rng.choice([place for place in shores if place != army.at])
    first = Move(power=army.power, kind=army.kind, at=army.at, to=to, convoyed=True)
    second = Move(power=army.power, kind=army.kind, at=to, to=rng.choice(board.army_neighbors(to)))
    carried = Convoy(power=fleet.power, kind=fleet.kind, at=fleet.at, target=army.at, to=to)
    return {fleet.at: carried, army.at: double_of(first, second)}


@pytest.fixture(scope="session")
def random_orders(rapid: Variant) -> Callable[[random.Random, Position], list[Order]]:
    """Orders of everyone for the phase of a position."""

    def draw(rng: random.Random, position: Position) -> list[Order]:
        if position.phase.kind is PhaseKind.MOVEMENT:
            return random_movement(rng, position)
        orders: dict[str, Order] = {}
        for power in position.board.powers:
            for order in rng.sample(legal := legal_orders(rapid, position, power.id), len(legal)):
                orders.setdefault(f"{power.id} {province_of(order.at)}", order)
        return list(orders.values())

    return draw


@pytest.fixture(scope="session")
def random_game(rapid: Variant, random_orders: Callable[[random.Random, Position], list[Order]]) -> RandomGame:
    """The movement phases of a game, with their orders, from a seed: as many as are wanted."""

    def play(seed: int, movements: int) -> Iterator[tuple[list[Order], Turn]]:
        rng = random.Random(seed)
        position = start_position(rapid)
        while movements:
            orders = random_orders(rng, position)
            turn = play_turn(rapid, position, orders, rapid.rules)
            if position.phase.kind is PhaseKind.MOVEMENT:
                movements -= 1
                yield orders, turn
            position = start_position(rapid) if turn.winner else turn.after

    return play


@pytest.fixture(scope="session")
def change_hidden(random_orders: object) -> Callable[[random.Random, Turn, list[Order]], list[Order]]:
    """The orders with other second parts wherever the first part failed: what nobody may notice."""

    def change(rng: random.Random, turn: Turn, orders: list[Order]) -> list[Order]:
        seen = {outcome.order.at for outcome in turn.outcomes if outcome.parts}
        changed: list[Order] = []
        for order in orders:
            if isinstance(order, DoubleMove) and order.at not in seen:
                ways = near(turn.before, order.kind, order.to)
                other = Move(power=order.power, kind=order.kind, at=order.to, to=rng.choice(ways))
                changed.append(order.first if rng.random() < 0.2 else double_of(order.first, other))
            else:
                changed.append(order)
        return changed

    return change
