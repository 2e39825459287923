"""What comes after what: the phases of a game year as a table."""

from dataclasses import dataclass

from judge.game.phases import Phase, PhaseKind, Season


@dataclass(frozen=True, slots=True)
class Calendar:
    """The stops of one game year, in order; after the last the next year begins with the first."""

    stops: tuple[tuple[Season, PhaseKind], ...]

    def after(self, phase: Phase) -> Phase:
        """The phase that follows, whether or not anyone has something to do in it.

        Refuses: ValueError for a phase that is no stop of this calendar.
        """
        place = self.stops.index((phase.season, phase.kind))
        if place + 1 < len(self.stops):
            season, kind = self.stops[place + 1]
            return Phase(season, phase.year, kind)
        season, kind = self.stops[0]
        return Phase(season, phase.year + 1, kind)


STANDARD_CALENDAR = Calendar(
    (
        (Season.SPRING, PhaseKind.MOVEMENT),
        (Season.SPRING, PhaseKind.RETREAT),
        (Season.FALL, PhaseKind.MOVEMENT),
        (Season.FALL, PhaseKind.RETREAT),
        (Season.WINTER, PhaseKind.ADJUSTMENT),
    )
)
