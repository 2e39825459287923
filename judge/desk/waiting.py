"""Who still has something to decide in the open phase, and whom the game waits for."""

from judge.adjudication.turns import missing, owed
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game


def owes(game: Game, power: str) -> bool:
    """Whether a power has any choice in the open phase, ordered already or not."""
    return game.phase is not None and not owed(variant_of(game), game.phase.position, power).nothing


def left_open(game: Game, power: str) -> tuple[str, ...]:
    """What a power has not decided yet in the open phase: locations, or words such as `1 build`."""
    if game.phase is None:
        return ()
    written = game.phase.orders_of(power)
    return missing(variant_of(game), game.phase.position, power, written.orders)


def has_decided(game: Game, power: str) -> bool:
    """Whether a power had something to decide and has decided all of it."""
    return owes(game, power) and not left_open(game, power)


def players_due(game: Game) -> tuple[str, ...]:
    """The powers the game waits for when they are late: those that somebody plays and that owe something."""
    seated = sorted(seat.power for seat in game.seats if seat.power is not None)
    return tuple(power for power in seated if owes(game, power))


def late_powers(game: Game) -> tuple[str, ...]:
    """The powers that somebody plays and that have left something open."""
    return tuple(power for power in players_due(game) if left_open(game, power))


def all_in(game: Game) -> bool:
    """Whether the phase can be played before its deadline: nobody is late and nobody asks to wait.

    A power without a player is not waited for; but a game in which nobody has a living power any more, which
    would run away, goes by its deadlines.
    """
    if game.phase is None:
        return False
    due = players_due(game)
    if any(game.phase.orders_of(power).wait for power in due):
        return False
    position = game.phase.position
    alive = any(
        seat.power is not None and (position.units_of(seat.power) or position.centers_of(seat.power))
        for seat in game.seats
    )
    return alive and not late_powers(game)
