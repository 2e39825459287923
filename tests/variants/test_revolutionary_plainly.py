"""Checks and counts of the Revolutionary game against a slow reading of the same rulings, on positions at random."""

import random

import pytest

from judge.board import province_of
from judge.game.entrance import Standing
from judge.game.orders import Move, Order
from judge.game.phases import PhaseKind, Season
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.variants import find_variant
from judge.variants.revolutionary.check import Scene, Verdict, check
from judge.variants.revolutionary.lands import Land, Limits, Mood
from judge.variants.revolutionary.limits import limits_of
from judge.variants.revolutionary.orders import Raise
from judge.variants.revolutionary.pleas import Plea
from judge.variants.revolutionary.realm import realm_of
from tests.variants import plain_revolution as plain
from tests.variants.revolutionary.test_random_games import random_game

BOARD = find_variant("revolutionary-modern").board
CENTERS = frozenset(BOARD.centers())
POWERS = tuple(power.id for power in BOARD.powers)
OWNERS = {place: power.id for power in BOARD.powers for place in power.lands}
FEW = 5  # powers that fight over the board of a scene, so that provinces of one controller touch


def random_land(rng: random.Random, place: str, powers: list[str], limits: Limits) -> Land:
    owner = rng.choice(powers) if rng.random() < 0.1 else OWNERS[place]
    draw = rng.random()
    if draw < 0.2:
        return Land(id=place, owner=owner, controller=owner, empty=limits.empty_from)
    if draw < 0.3 and place in CENTERS:
        return Land(
            id=place, owner=owner, controller=owner, mood=Mood.OCCUPIED, empty=limits.empty_from,
            loyal=rng.randrange(1, limits.loyal),
        )  # fmt: skip
    holder = rng.choice([power for power in powers if power != owner])
    mood = rng.choice((Mood.CONTROLLED, Mood.OCCUPIED, Mood.REVOLT, Mood.REVOLT_OCCUPIED))
    risen = mood in (Mood.REVOLT, Mood.REVOLT_OCCUPIED)
    return Land(
        id=place, owner=owner, controller=holder, mood=mood,
        empty=limits.empty if risen else rng.randrange(limits.empty_from, limits.empty),
        revolt=rng.randrange(limits.revolt + 3 * (place not in CENTERS)) if risen else 0,
        loyal=0 if risen else rng.randrange(limits.loyal),
    )  # fmt: skip


def random_unit(rng: random.Random, land: Land, powers: list[str]) -> Unit:
    power = rng.choice((land.owner, land.controller, rng.choice(powers)))
    ports = BOARD.fleet_locations(land.id)
    if ports and rng.random() < 0.3:
        return Unit(UnitKind.FLEET, rng.choice(ports), power)
    return Unit(UnitKind.ARMY, land.id, power)


def random_scene(rng: random.Random) -> Scene:
    """A board after many wars: everything that the table knows, beside each other."""
    limits = Limits()
    if rng.random() < 0.3:
        limits = Limits(
            empty=rng.randint(1, 6), revolt=rng.randint(2, 5), loyal=rng.randint(3, 12),
            empty_from=rng.choice((0, -1)), revolt_from=rng.choice((0, 1)),
        )  # fmt: skip
    powers = [*rng.sample(POWERS, FEW)]
    lands = tuple(random_land(rng, place, powers, limits) for place in sorted(OWNERS))
    units = tuple(random_unit(rng, land, powers) for land in lands if rng.random() < 0.4)
    stood = {(unit.province, unit.power) for unit in units if rng.random() < 0.6}
    stood |= {(land.id, rng.choice(powers)) for land in lands if rng.random() < 0.1}
    # A unit that was there a moment ago leaves no count that has begun a season ago.
    late = {land.id for land in lands if land.mood is Mood.OCCUPIED and land.empty > limits.empty_from}
    stood -= {(land.id, land.controller) for land in lands if land.id in late}
    here = {unit.province: unit.power for unit in units}
    garrisons = frozenset(
        place for place, power in sorted(stood) if here.get(place) == power and rng.random() < 0.6
    )  # fmt: skip
    risen = [land.id for land in lands if land.in_revolt]
    asked = [*(rng.choice(risen) for _ in range(rng.randrange(5)) if risen), *rng.sample(sorted(CENTERS), 2)]
    pleas = []
    for place in asked:
        nation = next(land.owner for land in lands if land.id == place) if rng.random() < 0.9 else rng.choice(POWERS)
        ports = tuple(rng.choice(BOARD.fleet_locations(port)) for port in sorted(OWNERS) if BOARD.fleet_locations(port))
        if rng.random() < 0.8:
            center = place if rng.random() < 0.7 else ""
            pleas.append(Plea(power=nation, by=str(len(pleas)), center=center, fleets=rng.sample(ports, 9)))
    beaten = tuple(Unit(UnitKind.ARMY, rng.choice(sorted(OWNERS)), rng.choice(powers)) for _ in range(3))
    return Scene(
        board=BOARD, limits=limits, lands=lands,
        statuses=tuple((power, rng.choice((*Standing, Standing.ACTIVE, Standing.INACTIVE))) for power in POWERS),
        units=units, beaten=beaten, stood=frozenset(stood), garrisons=garrisons,
        fleets=tuple(
            (land.owner, rng.choice(BOARD.fleet_locations(land.id))) for land in lands
            if BOARD.fleet_locations(land.id) and rng.random() < 0.5
        ),
        pleas=tuple(pleas), is_open=rng.random() < 0.95,
    )  # fmt: skip


