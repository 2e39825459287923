"""TRACE: the whole life of a letter or a mail, for the keeper of the judge and nobody else."""

from judge.desk.office import Decision, Scene, refuse
from judge.game.commands import Trace
from judge.reports import masters


def trace(scene: Scene, command: Trace) -> Decision:
    """What became of a letter, or where a mail of ours came from; proven as any letter, and from the keeper's address.

    Rule: the counter sees only letters that are proven; the keeper's address alone proves nothing.
    """
    if not is_keeper(scene):
        return refuse("Only the keeper of this judge may trace letters.", example="HELP")
    events = scene.traced(command.message_id)
    if not events:
        return refuse(
            f"No letter and no mail with the Message-ID {command.message_id} is known here. What is refused at the "
            "door, such as mail to an unknown address, is not kept.",
            expected="a Message-ID as it stands in the header of the mail",
        )
    entries = tuple((event.at, event.about, event.kind, event.text) for event in events)
    return Decision(
        said=f"The life of {command.message_id} is below.",
        section=masters.trace(command.message_id, entries, scene.player.zone),
    )


def is_keeper(scene: Scene) -> bool:
    """Whether a proven letter comes from the keeper's own address."""
    keeper = scene.office.keeper.lower()
    return bool(keeper) and scene.speaker.proven and scene.speaker.email.lower() == keeper
