"""Blocks of orders: `[ENGLAND]` or `England:` above lines, or before one, says whose orders they are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.adjudication.legality import illegal
from judge.board import Board
from judge.desk.office import Scene
from judge.desk.orders import MAX_FAULTS, Taken, take_orders
from judge.desk.posts import board_of, forms_of, variant_of
from judge.desk.snapshot import Game
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.phases import PhaseKind
from judge.language.looks import looks_like_order
from judge.language.orders import read_orders
from judge.language.powers import read_power
from judge.reports.cards import ReceiptLine
from judge.reports.phrases import listed

_PARTS = re.compile(r"[,;]")
_LONGEST = 60  # characters of a heading
_MARKED = re.compile(r"\s*(?:[\[(](?P<name>[^\])]{2,40})[\])]|(?P<letter>[a-z])\))\s*:?\s*(?P<rest>.*)", re.IGNORECASE)
_HEADED = re.compile(
    r"\s*(?:the\s+)?(?:orders\s+(?:for|of)\s+)?(?P<name>[^\W\d_][\w' -]{2,40}?)(?:\s+orders)?\s*:\s*(?P<rest>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, the power whose block it stands in ("" for none), and whether it is the heading itself."""

    line: NumberedLine
    power: str = ""
    heads: bool = False


def take_blocks(scene: Scene, lines: Sequence[NumberedLine], *, room: int = MAX_FAULTS) -> Taken:
    """Lines that may be orders, taken for the powers in whose blocks they stand, and else for the sender's own.

    Shape: the fate of a heading is `heading`, which no receipt shows.
    Rule: who plays several powers orders for each in its block, or by its units alone; nobody orders for a power that
    he does not play, and a master only after BECOME.
    """
    game = scene.game
    if game is None or game.phase is None or not game.state.is_under_way or scene.hand(game) is None:
        return take_orders(scene, lines, room=room)
    if game.phase.position.phase.kind is PhaseKind.EVENTS:  # what is ordered belongs to no power, and is asked back
        return take_orders(scene, lines, room=room)
    board = board_of(game)
    own, hand = _powers(scene, game), scene.hand(game)
    usual = hand.power if hand is not None and hand.power else ""
    marked = _marked(board, lines)
    if len(own) > 1:
        marked = [part for one in marked for part in _by_units(game, one, usual, own)]
    if not any(one.power for one in marked):
        return take_orders(scene, lines, room=room)
    told: list[ReceiptLine] = []
    taken = Taken()
    for power in dict.fromkeys((usual, *(one.power for one in marked))):
        block = [one for one in marked if (one.power or usual) == power]
        if power and power not in own:
            told += _refused(scene, game, board, power, block)
            continue
        told += (ReceiptLine(number=one.line.number, text=one.line.text, fate="heading") for one in block if one.heads)
        orders = [one.line for one in block if not one.heads]
        found = take_orders(replace(scene, acting=power) if power else scene, orders, room=room)
        told += found.lines
        taken = replace(
            taken, effects=(*taken.effects, *found.effects), late=taken.late or found.late, touched=found.touched
        )
    touched = taken.touched or game.name
    return replace(taken, lines=tuple(sorted(told, key=lambda line: line.number)), touched=touched)


def _powers(scene: Scene, game: Game) -> tuple[str, ...]:
    """The powers that the sender may order for: after BECOME that one, else those that he plays."""
    if scene.acting:
        return (scene.acting,)
    return tuple(seat.power for seat in game.seats if seat.power and seat.player.id == scene.player.id)


def _marked(board: Board, lines: Sequence[NumberedLine]) -> list[_Line]:
    """Each line with the power whose block it stands in: up to the next heading or command, or just this line."""
    found: list[_Line] = []
    block = ""
    for line in lines:
        power, rest = _heading_of(board, line)
        if power and not rest:
            block = power
        heads = bool(power) and not rest
        found.append(_Line(replace(line, text=rest) if power and rest else line, power or block, heads))
    return found


def _by_units(game: Game, one: _Line, usual: str, own: Sequence[str]) -> list[_Line]:
    """A line outside of all blocks for that power of the sender's whose order it is; parted where it is for several."""
    if one.power or one.heads or one.line.label is not Label.OWN:
        return [one]
    parts = [replace(one.line, text=text) for part in _PARTS.split(one.line.text) if (text := part.strip())]
    found = [_owner(game, part, usual, own) for part in parts]
    if len(set(found)) > 1 and "" not in found:
        return [_Line(part, power) for part, power in zip(parts, found, strict=True)]
    power = _owner(game, one.line, usual, own)
    return [one if power in ("", usual) else replace(one, power=power)]


def _owner(game: Game, line: NumberedLine, usual: str, own: Sequence[str]) -> str:
    """The power that may give all the orders of a line, `usual` before the others; "" where none of `own` may."""
    variant, rules = variant_of(game), game.settings.rules
    position = game.phase.position if game.phase else None
    for power in dict.fromkeys((usual, *own)):
        if position is None:
            break
        orders = [one for one in read_orders(variant, position, power, line, rules) if not isinstance(one, Complaint)]
        causes = [illegal(variant, position, order, rules) for order in orders]
        if orders and not any(cause is not None and cause.code in ("no_unit", "not_owner") for cause in causes):
            return power
    return ""


def _heading_of(board: Board, line: NumberedLine) -> tuple[str, str]:
    """The power that a line names before what it says, and that rest; "" where it names none, or says no order."""
    text = line.text.strip()
    marked = _MARKED.fullmatch(text) or _HEADED.fullmatch(text)
    if line.label is not Label.OWN or (marked is None and len(text) > _LONGEST):
        return "", ""
    if marked is None:
        # A name in capitals and alone is a heading too; as a signature it has no orders below.
        alone = text.isupper() and len(text) > 2 and any(text.lower() == one.name.lower() for one in board.powers)
        return (read_power(board, text) or "", "") if alone else ("", "")
    words = marked.groupdict()
    name = re.sub(r"\s+orders$", "", words.get("name") or words.get("letter") or "", flags=re.IGNORECASE)
    power, rest = read_power(board, name), words["rest"].strip()
    if power is None or (rest and not looks_like_order(rest, board)):
        return "", ""
    return power, rest


def _refused(scene: Scene, game: Game, board: Board, power: str, block: Sequence[_Line]) -> list[ReceiptLine]:
    """The lines under the name of a power that the sender does not order for; what is no order stays a remark."""
    name, own = board.power(power).name, [board.power(one).name for one in _powers(scene, game)]
    orders = "you order for" if scene.acting else "you play"
    problem = f"This is for {name}, and {orders} {listed(tuple(own))}." if own else f"This is for {name}."
    leads = scene.leads(game) and not scene.acting
    complaint = Complaint(
        kind="refused",
        problem=problem,
        expected=f"BECOME {name}, on a line above" if leads else "",
        example=f"BECOME {name}" if leads else "",
    )
    told = []
    for one in block:
        meant = not one.heads and any(looks_like_order(one.line.text, *form) for form in forms_of((game,)))
        placed = replace(complaint, line=one.line.number, text=one.line.text) if meant else None
        fate = "error" if meant else "note"
        told.append(ReceiptLine(number=one.line.number, text=one.line.text, fate=fate, complaint=placed))
    return told