def plain_place(land: Land) -> plain.Place:
    return plain.Place(land.owner, land.controller, land.mood.value, land.empty, land.revolt, land.loyal)


def plain_numbers(limits: Limits) -> plain.Numbers:
    return plain.Numbers(limits.empty, limits.revolt, limits.loyal, limits.empty_from, limits.revolt_from)


def plain_unit(unit: Unit) -> tuple[str, str, str]:
    return unit.power, unit.kind.value, unit.at


def plain_check(scene: Scene) -> plain.Check:
    """The scene as the slow reading takes it."""
    return plain.Check(
        numbers=plain_numbers(scene.limits),
        places={land.id: plain_place(land) for land in scene.lands},
        centers=set(CENTERS),
        walks=BOARD.army_neighbors,
        statuses={power: status.value for power, status in scene.statuses},
        units={unit.province: plain_unit(unit) for unit in scene.units},
        there=set(scene.stood),
        still=set(scene.garrisons),
        beaten=[unit.power for unit in scene.beaten],
        asks=[
            plain.Ask(plea.power, plea.center, tuple((province_of(port), port) for port in plea.fleets))
            for plea in scene.pleas
        ],
        wishes={(power, province_of(port)): port for power, port in scene.fleets},
        is_open=scene.is_open,
    )  # fmt: skip


def told(verdict: Verdict) -> tuple[object, ...]:
    return (
        {land.id: plain_place(land) for land in verdict.lands},
        {power: status.value for power, status in verdict.statuses},
        {unit.province: plain_unit(unit) for unit in verdict.units},
        sorted(map(plain_unit, verdict.thrown_out)),
        {number: answer.refusal for number, answer in enumerate(verdict.answers) if answer.refusal},
    )


def told_plainly(played: plain.Check) -> tuple[object, ...]:
    return played.places, played.statuses, played.units, sorted(played.thrown_out), played.refused


def compare_scenes(seeds: range) -> None:
    for seed in seeds:
        scene = random_scene(random.Random(seed))
        for one, other in zip(told(check(scene)), told_plainly(plain_check(scene).play()), strict=True):
            assert one == other, f"scene {seed}"


