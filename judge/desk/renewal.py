"""NEW TOKEN: reply addresses that somebody else may know prove nothing any more, and their owner gets new ones."""

from dataclasses import replace

from judge.desk.effects import Effect, Log, RenewToken
from judge.desk.mastery import own_game
from judge.desk.names import called, is_hidden
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import Topic, board_of, card_of, phase_tag, post_to_player, post_to_seat, reader_of
from judge.desk.snapshot import Game, Player, Seat, TokenKey
from judge.game.commands import NewToken
from judge.game.mails import Draft
from judge.language.powers import read_power
from judge.reports import texts

_AFTER = (
    "Reply to this mail or to a later one. What comes in reply to an earlier one waits until you have confirmed it. "
    "Letters that had come in before count."
)


def new_token(scene: Scene, command: NewToken) -> Decision:
    """The speaker's reply addresses are new from this letter on: all of them, those of one game, or another's.

    Rule: another's are the master's to change, in his own game; the answer goes to the address where its owner's mails
    go, so that whoever has got hold of a token gets no new one by it.
    """
    game = scene.game
    if not command.whom and scene.speaker.how != "keeper":
        return _of_all(scene)
    if game is None:
        return no_game(scene) if command.sure else Decision(fate="note")
    if game.name.lower() == command.whom.lower() and scene.speaker.how != "keeper":
        return _of_game(scene, game)
    seat = _seat_named(game, command.whom)
    if seat is None and not command.sure:
        return Decision(fate="note")
    if seat is not None and seat.player.id == scene.player.id:
        return _of_game(scene, game)
    allowed = own_game(scene, "change the reply address of another")
    if isinstance(allowed, Decision):
        return allowed
    return _of_another(scene, game, seat, command.whom)


def _of_all(scene: Scene) -> Decision:
    player = scene.player
    if player.key.since == scene.letter.received_at:
        return Decision(said="Your reply addresses are new already.")
    after = replace(player, key=_next(scene, player.key))
    effects: tuple[Effect, ...] = (
        RenewToken(player=player.id, seat=None, since=scene.letter.received_at),
        Log(game=None, kind="token", text=f"player {player.id} has new reply addresses"),
    )
    said = f"Your reply addresses are new, in all games; those that you had prove nothing any more. {_AFTER}"
    if scene.speaker.how != "the keeper for him":
        return Decision(effects=effects, said=said, player=after)
    draft = Draft(
        key=f"token/{scene.letter_id}/{scene.number}", kind="address", to="", subject="Your reply addresses",
        text=texts.address_told(f"The keeper of the judge has changed them, {player.name}. {said}"),
    )  # fmt: skip
    return Decision(effects=(*effects, post_to_player(scene.office, after, draft)), said=said, player=after)


def _of_game(scene: Scene, game: Game) -> Decision:
    own = [seat for seat in game.seats if seat.player.id == scene.player.id]
    if not own:
        return refuse(f"You have no place in {game.name}.", expected="a game of yours", example="NEW TOKEN")
    if all(seat.key.since == scene.letter.received_at for seat in own):
        return Decision(said=f"Your reply addresses of {game.name} are new already.", touched=game.name)
    renewed = tuple(
        RenewToken(player=seat.player.id, seat=seat.id, since=scene.letter.received_at) for seat in own
    )  # fmt: skip
    said = f"Your reply address for {game.name} is new; the one that you had proves nothing any more. {_AFTER}"
    return Decision(effects=(*renewed, _logged(game, own[0])), said=said, touched=game.name)


def _of_another(scene: Scene, game: Game, seat: Seat | None, whom: str) -> Decision:
    if seat is None:
        names = tuple(f"NEW TOKEN FOR {_name(game, one)}" for one in game.seats if one.power)
        problem = f"Nobody is known as {whom} in {game.name}." if whom else "It is not said whose token is to be new."
        return refuse(problem, expected="a power that is played", instead=names[:1])
    after = replace(seat, key=_next(scene, seat.key))
    told = f"{scene.actor} has changed your reply address; the one that you had proves nothing any more. {_AFTER}"
    text = texts.notice(card_of(scene.office, game), reader_of(game, after), told, scene.office.now)
    topic = Topic(kind="notice", key=f"token/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
    return Decision(
        effects=(
            RenewToken(player=seat.player.id, seat=seat.id, since=scene.letter.received_at),
            _logged(game, seat, f" by {scene.by}"),
            post_to_seat(scene.office, game, after, topic, text),
        ),
        said=f"The reply address of {_name(game, seat)} in {game.name} is new, and a mail has gone there.",
        touched=game.name,
    )


def _next(scene: Scene, key: TokenKey) -> TokenKey:
    return TokenKey(key.number + 1, scene.letter.received_at)


def _logged(game: Game, seat: Seat, by: str = "") -> Log:
    return Log(game=game.id, kind="token", text=f"the reply address of {_name(game, seat)} is new{by}")


def _name(game: Game, seat: Seat) -> str:
    """What a seat is called: its power, else its holder's name where that may be told, else what he is."""
    if seat.power:
        return board_of(game).power(seat.power).name
    return called(game, seat.player, f"the {seat.role.value}")


def _seat_named(game: Game, whom: str) -> Seat | None:
    """The seat of a power, or of the one person of that name where names may be known."""
    power = read_power(board_of(game), whom) if whom else None
    if power is not None:
        return game.seat_for(power)
    named = [seat for seat in game.seats if not is_hidden(game) and _is_called(seat.player, whom)]
    return named[0] if len({seat.player.id for seat in named}) == 1 else None


def _is_called(player: Player, whom: str) -> bool:
    return player.name.lower() == whom.lower()
