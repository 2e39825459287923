"""How people come into a game that is running: what they ask for, what can be had, and who gets it.

The hooks of a variant that lets outsiders in. A plea is an order of a kind of the variant's own: its `power` is the one
that is asked for. It is kept beside the orders of the powers from phase to phase, and is decided when a phase of the
kind `decided` is played, in the order in which the letters came.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from judge.game.complaints import Complaint
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn


class Standing(Enum):
    """How a power stands in a game: played, without a player so far, beaten for now, out for good."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    DEFEATED = "defeated"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Petition:
    """Somebody asks to lead a power: by a revolution in the province `center`, or "" by claiming it.

    Shape: `by` a name for people.
    """

    power: str
    by: str
    center: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A power that can be taken up; `centers` those in which it can rise now, sorted, none when it is just claimed."""

    power: str
    centers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """What a variant says about coming in.

    `plead` makes a plea of a petition, or says why it cannot be had; the plea counts at the next phase of the kind
    `decided` after a movement. `wish` adds to a plea what an order of the power says that he wants there, or says why
    it cannot be had. `openings` tells what can be had in the position, `standing` how a power stands, and `granted`
    which pleas a turn has granted.
    """

    decided: PhaseKind
    plead: Callable[[Position, Petition, Rules], Order | Complaint]
    wish: Callable[[Position, Order, Order, Rules], Order | Complaint]
    openings: Callable[[Position], tuple[Opening, ...]]
    standing: Callable[[Position, str], Standing]
    granted: Callable[[Turn], tuple[Order, ...]]
