"""An order kind as a value: how an order of this kind is read, worded, judged legal and given to the resolver."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.board import Board
from judge.game.complaints import Complaint
from judge.game.orders import Order
from judge.game.outcomes import Cause
from judge.game.phrases import Phrase, PlacePhrase
from judge.game.position import Position
from judge.game.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the language layer does for a reader that a variant brings: where a phrase is read, and how.

    `order` gives the order in a phrase of a rule that the language layer reads itself (`move`), as it would be read
    in a position, this one or another, or the complaint about it; `complain` makes a complaint about the order: what
    is wrong, what would work, and the piece and its column where there is one.
    """

    position: Position
    power: str
    order: Callable[[Phrase, Position], Order | Complaint]
    complain: Callable[[str, str, PlacePhrase | None], Complaint]


def no_options(_position: Position, _power: str) -> Iterable[Order]:
    """No orders: a kind that does not list its options."""
    return ()


def alike_in_words(_order: Order, _other: Order) -> tuple[int, ...]:
    """How like two orders are beyond their words: no more than that."""
    return ()


def foresee_nothing(_position: Position, _order: Order) -> tuple[str, ...]:
    """Nothing to tell of what a possible order would do beyond its words."""
    return ()


def no_caution(_position: Position, _order: Order, _rules: Rules) -> Cause | None:
    """A possible order is done whole."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKind:
    """One kind of order.

    `name` is the word for it in documents and the name of its grammar rule (`move`); `order` the class of its
    values; `phases` the letters of the phase kinds in which it may be given; `word` gives its canonical
    wording; `illegal` tells why the order is impossible in a position whatever others do, None when it is
    possible; `options` gives orders of a power among which are all possible ones; `read` makes an order, or a
    complaint, of the phrase that the rule gave, None when the language layer has a reader for the rule; `caution`
    tells why a part of a possible order will not be done, `foresee` in sentences what it would change if it succeeds,
    `likeness` how like a possible order is to an impossible one of the kind, in numbers that are compared one by one
    before their words are; `beside` whether one stands beside others and decides nothing by itself.
    What the resolver gets for it stands in
    `adjudication/intents.py` or in the variant.
    """

    name: str
    order: type
    phases: str
    word: Callable[[Board, Order], str]
    illegal: Callable[[Position, Order, Rules], Cause | None]
    options: Callable[[Position, str], Iterable[Order]] = no_options
    read: Callable[[Phrase, Reading], Order | Complaint] | None = None
    caution: Callable[[Position, Order, Rules], Cause | None] = no_caution
    foresee: Callable[[Position, Order], tuple[str, ...]] = foresee_nothing
    likeness: Callable[[Order, Order], tuple[int, ...]] = alike_in_words
    beside: bool = False
