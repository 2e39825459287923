"""What people say who ask for a power of a running game: which units they would have there."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import KeepOrders
from judge.desk.office import Scene
from judge.desk.orders import Taken
from judge.desk.outsiders import plea_of
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game, OpenPhase
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance
from judge.game.lines import Label, NumberedLine
from judge.game.orders import Order
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.reports.cards import ReceiptLine


def take_wishes(scene: Scene, lines: Sequence[NumberedLine], *, room: int) -> Taken | None:
    """Lines of somebody who has asked for a power and has none yet; None where the sender is no such person.

    Rule: V13, a leader to come may say in his letter which units are to come up.
    Shape: each line stands alone; what is no wish is told why. `room` how many lines are read at most.
    """
    game = scene.game
    entrance = None if game is None else variant_of(game).entrance
    if game is None or game.phase is None or entrance is None or scene.speaker.player is None:
        return None
    kept = plea_of(game, scene.player.id)
    if kept is None:
        return None
    plea, told = kept.orders[0], []
    for line in lines[:room]:
        plea, found = _take(game, game.phase, entrance, plea, line)
        told += found
    told += (ReceiptLine(number=line.number, text=line.text, fate="note") for line in lines[room:])
    effect = KeepOrders(phase=game.phase.id, power=kept.power, orders=(plea,))
    return Taken(effects=(effect,) if (plea,) != kept.orders else (), lines=tuple(told), touched=game.name)


def _take(
    game: Game, phase: OpenPhase, entrance: Entrance, plea: Order, line: NumberedLine
) -> tuple[Order, list[ReceiptLine]]:
    """The plea with what the line adds to it, and what the receipt says of the line."""
    told: list[ReceiptLine] = []
    rules, position = game.settings.rules, phase.position
    if line.label is not Label.OWN:
        return plea, told
    for wanted in read_orders(variant_of(game), position, plea.power, line, rules):
        if isinstance(wanted, Complaint):
            told.append(_complained(line, wanted))
            continue
        with_wish = entrance.wish(position, plea, wanted, rules)
        if isinstance(with_wish, Complaint):
            told.append(_complained(line, with_wish))
        else:
            plea = with_wish
            name = position.board.power(plea.power).name
            words = f"{word_order(position.board, wanted)} (with your plea for {name})"
            told.append(ReceiptLine(number=line.number, text=line.text, fate="ok", said=words))
    return plea, told


def _complained(line: NumberedLine, complaint: Complaint) -> ReceiptLine:
    if complaint.kind == "note":
        return ReceiptLine(number=line.number, text=line.text, fate="note")
    placed = replace(complaint, line=line.number, text=line.text)
    return ReceiptLine(number=line.number, text=line.text, fate="error", complaint=placed)
