"""LOG: everything that has happened in a game, for its master."""

from judge.desk.mastery import own_game
from judge.desk.office import Decision, Scene
from judge.desk.snapshot import Role
from judge.game.commands import ShowLog
from judge.reports import masters

_PRIVATE = ("orders", "press")


def show_log(scene: Scene, _command: ShowLog) -> Decision:
    """Every event of a game, oldest first, in the reader's zone.

    Not: what stands in orders and messages; and, where the master plays a power himself, who wrote any and when.
    """
    game = own_game(scene, "LOG")
    if isinstance(game, Decision):
        return game
    plays = game.seat_of(scene.player.id, Role.PLAYER) is not None
    entries = tuple(entry for entry in scene.archive.log() if not (plays and entry.kind in _PRIVATE))
    zone = game.settings.zone if scene.player.zone == "UTC" else scene.player.zone
    return Decision(
        said=f"The log of {game.name} is below.",
        section=masters.journal(game.name, tuple((one.at, one.kind, one.text) for one in entries), zone),
    )
