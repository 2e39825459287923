"""The order slip: what a reader may order now, as lines that work when they are sent back, edited or not.

Every line is an order or a comment (`#`), so a reply that holds the whole slip is read without a complaint.
Orders that stand already are in it as they stand. A line not yet decided has the harmless default: hold,
disband, waive. Choices are comments from which the reader takes the mark away; they come after the default,
so that the line he frees is the last for its unit and stands.
"""

from judge.board import Board, province_of
from judge.game.orders import Build, Disband, Hold, Order, Remove, Waive
from judge.game.phases import PhaseKind
from judge.game.position import Dislodged, Position
from judge.game.units import Unit, UnitKind
from judge.game.variant import Lesson
from judge.game.wording import word_order, word_unit
from judge.reports.cards import Card, Reader
from judge.reports.folding import fold
from judge.reports.names import unit_at
from judge.reports.phrases import counted


def slip_lines(card: Card, reader: Reader, *, stored: bool = False) -> tuple[str, ...]:
    """The slip of a reader; empty when he has nothing to decide.

    Shape: with `stored` (receipts) lines that are not among his orders are comments, so that what is not one
    is what the judge has.
    """
    position, power = card.position, reader.power
    if position is None or power is None or (reader.owed.nothing and not reader.orders):
        return ()
    match position.phase.kind:
        case PhaseKind.RETREAT:
            return _retreats(position, reader, stored)
        case PhaseKind.ADJUSTMENT:
            due = reader.owed.builds + reader.owed.removals
            lines = _adjustments(position, reader, power, stored) if due or not reader.owed.may else ()
            return (*lines, *_offers(position, reader, besides=lines)) if reader.owed.may else lines
        case _ if reader.owed.may:
            return _offers(position, reader)
        case _:
            return _movements(position, reader, stored)


def owes(card: Card, reader: Reader) -> bool:
    """Whether a mail to this reader asks for orders."""
    return card.state == "running" and reader.power is not None and not reader.owed.nothing


def errand(position: Position, reader: Reader) -> str:
    """What is due from the reader in this phase, in words: `orders for 3 units`, `2 builds`; "" for nothing."""
    if reader.owed.may and not (reader.owed.builds or reader.owed.removals):
        return "an order if you like, or READY"
    if reader.owed.builds:
        return counted(reader.owed.builds, "build")
    if reader.owed.removals:
        return counted(reader.owed.removals, "removal")
    if not reader.owed.units or position.phase.kind is PhaseKind.ADJUSTMENT:
        return ""
    units = counted(len(reader.owed.units), "unit")
    return f"retreats for {units}" if position.phase.kind is PhaseKind.RETREAT else f"orders for {units}"


def missing_words(position: Position, missing: tuple[str, ...], power: str | None = None) -> tuple[str, ...]:
    """What a power has still left open, in words: places as its units there, anything else as it is."""
    return tuple(unit_at(position, place, power) for place in missing)


def _movements(position: Position, reader: Reader, stored: bool) -> tuple[str, ...]:
    board, left = position.board, list(reader.orders)
    lines = []
    for place in reader.owed.units:
        given = next((one for one in left if province_of(one.at) == province_of(place)), None)
        if given is not None:
            left.remove(given)
            lines.append(word_order(board, given))
        elif (unit := position.unit_in(place)) is not None:
            hold = word_order(board, Hold(power=unit.power, kind=unit.kind, at=unit.at))
            lines.append(f"# {hold}" if stored else hold)
    hint = () if stored or reader.hint is None or reader.orders else _hinted(reader.hint)
    return (*lines, *(word_order(board, order) for order in left), *hint)


def _hinted(hint: Lesson) -> tuple[str, ...]:
    """A form of order as comments, which end with the order itself."""
    return (*fold(f"{hint.text}:", "# ", "# "), *(f"# {line}" for line in hint.lines))


def _offers(position: Position, reader: Reader, besides: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The orders given, or what might be: all of it comments, as nobody has to order anything.

    Shape: not the lines that stand in the slip already.
    """
    given = tuple(word_order(position.board, order) for order in reader.orders)
    lines = given if given and not besides else tuple(f"# {example}" for example in reader.owed.may)
    return tuple(line for line in lines if line not in besides and line.removeprefix("# ") not in besides)


def _retreats(position: Position, reader: Reader, stored: bool) -> tuple[str, ...]:
    board, left = position.board, list(reader.orders)
    lines = []
    for place in reader.owed.units:
        one = position.dislodged_in(place, reader.power)
        given = next((order for order in left if province_of(order.at) == province_of(place)), None)
        if given is not None:
            left.remove(given)
        if one is not None:
            lines += _retreat(board, one, given, stored)
    return (*lines, *(word_order(board, order) for order in left))


def _retreat(board: Board, one: Dislodged, given: Order | None, stored: bool) -> list[str]:
    unit = one.unit
    disband = word_order(board, Disband(power=unit.power, kind=unit.kind, at=unit.at))
    first = word_order(board, given) if given else f"# {disband}" if stored else disband
    name = word_unit(board, unit.kind, unit.at)
    ways = [f"{name} - {board.write(place)}" for place in one.retreats]
    return [first, *(f"# {way}" for way in (*ways, disband) if way != first and f"# {way}" != first)]


def _adjustments(position: Position, reader: Reader, power: str, stored: bool) -> tuple[str, ...]:
    board, owed = position.board, reader.owed
    given = [word_order(board, order) for order in reader.orders]
    if owed.builds:
        used = sum((one.count or 1) if isinstance(one, Waive) else isinstance(one, Build) for one in reader.orders)
        note = f"{counted(max(owed.builds - used, 1), 'build')} open; take the # off what you want:"
        choices = [word_order(board, order) for site in owed.sites for order in _builds(board, power, site)]
        if not given:
            waive = word_order(board, Waive(power=power))
            given = [f"# {waive}" if stored else waive]
    else:
        note = f"{counted(owed.removals, 'removal')} due; take the # off what is to go:"
        choices = [word_order(board, _removal(unit)) for unit in position.units_of(power)]
    if sum(isinstance(order, Build | Remove) for order in reader.orders) >= owed.builds + owed.removals:
        return tuple(given)
    options = [f"# {choice}" for choice in choices if choice not in given]
    return (*given, *fold(note, "# ", "# "), *options)


def _builds(board: Board, power: str, site: str) -> tuple[Build, ...]:
    army = Build(power=power, kind=UnitKind.ARMY, at=site)
    fleets = (Build(power=power, kind=UnitKind.FLEET, at=place) for place in board.fleet_locations(site))
    return (army, *fleets)


def _removal(unit: Unit) -> Remove:
    return Remove(power=unit.power, kind=unit.kind, at=unit.at)
