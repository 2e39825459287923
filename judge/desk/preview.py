"""PREVIEW: what the open phase would come to now, for the master's eyes only; nothing is kept but that he looked."""

from judge.desk.effects import Log
from judge.desk.mastery import tagged_phase
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import card_of
from judge.desk.snapshot import Role
from judge.desk.turns import dry_run
from judge.desk.waiting import late_powers
from judge.game.commands import Preview
from judge.reports import masters


def preview(scene: Scene, command: Preview) -> Decision:
    """The result that the phase with this tag would have with the orders as they stand. Its tag must be given.

    Rule: who plays in the game himself may not look.
    """
    running = tagged_phase(scene, "PREVIEW", command.tag, "look at")
    if isinstance(running, Decision):
        return running
    game, phase = running
    tag = phase.position.phase.tag
    if game.seat_of(scene.player.id, Role.PLAYER) is not None:
        return refuse(f"You play in {game.name} yourself, so you may not see the others' orders before the rest do.")
    turn = dry_run(game, phase)
    return Decision(
        effects=(Log(game=game.id, kind="preview", text=f"{tag} by {scene.by}"),),
        said=f"What {tag} would come to now is below. Nothing is played, and only you are told.",
        section=masters.preview(turn, card_of(scene.office, game), late_powers(game)),
        touched=game.name,
    )
