"""Every order that did not succeed says what stopped it, and says it truly: counted again from the outcomes."""

import random
from dataclasses import replace
from string import Formatter

import pytest

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn
from judge.board import province_of
from judge.board.library import load_board
from judge.game.causes import CAUSES, tell_cause
from judge.game.orders import Convoy, Hold, Move, Order, Retreat, Support
from judge.game.outcomes import SUCCESSES, Cause, Outcome
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant
from judge.game.wording import word_order, word_unit

BOARD = load_board("standard")
STANDARD = Variant(name="standard", title="Standard", board=BOARD, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)
POWERS = ("austria", "england", "france", "turkey")


def crowded_position(rng: random.Random, tag: str) -> Position:
    """24 to 34 units of four powers where they happen to stand, the owner of a center drawn as well."""
    units = []
    for province in rng.sample([one.id for one in BOARD.provinces], rng.randint(24, 34)):
        ports = BOARD.fleet_locations(province)
        army = not BOARD.is_sea(province) and (not ports or rng.random() < 0.6)
        kind, at = (UnitKind.ARMY, province) if army else (UnitKind.FLEET, rng.choice(ports))
        units.append(Unit(kind, at, rng.choice(POWERS)))
    phase = parse_phase(tag)
    assert phase is not None
    centers = tuple(sorted((center, rng.choice(POWERS)) for center in BOARD.centers()))
    return Position(
        board=BOARD, phase=phase, centers=centers, units=tuple(sorted(units, key=lambda unit: unit.sort_key))
    )


def scheme(rng: random.Random, position: Position) -> list[Order]:
    """An order for most units: moves, then supports and convoys mostly of what is going on; some orders nonsense."""
    choices: dict[str, list[Order]] = {}
    for power in POWERS:
        for order in legal_orders(STANDARD, position, power):
            choices.setdefault(order.at, []).append(order)
    chosen: dict[str, Order] = {}
    for at, orders in choices.items():
        moves = [order for order in orders if isinstance(order, Move)]
        if moves and rng.random() < 0.45:
            taken = [order for order in moves if position.unit_in(order.to) is not None]
            chosen[at] = rng.choice(taken if taken and rng.random() < 0.6 else moves)
    moving = {(at, order.to) for at, order in chosen.items() if isinstance(order, Move)}
    for at, orders in choices.items():
        if at not in chosen and rng.random() < 0.95:
            fitting = [
                order for order in orders
                if isinstance(order, Support | Convoy)
                and ((order.target, order.to) in moving or (order.to is None and order.target not in chosen))
            ]  # fmt: skip
            chosen[at] = rng.choice(fitting if fitting and rng.random() < 0.85 else orders)
    places = [province.id for province in BOARD.provinces]
    for at in rng.sample(sorted(chosen), 3):
        unit = position.unit_in(at)
        assert unit is not None
        chosen[at] = Move(power=rng.choice(POWERS), kind=unit.kind, at=at, to=rng.choice(places))
    return list(chosen.values())


def random_turns(count: int, tag: str = "S1901M") -> list[Turn]:
    turns = []
    for seed in range(count):
        rng = random.Random(seed)
        position = crowded_position(rng, tag)
        orders = scheme(rng, position) if tag.endswith("M") else []
        turns.append(play_turn(STANDARD, position, orders, STANDARD.rules))
    return turns


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    return [*random_turns(60), *(milling(random.Random(seed)) for seed in range(60))]


def test_every_order_that_did_not_succeed_names_an_order_a_unit_a_place_or_a_rule(turns: list[Turn]) -> None:
    """The sentences without a name in them are the rules; there is one for each."""
    seen: set[str] = set()
    for turn in [*turns, *retreats(turns)]:
        for outcome in turn.outcomes:
            if outcome.result in SUCCESSES:
                continue
            cause = outcome.cause
            assert cause is not None, outcome
            assert names(cause) <= {
                word for word in (field for _, field, _, _ in Formatter().parse(CAUSES[cause.code])) if word
            } | {"strengths"}
            seen.add(cause.code)
            told = tell_cause(BOARD, cause)
            assert "another order" not in told
            assert "that place" not in told
            for part in parts(cause):
                assert part in told
    assert seen >= {
        "standoff", "head_to_head", "head_to_head_own", "held_off", "own_support", "own_unit",
        "own_exchange", "no_convoy", "no_convoy_in", "convoy_broken",
        "cut", "dislodged", "unmatched", "by_land", "not_owner", "unreachable", "occupied", "attacker_origin",
    }  # fmt: skip


