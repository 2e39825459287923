"""The answer to TRY: what was supposed, what would come of it, and where the units would stand."""

from dataclasses import dataclass

from judge.game.phases import PhaseKind
from judge.game.turns import PROVINCE, Turn
from judge.reports.cards import Card
from judge.reports.centers import count_lines, owner_lines, shows_centers, unit_lines
from judge.reports.folding import fold
from judge.reports.names import power_names
from judge.reports.outcomes import dislodgement_lines, outcome_lines
from judge.reports.pages import page
from judge.reports.phrases import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposed:
    """The orders that a power was taken to give, in words; `own` for the reader's own power."""

    power: str
    orders: tuple[str, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of a trial that gave no order: its number and text, why, and what would have worked, "" for nothing."""

    line: int
    text: str
    problem: str
    example: str = ""


_ELSE = {
    PhaseKind.MOVEMENT: "Units that are not named hold.",
    PhaseKind.RETREAT: "Units that are not named are disbanded.",
    PhaseKind.ADJUSTMENT: "Builds that are not named are waived, and removals are chosen by rule.",
}


def trial(
    card: Card,
    turn: Turn,
    supposed: tuple[Supposed, ...],
    faults: tuple[Fault, ...],
    *,
    more: int = 0,
    standings: tuple[tuple[str, str], ...] = (),
) -> str:
    """The result of a trial; `more` faults that are not told, `standings` as in a card, after the turn."""
    phase = turn.before.phase
    return page(
        "anyone/trial",
        card=card,
        phase=phase,
        supposed=_supposed_lines(supposed),
        rest=_ELSE.get(phase.kind, "Nobody else orders anything."),
        faults=faults,
        more=more,
        outcomes=outcome_lines(turn),
        dislodged=dislodgement_lines(turn),
        events=tuple(event.text for event in turn.events if event.kind != PROVINCE),
        provinces=tuple({event.places: event.text for event in turn.events if event.kind == PROVINCE}.values()),
        after=turn.after.phase,
        passed=tuple(phase.tag for phase in turn.passed),
        units=unit_lines(turn.after),
        owners=owner_lines(turn.after) if shows_centers(turn) else (),
        counts=count_lines(turn.after, over=bool(turn.winner), standings=standings) if shows_centers(turn) else (),
        winner=listed(power_names(turn.after.board, turn.winner)),
    )


def _supposed_lines(supposed: tuple[Supposed, ...]) -> tuple[str, ...]:
    names = [f"{one.power} (you)" if one.own else one.power for one in supposed]
    width = max((len(name) for name in names), default=0) + 4
    return tuple(
        line
        for name, one in zip(names, supposed, strict=True)
        for line in fold(", ".join(one.orders), f"  {name}".ljust(width))
    )
