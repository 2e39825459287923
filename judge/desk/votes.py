"""Votes on the end of a game: when the ballots of all who have one end it, and how.

Nothing here knows who voted but by the ballots that it is given, and nothing of them goes further than the verdict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.desk.snapshot import Ballot, GameSettings

# A power that has a vote, and what it has voted, None for nothing.
Ballots = Mapping[str, Ballot | None]

DRAW, CONCESSION, LIMIT = "draw", "concession", "limit"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ends, and for whom: `how` is DRAW or CONCESSION when all have agreed; powers sorted."""

    how: str
    powers: tuple[str, ...]


def verdict(ballots: Ballots, settings: GameSettings) -> Verdict | None:
    """How the game ends by these ballots, None while it goes on.

    Rule: nothing ends by the word of one alone, so it takes two who have a vote. A game's options say whether there
    are draws and concessions, and how many may share a draw at most.
    """
    voters = tuple(sorted(ballots))
    if len(voters) < 2:
        return None
    winners = [power for power in voters if settings.concessions and _is_conceded_to(power, ballots)]
    if len(winners) == 1:
        return Verdict(CONCESSION, (winners[0],))
    share = _drawn(voters, ballots, settings.draws)
    return Verdict(DRAW, share) if 2 <= len(share) <= (settings.draw_size or len(voters)) else None


def _is_conceded_to(power: str, ballots: Ballots) -> bool:
    """Whether all others have conceded to a power; its own ballot does not matter."""
    return all(one is not None and one.concede == power for voter, one in ballots.items() if voter != power)


def _drawn(voters: Sequence[str], ballots: Ballots, draws: str) -> tuple[str, ...]:
    """The powers between which everybody has agreed on a draw, sorted; () when nobody has.

    Rule: with `dias` a draw includes all survivors. With `lists` everybody approves some sets of powers, and the
    largest that all approve is it. All that one approves lies between a least and a most, so the largest is what all
    the mosts have in common, and it must hold all the leasts.
    """
    named = {power: ballots[power] for power in voters}
    lists = {power: one.draw for power, one in named.items() if one is not None and one.draw is not None}
    if draws == "none" or len(lists) < len(voters):
        return ()
    if draws == "dias":
        return tuple(voters)
    bounds = [approved(power, named, voters) for power, named in lists.items()]
    largest = frozenset(voters).intersection(*(most for _, most in bounds))
    return tuple(sorted(largest)) if all(least <= largest for least, _ in bounds) else ()


def approved(power: str, named: Sequence[str], voters: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """What a power approves with a list: each set of powers that holds the first of these and lies within the second.

    Rule: a list that names the power itself approves each part of it that has the power in it; one that does not,
    each part of it, with the power or without. No names mean all who have a vote; who has none any more is left out.
    """
    listed = frozenset(named or voters) & frozenset(voters)
    own = frozenset((power,))
    return own & listed, listed | own


def how_it_ends(settings: GameSettings) -> str:
    """What can be voted for in a game with these settings, and when it ends by itself, in a few sentences."""
    draws = {
        "dias": "A draw includes all who survive (VOTE DRAW)",
        "lists": "A draw is shared by those whom all name (VOTE DRAW power, power)",
        "none": "There are no draws",
    }[settings.draws]
    most = f", {settings.draw_size} at most" if settings.draw_size and settings.draws != "none" else ""
    conceded = "all others may concede to one power (VOTE CONCEDE power)" if settings.concessions else "nobody concedes"
    held = "until they are changed" if settings.votes == "kept" else "for one phase"
    limit = ""
    if settings.last_year is not None:
        who = "the survivors share a draw" if settings.at_limit == "draw" else "whoever has the most centers has won"
        limit = f" After the year {settings.last_year} the game is over, and {who}."
    return f"{draws}{most}; {conceded}. Votes are secret and hold {held}.{limit}"
