"""A turn played: from one position to the next."""

from dataclasses import dataclass

from judge.game.outcomes import Outcome
from judge.game.phases import Phase
from judge.game.position import Position

PROVINCE = "province"  # the kind of events that tell how a province stands now; reports list them by themselves


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened and is no order.

    Shape: `kind` a word for programs, `text` one sentence for people, `places` and `powers` those it is about.
    """

    kind: str
    text: str
    places: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One phase adjudicated.

    Shape: `outcomes` one for every order and one for every unit without an order (a Hold not `given`, in
    retreats a Disband, in adjustments the removals chosen by rule), sorted by power and place; `after` is the
    position that the next phase starts from, its phase already the next in which someone has something to
    do; `passed` the phases skipped on the way, in order; `winner` the powers that have won, else empty; `left`
    the position as the phase that was played left it, before the calendar moved on, None when not kept; `stages`
    the titles of the stages that the phase was adjudicated in, empty when there was only one.
    """

    before: Position
    outcomes: tuple[Outcome, ...]
    after: Position
    passed: tuple[Phase, ...] = ()
    events: tuple[Event, ...] = ()
    winner: tuple[str, ...] = ()
    left: Position | None = None
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """What a power still has to decide in a phase.

    Shape: `units` locations that may be ordered; `builds` and `removals` how many, at most one of them over 0;
    `sites` the home centers open for builds, `siteless` how many builds beyond can only be waived; `may` examples, in
    words, of orders that nobody has to give: none of them is ever missing, but the power has not decided until it has
    given one or said that it is ready.
    """

    units: tuple[str, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[str, ...] = ()
    siteless: int = 0
    may: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the power has no choice at all in this phase."""
        return not (self.units or self.builds or self.removals or self.may)
