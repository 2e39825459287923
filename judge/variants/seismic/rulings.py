"""What Seismic Diplomacy says in words: its causes, its house rules, its lessons and its warnings."""

from collections.abc import Sequence
from types import MappingProxyType

from judge.board import Board, province_of
from judge.board.reshaping import reshape, topology_of
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.units import UnitKind
from judge.game.variant import Lesson
from judge.game.wording import word_order, word_unit
from judge.variants.seismic.fleets import Berth, place_fleets
from judge.variants.seismic.legality import event_options, example_events, is_alive, is_shut_in, wish_options
from judge.variants.seismic.orders import CoastWish, EventOrder

CAUSES = MappingProxyType({
    "seism_out": "a power without units and centers orders no events",
    "seism_same": "no place can be parted from itself or connected with itself like this",
    "seism_no_border": "{0} and {1} have no common border; {0} borders {2}",
    "seism_round": "the border of {0} and {1} is a ring without ends; only “{0} & … connect” changes it",
    "seism_ends": "the border of {0} and {1} ends at {2}, and these it would connect",
    "seism_no_face": "no place borders both {0} and {1}, so nothing can be released from it",
    "seism_one_piece": "{2} borders both {0} and {1}, but neither lies apart in it like an island; to connect them, "
    "say which border parts",
    "seism_elsewhere": "{0} and {1} could be connected across {2} alone",
    "seism_not_near": "no border that could be meant ends at {0}; write {1}",
    "seism_near_idle": "the border that is meant does not end at {0}, and it is the only one; leave “near {0}” out",
    "seism_touching": "{0} and {1} have a common border already",
    "seism_ambiguous": "several borders could be meant; add {0}, a place at the end of the one that you mean",
    "seism_turning": "several borders could be meant; add {0}, where the one that you mean ends. Of two that end at "
    "{1}, “near {1}” means the one that follows it going clockwise round {2}",
    "seism_strength": "strength {own}",
    "seism_corner": "strength {own} against {other}, spoiled by {orders}: both borders end in one corner",
    "seism_cut": "strength {own} against {other}, spoiled by {orders}: together they would cut {0} in two",
    "seism_landing": "strength {own} against {other}, spoiled by {orders}: one lands on the border the other turns",
    "seism_ring": "strength {own}, spoiled by {orders}: together they close a ring and would cut {0} in two",
    "seism_replaced": "one event counts, the last, and after it came {orders}",
    "wish_no_shore": "there is no fleet on a shore in {place}",
    "wish_no_sea": "{0} is neither a sea nor a coast",
    "wish_replaced": "another wish for this fleet counts",
    "wish_heard": "it is at {0}",
    "wish_idle": "its coast left it no choice, and it is at {0}",
    "wish_unheard": "there was no one coast of that kind to come to, and it is at {0}",
    "wish_trapped": "{0} has no coast any more",
})  # fmt: skip

# With places of the board in the braces.
_HOUSE_RULES = (
    "The rules of the game beneath hold except as below. A phase of seismic events follows the Spring retreats and the "
    "Winter adjustments; both come before the next moves (S2).",
    "Each power that has a unit or a center may order one event; the last one written counts, and no order is no "
    "event (S3, S4).",
    "“A & B separate, C & D connect” takes away a border of A and B that ends at C and D, and joins C and D in its "
    "place. C and D may be one place: then what hung by the border is an island in it.",
    "“A & C connect” alone joins an island with a neighbor of the place it lies in, across that place. C may be any "
    "province on the island's rim; the rest of the island comes along (S12).",
    "An event that does not fit the map neither counts nor hinders anybody (S6). Where names alone could mean two "
    "borders it is void, unless “near X” names a place at the end of the one that is meant (S10). Where two of them "
    "end at X, it is the one that follows X, going clockwise as MAP lists neighbors: for a border that parts round the "
    "one of its two places that comes first in the alphabet, for one that an island is tied to round the place that "
    "is tied.",
    "The same event ordered by several powers has their number as its strength, however it is worded (S5).",
    "Two events spoil each other when their borders end in one corner, when together they would cut a place in two, or "
    "when one lands on the border that the other turns. The weaker fails; equal ones all fail (S8).",
    "All are judged at once on the map as it was: an event that a stronger one spoils still spoils a weaker third "
    "(S7=a; with S7=b it does not). Of releases that close a ring the weakest fail (S9).",
    "Two releases onto one border both happen, the stronger first, clockwise (S11).",
    "Land may be joined to sea and anything to anything (S20). What is impassable stays so, whatever its shape; "
    "islands that the map does not name belong to the place they are drawn in (S21).",
    "A fleet whose coast parts or goes stands where its owner wished (“{wish}”), else on the coast with "
    "most of its old seas, then the one whose seas come first in the alphabet, then the first clockwise (S13). Coasts "
    "that grow together are one (S14).",
    "A fleet in a province without a coast is trapped: it may only stand, and be supported to stand; dislodged it is "
    "disbanded. It takes and keeps a center as any other (S15). A unit that has nowhere to go stays as well (S18).",
    "Coasts are called by a sea they touch: {coast}. The old names nc, sc, ec, wc are good as long as they mean one "
    "coast (S16).",
    "Armies walk over every land border, seas join by borders, convoys follow them (S17). A home center may build "
    "fleets while it has a coast; where it has several, name one (S19).",
    "In {straits} a fleet lies at both of the two seas: coasts on either are one (S26).",
    "All events ordered are told afterwards, with their strength, and so are the new borders (S22). The opposite event "
    "undoes one (S23). Victory is as always; a center nobody can reach stays with its owner (S24).",
    "On another board that board's own game goes on. A railway is cut between two stations that have no common border, "
    "a canal works while its province touches both seas, bridges stay (S27).",
)  # fmt: skip

