"""Word to the people of a game that something was done which is no turn."""

from judge.desk.appointments import changes
from judge.desk.effects import Effect
from judge.desk.office import Scene
from judge.desk.posts import Topic, card_of, followers, phase_tag, post_to_all, post_to_player, post_to_seat, reader_of
from judge.desk.snapshot import Game
from judge.reports import masters, texts


def tell_all(scene: Scene, game: Game, text: str, *, before: Game | None = None) -> tuple[Effect, ...]:
    """A notice to everyone in a game; `game` as it is afterwards, so that the clock shown is the new one.

    Shape: with `before`, how the game was, calendars are told as well when its deadline has changed.
    """
    card, now = card_of(scene.office, game), scene.office.now
    return post_to_all(
        scene.office,
        game,
        _topic(scene, game, before),
        lambda seat: texts.notice(card, reader_of(game, seat), text, now),
    )


def tell_others(scene: Scene, before: Game, after: Game, text: str) -> tuple[Effect, ...]:
    """A notice to everyone who was in a game but the one who acts; `after` as the game is from now on.

    Shape: who is in it no more can answer as himself, though not for his seat.
    """
    card, now, topic, office = (
        card_of(scene.office, after),
        scene.office.now,
        _topic(scene, after, before),
        scene.office,
    )
    posts = []
    for seat in followers(before):
        if seat.player.id == scene.player.id:
            continue
        post = post_to_seat(office, after, seat, topic, texts.notice(card, reader_of(after, seat), text, now))
        gone = after.seat_of(seat.player.id) is None
        posts.append(post_to_player(office, seat.player, post.draft) if gone else post)
    return tuple(posts)


def show_all(scene: Scene, game: Game, text: str, *, before: Game | None = None) -> tuple[Effect, ...]:
    """Word to everyone that a game stands otherwise than it did: the position and everybody's own orders with it.

    Shape: `before` as in `tell_all`.
    """
    card, now = card_of(scene.office, game), scene.office.now
    return post_to_all(
        scene.office,
        game,
        _topic(scene, game, before),
        lambda seat: masters.mended(card, reader_of(game, seat), text, now),
        each=True,
    )


def tell_masters(scene: Scene, game: Game, text: str) -> tuple[Effect, ...]:
    """A notice to those who lead a game, but not to the one who acts."""
    card, now = card_of(scene.office, game), scene.office.now
    return tuple(
        post_to_seat(
            scene.office, game, seat, _topic(scene, game), texts.notice(card, reader_of(game, seat), text, now)
        )
        for seat in game.masters
        if seat.player.id != scene.player.id
    )


def _topic(scene: Scene, game: Game, before: Game | None = None) -> Topic:
    told = changes(before, game, scene.office.now) if before else ()
    key = f"notice/{scene.letter_id}/{scene.number}"
    return Topic(kind="notice", key=key, tag=phase_tag(game), appointments=told)
