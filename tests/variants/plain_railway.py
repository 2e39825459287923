"""The railroad and the Canal once more, from the words of the rules and rulings, on `plain_rules`."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import province_of
from judge.game.orders import Move, Order, Support
from judge.game.position import Position
from judge.game.units import UnitKind
from judge.variants.colonial.railway import Train
from tests.variants.plain_rules import Plain, Scene

STATIONS = ["mos", "prm", "oms", "kra", "irk", "vla"]
SEAS = {"meds", "reds"}
# What a game has when nothing else was chosen.
USUAL = {"C5": "b", "C8": "b", "C10": "b", "C11": "a", "C17": "a", "C20": "a"}


@dataclass(frozen=True, slots=True)
class Fate:
    """What came of a turn: where everybody stands, who was dislodged, what is contested, where the train is."""

    standing: frozenset[tuple[str, str, str]]
    beaten: frozenset[tuple[str, str]]
    contested: frozenset[str]
    stop: str


class Turn:
    """A turn with one train at most."""

    def __init__(self, position: Position, orders: Sequence[Order], choices: dict[str, str]) -> None:
        self.position, self.choices = position, USUAL | choices
        self.unit = {unit.province: unit for unit in position.units}
        self.orders = {province_of(order.at): order for order in orders}
        self.start = next((at for at, order in self.orders.items() if isinstance(order, Train)), "")
        self.passing = {
            at for at, order in self.orders.items()
            if isinstance(order, Move) and self.unit[at].kind is UnitKind.FLEET and {at, order.to} == SEAS
        }  # fmt: skip
        self.allowed = {at for at in self.passing if self.may_pass(at)}

    def may_pass(self, at: str) -> bool:
        keeper, order = self.unit.get("egy"), self.orders.get("egy")
        if keeper is None:
            return False
        named = isinstance(order, Support) and (order.target, order.to) == (at, self.orders[at].to)
        return keeper.power == self.unit[at].power or named

    # adjudications

    def settle(self, **run) -> Plain:
        """All orders but the train's, with the Canal open only if Egypt's unit stays in Egypt either way (C22)."""
        shut = self.once(passing=False, **run)
        if self.allowed:
            ajar = self.once(passing=True, **run)
            if all(not one.arrives("egy") and not one.beaten("egy") for one in (shut, ajar)):
                return ajar
        return shut

    def once(self, *, passing: bool, **run) -> Plain:
        stuck = set(self.passing) - (self.allowed if passing else set())
        mute = set()
        for at, order in self.orders.items():
            if isinstance(order, Support) and order.to and province_of(order.target) in self.passing:
                weak = self.unit[at].kind is UnitKind.ARMY or self.choices["C20"] == "b"
                if at == "egy" and weak:
                    mute.add(at)
        if self.start and "gone" not in run:
            stuck.add(self.start)
        lifted = dict.fromkeys(self.helpers(), self.orders[self.start].to) if self.start else {}
        return Plain(Scene(
            board=self.position.board, units=self.position.units, orders=self.orders, stuck=frozenset(stuck),
            mute=frozenset(mute), lifted=lifted, **run,
        ))  # fmt: skip

    def helpers(self) -> list[str]:
        train = self.orders[self.start]
        return [
            at for at, order in self.orders.items()
            if isinstance(order, Support) and order.to is not None
            and province_of(order.target) == self.start and province_of(order.to) == train.to
        ]  # fmt: skip

    # the train

    def foreign(self, at: str) -> bool:
        return at in self.unit and self.unit[at].power != "russia"

    def closed(self, place: str) -> bool:
        owner = dict(self.position.centers).get(place)
        opened = self.choices["C17"] == "b" and place in self.unit and not self.foreign(place)
        return owner is not None and owner != "russia" and not opened

    def play(self) -> Fate:
        if not self.start:
            return self.fate(self.settle(), "")
        if self.closed(self.start):
            return self.fate(self.settle(), self.start)
        first, last = STATIONS.index(self.start), STATIONS.index(self.orders[self.start].to)
        way = STATIONS[first + 1 : last + 1] if last > first else STATIONS[last:first][::-1]
        before = self.settle(gone=self.start)
        power = 1 + sum(before.ask("given", one) for one in self.helpers())
        for number, place in enumerate(way):
            blocked, contest = self.block(before, way, number, power)
            if blocked:
                return self.back(way[:number], ((place, contest),) if contest else ())
            if place == way[-1]:
                strength = power
                if self.choices["C5"] == "a":
                    strength = max(power, 1 + max([one for one, _ in before.tried(place)], default=0))
                arrived = self.settle(gone=self.start, entry=(place, strength))
                if arrived.ask("enters", ""):
                    return self.fate(arrived, place)
                return self.back(way[:number], ((place, power),))
        raise AssertionError

    def block(self, before: Plain, way: list[str], number: int, power: int) -> tuple[bool, int]:
        """Whether a station stops the train, and with what strength it is contested."""
        place, is_last = way[number], number == len(way) - 1
        holding = power if is_last and self.choices["C8"] == "a" else 0
        behind = way[number - 1] if number else ""
        if self.foreign(place):
            order = self.orders.get(place)
            if not isinstance(order, Move):
                return True, holding
            if number == 0 and province_of(order.to) == self.start:
                return True, 0
        if self.closed(place):
            return True, 0
        runs = self.choices["C11"] == "b"
        if not is_last:
            if self.foreign(place) and not before.arrives(place) and self.choices["C10"] == "a":
                return True, 0
            comer = before.entrant(place)
            if self.foreign(comer):
                alone = before.strength(comer) == 1
                return True, 1 if alone and not (runs and comer == behind) else 0
            return False, 0
        if place in self.unit and not before.arrives(place):
            return True, holding
        rivals = before.tried(place)
        most = max([strength for strength, _ in rivals], default=0)
        best = [at for strength, at in rivals if strength == most]
        if power > most or (self.choices["C5"] == "a" and len(best) > 1 and all(map(self.foreign, best))):
            return False, 0
        ahead = runs and behind in best and self.foreign(behind)
        return True, power if power == most and not ahead else 0

    def back(self, way: list[str], contests: tuple[tuple[str, int], ...]) -> Fate:
        for place in reversed(way):
            now = self.settle(gone=self.start, contests=contests)
            comer = now.entrant(place)
            if place in self.unit and not now.arrives(place) and not comer:
                continue
            if not comer and not now.tried(place):
                there = self.settle(gone=self.start, contests=contests, entry=(place, 1))
                assert there.ask("enters", "")
                return self.fate(there, place)
            if comer and now.strength(comer) == 1:
                contests = (*contests, (place, 1))
        return self.fate(self.settle(contests=contests), self.start)

    def fate(self, plain: Plain, stop: str) -> Fate:
        standing = {(unit.power, self.unit[at].kind.value, at if not plain.arrives(at) else plain.goal(at))
                    for at, unit in plain.unit.items() if not plain.beaten(at)}  # fmt: skip
        if self.start and self.start not in plain.unit:
            standing.add(("russia", "A", stop))
        full = {place for _, _, place in standing}
        tried = {place for at in plain.orders if (place := plain.goal(at)) and plain.tried(place)}
        tried |= {place for place, _ in plain.scene.contests}
        return Fate(
            standing=frozenset(standing),
            beaten=frozenset((unit.power, at) for at, unit in plain.unit.items() if plain.beaten(at)),
            contested=frozenset(tried - full), stop=stop,
        )  # fmt: skip
