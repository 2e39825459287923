"""TRY: what would come of orders if others ordered so and so. Nothing is stored, and nobody but the sender sees it.

Of the orders that stand in the game only the sender's own are looked at.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.adjudication.legality import illegal
from judge.adjudication.turns import owed, play_turn
from judge.board import province_of
from judge.desk.office import Decision, Scene, refuse
from judge.desk.orders import merge
from judge.desk.outsiders import plea_of, pleas_to_play
from judge.desk.posts import card_of, standings_of, variant_of
from judge.desk.snapshot import Game, GameState, OpenPhase
from judge.desk.visitors import game_to_show
from judge.game.causes import tell_cause
from judge.game.commands import Try
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.orders import Order
from judge.game.wording import word_order
from judge.language.gathering import gather
from judge.language.orders import read_orders
from judge.language.powers import read_power
from judge.reports import texts
from judge.reports.trials import Fault, Supposed

MAX_LINES = 200  # of one trial
MAX_FAULTS = 20  # told of one trial
_NOTE = re.compile(r"\s*(//|#)")
_OWN = frozenset({"me", "mine", "my", "own", "my orders", "mine too"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What is written in a trial while it is read: the orders of each power, and the lines that gave none."""

    game: Game
    phase: OpenPhase
    own: str | None
    orders: dict[str, list[Order]] = field(default_factory=dict)
    written: dict[str, list[Order]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def try_out(scene: Scene, command: Try) -> Decision:
    """The result that the open phase would have with these orders, for the sender alone."""
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    if game.phase is None or not game.state.is_under_way:
        state = "has not begun" if game.state is GameState.FORMING else "is over"
        return refuse(f"The game {game.name} {state}; there is nothing to try.", expected="a running game")
    if len(command.lines) > MAX_LINES:
        return refuse(f"A trial may have {MAX_LINES} lines, and this one has {len(command.lines)}.")
    seat = scene.seat(game)
    sheet = Sheet(game=game, phase=game.phase, own=seat.power if seat else None)
    if sheet.own is not None:
        sheet.orders[sheet.own] = list(game.phase.orders_of(sheet.own).orders)
    _read(sheet, [NumberedLine(number, text) for number, text in command.lines])
    variant, phase = variant_of(game), game.phase
    played = [order for orders in sheet.orders.values() for order in orders]
    turn = play_turn(variant, phase.position, (*played, *_own_plea(scene, game)), game.settings.rules)
    section = texts.trial(
        card_of(scene.office, game), turn, _supposed(sheet), tuple(sheet.faults[:MAX_FAULTS]),
        more=max(0, len(sheet.faults) - MAX_FAULTS), standings=standings_of(variant, turn.after),
    )  # fmt: skip
    tag = phase.position.phase.tag
    said = f"A trial of {tag} in {game.name}; nothing is stored. The result is below."
    faults = len(sheet.faults)
    left_out = f"{'One line' if faults == 1 else f'{faults} lines'} of the trial gave no order; see below."
    note = Complaint(kind="note", problem=left_out) if faults else None
    return Decision(said=said, section=section, complaint=note)


def _own_plea(scene: Scene, game: Game) -> tuple[Order, ...]:
    """What the sender himself asks for from outside; what others ask for is nobody's business."""
    plea = plea_of(game, scene.player.id)
    if plea is None or game.phase is None:
        return ()
    return pleas_to_play(replace(game, phase=replace(game.phase, order_sets=(plea,))))


def _read(sheet: Sheet, lines: Sequence[NumberedLine]) -> None:
    """Every line on its own; a power alone on a line heads those below it, one before an order goes with that order."""
    kept = [line for line in lines if line.text.strip() and not _NOTE.match(line.text)]
    power = sheet.own
    for line in gather(variant_of(sheet.game), kept):
        heading = _headed(sheet, line.text)
        if heading is not None:
            power = heading
            continue
        whose, text = _prefixed(sheet, line.text)
        _take(sheet, replace(line, text=text), whose or power)


def _headed(sheet: Sheet, text: str) -> str | None:
    """The power whose name is all there is on a line: `Germany:`, `Germany`, `mine:`."""
    words = text.strip().rstrip(":. ").lower()
    if sheet.own is not None and words in _OWN:
        return sheet.own
    if not text.rstrip().endswith(":") and len(words) < 4:
        return None
    return read_power(sheet.phase.position.board, words)


def _prefixed(sheet: Sheet, text: str) -> tuple[str | None, str]:
    """The power that is named before an order, and the order, where it stood: `Germany: A Mun - Bur`."""
    board = sheet.phase.position.board
    before, colon, _ = text.partition(":")
    if colon and (power := read_power(board, before)) is not None:
        return power, " " * (len(before) + 1) + text[len(before) + 1 :]
    words = [*re.finditer(r"\S+", text)][:4]
    for last in reversed(words[:3]):
        name = " ".join(text[: last.end()].lower().replace("-", " ").replace("'s", "").split())
        found = next((one.id for one in board.powers if name in _full_names(one.name, one.adjective)), None)
        if found is not None:
            return found, " " * last.end() + text[last.end() :]
    return None, text


def _full_names(*names: str) -> frozenset[str]:
    return frozenset(name.lower().replace("-", " ") for name in names if name)


def _take(sheet: Sheet, line: NumberedLine, power: str | None) -> None:
    """The orders of a line: for whose unit each is, else for the power the line is for; or why there are none."""
    variant, position, rules = variant_of(sheet.game), sheet.phase.position, sheet.game.settings.rules
    for one in _orders(sheet, line, power or position.board.powers[0].id):
        if isinstance(one, Complaint):
            if one.kind != "note" or one.expected:
                _fault(sheet, line, one.problem, one.example)
            continue
        cause = illegal(variant, position, one, rules)
        if power is None and not one.at:
            name = position.board.powers[0].name
            _fault(sheet, line, "It is not said whose order this is.", f"{name}: {line.text.strip()}")
        elif cause is not None:
            _fault(sheet, line, f"{word_order(position.board, one)}: {tell_cause(position.board, cause)}.")
        else:
            due = owed(variant, position, one.power)
            merge(sheet.orders.setdefault(one.power, []), one, due)
            merge(sheet.written.setdefault(one.power, []), one, due)


def _fault(sheet: Sheet, line: NumberedLine, problem: str, example: str = "") -> None:
    sheet.faults.append(Fault(line.number, line.text.strip(), problem, example))


def _orders(sheet: Sheet, line: NumberedLine, power: str) -> list[Order | Complaint]:
    """What a line says in the name of this power; an order for another's unit as that other would say it."""

    def read(name: str) -> tuple[Order | Complaint, ...]:
        return read_orders(variant_of(sheet.game), sheet.phase.position, name, line, sheet.game.settings.rules)

    found = list(read(power))
    owners = [power if isinstance(one, Complaint) else _owner(sheet, one) for one in found]
    for owner in sorted({*owners} - {power}):
        theirs = read(owner)
        if len(theirs) == len(found):
            found = [theirs[place] if owners[place] == owner else one for place, one in enumerate(found)]
    return found


def _owner(sheet: Sheet, order: Order) -> str:
    """Whose the unit is that an order is for; of a place without one, whose the center is."""
    position = sheet.phase.position
    if not order.at:
        return order.power
    dislodged, unit = position.dislodged_in(order.at, order.power), position.unit_in(order.at)
    there = dislodged.unit if dislodged is not None else unit
    return (there.power if there is not None else position.owner_of(province_of(order.at))) or order.power


def _supposed(sheet: Sheet) -> tuple[Supposed, ...]:
    """What each power was taken to order, in the order of the board, and what of it stands in the game already."""
    board = sheet.phase.position.board
    found = []
    for power in board.powers:
        orders = sheet.orders.get(power.id, [])
        written = sheet.written.get(power.id, [])
        if orders:
            words = tuple(
                word_order(board, one) + ("" if power.id != sheet.own or one in written else " (as stored)")
                for one in orders
            )
            found.append(Supposed(power=power.name, orders=words, own=power.id == sheet.own))
    return tuple(found)
