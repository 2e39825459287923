"""Random phases of Colonial: positions crowded where things happen, and orders with a train among them."""

import random
from collections.abc import Iterator
from dataclasses import replace

from judge.adjudication.options import legal_orders
from judge.board import Board, ProvinceKind
from judge.game.orders import Order, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.variants import find_variant
from judge.variants.colonial.options import RULINGS
from judge.variants.colonial.railway import LINE, Train

COLONIAL = find_variant("colonial")
# Where things happen: the line and what lies beside it, and both ends of the Canal.
NEAR_THE_LINE = (*LINE, "mon", "uru", "mac", "seo", "akm", "ore", "ode", "bak", "sem", "part")
NEAR_THE_PORT = ("vla", "irk", "kra", "mac", "seo", "okhs", "soj", "aki", "ota", "sak", "fus", "kyo", "yels", "part")
NEAR_THE_CANAL = ("egy", "meds", "reds", "sud", "syr", "mec", "con", "ang", "eri", "ade", "blas", "goa", "ara")
CROWDS = (NEAR_THE_LINE, NEAR_THE_LINE, NEAR_THE_PORT, NEAR_THE_CANAL)


def random_position(rng: random.Random, board: Board, crowd: tuple[str, ...] = ()) -> Position:
    """Twelve to thirty units, half of them in the crowd, a quarter of the centers owned by whoever."""
    powers = [power.id for power in board.powers]
    places = [province.id for province in board.provinces]
    chosen = dict.fromkeys(rng.sample(crowd, min(len(crowd), rng.randint(6, 14))) if crowd else ())
    chosen |= dict.fromkeys(rng.sample(places, rng.randint(6, 16)))
    units = []
    for place in chosen:
        harbors = board.fleet_locations(place)
        afloat = bool(harbors) and (board.province(place).kind is ProvinceKind.SEA or rng.random() < 0.4)
        power = "russia" if place in LINE and rng.random() < 0.5 else rng.choice(powers)
        units.append(Unit(UnitKind.FLEET, rng.choice(harbors), power) if afloat else Unit(UnitKind.ARMY, place, power))
    owners = [(center, rng.choice(powers)) for center in board.centers() if rng.random() < 0.25]
    phase = parse_phase(rng.choice(("S1871M", "F1871M")))
    assert phase is not None
    return Position(
        board=board, phase=phase, units=tuple(sorted(units, key=lambda one: one.sort_key)), centers=tuple(owners)
    )


def random_orders(rng: random.Random, variant: Variant, position: Position) -> list[Order]:
    """An order for most units, supports often for what others were ordered to do."""
    orders: list[Order] = []
    by_unit: dict[str, list[Order]] = {}
    for power in position.board.powers:
        for order in legal_orders(variant, position, power.id):
            by_unit.setdefault(order.at, []).append(order)
    ordered: dict[str, str] = {}
    for at in rng.sample(sorted(by_unit), len(by_unit)):
        choices = by_unit[at]
        kinds = sorted({type(one).__name__ for one in choices})
        matching = [one for one in choices if isinstance(one, Support) and ordered.get(one.target) == one.to]
        kind = rng.choice(kinds)
        picked = rng.choice(matching) if matching and rng.random() < 0.5 else None
        order = picked or rng.choice([one for one in choices if type(one).__name__ == kind])
        if rng.random() < 0.93:
            orders.append(order)
            ordered[at] = getattr(order, "to", None)
    return orders


def with_a_train(rng: random.Random) -> tuple[Position, list[Order], Rules]:
    """A position with a Russian army on the line, orders with just one train, and some choices of rules."""
    position = random_position(rng, COLONIAL.board, rng.choice(CROWDS))
    start, end = rng.sample(LINE, 2)
    driver = Unit(UnitKind.ARMY, start, "russia")
    units = [unit for unit in position.units if unit.province != start]
    position = replace(position, units=tuple(sorted([*units, driver], key=lambda one: one.sort_key)))
    orders = [one for one in random_orders(rng, COLONIAL, position) if one.at != start and not isinstance(one, Train)]
    orders.insert(rng.randint(0, len(orders)), Train(power="russia", kind=UnitKind.ARMY, at=start, to=end))
    made = ((one.number, one.values[1]) for one in RULINGS if one.number != "C27" and rng.random() < 0.2)
    return position, orders, Rules(rulings=tuple(sorted(made)))


def random_phases(seed: int, count: int) -> Iterator[tuple[int, Position, list[Order], Rules]]:
    for number in range(count):
        yield number, *with_a_train(random.Random(f"{seed}/{number}"))
