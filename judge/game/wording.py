"""Orders in canonical words: what receipts and results say, and what the order grammar reads back as the same order.

Each class of orders has one function here. A variant that brings a class of its own registers its function
beside these with `wording.register`.
"""

from functools import singledispatch

from judge.board import Board
from judge.game.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.game.units import UnitKind


def word_order(board: Board, order: Order) -> str:
    """The canonical wording of an order: `A Par - Bur`, `F Lon S A Yor - Nwy`, `build F StP/sc`.

    Refuses: TypeError for an order of a class that nobody has registered.
    """
    return wording.dispatch(type(order))(order, board)


_ARMY = UnitKind.ARMY


def word_unit(board: Board, kind: UnitKind | None, at: str) -> str:
    """The unit as players write it, `F Spa/sc`; without the letter when its kind is not known."""
    written = board.write(at)
    return written if kind is None else f"A {written}" if kind is _ARMY else f"F {written}"


@singledispatch
def wording(order: Order, _board: Board) -> str:
    """The words for one class of orders; the order comes first so that its class decides."""
    raise TypeError(f"no words for orders of the class {type(order).__name__}")


@wording.register
def _word_hold(order: Hold, board: Board) -> str:
    return f"{word_unit(board, order.kind, order.at)} H"


@wording.register
def _word_move(order: Move, board: Board) -> str:
    way = "".join([f" - {board.write(place)}" for place in (*order.route, order.to)])
    return word_unit(board, order.kind, order.at) + way + (" via convoy" if order.convoyed else "")


@wording.register
def _word_support(order: Support, board: Board) -> str:
    unit = word_unit(board, order.kind, order.at)
    target = word_unit(board, order.target_kind, order.target)
    return f"{unit} S {target}" + ("" if order.to is None else f" - {board.write(order.to)}")


@wording.register
def _word_convoy(order: Convoy, board: Board) -> str:
    unit = word_unit(board, order.kind, order.at)
    return f"{unit} C {word_unit(board, order.target_kind, order.target)} - {board.write(order.to)}"


@wording.register
def _word_retreat(order: Retreat, board: Board) -> str:
    return f"{word_unit(board, order.kind, order.at)} - {board.write(order.to)}"


@wording.register
def _word_disband(order: Disband, board: Board) -> str:
    return f"{word_unit(board, order.kind, order.at)} disband"


@wording.register
def _word_build(order: Build, board: Board) -> str:
    return f"build {word_unit(board, order.kind, order.at)}"


@wording.register
def _word_remove(order: Remove, board: Board) -> str:
    return f"remove {word_unit(board, order.kind, order.at)}"


@wording.register
def _word_waive(order: Waive, _board: Board) -> str:
    return "waive" if order.count is None else f"waive {order.count}"
