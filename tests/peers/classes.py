"""Which class of `disagreements.toml` a disagreement belongs to: one test for each class."""

from collections.abc import Callable
from dataclasses import dataclass

from judge.adjudication.adjustments import balance
from judge.board import province_of
from judge.game.orders import Convoy, Move, Order, Remove, Support
from judge.game.outcomes import Outcome
from judge.game.units import UnitKind
from tests.peers.drawing import Drawn
from tests.peers.peer import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A phase as small as can be, with our outcomes and both verdicts."""

    drawn: Drawn
    outcomes: tuple[Outcome, ...]
    ours: Verdict
    theirs: Verdict

    def fate(self, at: str) -> Outcome:
        """The outcome of the order of the unit at a location."""
        return next(outcome for outcome in self.outcomes if outcome.order.at == at)

    def order(self, at: str) -> Order | None:
        """The order of the unit in a province."""
        return next((order for order in self.drawn.orders if province_of(order.at) == province_of(at)), None)

    def moves(self) -> list[Move]:
        """The moves of the phase."""
        return [order for order in self.drawn.orders if isinstance(order, Move)]

    def carriers(self, move: Move) -> list[Convoy]:
        """The convoy orders for a move."""
        return [
            order for order in self.drawn.orders
            if isinstance(order, Convoy) and (order.target, order.to) == (move.at, move.to)
        ]  # fmt: skip

    def goes_by_sea(self, move: Move) -> bool:
        """Whether a move is that of an army by convoy."""
        if move.kind is UnitKind.FLEET:
            return False
        own = any(convoy.power == move.power for convoy in self.carriers(move))
        return own or move.convoyed or not self.is_near(move)

    def is_near(self, move: Move) -> bool:
        """Whether an army could walk."""
        return move.to in self.drawn.position.board.army_neighbors(move.at)


def walks_without_its_convoy(found: Disagreement) -> bool:
    """Theirs has arrived at a neighbor, ours was not carried."""
    arrived = {(unit.at, unit.power) for unit in found.theirs.units}
    return any(
        found.fate(move.at).result == "no-convoy" and found.is_near(move) and (move.to, move.power) in arrived
        for move in found.moves()
    )


def retreats_after_a_convoyed_attack(found: Disagreement) -> bool:
    """The units stand alike; theirs may retreat farther, from an army that came by sea."""
    ours, theirs = dict(found.ours.dislodged), dict(found.theirs.dislodged)
    differing = {unit for unit in {*ours, *theirs} if ours.get(unit, ()) != theirs.get(unit, ())}
    arrived = {move.to: move for move in found.moves() if found.fate(move.at).result == "moves"}
    return found.ours.units == found.theirs.units and all(
        set(ours.get(unit, ())) < set(theirs.get(unit, ())) and found.goes_by_sea(arrived[unit.province])
        for unit in differing
    ) and bool(differing)  # fmt: skip


def support_for_a_carrying_fleet(found: Disagreement) -> bool:
    """Ours is cut by an army that is carried by the very fleet supported."""
    for at in found.ours.cut - found.theirs.cut:
        support = found.order(at)
        if isinstance(support, Support) and support.to is None:
            supported = found.order(support.target)
            attacks = [move for move in found.moves() if move.to == province_of(at)]
            if any(supported in found.carriers(move) for move in attacks):
                return True
    return False


def hopeless_attack_breaks_a_convoy(found: Disagreement) -> bool:
    """Ours was carried, by a fleet on which its own power made or supported an attack in vain; theirs was not."""
    for move in found.moves():
        if not found.goes_by_sea(move) or found.fate(move.at).result == "no-convoy":
            continue
        for fleet in found.carriers(move):
            for attack in found.moves():
                helping = [
                    order.power for order in found.drawn.orders
                    if isinstance(order, Support) and (order.target, order.to) == (attack.at, attack.to)
                ]  # fmt: skip
                if attack.to == fleet.at and fleet.power in (attack.power, *helping):
                    return found.fate(attack.at).result == "bounces"
    return False


def own_support_against_own_unit(found: Disagreement) -> bool:
    """Theirs is dislodged by a carried army with the support of its own power; ours is not."""
    for unit in {unit for unit, _ in found.theirs.dislodged} - {unit for unit, _ in found.ours.dislodged}:
        for move in found.moves():
            if move.to == unit.province and found.goes_by_sea(move):
                return any(
                    isinstance(order, Support) and order.power == unit.power
                    and (order.target, order.to) == (move.at, move.to)
                    for order in found.drawn.orders
                )  # fmt: skip
    return False


def own_support_in_a_head_to_head_fight(found: Disagreement) -> bool:
    """Of two units that go to each other's places neither arrives in ours, for one has support against its own."""
    for move in found.moves():
        other = found.order(move.to)
        if isinstance(other, Move) and other.to == province_of(move.at):
            supports = [
                order for order in found.drawn.orders
                if isinstance(order, Support) and (order.target, order.to) == (move.at, move.to)
            ]  # fmt: skip
            if any(support.power == other.power for support in supports):
                return {found.fate(move.at).result, found.fate(other.at).result} == {"bounces"}
    return False


def support_of_an_army_without_convoy(found: Disagreement) -> bool:
    """Only the word differs, for a support of a move that no convoy brings."""
    same = found.ours.units == found.theirs.units and found.ours.dislodged == found.theirs.dislodged
    supports = [found.order(at) for at in found.ours.cut ^ found.theirs.cut]
    return same and all(
        isinstance(order, Support) and order.to is not None and found.fate(order.target).result == "no-convoy"
        for order in supports
    )


def removal_by_rule(found: Disagreement) -> bool:
    """All that differs are units of powers that did not order all their removals."""
    position = found.drawn.position
    removed = [order.power for order in found.drawn.orders if isinstance(order, Remove)]
    return all(
        -balance(position, unit.power) > removed.count(unit.power) for unit in found.ours.units ^ found.theirs.units
    )


CLASSES: dict[str, Callable[[Disagreement], bool]] = {
    "walks-without-its-convoy": walks_without_its_convoy,
    "retreats-after-a-convoyed-attack": retreats_after_a_convoyed_attack,
    "support-for-a-carrying-fleet": support_for_a_carrying_fleet,
    "hopeless-attack-breaks-a-convoy": hopeless_attack_breaks_a_convoy,
    "own-support-against-own-unit": own_support_against_own_unit,
    "own-support-in-a-head-to-head-fight": own_support_in_a_head_to_head_fight,
    "support-of-an-army-without-convoy": support_of_an_army_without_convoy,
    "removal-by-rule": removal_by_rule,
}
