"""Phases drawn from a seed: positions full of units, with orders that lean to supports and convoys."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.adjudication.adjustments import balance, open_sites
from judge.adjudication.legality import illegal
from judge.adjudication.movement import play_movement
from judge.adjudication.retreats import near_locations
from judge.board import province_of
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant, home_sites


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position and an order for each unit in it, by power and place."""

    position: Position
    orders: tuple[Order, ...]


def draw_movement(rng: random.Random, variant: Variant, units: int) -> Drawn:
    """A movement phase with this many units anywhere on the board."""
    position = scatter(rng, variant, units, "F1905M")
    return Drawn(position, draw_orders(rng, variant, position))


def draw_retreats(rng: random.Random, variant: Variant, units: int) -> Drawn:
    """A retreat phase that a drawn movement phase led to; a unit now and then disbands."""
    while True:
        moved = draw_movement(rng, variant, units)
        left = play_movement(variant, moved.position, moved.orders, variant.rules).position
        if left.dislodged:
            break
    phase = parse_phase("F1905R")
    assert phase is not None
    orders: list[Order] = []
    for one in left.dislodged:
        power, kind, at = one.unit.power, one.unit.kind, one.unit.at
        if one.retreats and rng.random() < 0.9:
            orders.append(Retreat(power=power, kind=kind, at=at, to=rng.choice(one.retreats)))
        else:
            orders.append(Disband(power=power, kind=kind, at=at))
    return Drawn(replace(left, phase=phase), tuple(orders))


def draw_adjustments(rng: random.Random, variant: Variant, units: int) -> Drawn:
    """An adjustment phase in which some may build and some must remove, and a few orders are not given."""
    position = scatter(rng, variant, units, "W1905A")
    board = variant.board
    orders: list[Order] = []
    for power in (power.id for power in board.powers):
        due = balance(position, power)
        given = abs(due) if rng.random() < 0.85 else rng.randint(0, abs(due))
        if due < 0:
            gone = rng.sample(position.units_of(power), given)
            orders.extend(Remove(power=power, kind=unit.kind, at=unit.at) for unit in gone)
        for site in rng.sample(sites := open_sites(position, power, home_sites), min(max(due, 0), given, len(sites))):
            harbors = board.fleet_locations(site)
            fleet = bool(harbors) and rng.random() < 0.5
            kind, at = (UnitKind.FLEET, rng.choice(harbors)) if fleet else (UnitKind.ARMY, site)
            orders.append(Build(power=power, kind=kind, at=at))
    return Drawn(position, tuple(orders))


def scatter(rng: random.Random, variant: Variant, units: int, tag: str) -> Position:
    """Units of all powers anywhere, centers of all powers anywhere, a fifth of the centers nobody's."""
    board = variant.board
    phase = parse_phase(tag)
    assert phase is not None
    powers = [power.id for power in board.powers]
    standing = []
    for province in rng.sample([province.id for province in board.provinces], units):
        harbors = board.fleet_locations(province)
        fleet = board.is_sea(province) or (bool(harbors) and rng.random() < 0.35)
        at = rng.choice(harbors) if fleet else province
        standing.append(Unit(UnitKind.FLEET if fleet else UnitKind.ARMY, at, rng.choice(powers)))
    owned = [(center, rng.choice(powers)) for center in board.centers() if rng.random() < 0.8]
    return Position(
        board=board, phase=phase, units=tuple(sorted(standing, key=lambda unit: unit.sort_key)), centers=tuple(owned)
    )


def draw_orders(rng: random.Random, variant: Variant, position: Position) -> tuple[Order, ...]:
    """A possible order for each unit: up to three convoys, attacks on what is going on, and mostly supports."""
    chosen: dict[str, Order] = {}
    for _ in range(rng.randint(0, 3)):
        _draw_convoy(rng, variant, position, chosen)
    carriers = [at for at, order in chosen.items() if isinstance(order, Convoy)]
    for unit in position.units:
        if unit.at not in chosen and rng.random() < 0.45:
            near = near_locations(position, unit)
            wanted = [place for place in near if place in carriers] if rng.random() < 0.6 else []
            if near:
                chosen[unit.at] = Move(power=unit.power, kind=unit.kind, at=unit.at, to=rng.choice(wanted or near))
    moves = [order for order in chosen.values() if isinstance(order, Move)]
    waiting = [unit for unit in position.units if unit.at not in chosen]
    for unit in waiting:
        chosen[unit.at] = _draw_support(rng, position, unit, moves, chosen)
    orders = [chosen[unit.at] for unit in position.units]
    return tuple(
        Hold(power=order.power, kind=unit.kind, at=unit.at)
        if illegal(variant, position, order, variant.rules) else order
        for unit, order in zip(position.units, orders, strict=True)
    )  # fmt: skip


