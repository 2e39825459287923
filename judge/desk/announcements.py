"""ANNOUNCE: word of the master to everyone in his game, whatever its press."""

from judge.desk.effects import KeepPress
from judge.desk.mastery import own_game
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import Topic, card_of, phase_tag, post_to_seat, reader_of, readers
from judge.game.commands import Announce
from judge.reports import texts


def announce(scene: Scene, command: Announce) -> Decision:
    """A message to everyone else in the game, before its start and after its end as well."""
    game = own_game(scene, "ANNOUNCE")
    if isinstance(game, Decision):
        return game
    reading = [seat for seat in readers(game) if seat.player.id != scene.player.id]
    if not reading:
        return refuse(f"Nobody else is in {game.name} to read this.")
    card, tag = card_of(scene.office, game), phase_tag(game)
    topic = Topic(kind="press", key=f"press/{scene.letter_id}/{scene.number}", tag=tag)
    kept = KeepPress(
        game=game.id, phase=game.phase.id if game.phase else None, sender=scene.by, audience=("everyone",),
        text=command.text, author=scene.player.id or None, readers=tuple(sorted(seat.player.id for seat in reading)),
    )  # fmt: skip
    posts = (
        post_to_seat(
            scene.office, game, seat, topic,
            texts.press(card, reader_of(game, seat), scene.by, "everyone", command.text, scene.office.now),
        )
        for seat in reading
    )  # fmt: skip
    return Decision(effects=(kept, *posts), said=f"Announced to everyone in {game.name}.", touched=game.name)
