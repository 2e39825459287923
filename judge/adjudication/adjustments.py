"""An adjustment phase: builds in home centers, removals of units that no center supports."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.adjudication.disorder import removals_by_rule
from judge.adjudication.legality import WRONG_PHASE, kinds_now
from judge.board import province_of
from judge.game.orders import Build, Order, Remove, Waive
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.units import Unit, UnitKind
from judge.game.variant import Played, Variant, owned_sites

Sites = Callable[[Position, str], tuple[str, ...]]


def balance(position: Position, power: str) -> int:
    """How many more centers that count than units a power has; under 0 when it has too many units."""
    return len(position.counted_of(power)) - len(position.units_of(power))


def open_sites(position: Position, power: str, sites: Sites) -> tuple[str, ...]:
    """The provinces where a power could build now: owned, empty, one of its sites, sorted.

    Rule: DATC 6.I.3 to 6.I.6.
    """
    owned = position.centers_of(power)
    homes = sites(position, power)
    occupied = {unit.province for unit in position.units}
    return tuple(center for center in owned if center in homes and center not in occupied)


def owed_in_adjustments(variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to decide: builds as far as there are sites, or removals.

    Not: a power that must remove all its units has nothing to decide; the rule removes them.
    """
    open_builds = balance(position, power)
    if open_builds > 0:
        sites = open_sites(position, power, variant.build_sites)
        builds = min(open_builds, len(sites))
        return Owed(builds=builds, sites=sites, siteless=open_builds - builds) if builds else Owed()
    units = position.units_of(power)
    if open_builds == 0 or -open_builds >= len(units):
        return Owed()
    return Owed(units=tuple(unit.at for unit in units), removals=-open_builds)


def illegal_build_by(sites: Sites) -> Callable[[Position, Order, Rules], Cause | None]:
    """The check of builds where a power may build only in these centers."""

    def illegal_build(position: Position, order: Order, _rules: Rules) -> Cause | None:
        """Why a unit cannot be built there.

        Rule: DATC 4.B.7, 4.C.4, 6.I.2 to 6.I.6.
        """
        assert isinstance(order, Build)
        board, province = position.board, province_of(order.at)
        if province not in sites(position, order.power):
            return Cause(code="not_controlled" if sites is owned_sites else "not_a_home", place=province)
        if position.owner_of(province) != order.power:
            return Cause(code="not_controlled", place=province)
        if position.unit_in(province) is not None:
            return Cause(code="occupied", place=province)
        if order.kind is UnitKind.FLEET:
            if board.is_inland(province):
                return Cause(code="fleet_inland", place=province)
            if order.at not in board.fleet_locations(province):
                return Cause(code="coast_missing", place=province)
        return Cause(code="no_builds") if balance(position, order.power) <= 0 else None

    return illegal_build


