"""The resolver against a plain search: every possible outcome of a small board is tried for consistency."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.adjudication.kinds import STANDARD_KINDS, STANDARD_PHASES
from judge.adjudication.options import legal_orders
from judge.adjudication.turns import play_turn
from judge.board import Board, Power, Province, ProvinceKind
from judge.game.orders import Convoy, Hold, Move, Order, Support
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant

POWERS = ("east", "west", "south")
A, F = UnitKind.ARMY, UnitKind.FLEET


def small_board(rng: random.Random) -> Board:
    """A connected board of 7 to 10 provinces, about half of them seas."""
    ids = [f"p{number}" for number in range(rng.randint(7, 10))]
    kinds = {place: rng.choice((ProvinceKind.SEA, ProvinceKind.COAST)) for place in ids}
    pairs = {tuple(sorted((ids[number], ids[rng.randrange(number)]))) for number in range(1, len(ids))}
    for _ in range(len(ids)):
        pairs.add(tuple(sorted(rng.sample(ids, 2))))
    sea = {place for place in ids if kinds[place] is ProvinceKind.SEA}
    return Board(
        name="small", title="Small", start="S1901M", to_win=9,
        provinces=tuple(Province(id=place, abbreviation=place, name=place, kind=kinds[place]) for place in ids),
        powers=tuple(Power(id=power, name=power, adjective=power, letter=power[0]) for power in POWERS),
        army=tuple(sorted(pair for pair in pairs if not sea & set(pair))),
        fleet=tuple(sorted(pairs)),
    )  # fmt: skip


def small_game(rng: random.Random) -> tuple[Variant, Position, tuple[Order, ...]]:
    """A small board with 5 to 8 units and an order for each, most supports and convoys made to match."""
    board = small_board(rng)
    variant = Variant(name="small", title="Small", board=board, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)
    places = rng.sample([province.id for province in board.provinces], rng.randint(5, min(8, len(board.provinces))))
    units = [
        Unit(F if board.is_sea(place) or rng.random() < 0.25 else A, place, rng.choice(POWERS)) for place in places
    ]
    phase = parse_phase("S1901M")
    assert phase is not None
    position = Position(
        board=board, phase=phase, units=tuple(sorted(units, key=lambda unit: unit.sort_key)), centers=()
    )
    return variant, position, tuple(plot(rng, variant, position))


def plot(rng: random.Random, variant: Variant, position: Position) -> Iterator[Order]:
    """An order for each unit: often a convoy with an attack on its fleets, the others mostly supporting a move."""
    choices: dict[str, list[Order]] = {unit.at: [] for unit in position.units}
    for power in POWERS:
        for order in legal_orders(variant, position, power):
            choices[order.at].append(order)
    chosen: dict[str, Order] = {}
    by_sea = [order for orders in choices.values() for order in orders if isinstance(order, Move) and order.convoyed]
    if by_sea:
        army = rng.choice(by_sea)
        chosen[army.at] = army
        for at, orders in choices.items():
            carrying = [one for one in orders if isinstance(one, Convoy) and (one.target, one.to) == (army.at, army.to)]
            if carrying:
                chosen[at] = carrying[0]
    carriers = set(chosen)
    for at, orders in choices.items():
        going = [order for order in orders if isinstance(order, Move)]
        if at not in chosen and going and rng.random() < 0.4:
            attacks = [order for order in going if order.to in carriers]
            chosen[at] = rng.choice(attacks or going)
    moves = {(at, order.to) for at, order in chosen.items() if isinstance(order, Move)}
    for at, orders in choices.items():
        if at not in chosen:
            helping = [
                order for order in orders
                if isinstance(order, Support | Convoy)
                and ((order.target, order.to) in moves or (order.to is None and order.target in carriers))
            ]  # fmt: skip
            chosen[at] = rng.choice(helping or orders)
    yield from chosen.values()


SEAS, SHORES = ("m", "n", "t", "u"), ("a", "b", "c", "s")
TANGLE = Board(
    name="tangle", title="Tangle", start="S1901M", to_win=9,
    provinces=tuple(
        Province(id=place, abbreviation=place, name=place, kind=kind)
        for kind, places in ((ProvinceKind.SEA, SEAS), (ProvinceKind.COAST, SHORES))
        for place in places
    ),
    powers=tuple(Power(id=power, name=power, adjective=power, letter=power[0]) for power in POWERS),
    army=(("a", "b"), ("c", "s")),
    fleet=tuple(combinations(sorted(SEAS + SHORES), 2)),
)  # fmt: skip


def tangled_game(rng: random.Random) -> tuple[Variant, Position, tuple[Order, ...]]:
    """5 to 8 units where every fleet reaches everything: one or two convoys land on units that help for or against
    attacks on the fleets, which is how paradoxes are made.
    """
    variant = Variant(name="tangle", title="Tangle", board=TANGLE, kinds=STANDARD_KINDS, phases=STANDARD_PHASES)
    places = ["a", "m", "s", "t", *rng.sample(["b", "c", "n", "u"], rng.randint(1, 4))]
    armies = {"a", *(place for place in "bc" if rng.random() < 0.6)}
    sides = {"a": POWERS[:1], "m": (POWERS[0], POWERS[2]), "s": POWERS[1:], "t": POWERS[1:]}
    units = [Unit(A if place in armies else F, place, rng.choice(sides.get(place, POWERS))) for place in places]
    phase = parse_phase("S1901M")
    assert phase is not None
    position = Position(
        board=TANGLE, phase=phase, units=tuple(sorted(units, key=lambda unit: unit.sort_key)), centers=()
    )
    carried = {"a": "s", "b": rng.choice("cst")}
    carriers = rng.choice(("m", "m", "mn", "mu"))
    orders: list[Order] = []
    for unit in position.units:
        legal = [order for order in legal_orders(variant, position, unit.power) if order.at == unit.at]
        meant = [
            order for order in legal
            if (isinstance(order, Move) and order.convoyed and carried.get(order.at) == order.to)
            or (isinstance(order, Convoy) and carried.get(order.target) == order.to and order.at in carriers)
        ]  # fmt: skip
        fight = [
            order for order in legal
            if (isinstance(order, Move) and order.at in "tuc" and order.to in "mn")
            or (isinstance(order, Support) and (order.target, order.to) in (("t", "m"), ("u", "m"), ("m", None)))
            or (isinstance(order, Support) and (order.target, order.to) in (("a", "s"), ("u", "n"), ("n", None)))
            or (isinstance(order, Move) and order.at in "bcu" and order.to == "a" and not order.convoyed)
        ]  # fmt: skip
        orders.append(rng.choice(meant or fight or legal))
    return variant, position, tuple(orders)


class Plain:
    """The rules once more, as plain as can be: a whole outcome is guessed and checked against the rules."""

    def __init__(self, position: Position, orders: tuple[Order, ...], rules: Rules) -> None:
        self.board, self.rules = position.board, rules
        self.power = {unit.at: unit.power for unit in position.units}
        self.to = {order.at: order.to for order in orders if isinstance(order, Move)}
        self.fleets: dict[str, set[str]] = {}
        self.sea: set[str] = set()
        for order in orders:
            if isinstance(order, Move) and position.unit_in(order.at).kind is A:
                near = order.to in self.board.army_neighbors(order.at)
                own = any(
                    isinstance(other, Convoy) and other.power == order.power and other.target == order.at
                    and other.to == order.to
                    for other in orders
                )  # fmt: skip
                if order.convoyed or own or not near:
                    self.sea.add(order.at)
            if isinstance(order, Convoy) and self.to.get(order.target) == order.to:
                self.fleets.setdefault(order.target, set()).add(order.at)
        self.supports = {
            order.at: (order.target, order.to)
            for order in orders
            if isinstance(order, Support) and self.to.get(order.target) == order.to
        }

    def consistent(self) -> Iterator[dict[str, bool]]:
        """Every guess of which moves arrive that the rules bear out."""
        movers = sorted(self.to)
        for guess in product((True, False), repeat=len(movers)):
            arrives = dict(zip(movers, guess, strict=True))
            if all(self.should_arrive(mover, arrives) == arrives[mover] for mover in movers):
                yield arrives

    def should_arrive(self, mover: str, arrives: dict[str, bool]) -> bool:
        goal = self.to[mover]
        attack = self.attack(mover, arrives)
        if attack <= (self.defend(goal, arrives) if self.head_on(mover, goal) else self.hold(goal, arrives)):
            return False
        return all(
            attack > self.prevent(rival, arrives) for rival in self.to if rival != mover and self.to[rival] == goal
        )

    def head_on(self, one: str, other: str) -> bool:
        return self.to.get(one) == other and self.to.get(other) == one and not {one, other} & self.sea

    def path(self, mover: str, arrives: dict[str, bool], without: str = "") -> bool:
        if mover not in self.sea:
            return True
        afloat = {fleet for fleet in self.fleets.get(mover, ()) if not self.is_dislodged(fleet, arrives)} - {without}
        seen: set[str] = set()
        front = [fleet for fleet in afloat if mover in self.board.fleet_neighbors(fleet)]
        while front:
            fleet = front.pop()
            seen.add(fleet)
            front.extend(near for near in self.board.fleet_neighbors(fleet) if near in afloat - seen)
        return any(self.to[mover] in self.board.fleet_neighbors(fleet) for fleet in seen)

    def spared(self, supporter: str, attacker: str, arrives: dict[str, bool]) -> bool:
        """Whether an army at sea may not cut this support by the rules of 1971, 1982 or 2000."""
        target, to = self.supports[supporter]
        sea = to or target
        carried = [army for army, fleets in self.fleets.items() if sea in fleets and army in self.sea]
        match self.rules.convoy_paradox:
            case "1982":
                return bool(carried)
            case "1971":
                return to is not None and attacker in carried
            case "2000":
                return to is not None and attacker in carried and not self.path(attacker, arrives, without=sea)
        return False

    def is_dislodged(self, place: str, arrives: dict[str, bool]) -> bool:
        return not arrives.get(place, False) and any(arrives[one] and self.to[one] == place for one in arrives)

    def given(self, supporter: str, arrives: dict[str, bool]) -> bool:
        aim = self.supports[supporter][1]
        for one in arrives:
            if self.to[one] != supporter or self.power[one] == self.power[supporter]:
                continue
            if one in self.sea and self.spared(supporter, one, arrives):
                continue
            strict = one in self.sea and self.rules.convoyed_cut == "b_cut"
            if self.path(one, arrives) if one != aim or strict else arrives[one] and not arrives.get(supporter, False):
                return False
        return True

    def helped(self, place: str, arrives: dict[str, bool], against: str | None = None) -> int:
        return 1 + sum(
            self.given(supporter, arrives)
            for supporter, (target, _) in self.supports.items()
            if target == place and self.power[supporter] != against
        )

    def attack(self, mover: str, arrives: dict[str, bool]) -> int:
        goal = self.to[mover]
        if not self.path(mover, arrives):
            return 0
        if goal not in self.power or (arrives.get(goal, False) and not self.head_on(mover, goal)):
            return self.helped(mover, arrives)
        if self.power[goal] == self.power[mover]:
            return 0
        return self.helped(mover, arrives, against=self.power[goal])

    def hold(self, place: str, arrives: dict[str, bool]) -> int:
        if place not in self.power or arrives.get(place, False):
            return 0
        return 1 if place in self.to else self.helped(place, arrives)

    def defend(self, place: str, arrives: dict[str, bool]) -> int:
        return self.helped(place, arrives)

    def prevent(self, mover: str, arrives: dict[str, bool]) -> int:
        goal = self.to[mover]
        met = self.head_on(mover, goal)
        if self.rules.dislodged_effect == "a_never_any_effect" and not arrives[mover]:
            met = self.to.get(goal) == mover
        if not self.path(mover, arrives) or (met and arrives[goal]):
            return 0
        return self.helped(mover, arrives)


STANDARD = Rules()
OTHERS = (
    Rules(convoy_paradox="1971"), Rules(convoy_paradox="1982"), Rules(convoy_paradox="2000"),
    Rules(convoyed_cut="b_cut"), Rules(dislodged_effect="a_never_any_effect"), Rules(convoy_paradox="all_hold"),
    Rules(convoy_paradox="dptg"),
)  # fmt: skip


def compare(rng: random.Random, rules: Rules = STANDARD, tangled: bool = False) -> int:
    """Play one small game both ways; give the number of consistent outcomes."""
    variant, position, orders = (tangled_game if tangled else small_game)(rng)
    found = list(Plain(position, orders, rules).consistent())
    turn = play_turn(variant, position, orders, rules)
    arrived = {
        outcome.order.at: outcome.result == "moves" for outcome in turn.outcomes if isinstance(outcome.order, Move)
    }
    if len(found) == 1:
        assert arrived == found[0], orders
    elif found and not any(isinstance(order, Convoy) for order in orders):
        assert arrived == max(found, key=lambda one: sum(one.values())), orders
    return len(found)


def test_the_resolver_finds_the_one_consistent_outcome_of_small_boards() -> None:
    """Where exactly one outcome is consistent it is the result; without convoys the one in which most arrive."""
    counts = [compare(random.Random(seed)) for seed in range(500)]
    assert counts.count(1) > 450


@pytest.mark.soak
def test_the_resolver_finds_the_one_consistent_outcome_of_thousands_of_small_boards() -> None:
    counts = [compare(random.Random(seed)) for seed in range(1000, 9000)]
    assert counts.count(1) > 6000
    counts = [compare(random.Random(seed), tangled=True) for seed in range(1000, 4000)]
    assert counts.count(1) > 2000


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: f"{rules.convoy_paradox}-{rules.dislodged_effect[0]}")
def test_the_resolver_finds_the_one_consistent_outcome_under_other_rule_choices(rules: Rules) -> None:
    counts = [compare(random.Random(seed), rules, tangled=seed % 2 == 0) for seed in range(200)]
    assert counts.count(1) > 150


@pytest.mark.soak
@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: f"{rules.convoy_paradox}-{rules.dislodged_effect[0]}")
def test_the_resolver_finds_the_one_consistent_outcome_of_thousands_under_other_rule_choices(rules: Rules) -> None:
    counts = [compare(random.Random(seed), rules, tangled=seed % 2 == 0) for seed in range(1000, 5000)]
    assert counts.count(1) > 3000


BOARDS = st.randoms(use_true_random=False)
HELD_BACK = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=HELD_BACK)
@given(rng=BOARDS, rules=st.sampled_from((STANDARD, *OTHERS)), tangled=st.booleans())
def test_what_differs_from_the_search_shrinks(rng: random.Random, rules: Rules, tangled: bool) -> None:
    """The same comparison with boards that Hypothesis makes, and makes small when one fails."""
    compare(rng, rules, tangled)


@pytest.mark.soak
@settings(max_examples=4000, deadline=None, suppress_health_check=HELD_BACK)
@given(rng=BOARDS, rules=st.sampled_from((STANDARD, *OTHERS)), tangled=st.booleans())
def test_what_differs_shrinks_on_thousands_of_boards(rng: random.Random, rules: Rules, tangled: bool) -> None:
    compare(rng, rules, tangled)


def test_the_boards_make_the_choices_differ() -> None:
    """Under other choices some of the boards end otherwise than by the rulebook, so the comparison means something."""
    tangles = [tangled_game(random.Random(seed)) for seed in range(200, 320)]
    for rules in OTHERS[:2] + OTHERS[5:6]:
        assert any(play_turn(*game, STANDARD).left != play_turn(*game, rules).left for game in tangles), rules
    for rules, seed in ((OTHERS[3], 386), (OTHERS[4], 2228)):
        game = small_game(random.Random(seed))
        assert play_turn(*game, STANDARD).left != play_turn(*game, rules).left
        assert compare(random.Random(seed), rules) == 1


def test_the_small_boards_hold_what_the_search_is_for() -> None:
    """The seeds bring convoys whole and broken, cut supports and dislodged units, so the comparison means something."""
    seen: set[str] = set()
    for seed in range(300):
        variant, position, orders = small_game(random.Random(seed))
        turn = play_turn(variant, position, orders, variant.rules)
        seen.update(outcome.result for outcome in turn.outcomes)
        seen.update(outcome.cause.code for outcome in turn.outcomes if outcome.cause is not None)
        seen.update("held" for order in orders if isinstance(order, Hold))
    assert seen >= {"moves", "bounces", "supports", "cut", "convoys", "no-convoy", "dislodged", "held", "holds"}
    assert seen >= {"convoy_broken", "head_to_head", "own_unit", "own_support", "standoff", "held_off"}
