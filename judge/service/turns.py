"""Plays the turns that are due, each in one transaction, after every letter that came in time has been read."""

from datetime import datetime
from functools import partial

import structlog

from judge.desk.holding import HELD_FOR
from judge.desk.turns import due
from judge.errors import crash_point
from judge.service.house import House
from judge.service.keeping import report_stuck
from judge.service.letters import Letters
from judge.store.store import Store

log = structlog.get_logger(__name__)


class Turns:
    """Reminders, starts, adjudications and ends of games, when their moment has come."""

    def __init__(self, store: Store, house: House, letters: Letters) -> None:
        self._store, self._house, self._letters = store, house, letters

    def next_moment(self) -> datetime | None:
        """When something is due next: a deadline or reminder of a running game, the end of a letter's waiting."""
        with self._store.reading() as tx:
            first = tx.first_held()
            moments = (tx.next_moment(), first and first + HELD_FOR)
        return min((moment for moment in moments if moment is not None), default=None)

    def play_due(self, now: datetime) -> int:
        """Do what is due at `now` in every game; the number of games in which something was done.

        Letters that were accepted by `now` are read first, so that an order that came in time counts. A game
        whose turn cannot be played is left as it is, logged, and tried again at the next tick; the others go on.
        Those that were not confirmed in time lapse then.
        """
        with self._store.reading() as tx:
            names = tx.due_games(now)
        if names:
            crash_point("turn-due")
            self._letters.answer_all(now)
            crash_point("turn-drained")
        played = sum(self._play(name, now) for name in names)
        self._letters.lapse(now)
        return played

    def _play(self, name: str, now: datetime) -> bool:
        office = self._house.office(now, f"turn/{name}/{now.isoformat()}")
        done = False
        try:
            while True:
                with self._store.begin() as tx:
                    game = tx.game(name)
                    if game is None:
                        return done
                    history, messages = partial(tx.turns, game.id), partial(tx.messages, game.id)
                    effects = due(office, game, history=history, messages=messages)
                    if not effects:
                        tx.mark_seen(game.id)
                        return done
                    crash_point("turn-decided")
                    tx.apply(effects, now=now, letter=None, freeze=self._house.freezer(now))
                    crash_point("turn-played")
                crash_point("turn-committed")
                log.info("game.turn", game=name, effects=[type(effect).__name__ for effect in effects][:3])
                done = True
        except Exception as trouble:
            log.exception("game.trouble", game=name)
            with self._store.begin() as tx:
                report_stuck(tx, self._house, now, name, repr(trouble))
            return done
