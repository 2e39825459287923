"""The mails of a game: start, rules, reminder, result, late notice, press, final report, notice; and all other texts.

Every function returns plain text for 72 columns that ends with a line break. `now` decides only what is said
of the time left. Mails that may be answered begin with `REPLY_MARK` (`judge.game.mails`): much in them reads as
orders and commands, and not every mail program marks what it quotes. Those that ask for orders hold the order slip
(`slips.py`); the lines for programs are described in `letterhead.py`. STATUS, LIST, HELP and the rules of a game
are sections of a receipt and have no mark of their own.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from judge.game.phases import Phase, PhaseKind
from judge.game.turns import PROVINCE, Turn
from judge.reports.cards import Card, Final, KeptReport, Message, Reader
from judge.reports.centers import count_lines, owner_lines, shows_centers, unit_lines, year_lines
from judge.reports.endings import say_ending
from judge.reports.folding import folded
from judge.reports.guide import help, help_examples, help_topics  # noqa: A004
from judge.reports.histories import chapter, history
from judge.reports.letterhead import OVER, letterhead, machine_lines
from judge.reports.maptable import map_table
from judge.reports.names import power_name, power_names
from judge.reports.outcomes import dislodgement_lines, dislodgements, outcome_lines
from judge.reports.overviews import held_letters, house, listing, nations, opening_lines, rules, status, variant_rules
from judge.reports.pages import page
from judge.reports.people import who, who_is
from judge.reports.phrases import listed
from judge.reports.receipts import receipt
from judge.reports.registration import (
    address_asked,
    address_consent,
    address_said,
    address_told,
    banned,
    confirm,
    dropped,
    held,
    lapsed,
    stranger,
    welcome,
)
from judge.reports.slips import missing_words
from judge.reports.summaries import summary
from judge.reports.trials import trial
from judge.reports.when import say_moment

__all__ = [
    "address_asked", "address_consent", "address_said", "address_told", "archive", "banned", "chapter", "confirm",
    "dropped", "final", "grace", "held", "held_letters", "help", "help_examples", "help_topics", "history", "house",
    "lapsed", "late", "listing", "map_table", "nations", "notice", "press", "receipt", "reminder", "result", "rules",
    "start", "status", "stranger", "summary", "trial", "unreachable", "unsent", "variant_rules", "welcome", "who",
    "who_is",
]  # fmt: skip

_LEFT_OPEN = MappingProxyType({
    PhaseKind.MOVEMENT: "Units without an order hold.",
    PhaseKind.RETREAT: "Units without an order are disbanded.",
    PhaseKind.ADJUSTMENT: "Builds that are not ordered are waived, and removals are chosen by rule.",
})  # fmt: skip


def start(card: Card, reader: Reader, now: datetime) -> str:
    """The first mail of a game: who plays what, the position, the first deadline, the slip."""
    position = card.position
    facts = letterhead(card, reader, now) | {
        "seats": _seats(card),
        "units": unit_lines(position) if position else (),
        "machine": machine_lines(card, "start"),
    }
    return page("player/start", **facts)


def reminder(
    card: Card, reader: Reader, missing: tuple[str, ...], now: datetime, held: Sequence[datetime] = ()
) -> str:  # fmt: skip
    """A reminder before the deadline; `missing` as `adjudication.turns.missing` gives it for the reader's power.

    Shape: `held` when letters of his came that wait until he confirms them.
    """
    words = missing_words(card.position, missing, reader.power) if card.position else missing
    came = tuple(say_moment(one, reader.zone) for one in held)
    return page("player/reminder", **letterhead(card, reader, now), missing=words, held=came)


def result(turn: Turn, card: Card, reader: Reader, now: datetime, *, kept: tuple[KeptReport, ...] = ()) -> str:
    """The result of a phase for one reader; `card` and `reader` show the game as it is after the turn.

    `kept` tells what has come of orders that the reader had written ahead.

    Shape: outcomes by power, dislodgements, events, owners and counts when fall is over, the next phase with
    its deadline, the slip, two machine lines.
    """
    return result_text(turn, card, result_facts(turn, card, reader, now, kept=kept))


def result_text(turn: Turn, card: Card, facts: dict[str, object]) -> str:
    """The text of a result with these facts; see `result`."""
    shown = shows_centers(turn)
    return page(
        "player/result",
        **facts | {
            "outcomes": outcome_lines(turn),
            "dislodged": dislodgement_lines(turn),
            "owners": owner_lines(turn.after) if shown else (),
            "counts": count_lines(turn.after, over=bool(facts["over"]), standings=card.standings) if shown else (),
        },
    )  # fmt: skip


def result_facts(
    turn: Turn, card: Card, reader: Reader, now: datetime, *, kept: tuple[KeptReport, ...] = ()
) -> dict[str, object]:
    """What the text and the page of a result have in common; outcomes and centers each has in its own form."""
    card = _closed(card, turn)
    over = card.state in OVER
    return letterhead(card, reader, now) | {
        "played": turn.before.phase,
        "unasked": turn.before.phase.kind is PhaseKind.EVENTS,
        "dislodged": dislodgements(turn),
        "events": tuple(event.text for event in turn.events if event.kind != PROVINCE),
        "provinces": tuple({event.places: event.text for event in turn.events if event.kind == PROVINCE}.values()),
        "passed": tuple(phase.tag for phase in turn.passed if not over),
        "openings": opening_lines(card) if not over and _is_offered(card, reader) else (),
        "over": over,
        "ending": say_ending(replace(card, winner=turn.winner or card.winner)) if over else "",
        "machine": machine_lines(card, turn.before.phase.tag),
        "reports": kept,
    }


def kept_text(kept: tuple[KeptReport, ...]) -> str:
    """What has come of orders that a reader had written ahead, as it stands in a result."""
    return page("parts/ahead", reports=kept)


def _is_offered(card: Card, reader: Reader) -> bool:
    """Whether a reader is told what newcomers can have: who may have it, and all where somebody is being looked for."""
    return reader.role in ("observer", "monitor") or not card.claims


def late(
    card: Card, reader: Reader, late_powers: tuple[str, ...], now: datetime, *, missed: Phase | None = None
) -> str:
    """The notice that a deadline passed without some powers' orders; masters get their version of it.

    Shape: `late_powers` ids; `missed` the phase whose deadline it was, None for the phase that is open.
    """
    board = card.position.board if card.position else None
    phase = missed or (card.position.phase if card.position else None)
    facts = letterhead(card, reader, now) | {
        "late": power_names(board, late_powers) if board else late_powers,
        "mine": reader.power in late_powers,
        "missed": phase,
        "moved_on": card.position is None or phase != card.position.phase,
        "default": _LEFT_OPEN.get(phase.kind, "") if phase else "",
    }
    return page("master/late" if reader.role == "master" else "player/late", **facts)


def grace(card: Card, reader: Reader, late_powers: tuple[str, ...], now: datetime) -> str:
    """The word to one reader that a deadline passed without some powers' orders, and that late ones are still taken."""
    position = card.position
    facts = letterhead(card, reader, now) | {
        "late": power_names(position.board, late_powers) if position else late_powers,
        "mine": reader.power in late_powers,
        "default": _LEFT_OPEN.get(position.phase.kind, "") if position else "",
    }
    return page("player/grace", **facts)


