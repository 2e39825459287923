"""Whom a master means: a power with its player, or somebody by his name or address."""

import re
from dataclasses import dataclass

from judge.desk.hands import hands
from judge.desk.names import is_hidden, shown_name
from judge.desk.office import Decision, refuse
from judge.desk.posts import board_of
from judge.desk.snapshot import Game, Role, Seat
from judge.language.powers import read_power
from judge.reports.phrases import listed

_MOST_WORDS = 4  # of a name
MAX_REASON = 300  # characters of it that are told
_REASON = re.compile(r"^(?:for|because(?: of)?|due to|since)\s+(?=\S)", re.IGNORECASE)
_LEADING = " .:,;-\u2013\u2014"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Who is meant, and what is said beside.

    Shape: `power` its id where a power was named, `seat` None where nobody plays it; else the seat of a person.
    """

    power: str = ""
    seat: Seat | None = None
    rest: str = ""


def read_reason(words: str) -> str:
    """Why somebody is not wanted, from what stands behind his name; "" for nothing."""
    return _REASON.sub("", " ".join(words.split()))[:MAX_REASON].rstrip(".")


def power_meant(game: Game, words: str) -> tuple[str, str] | None:
    """The id of the power that the first words name, and what follows them; None when they name none."""
    split = words.split()
    for count in range(min(3, len(split)), 0, -1):
        power = read_power(board_of(game), " ".join(split[:count]))
        if power is not None:
            return power, " ".join(split[count:]).strip(_LEADING)
    return None


def person_meant(game: Game, words: str) -> Meant | Decision:
    """The power, or the person in the game, that the first words name.

    Rule: where nobody may know who plays, powers are all that can be named, and nothing tells whether a name is there.
    """
    found = power_meant(game, words)
    if found is not None:
        power, rest = found
        return Meant(power=power, seat=game.seat_for(power), rest=rest)
    if is_hidden(game):
        return refuse(
            f"Nobody may know who plays in {game.name}, so a player is named by his power.",
            expected=", ".join(power.name for power in board_of(game).powers if power.seated),
        )
    seat, rest = _named(game, words)
    several = hands(game, seat.player.id) if seat is not None else ()
    if seat is not None and len(several) > 1:
        played = tuple(board_of(game).power(one.power or "").name for one in several)
        return refuse(f"{seat.player.name} plays {listed(played)} in {game.name}.", expected="the power that is meant")
    if seat is not None:
        return Meant(power=seat.power or "", seat=seat, rest=rest)
    names = dict.fromkeys(shown_name(game, one) for one in game.seats if one.role is not Role.MASTER)
    return refuse(
        f"There is neither a power nor a person of that name in {game.name}.",
        expected="a power, or one of " + ", ".join(names) if names else "the name of a power",
    )


def _named(game: Game, words: str) -> tuple[Seat | None, str]:
    """The seat of the person whose address, name, or only first name the words begin with; and the words after it."""
    split = words.split()
    first = split[0].strip("<>,;:").lower() if split else ""
    people = {seat.player.id: game.seat_of(seat.player.id) for seat in game.seats}
    seats = [seat for seat in people.values() if seat is not None]
    for seat in seats:
        if "@" in first and seat.player.writes_from(first):
            return seat, " ".join(split[1:]).strip(_LEADING)
    for count in range(min(_MOST_WORDS, len(split)), 0, -1):
        name = " ".join(split[:count]).rstrip(_LEADING).lower()
        called = [seat for seat in seats if " ".join(seat.player.name.lower().split()) == name]
        if len(called) == 1:
            return called[0], " ".join(split[count:]).strip(_LEADING)
    called = [seat for seat in seats if seat.player.name.lower().split()[:1] == [first]]
    return (called[0], " ".join(split[1:]).strip(_LEADING)) if len(called) == 1 else (None, words)
