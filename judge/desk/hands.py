"""The powers that one person plays in a game: one, or several where the game's option `powers` lets him."""

from judge.desk.snapshot import Game, Seat


def hands(game: Game, player: int) -> tuple[Seat, ...]:
    """The seats of the powers that somebody plays in a game, in the order in which he came to them."""
    return tuple(seat for seat in game.seats if seat.player.id == player and seat.power is not None)


def spoken_from(game: Game, player: int, seat: int | None) -> Seat | None:
    """The seat that somebody speaks from as a player: of his powers the one whose mail he answers, else the first."""
    return next((one for one in hands(game, player) if one.id == seat), game.seat_of(player))


def bar(game: Game, player: int, power: str) -> Seat | None:
    """The seat for whose sake somebody cannot have a power, None when nothing bars him.

    Rule: not who plays it or as many powers as the game lets one person have, nor who has played another power of it,
    since he knows what that one knew; whoever left this one may come back.
    """
    own = [seat for seat in hands(game, player) if seat.power == power or not has_room(game, player)]
    former = [seat for seat in game.former if seat.player.id == player and seat.power not in (None, power)]
    return next(iter((*own, *former)), None)


def has_room(game: Game, player: int) -> bool:
    """Whether somebody may play one power more than he does."""
    return len(hands(game, player)) < game.settings.powers
