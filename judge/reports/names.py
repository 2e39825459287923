"""How powers, units and orders are named to people."""

from judge.board import Board
from judge.game.orders import Convoy, Order, Support
from judge.game.position import Position
from judge.game.wording import word_order, word_unit


def power_name(board: Board, power: str) -> str:
    """A power's name; for an owner that is no power of the board, its id with a capital letter."""
    return next((one.name for one in board.powers if one.id == power), power.capitalize())


def power_names(board: Board, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The names of powers in the order of the board, each once."""
    ranks = {power.id: rank for rank, power in enumerate(board.powers)}
    return tuple(power_name(board, power) for power in sorted(set(powers), key=lambda one: (ranks.get(one, 99), one)))


def powers_at_table(position: Position) -> tuple[str, ...]:
    """All powers to show for a position: those of the board in its order, then other owners by id."""
    known = tuple(power.id for power in position.board.powers)
    owners = {owner for _, owner in position.centers} | {unit.power for unit in position.units}
    return known + tuple(sorted(owners - set(known)))


def unit_at(position: Position, location: str, power: str | None = None) -> str:
    """The unit that has to be ordered at a place (`A Par`), in retreats a dislodged one, of two the power's.

    The words given if there is none.
    """
    if not position.board.has(location):
        return location
    dislodged = position.dislodged_in(location, power)
    unit = dislodged.unit if dislodged else position.unit_in(location)
    return word_unit(position.board, unit.kind, unit.at) if unit else position.board.write(location)


def tell_order(position: Position, order: Order) -> str:
    """An order in canonical words, with the nation before another power's unit: `F Lon S French A Bel - Hol`."""
    words = word_order(position.board, order)
    if not isinstance(order, Support | Convoy):
        return words
    helped = position.unit_in(order.target)
    owner = helped.power if helped else order.target_power
    adjective = next((one.adjective for one in position.board.powers if one.id == owner), "")
    if not adjective or owner == order.power:
        return words
    letter = " S " if isinstance(order, Support) else " C "
    return words.replace(letter, f"{letter}{adjective} ", 1)
