"""What every mail about a game shows: its name and phase, who reads, the deadline, the slip, the machine lines.

A mail about a turn ends with two lines for programs; they keep their form:

    :: judge GAME VARIANT S1901M -> S1901R
    :: deadline 2027-01-05T18:00:00Z

The first names the phase that was played (`start` in the first mail of a game) and the one that is open now
(`over` once the game has ended); the second is the open phase's deadline in UTC, `none` while there is none.
A variant's name with blanks has hyphens in their place.
"""

from datetime import datetime

from judge.reports.cards import Card, Reader
from judge.reports.names import power_name
from judge.reports.slips import errand, owes, slip_lines
from judge.reports.when import deadline_lines, stamp

OVER = ("finished", "terminated")


def letterhead(card: Card, reader: Reader, now: datetime, *, stored: bool = False) -> dict[str, object]:
    """The facts that the templates of a game's mails share.

    Shape: `phase` and `phase_title` are "" before the start; `power` is the name of the reader's power or "",
    `who` a sentence that tells him what he is; `slip` as in `slip_lines`, `offers` when nothing in it has to be
    ordered; `errand` what is due from him, "" for nothing; `undecided` when he has yet to order or to say READY,
    `begun` when he has ordered something;
    `outlook` what lies ahead of his power.
    """
    position = card.position
    running = card.state in ("running", "paused") and position is not None
    return {
        "card": card,
        "reader": reader,
        "phase": position.phase.tag if position else "",
        "phase_title": position.phase.title if position else "",
        "power": _power(card, reader),
        "who": _who(card, reader),
        "asks": owes(card, reader),
        "offers": bool(reader.owed.may),
        "undecided": reader.undecided,
        "begun": bool(reader.orders),
        "errand": errand(position, reader) if position and running else "",
        "outlook": reader.outlook if running else (),
        "slip": slip_lines(card, reader, stored=stored) if running else (),
        "deadline": deadline_lines(card, reader.zone, now),
        "over": card.state in OVER,
    }


def _power(card: Card, reader: Reader) -> str:
    if reader.power is None:
        return ""
    return power_name(card.position.board, reader.power) if card.position else reader.power.capitalize()


def _who(card: Card, reader: Reader) -> str:
    if reader.power is not None:
        return f"You are {_power(card, reader)}."
    told = {
        "master": "You are the master.",
        "observer": "You are an observer.",
        "monitor": "You are a monitor.",
        "applicant": "You would like to play; a master has not let you in yet.",
    }
    return told.get(reader.role, "")


def machine_lines(card: Card, played: str) -> tuple[str, str]:
    """The two lines for programs at the end of a mail about a turn; `played` a phase tag or `start`."""
    opened = "over" if card.state in OVER or card.position is None else card.position.phase.tag
    variant = "-".join(card.variant.split()) or "-"
    return (
        f":: judge {card.name} {variant} {played} -> {opened}",
        f":: deadline {stamp(None if opened == 'over' else card.deadline)}",
    )
