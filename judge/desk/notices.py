"""Word to the people of a game that something was done which is no turn."""

from judge.desk.effects import Effect
from judge.desk.office import Scene
from judge.desk.posts import Topic, card_of, phase_tag, post_to_all, post_to_seat, reader_of
from judge.desk.snapshot import Game
from judge.reports import masters, texts


def tell_all(scene: Scene, game: Game, text: str) -> tuple[Effect, ...]:
    """A notice to everyone in a game; `game` as it is afterwards, so that the clock shown is the new one."""
    card, now = card_of(scene.office, game), scene.office.now
    return post_to_all(
        scene.office, game, _topic(scene, game), lambda seat: texts.notice(card, reader_of(game, seat), text, now)
    )


def show_all(scene: Scene, game: Game, text: str) -> tuple[Effect, ...]:
    """Word to everyone that a game stands otherwise than it did: the position and everybody's own orders with it."""
    card, now = card_of(scene.office, game), scene.office.now
    return post_to_all(
        scene.office, game, _topic(scene, game), lambda seat: masters.mended(card, reader_of(game, seat), text, now)
    )


def tell_master(scene: Scene, game: Game, text: str) -> tuple[Effect, ...]:
    """A notice to the master of a game; none when he is the one who acts."""
    seat = game.master
    if seat is None or seat.player.id == scene.player.id:
        return ()
    words = texts.notice(card_of(scene.office, game), reader_of(game, seat), text, scene.office.now)
    return (post_to_seat(scene.office, game, seat, _topic(scene, game), words),)


def _topic(scene: Scene, game: Game) -> Topic:
    return Topic(kind="notice", key=f"notice/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
