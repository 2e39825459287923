"""Who asks about a game: whether it is shown to him, and as whom he reads."""

from judge.desk.office import Decision, Scene, no_game
from judge.desk.posts import reader_of
from judge.desk.snapshot import Game
from judge.reports.cards import Reader


def game_to_show(scene: Scene) -> Game | Decision:
    """The game that a question is about; one that is not listed is there for those in it and the keeper."""
    game = scene.game
    if game is None or not (game.settings.listed or scene.leads(game) or scene.seat(game)):
        return no_game(scene)
    return game


def reader_at(scene: Scene, game: Game) -> Reader:
    """The speaker as the reader of an answer about a game, in it or not."""
    seat = scene.seat(game)
    return reader_of(game, seat) if seat else Reader(name=scene.player.name, zone=scene.player.zone, role="guest")
