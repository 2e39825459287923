"""Random phases of two halves on several boards, beside a reading of the rules that takes the halves one by one."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from judge.adjudication.legality import illegal
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn
from judge.board import ProvinceKind, province_of
from judge.game.orders import Move, Order, Support
from judge.game.phases import parse_phase
from judge.game.position import Dislodged, Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.store import codec
from judge.variants import find_variant
from judge.variants.double_moves import DoubleMove, double_of

# Where units are put oftener than elsewhere: the railroad, what lies beside it, and the Canal.
CROWD = {
    "standard": (),
    "modern": (
        "mun",
        "als",
        "aus",
        "fra",
        "ruh",
        "sax",
        "swi",
        "bel",
        "lyo",
        "par",
        "pic",
        "cro",
        "cze",
        "hun",
        "mil",
        "slo",
    ),
    "colonial": ("mos", "prm", "oms", "kra", "irk", "vla", "mon", "uru", "mac", "egy", "meds", "reds", "syr", "sud"),
}
LINE = ("mos", "prm", "oms", "kra", "irk", "vla")
CANAL = {"meds": "reds", "reds": "meds"}


def near(position: Position, kind: UnitKind, at: str) -> tuple[str, ...]:
    """Where a unit could go by itself, through the Canal where there is one."""
    board = position.board
    if kind is UnitKind.ARMY:
        return board.army_neighbors(province_of(at))
    passage = (CANAL[at],) if at in CANAL and "egy" in {province.id for province in board.provinces} else ()
    return (*board.fleet_neighbors(at), *passage)


def random_position(rng: random.Random, base: Variant) -> Position:
    """Twelve to thirty units, in a year without retreats."""
    board, crowd = base.board, CROWD.get(base.name, ())
    chosen = dict.fromkeys(rng.sample(crowd, rng.randint(6, 12)) if crowd else ())
    chosen |= dict.fromkeys(rng.sample([province.id for province in board.provinces], rng.randint(10, 18)))
    powers = [power.id for power in board.powers]
    units = []
    for place in chosen:
        harbors, sea = board.fleet_locations(place), board.province(place).kind is ProvinceKind.SEA
        afloat = bool(harbors) and (sea or rng.random() < 0.4)
        power = "russia" if place in LINE and rng.random() < 0.5 else rng.choice(powers)
        units.append(Unit(UnitKind.FLEET, rng.choice(harbors), power) if afloat else Unit(UnitKind.ARMY, place, power))
    phase = parse_phase(board.start)
    assert phase is not None
    standing = tuple(sorted(units, key=lambda one: one.sort_key))
    return Position(board=board, phase=phase, units=standing, centers=())


def random_orders(rng: random.Random, base: Variant, position: Position) -> list[Order]:
    """An order for most units; most moves, also by convoy, have a second part that the unit could make by itself."""
    by_unit: dict[str, list[Order]] = {}
    for power in position.board.powers:
        for order in legal_orders(base, position, power.id):
            by_unit.setdefault(order.at, []).append(order)
    drawn: dict[str, Order] = {}
    for at, choices in sorted(by_unit.items()):
        kinds = sorted({type(one).__name__ for one in choices})
        kind = "Move" if "Move" in kinds and rng.random() < 0.5 else rng.choice(kinds)
        drawn[at] = rng.choice([one for one in choices if type(one).__name__ == kind])
    for at in rng.sample(sorted(drawn), len(drawn) // 2):
        goals = {target: order.to for target, order in drawn.items() if isinstance(order, Move)}
        helping = [one for one in by_unit[at] if isinstance(one, Support) and goals.get(one.target) == one.to]
        drawn[at] = rng.choice(helping) if helping else drawn[at]
    return [doubled(rng, position, order) for order in drawn.values() if rng.random() < 0.93]


def doubled(rng: random.Random, position: Position, order: Order) -> Order:
    """Four moves in five with a second part."""
    if not isinstance(order, Move) or rng.random() < 0.2:
        return order
    if order.kind is UnitKind.FLEET and order.to not in position.board.fleet_locations(province_of(order.to)):
        return order  # the coast is left to the reader
    ways = near(position, order.kind, order.to)
    if not ways:
        return order  # an island
    to = rng.choice(ways)
    return double_of(order, Move(power=order.power, kind=order.kind, at=order.to, to=to))


def read_slowly(base: Variant, position: Position, orders: Sequence[Order], rules) -> Position:
    """The position that a referee comes to who plays two phases of the game beneath, one after the other.

    Rule: 3, R1 to R5.
    """
    play = base.phases[0].play
    firsts = [
        Move(power=one.power, kind=one.kind, at=one.at, to=one.to, convoyed=one.convoyed)
        if isinstance(one, DoubleMove)
        else one
        for one in orders
    ]
    seconds = {one.at: one.second for one in orders if isinstance(one, DoubleMove)}
    first = play(base, position, firsts, rules)
    arrived = {one.order.at for one in first.outcomes if one.result == "moves"}
    again = [seconds[at] for at in sorted(arrived & seconds.keys())]
    board_between = Position(
        board=position.board, phase=position.phase, units=first.position.units, centers=position.centers
    )
    second = play(base, board_between, again, rules).position
    assert second.dislodged == ()
    taken = {unit.province for unit in second.units}
    closed = {*first.position.contested, *second.contested} - taken
    beaten = []
    for one in first.position.dislodged:
        board, unit = position.board, one.unit
        army = unit.kind is UnitKind.ARMY
        ways = board.army_neighbors(unit.province) if army else board.fleet_neighbors(unit.at)
        shut = taken | closed | {one.attacker_from, unit.province}
        beaten.append(Dislodged(unit, one.attacker_from, tuple(w for w in ways if province_of(w) not in shut)))
    return replace(second, dislodged=tuple(beaten), contested=tuple(sorted(closed)))


def with_another_end(rng: random.Random, position: Position, order: Order, seen: set[str]) -> Order:
    """An order whose second part nobody was told, with another or without one: what must change nothing.

    Rule: R15.
    """
    if not isinstance(order, DoubleMove) or order.at in seen:
        return order
    return doubled(rng, position, order.first)


def retreats(position: Position) -> set[tuple[Unit, str | None, frozenset[str]]]:
    return {(one.unit, one.attacker_from, frozenset(one.retreats)) for one in position.dislodged}


def check_phase(rng: random.Random, base: Variant, variant: Variant) -> dict[str, int]:
    """Play one phase and hold it to what must be; what there was to see in it."""
    position = random_position(rng, base)
    orders, rules = random_orders(rng, base, position), variant.rules
    assert all(illegal(variant, position, order, rules) is None for order in orders)
    turn = play_turn(variant, position, orders, rules)
    assert play_turn(variant, position, rng.sample(orders, len(orders)), rules) == turn
    seen = {one.order.at for one in turn.outcomes if one.parts}
    assert play_turn(variant, position, [with_another_end(rng, position, one, seen) for one in orders], rules) == turn
    left, wanted = turn.left, read_slowly(base, position, orders, rules)
    assert left is not None
    assert (left.units, left.contested, retreats(left)) == (wanted.units, wanted.contested, retreats(wanted))
    after = [*left.units, *(one.unit for one in left.dislodged)]
    assert sorted((u.power, u.kind.value) for u in position.units) == sorted((u.power, u.kind.value) for u in after)
    assert codec.read_turn(codec.write_turn(turn, variant), position, variant) == turn
    assert all(not isinstance(by, DoubleMove) for one in turn.outcomes for by in (one.cause.by if one.cause else ()))
    return {
        "dislodged": len(left.dislodged),
        "went on": sum(bool(one.parts) and one.result == "moves" for one in turn.outcomes),
        "bounced on the way": sum(bool(one.parts) and one.result == "bounces" for one in turn.outcomes),
        "hidden": sum(isinstance(order, DoubleMove) and order.at not in seen for order in orders),
        "trains": sum(event.kind == "train" for event in turn.events),
        "passages": sum(event.kind == "canal" for event in turn.events),
    }


def check_phases(board: str, seed: int, count: int) -> dict[str, int]:
    base, variant = find_variant(board), find_variant("rapid-deployment", board)
    total: dict[str, int] = {}
    for number in range(count):
        for what, seen in check_phase(random.Random(f"{board}/{seed}/{number}"), base, variant).items():
            total[what] = total.get(what, 0) + seen
    return total


@pytest.mark.parametrize("board", CROWD)
def test_a_phase_ends_as_it_does_for_who_plays_the_halves_one_by_one(board: str) -> None:
    """Also: units are conserved, the sequence of orders does not matter, and nobody could tell a hidden part."""
    seen = check_phases(board, 1901, 60)
    if board != "colonial":
        del seen["trains"], seen["passages"]
    assert min(seen.values()) > 3, seen


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("board", CROWD)
def test_so_it_does_in_three_thousand_phases(board: str) -> None:
    assert check_phases(board, 1902, 3000)["went on"] > 3000