def illegal_remove(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot be removed: it is not there, it is another's, or nothing is to be removed."""
    unit = position.unit_in(order.at)
    if unit is None:
        return Cause(code="no_unit", place=order.at)
    if unit.power != order.power:
        return Cause(code="not_owner", place=order.at)
    return Cause(code="no_removals") if balance(position, order.power) >= 0 else None


def illegal_waive(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why nothing can be waived, or not so much: builds are waived as far as there are any (DATC 4.D.7)."""
    assert isinstance(order, Waive)
    open_builds = balance(position, order.power)
    if open_builds <= 0:
        return Cause(code="no_builds")
    return Cause(code="too_many") if order.count is not None and order.count > open_builds else None


@dataclass(slots=True, kw_only=True)
class _Ledger:
    """What one power still may do in the phase.

    Units: `builds` as far as there are sites, `siteless` those beyond, which can only be waived.
    """

    builds: int
    siteless: int
    removals: int
    built: dict[str, Unit] = field(default_factory=dict)
    removed: dict[str, Unit] = field(default_factory=dict)


def play_adjustments(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate an adjustment phase.

    Rule: orders are taken one by one as they were given, the first possible ones count (DATC 4.D.4 to 4.D.6, as the
    rules of the game say). A `waive` with a number uses up builds as a build does, those first that there is no site
    for; one without takes what the builds leave, wherever it was written. Removals that are owed and not ordered are
    chosen by rule (4.D.8), builds that are not ordered are left.
    Shape: an outcome for every order, and a Remove for every unit removed by rule.
    """
    kinds = kinds_now(variant, position)
    powers = sorted({*(unit.power for unit in position.units), *(order.power for order in orders)})
    ledgers = {power: _open_ledger(variant, position, power) for power in powers}
    causes: dict[int, Cause] = {}
    possible: list[int] = []
    for number, order in enumerate(orders):
        kind = kinds.get(type(order))
        cause = WRONG_PHASE if kind is None else kind.illegal(position, order, rules)
        if cause is None:
            possible.append(number)
        else:
            causes[number] = cause
    causes |= _spoiled_together(orders, possible, ledgers, rules)
    fates = {number: Outcome(order=orders[number], result="void", cause=cause) for number, cause in causes.items()}
    for number in sorted(possible, key=lambda one: _turn(orders[one], one, rules)):
        if number not in fates:
            order = orders[number]
            fates[number] = _carry_out(position, ledgers[order.power], order)
    outcomes = [fates[number] for number in range(len(orders))]
    for power in powers:
        outcomes.extend(_by_rule(position, power, ledgers[power], rules, _why_by_rule(position, power, outcomes)))
    removed = {province for ledger in ledgers.values() for province in ledger.removed}
    built = [unit for ledger in ledgers.values() for unit in ledger.built.values()]
    units = [unit for unit in position.units if unit.province not in removed] + built
    after = Position(
        board=position.board, phase=position.phase, units=tuple(sorted(units, key=lambda unit: unit.sort_key)),
        centers=position.centers, state=position.state,
    )  # fmt: skip
    return Played(outcomes=tuple(outcomes), position=after)


def _open_ledger(variant: Variant, position: Position, power: str) -> _Ledger:
    open_builds = balance(position, power)
    sites = len(open_sites(position, power, variant.build_sites)) if open_builds > 0 else 0
    builds = max(0, min(open_builds, sites))
    return _Ledger(builds=builds, siteless=max(0, open_builds - builds), removals=max(0, -open_builds))


def _carry_out(position: Position, ledger: _Ledger, order: Order) -> Outcome:
    """Do one possible order as far as it is still open."""
    province = province_of(order.at)
    if isinstance(order, Build):
        if province in ledger.built:
            return Outcome(order=order, result="void", cause=Cause(code="built_already", place=province))
        if not ledger.builds:
            return Outcome(order=order, result="void", cause=Cause(code="too_many"))
        ledger.builds -= 1
        at = province if order.kind is UnitKind.ARMY else order.at
        ledger.built[province] = Unit(order.kind, at, order.power)
        return Outcome(order=order, result="builds")
    if isinstance(order, Remove):
        unit = position.unit_in(province)
        if province in ledger.removed or unit is None:
            return Outcome(order=order, result="void", cause=Cause(code="removed_already", place=province))
        if not ledger.removals:
            return Outcome(order=order, result="void", cause=Cause(code="too_many"))
        ledger.removals -= 1
        ledger.removed[province] = unit
        return Outcome(order=order, result="removes")
    assert isinstance(order, Waive)
    left = ledger.builds + ledger.siteless
    count = left if order.count is None else order.count
    if not left:
        return Outcome(order=order, result="void", cause=Cause(code="none_left"))
    if count > left:
        return Outcome(order=order, result="void", cause=Cause(code="too_many"))
    unbuildable = min(count, ledger.siteless)
    ledger.siteless -= unbuildable
    ledger.builds -= count - unbuildable
    return Outcome(order=order, result="waives")


def _turn(order: Order, number: int, rules: Rules) -> tuple[bool, int]:
    """When an order is taken among the others: in the sequence given, or the last one first (DATC 4.D.4, 4.D.6).

    A `waive` of all that is left comes after everything else.
    """
    choice = rules.too_many_removals if isinstance(order, Remove) else rules.too_many_builds
    return _takes_the_rest(order), -number if choice == "c_last_legal" else number


def _takes_the_rest(order: Order) -> bool:
    return isinstance(order, Waive) and order.count is None


def _weight(order: Order) -> int:
    """How many builds an order uses up."""
    return (order.count or 0) if isinstance(order, Waive) else 1


def _spoiled_together(
    orders: Sequence[Order], possible: Sequence[int], ledgers: Mapping[str, _Ledger], rules: Rules
) -> dict[int, Cause]:
    """What is wrong with possible orders that spoil each other, by their number.

    Rule: two builds in one province (DATC 4.D.5); more builds than are open (4.D.4) or removals than are due (4.D.6)
    where none of them counts then, and builds that are waived by number are among them. A unit that is named twice
    for removal is one removal.
    """
    spoiled: dict[int, Cause] = {}
    sites: dict[tuple[str, str], list[int]] = {}
    for number in possible:
        if isinstance(orders[number], Build):
            sites.setdefault((orders[number].power, province_of(orders[number].at)), []).append(number)
    for (_, province), numbers in sites.items():
        kept = {"b_first": numbers[:1], "c_last": numbers[-1:], "a_none": []}[rules.doubled_builds]
        for number in numbers if len(numbers) > 1 else ():
            if number not in kept:
                spoiled[number] = Cause(code="built_already", place=province)
    for power, ledger in ledgers.items():
        own = [number for number in possible if orders[number].power == power and number not in spoiled]
        builds = [number for number in own if isinstance(orders[number], Build | Waive)]
        removals = [number for number in own if isinstance(orders[number], Remove)]
        wanted = sum(_weight(orders[number]) for number in builds)
        if rules.too_many_builds == "a_none" and wanted > ledger.builds + ledger.siteless:
            counted = [number for number in builds if not _takes_the_rest(orders[number])]
            spoiled.update(dict.fromkeys(counted, Cause(code="too_many")))
        named = {province_of(orders[number].at) for number in removals}
        if rules.too_many_removals == "a_civil_disorder" and len(named) > ledger.removals:
            spoiled.update(dict.fromkeys(removals, Cause(code="too_many")))
    return spoiled


def _by_rule(position: Position, power: str, ledger: _Ledger, rules: Rules, why: Cause) -> list[Outcome]:
    left = [unit for unit in position.units_of(power) if unit.province not in ledger.removed]
    gone = removals_by_rule(position, power, left, ledger.removals, rules)
    ledger.removed.update({unit.province: unit for unit in gone})
    return [
        Outcome(order=Remove(power=power, kind=unit.kind, at=unit.at), result="removes", cause=why) for unit in gone
    ]


def _why_by_rule(position: Position, power: str, outcomes: Sequence[Outcome]) -> Cause:
    """Why the rule chooses units of a power, after what became of its orders."""
    if not position.counted_of(power):
        return Cause(code="no_center")
    ordered = [one for one in outcomes if one.order.power == power and isinstance(one.order, Remove)]
    if any(one.result == "removes" for one in ordered):
        return Cause(code="by_rule_few")
    if any(one.cause is not None and one.cause.code == "too_many" for one in ordered):
        return Cause(code="by_rule_many")
    return Cause(code="by_rule_void" if ordered else "by_rule")
