"""What a revolutionary year costs on a full board, with all its sub-seasons."""

import random
import time
from dataclasses import replace

from judge.adjudication.options import legal_orders
from judge.adjudication.retreats import near_locations
from judge.adjudication.turns import play_turn, start_position
from judge.game.orders import Move, Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant
from judge.variants.revolutionary.lands import Mood
from judge.variants.revolutionary.realm import realm_of, with_realm

GAME = find_variant("revolutionary-modern")
ROUNDS = 20


def full_board(rng: random.Random) -> Position:
    """A unit in place of every center, half the provinces in foreign hands and all of those near a revolt or in one."""
    position, board = start_position(GAME), GAME.board
    powers = list(board.seats())
    lands = []
    for land in realm_of(position).lands:
        if rng.random() < 0.5:
            lands.append(land)
            continue
        holder = rng.choice([power for power in powers if power != land.owner])
        mood = rng.choice((Mood.CONTROLLED, Mood.REVOLT))
        revolt = rng.choice((1, 2)) if mood is Mood.REVOLT else 0
        lands.append(replace(land, controller=holder, mood=mood, empty=5 if revolt else 4, revolt=revolt))
    units = []
    for place in rng.sample([province.id for province in board.provinces], len(board.centers())):
        harbors = board.fleet_locations(place)
        fleet = bool(harbors) and (board.is_sea(place) or rng.random() < 0.3)
        kind = UnitKind.FLEET if fleet else UnitKind.ARMY
        units.append(Unit(kind, rng.choice(harbors) if fleet else place, rng.choice(powers)))
    full = with_realm(position, replace(realm_of(position), lands=tuple(lands)))
    return replace(full, units=tuple(sorted(units, key=lambda unit: unit.sort_key)))


def a_year(rng: random.Random, position: Position) -> list[tuple[Position, list[Order]]]:
    """The phases of a year that are played, each with its orders."""
    phases: list[tuple[Position, list[Order]]] = []
    year = position.phase.year
    while position.phase.year == year:
        orders: list[Order] = []
        if position.phase.kind is PhaseKind.MOVEMENT:
            orders = [
                Move(power=unit.power, kind=unit.kind, at=unit.at, to=rng.choice(near))
                for unit in position.units
                if (near := near_locations(position, unit))
            ]
        elif position.phase.kind is not PhaseKind.REVOLUTION:
            orders = [order for power in GAME.board.seats() for order in legal_orders(GAME, position, power)]
        phases.append((position, orders))
        position = play_turn(GAME, position, orders, GAME.rules).after
    return phases


def test_a_year_with_all_its_sub_seasons_on_a_full_board(benchmark, figures) -> None:
    """All eight phases, with revolutions in both sub-seasons."""
    rng = random.Random(7)
    phases = a_year(rng, full_board(rng))
    assert [position.phase.tag[0] + position.phase.tag[-1] for position, _ in phases] == [
        "SM", "SV", "SR", "UA", "FM", "FV", "FR", "WA",
    ]  # fmt: skip

    def play() -> None:
        for position, orders in phases:
            play_turn(GAME, position, orders, GAME.rules)

    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        play()
        times.append(time.perf_counter() - began)
    benchmark(play)
    units = len(phases[0][0].units)
    figures.lines.append(f"a revolutionary year with {units} units: {min(times) * 1e3:.1f} ms, less than 100 is wanted")
