"""All orders that are possible: for help that shows examples, and for tests that play at random."""

from collections.abc import Iterable, Iterator

from judge.adjudication.legality import kinds_now
from judge.adjudication.retreats import near_locations
from judge.board import Board, province_of
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.position import Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Variant


def legal_orders(variant: Variant, position: Position, power: str) -> tuple[Order, ...]:
    """All possible orders of a power in the phase of the position, in canonical form.

    Shape: by unit as they stand, then by kind; an order that differs only in saying "via convoy", or in leaving
    out a coast that a support may leave out, is listed beside the other.
    """
    return tuple(
        order
        for kind in kinds_now(variant, position).values()
        for order in kind.options(position, power)
        if kind.illegal(position, order, variant.rules) is None
    )


def hold_options(position: Position, power: str) -> Iterator[Order]:
    """A hold for each unit."""
    return (Hold(power=power, kind=unit.kind, at=unit.at) for unit in position.units_of(power))


def move_options(position: Position, power: str) -> Iterator[Order]:
    """Each unit to each place near it, and each army to each coast by convoy, near ones with the words too."""
    for unit in position.units_of(power):
        near = near_locations(position, unit)
        for place in near:
            yield Move(power=power, kind=unit.kind, at=unit.at, to=place)
        if unit.kind is UnitKind.ARMY:
            for place in _coastal(position.board):
                yield Move(power=power, kind=unit.kind, at=unit.at, to=place, convoyed=True)
                if place not in near:
                    yield Move(power=power, kind=unit.kind, at=unit.at, to=place)


def support_options(position: Position, power: str) -> Iterator[Order]:
    """Each unit for each other unit, to stay or to go to a place near the supporter."""
    for unit in position.units_of(power):
        reach = {province_of(place) for place in near_locations(position, unit)}
        for other in position.units:
            if other == unit:
                continue
            for to in (None, *sorted(_goals(position, other, reach))):
                yield Support(
                    power=power, kind=unit.kind, at=unit.at, target=other.at, to=to,
                    target_kind=other.kind, target_power=other.power,
                )  # fmt: skip


def convoy_options(position: Position, power: str) -> Iterator[Order]:
    """Each fleet at sea for each army on a coast to each other coast."""
    board = position.board
    coastal = _coastal(board)
    armies = [unit for unit in position.units if unit.kind is UnitKind.ARMY and unit.at in coastal]
    for unit in position.units_of(power):
        if unit.kind is UnitKind.FLEET and board.is_sea(unit.at):
            for army in armies:
                for place in coastal:
                    yield Convoy(
                        power=power, kind=unit.kind, at=unit.at, target=army.at, to=place,
                        target_kind=army.kind, target_power=army.power,
                    )  # fmt: skip


def retreat_options(position: Position, power: str) -> Iterator[Order]:
    """Each dislodged unit to each place that is open to it."""
    for one in position.dislodged_of(power):
        for place in one.retreats:
            yield Retreat(power=power, kind=one.unit.kind, at=one.unit.at, to=place)


def disband_options(position: Position, power: str) -> Iterator[Order]:
    """Each dislodged unit leaves the board."""
    return (Disband(power=power, kind=one.unit.kind, at=one.unit.at) for one in position.dislodged_of(power))


def build_options(position: Position, power: str) -> Iterator[Order]:
    """An army, and a fleet on each coast, in each center that the power owns."""
    for center in position.centers_of(power):
        yield Build(power=power, kind=UnitKind.ARMY, at=center)
        for place in position.board.fleet_locations(center):
            yield Build(power=power, kind=UnitKind.FLEET, at=place)


def remove_options(position: Position, power: str) -> Iterator[Order]:
    """Each unit leaves the board."""
    return (Remove(power=power, kind=unit.kind, at=unit.at) for unit in position.units_of(power))


def waive_options(_position: Position, power: str) -> Iterable[Order]:
    """All builds are left unused, or one is."""
    return (Waive(power=power), Waive(power=power, count=1))


def _goals(position: Position, unit: Unit, reach: set[str]) -> set[str]:
    """Where a unit might be supported to among the provinces in reach, with coasts and without."""
    if unit.kind is UnitKind.ARMY:
        return reach - {unit.province}
    near = {place for place in near_locations(position, unit) if province_of(place) in reach}
    return near | {province_of(place) for place in near}


def _coastal(board: Board) -> tuple[str, ...]:
    """The provinces that an army can board or leave a fleet in."""
    return tuple(
        province.id
        for province in board.provinces
        if not board.is_sea(province.id) and not board.is_inland(province.id)
    )
