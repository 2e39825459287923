"""A retreat phase: dislodged units go where they may, or leave the board."""

from collections.abc import Sequence

from judge.adjudication.atlas import atlas_of
from judge.adjudication.legality import WRONG_PHASE, kinds_now
from judge.board import province_of
from judge.game.orders import Disband, Order, Retreat
from judge.game.outcomes import Cause, Outcome
from judge.game.position import Dislodged, Position, standing
from judge.game.rules import Rules
from judge.game.turns import Owed
from judge.game.units import Unit, UnitKind
from judge.game.variant import Played, Variant


def retreat_places(position: Position, unit: Unit, attacker_from: str | None) -> tuple[str, ...]:
    """The locations that a dislodged unit may retreat to, sorted.

    Rule: where it could go by itself, without a convoy, that is empty, was not contested, and is not where its
    attacker came from; coasts of one province count as one (DATC 6.H.5, 6.H.6, 6.H.15, 6.H.16).
    """
    stands, contested = standing(position), position.contested
    origin = None if attacker_from is None else province_of(attacker_from)
    near = [(place, province_of(place)) for place in near_locations(position, unit)]
    return tuple([
        place for place, province in near
        if province not in stands and province not in contested and province != origin
    ])  # fmt: skip


def near_locations(position: Position, unit: Unit) -> tuple[str, ...]:
    """The locations that a unit could go to by itself on an empty board, sorted."""
    board = position.board
    if unit.kind is UnitKind.ARMY:
        return board.army_neighbors(unit.province)
    return board.fleet_neighbors(unit.at)


def owed_in_retreats(_variant: Variant, position: Position, power: str) -> Owed:
    """What a power has to decide: each dislodged unit that has somewhere to go."""
    return Owed(units=tuple(one.unit.at for one in position.dislodged_of(power) if one.retreats))


