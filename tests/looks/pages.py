"""Pages and boards to look at: every kind of mail, every game and board at its start, in mid-game and crowded."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from judge.adjudication.turns import owed, play_turn, start_position
from judge.board import ProvinceKind
from judge.game.mails import Body
from judge.game.phases import parse_phase
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import Unit, UnitKind
from judge.pictures.picture import palette_styles, sheets
from judge.pictures.raster import rasterized
from judge.pictures.views import View, view_of_position, view_of_turn
from judge.reports import webpages
from judge.reports.cards import Card, PowerLine, Reader
from judge.variants import find_variant
from tests.looks.mails import mails
from tests.pictures.conftest import PLAYED, random_game
from tests.variants.colonial_phases import random_orders

NOW = datetime(2027, 1, 3, 12, 30, tzinfo=UTC)
DEADLINE = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
CROWD = 64  # units


@dataclass(frozen=True)
class Page:
    """A page to look at: its name, what the mail says, the turn that its picture shows, None for the opening."""

    name: str
    body: Body
    turn: Turn | None = None


def boards() -> Iterator[tuple[str, View]]:
    """Every board with its name: at the start, after phases of a random game, and crowded."""
    for name in PLAYED:
        yield f"{name}-start", view_of_position(start_position(find_variant(name), Rules()), name)
        for number, turn in enumerate(random_game(name, 11, 9), 1):
            if number in (1, 2, 5, 9):
                yield f"{name}-{number}", view_of_turn(turn, name)
        yield f"{name}-crowded", view_of_turn(crowded_turn(name), name)


def pages(phases: int = 6) -> Iterator[Page]:
    """Every page: all kinds of mails, and results of all games, of their first phases and of a crowded one."""
    for name, body in mails():
        yield Page(name, body)
    for name in (*PLAYED, "seismic"):
        for number, turn in enumerate(random_game(name, 11, phases), 1):
            yield Page(f"result-{name}-{number}", result_of(name, turn, pictured=number == 1), turn)
        turn = crowded_turn(name)
        yield Page(f"result-{name}-crowded", result_of(name, turn, pictured=True), turn)


def crowded_turn(name: str) -> Turn:
    """A phase of movement in which 64 units stand on the board, or one in each province where there are less."""
    variant, rng = find_variant(name), random.Random(11)
    position = crowded(start_position(variant, Rules()), rng)
    return play_turn(variant, position, random_orders(rng, variant, position), Rules())


def crowded(position: Position, rng: random.Random) -> Position:
    """The same board with every center owned, in a later fall, and with as many units as a phase may see."""
    board = position.board
    powers = [power.id for power in board.powers if power.seated]
    units = []
    for place in rng.sample([one.id for one in board.provinces], min(CROWD, len(board.provinces))):
        harbors, power = board.fleet_locations(place), rng.choice(powers)
        afloat = bool(harbors) and (board.province(place).kind is ProvinceKind.SEA or rng.random() < 0.3)
        units.append(Unit(UnitKind.FLEET, harbors[0], power) if afloat else Unit(UnitKind.ARMY, place, power))
    phase = parse_phase(f"F{position.phase.year + 9}M")
    assert phase is not None
    owners = tuple((center, rng.choice(powers)) for center in board.centers())
    return replace(
        position, phase=phase, units=tuple(sorted(units, key=lambda one: one.sort_key)), centers=owners, dislodged=()
    )


def result_of(name: str, turn: Turn, *, pictured: bool) -> Body:
    """The result as the power reads it that has most to do next."""
    variant, board = find_variant(name), turn.before.board
    seats = [power.id for power in board.powers if power.seated]
    due = {power: owed(variant, turn.after, power) for power in seats}
    reader = max(seats, key=lambda power: (not due[power].nothing, len(due[power].units)))
    card = Card(
        name="dunkirk", variant=name, title=name, address="judge+dunkirk@example.net", state="running",
        position=turn.after, deadline=DEADLINE, zone="Europe/Berlin",
        powers=tuple(PowerLine(power=power, player="Ada") for power in seats),
    )  # fmt: skip
    who = Reader(
        name="Ada", zone="Europe/Berlin", power=reader, owed=due[reader],
        outlook=variant.outlook(turn.after, reader, Rules()), hint=variant.hint(turn.after, reader),
    )  # fmt: skip
    return webpages.result(turn, card, who, NOW, pictured=pictured)


def png(view: View) -> bytes:
    """The picture of a view."""
    return rasterized(sheets(view), palette_styles(view))
