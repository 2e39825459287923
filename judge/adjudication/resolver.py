"""Who arrives, whose support is cut, whose convoy is broken: movement resolved on small integers.

The resolver knows no orders and no words. It gets *intents*: units numbered from 0, each of which stays, goes
somewhere (over land, or by sea along the fleets that carry it), supports another unit, or carries an army.
Orders that are void or do not match have become "stays" before they come here.

Decisions. Three questions may be open about a unit, each answered YES or NO in the end:

    a move      does it arrive?                       number u
    a support   is it given, that is, not cut?        number u
    a path      does the convoy of this army stand?   number n + u

From them follow the four strengths of the rulebook and the DATC (chapter 5):

    attack      1 and the supports given; of an attack on a unit that does not leave without those of its own
                power, and nothing at all against a unit of the same power
    hold        of a unit that stays 1 and the supports given; 1 for one that could not leave; 0 when it left
    defend      of a unit in a head-to-head fight 1 and the supports given
    prevent     what a move lays in the way of others that go to the same place: 1 and the supports given, but
                nothing without a path and nothing of the loser of a head-to-head fight

A move arrives when its attack strength is greater than the defend strength of a unit that it meets head to
head, else than the hold strength of the place, and greater than the prevent strength of every other move there.

Bounds. As long as decisions are open a strength is a pair (low, high): open supports count 0 in one and 1 in
the other. Many moves are decided by the bounds. Nothing contested needs more than a look: a move into an empty
place that nobody else wants arrives, an attack without support on a unit that stays fails. When a decision is
made, those that hang on it are asked again, so the work grows with the number of orders and not with its square.

What remains open hangs on itself; `rings.py` settles it.

Rules. What is said here is the rulebook of 2023. Where a game has chosen otherwise, it shows in five places: which
supports a convoyed army spares (`cuts`), which fleets a convoy needs (`_has_path`), what a dislodged unit prevents
(`_is_spent`), what becomes of a paradox (`rings.py`), and before all that in what the intents say (`intents.py`).
"""

from dataclasses import dataclass, field

from judge.adjudication.table import has_route
from judge.game.rules import Rules

NO, YES, OPEN = 0, 1, 2
NOBODY = -1


@dataclass(slots=True, kw_only=True)
class Intents:
    """What every unit means to do, one list per role, by unit number.

    Shape: `power` who owns it; `province` where it stands; `goal` the province it goes to, -1 when it stays;
    `by_sea` whether it goes by convoy; `aids` the unit that it supports, -1 for none, to where that unit goes or
    to stay; `carries` the army whose convoy it is part of, -1 for none. `unit_in` province to unit number;
    `shores` province to mask of the seas beside it; `needs` by army the mask of the seas whose fleets must all
    carry it, when the rules of the game ask more than any whole route (DATC 4.A.1, 4.A.6).
    """

    power: list[str]
    province: list[int]
    goal: list[int]
    by_sea: list[bool]
    aids: list[int]
    carries: list[int]
    unit_in: list[int]
    shores: tuple[int, ...]
    needs: dict[int, int] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)


