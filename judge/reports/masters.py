"""What masters do to a game, as its people read it, and what masters alone read: a dry run, the log."""

from datetime import datetime
from zoneinfo import ZoneInfo

from judge.game.turns import PROVINCE, Turn
from judge.reports.cards import Card, Reader
from judge.reports.centers import count_lines, owner_lines, shows_centers, unit_lines
from judge.reports.letterhead import letterhead
from judge.reports.names import power_names
from judge.reports.outcomes import dislodgement_lines, outcome_lines
from judge.reports.pages import page


def mended(card: Card, reader: Reader, text: str, now: datetime) -> str:
    """Word that a game stands otherwise than it did, with the position as it is now and the reader's order slip."""
    facts = letterhead(card, reader, now, stored=True)
    return page("anyone/mended", **facts, text=text, units=unit_lines(card.position) if card.position else ())


def preview(turn: Turn, card: Card, late_powers: tuple[str, ...]) -> str:
    """What a phase would come to; `late_powers` ids of those who have left something open."""
    return page(
        "master/preview",
        card=card,
        played=turn.before.phase,
        late=power_names(turn.before.board, late_powers),
        outcomes=outcome_lines(turn),
        dislodged=dislodgement_lines(turn),
        events=tuple(event.text for event in turn.events if event.kind != PROVINCE),
        provinces=tuple({event.places: event.text for event in turn.events if event.kind == PROVINCE}.values()),
        owners=owner_lines(turn.after) if shows_centers(turn) else (),
        counts=count_lines(turn.after, standings=card.standings) if shows_centers(turn) else (),
        after="" if turn.winner else f"{turn.after.phase.title} ({turn.after.phase.tag})",
        winner=power_names(turn.before.board, turn.winner),
    )


def journal(game: str, entries: tuple[tuple[datetime, str, str], ...], zone: str) -> str:
    """The log of a game; `entries` of moment (UTC), kind and text, oldest first."""
    local = ZoneInfo(zone)
    lines = tuple((f"{at.astimezone(local):%Y-%m-%d %H:%M}", kind, text) for at, kind, text in entries)
    return page("master/log", game=game, zone=zone, lines=lines)


def trace(message_id: str, entries: tuple[tuple[datetime, str, str, str], ...], zone: str) -> str:
    """The life of a letter or mail, for the keeper; `entries` of moment (UTC), what it is about, kind and text."""
    local = ZoneInfo(zone)
    lines = tuple(
        (f"{at.astimezone(local):%Y-%m-%d %H:%M:%S}", f"{about}, {kind}", text) for at, about, kind, text in entries
    )
    return page("keeper/trace", message_id=message_id, zone=zone, lines=lines)
