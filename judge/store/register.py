"""Who is registered and what they play, looked up by name."""

from datetime import datetime

from sqlalchemy import func, select

from judge.desk.snapshot import Game, Player
from judge.store.games import Games
from judge.store.rows import find_rows, table_of
from judge.store.tables import AddressClaimRow, GameRow, PlayerRow, SeatRow

MOST_NAMES = 10
MOST_GAMES = 30


class Register(Games):
    """The players by name, in a transaction."""

    def named(self, name: str) -> tuple[Player, ...]:
        """The confirmed players whose name begins so, in any case; where one is called just so, he alone.

        Shape: by name, `MOST_NAMES` of them at most.
        """
        wanted = " ".join(name.lower().split())
        plain = func.lower(PlayerRow.name)
        confirmed = PlayerRow.confirmed_at.is_not(None)
        chosen = select(PlayerRow.id).where(confirmed, plain.startswith(wanted, autoescape=True))
        ids = self.session.scalars(chosen.order_by(plain, PlayerRow.id).limit(MOST_NAMES)).all()
        exact = self.session.scalars(select(PlayerRow.id).where(confirmed, plain == wanted)).all()
        found = self._players(table_of(PlayerRow).c.id.in_(exact or ids))
        return tuple(sorted(found, key=lambda one: (one.name.lower(), one.id)))[:MOST_NAMES]

    def asked_since(self, player: int, since: datetime) -> frozenset[str]:
        """The addresses that a player has had asked since then whether they are his, in lower case."""
        self.session.flush()
        own = (AddressClaimRow.player_id == player, AddressClaimRow.agreed, AddressClaimRow.asked_at >= since)
        return frozenset(self.session.scalars(select(AddressClaimRow.email).where(*own)))

    def played_by(self, player: int) -> tuple[Game, ...]:
        """The games in which somebody has or had a seat, the latest first, `MOST_GAMES` of them at most; not locked."""
        games = table_of(GameRow)
        his = select(SeatRow.game_id).where(SeatRow.player_id == player).distinct()
        rows = select(games).where(games.c.id.in_(his)).order_by(games.c.id.desc()).limit(MOST_GAMES)
        return tuple(self._build(row) for row in find_rows(self.session, rows))
