"""A game on one page: who plays, the centers year by year, what has been played, how it ended."""

from dataclasses import replace
from datetime import datetime

from judge.game.position import Position
from judge.reports.cards import Card, Reader
from judge.reports.centers import count_lines, year_lines
from judge.reports.endings import say_ending
from judge.reports.folding import fold, one_line
from judge.reports.letterhead import OVER, letterhead
from judge.reports.names import power_name
from judge.reports.pages import page
from judge.reports.phrases import counted

Years = tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


def summary(
    card: Card, reader: Reader, now: datetime, *, years: Years, tags: tuple[str, ...], after: Position | None
) -> str:
    """A game on one page.

    Shape: `tags` of all phases played, in order; `after` the position after the last of them, None before the first.
    """
    position = card.position or after
    facts = letterhead(card, reader, now) | {
        "players": _players(card, position),
        "years": year_lines(after, years) if after else (),
        "counts": count_lines(position, over=card.state in OVER, standings=card.standings) if position else (),
        "played": _played(tags),
        "ending": _ending(card, position),
    }
    return page("anyone/summary", **facts)


def _ending(card: Card, position: Position | None) -> str:
    if card.state not in OVER:
        return ""
    if position is None or card.position is not None:
        return say_ending(card)
    return say_ending(replace(card, position=position))


def _played(tags: tuple[str, ...]) -> str:
    if not tags:
        return "nothing yet"
    return tags[0] if len(tags) == 1 else f"{counted(len(tags), 'phase')}, {tags[0]} to {tags[-1]}"


def _players(card: Card, position: Position | None) -> tuple[str, ...]:
    if not card.powers or position is None:
        return tuple(line for name in card.joined for line in fold(one_line(name), "  ", "    ", split=True))
    names = [
        (power_name(position.board, one.power), one.player or ("a player" if one.played else _vacant(card, one.power)))
        for one in card.powers
    ]
    width = max(len(power) for power, _ in names) + 4
    return tuple(line for power, name in names for line in fold(one_line(name), f"  {power}".ljust(width), split=True))


def _vacant(card: Card, power: str) -> str:
    """What stands in the place of a player where there is none."""
    word = dict(card.standings).get(power, "")
    is_open = card.position is not None and any(
        one.name == power_name(card.position.board, power) for one in card.openings
    )
    return ", ".join(
        part for part in ("nobody", word, "open to newcomers" if is_open and not card.claims else "") if part
    )
