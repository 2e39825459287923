"""What players order in a seismic phase, as values: an event, the coast a fleet is to come to, or nothing."""

from dataclasses import dataclass

from judge.board import Board
from judge.board.events import Seism
from judge.board.wording import word_seism
from judge.game.orders import Order
from judge.game.units import UnitKind
from judge.game.wording import word_unit, wording


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOrder:
    """An event: borders as in `Seism`; no unit carries it out."""

    power: str
    joined: tuple[str, str]
    apart: tuple[str, str] | None = None
    near: tuple[str, ...] = ()
    across: str | None = None
    at: str = ""

    @property
    def seism(self) -> Seism:
        """What is ordered, whoever does."""
        return Seism(apart=self.apart, joined=self.joined, near=self.near, across=self.across)


def order_event(power: str, seism: Seism) -> EventOrder:
    """The order for an event."""
    return EventOrder(
        power=power, apart=seism.apart, joined=seism.joined, near=seism.near, across=seism.across
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastWish:
    """Where a fleet is to be if an event leaves it a choice: at this sea, or on the coast with this suffix. Rule: 8."""

    power: str
    at: str
    coast: str
    kind: UnitKind = UnitKind.FLEET


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEvent:
    """The word that a power orders no event."""

    power: str
    at: str = ""


@wording.register
def _word_event(order: EventOrder, board: Board) -> str:
    return word_seism(board, order.seism)


@wording.register
def _word_wish(order: CoastWish, board: Board) -> str:
    sea = order.coast.rstrip("0123456789")
    coast = board.write(sea) + order.coast.removeprefix(sea) if board.has(sea) else order.coast
    return f"{word_unit(board, order.kind, order.at)} to coast {coast}"


@wording.register
def _word_none(_order: NoEvent, _board: Board) -> str:
    return "no event"


def word(board: Board, order: Order) -> str:
    """The canonical wording of an order of a seismic phase."""
    return wording(order, board)
