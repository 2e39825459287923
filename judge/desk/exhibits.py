"""What everybody may see of a game in the public archive: which games, whose names, and whose messages."""

from collections.abc import Sequence

from judge.desk.chronicle import center_years
from judge.desk.names import led_by, shown_players
from judge.desk.posts import board_of, standings_of, variant_of
from judge.desk.snapshot import Game, GameState, PastPhase
from judge.game.turns import Turn
from judge.reports.cards import Message
from judge.reports.exhibits import Exhibit, Part


def is_exhibited(game: Game) -> bool:
    """Whether the archive has a game: it has begun, strangers may look at it, and it is not kept out by `publish`."""
    begun = game.state in (GameState.RUNNING, GameState.PAUSED, GameState.FINISHED)
    return begun and game.settings.is_shown and game.settings.publish != "none"


def exhibit(game: Game, past: Sequence[PastPhase], messages: Sequence[Message]) -> Exhibit:
    """A game as the archive shows it; `past` its phases, and `messages` all of them, oldest first.

    Rule: of the open phase there is the position and nothing that anyone ordered. Who plays is told as in the mails of
    the game. Messages are told only when the game is over, those to everyone where it was created with
    `publish=broadcasts`, all with `publish=press`; each in the name and to the readers that it was told with.
    """
    turns: list[Turn] = [one.turn for one in past if one.turn is not None]
    variant = variant_of(game)
    players = shown_players(game)
    after = turns[-1].after if turns else past[-1].position
    return Exhibit(
        name=game.name,
        title=variant.title,
        state=game.state.value,
        master=led_by(game),
        began=past[0].opened_at,
        last=max((one.closed_at for one in past if one.closed_at is not None), default=None),
        players=tuple((one.id, players.get(one.id, "")) for one in board_of(game).powers if one.id in players),
        winner=game.winner,
        ending=game.ending,
        parts=tuple(
            Part(number=number, turn=one.turn, closed_at=one.closed_at)
            for number, one in enumerate(past, 1)
            if one.turn is not None and one.closed_at is not None
        ),
        after=after,
        standings=standings_of(variant, after),
        years=center_years(turns),
        messages=tuple(one for one in messages if _is_told(game, one)),
    )


def _is_told(game: Game, message: Message) -> bool:
    if not game.state.is_over:
        return False
    to_everyone = "everyone" in message.audience and (not message.reached or "everyone" in message.reached)
    return game.settings.publish == "press" or (game.settings.publish == "broadcasts" and to_everyone)
