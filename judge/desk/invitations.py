"""INVITE and DISINVITE: whom the masters of a game would like to have in it, known to the judge or not.

Rule: whoever is invited may JOIN, OBSERVE or TAKEOVER although the game is private, and needs no approval; his place is
not kept for him. Of an address the master is not told whether anybody is registered under it.
"""

from datetime import timedelta

from judge.desk.effects import AssignPower, CloseInvitation, Effect, Invite, Log, Post
from judge.desk.guests import Invitation
from judge.desk.names import is_hidden
from judge.desk.nominations import whom_a_master_means
from judge.desk.notices import tell_masters
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import (
    board_of,
    card_of,
    game_subject,
    game_thread,
    is_vacant,
    paged,
    phase_tag,
    places_of,
    post_to_player,
)
from judge.desk.privacy import closed
from judge.desk.registered import Person
from judge.desk.snapshot import Game, GameState, Player, Role
from judge.game import commands
from judge.game.mails import Draft
from judge.language.powers import read_power
from judge.mail.addresses import is_own, valid_address
from judge.mail.robots import is_mail_system
from judge.reports import texts
from judge.reports.cards import Reader

MAX_AN_HOUR = 20  # by one person, to all games
MAX_TO_ONE = 3  # within a day, by whoever
AGAIN_AFTER = timedelta(days=1)


def invite(scene: Scene, command: commands.Invite) -> Decision:
    """Somebody gets a mail that tells him how to come into the game, or an invitation is taken back."""
    verb = "DISINVITE" if command.takes_back else "INVITE"
    met = whom_a_master_means(scene, command.person, verb, sure=command.sure)
    if isinstance(met, Decision):
        return met
    game, person = met
    if command.takes_back:
        return _take_back(scene, game, person)
    if game.state.is_over:
        return refuse(f"The game {game.name} is over; nobody can come into it any more.")
    if person.by_address and not can_be_written_to(scene, person.words):
        return refuse(
            "No mail can be sent there.", expected="one address, or the name of somebody registered",
            example="INVITE ada@home.example",
        )  # fmt: skip
    power = _power(game, command.power) if command.power else None
    if isinstance(power, Decision):
        return power
    if person.player is not None and not person.by_address and _is_in(game, person.player):
        return refuse(f"{person.words} is in {game.name} already.")
    return too_many(scene, person) or _ask(scene, game, person, power)


def can_be_written_to(scene: Scene, email: str) -> bool:
    """Whether an address is one, and none of the judge's own or of a mail system."""
    return valid_address(email) and not is_own(email, scene.office.address) and not is_mail_system(email)


def _power(game: Game, words: str) -> str | Decision:
    """The power that somebody is to play, which has to be free for him."""
    board, power = board_of(game), read_power(board_of(game), words)
    if power is None or (game.state is GameState.FORMING and power not in places_of(game)):
        return refuse(f"That names no power that somebody can play in {game.name}.", example="INVITE Ada AS France")
    name = board.power(power).name
    if game.state is GameState.FORMING and any(seat.assigned == power for seat in game.seats):
        return refuse(f"{name} is settled for a player of {game.name}.", example=f"ASSIGN {name} TO NOBODY")
    if game.state is not GameState.FORMING and not is_vacant(game, power):
        return refuse(f"{name} is not free in {game.name}.", expected="a power that is in play and without a player")
    return power


def _is_in(game: Game, player: Player) -> bool:
    """Whether it is known that somebody is in a game already; in a gunboat game nobody knows who plays."""
    seat = game.seat_of(player.id)
    if seat is None or seat.role not in (Role.PLAYER, Role.MASTER):
        return False
    return seat.role is Role.MASTER or not is_hidden(game)


def too_many(scene: Scene, person: Person) -> Decision | None:
    """The refusal of one invitation more than is decent, to anybody or by anybody; None while it is not."""
    own = scene.player.id or None
    lately = scene.archive.invited(scene.office.now - AGAIN_AFTER)
    hour = [one for one in lately if one.by == own and one.asked_at > scene.office.now - timedelta(hours=1)]
    if len(hour) >= MAX_AN_HOUR:
        return refuse(f"You have invited {MAX_AN_HOUR} people within an hour.", expected="some patience")
    if sum(_is_to(one, person) for one in lately) >= MAX_TO_ONE:
        return refuse(f"{person.words} was invited {MAX_TO_ONE} times within a day.", expected="some patience")
    return None


def _is_to(invitation: Invitation, person: Person) -> bool:
    """Whether an invitation went to somebody as he is called now: one by name is none to his address."""
    if person.by_address:
        return invitation.email == person.words.lower()
    return not invitation.email and person.player is not None and invitation.player == person.player.id


