"""People: REGISTER, SET PASSWORD, SET ZONE, and the mails by which the judge gets to know an address."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from judge.desk.effects import AddPlayer, ChooseParts, ConfirmPlayer, Effect, Log, SetPasswordHash, SetPlayerZone
from judge.desk.identity import address_tag, letter_tag
from judge.desk.office import Decision, Office, Scene, refuse
from judge.desk.posts import paged, post_to_player
from judge.desk.snapshot import Player
from judge.desk.zones import find_zone, near_zones
from judge.game.commands import Register, SetParts, SetPassword, SetZone
from judge.game.letters import Letter
from judge.game.mails import CALENDAR, HTML, MAP, Draft
from judge.reports import texts

MAX_NAME = 60
_LINK_SIGNS = frozenset("/\\@:")
_TITLES = frozenset({"the master", "master", "the judge", "judge", "everyone", "gm", "moderator"})
SHORTEST_PASSWORD, LONGEST_PASSWORD = 4, 100


def proper_name(text: str) -> str:
    """A person's name as it may stand in mails: printable, single spaces, at most 60 characters; may be "".

    Rule: no signs that make a link or an address, since anybody can have a name sent to anybody; no name that
    mails give to a part, such as `the master`.
    """
    printable = "".join(sign if sign.isprintable() and sign not in _LINK_SIGNS else " " for sign in text)
    name = " ".join(printable.split())[:MAX_NAME].strip(" \"'<>,;")
    return "" if name.lower() in _TITLES or name.lower().startswith("the master ") else name


def ask_to_confirm(
    office: Office,
    letter_id: int,
    letter: Letter,
    name: str,
    *,
    new: bool,
    player: Player | None,
    held: Sequence[str],
) -> tuple[Effect, ...]:
    """A registration begun, or begun once more: the address is asked to answer.

    Shape: `new` when the name was given in this letter and is to be kept; `player` who is entered under the address
    already; `held` the lines of a letter that asks for more: they are shown, and the answer confirms this letter too,
    and no other that came in the address's name.
    """
    since = office.now if player is None else player.since
    mail = paged(
        Draft(
            key=f"confirm/{letter_id}",
            kind="confirm",
            to=letter.sender,
            to_name=name,
            subject="Confirm your registration",
            text=texts.confirm(name, letter.sender, office.address, tuple(held)),
            reply_to=letter_tag(letter_id, office.secret) if held else address_tag(letter.sender, since, office.secret),
            answers=letter.message_id,
        )
    )
    return (AddPlayer(name=name, email=letter.sender), mail) if new else (mail,)


def welcome(office: Office, letter_id: int, letter: Letter, player: Player) -> tuple[Effect, ...]:
    """The address has answered: the player is one from now on and gets the address that proves him."""
    draft = Draft(
        key=f"welcome/{letter_id}",
        kind="confirm",
        to="",
        subject="Welcome",
        text=texts.welcome(player.name, office.address),
        answers=letter.message_id,
    )
    return (
        ConfirmPlayer(player.id),
        Log(game=None, kind="registered", text=f"player {player.id} has confirmed"),
        post_to_player(office, player, draft),
    )


def tell_dropped(office: Office, letter_id: int, letter: Letter) -> Effect:
    """The answer to a no: nothing was done."""
    return paged(
        Draft(
            key=f"dropped/{letter_id}",
            kind="notice",
            to=letter.sender,
            subject="Nothing was done",
            text=texts.dropped(office.address),
            answers=letter.message_id,
        )
    )


def answer_stranger(letter_id: int, letter: Letter, text: str) -> tuple[Effect, ...]:
    """A short answer to an address that nobody is registered under."""
    return (
        paged(
            Draft(
                key=f"stranger/{letter_id}",
                kind="notice",
                to=letter.sender,
                subject="How to play here",
                text=text,
                answers=letter.message_id,
            )
        ),
    )


def register(scene: Scene, _command: Register) -> Decision:
    """REGISTER from an address that is registered already is told so kindly."""
    player = scene.player
    return Decision(said=f"You are registered already, as {player.name} with {player.email}. Nothing else is needed.")


def set_password(scene: Scene, command: SetPassword) -> Decision:
    """A password for the seat when the letter is about a game, else for the player. It is never shown again."""
    if not SHORTEST_PASSWORD <= len(command.password) <= LONGEST_PASSWORD or command.password.split() != [
        command.password
    ]:
        return refuse(
            "This password cannot be taken.",
            expected=f"one word of {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters",
            example="SET PASSWORD correct-horse",
        )
    seat = scene.voice(scene.game) if scene.game and scene.fixed else None
    effect = SetPasswordHash(
        player=scene.player.id,
        seat=seat.id if seat else None,
        password_hash=scene.office.hash_password(command.password),
    )
    where = f"your seat in {scene.game.name}" if seat and scene.game else "all your games"
    return Decision(effects=(effect,), said=f"Password set for {where}.")


def set_zone(scene: Scene, command: SetZone) -> Decision:
    """The zone in which a player reads times from now on."""
    zone = find_zone(command.zone)
    if zone is None:
        return refuse(
            f"There is no time zone {command.zone}.",
            expected="the name of a time zone",
            example="SET ZONE Europe/Berlin",
            instead=near_zones(command.zone),
        )
    return Decision(
        effects=(SetPlayerZone(scene.player.id, zone),),
        player=replace(scene.player, zone=zone),
        said=f"Times are shown in {zone} from now on.",
    )


_PARTS = MappingProxyType({
    HTML: ("Mails come with a page beside their text.", "Mails come as plain text only."),
    CALENDAR: ("Mails bring deadlines for your calendar.", "No more calendar entries come."),
    MAP: ("Mails bring the picture of their turn.", "Mails bring no pictures."),
})  # fmt: skip


def set_parts(scene: Scene, command: SetParts) -> Decision:
    """Whether a player's mails carry a part that not everybody wants."""
    left = scene.player.without
    left = left - {command.part} if command.wanted else left | {command.part}
    return Decision(
        effects=(ChooseParts(player=scene.player.id, without=left),),
        player=replace(scene.player, without=left),
        said=_PARTS[command.part][not command.wanted],
    )