def illegal_retreat(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot retreat there."""
    assert isinstance(order, Retreat)
    found = position.dislodged_in(order.at, order.power)
    fault = _not_his(position, order, found)
    if fault is not None or found is None:
        return fault
    place, problem = _retreat_to(position, found, order.to)
    return None if place else problem


def illegal_disband(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot be disbanded here: it was not dislodged, or it is another's."""
    return _not_his(position, order, position.dislodged_in(order.at, order.power))


def play_retreats(variant: Variant, position: Position, orders: Sequence[Order], rules: Rules) -> Played:
    """Adjudicate a retreat phase.

    Rule: units that retreat to one province all disband (DATC 6.H.7, 6.H.8), also to two coasts of one; so does
    a unit without a possible order, and one with several that differ (4.D.3).
    Shape: an outcome for every order, and a Disband for every dislodged unit that has none.
    """
    kinds = kinds_now(variant, position)
    void: dict[int, Cause] = {}
    given: dict[_Key, list[int]] = {}
    addressed: set[_Key] = set()
    for number, order in enumerate(orders):
        kind = kinds.get(type(order))
        cause = WRONG_PHASE if kind is None else kind.illegal(position, order, rules)
        found = position.dislodged_in(order.at, order.power) if order.at else None
        if found is not None and found.unit.power == order.power:
            addressed.add(_key_of(found))
        if cause is None:
            given.setdefault((province_of(order.at), order.power), []).append(number)
        else:
            void[number] = _not_dislodged(position, order) or cause
    for numbers in given.values():
        if len({orders[number] for number in numbers}) > 1:
            for number in numbers:
                others = tuple(orders[other] for other in numbers if orders[other] != orders[number])
                void[number] = Cause(code="doubled", by=others)
    goals = _goals(position, orders, [number for numbers in given.values() for number in numbers if number not in void])
    outcomes = [
        Outcome(order=order, result="void", cause=void[number]) if number in void
        else _fate(order, goals, orders)
        for number, order in enumerate(orders)
    ]  # fmt: skip
    for one in position.dislodged:
        if _key_of(one) not in addressed:
            cause = Cause(code="no_order" if one.retreats else "no_retreat")
            disband = Disband(power=one.unit.power, kind=one.unit.kind, at=one.unit.at)
            outcomes.append(Outcome(order=disband, result="disbands", cause=cause))
    return Played(outcomes=tuple(outcomes), position=_after(position, goals))


_Key = tuple[str, str]  # the province and the power of a dislodged unit
_Goals = dict[_Key, tuple[str, int]]  # the location it goes to, and the number of its order


def _key_of(one: Dislodged) -> _Key:
    return one.unit.province, one.unit.power


def _goals(position: Position, orders: Sequence[Order], numbers: Sequence[int]) -> _Goals:
    """Where the dislodged units go that are ordered to."""
    goals: _Goals = {}
    for number in numbers:
        order = orders[number]
        found = position.dislodged_in(order.at, order.power)
        if isinstance(order, Retreat) and found is not None:
            goals[_key_of(found)] = (_retreat_to(position, found, order.to)[0], number)
    return goals


def _fate(order: Order, goals: _Goals, orders: Sequence[Order]) -> Outcome:
    if not isinstance(order, Retreat):
        return Outcome(order=order, result="disbands")
    start = (province_of(order.at), order.power)
    goal = province_of(goals[start][0])
    met = tuple(
        orders[number] for other, (place, number) in sorted(goals.items())
        if other != start and province_of(place) == goal
    )  # fmt: skip
    if met:
        return Outcome(order=order, result="bounces", cause=Cause(code="retreats_met", by=met, place=goal))
    return Outcome(order=order, result="retreats")


def _after(position: Position, goals: _Goals) -> Position:
    taken = [province_of(place) for place, _ in goals.values()]
    arrived = [
        Unit(one.unit.kind, goals[_key_of(one)][0], one.unit.power)
        for one in position.dislodged
        if _key_of(one) in goals and taken.count(province_of(goals[_key_of(one)][0])) == 1
    ]
    units = tuple(sorted((*position.units, *arrived), key=lambda unit: unit.sort_key))
    return Position(
        board=position.board, phase=position.phase, units=units, centers=position.centers, state=position.state
    )


def _not_his(position: Position, order: Order, found: Dislodged | None) -> Cause | None:
    if found is None:
        return _not_dislodged(position, order) or Cause(code="no_unit", place=order.at)
    return None if found.unit.power == order.power else Cause(code="not_owner", place=order.at)


def _not_dislodged(position: Position, order: Order) -> Cause | None:
    if not order.at or position.dislodged_in(order.at) is not None or position.unit_in(order.at) is None:
        return None
    return Cause(code="not_dislodged", place=order.at)


def _retreat_to(position: Position, found: Dislodged, to: str) -> tuple[str, Cause | None]:
    """The location meant, or "" and why it is closed. A coast left out is filled in when only one is open."""
    atlas = atlas_of(position.board)
    goal = atlas.numbers[to]
    place = atlas.province[goal]
    written = goal if found.unit.kind is UnitKind.FLEET else place
    matching = [one for one in found.retreats if _fits(atlas.numbers[one], written, atlas.province)]
    if len(matching) == 1:
        return matching[0], None
    province = atlas.locations[place]
    if matching:
        return "", Cause(code="coast_missing", place=province)
    near = {atlas.province[atlas.numbers[one]] for one in near_locations(position, found.unit)}
    if place not in near:
        code = "unreachable"
    elif found.attacker_from is not None and province_of(found.attacker_from) == province:
        code = "attacker_origin"
    elif position.unit_in(province) is not None:
        code = "occupied"
    elif province in position.contested:
        code = "contested"
    else:
        code = "unreachable"
    return "", Cause(code=code, place=to)


def _fits(number: int, written: int, province: tuple[int, ...]) -> bool:
    return number == written or province[number] == written
