"""Games of Seismic Diplomacy played at random on every board: nothing is lost, and the store brings all of it back."""

import json
import random

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.retreats import near_locations
from judge.adjudication.turns import play_turn, start_position
from judge.board import province_of
from judge.board.reshaping import topology_of
from judge.game.orders import Move, Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.units import UnitKind
from judge.game.variant import Variant
from judge.store import codec
from judge.variants import find_variant
from judge.variants.seismic.orders import EventOrder


def random_orders(variant: Variant, position: Position, rng: random.Random) -> list[Order]:
    """Moves of most units, an event of most powers, and of other phases' orders one for each unit."""
    if position.phase.kind is PhaseKind.MOVEMENT:
        ways = [(unit, near_locations(position, unit)) for unit in position.units if rng.random() < 0.8]
        return [Move(power=unit.power, kind=unit.kind, at=unit.at, to=rng.choice(near)) for unit, near in ways if near]
    found: dict[str, Order] = {}
    for power in position.board.powers:
        legal = legal_orders(variant, position, power.id)
        for order in rng.sample(legal, min(len(legal), 12)):
            found.setdefault(f"{power.id} {province_of(order.at)}", order)
    return list(found.values())


@pytest.mark.parametrize("on", [None, "colonial", "modern"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_over_many_events_and_comes_back_from_its_documents(on: str | None, seed: int) -> None:
    variant = find_variant("seismic", on)
    rng = random.Random(f"{on} {seed}")
    position = start_position(variant)
    counts = {"succeeds": 0, "inadmissible": 0}
    for _ in range(24):
        orders = random_orders(variant, position, rng)
        turn = play_turn(variant, position, orders, variant.rules)
        assert turn == play_turn(variant, position, orders[::-1], variant.rules) or position.phase.kind in (
            PhaseKind.ADJUSTMENT, PhaseKind.EVENTS,
        )  # fmt: skip
        for outcome in turn.outcomes:
            if isinstance(outcome.order, EventOrder):
                assert illegal(variant, position, outcome.order, variant.rules) is None
                counts[outcome.result] += 1
        stored = json.loads(json.dumps(codec.write_turn(turn, variant)))
        assert codec.read_turn(stored, position, variant, variant.board) == turn
        check(turn.after)
        if turn.winner:
            break
        position = turn.after
    assert counts["succeeds"] > 10


def check(position: Position) -> None:
    """Every unit stands where one of its kind may: a fleet on a coast, or trapped in a province without any."""
    board, topology = position.board, topology_of(position.board)
    count = topology.count()
    rings = sum(topology.is_round(side) for side in range(0, len(topology.after), 2))  # each counts as with a corner
    assert count.faces - count.borders + count.corners + rings == 1 + count.pieces
    for unit in position.units:
        if unit.kind is UnitKind.ARMY:
            assert not board.is_sea(unit.at)
        else:
            assert unit.at in (board.fleet_locations(unit.province) or (unit.province,))
