"""Under which name somebody in a game may be shown: the one place that decides it.

In an anonymous game (gunboat) the powers are the names. Who plays them is told to nobody, in no mail and no log line
of the game, to the master neither; when the game is over it is, unless `reveal=no` was agreed.
"""

from judge.desk.snapshot import Game, GameSettings, GameState, Player, Role, Seat

NOBODY_KNOWS = "a player"


def is_hidden(game: Game) -> bool:
    """Whether nobody may know now who plays in a game."""
    return hides(game.settings, game.state)


def hides(settings: GameSettings, state: GameState) -> bool:
    """Whether a game with these settings keeps it a secret in this state who plays in it, and how he does there."""
    return settings.anonymous and not (state.is_over and settings.reveal)


def shown_name(game: Game, seat: Seat) -> str:
    """The name under which a seat is shown to everybody who may see the game; "" where nobody may know it.

    Rule: who leads the game is known in any; an observer may be one who played or will.
    """
    return "" if is_hidden(game) and seat.role is not Role.MASTER else seat.player.name


def called(game: Game, player: Player, power: str = "") -> str:
    """What somebody is called in a sentence about him: his name, else his power, by its name, or `a player`."""
    return (power or NOBODY_KNOWS) if is_hidden(game) else player.name


def shown_players(game: Game) -> dict[str, str]:
    """By power the name under which its player is shown; a power that nobody plays is left out."""
    return {seat.power: shown_name(game, seat) for seat in game.seats if seat.power is not None}


def shown_joined(game: Game) -> tuple[str, ...]:
    """The names under which the players are shown, powers left aside, as they came; `a player` for one nobody knows."""
    return tuple(shown_name(game, seat) or NOBODY_KNOWS for seat in game.seats if seat.role is Role.PLAYER)


def author_names(game: Game, seat: Seat) -> tuple[str, ...]:
    """What one without a power is called as the author of a message: as an observer, else as a player to be."""
    if is_hidden(game):
        return ("an observer", NOBODY_KNOWS)
    return (f"{seat.player.name}, observer", seat.player.name)


def master_words(game: Game, master: Player) -> str:
    """What a master is called in the mails of a game: by his name too where there are several."""
    return "the master" if len(game.masters) < 2 else f"the master {master.name}"


def led_by(game: Game) -> str:
    """The names of those who lead a game, the first master first; "" for a game without."""
    names = [seat.player.name for seat in game.masters]
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def sentence(words: str) -> str:
    """Words as the beginning of a sentence; names in them stay as they are."""
    return words[:1].upper() + words[1:]