def names(cause: Cause) -> set[str]:
    """What the words of a cause must leave room for."""
    needs = {word for _, word, _, _ in Formatter().parse(CAUSES[cause.code]) if word}
    if needs & {"orders", "units"}:
        assert cause.by, cause
    if "place" in needs:
        assert cause.place is not None, cause
    if needs & {"own", "other"}:
        assert cause.strengths is not None, cause
    return (needs & {"orders", "units"} if cause.by else set()) | ({"own", "other"} if cause.strengths else set())


def parts(cause: Cause) -> list[str]:
    """The words for the orders, or units, that a cause is about."""
    if "{orders}" in CAUSES[cause.code]:
        return [word_order(BOARD, order) for order in cause.by]
    return [word_unit(BOARD, order.kind, order.at) for order in cause.by if "{units}" in CAUSES[cause.code]]


def retreats(turns: list[Turn]) -> list[Turn]:
    """The retreat phases that turns lead to, played with everyone going for the same few places, open or not."""
    played = []
    for seed, turn in enumerate(turns):
        rng, position = random.Random(seed), turn.after
        if not position.phase.tag.endswith("R"):
            continue
        orders: list[Order] = []
        for one in position.dislodged:
            own = [order for order in legal_orders(STANDARD, position, one.unit.power) if order.at == one.unit.at]
            goals = [order for order in own if isinstance(order, Retreat)]
            wanted = sorted(goals, key=lambda order: -sum(order.to in other.retreats for other in position.dislodged))
            near = [*BOARD.army_neighbors(one.unit.province), *BOARD.fleet_neighbors(one.unit.at)]
            wild = Retreat(power=one.unit.power, kind=one.unit.kind, at=one.unit.at, to=rng.choice(near))
            orders.append(wanted[0] if wanted and rng.random() < 0.7 else wild)
        played.append(play_turn(STANDARD, position, orders, STANDARD.rules))
    return played


class Recount:
    """The strengths of a turn, counted again from its outcomes."""

    def __init__(self, turn: Turn) -> None:
        self.units = {unit.province: unit for unit in turn.before.units}
        followed = [one for one in turn.outcomes if one.result != "void"]
        self.fate = {province_of(one.order.at): one for one in followed}

    def order(self, province: str) -> Order | None:
        return self.fate[province].order if province in self.fate else None

    def goal(self, province: str) -> str | None:
        """Where the unit of a province goes, None when it stays."""
        order = self.order(province)
        return province_of(order.to) if isinstance(order, Move) else None

    def rivals(self, province: str) -> list[str]:
        """The units that prevented others from going where the unit of a province goes (DATC 5.B.7)."""
        goal = self.goal(province)
        return [
            other for other, one in self.fate.items()
            if other != province and self.goal(other) == goal and one.result != "no-convoy"
            and not (goal in self.units and self.meet(other, goal) and self.left(goal))
        ]  # fmt: skip

    def meet(self, one: str, other: str) -> bool:
        """Whether the units of two provinces go to each other's places over land."""
        return self.goal(one) == other and self.goal(other) == one and not self.by_sea(one, other)

    def by_sea(self, *provinces: str) -> bool:
        """Whether one of these units goes by convoy: because it must, says so, or a fleet of its power carries it."""
        for one in provinces:
            order = self.order(one)
            if isinstance(order, Move) and self.units[one].kind is UnitKind.ARMY:
                fleets = [
                    fleet.order for fleet in self.fate.values()
                    if isinstance(fleet.order, Convoy) and fleet.order.power == order.power
                    and (province_of(fleet.order.target), province_of(fleet.order.to)) == (one, self.goal(one))
                ]  # fmt: skip
                if order.convoyed or fleets or self.goal(one) not in BOARD.army_neighbors(one):
                    return True
        return False

    def left(self, province: str) -> bool:
        return province in self.fate and self.fate[province].result == "moves"

    def backing(self, province: str, against: str | None = None) -> int:
        """1 and the supports given to what the unit does."""
        return 1 + sum(
            one.result == "supports" and province_of(one.order.target) == province and one.order.power != against
            for one in self.fate.values()
            if isinstance(one.order, Support)
        )

    def attack(self, province: str) -> int:
        """With what a unit attacks: no support of its own power counts against a unit that stays."""
        goal = self.goal(province)
        assert goal is not None
        if goal not in self.units or (self.left(goal) and not self.meet(province, goal)):
            return self.backing(province)
        return self.backing(province, against=self.units[goal].power)


