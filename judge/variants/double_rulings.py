"""What Rapid Deployment says in words: its house rules, its causes, its lesson and the hint of its order slips."""

from types import MappingProxyType

from judge.adjudication.retreats import near_locations
from judge.board import province_of
from judge.game.position import Position
from judge.game.units import Unit
from judge.game.variant import Lesson
from judge.game.wording import word_unit

CAUSES = MappingProxyType({
    "second_no_move": "its second part, {orders}, is no move and will not be done",
    "second_impossible": "its second part, {orders}, is impossible without help and will not be done",
    "whole_no_move": "its second part, {orders}, is no move, and so the whole order is void",
    "whole_impossible": "its second part, {orders}, is impossible without help, and so the whole order is void",
    "whole_void": "its second part is impossible, and so is the whole order",
})  # fmt: skip

HOUSE_RULES = (
    "Double moves: every unit may move twice in a movement phase. Both moves stand in one order; the second starts "
    "where the first ends, and may lead back.",
    "First moves and all other orders are adjudicated as usual, then the second moves of the units that arrived. If a "
    "first move fails, or its unit is dislodged, there is no second, and nobody learns where it would have led (R5, "
    "R15).",
    "Who does not move in the second half stands in it with strength 1, and who convoyed stays where it is; supports "
    "are spent, and so nobody is dislodged in it (R1, R2, R17).",
    "The dislodged leave the board at once and retreat at the end of the phase: not to where their attacker came from, "
    "not to their own place, and not to a place that a standoff of either half has left empty (R3, R4). Retreats and "
    "builds are single (R18).",
    "Two units may change places by way of both halves, not inside one (R6). In either half units may go round (R12). "
    "Who bounces in the second half keeps the place that it came to in the first (R11).",
    "If a part is impossible, the whole order is, and the unit holds (R7). A first move must lead elsewhere, and a "
    "second must be one that the unit makes by itself: nobody supports or convoys it, and it is no support and no "
    "convoy. A hold may stand for it, and changes nothing (R16).",
    "A support or convoy names the first move only (R8). Who is ordered to move cannot be supported to hold (R9). "
    "First moves cut support (R10).",
    "The coast that the first move reached decides where a fleet goes on (R14). An army may be convoyed in its first "
    "move and walk on, also on an island (R19).",
    "Only where a unit stands after a Fall's retreats counts for a center; passing one takes nothing (R13).",
    "A chain of places is two moves, never the way of a convoy; “via convoy”, wherever it stands, is about the first. "
    "So no way over the seas is binding, whatever the game has chosen about written ways (R20, R21).",
)  # fmt: skip

ON_A_BOARD = (
    "The rules above hold in each half. Orders of another kind than a move, as trains, are whole: they are done in the "
    "first half and have no second part. Leave to pass a canal is a support, and so it is for a first move only; who "
    "needs no leave may also pass by a second.",
)

_WORDS = ("rapid", "double", "doublemove", "doublemoves", "twice", "second")


def teach_double_moves(position: Position, power: str) -> tuple[Lesson, ...]:
    """What HELP teaches about double moves, with a unit of this power in the example where it has one."""
    text = (
        "Every unit may move twice, by one order with both moves. The first may be supported or convoyed (A Wal - Bre "
        "via convoy - Gas), the second not. If the first fails, nobody learns the second."
    )
    return (Lesson(text, _examples(position, power) or ("A Par - Bur - Mun",), _WORDS),)


def hint_at_double_moves(position: Position, power: str) -> Lesson | None:
    """What the order slip says about the form of a double move; None where no unit of this power has one."""
    lines = _examples(position, power)
    return Lesson("Units may move twice, as in", lines) if lines else None


def _examples(position: Position, power: str) -> tuple[str, ...]:
    """The first unit of a power that can go on to a third place, as a double move."""
    for unit in position.units_of(power):
        for first in near_locations(position, unit):
            moved = Unit(unit.kind, first, power)
            onward = [to for to in near_locations(position, moved) if province_of(to) != unit.province]
            if onward:
                ways = (word_unit(position.board, unit.kind, unit.at), *map(position.board.write, (first, onward[0])))
                return (" - ".join(ways),)
    return ()