_WORDS = ("seismic", "event", "events", "earthquake", "separate", "connect", "release", "coast", "coasts", "near")


def house_rules(board: Board) -> tuple[str, ...]:
    """What Seismic Diplomacy says of itself to the players of a board, with places of theirs."""
    straits = [board.write(strait.province) for strait in topology_of(board).straits]
    seas = {one: [near for near in board.fleet_neighbors(one) if board.is_sea(near)] for one in board.centers()}
    port = next(one for one in board.centers() if board.province(one).home and len(seas[one]) > 1)
    named = next((f"{one.id}/{coast}" for one in board.provinces for coast in one.coasts), port)
    sea = next(near for near in board.fleet_neighbors(named) if board.is_sea(near))
    return tuple(
        rule.format(
            wish=f"F {board.write(port)} to coast {board.write(seas[port][0])}",
            coast=f"{board.write(province_of(named))}({board.write(sea)})",
            straits=" and ".join(filter(None, (", ".join(straits[:-1]), straits[-1]))),
        )
        for rule in _HOUSE_RULES
    )


def lessons(position: Position, power: str) -> tuple[Lesson, ...]:
    """What HELP teaches about events, with borders round this power's units in the examples.

    Shape: in a seismic phase the examples are possible orders; in other phases none is, and there are none.
    """
    text = (
        "After the Spring retreats and after the Winter adjustments you may order one seismic event. Name the two "
        "places whose border goes and the two that meet in its place; they lie at its ends. Or release an island: name "
        "a place on its rim and the one it is to be tied to, which “connect”. Where the names could mean several "
        "borders, add “near” and a place at the end of the one you mean. READY says that you are done, with an event "
        "or without."
    )
    if position.phase.kind is not PhaseKind.EVENTS or not is_alive(position, power):
        return (Lesson(text, words=_WORDS),)
    board = position.board
    lines = list(example_events(position, power))
    release = next((one for one in event_options(position, power) if _is_release(one)), None)
    lines += [] if release is None else [word_order(board, release)]
    wish = next(iter(wish_options(position, power)), None)
    if wish is None:
        return (Lesson(text, tuple(lines), _WORDS),)
    text += " Beside it you may say where a fleet of yours is to be if its coast parts, as in the last line:"
    return (Lesson(text, (*lines, word_order(board, wish)), _WORDS),)


def _is_release(order: Order) -> bool:
    return isinstance(order, EventOrder) and order.apart is None


def warn(position: Position, orders: Sequence[Order]) -> tuple[str, ...]:
    """A warning for each own fleet that the power's own event leaves a choice of coasts, or none."""
    event = next((order for order in orders if isinstance(order, EventOrder)), None)
    if event is None or position.phase.kind is not PhaseKind.EVENTS:
        return ()
    board = position.board
    units = position.units_of(event.power)
    fleets = [unit for unit in units if unit.kind is UnitKind.FLEET]
    wishes = {province_of(order.at): order.coast for order in orders if isinstance(order, CoastWish)}
    after = reshape(board, (event.seism,))
    roaming = [unit for unit in units if unit.kind is UnitKind.ARMY or board.is_sea(unit.at)]
    shut = [unit for unit in roaming if is_shut_in(after, unit) and not is_shut_in(board, unit)]
    told = [f"{word_unit(board, unit.kind, unit.at)} would be shut in, with nowhere to go." for unit in shut]
    for one in place_fleets(board, (event.seism,), [unit.at for unit in fleets], wishes):
        name = word_unit(board, UnitKind.FLEET, one.before)
        if one.berth is Berth.TRAPPED and not board.is_inland(one.before):
            told.append(f"{name} would be trapped, without any coast.")
        elif one.berth is Berth.CONVENTION:
            others = (place.partition("/")[2] for place in one.choices if place != one.after)
            wish = word_order(board, CoastWish(power=event.power, at=one.before, coast=next(others)))
            told.append(f"{name} would come to {after.write(one.after)}, by the convention. “{wish}” has it otherwise.")
    return tuple(told)