def _draw_convoy(rng: random.Random, variant: Variant, position: Position, chosen: dict[str, Order]) -> None:
    """Send an army by sea with fleets that could carry it, one of them left out now and then."""
    board = position.board
    armies = [unit for unit in position.units if unit.kind is UnitKind.ARMY and unit.at not in chosen]
    fleets = {unit.at: unit for unit in position.units if board.is_sea(unit.at) and unit.at not in chosen}
    army = rng.choice(armies)
    shore = {place for harbor in board.fleet_locations(army.at) for place in board.fleet_neighbors(harbor)}
    carrying: list[str] = sorted(shore & fleets.keys())
    for at in carrying:  # it grows by the fleets that are found
        carrying.extend(near for near in board.fleet_neighbors(at) if near in fleets and near not in carrying)
    coasts = sorted({province_of(near) for at in carrying for near in board.fleet_neighbors(at)} - {army.at})
    coasts = [coast for coast in coasts if not board.is_sea(coast)]
    if not coasts:
        return
    to = rng.choice(coasts)
    near = to in board.army_neighbors(army.at)
    chosen[army.at] = Move(
        power=army.power, kind=army.kind, at=army.at, to=to, convoyed=rng.random() < (0.7 if near else 0.4)
    )
    for fleet in (fleets[at] for at in carrying):
        convoy = Convoy(
            power=fleet.power, kind=fleet.kind, at=fleet.at, target=army.at, to=to,
            target_kind=army.kind, target_power=army.power,
        )  # fmt: skip
        if rng.random() < 0.93 and illegal(variant, position, convoy, variant.rules) is None:
            chosen[fleet.at] = convoy


def _draw_support(
    rng: random.Random, position: Position, unit: Unit, moves: Sequence[Move], chosen: Mapping[str, Order]
) -> Order:
    """A support of a move or of a unit that stays; a hold when there is nothing to support."""
    reach = {province_of(place) for place in near_locations(position, unit)}
    helping = [(move.at, move.to) for move in moves if province_of(move.to) in reach]
    if not helping or rng.random() < 0.25:
        others = [other for other in position.units if other.province in reach]
        helping += [(other.at, None) for other in others if not isinstance(chosen.get(other.at), Move)]
    if not helping:
        return Hold(power=unit.power, kind=unit.kind, at=unit.at)
    target, to = rng.choice(helping)
    aided = position.unit_in(target)
    assert aided is not None
    return Support(
        power=unit.power, kind=unit.kind, at=unit.at, target=target, to=to,
        target_kind=aided.kind, target_power=aided.power,
    )  # fmt: skip


Draw = Callable[[random.Random, Variant, int], Drawn]
DRAWS: dict[str, Draw] = {"movement": draw_movement, "retreats": draw_retreats, "adjustments": draw_adjustments}


def draw_phases(seed: str, count: int, variant: Variant, kinds: Sequence[str] = ("movement",)) -> Iterator[Drawn]:
    """Phases of about 34 units, the kinds in turn; the same ones each time for the same seed."""
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        yield DRAWS[kinds[number % len(kinds)]](rng, variant, rng.randint(30, 38))


def without_a_unit(drawn: Drawn, unit: Unit) -> Drawn:
    """The same phase with a unit less."""
    position = drawn.position
    units = tuple(one for one in position.units if one != unit)
    orders = tuple(order for order in drawn.orders if order.at != unit.at)
    return Drawn(replace(position, units=units), orders)


def with_a_hold(drawn: Drawn, order: Order) -> Drawn:
    """The same phase with a unit that holds instead of what it was ordered."""
    unit = drawn.position.unit_in(order.at)
    assert unit is not None
    hold = Hold(power=unit.power, kind=unit.kind, at=unit.at)
    return Drawn(drawn.position, tuple(hold if one == order else one for one in drawn.orders))
