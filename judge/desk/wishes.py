"""What an outsider wants of the nation that he has asked for: orders in his letter, kept with his plea."""

from collections.abc import Sequence

from judge.desk.effects import KeepOrders
from judge.desk.office import Scene
from judge.desk.orders import Taken, turned_away
from judge.desk.outsiders import plea_of
from judge.desk.posts import variant_of
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.wording import word_order
from judge.language.orders import read_orders
from judge.reports.cards import ReceiptLine


def take_wishes(scene: Scene, lines: Sequence[NumberedLine], *, room: int) -> Taken | None:
    """What the lines say of the units that are to come up; None when the sender has asked for nothing.

    Rule: V13: they come with the letter that asks, or in a later one before the plea is decided.
    Shape: `room` how many lines are read at most.
    """
    game = scene.game
    if game is None or game.phase is None:
        return None
    entrance, kept = variant_of(game).entrance, plea_of(game, scene.player.id)
    if entrance is None or kept is None:
        return None
    plea, told = kept.orders[0], []
    position, rules = game.phase.position, game.settings.rules
    name = position.board.power(plea.power).name
    refused = Complaint(
        kind="refused",
        problem=f"You do not lead {name} yet, and can only say what units you want if a revolution frees a province.",
    )
    for line in lines[:room]:
        for read in read_orders(variant_of(game), position, plea.power, line, rules):
            wished = plea if isinstance(read, Complaint) else entrance.wish(plea, (read,))
            if isinstance(read, Complaint) or wished == plea or line.label is not Label.OWN:
                told.append(turned_away(scene, line, refused))
                break
            said = f"{word_order(position.board, read)} (with your plea for {name})"
            told.append(ReceiptLine(number=line.number, text=line.text, fate="ok", said=said))
            plea = wished
    kept_so = KeepOrders(phase=game.phase.id, power=kept.power, orders=(plea,))
    return Taken(effects=(kept_so,) if plea != kept.orders[0] else (), lines=tuple(told), touched=game.name)
