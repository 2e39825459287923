"""What people write in a case who play no power: the plea by which they ask for one."""

import re

from judge.board import province_of
from judge.game.complaints import Complaint
from judge.game.entrance import Entrance, Petition
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.variant import Variant
from judge.language.orders import read_orders
from judge.language.powers import read_power
from judge.language.units import read_place

_ASKED = re.compile(
    r"\s*(?:join\b(?:.*?\bas)?|claim)\s+(?P<nation>.+?)(?:\s+by\s+(?:an?\s+)?revolution\s+in\s+(?P<center>.+?))?[\s.!]*",
    re.IGNORECASE,
)


def read_outsider(
    variant: Variant, entrance: Entrance, position: Position, who: str, text: str, rules: Rules
) -> Order | str:
    """The plea in an outsider's letter, `JOIN AS nation BY REVOLUTION IN center` or `CLAIM nation`, or what is wrong.

    Shape: the lines below the first say what units he wants.
    """
    first, *others = text.splitlines() or [""]
    asked = _ASKED.fullmatch(first)
    if asked is None:
        return "this is neither JOIN AS nation BY REVOLUTION IN center nor CLAIM nation"
    words = asked["nation"]
    # the name of the game may stand before that of the nation
    nation = read_power(position.board, words) or read_power(position.board, words.partition(" ")[2])
    if nation is None:
        return f"{words} is no nation of this board"
    center = read_place(variant, position.board, asked["center"]) if asked["center"] else ""
    if center is None:
        return f"{asked['center']} is no place on this board, or could be several"
    wishes = [
        read
        for number, line in enumerate(others, 2)
        for read in read_orders(variant, position, nation, NumberedLine(number, line), rules)
        if not isinstance(read, Complaint)
    ]
    plea = entrance.plead(position, Petition(power=nation, by=who, center=province_of(center)), rules)
    if isinstance(plea, Complaint):
        return plea.problem
    for wanted in wishes:
        with_wish = entrance.wish(position, plea, wanted, rules)
        plea = plea if isinstance(with_wish, Complaint) else with_wish
    return plea
