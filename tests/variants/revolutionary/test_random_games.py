"""What holds in every game: nothing raises, nothing is lost, every province is somebody's, and all of it again."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.adjudication.options import legal_orders
from judge.adjudication.retreats import near_locations
from judge.adjudication.turns import play_turn, start_position
from judge.board import province_of
from judge.game.entrance import Standing
from judge.game.orders import Hold, Move, Order, Support
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import Unit
from judge.store.codec import read_position, read_turn, write_position, write_turn
from judge.variants import find_variant
from judge.variants.revolutionary.documents import complete, read_state, write_state
from judge.variants.revolutionary.lands import Land, Mood
from judge.variants.revolutionary.limits import RULINGS, limits_of
from judge.variants.revolutionary.orders import raise_options
from judge.variants.revolutionary.pleas import Plea
from judge.variants.revolutionary.realm import land_provinces, realm_of, with_realm

GAME = find_variant("revolutionary-modern")
SEASONS = 12
POWERS = tuple(power.id for power in GAME.board.powers)


def random_rules(rng: random.Random) -> Rules:
    """Half the games as ever, the others with other counts and choices."""
    rules = Rules()
    if rng.random() < 0.5:
        return rules
    for ruling in RULINGS:
        low, high = ruling.numbers or (0, 0)
        value = str(rng.randint(low, min(high, 8))) if high else rng.choice(ruling.values)
        rules = ruling.choose(rules, value) or rules
    return rules


def random_start(rng: random.Random, rules: Rules) -> Position:
    """The start of a game, or one after a long war: a third of the provinces in foreign hands, some in revolt."""
    position = start_position(GAME, rules)
    if rng.random() < 0.3:
        return position
    limits, lands = limits_of(rules), []
    for land in realm_of(position).lands:
        if rng.random() < 0.6:
            lands.append(land)
            continue
        holder = rng.choice([power for power in POWERS[:10] if power != land.owner])
        mood = rng.choice((Mood.CONTROLLED, Mood.OCCUPIED, Mood.REVOLT, Mood.REVOLT_OCCUPIED))
        risen = mood in (Mood.REVOLT, Mood.REVOLT_OCCUPIED)
        lands.append(
            Land(
                id=land.id, owner=land.owner, controller=holder, mood=mood,
                empty=limits.empty if risen else rng.randrange(limits.empty),
                revolt=rng.randrange(limits.revolt) if risen else 0,
                loyal=0 if risen else rng.randrange(limits.loyal),
            )
        )  # fmt: skip
    return with_realm(position, replace(realm_of(position), lands=tuple(lands)))


def random_order(rng: random.Random, position: Position, unit: Unit) -> Order:
    """A move mostly, else to hold, or support for a neighbor to stay."""
    near = near_locations(position, unit)
    kind, draw = {"power": unit.power, "kind": unit.kind, "at": unit.at}, rng.random()
    if draw < 0.6 and near:
        return Move(**kind, to=rng.choice(near))
    beside = [other for other in position.units if other.province in {province_of(place) for place in near}]
    if draw < 0.75 and beside:
        return Support(**kind, target=rng.choice(beside).at)
    return Hold(**kind)


def random_orders(rng: random.Random, position: Position) -> list[Order]:
    """Orders of everyone, of powers without a player too, and what outsiders ask for."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            orders = [random_order(rng, position, unit) for unit in position.units if rng.random() < 0.9]
            return orders + [
                order for power in POWERS[:10] for order in raise_options(position, power) if rng.random() < 0.2
            ]
        case PhaseKind.REVOLUTION:
            centers = ("", *position.board.centers())
            count = rng.choice((0, 0, 1, 5))
            return [Plea(power=rng.choice(POWERS), by=str(n), center=rng.choice(centers)) for n in range(count)]
        case _:
            legal = [order for power in POWERS for order in legal_orders(GAME, position, power)]
            return rng.sample(legal, rng.randint(0, len(legal)))


