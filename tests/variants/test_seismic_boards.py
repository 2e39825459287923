"""The rules of play on boards that events have changed: everything follows the new map."""

import random
from dataclasses import replace

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn, start_position
from judge.board.events import seism_of
from judge.board.reshaping import reshape
from judge.board.shifts import Flip, carry_out, release_of
from judge.game.orders import Hold
from judge.game.phases import PhaseKind
from judge.game.units import UnitKind
from judge.variants import find_variant
from judge.variants.seismic.fleets import place_fleets


def shaken(rng, position, events):
    """The position after some events, its fleets where they belong."""
    topology, seisms = position.board.topology, []
    for _ in range(events):
        torn = [face.id for face in topology.faces if len(topology.boundaries(face.id)) > 1]
        if torn and rng.random() < 0.4:
            one, other = rng.sample(topology.boundaries(rng.choice(torn)), 2)
            event = release_of(rng.choice(one), rng.choice(other))
        else:
            flips = [border for border in range(len(topology.after) // 2) if not topology.is_round(2 * border)]
            event = Flip(rng.choice(flips))
        seisms.append(seism_of(topology, event))
        topology = carry_out(topology, event).topology
    fleets = [unit for unit in position.units if unit.kind is UnitKind.FLEET]
    placed = place_fleets(position.board, tuple(seisms), [unit.at for unit in fleets], {})
    moved = {unit: replace(unit, at=one.after) for unit, one in zip(fleets, placed, strict=True)}
    units = sorted((moved.get(unit, unit) for unit in position.units), key=lambda unit: unit.sort_key)
    return replace(position, board=reshape(position.board, tuple(seisms)), units=tuple(units))


@pytest.mark.parametrize("name", ["standard", "colonial"])
@pytest.mark.parametrize("seed", range(2))
def test_games_go_on_whatever_the_map_becomes(name, seed):
    """Two dozen phases of orders at random with events between them; who cannot move holds, and nobody is lost."""
    variant = find_variant(name)
    rng = random.Random(seed)
    position = start_position(variant)
    stuck = 0
    for _ in range(24):
        board = position.board
        orders = []
        for power in board.powers:
            by_unit = {}
            for order in legal_orders(variant, position, power.id):
                by_unit.setdefault(order.at, []).append(order)
            orders += [rng.choice(by_unit[at]) for at in sorted(by_unit)]
        if position.phase.kind is PhaseKind.MOVEMENT:
            for unit in position.units:
                reach = board.fleet_neighbors(unit.at) if unit.kind is UnitKind.FLEET else (unit.at,)
                if not reach:
                    stuck += 1
                    assert all(isinstance(order, Hold) for order in orders if order.at == unit.at)
        turn = play_turn(variant, position, orders, variant.rules)
        position = turn.after
        for unit in position.units:
            harbors = position.board.fleet_locations(unit.province)
            assert position.board.has(unit.at)
            assert unit.kind is UnitKind.ARMY or unit.at in harbors or not harbors
        if turn.winner:
            break
        if not position.dislodged:
            position = shaken(rng, position, 4)
    assert position.board != variant.board
    assert stuck or name != "standard"
