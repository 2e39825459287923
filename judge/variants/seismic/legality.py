"""Which orders of a seismic phase are possible on the map as it is, which there are, and what they would change."""

from collections.abc import Iterator
from functools import lru_cache

from judge.board import Board, province_of
from judge.board.events import Found, Seism, find, seism_of
from judge.board.reshaping import reshape, topology_of
from judge.board.shifts import flip_of, release_of
from judge.board.topology import Topology
from judge.board.wording import word_seism, write_face
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.units import Unit, UnitKind
from judge.variants.seismic.changes import foretell
from judge.variants.seismic.orders import CoastWish, EventOrder, NoEvent, order_event

EXAMPLES = 3


def is_alive(position: Position, power: str) -> bool:
    """Whether a power may order events: it has a unit or a center. Rule: ruling S4."""
    return bool(position.units_of(power) or position.centers_of(power))


def is_shut_in(board: Board, unit: Unit) -> bool:
    """Whether a unit has nowhere to go: no neighbor, and for an army no shore from which it could be convoyed."""
    if unit.kind is UnitKind.FLEET:
        return not board.fleet_neighbors(unit.at)
    return not board.army_neighbors(unit.province) and board.is_inland(unit.province)


def illegal_event(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why an event is not applicable on the map as it is, or could be several. Rule: 4, rulings S4, S6, S10."""
    assert isinstance(order, EventOrder)
    if not is_alive(position, order.power):
        return Cause(code="seism_out")
    found = find(topology_of(position.board), order.seism)
    return None if found.event is not None else fault(position.board, order.seism, found)


def fault(board: Board, seism: Seism, found: Found) -> Cause:
    """Why a seism means no event on the board."""

    def listed(faces: tuple[str, ...], word: str = "and") -> str:
        return f" {word} ".join(write_face(board, face) for face in faces)

    first, second = seism.apart or seism.joined
    pair = write_face(board, first), write_face(board, second)
    choices = " or ".join(dict.fromkeys(f"“near {write_face(board, one.near)}”" for one in found.choices))
    if found.problem == "elsewhere" and found.near is not None:
        code = "seism_not_near" if choices else "seism_near_idle"
        return Cause(code=code, about=(write_face(board, found.near), choices))
    if found.problem == "ambiguous":
        turning = [one for one in found.choices if sum(one.near in other.ends for other in found.choices) > 1]
        if not turning:
            return Cause(code="seism_ambiguous", about=(choices,))
        near, face = (write_face(board, name) for name in (turning[0].near, turning[0].border[0]))
        return Cause(code="seism_turning", about=(choices, near, face))
    if found.problem == "one_piece" and second in _beside(board, first):
        return Cause(code="seism_touching", about=pair)
    more = {
        "no_border": " ".join(write_face(board, face) for face in _beside(board, first)),
        "round": f"{pair[0]} & {pair[1]}",
        "ends": " or at ".join(listed(ends) for ends in dict.fromkeys(found.ends)),
        "one_piece": listed(found.between, "or"),
        "elsewhere": listed(found.between),
    }.get(found.problem, "")
    return Cause(code=f"seism_{found.problem}", about=(*pair, more))


def _beside(board: Board, face: str) -> tuple[str, ...]:
    return tuple(sorted({near for ring in topology_of(board).neighbors(face) for near in ring}))


def event_options(position: Position, power: str) -> Iterator[EventOrder]:
    """Every event of the map in its shortest words, those round the power's units first."""
    topology = topology_of(position.board)
    own = {unit.province for unit in position.units_of(power)} | set(position.centers_of(power))
    seisms = list(dict.fromkeys((*_flips(topology), *_releases(topology))))
    seisms.sort(key=lambda seism: not own & set(seism.apart or seism.joined))
    return (order_event(power, seism) for seism in seisms)


def flips_between(topology: Topology, one: str, other: str) -> tuple[Seism, ...]:
    """The events that part two faces, one for each border of theirs that has ends."""
    shared = topology.sides(one, other)
    return tuple(seism_of(topology, flip_of(topology, side)) for side in shared if not topology.is_round(side))


def _flips(topology: Topology) -> Iterator[Seism]:
    for side in range(0, len(topology.after), 2):
        if not topology.is_round(side):
            yield seism_of(topology, flip_of(topology, side))


def _releases(topology: Topology) -> Iterator[Seism]:
    """The releases across each face with several boundaries: of each side of one onto each of another."""
    for face in topology.faces:
        rings = topology.boundaries(face.id)
        for place, ring in enumerate(rings):
            for other in rings[place + 1 :]:
                for here in ring:
                    for there in other:
                        if topology.across(here) != topology.across(there):
                            yield seism_of(topology, release_of(here, there))


def example_events(position: Position, power: str) -> tuple[str, ...]:
    """Words of a few possible events round the units of a power, else anywhere."""
    topology = topology_of(position.board)
    places = [unit.province for unit in position.units_of(power)] + list(position.centers_of(power))
    words: list[str] = []
    for place in dict.fromkeys(places):
        sides = [side for ring in topology.boundaries(place) for side in ring if not topology.is_round(side)]
        if sides and len(words) < EXAMPLES:
            words.append(word_seism(position.board, seism_of(topology, flip_of(topology, sides[-1]))))
    return tuple(words) or (word_seism(position.board, next(_flips(topology))),)


def foresee_event(position: Position, order: Order) -> tuple[str, ...]:
    """What an event would change by itself. Rule: 4, 8, 9."""
    assert isinstance(order, EventOrder)
    return _foreseen(position.board, order.seism)


@lru_cache(maxsize=512)
def _foreseen(board: Board, seism: Seism) -> tuple[str, ...]:
    # A letter may hold two thousand lines, but a map has only so many events.
    return foretell(board, reshape(board, (seism,)))


def likeness(order: Order, other: Order) -> tuple[int, ...]:
    """How like two events are: whether they part the same faces, connect the same, how many faces they share."""
    assert isinstance(order, EventOrder)
    assert isinstance(other, EventOrder)
    parts = order.apart is not None and other.apart is not None and {*order.apart} == {*other.apart}
    shared = {*(order.apart or ()), *order.joined} & {*(other.apart or ()), *other.joined}
    return parts, {*order.joined} == {*other.joined}, len(shared)


def illegal_wish(position: Position, order: Order, _rules: Rules) -> Cause | None:
    """Why a unit cannot wish for a coast: it is no fleet on a shore, or that is no coast or sea. Rule: 8."""
    assert isinstance(order, CoastWish)
    board, unit = position.board, position.unit_in(order.at)
    if unit is None:
        return Cause(code="no_unit", place=order.at)
    if unit.power != order.power:
        return Cause(code="not_owner", place=order.at)
    if unit.kind is not UnitKind.FLEET or board.is_sea(unit.at):
        return Cause(code="wish_no_shore", place=order.at)
    if board.has(order.coast) and not board.is_sea(order.coast):
        return Cause(code="wish_no_sea", about=(board.write(order.coast),))
    return None


def wish_options(position: Position, power: str) -> Iterator[Order]:
    """Each fleet on a shore to a coast at each of its seas."""
    board = position.board
    for unit in position.units_of(power):
        if unit.kind is UnitKind.FLEET and not board.is_sea(unit.at):
            for place in board.fleet_neighbors(unit.at):
                if board.is_sea(place):
                    yield CoastWish(power=power, at=unit.at, coast=province_of(place))


def illegal_none(_position: Position, _order: Order, _rules: Rules) -> Cause | None:
    """A power may always order no event. Rule: ruling S4."""
    return None


def none_options(_position: Position, power: str) -> Iterator[Order]:
    """The word that no event is ordered."""
    yield NoEvent(power=power)
