"""Who is invited to a game."""

from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from judge.desk.effects import Invite
from judge.desk.guests import Invitation
from judge.store.games import Games
from judge.store.tables import GameRow, InvitationRow


class Invitations(Games):
    """The invitations, in a transaction."""

    def invitations(self, game: int) -> tuple[Invitation, ...]:
        """Those to a game that wait for an answer, oldest first."""
        return self._invitations(InvitationRow.game_id == game, InvitationRow.closed_at.is_(None))

    def invited(self, since: datetime) -> tuple[Invitation, ...]:
        """Those of all games since a moment, answered or not, oldest first."""
        return self._invitations(InvitationRow.asked_at > since)

    def _invitations(self, *which: ColumnElement[bool]) -> tuple[Invitation, ...]:
        rows = self.session.scalars(select(InvitationRow).where(*which).order_by(InvitationRow.id))
        return tuple(
            Invitation(
                id=row.id, game=row.game_id, player=row.player_id, email=row.email, by=row.by_player_id,
                power=row.power, replaces=row.replaces, asked_at=row.asked_at,
            )
            for row in rows
        )  # fmt: skip


def invite(session: Session, effect: Invite, game: GameRow, *, now: datetime, letter: int | None) -> None:
    """Keep an invitation; an earlier one to the same person or address, about the same game, is closed."""
    same = [InvitationRow.email == effect.email.lower()]
    if not effect.email:
        same.append(InvitationRow.player_id == effect.player)
    mine = (InvitationRow.game_id == game.id, InvitationRow.closed_at.is_(None), *same)
    for row in session.scalars(select(InvitationRow).where(*mine)):
        row.closed_at = now
    session.add(
        InvitationRow(
            game_id=game.id, player_id=effect.player, email=effect.email.lower(), by_player_id=effect.by,
            power=effect.power, replaces=effect.replaces, asked_at=now, letter_id=letter,
        )
    )  # fmt: skip


def close_invitation(session: Session, invitation: int, now: datetime) -> None:
    """An invitation waits no longer."""
    row = session.get(InvitationRow, invitation, with_for_update=True, populate_existing=True)
    if row is not None:
        row.closed_at = row.closed_at or now