def _ask(scene: Scene, game: Game, person: Person, power: str | None) -> Decision:
    here = [one for one in scene.archive.invitations() if _is_to(one, person)]
    if any(one.power == power and scene.office.now - one.asked_at < AGAIN_AFTER for one in here):
        return Decision(said=f"{person.words} is invited to {game.name} already.", touched=game.name)
    as_power = f" as {board_of(game).power(power).name}" if power else ""
    player = person.player
    # Whoever is in the game gets no mail about it; that he is, his address does not tell.
    mail = invitation_mail(scene, game, person, f"invites you to play in the game {game.name}{as_power}")
    asked = () if player is not None and _is_busy(game, player) else (mail,)
    who = "somebody" if is_hidden(game) else "an address" if person.by_address else person.words
    return Decision(
        effects=(
            Invite(
                game=game.id, player=player.id if player else None, email=person.words if person.by_address else "",
                by=scene.player.id or None, power=power,
            ),
            *asked,
            Log(game=game.id, kind="invite", text=f"{who} is invited{as_power}, by {scene.by}"),
        ),
        said=f"{person.words} is invited to {game.name}{as_power}. Nothing changes before the answer.",
        touched=game.name,
    )  # fmt: skip


def _is_busy(game: Game, player: Player) -> bool:
    seat = game.seat_of(player.id)
    return seat is not None and seat.role in (Role.PLAYER, Role.MASTER)


def invitation_mail(scene: Scene, game: Game, person: Person, asks: str) -> Post:
    """The mail to who is invited: how to come, and for who is not registered how to be that first."""
    own = game.seat_of(scene.player.id, Role.MASTER)
    who = "The keeper of the judge" if own is None else f"{scene.player.name}, its master,"
    ways = f"ACCEPT {game.name}. To watch only, write OBSERVE {game.name}; if you will not, DECLINE {game.name}."
    player = person.player
    if player is not None:
        text = f"{who} {asks}. If you will, answer this mail with the line {ways} Without an answer nothing changes."
    else:
        text = (
            f"{who} {asks}. Diplomacy is played here by mail. If you will, answer this mail with the line REGISTER and "
            "your name, as in REGISTER Ada Lovelace, and then the mail that comes back. Once you are registered, write "
            f"{ways} If you do nothing, nothing more is sent to you."
        )
    reader = Reader(
        name=player.name if player else "", zone=player.zone if player else "UTC", power=None, role="guest"
    )  # fmt: skip
    draft = Draft(
        key=f"invitation/{scene.letter_id}/{scene.number}",
        kind="notice",
        to=player.email if player else person.words.lower(),
        subject=game_subject(game, phase_tag(game)),
        text=texts.notice(card_of(scene.office, game), reader, text, scene.office.now),
        thread=game_thread(game, phase_tag(game)),
        game=game.name,
    )
    return post_to_player(scene.office, player, draft) if player is not None else paged(draft)


def _take_back(scene: Scene, game: Game, person: Person) -> Decision:
    """Nobody learns from it whether he has come; whoever is in the game stays in it."""
    player = person.player
    waiting = [
        one for one in scene.archive.invitations() if _is_to(one, person) or (player is not None and one.is_for(player))
    ]
    who = "somebody" if is_hidden(game) else "an address" if person.by_address else person.words
    told: tuple[Effect, ...] = ()
    if waiting and player is not None:
        draft = Draft(
            key=f"invitation/{scene.letter_id}/{scene.number}",
            kind="notice",
            to=player.email,
            subject=game_subject(game, ""),
            text=texts.notice(
                card_of(scene.office, game), Reader(name=player.name, zone=player.zone, power=None, role="guest"),
                f"{scene.actor} has taken your invitation back.", scene.office.now,
            ),
            thread=game_thread(game, ""),
            game=game.name,
        )  # fmt: skip
        told = (post_to_player(scene.office, player, draft),)
    return Decision(
        effects=(
            *(CloseInvitation(one.id) for one in waiting),
            *told,
            Log(game=game.id, kind="invite", text=f"{who} is invited no more, by {scene.by}"),
        ),
        said=f"{person.words} is not invited to {game.name}. Whoever has come already stays; EJECT takes him out.",
        touched=game.name,
    )


def follow(scene: Scene, game: Game, invitation: Invitation) -> tuple[Effect, ...]:
    """Somebody has come as he was invited: the power that he was to have is settled for him, where it is still free."""
    free = invitation.power is not None and not any(seat.assigned == invitation.power for seat in game.seats)
    settled = (AssignPower(0, invitation.power),) if free and invitation.power in places_of(game) else ()
    return (*settled, *closed(scene, game, scene.player))


def decline(scene: Scene, game: Game) -> Decision:
    """Somebody will not come; the masters are told, but not of whom it was in a game where nobody may be known."""
    who = "Somebody who was invited" if is_hidden(game) else scene.player.name
    log = Log(game=game.id, kind="invite", text="one who was invited declines")
    told = tell_masters(scene, game, f"{who} will not come into the game.")
    return Decision(effects=(*closed(scene, game, scene.player), log, *told), said=f"You do not come into {game.name}.")
