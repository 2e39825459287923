"""Pages and boards to look at: every kind of mail, every board at its start, in mid-game and crowded."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from judge.adjudication.turns import start_position
from judge.game.rules import Rules
from judge.pictures.picture import draw, palette_styles
from judge.pictures.raster import rasterized
from judge.pictures.views import View, view_of_position, view_of_turn
from judge.reports import webpages
from judge.reports.cards import Card, PowerLine, Reader
from judge.variants import find_variant
from tests.pictures.conftest import PLAYED, random_game

GOLDEN = Path(__file__).parent.parent / "reports" / "golden"
NOW = datetime(2027, 1, 3, 12, 30, tzinfo=UTC)
DEADLINE = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)


def boards() -> Iterator[tuple[str, View]]:
    """Every board with its name: at the start, and after phases of a random game."""
    for name in PLAYED:
        yield f"{name}-start", view_of_position(start_position(find_variant(name), Rules()), name)
        for number, turn in enumerate(random_game(name, 11, 9), 1):
            if number in (1, 2, 5, 9):
                yield f"{name}-{number}", view_of_turn(turn, name)


def pages() -> Iterator[tuple[str, str]]:
    """Every page with its name: those made of the texts that the tests of reports hold, and results of all games."""
    for path in sorted(GOLDEN.glob("*.txt")):
        yield path.stem, webpages.plain(path.read_text(encoding="utf-8"), path.stem).html
    for name in PLAYED:
        for number, turn in enumerate(random_game(name, 11, 3), 1):
            board = turn.before.board
            reader = next(power.id for power in board.powers if power.seated)
            card = Card(
                name="dunkirk", variant=name, title=name, address="judge+dunkirk@example.net", state="running",
                position=turn.after, deadline=DEADLINE, zone="Europe/Berlin",
                powers=tuple(PowerLine(power=power.id, player="Ada") for power in board.powers if power.seated),
            )  # fmt: skip
            who = Reader(name="Ada", zone="Europe/Berlin", power=reader)
            yield f"result-{name}-{number}", webpages.result(turn, card, who, NOW, pictured=number == 1).html


def png(view: View) -> bytes:
    """The picture of a view."""
    return rasterized(draw(view), palette_styles(view))
