"""Powers that have lost their player: their units hold, or the game waits for somebody who plays them (`vacant=wait`).

Rule: a phase in which such a power has something to decide is played neither early nor at its deadline until somebody
has taken the power up, or for `vacant_limit` after its player has left. Not waited for: a power that nobody has played
since the start, and a dummy; nor any where newcomers come by rules of their own, with the turn that is played.
"""

from datetime import datetime

from judge.desk.posts import board_of, is_vacant, variant_of
from judge.desk.snapshot import Game
from judge.desk.waiting import owes
from judge.reports.when import say_moment


def awaited_until(game: Game) -> datetime | None:
    """Up to when the open phase waits for people to play powers that have lost theirs, None where it does not."""
    moments = [until for power in board_of(game).powers if (until := _limit(game, power.id)) and owes(game, power.id)]
    return max(moments, default=None)


def awaited(game: Game) -> tuple[str, ...]:
    """The powers for which the open phase waits, in the board's order; some may have been waited for long enough."""
    return tuple(power.id for power in board_of(game).powers if _limit(game, power.id) and owes(game, power.id))


def _limit(game: Game, power: str) -> datetime | None:
    """Up to when a game waits for somebody who plays a power, None where it does not."""
    if game.settings.vacant != "wait" or variant_of(game).entrance is not None or not is_vacant(game, power):
        return None
    left = [seat.left_at for seat in game.former if seat.power == power and seat.left_at is not None]
    return max(left) + game.settings.vacant_limit if left else None


def what_follows(game: Game, power: str, otherwise: str = "") -> str:
    """A sentence on what becomes of a power that has lost its player in a game as it is now.

    Shape: `otherwise` what is said where nobody waits for it, "" for the usual words.
    """
    name, until = board_of(game).power(power).name, _limit(game, power)
    if until is None:
        return otherwise or f"The units of {name} hold, and nobody waits for it."
    return f"{name} waits for somebody else to play it, until {say_moment(until)} at most; then its units hold."
