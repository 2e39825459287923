"""An order kind as a value: how an order of this kind is read, worded, judged legal and given to the resolver."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.board import Board
from judge.game.complaints import Complaint
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase
from judge.game.position import Position
from judge.game.rules import Rules


def no_options(_position: Position, _power: str) -> Iterable[Order]:
    """No orders: a kind that does not list its options."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKind:
    """One kind of order.

    `name` is the word for it in documents and the name of its grammar rule (`move`); `order` the class of its
    values; `phases` the letters of the phase kinds in which it may be given; `word` gives its canonical
    wording; `illegal` tells why the order is impossible in a position whatever others do, None when it is
    possible; `options` gives orders of a power among which are all possible ones; `read` makes an order, or a
    complaint, of the phrase that the rule gave in a position for a power, None when the language layer has a
    reader for the rule. What the resolver gets for it stands in `adjudication/intents.py` or in the variant.
    """

    name: str
    order: type
    phases: str
    word: Callable[[Board, Order], str]
    illegal: Callable[[Position, Order, Rules], Cause | None]
    options: Callable[[Position, str], Iterable[Order]] = no_options
    read: Callable[[Phrase, Position, str], Order | Complaint] | None = None