def random_game(seed: int) -> Iterator[tuple[list[Order], Turn, Rules]]:
    """The turns of a game, with their orders and its rules."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    position, checks = random_start(rng, rules), 0
    while checks < SEASONS:
        orders = random_orders(rng, position)
        turn = play_turn(GAME, position, orders, rules)
        yield orders, turn, rules
        if turn.winner:
            return
        checks += position.phase.kind is PhaseKind.REVOLUTION
        position = turn.after


def size(position: Position) -> int:
    return len(position.units) + len(position.dislodged)


def check_numbers(turn: Turn) -> None:
    """Units are as before, with those that were built and raised, without those that were disbanded."""
    results = [outcome.result for outcome in turn.outcomes]
    grown = results.count("builds") + sum(len(event.places) for event in turn.events if event.kind == "raised")
    gone = results.count("removes")
    if turn.before.phase.kind is PhaseKind.RETREAT:
        gone += len(turn.before.dislodged) - results.count("retreats")
    assert size(turn.after) == size(turn.before) + grown - gone
    places = [unit.province for unit in turn.after.units]
    assert len(places) == len(set(places))
    gone_from = [(one.unit.province, one.unit.power) for one in turn.after.dislodged]
    assert len(gone_from) == len(set(gone_from))


def check_lands(position: Position, rules: Rules) -> None:
    """Every province on land has one owner and one controller, in a state that fits, with counts below their limits."""
    limits, lands = limits_of(rules), realm_of(position).lands
    assert tuple(land.id for land in lands) == land_provinces(position.board)
    assert dict(position.centers) == {land.id: land.controller for land in lands if land.id in position.board.centers()}
    for land in lands:
        assert {land.owner, land.controller} <= set(POWERS)
        center = position.board.province(land.id).center
        if land.is_free:
            assert land.mood is Mood.HOME_OWNED or (land.mood is Mood.OCCUPIED and center)
            assert land.revolt == 0
        else:
            assert land.mood is not Mood.HOME_OWNED
            assert land.loyal < limits.loyal
        assert land.in_revolt or land.empty < limits.empty
        assert not (land.in_revolt and center) or land.revolt < limits.revolt
    for power, status in realm_of(position).statuses:
        holds = power in dict(position.centers).values() or any(
            unit.power == power for unit in (*position.units, *(one.unit for one in position.dislodged))
        )
        assert status is not Standing.DEFEATED or not holds


def check_documents(turn: Turn, rules: Rules) -> None:
    """A position comes back from its document, and from the store, as it was."""
    position = turn.after
    board = GAME.board_by(rules)
    assert read_position(write_position(position), board, GAME) == position
    assert read_turn(write_turn(turn, GAME), turn.before, GAME, board) == turn
    told = complete(replace(position, units=(), centers=(), state=read_state(write_state(position), board)))
    shown = [replace(land, empty=max(land.empty, 0)) for land in realm_of(position).lands]
    assert list(realm_of(told).lands) == shown
    assert realm_of(told).statuses == realm_of(position).statuses


def play_through(seeds: range) -> dict[str, int]:
    """Play these games and check each turn; the number of events of each kind."""
    seen: dict[str, int] = {}
    for seed in seeds:
        for number, (orders, turn, rules) in enumerate(random_game(seed)):
            check_numbers(turn)
            check_lands(turn.after, rules)
            if number % 7 == 0:
                check_documents(turn, rules)
                kind = turn.before.phase.kind
                if kind is not PhaseKind.ADJUSTMENT and kind is not PhaseKind.REVOLUTION:
                    assert play_turn(GAME, turn.before, orders[::-1], rules).after == turn.after
            for event in turn.events:
                seen[event.kind] = seen.get(event.kind, 0) + 1
    return seen


def test_random_games_lose_nothing_and_leave_nobody_out() -> None:
    """Ruling 4.2 and V1 to V34, twelve seasons a game; things of every kind happen in them."""
    seen = play_through(range(15))
    wanted = {"province", "revolution", "spread", "raised", "thrown-out", "independent", "join", "refused", "center"}
    assert wanted <= seen.keys()


def test_a_random_game_is_the_same_when_it_is_played_again() -> None:
    """Nothing hangs on chance or on the time."""
    first, again = ([turn for _, turn, _ in random_game(3)] for _ in range(2))
    assert first == again


@pytest.mark.soak
def test_a_thousand_random_games_lose_nothing_and_leave_nobody_out() -> None:
    """The long form."""
    assert len(play_through(range(1000))) > 10