def check(count: Recount, outcome: Outcome) -> None:
    """That a cause is true."""
    cause, order = outcome.cause, outcome.order
    assert cause is not None
    here = province_of(order.at)
    by = [province_of(one.at) for one in cause.by]
    match cause.code:
        case "standoff" | "standoff_own":
            assert all(count.goal(one) == count.goal(here) for one in by)
            strengths = [count.backing(one) for one in by]
            assert strengths == sorted(strengths, reverse=True)
            short = cause.code == "standoff_own"
            assert cause.strengths == (count.attack(here) if short else count.backing(here), strengths[0])
            assert cause.strengths[0] <= strengths[-1]
            assert not short or count.attack(here) < count.backing(here) > strengths[0]
            assert set(by) == {one for one in count.rivals(here) if count.backing(one) >= cause.strengths[0]}
        case "head_to_head" | "head_to_head_own":
            assert by == [count.goal(here)]
            assert count.meet(here, by[0])
            assert cause.strengths == (count.attack(here), count.backing(by[0]))
            assert cause.strengths[0] <= cause.strengths[1]
            assert (cause.code == "head_to_head_own") == (count.backing(here) > cause.strengths[0])
        case "held_off" | "own_support":
            assert by == [count.goal(here)]
            hold = count.backing(by[0]) if count.goal(by[0]) is None else 1
            assert cause.strengths == (count.attack(here), hold)
            assert cause.strengths[0] <= hold
            assert (cause.code == "own_support") == (count.backing(here) > cause.strengths[0])
            if count.goal(by[0]) is not None:
                assert all(count.backing(one) < count.backing(here) for one in count.rivals(here))
        case "own_unit" | "own_exchange":
            assert (cause.code == "own_exchange") == count.meet(here, by[0])
            assert by == [count.goal(here)]
            assert count.units[by[0]].power == order.power
            assert not count.left(by[0])
        case "cut":
            target = count.goal(province_of(order.target)) if order.to is not None else None
            for one in by:
                assert count.goal(one) == here
                assert count.units[one].power != order.power
                assert one != target
                assert count.fate[one].result != "no-convoy"
        case "dislodged":
            assert count.goal(by[0]) == here
            assert count.left(by[0])
            assert outcome.dislodged
        case "convoy_broken":
            army = here if isinstance(order, Move) else province_of(order.target)
            for one in by:
                carried = count.order(count.goal(one))
                assert count.left(one)
                assert isinstance(carried, Convoy)
                assert province_of(carried.target) == army
        case "no_convoy" | "no_convoy_in":
            army = here if isinstance(order, Move) else province_of(order.target)
            carrying = {
                province for province, one in count.fate.items()
                if isinstance(one.order, Convoy) and province_of(one.order.target) == army
                and province_of(one.order.to) == count.goal(army)
            }  # fmt: skip
            assert not carrying or cause.code == "no_convoy_in"
            if cause.place is not None:
                assert cause.place not in carrying
                assert count.units[cause.place].kind is UnitKind.FLEET
        case "unmatched":
            target = province_of(order.target)
            assert by == [target]
            wanted = None if order.to is None else province_of(order.to)
            assert count.goal(target) != wanted or "/" in (order.to or "")
        case "by_land":
            assert isinstance(order, Convoy)
            army = count.order(province_of(order.target))
            assert isinstance(army, Move)
            assert province_of(army.to) in BOARD.army_neighbors(province_of(army.at))


