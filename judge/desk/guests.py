"""Who was invited to a game: the value, and the effects on it; a part of `effects.Effect`."""

from dataclasses import dataclass
from datetime import datetime

from judge.desk.snapshot import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """Somebody was invited to a game and has not taken his place yet.

    Shape: `player` the id of who was known when he was invited, None else; `email` the address that was written to, ""
    for who was called by his name; `by` the id of the player who invited, None for the keeper; `power` the one that he
    is to play, None for any; `replaces` when he is to play it in the place of whoever plays it now.
    """

    id: int
    game: int
    player: int | None = None
    email: str = ""
    by: int | None = None
    power: str | None = None
    replaces: bool = False
    asked_at: datetime

    def is_for(self, player: Player) -> bool:
        """Whether somebody is the one who was invited."""
        return self.player == player.id or (bool(self.email) and player.writes_from(self.email))


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """Somebody is invited; the fields are those of an `Invitation`."""

    game: int
    player: int | None
    email: str
    by: int | None
    power: str | None = None
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class CloseInvitation:
    """An invitation was followed or declined, or is taken back."""

    invitation: int
