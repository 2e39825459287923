"""What a game has played, phase by phase: where the units stood, what was ordered, what came of it, and the map."""

from dataclasses import dataclass

from judge.game.position import Position
from judge.game.turns import PROVINCE, Turn
from judge.reports.cards import Card
from judge.reports.centers import count_lines, owner_lines, shows_centers, unit_lines
from judge.reports.maptable import link_lines, place_lines
from judge.reports.names import power_names
from judge.reports.outcomes import dislodgement_lines, outcome_lines
from judge.reports.pages import page
from judge.reports.phrases import listed


@dataclass(frozen=True, slots=True)
class Chapter:
    """One phase of a history: its text, and the lines of the map in it, () for none."""

    text: str
    chart: tuple[str, ...] = ()


def chapter(turn: Turn, standings: tuple[tuple[str, str], ...] = (), shown: tuple[str, ...] | None = None) -> Chapter:
    """A phase that has been played.

    Shape: `standings` as in a card, after the turn; `shown` the lines of the map that was shown last, () when none
    was, None where no map is wanted. A map that is the same is not shown twice.
    """
    board = turn.before.board
    chart = place_lines(board) if shown is not None else ()
    chart = () if chart == shown else chart
    text = page(
        "anyone/chapter",
        phase=turn.before.phase,
        units=unit_lines(turn.before),
        chart=chart,
        links=link_lines(board) if chart else (),
        outcomes=outcome_lines(turn),
        dislodged=dislodgement_lines(turn),
        events=tuple(event.text for event in turn.events if event.kind != PROVINCE),
        provinces=tuple({event.places: event.text for event in turn.events if event.kind == PROVINCE}.values()),
        owners=owner_lines(turn.after) if shows_centers(turn) else (),
        counts=count_lines(turn.after, over=bool(turn.winner), standings=standings) if shows_centers(turn) else (),
        passed=tuple(phase.tag for phase in turn.passed),
        winner=listed(power_names(turn.after.board, turn.winner)),
    )
    return Chapter(text, chart)


def history(card: Card, told: str, chapters: tuple[Chapter, ...], after: Position, *, more: str = "") -> str:
    """The chapters of a game, and where they leave it.

    Shape: `told` the first and the last phase in words; `after` the position after the last; `more` what to write for
    those that follow and had no room, "" for none.
    """
    return page(
        "anyone/history",
        card=card,
        told=told,
        chapters=tuple(one.text for one in chapters),
        units=unit_lines(after),
        more=more,
    )
