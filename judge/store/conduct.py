"""How players keep the time of their phases: counted once for each phase and player, added up for their records."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.desk.names import hides
from judge.desk.snapshot import CONDUCT, GameState, Record
from judge.store.codec import read_settings
from judge.store.tables import ConductRow, GameRow, PhaseRow


class Conduct:
    """The records of players, in a transaction."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def records(self, players: Sequence[int]) -> dict[int, Record]:
        """The records of players by id, each of them with one; phases that were taken back count no more.

        Rule: nor do games in which nobody may know who plays, for a record that grows when a power of theirs is late
        or left would tell; they count when that is over.
        """
        rows = self.session.execute(
            select(ConductRow.player_id, ConductRow.conduct, PhaseRow.game_id, func.count())
            .join(PhaseRow, PhaseRow.id == ConductRow.phase_id)
            .where(ConductRow.player_id.in_(players), PhaseRow.state != "undone")
            .group_by(ConductRow.player_id, ConductRow.conduct, PhaseRow.game_id)
        ).all()
        hidden = self._hidden({game for _, _, game, _ in rows})
        counts: dict[int, Counter[str]] = {player: Counter() for player in players}
        for player, conduct, game, count in rows:
            counts[player][conduct] += 0 if game in hidden else count
        return {player: Record(**{word: found[word] for word in CONDUCT}) for player, found in counts.items()}

    def _hidden(self, games: Collection[int]) -> set[int]:
        rows = select(GameRow.id, GameRow.settings, GameRow.state).where(GameRow.id.in_(games))
        found = self.session.execute(rows) if games else ()
        return {game for game, settings, state in found if hides(read_settings(settings), GameState(state))}


def count_conduct(session: Session, phase: int, players: Sequence[int], conduct: str, now: datetime) -> None:
    """Write down how players kept the time of a phase; what is worse and written already stands.

    Refuses: ValueError for a word that is none of `CONDUCT`.
    """
    rank = CONDUCT.index(conduct)
    rows = select(ConductRow).where(ConductRow.phase_id == phase, ConductRow.player_id.in_(players))
    known = {row.player_id: row for row in session.scalars(rows.execution_options(populate_existing=True))}
    for player in players:
        row = known.get(player)
        if row is None:
            session.add(ConductRow(phase_id=phase, player_id=player, conduct=conduct, counted_at=now))
        elif CONDUCT.index(row.conduct) < rank:
            row.conduct, row.counted_at = conduct, now
