"""Games to draw."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from judge.adjudication.turns import play_turn, start_position
from judge.board import ProvinceKind
from judge.game.lines import NumberedLine
from judge.game.orders import Convoy, Hold, Move, Order, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.language.orders import read_orders
from judge.pictures.drawings import drawn_turn
from judge.pictures.views import View, view_of_turn
from judge.variants import find_variant
from tests.variants.colonial_phases import random_orders

DRAWN = ("standard", "modern", "colonial")
PLAYED = ("standard", "colonial", "modern", "rapid-deployment", "revolutionary-modern")


def random_game(name: str, seed: int, phases: int) -> Iterator[Turn]:
    """The first phases of a game in which everybody gives a possible order to nearly every unit."""
    variant, rng = find_variant(name), random.Random(seed)
    position = start_position(variant, Rules())
    for _ in range(phases):
        turn = play_turn(variant, position, random_orders(rng, variant, position), Rules())
        yield turn
        position = turn.after


@cache
def fullest(name: str) -> View:
    """A phase with a unit in every place, orders for nearly all, every center owned, and every mark that there is."""
    variant, rng = find_variant(name), random.Random(11)
    start = start_position(variant, Rules())
    board, powers = start.board, [power.id for power in start.board.powers]
    units = []
    for province in board.provinces:
        harbors, power = board.fleet_locations(province.id), rng.choice(powers)
        afloat = bool(harbors) and (province.kind is ProvinceKind.SEA or rng.random() < 0.3)
        units.append(Unit(UnitKind.FLEET, harbors[0], power) if afloat else Unit(UnitKind.ARMY, province.id, power))
    phase = parse_phase(f"F{start.phase.year + 9}M")
    assert phase is not None
    full = replace(
        start, phase=phase, units=tuple(sorted(units, key=lambda one: one.sort_key)),
        centers=tuple((center, rng.choice(powers)) for center in board.centers()),
    )  # fmt: skip
    turn = play_turn(variant, full, [_order(rng, full, unit) for unit in full.units], Rules())
    view = drawn_turn(variant, Rules(), turn, "m" * 20)
    lands = [replace(one, people=rng.choice(powers), left=rng.randint(1, 9), revolt=True) for one in view.holdings]
    return replace(view, dislodged=turn.after.dislodged, holdings=tuple(lands))


def _order(rng: random.Random, position: Position, unit: Unit) -> Order:
    """A move more often than any other order, or the support of a neighbor, or of a fleet the convoy of an army."""
    board, (power, kind, at) = position.board, (unit.power, unit.kind, unit.at)
    near = board.fleet_neighbors(at) if kind is UnitKind.FLEET else board.army_neighbors(at)
    beside = [one for one in position.units if one.at in near and one.power != power]
    if not near or (draw := rng.random()) < 0.1:
        return Hold(power=power, kind=kind, at=at)
    if draw < 0.6 or not beside:
        return Move(power=power, kind=kind, at=at, to=rng.choice(near))
    other = rng.choice(beside)
    if draw > 0.9 and other.kind is UnitKind.ARMY and board.province(at).kind is ProvinceKind.SEA:
        there = [one for one in near if one != other.at and board.province(one).kind is ProvinceKind.LAND]
        if there:
            return Convoy(power=power, kind=kind, at=at, target=other.at, to=rng.choice(there))
    return Support(power=power, kind=kind, at=at, target=other.at)


def played(name: str, units: dict[str, str], *orders: str, phase: str = "") -> View:
    """A phase of a game with these units, `power: A par, F bre`, and these orders, each `power: order`."""
    variant = find_variant(name)
    start = start_position(variant, Rules())
    made = [Unit(UnitKind(text[0]), text[2:], power) for power, texts in units.items() for text in texts.split(", ")]
    found = parse_phase(phase) or start.phase
    position = replace(start, phase=found, units=tuple(sorted(made, key=lambda one: one.sort_key)))
    return view_of_turn(given(name, position, *orders), "cassis")


def given(name: str, position: Position, *orders: str) -> Turn:
    """A phase played with these orders, each `power: order`."""
    variant, found = find_variant(name), []
    for number, line in enumerate(orders, 1):
        power, text = line.split(": ")
        found += read_orders(variant, position, power, NumberedLine(number, text), Rules())
    return play_turn(variant, position, tuple(found), Rules())
