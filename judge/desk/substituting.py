"""REPLACE power BY somebody: another plays a power in the place of its player, who has done nothing wrong.

Rule: he is asked first, and the player goes on until he has answered; a master may put somebody in at once whom he
names and who has come into the game of his own will, to watch, to lead or to ask for a place: nobody is made to play
who would then have to leave at the cost of his record. What the player had ordered goes with him, his reply address is
good no more, and his record stays as it is.
"""

from judge.desk.calls import tell_leaver
from judge.desk.effects import Effect, Invite, Log
from judge.desk.guests import Invitation
from judge.desk.hands import bar
from judge.desk.invitations import can_be_written_to, invitation_mail, too_many
from judge.desk.leaving import vacate
from judge.desk.names import is_hidden
from judge.desk.newcomers import Arrived, log_arrival, plays_now, seat_newcomer, was_let_in
from judge.desk.nominations import whom_a_master_means
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import board_of, is_vacant, phase_tag, variant_of
from judge.desk.privacy import closed
from judge.desk.registered import Person
from judge.desk.snapshot import REPLACED, Game, Player, Role
from judge.desk.takeover import why_barred
from judge.game.commands import Substitute
from judge.language.powers import read_power


def substitute(scene: Scene, command: Substitute) -> Decision:
    """Somebody is asked to play a power in the place of its player, or plays it from now on."""
    power = None if scene.game is None else read_power(board_of(scene.game), command.power)
    if power is None and not command.sure:
        return Decision(fate="note")
    met = whom_a_master_means(scene, command.person, f"REPLACE {command.power} BY", sure=command.sure)
    if isinstance(met, Decision):
        return met
    game, person = met
    if not game.state.is_under_way:
        state = "is over" if game.state.is_over else "has not begun"
        return refuse(f"The game {game.name} {state}; there is nobody to replace.", example="INVITE Ada AS France")
    if power is None or (game.seat_for(power) is None and not is_vacant(game, power)):
        return refuse(f"That names no power that somebody can play in {game.name}.", example="REPLACE France BY Ada")
    if person.by_address and not can_be_written_to(scene, person.words):
        return refuse("No mail can be sent there.", expected="one address, or the name of somebody registered")
    if person.player is not None and not person.by_address and (why := _unfit(game, person.player, power)):
        return refuse(f"{person.words} {why}.")
    if not command.at_once:
        return too_many(scene, person) or _ask(scene, game, person, power)
    if person.player is None or person.by_address or is_hidden(game) or variant_of(game).entrance is not None:
        return refuse(
            "He is asked first: at once only somebody is put in who is called by his name, in a game where names are "
            "known.", expected="the line without NOW",
        )  # fmt: skip
    if game.seat_of(person.player.id) is None:
        return refuse(
            f"{person.words} is not in {game.name}, and is asked first.", expected="the line without NOW",
            example=f"REPLACE {board_of(game).power(power).name} BY {person.words}",
        )  # fmt: skip
    return _put_in(scene, game, person.player, power)


def _unfit(game: Game, player: Player, power: str) -> str:
    """Why somebody cannot play a power, as far as a master may know it, as the end of a sentence; "" when he can."""
    if not game.settings.masters_play and game.seat_of(player.id, Role.MASTER) is not None:
        return f"leads {game.name}, whose masters do not play"
    if is_hidden(game):
        return ""
    seat = bar(game, player.id, power)
    if seat is None:
        return ""
    verb = "plays" if seat in game.seats else "has played"
    return f"{verb} {board_of(game).power(seat.power or '').name} in {game.name}"


def _ask(scene: Scene, game: Game, person: Person, power: str) -> Decision:
    name, player = board_of(game).power(power).name, person.player
    here = [one for one in scene.archive.invitations() if (one.power, one.replaces) == (power, True)]
    email = person.words.lower() if person.by_address else ""
    if any(one.email == email and (email or one.player == (player and player.id)) for one in here):
        return Decision(said=f"{person.words} has been asked already and has not answered.", touched=game.name)
    asks = f"asks you to play {name} in the game {game.name} from now on, in the place of its player"
    who = "somebody" if is_hidden(game) else "an address" if person.by_address else person.words
    return Decision(
        effects=(
            Invite(
                game=game.id, player=player.id if player else None, email=email, by=scene.player.id or None,
                power=power, replaces=True,
            ),
            invitation_mail(scene, game, person, asks),
            Log(game=game.id, kind="replace", text=f"{phase_tag(game)} {who} is asked to play {name}, by {scene.by}"),
        ),
        said=f"{person.words} is asked to play {name} in {game.name}. Its player goes on until the answer, "
        f"ACCEPT {game.name}.",
        touched=game.name,
    )  # fmt: skip


def accept(scene: Scene, game: Game, invitation: Invitation) -> Decision:
    """Somebody will play a power as he was asked, if that is still wanted.

    Rule: not once somebody else has come to play it, nor when who asked leads the game no more.
    """
    power, name = invitation.power or "", board_of(game).power(invitation.power or "").name
    seat = game.seat_for(power)
    late = seat is not None and seat.joined_at is not None and seat.joined_at > invitation.asked_at
    led = invitation.by is None or game.seat_of(invitation.by, Role.MASTER) is not None
    if late or not led or not game.state.is_under_way:
        return refuse(f"You were asked to play {name} in {game.name}, but that is not wanted any more.")
    if (barred := why_barred(scene, game, power)) is not None:
        return barred
    effects, arrived = _change(scene, game, scene.player, power)
    return plays_now(scene, arrived, (*effects, *closed(scene, game, scene.player)), _key(scene))


def _put_in(scene: Scene, game: Game, player: Player, power: str) -> Decision:
    name = board_of(game).power(power).name
    effects, arrived = _change(scene, game, player, power, assigned=True)
    words = f"{scene.actor} has put you in: you play {name} in {game.name} from now on. RESIGN if you will not; "
    words += "before the phase is over nothing is held against you."
    return was_let_in(scene, arrived, effects, _key(scene), words)


def _change(
    scene: Scene, game: Game, player: Player, power: str, *, assigned: bool = False
) -> tuple[tuple[Effect, ...], Arrived]:
    """One player goes, if there is one, and is told; another comes, `assigned` where nobody has asked him."""
    name, old, office = board_of(game).power(power).name, game.seat_for(power), scene.office
    effects: tuple[Effect, ...] = ()
    after = game
    if old is not None:
        left = vacate(office, game, old, REPLACED)
        words = f"{name} in {game.name} is played by somebody else from now on, as its master has decided. Nothing is "
        words += "held against you; you get no more mails of it, and what you had ordered is not carried out."
        effects = (*left.effects, tell_leaver(office, game, left.game, old, words, _key(scene)))
        after = left.game
    arrived = seat_newcomer(office, after, player, power, assigned=assigned)
    return (*effects, *arrived.effects, log_arrival(game, player, power, "replace")), arrived


def _key(scene: Scene) -> str:
    return f"replaced/{scene.letter_id}/{scene.number}"