class Resolver:
    """The decisions of one turn. After `rings.resolve` none is open.

    Shape: `state` by decision number; `attackers` province to the units that go there; `supporters` and
    `carriers` unit to the units that support or carry it; `dislodger` unit to the unit that dislodged it, -1 for
    none; `paradox` the armies whose convoys a paradox broke, and the moves that it stopped.
    """

    __slots__ = ("attackers", "carriers", "count", "dislodger", "goal", "intents", "paradox", "power", "province",
                 "spares", "state", "supporters", "trail", "unit_in")  # fmt: skip

    def __init__(self, intents: Intents) -> None:
        self.intents = intents
        self.power, self.province, self.goal, self.unit_in = (
            intents.power, intents.province, intents.goal, intents.unit_in,
        )  # fmt: skip
        count = self.count = len(intents.goal)
        self.attackers: dict[int, list[int]] = {}
        self.supporters: dict[int, list[int]] = {}
        self.carriers: dict[int, list[int]] = {}
        self.dislodger = [NOBODY] * count
        self.paradox: set[int] = set()
        self.trail: list[int] = []
        paradox = intents.rules.convoy_paradox
        self.spares = paradox if paradox in ("1971", "1982", "2000") else ""
        self.state = [YES] * (2 * count)
        for unit, goal in enumerate(intents.goal):
            if goal >= 0:
                self.state[unit] = OPEN
                self.attackers.setdefault(goal, []).append(unit)
                if intents.by_sea[unit]:
                    self.state[count + unit] = OPEN
            elif intents.aids[unit] >= 0:
                self.state[unit] = OPEN
                self.supporters.setdefault(intents.aids[unit], []).append(unit)
            elif intents.carries[unit] >= 0:
                self.carriers.setdefault(intents.carries[unit], []).append(unit)

    def settle_by_bounds(self) -> None:
        """Make every decision that the bounds allow."""
        state, count, aids = self.state, self.count, self.intents.aids
        contested = self._settle_uncontested()
        for unit in range(count):
            if state[count + unit] == OPEN:
                state[count + unit] = self._has_path(unit)
        for unit in range(count):
            if state[unit] == OPEN and aids[unit] >= 0:
                state[unit] = self._is_given(unit)
        self.follow(contested)

    def find_dislodgers(self) -> None:
        """Fill in who dislodged whom, when no decision is open."""
        for goal, attackers in self.attackers.items():
            beaten = self.unit_in[goal]
            if beaten >= 0 and not (self.goal[beaten] >= 0 and self.state[beaten]):
                for unit in attackers:
                    if self.state[unit]:
                        self.dislodger[beaten] = unit

    def _settle_uncontested(self) -> list[int]:
        """Decide the moves that need no more than a look; give back the others."""
        state, count, goal, unit_in = self.state, self.count, self.goal, self.unit_in
        supporters = self.supporters
        contested: list[int] = []
        for place, attackers in self.attackers.items():
            holder = unit_in[place]
            if len(attackers) == 1 and (holder < 0 or goal[holder] < 0):
                unit = attackers[0]
                if state[count + unit] == YES and (holder < 0 or unit not in supporters):
                    state[unit] = YES if holder < 0 else NO
                    continue
            contested.extend(attackers)
        return contested

    # strengths

    def backing(self, unit: int, against: str = "") -> tuple[int, int]:
        """The strength of a unit with the supports given, those of the power `against` left out, as bounds."""
        low = high = 1
        supporters = self.supporters.get(unit)
        if supporters:
            for supporter in supporters:
                given = self.state[supporter]
                if given and self.power[supporter] != against:
                    high += 1
                    low += given & 1
        return low, high

    def prevents(self, unit: int) -> tuple[int, int]:
        """The prevent strength of a move, as bounds.

        Rule: DATC 4.A.7, 5.B.7, 6.E.1: the loser of a head-to-head fight that is dislodged prevents nothing.
        """
        path = self.state[self.count + unit]
        if path == NO:
            return 0, 0
        low, high = self.backing(unit)
        other = self.unit_in[self.goal[unit]]
        if other >= 0 and self.goal[other] >= 0 and self.is_head_to_head(unit, other):
            lost = self.state[other]
            if lost == YES:
                return 0, 0
            if lost == OPEN:
                low = 0
        elif other >= 0 and self.intents.rules.dislodged_effect == "a_never_any_effect":
            spent = self._is_spent(unit, other)
            if spent == YES:
                return 0, 0
            if spent == OPEN:
                low = 0
        return (low if path == YES else 0), high

    def _is_spent(self, unit: int, other: int) -> int:
        """Whether a move is that of a unit which `other` dislodged from where the move goes to.

        Rule: DATC 4.A.7 a, 6.G.10, 6.G.14, 6.G.15: not only head to head, but also past a convoy.
        """
        if self.goal[other] != self.province[unit] or self.state[other] == NO or self.state[unit] == YES:
            return NO
        return OPEN if OPEN in (self.state[other], self.state[unit]) else YES

    def resistance(self, unit: int) -> tuple[int, int, int, int]:
        """The attack strength of a move against the unit in its way, and the hold or defend strength of that.

        Shape: bounds of the attack, then bounds of the resistance.
        """
        holder = self.unit_in[self.goal[unit]]
        if holder < 0:
            return (*self.backing(unit), 0, 0)
        owner = self.power[holder]
        own = owner == self.power[unit]
        if self.goal[holder] < 0 or self.is_head_to_head(unit, holder):
            return (0, 0, 1, 1) if own else (*self.backing(unit, owner), *self.backing(holder))
        left = self.state[holder]
        if left == YES:
            return (*self.backing(unit), 0, 0)
        if left == NO:
            return (0, 0, 1, 1) if own else (*self.backing(unit, owner), 1, 1)
        return (0 if own else self.backing(unit, owner)[0], self.backing(unit)[1], 0, 1)

    def is_head_to_head(self, unit: int, other: int) -> bool:
        """Whether two units go to each other's places, both over land."""
        by_sea = self.intents.by_sea
        return (
            self.goal[other] == self.province[unit]
            and self.goal[unit] == self.province[other]
            and not (by_sea[unit] or by_sea[other])
        )

    # decisions

    def decide(self, decision: int) -> int:
        """The answer to a decision as far as the bounds tell it."""
        if decision >= self.count:
            return self._has_path(decision - self.count)
        return self._arrives(decision) if self.goal[decision] >= 0 else self._is_given(decision)

    def _arrives(self, unit: int) -> int:
        path = self.state[self.count + unit]
        if path == NO:
            return NO
        low, high, hold_low, hold_high = self.resistance(unit)
        if high <= hold_low:
            return NO
        answer = YES if path == YES and low > hold_high else OPEN
        for rival in self.attackers[self.goal[unit]]:
            if rival != unit:
                prevent_low, prevent_high = self.prevents(rival)
                if high <= prevent_low:
                    return NO
                if low <= prevent_high:
                    answer = OPEN
        return answer

    def _is_given(self, unit: int) -> int:
        """Whether a support stands: nobody cuts it."""
        attackers = self.attackers.get(self.province[unit])
        if not attackers:
            return YES
        answer = YES
        for attacker in attackers:
            cut = self.cuts(attacker, unit)
            if cut == YES:
                return NO
            if cut == OPEN:
                answer = OPEN
        return answer

    def cuts(self, attacker: int, unit: int) -> int:
        """Whether an attack cuts the support of a unit.

        Rule: one of another power that has a path does (DATC 6.F.6), but one from the province that the support is
        aimed at only by dislodging (6.D.15, 6.D.17), also when it comes by convoy (4.A.4).
        """
        if self.power[attacker] == self.power[unit]:
            return NO
        aim, intents = self.goal[self.intents.aids[unit]], self.intents
        by_sea = intents.by_sea[attacker]
        if self.province[attacker] == aim and not (by_sea and intents.rules.convoyed_cut == "b_cut"):
            cut = self.state[attacker]
        else:
            cut = self.state[self.count + attacker]
        return self._cuts_from_sea(attacker, unit, cut) if by_sea and self.spares else cut

    def _cuts_from_sea(self, attacker: int, unit: int, cut: int) -> int:
        """Whether an attack by convoy that would cut the support of a unit does so by the older rules.

        Rule: DATC 4.A.2. 1982: not when there is a convoying fleet where the support is aimed at (6.F.18, 6.F.20).
        1971: not when it is a support of an attack on a fleet that carries this army (6.F.14). 2000: the same, if
        the army has no other way (6.F.19). Not even by dislodging (6.F.17, 6.F.21).
        """
        aided, carries = self.intents.aids[unit], self.intents.carries
        aim = self.goal[aided]
        fleet = self.unit_in[aim if aim >= 0 else self.province[aided]]
        if fleet < 0 or carries[fleet] < 0:
            return cut
        if self.spares == "1982":
            return NO
        if aim < 0 or carries[fleet] != attacker:
            return cut
        other_way = NO if self.spares == "1971" else self._has_path(attacker, without=fleet)
        if NO in (cut, other_way):
            return NO
        return OPEN if OPEN in (cut, other_way) else YES

    def _has_path(self, unit: int, without: int = NOBODY) -> int:
        """Whether a convoy stands: a chain of its fleets of which none is dislodged (DATC 4.A.1, 6.F.9).

        `without` a fleet that is left out. Fleets that the convoy needs must all stand.
        """
        sure = maybe = 0
        for fleet in self.carriers.get(unit, ()):
            if fleet == without:
                continue
            place = self.province[fleet]
            states = [self.state[attacker] for attacker in self.attackers.get(place, ())]
            if YES not in states:
                maybe |= 1 << place
                if OPEN not in states:
                    sure |= 1 << place
        start, goal, shores = self.province[unit], self.goal[unit], self.intents.shores
        needed = self.intents.needs.get(unit, 0)
        if needed:
            return NO if needed & ~maybe else OPEN if needed & ~sure else YES
        if not has_route(shores, maybe, start, goal):
            return NO
        return YES if maybe == sure or has_route(shores, sure, start, goal) else OPEN

    def hanging_on(self, decision: int) -> list[int]:
        """The open decisions that look at this one; exactly those, for they make the rings."""
        attackers, state, goal, intents = self.attackers, self.state, self.goal, self.intents
        if decision >= self.count:
            army = decision - self.count
            looking = [*attackers[goal[army]]]
            holder = self.unit_in[goal[army]]
            if holder >= 0 and intents.aids[holder] >= 0:
                looking.append(holder)
        elif goal[decision] >= 0:
            behind = attackers.get(self.province[decision], ())
            looking = [one for one in behind if not self.is_head_to_head(one, decision)]
            holder = self.unit_in[goal[decision]]
            if holder >= 0 and intents.aids[holder] >= 0:
                looking.append(holder)
            elif holder >= 0 and intents.carries[holder] >= 0:
                army = intents.carries[holder]
                looking.append(self.count + army)
                if self.spares == "2000":
                    attacked = self.unit_in[goal[army]]
                    if attacked >= 0 and intents.aids[attacked] >= 0:
                        looking.append(attacked)
            if intents.rules.dislodged_effect == "a_never_any_effect":
                looking += attackers[goal[decision]]
        else:
            aided = intents.aids[decision]
            if goal[aided] < 0:
                looking = [*attackers.get(self.province[aided], ())]
            else:
                looking = [*attackers[goal[aided]]]
                holder = self.unit_in[goal[aided]]
                if holder >= 0 and self.is_head_to_head(aided, holder):
                    looking.append(holder)
        return [one for one in looking if state[one] == OPEN]

    def make(self, decision: int, answer: int) -> None:
        """Answer a decision and keep in mind that it was, so that it can be undone."""
        self.state[decision] = answer
        self.trail.append(decision)

    def follow(self, again: list[int]) -> None:
        """Ask decisions again, and those that hang on what is decided, until nothing new comes."""
        while again:
            decision = again.pop()
            if self.state[decision] == OPEN:
                answer = self.decide(decision)
                if answer != OPEN:
                    self.make(decision, answer)
                    again.extend(self.hanging_on(decision))

    def undo(self, mark: int) -> None:
        """Take back the decisions made since the trail was this long."""
        for undone in self.trail[mark:]:
            self.state[undone] = OPEN
        del self.trail[mark:]
