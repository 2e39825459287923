"""Which of the phases a game has played are wanted, and what the store brings of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from judge.game.phases import Phase, parse_phase, phase_order
from judge.game.turns import Turn

MOST_TURNS = 60  # read for one answer, which is full before that


class Choice(Protocol):
    """A choice among the phases that have been played."""

    def choose(self, phases: Sequence[Phase]) -> tuple[int, ...]:
        """The places of those wanted, in order; `phases` all that have been played, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The phases from `first` to `last`, tags or years, "" for as far as it goes.

    Shape: `after` leaves out the first itself, `before` the last; of a year that is all of it; `among` the tags of
    those that are wanted besides, None for any.
    """

    first: str = ""
    last: str = ""
    after: bool = False
    before: bool = False
    among: frozenset[str] | None = None

    def covers(self, phase: Phase) -> bool:
        """Whether a phase lies in the span."""
        if self.among is not None and phase.tag not in self.among:
            return False
        begun = not self.first or _side(phase, self.first) >= int(self.after)
        return begun and (not self.last or _side(phase, self.last) <= -int(self.before))

    def choose(self, phases: Sequence[Phase]) -> tuple[int, ...]:
        """The places of the phases in the span, the first `MOST_TURNS` of them."""
        return tuple(place for place, phase in enumerate(phases) if self.covers(phase))[:MOST_TURNS]


def read_phase(tag: str) -> Phase:
    """The phase of a tag that was written by the judge. Refuses: ValueError for any other text."""
    phase = parse_phase(tag)
    if phase is None:
        raise ValueError(f"{tag} is no phase")
    return phase


def _side(phase: Phase, mark: str) -> int:
    """Where a phase lies beside a tag or a year: -1 before it, 0 in it, 1 after it."""
    meant = parse_phase(mark)
    if meant is None:
        return (phase.year > int(mark)) - (phase.year < int(mark))
    return (phase_order(phase) > phase_order(meant)) - (phase_order(phase) < phase_order(meant))


@dataclass(frozen=True, slots=True)
class NoTurns:
    """No phase at all: only what all of them are called is asked for."""

    def choose(self, _phases: Sequence[Phase]) -> tuple[int, ...]:
        """No place."""
        return ()


@dataclass(frozen=True, slots=True)
class LastOfYears:
    """The last phase of each year that has been played."""

    def choose(self, phases: Sequence[Phase]) -> tuple[int, ...]:
        """The places of the last of each year, in order."""
        return tuple(sorted({phase.year: place for place, phase in enumerate(phases)}.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a game has played: `tags` of all its phases, in order, and the `turns` that were asked for, oldest first."""

    tags: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()


Read = Callable[[Choice], Past]


def no_past(_choice: Choice) -> Past:
    """Nothing, of a game that is not there."""
    return Past()