def press(
    card: Card, reader: Reader, sender: str, audience: str, text: str, now: datetime, *, terms: tuple[str, ...] = ()
) -> str:
    """A message from one player to others; `sender` and `audience` in words, each line of the text after a bar.

    Shape: `terms` sentences that readers of any message of the game are to know.
    """
    facts = letterhead(card, reader, now) | {"sender": sender, "audience": audience, "text": text, "terms": terms}
    return page("anyone/press", **facts)


def unsent(text: str) -> str:
    """A message that was not sent, given back to its author."""
    return page("anyone/unsent", text=text)


def final(ended: Final, card: Card, reader: Reader, now: datetime) -> str:
    """The last mail of a game: how it ended, who played whom, the centers at the end and year by year.

    Shape: `card` shows the game as it is now, over.
    """
    position = card.position
    facts = letterhead(card, reader, now) | {
        "last": ended.last,
        "played": ended.played,
        "ending": say_ending(card),
        "mine": reader.power is not None and reader.power in card.winner,
        "shared": len(card.winner) > 1,
        "seats": _seats(card, before=True),
        "owners": owner_lines(position) if position else (),
        "counts": count_lines(position, over=True, standings=card.standings) if position else (),
        "years": year_lines(position, ended.years) if position else (),
        "machine": machine_lines(card, ended.last.tag),
    }
    return page("anyone/final", **facts)


def archive(notes: Sequence[Message], left_out: int, card: Card, reader: Reader, now: datetime) -> str:
    """What somebody wrote and was written in a game that is over, oldest first; `left_out` how many came before."""
    messages = tuple((_heading(note, reader.zone), note.text) for note in notes)
    return page("anyone/archive", **letterhead(card, reader, now), messages=messages, left_out=left_out)


def _heading(note: Message, zone: str) -> str:
    """Where a message belongs, when it was written, who to whom, folded."""
    when = f"{note.tag}, " if note.tag else ""
    return folded(f"{when}{say_moment(note.sent_at, zone)}: {note.sender} to {listed(note.audience)}", "", "  ")


def notice(card: Card, reader: Reader, text: str, now: datetime) -> str:
    """Something happened in a game that is no turn: a deadline moved, somebody joined; with the clock as it is now."""
    return page("anyone/notice", **letterhead(card, reader, now), text=text)


def unreachable(card: Card, reader: Reader, name: str, power: str, since: datetime, now: datetime) -> str:
    """Word to a master that a player's mails come back, since when, and what he can do; `power` a name or ""."""
    facts = letterhead(card, reader, now) | {
        "name": name,
        "plays": power,
        "since": say_moment(since, reader.zone),
        "running": card.state == "running",
    }
    return page("master/unreachable", **facts)


def _closed(card: Card, turn: Turn) -> Card:
    return replace(card, state="finished") if turn.winner and card.state not in OVER else card


def _seats(card: Card, *, before: bool = False) -> tuple[tuple[str, str], ...]:
    """Each power by name with who plays it, and, when asked for, who played it before and has left."""
    board = card.position.board if card.position else None
    rows = []
    for line in card.powers:
        player = line.player
        if before and line.before:
            player = f"{player or 'nobody at the end'} (before: {', '.join(line.before)})"
        rows.append((power_name(board, line.power) if board else line.power, player))
    return tuple(rows)
