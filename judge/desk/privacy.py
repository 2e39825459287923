"""Private games: who may know that there is one.

Rule: a private game is there for those in it or who have played in it, for whoever was asked to come into it, for who
gives its password, and for the keeper of the judge. For everybody else it is a game that there is not, whatever he
asks for, and a wrong password is answered no otherwise. What was asked and has lapsed opens nothing either.
Its name alone is taken: no second game can have it.
"""

from datetime import datetime

from judge.desk.guests import CloseInvitation, Invitation
from judge.desk.identity import Speaker
from judge.desk.newcomers import is_banned
from judge.desk.nominations import STANDS_FOR
from judge.desk.office import Archive, Scene
from judge.desk.snapshot import Game, Player
from judge.game.commands import Command, Create, Join, Observe, TakeOver
from judge.mail.passwords import check_password


def is_open_to(speaker: Speaker, command: Command | None, game: Game, archive: Archive, now: datetime) -> bool:
    """Whether the speaker may learn by a command, or by lines that are none, that there is this game.

    Not: in CREATE, which has to know every name that is taken.
    """
    if not game.settings.private or speaker.how == "keeper":
        return True
    player = speaker.player
    if player is None:
        return False
    if isinstance(command, Create) or belongs(game, player):
        return True
    if any(one.is_for(player) for one in archive.invitations()):
        return True
    if any(one.player.id == player.id and now - one.asked_at < STANDS_FOR for one in archive.nominations()):
        return True
    return isinstance(command, Join | Observe | TakeOver) and opens(game, command.password)


def belongs(game: Game, player: Player) -> bool:
    """Whether somebody is in a game, or has played in it."""
    return any(seat.player.id == player.id for seat in (*game.seats, *game.former))


def is_shown(game: Game, player: Player) -> bool:
    """Whether a game may be spoken of to somebody who has not named it."""
    return not game.settings.private or belongs(game, player)


def opens(game: Game, password: str | None) -> bool:
    """Whether this is the password that lets people into a game."""
    return bool(password and game.settings.entry) and check_password(password or "", game.settings.entry)


def own_password(game: Game, password: str | None) -> str | None:
    """The password that somebody gives his seat: not the one with which everybody comes in, which others know."""
    return None if opens(game, password) else password


def closed(scene: Scene, game: Game, player: Player) -> tuple[CloseInvitation, ...]:
    """All that somebody was asked about a game is settled: by his name and by each address, not the last alone."""
    asked = scene.archive.invitations()
    return tuple(CloseInvitation(one.id) for one in asked if one.game == game.id and one.is_for(player))


def invitation_of(scene: Scene, game: Game) -> Invitation | None:
    """The latest invitation of the speaker to a game, None when he has none."""
    found = [one for one in scene.archive.invitations() if one.game == game.id and one.is_for(scene.player)]
    return found[-1] if found else None


def is_kept_out(scene: Scene, game: Game) -> bool:
    """Whether the speaker was taken out of a game, and has not been invited since."""
    return is_banned(game, scene.player.id) and invitation_of(scene, game) is None
