"""What somebody says once and means for all games that he plays: how it is taken for each of them."""

from dataclasses import replace

from judge.desk.absences import games_played
from judge.desk.session import Session
from judge.game.commands import Absent
from judge.language.when import read_span


def spread(session: Session) -> Session:
    """The session with its next command once for each game that it is for, in order of their names.

    Rule: who is away is away from all his games, unless the letter is about one of them and he does not say all.
    """
    command = session.groups[0][0].command if session.groups else None
    if not isinstance(command, Absent) or not _is_for_all(session, command):
        return session
    played = games_played(session.games, session.speaker.player)
    if not played:
        return session
    each = tuple((replace(session.groups[0][0], command=replace(command, game=game.name)),) for game in played)
    return replace(session, groups=(*each, *session.groups[1:]))


def _is_for_all(session: Session, command: Absent) -> bool:
    if command.game is not None or not session.speaker.proven:
        return False
    if not (command.everywhere or not session.about):
        return False
    at = session.incoming.letter.received_at
    return not command.when or read_span(command.when, "UTC", at) is not None
