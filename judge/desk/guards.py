"""Phase guards: what is meant for one phase is never done in another."""

from judge.desk.snapshot import Game, OpenPhase
from judge.game.complaints import Complaint
from judge.game.phases import Phase, PhaseKind, Season, parse_phase

_SEASONS = tuple(Season)
_KINDS = (PhaseKind.MOVEMENT, PhaseKind.REVOLUTION, PhaseKind.RETREAT, PhaseKind.EVENTS, PhaseKind.ADJUSTMENT)


def phase_order(phase: Phase) -> tuple[int, int, int]:
    """A key that sorts phases by when they are played."""
    return (phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind))


def phase_words(phase: OpenPhase) -> str:
    """A phase by its tag and in words: `S1901M (Spring 1901, movement)`."""
    return f"{phase.position.phase.tag} ({phase.position.phase.title})"


def check_tag(game: Game, phase: OpenPhase, tag: str) -> Complaint | None:
    """Why something meant for the phase with this tag cannot be done in the open phase; None when it can."""
    meant, now = parse_phase(tag), phase.position.phase
    if meant == now:
        return None
    if meant is None:
        problem = f"{tag} is no phase."
    elif phase_order(meant) < phase_order(now):
        problem = f"This was for {meant.tag}, which is over; {phase_words(phase)} is open in {game.name} now."
    else:
        problem = (
            f"This is for {meant.tag}, which has not opened; {phase_words(phase)} is open in {game.name} now, "
            "and nothing is kept for later phases."
        )
    return Complaint(
        kind="refused", problem=problem, piece=tag, expected=f"the open phase, {now.tag}", example=f"PHASE {now.tag}"
    )
