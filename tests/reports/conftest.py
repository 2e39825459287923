"""A year of a Standard game to report on, and the comparison with the files in `golden/`."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.adjudication.turns import owed, play_turn, start_position
from judge.game.orders import Build, Convoy, Hold, Move, Order, Retreat, Support
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn
from judge.game.units import UnitKind
from judge.game.variant import Variant
from judge.reports.cards import Card, PowerLine, Reader
from judge.variants import find_variant

GOLDEN = Path(__file__).parent / "golden"
NOW = datetime(2027, 1, 3, 12, 30, tzinfo=UTC)
DEADLINE = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
A, F = UnitKind.ARMY, UnitKind.FLEET
PLAYERS = {
    "austria": "Jonas", "england": "Beth", "france": "Anna Berg", "germany": "Kai", "italy": "Lucia",
    "russia": "Olga", "turkey": "Emre",
}  # fmt: skip


@dataclass(frozen=True)
class Story:
    """A variant, the position at the start and the turns of a year; cards and readers for any position."""

    variant: Variant
    opening: Position
    turns: tuple[Turn, ...]
    now: datetime = NOW

    def card(self, position: Position | None, **facts: object) -> Card:
        known: dict[str, object] = {
            "name": "dunkirk", "variant": "standard", "title": "Standard", "address": "judge+dunkirk@example.net",
            "state": "running", "position": position, "deadline": DEADLINE, "zone": "Europe/London",
            "master": "Max Frei", "powers": tuple(PowerLine(power=power, player=PLAYERS[power]) for power in PLAYERS),
        }  # fmt: skip
        return Card(**(known | facts))  # type: ignore[arg-type]

    def reader(self, position: Position, power: str | None, orders: Sequence[Order] = (), **facts: object) -> Reader:
        reader = Reader(name=PLAYERS.get(power or "", "Max Frei"), zone="Europe/Berlin", power=power)
        if power is not None:
            reader = replace(reader, owed=owed(self.variant, position, power), orders=tuple(orders))
        return replace(reader, **facts)  # type: ignore[arg-type]

    def play(self, position: Position, orders: Sequence[Order]) -> Turn:
        return play_turn(self.variant, position, orders, Rules())


def _move(power: str, kind: UnitKind, at: str, to: str) -> Move:
    return Move(power=power, kind=kind, at=at, to=to)


SPRING: tuple[Order, ...] = (
    _move("austria", A, "bud", "ser"),
    Hold(power="austria", kind=F, at="tri"),
    _move("england", F, "edi", "nwg"),
    _move("england", F, "lon", "nth"),
    _move("england", A, "lvp", "yor"),
    _move("france", A, "par", "bur"),
    _move("france", A, "mar", "spa"),
    _move("france", F, "bre", "mao"),
    _move("germany", A, "mun", "bur"),
    _move("germany", F, "kie", "den"),
    _move("italy", A, "ven", "tyr"),
    _move("italy", A, "rom", "ven"),
    _move("italy", F, "nap", "ion"),
    _move("russia", F, "stp/sc", "bot"),
    _move("russia", A, "war", "gal"),
    _move("russia", F, "sev", "bla"),
    _move("turkey", F, "ank", "bla"),
    _move("turkey", A, "con", "bul"),
)
FALL: tuple[Order, ...] = (
    Support(power="austria", kind=A, at="vie", target="tri", target_kind=F, target_power="austria"),
    Hold(power="austria", kind=F, at="tri"),
    Convoy(power="england", kind=F, at="nth", target="yor", to="nwy", target_kind=A, target_power="england"),
    Move(power="england", kind=A, at="yor", to="nwy", convoyed=True),
    Support(power="england", kind=F, at="nwg", target="yor", to="nwy", target_kind=A, target_power="england"),
    _move("france", F, "mao", "por"),
    _move("germany", F, "den", "swe"),
    _move("germany", A, "mun", "ruh"),
    _move("italy", A, "tyr", "tri"),
    Support(power="italy", kind=A, at="ven", target="tyr", to="tri", target_kind=A, target_power="italy"),
    _move("italy", F, "ion", "tun"),
    _move("russia", F, "bot", "swe"),
    _move("russia", A, "gal", "vie"),
    Support(power="turkey", kind=A, at="bul", target="ser", target_kind=A, target_power="austria"),
)
RETREATS: tuple[Order, ...] = (Retreat(power="austria", kind=F, at="tri", to="alb"),)
BUILDS: tuple[Order, ...] = (
    Build(power="france", kind=A, at="par"),
    Build(power="france", kind=F, at="bre"),
    Build(power="italy", kind=F, at="nap"),
    Build(power="england", kind=F, at="lon"),
)


@pytest.fixture(scope="session")
def story() -> Story:
    """The game that `tell_story` tells."""
    return tell_story()


def tell_story() -> Story:
    """The year 1901 of a game: a standoff, a convoy, a cut support, a dislodgement, a retreat, builds."""
    variant = find_variant("standard")
    opening = start_position(variant)
    story = Story(variant, opening, ())
    position, turns = opening, []
    for orders in (SPRING, FALL, RETREATS, BUILDS):
        turns.append(story.play(position, orders))
        position = turns[-1].after
    return replace(story, turns=tuple(turns))


@pytest.fixture
def same_as_golden() -> Callable[[str, str], None]:
    """Compares a text with `golden/NAME.txt`. With JUDGE_GOLDEN=write in the environment it writes the file anew."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("JUDGE_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no {path.name}: run the tests once with JUDGE_GOLDEN=write and read what it wrote"
        assert text == path.read_text(encoding="utf-8")

    return compare
