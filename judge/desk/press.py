"""PRESS and BROADCAST: white press, delivered at once, with its readers named in it."""

from collections.abc import Sequence

from judge.desk.effects import Effect, KeepPress
from judge.desk.names import author_names, master_words
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import Topic, board_of, card_of, phase_tag, post_to_seat, reader_of, readers
from judge.desk.snapshot import Game, Role, Seat
from judge.game.commands import Press
from judge.game.complaints import Complaint
from judge.language.orders import looks_like_order
from judge.language.powers import read_powers
from judge.reports import texts
from judge.reports.folding import echo

_RAIL = (Role.OBSERVER, Role.MONITOR, Role.APPLICANT)
_MASTER_WORDS = frozenset({"m", "gm", "master", "moderator"})


def press(scene: Scene, command: Press) -> Decision:
    """A message to powers, to the master or to everyone; the author gets no copy but is told who reads it."""
    game = scene.game
    if game is None:
        return no_game(scene)
    seat = scene.voice(game)
    if seat is None:
        return refuse(f"You are not in {game.name}.", expected="a game you are in", example=f"OBSERVE {game.name}")
    if not command.text.strip():
        return refuse("This message is empty.", expected="the text on the lines below, then ENDPRESS")
    audience = _audience(game, command)
    if isinstance(audience, Decision):
        return audience
    powers, master = audience
    broadcast = not command.to
    if not broadcast and powers == () and not master:
        return refuse("This message is to nobody.", expected="powers, or master", example="PRESS TO master")
    private = bool(master and not powers and not broadcast)
    if not private and (game.settings.press == "none" or seat.role in _RAIL):
        why = "observers may write to the master only" if seat.role in _RAIL else "there is no press"
        return refuse(f"In {game.name} {why}.", expected="a message to the master", example="PRESS TO master")
    names = ("everyone",) if broadcast else _names(game, powers, master)
    reading = [
        one for one in readers(game)
        if one.player.id != seat.player.id and (broadcast or _reads(game, one, powers, master))
    ]  # fmt: skip
    if not reading:
        return refuse(
            f"Nobody else would read this: {', '.join(names)} in {game.name}.",
            expected="a power that somebody else plays, or master",
        )
    return Decision(
        effects=_deliver(scene, game, seat, reading, names, command.text),
        said=f"Sent to {_listed(names)}{_nobody_plays(game, powers)}.",
        complaint=_orders_within(game, command.text),
        touched=game.name,
    )


def _orders_within(game: Game, text: str) -> Complaint | None:
    """A word of warning about a line of a message that may have been meant as an order."""
    board = board_of(game)
    meant = next((line for line in text.splitlines() if looks_like_order(line, board)), "")
    return Complaint(kind="note", problem=f"“{echo(meant)}” is part of the message, not an order.") if meant else None


def _audience(game: Game, command: Press) -> tuple[tuple[str, ...], bool] | Decision:
    """The powers a message is to, and whether the master is among its readers by name."""
    board = board_of(game)
    named = [word.strip(" .,:;") for word in command.to]
    master = any(word.lower() in _MASTER_WORDS for word in named)
    powers, unknown = read_powers(board, [word for word in named if word and word.lower() not in _MASTER_WORDS])
    if unknown:
        return refuse(
            f"There is no power {unknown[0]} in {game.name}.",
            expected=", ".join(board.power(power).name for power in board.seats()) + " or master",
            example=f"PRESS TO {board.powers[0].name} {board.powers[1].name}",
        )
    if powers and not any(seat.power for seat in game.seats):
        return refuse(
            f"The powers of {game.name} are not given out yet.", expected="a message to all", example="BROADCAST"
        )
    if command.all_but:
        return tuple(power.id for power in board.powers if power.id not in powers), False
    return powers, master


def _reads(game: Game, reader: Seat, powers: Sequence[str], master: bool) -> bool:
    """Whether one of the seats of this person is among those a message is to."""
    own = [seat for seat in game.seats if seat.player.id == reader.player.id]
    return any(seat.power in powers or (master and seat in game.confidants) for seat in own)


def _deliver(
    scene: Scene, game: Game, author: Seat, reading: Sequence[Seat], names: tuple[str, ...], text: str
) -> tuple[Effect, ...]:
    card, sender = card_of(scene.office, game), _author(game, author)
    topic = Topic(kind="press", key=f"press/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
    posts = (
        post_to_seat(
            scene.office, game, seat, topic,
            texts.press(card, reader_of(game, seat), sender, _listed(names), text, scene.office.now),
        )
        for seat in reading
    )  # fmt: skip
    kept = KeepPress(
        game=game.id, phase=game.phase.id if game.phase else None, sender=sender, audience=names, text=text
    )
    return (kept, *posts)


def _author(game: Game, seat: Seat) -> str:
    if seat.power is not None:
        return board_of(game).power(seat.power).name
    observer, player = author_names(game, seat)
    told = {Role.MASTER: master_words(game, seat.player), Role.OBSERVER: observer, Role.MONITOR: observer}
    return told.get(seat.role, player)


def _names(game: Game, powers: Sequence[str], master: bool) -> tuple[str, ...]:
    board = board_of(game)
    return (*(board.power(power).name for power in powers), *(("the master",) if master else ()))


def _nobody_plays(game: Game, powers: Sequence[str]) -> str:
    vacant = [power for power in powers if game.seat_for(power) is None]
    return f" (nobody plays {_listed(_names(game, vacant, False))})" if vacant else ""


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
