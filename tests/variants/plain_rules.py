"""Movement once more, written from the rulebook's words alone: one question after another, each asked when needed.

A question (does this unit arrive, is this support given, does this convoy stand) that comes back to itself is
guessed; when both guesses fit, what hangs together is a ring of moves, which all go, or a convoy paradox, whose
convoys fail.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.board import Board, province_of
from judge.game.orders import Convoy, Move, Order, Support
from judge.game.units import Unit, UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is to be adjudicated.

    Shape: `gone` the province of a unit that is off the board; `stuck` provinces of units that were to move and cannot;
    `mute` provinces of units whose support gives no strength; `lifted` supports by province with the province they aim
    at, for a unit that is off the board; `contests` strength by province; `entry` a province and the strength with
    which somebody comes to it from nowhere and dislodges nobody.
    """

    board: Board
    units: tuple[Unit, ...]
    orders: dict[str, Order]
    gone: str = ""
    stuck: frozenset[str] = frozenset()
    mute: frozenset[str] = frozenset()
    lifted: dict[str, str] = field(default_factory=dict)
    contests: tuple[tuple[str, int], ...] = ()
    entry: tuple[str, int] | None = None


class Plain:
    """One adjudication. Units are named by the province they stand in at the start."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.board = scene, scene.board
        self.unit = {unit.province: unit for unit in scene.units if unit.province != scene.gone}
        self.orders = {at: order for at, order in scene.orders.items() if at != scene.gone and at not in scene.stuck}
        self.contests = Counter[str]()
        for place, strength in scene.contests:
            self.contests[place] = max(self.contests[place], strength)
        self.known: dict[tuple[str, str], bool] = {}
        self.guessed: dict[tuple[str, str], bool] = {}
        self.met: list[tuple[str, str]] = []

    # what was ordered

    def goal(self, at: str) -> str:
        order = self.orders.get(at)
        return province_of(order.to) if isinstance(order, Move) else ""

    def movers_to(self, place: str) -> Iterator[str]:
        return (at for at in self.orders if self.goal(at) == place)

    def by_sea(self, at: str) -> bool:
        order, unit = self.orders.get(at), self.unit[at]
        if not isinstance(order, Move) or unit.kind is UnitKind.FLEET:
            return False
        own = any(self.unit[fleet].power == unit.power for fleet in self.carriers(at))
        return order.convoyed or own or self.goal(at) not in self.board.army_neighbors(at)

    def carriers(self, army: str) -> list[str]:
        goal = self.goal(army)
        return [
            at for at, order in self.orders.items()
            if isinstance(order, Convoy) and (province_of(order.target), province_of(order.to)) == (army, goal)
        ]  # fmt: skip

    def supports_of(self, at: str) -> Iterator[str]:
        """Who was ordered to support just what this unit was ordered to do."""
        if at in self.scene.stuck:
            return
        for helper, order in self.orders.items():
            if isinstance(order, Support) and province_of(order.target) == at and helper not in self.scene.mute:
                move = self.orders.get(at)
                if order.to is None:
                    fits = not isinstance(move, Move)
                else:
                    fits = isinstance(move, Move) and province_of(order.to) == province_of(move.to)
                    fits = fits and ("/" not in order.to or order.to == move.to)
                if fits and helper not in self.scene.lifted:
                    yield helper

    def head_on(self, at: str) -> str:
        """The unit that this one meets head to head, both over land."""
        other = self.goal(at)
        if other in self.unit and self.goal(other) == at and not self.by_sea(at) and not self.by_sea(other):
            return other
        return ""

    # strengths

    def strength(self, at: str, against: str = "") -> int:
        return 1 + sum(self.unit[one].power != against and self.ask("given", one) for one in self.supports_of(at))

    def attack(self, at: str) -> int:
        place = self.goal(at)
        if self.by_sea(at) and not self.ask("path", at):
            return 0
        holder = self.unit.get(place)
        if holder is None or (self.goal(place) and not self.head_on(at) and self.ask("arrives", place)):
            return self.strength(at)
        return 0 if holder.power == self.unit[at].power else self.strength(at, holder.power)

    def hold(self, place: str) -> int:
        if place not in self.unit:
            return 0
        if self.goal(place):
            return 0 if self.ask("arrives", place) else 1
        return self.strength(place)

    def prevent(self, at: str) -> int:
        if self.by_sea(at) and not self.ask("path", at):
            return 0
        other = self.head_on(at)
        return 0 if other and self.ask("arrives", other) else self.strength(at)

    # questions

    def ask(self, what: str, at: str) -> bool:
        """The answer, guessed where it hangs on itself."""
        question = (what, at)
        if question in self.known:
            return self.known[question]
        if question in self.guessed:
            if question not in self.met:
                self.met.append(question)
            return self.guessed[question]
        mark = len(self.met)
        self.guessed[question] = False
        first = self.answer(what, at)
        if len(self.met) == mark:
            self.guessed.pop(question, None)
            self.known[question] = first
            return first
        if self.met[mark] != question:
            # it hangs on a guess made earlier; whoever made that settles it
            if question not in self.met:
                self.met.append(question)
            self.guessed[question] = first
            return first
        self.forget(mark)
        self.guessed[question] = True
        second = self.answer(what, at)
        if first == second:
            self.forget(mark)
            self.guessed.pop(question, None)
            self.known[question] = first
            return first
        ring = self.met[mark:] if question in self.met[mark:] else [*self.met[mark:], question]
        self.forget(mark)
        self.guessed.pop(question, None)
        paths = [one for one in ring if one[0] == "path"]
        for one in paths or [one for one in ring if one[0] == "arrives"]:
            self.known[one] = not paths
        return self.ask(what, at)

    def forget(self, mark: int) -> None:
        for one in self.met[mark:]:
            self.guessed.pop(one, None)
        del self.met[mark:]

    def answer(self, what: str, at: str) -> bool:
        if what == "given":
            return not any(self.cuts(one, at) for one in self.movers_to(at))
        if what == "path":
            return self.has_path(at)
        if what == "enters":
            return self.enters()
        place = self.goal(at)
        attack = self.attack(at)
        other = self.head_on(at)
        rivals = [self.prevent(one) for one in self.movers_to(place) if one != at]
        rivals.append(self.contests[place])
        if self.scene.entry and self.scene.entry[0] == place:
            rivals.append(self.scene.entry[1])
        return attack > (self.strength(other) if other else self.hold(place)) and attack > max(rivals)

    def enters(self) -> bool:
        """Whether who comes from nowhere gets in: the place is empty or left, and nobody else is as strong."""
        assert self.scene.entry is not None
        place, strength = self.scene.entry
        left = place not in self.unit or (bool(self.goal(place)) and self.ask("arrives", place))
        return left and all(self.prevent(one) < strength for one in self.movers_to(place))

    def cuts(self, attacker: str, at: str) -> bool:
        if self.unit[attacker].power == self.unit[at].power:
            return False
        if self.by_sea(attacker) and not self.ask("path", attacker):
            return False
        order = self.orders[at]
        assert isinstance(order, Support)
        aim = self.scene.lifted.get(at) or province_of(order.to or order.target)
        return attacker != aim or self.ask("arrives", attacker)

    def has_path(self, army: str) -> bool:
        """Whether a chain of its fleets stands of which none is dislodged."""
        fleets = {
            fleet for fleet in self.carriers(army) if not any(self.ask("arrives", one) for one in self.movers_to(fleet))
        }
        reached = [fleet for fleet in fleets if army in self.shores(fleet)]
        for fleet in reached:
            reached += [one for one in fleets if one in self.board.fleet_neighbors(fleet) and one not in reached]
        return any(self.goal(army) in self.shores(fleet) for fleet in reached)

    def shores(self, sea: str) -> set[str]:
        return {province_of(place) for place in self.board.fleet_neighbors(sea)}

    # what comes of it

    def arrives(self, at: str) -> bool:
        return bool(self.goal(at)) and self.ask("arrives", at)

    def entrant(self, place: str) -> str:
        return next((at for at in self.movers_to(place) if self.ask("arrives", at)), "")

    def beaten(self, at: str) -> bool:
        return not self.arrives(at) and bool(self.entrant(at))

    def tried(self, place: str) -> list[tuple[int, str]]:
        """Who could have come to a place, with what strength."""
        found = [(self.prevent(at), at) for at in self.movers_to(place)]
        return [one for one in found if one[0] > 0]