def follow(seed: int) -> None:
    """A game from phase to phase, beside it the slow reading, which takes from the judge what went before."""
    there: set[tuple[str, str]] = set()
    still: set[str] = set()
    wishes: dict[tuple[str, str], str] = {}
    moved = False
    for orders, turn, rules in random_game(seed):
        before, after, kind = turn.before, turn.after, turn.before.phase.kind
        realm, numbers = realm_of(before), plain_numbers(limits_of(rules))
        places = {land.id: plain_place(land) for land in realm.lands}
        statuses = {power: status.value for power, status in realm.statuses}
        armed = {unit.power for unit in after.units} | {one.unit.power for one in after.dislodged}
        if kind is PhaseKind.MOVEMENT:
            there, moved = {(unit.province, unit.power) for unit in before.units}, True
            still = still_after(turn, orders)
            wishes = wishes_of(turn)
            assert {land.id: plain_place(land) for land in realm_of(after).lands} == places
            continue
        if kind is PhaseKind.REVOLUTION:
            assert moved
            played = plain.Check(
                numbers=numbers, places=places, centers=set(CENTERS), walks=BOARD.army_neighbors, statuses=statuses,
                units={unit.province: plain_unit(unit) for unit in before.units}, there=there, still=still,
                beaten=[one.unit.power for one in before.dislodged],
                asks=[plain.Ask(order.power, order.center) for order in orders if isinstance(order, Plea)],
                wishes=wishes, is_open=before.phase.year > 1994,
            ).play()  # fmt: skip
            places, statuses = played.places, played.statuses
            assert played.units == {unit.province: plain_unit(unit) for unit in after.units}, seed
            flights = [(one.unit, one.attacker_from) for one in before.dislodged]
            flights += [(Unit(UnitKind(letter), at, power), None) for power, letter, at in played.thrown_out]
            assert {(unit.power, unit.at): (origin, retreats(before, played.units, unit, origin))
                    for unit, origin in flights} == {
                (one.unit.power, one.unit.at): (one.attacker_from, one.retreats) for one in after.dislodged
            }, seed  # fmt: skip
        if after.phase.season is Season.WINTER and before.phase.season is Season.FALL:
            standing = {unit.province: unit.power for unit in after.units}
            places |= {center: plain.counted(places[center], standing.get(center), numbers) for center in CENTERS}
        if kind is not PhaseKind.REVOLUTION or after.phase.season is Season.WINTER:
            statuses = plain.settled(statuses, places, set(CENTERS), armed)
        if after.phase.season is not Season.WINTER or kind is not PhaseKind.ADJUSTMENT:
            assert {land.id: plain_place(land) for land in realm_of(after).lands} == places, (seed, before.phase)
        assert {power: status.value for power, status in realm_of(after).statuses} == statuses, (seed, before.phase)


def still_after(turn: Turn, orders: list[Order]) -> set[str]:
    """Where a unit stood as the movement began, stands yet, and carried out no move."""
    moves = {
        (province_of(one.order.at), one.order.power)
        for one in turn.outcomes
        if isinstance(one.order, Move) and one.result in ("moves", "bounces", "no-convoy")
    }
    stands = {(unit.province, unit.power) for unit in turn.after.units}
    return {
        unit.province for unit in turn.before.units
        if (unit.province, unit.power) in stands and (unit.province, unit.power) not in moves
    }  # fmt: skip


def wishes_of(turn: Turn) -> dict[tuple[str, str], str]:
    return {
        (one.order.power, one.order.about): one.order.to for one in turn.outcomes
        if isinstance(one.order, Raise) and one.result == "noted" and one.order.kind is UnitKind.FLEET
    }  # fmt: skip


def retreats(
    before: Position, units: dict[str, tuple[str, str, str]], unit: Unit, origin: str | None
) -> tuple[str, ...]:
    """Where a unit may go, with the new units on the board and what was contested this season closed."""
    army = unit.kind is UnitKind.ARMY
    near = BOARD.army_neighbors(unit.at) if army else BOARD.fleet_neighbors(unit.at)
    closed = {*units, *before.contested, *([province_of(origin)] if origin else [])}
    return tuple(sorted(place for place in near if province_of(place) not in closed))


def test_both_readings_of_a_check_come_to_the_same_end() -> None:
    """Ruling 4.2 and the eight steps of V1, on boards after many wars."""
    compare_scenes(range(100))


def test_both_readings_of_a_game_come_to_the_same_end() -> None:
    """Garrisons, retreats (V20), the count of Fall and the powers' status (V30) as well, from phase to phase."""
    for seed in range(4):
        follow(seed)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_both_readings_of_a_check_come_to_the_same_end_ten_thousand_times() -> None:
    compare_scenes(range(10_000))


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_both_readings_of_three_hundred_games_come_to_the_same_end() -> None:
    for seed in range(300):
        follow(seed)
