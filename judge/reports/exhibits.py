"""The pages of the public archive: the list of games, a game, each of its phases, its press."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.position import Position
from judge.game.turns import PROVINCE, Turn
from judge.reports.cards import Card, Message, PowerLine
from judge.reports.centers import count_rows, owner_rows, short_names, shows_centers
from judge.reports.endings import say_ending
from judge.reports.happenings import happenings
from judge.reports.names import power_name, powers_at_table
from judge.reports.outcomes import dislodgement_lines, outcome_stages
from judge.reports.pages import site_page
from judge.reports.webpages import alt_text

Years = tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A phase that was played: its number within the game, from 1, its turn, and when it was."""

    number: int
    turn: Turn
    closed_at: datetime

    @property
    def stem(self) -> str:
        """The name of its page and picture without the suffix, `003-F1901M`."""
        return f"{self.number:03d}-{self.turn.before.phase.tag}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """A game as everybody may see it.

    Shape: `players` pairs of a power and the name of who plays it, "" where nobody may know; `began` and `last` in UTC,
    the moments of its start and of the last phase played; `after` the position now; `years` as in a final report.
    """

    name: str
    title: str
    state: str
    master: str
    began: datetime
    last: datetime | None
    players: tuple[tuple[str, str], ...]
    winner: tuple[str, ...]
    ending: str
    parts: tuple[Part, ...]
    after: Position
    standings: tuple[tuple[str, str], ...]
    years: Years
    messages: tuple[Message, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return self.state == "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """A game in the list: what is told of it there."""

    name: str
    title: str
    state: str
    phase: str
    outcome: str
    played: int
    last: str


def index_row(exhibit: Exhibit) -> IndexRow:
    """What the list tells of a game."""
    return IndexRow(
        name=exhibit.name,
        title=exhibit.title,
        state=exhibit.state,
        phase=exhibit.after.phase.title,
        outcome=_ending(exhibit),
        played=len(exhibit.parts),
        last="" if exhibit.last is None else _day(exhibit.last),
    )


def index_page(rows: Sequence[IndexRow], house: str) -> str:
    """The list of all games, those that are being played first."""
    return site_page(
        "index",
        title=f"Games of {house}",
        up="",
        running=tuple(row for row in rows if row.state != "finished"),
        finished=tuple(row for row in rows if row.state == "finished"),
    )


def game_page(exhibit: Exhibit, *, pictured: bool) -> str:
    """A game: how it stands or ended, who played what, the centers by year, and its phases."""
    board = exhibit.after.board
    powers = tuple(
        power for power in powers_at_table(exhibit.after) if any(dict(counts).get(power) for _, counts in exhibit.years)
    )
    names = tuple(power_name(board, power) for power in powers)
    return site_page(
        "game",
        title=f"{exhibit.name}: {exhibit.title}",
        up="../index.html",
        game=exhibit,
        ending=_ending(exhibit),
        began=_day(exhibit.began),
        last="" if exhibit.last is None else _day(exhibit.last),
        players=tuple((power_name(board, power), player) for power, player in exhibit.players),
        counts=count_rows(exhibit.after, over=exhibit.is_over, standings=exhibit.standings),
        heads=tuple(zip(short_names(names), names, strict=True)),
        years=tuple((year, tuple(dict(counts).get(power, 0) for power in powers)) for year, counts in exhibit.years),
        phases=tuple((one.stem, one.turn.before.phase.title, _day(one.closed_at)) for one in exhibit.parts),
        picture=f"{exhibit.parts[-1].stem}.svg" if pictured else "",
        alt=_alt(exhibit, exhibit.parts[-1].turn) if exhibit.parts else "",
        messages=len(exhibit.messages),
    )


def phase_page(exhibit: Exhibit, part: Part, *, pictured: bool) -> str:
    """A phase that was played: its picture, every order with its outcome and cause, what else happened, the centers."""
    turn = part.turn
    shown = shows_centers(turn)
    stems = [one.stem for one in exhibit.parts]
    place = stems.index(part.stem)
    return site_page(
        "phase",
        title=f"{exhibit.name}: {turn.before.phase.title}",
        up="index.html",
        game=exhibit,
        phase=turn.before.phase.title,
        day=_day(part.closed_at),
        before=stems[place - 1] if place else "",
        then=stems[place + 1] if place + 1 < len(stems) else "",
        picture=f"{part.stem}.svg" if pictured else "",
        alt=_alt(exhibit, turn),
        stages=outcome_stages(turn),
        dislodged=tuple(line.strip() for line in dislodgement_lines(turn)),
        happenings=happenings(turn),
        provinces=tuple({event.places: event.text for event in turn.events if event.kind == PROVINCE}.values()),
        counts=count_rows(turn.after, over=bool(turn.winner), standings=exhibit.standings) if shown else (),
        owners=owner_rows(turn.after) if shown else (),
    )


def press_page(exhibit: Exhibit) -> str:
    """The messages of a game that may be shown, oldest first."""
    return site_page(
        "press",
        title=f"{exhibit.name}: press",
        up="index.html",
        game=exhibit,
        messages=tuple((one, _day(one.sent_at), _paragraphs(one.text)) for one in exhibit.messages),
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(part for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip())


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _ending(exhibit: Exhibit) -> str:
    return say_ending(_card(exhibit)) if exhibit.is_over else ""


def _alt(exhibit: Exhibit, turn: Turn) -> str:
    return alt_text(turn, _card(exhibit))


def _card(exhibit: Exhibit) -> Card:
    """As much of a card as sentences about a game need."""
    return Card(
        name=exhibit.name, variant="", title=exhibit.title, address="", state=exhibit.state, position=exhibit.after,
        powers=tuple(PowerLine(power=power, player=player) for power, player in exhibit.players),
        winner=exhibit.winner, ending=exhibit.ending,
    )  # fmt: skip
