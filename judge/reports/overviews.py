"""Answers to questions: how a game stands, which games there are, what rules a game has."""

from collections.abc import Iterable
from datetime import datetime

from judge.reports.cards import Card, GameLine, Reader
from judge.reports.centers import owner_lines, unit_lines
from judge.reports.endings import say_ending
from judge.reports.folding import fold, one_line
from judge.reports.letterhead import letterhead
from judge.reports.names import power_name, powers_at_table
from judge.reports.pages import page
from judge.reports.phrases import counted, listed
from judge.reports.when import say_left, say_moment


def held_letters(card: Card, reader: Reader, rows: tuple[tuple[str, datetime], ...], now: datetime) -> str:
    """Whose letters wait for a confirmation, and since when, for the master."""
    waiting = tuple((name, say_moment(arrived, reader.zone)) for name, arrived in rows)
    return page("master/held", **letterhead(card, reader, now), waiting=waiting)


def status(card: Card, reader: Reader, in_orders: tuple[str, ...], now: datetime) -> str:
    """How a game stands; `in_orders` the powers whose orders are in, as far as this reader may know."""
    position = card.position
    facts = letterhead(card, reader, now) | {
        "table": _table(card, in_orders),
        "units": unit_lines(position) if position else (),
        "owners": owner_lines(position) if position else (),
        "openings": opening_lines(card),
        "ending": say_ending(card) if card.winner else "",
    }
    return page("anyone/status", **facts)


def listing(games: Iterable[GameLine], reader: Reader | None, now: datetime, *, which: str = "") -> str:
    """The games of this judge, those that still take players first; times for this reader, None for a stranger.

    Shape: `which` the kind of games that was asked for, "" for all.
    """
    zone = reader.zone if reader else "UTC"
    lines = sorted(games, key=lambda game: (game.state != "forming", game.state != "running", game.name))
    shown = [(game, _listed(game, zone, now)) for game in lines]
    return page(
        "anyone/listing",
        forming=tuple(entry for game, entry in shown if game.state == "forming"),
        others=tuple(entry for game, entry in shown if game.state != "forming"),
        example=next((game.name for game in lines if game.state == "forming"), ""),
        which=which,
        claim=next((f"{game.name} {game.openings[0]}" for game in lines if game.openings and game.claims), ""),
        takeover=next((f"{game.name} {game.openings[0]}" for game in lines if game.openings and not game.claims), ""),
    )


def house(
    card: Card, reader: Reader, options: tuple[tuple[str, str], ...], now: datetime, rulings: tuple[str, ...] = ()
) -> str:
    """The rules of one game: its variant with the house rules, and its options as (name, value in words) pairs."""
    return page("anyone/house", **letterhead(card, reader, now), options=_options(options), rulings=rulings)


def rules(
    card: Card, reader: Reader, options: tuple[tuple[str, str], ...], now: datetime, rulings: tuple[str, ...] = ()
) -> str:
    """The mail of a game's rules when it begins; the facts are those of `house`."""
    return page("player/rules", **letterhead(card, reader, now), options=_options(options), rulings=rulings)


def variant_rules(title: str, rulings: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> str:
    """The house rules of a variant, and what a game of it may choose."""
    return page("anyone/variant", title=title, rulings=rulings, options=_options(options))


def _options(options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    width = max((len(name) for name, _ in options), default=0) + 4
    return tuple(line for name, value in options for line in fold(one_line(value), f"  {name}".ljust(width)))


def _table(card: Card, in_orders: tuple[str, ...]) -> tuple[str, ...]:
    position = card.position
    if position is None:
        return tuple(f"  {one_line(name)}" for name in card.joined)
    players = {line.power: one_line(line.player) for line in card.powers}
    powers = powers_at_table(position)
    width = max(len(power_name(position.board, power)) for power in powers) + 4
    rows = ["".ljust(width) + "centers  units"]
    for power in powers:
        units = len(position.units_of(power)) + len(position.dislodged_of(power))
        note = "orders in" if power in in_orders else ""
        about = ", ".join(part for part in (players.get(power, ""), dict(card.standings).get(power, ""), note) if part)
        name = f"  {power_name(position.board, power)}".ljust(width)
        rows += fold(f"{len(position.counted_of(power)):>7}  {units:>5}  {about}".rstrip(), name)
    return tuple(rows)


def _listed(game: GameLine, zone: str, now: datetime) -> tuple[str, ...]:
    facts = [game.variant, game.state]
    if game.state == "forming":
        facts[1] = f"{game.players} of {counted(game.places, 'player')}" if game.places else game.state
    elif game.phase:
        facts.append(game.phase)
    lines = fold(f"{game.name}: {', '.join(facts)}", "  ", "      ")
    if game.openings:
        lines += fold(f"open to newcomers: {', '.join(game.openings)}", "      ")
    if game.state == "paused" and game.resume_at is not None:
        return (*lines, f"      goes on {_at(game.resume_at, zone, now)}")
    if game.deadline is None or game.state != "running":
        return lines
    return (*lines, f"      orders until {_at(game.deadline, zone, now)}")


def _at(moment: datetime, zone: str, now: datetime) -> str:
    local = say_moment(moment, zone)
    return f"{local} ({say_left(moment - now)})" if local.endswith(" UTC") else local


def nations(name: str, table: Iterable[str]) -> str:
    """Whose people live where in a game, as a table that can be sent back."""
    rows = [line for row in table for line in fold(row, "  ", "    ")]
    return page("anyone/nations", name=name, rows=tuple(rows))


def opening_lines(card: Card) -> tuple[str, ...]:
    """What newcomers can have in a running game, with what to write for it; () when there is nothing."""
    if not card.openings:
        return ()
    held = [one.name for one in card.openings if not one.bare]
    bare = [one.name for one in card.openings if one.bare]
    rising = tuple(f"{one.name} in {listed(one.centers, 'or')}" for one in card.openings if one.centers)
    lines = [*fold(", ".join(held), "  ", "  ")] if held else []
    if bare:
        lines += fold(f"Without a center or a unit, until their people rise: {', '.join(bare)}", "  ", "  ")
    verb = "ask for one, write CLAIM" if card.claims else "play one, write TAKEOVER"
    lines += fold(f"To {verb} {card.name} {(*held, *bare)[0]}", "  ", "    ")
    if rising:
        first = next(one for one in card.openings if one.centers)
        lines += fold(f"In revolt, and in want of a leader: {'; '.join(rising)}.", "  ", "    ")
        lines += fold(f"JOIN {card.name} AS {first.name} BY REVOLUTION IN {first.centers[0]}", "  ", "    ")
    return tuple(lines)
