"""Somebody comes to play a power of a running game: what he gets of it, and what the others are told."""

from dataclasses import dataclass, replace

from judge.desk.appointments import entries
from judge.desk.effects import AddSeat, AssignPower, Effect, GivePower, HoldOpen, LeaveSeat, Log, SetPasswordHash
from judge.desk.leaving import forget_wait
from judge.desk.names import called, is_hidden
from judge.desk.office import Decision, Office, Scene
from judge.desk.posts import (
    Topic,
    board_of,
    card_of,
    phase_tag,
    post_to_all,
    post_to_player,
    post_to_seat,
    reader_of,
)
from judge.desk.snapshot import EJECTED, Game, Player, Role, Seat
from judge.reports import masters, texts

_RAIL = (Role.OBSERVER, Role.MONITOR)
_CHAIRS = (Role.OBSERVER, Role.APPLICANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """What comes of it that somebody plays a power from now on: the game with him, and the effects.

    Shape: the id of his seat is 0 where it is a new one.
    """

    game: Game
    seat: Seat
    effects: tuple[Effect, ...]


def is_banned(game: Game, player: int) -> bool:
    """Whether somebody was ejected from a game."""
    return any(seat.player.id == player and seat.left_how == EJECTED for seat in game.former)


def seat_newcomer(
    office: Office, game: Game, player: Player, power: str, *, password_hash: str = "", assigned: bool = False
) -> Arrived:
    """Somebody plays a power that nobody plays any more, `assigned` by a master who has not asked him.

    Shape: a seat from which he watched, or waited to be let in, becomes that of the power.

    Rule: the vote and the wish to wait of his predecessor are not his, nor are the turns that he has missed.
    """
    rail = next((one for one in game.seats if one.player.id == player.id and one.role in _CHAIRS), None)
    left = [one for one in game.seats if one.player.id == player.id and one.role in _RAIL and one is not rail]
    effects: list[Effect] = [LeaveSeat(one.id) for one in left]
    if rail is None:
        effects.append(
            AddSeat(
                game=game.id, player=player.id, role=Role.PLAYER, power=power, password_hash=password_hash,
                assigned=power if assigned else None,
            )
        )  # fmt: skip
    else:
        effects.append(GivePower(rail.id, power))
        effects += [AssignPower(rail.id, power)] if assigned else []
        if password_hash:
            effects.append(SetPasswordHash(player=player.id, seat=rail.id, password_hash=password_hash))
    effects += forget_wait(game, power)
    game, more_time = _with_time(office, game)
    effects += more_time
    seat = Seat(
        id=0 if rail is None else rail.id, player=player, role=Role.PLAYER, power=power, joined_at=office.now
    )  # fmt: skip
    others = tuple(one for one in game.seats if one is not rail and one not in left)
    return Arrived(game=replace(game, seats=(*others, seat)), seat=seat, effects=tuple(effects))


def _with_time(office: Office, game: Game) -> tuple[Game, tuple[Effect, ...]]:
    """A game that has waited for somebody leaves him the time of an extension, where less would be left."""
    phase, least = game.phase, office.now + game.settings.extension
    if game.settings.vacant != "wait" or phase is None or phase.grace_until is None or phase.grace_until >= least:
        return game, ()
    held = HoldOpen(phase=phase.id, until=least, late=phase.late, waiting=phase.waiting)
    return replace(game, phase=replace(phase, grace_until=least)), (held,)


def show_position(office: Office, arrived: Arrived, text: str, key: str) -> Effect:
    """The mail with which somebody begins: the position, his orders as they stand, the deadline for his calendar.

    Shape: the answer proves his seat where he had one before, else himself.
    """
    game, seat = arrived.game, arrived.seat
    topic = Topic(kind="notice", key=f"{key}/newcomer", tag=phase_tag(game), appointments=entries(game))
    words = masters.mended(card_of(office, game), reader_of(game, seat), text, office.now)
    post = post_to_seat(office, game, seat, topic, words)
    return post if seat.id else post_to_player(office, seat.player, post.draft)


def plays_now(scene: Scene, arrived: Arrived, effects: tuple[Effect, ...], key: str, more: str = "") -> Decision:
    """The speaker plays a power of a running game from now on; he, and the others, are told.

    Shape: `effects` those that come before the mails; `more` a sentence for him, after a blank.
    """
    game, name = arrived.game, board_of(arrived.game).power(arrived.seat.power or "").name
    said = f"You play {name} in {game.name} from now on.{more}"
    return Decision(
        effects=(
            *effects,
            show_position(scene.office, arrived, said, key),
            *tell_of_newcomer(scene.office, arrived, key),
        ),
        said=f"{said} Another mail has the position.",
        about=game.name,
        touched=game.name,
    )


def was_let_in(scene: Scene, arrived: Arrived, effects: tuple[Effect, ...], key: str, words: str) -> Decision:
    """By the speaker, who leads the game, somebody plays a power of it from now on; he is told so in these `words`."""
    game, name = arrived.game, board_of(arrived.game).power(arrived.seat.power or "").name
    return Decision(
        effects=(
            *effects,
            show_position(scene.office, arrived, words, key),
            *tell_of_newcomer(scene.office, arrived, key, but=scene.player.id),
        ),
        said=f"{arrived.seat.player.name} plays {name} in {game.name} from now on.",
        touched=game.name,
    )


def log_arrival(game: Game, player: Player, power: str, kind: str) -> Log:
    """The entry of the log: who came, as far as anybody may know."""
    return Log(
        game=game.id,
        kind=kind,
        text=f"{phase_tag(game)} {called(game, player)} plays {board_of(game).power(power).name}",
    )


def tell_of_newcomer(office: Office, arrived: Arrived, key: str, *, but: int = 0) -> tuple[Effect, ...]:
    """The others are told that a power has a player again; `but` the id of one more who knows."""
    game, player, power = arrived.game, arrived.seat.player, arrived.seat.power or ""
    name = board_of(game).power(power).name
    text = f"{name} has a player again." if is_hidden(game) else f"{player.name} plays {name} from now on."
    told = replace(game, seats=tuple(one for one in game.seats if one.player.id not in (player.id, but)))
    card = card_of(office, game)
    topic = Topic(kind="notice", key=key, tag=phase_tag(game))
    return post_to_all(office, told, topic, lambda seat: texts.notice(card, reader_of(game, seat), text, office.now))
