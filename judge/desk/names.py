"""Under which name somebody in a game may be shown: the one place that decides it."""

from judge.desk.snapshot import Game, Role, Seat


def shown_name(_game: Game, seat: Seat) -> str:
    """The name under which a seat is shown to everybody who may see the game; "" where nobody may know it."""
    return seat.player.name


def shown_players(game: Game) -> dict[str, str]:
    """By power the name under which its player is shown; a power that nobody plays is left out."""
    return {seat.power: shown_name(game, seat) for seat in game.seats if seat.power is not None}


def shown_joined(game: Game) -> tuple[str, ...]:
    """The names under which the players are shown, powers left aside, as they came; of those nobody may know none."""
    names = (shown_name(game, seat) for seat in game.seats if seat.role is Role.PLAYER)
    return tuple(name for name in names if name)