def test_the_causes_of_a_movement_phase_are_true(turns: list[Turn]) -> None:
    checked = check_all(turns)
    assert sum(checked.values()) > 600
    assert all(
        checked[code] >= 10 for code in ("standoff", "head_to_head", "held_off", "cut", "dislodged", "unmatched")
    )


@pytest.mark.soak
def test_the_causes_of_hundreds_of_movement_phases_are_true() -> None:
    turns = [*random_turns(600), *(milling(random.Random(seed)) for seed in range(1000))]
    assert sum(check_all(turns).values()) > 5000


def check_all(turns: list[Turn]) -> dict[str, int]:
    """Check every cause; how many there were of each code."""
    checked: dict[str, int] = {}
    for turn in turns:
        count = Recount(turn)
        for outcome in turn.outcomes:
            if outcome.cause is not None:
                check(count, outcome)
                checked[outcome.cause.code] = checked.get(outcome.cause.code, 0) + 1
    return checked


def test_holds_that_nobody_ordered_are_told_apart(turns: list[Turn]) -> None:
    held = [one for turn in turns for one in turn.outcomes if isinstance(one.order, Hold) and not one.order.given]
    assert held
    assert all(one.result in ("holds", "dislodged") for one in held)


def test_removals_by_rule_name_the_rule() -> None:
    for turn in random_turns(10, "W1901A"):
        assert all(one.cause is not None and one.cause.code == "by_rule" for one in turn.outcomes)
        assert any(one.result == "removes" for one in turn.outcomes)


def milling(rng: random.Random) -> Turn:
    """A turn on a board of 16 to 24 units that mostly go where another stands, some supported, some by convoy."""
    position = crowded_position(rng, "S1901M")
    some = rng.sample(position.units, rng.randint(16, min(24, len(position.units))))
    position = replace(position, units=tuple(sorted(some, key=lambda unit: unit.sort_key)))
    orders: dict[str, Order] = {}
    choices: dict[str, list[Order]] = {}
    for power in POWERS:
        for order in legal_orders(STANDARD, position, power):
            choices.setdefault(order.at, []).append(order)
    for at, possible in choices.items():
        into = [one for one in possible if isinstance(one, Move) and position.unit_in(one.to) is not None]
        walks = [one for one in into if not one.convoyed]
        if into and rng.random() < 0.75:
            orders[at] = rng.choice(walks if walks and rng.random() < 0.7 else into)
    moving = {(at, order.to) for at, order in orders.items() if isinstance(order, Move)}
    for at, possible in choices.items():
        helping = [one for one in possible if isinstance(one, Support | Convoy) and (one.target, one.to) in moving]
        if at not in orders and helping:
            orders[at] = rng.choice(helping)
    return play_turn(STANDARD, position, list(orders.values()), STANDARD.rules)


def follow_waits(turn: Turn) -> int:
    """Follow each move to the move whose failure it is blamed on, and on; how long the longest way is.

    A way never comes back: only units that oppose each other (a standoff, a head-to-head fight) may name each other.
    """
    waits = {
        one.order.at: one.cause.by[0].at
        for one in turn.outcomes
        if one.cause is not None and one.cause.code in ("held_off", "own_support", "own_unit")
    }
    longest = 0
    for start in waits:
        way = [start]
        while way[-1] in waits:
            way.append(waits[way[-1]])
            assert way[-1] not in way[:-1], [word_order(BOARD, one.order) for one in turn.outcomes]
        longest = max(longest, len(way))
    return longest


def test_no_move_waits_for_one_that_waits_for_it() -> None:
    """A circular movement that is stopped is stopped by something, and that is told (DATC 6.C.3)."""
    assert max(follow_waits(milling(random.Random(seed))) for seed in range(150)) >= 4


@pytest.mark.soak
def test_no_move_waits_for_one_that_waits_for_it_on_thousands_of_boards() -> None:
    assert max(follow_waits(milling(random.Random(seed))) for seed in range(2000)) >= 6
