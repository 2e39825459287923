"""Who is registered, as a decision may look it up."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from judge.desk.snapshot import Game, Player, Record


class People(Protocol):
    """The players of a judge."""

    def named(self, name: str) -> tuple[Player, ...]:
        """The confirmed players whose name begins so, in any case; where one is called just so, he alone."""

    def player_by_address(self, email: str) -> Player | None:
        """The player to whom this address belongs, confirmed or not."""

    def records(self, players: Sequence[int]) -> dict[int, Record]:
        """The records of players by id, each of them with one."""

    def asked_since(self, player: int, since: datetime) -> frozenset[str]:
        """The addresses that a player has had asked since then whether they are his, in lower case."""

    def played_by(self, player: int) -> tuple[Game, ...]:
        """The games in which somebody has or had a seat, the latest first."""


class Nobody:
    """A judge without players."""

    def named(self, _name: str) -> tuple[Player, ...]:
        """Nobody."""
        return ()

    def player_by_address(self, _email: str) -> Player | None:
        """Nobody."""
        return None

    def records(self, players: Sequence[int]) -> dict[int, Record]:
        """Empty records."""
        return {player: Record() for player in players}

    def asked_since(self, _player: int, _since: datetime) -> frozenset[str]:
        """No addresses."""
        return frozenset()

    def played_by(self, _player: int) -> tuple[Game, ...]:
        """No games."""
        return ()


NOBODY = Nobody()
