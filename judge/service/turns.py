"""Plays the turns that are due, each in one transaction, after every letter that came in time has been read."""

import time
from datetime import datetime, timedelta
from functools import partial
from math import inf

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
    """Reminders, starts, adjudications and ends of games, when their moment has come.

    Shape: `held_up` when something was due and left for later: a letter that came in time is in another worker's hands,
    or the game is.
    Rule: whatever is due is decided on all letters that had come in when it was seen to be due, whichever process took
    them in and whichever answers them; what came in shortly before is stored when `settle` is over. A letter that was
    set aside is waited for no longer. Each result is stored under the game's lock, once.
    """

    def __init__(self, store: Store, house: House, letters: Letters, settle: timedelta = timedelta()) -> None:
        self._store, self._house, self._letters, self._settle = store, house, letters, settle
        self._seen_due: dict[str, datetime] = {}
        self.held_up = False

    def next_moment(self) -> datetime | None:
        """When something is due next: a deadline or reminder of a running game, the end of a letter's waiting."""
        with self._store.reading() as tx:
            first = tx.first_held()
            moments = (tx.next_moment(), first and first + HELD_FOR)
        return min((moment + self._settle for moment in moments if moment is not None), default=None)

    def is_due(self, now: datetime) -> bool:
        """Whether something is due in any game."""
        with self._store.reading() as tx:
            return bool(tx.due_games(now, self._settle))

    def play_due(self, now: datetime, seconds: float = inf) -> int:
        """Do what is due at `now` in every game; the number of games in which something was done.

        Letters that were accepted by then are read first, so that an order that came in time counts. A game
        whose turn cannot be played is left as it is, logged, and tried again at the next tick; the others go on.
        Those that were not confirmed in time lapse then.
        Shape: after so many `seconds` the rest is left for the next time, so that letters are answered in between.
        """
        until, played, left = time.monotonic() + seconds, 0, False
        for name in self._ready(now):
            if time.monotonic() > until:
                break
            # what is due in it next is seen anew, with the letters that have come in till then
            done = self._play(name, self._seen_due.pop(name))
            played += bool(done)
            left |= done is None
        self.held_up |= left and self.is_due(now)
        self._letters.lapse(now)
        return played

    def _ready(self, now: datetime) -> tuple[str, ...]:
        """The games in which something is due and no letter is waited for."""
        with self._store.reading() as tx:
            names = tx.due_games(now, self._settle)
        self._seen_due = {name: self._seen_due.get(name, now) for name in names}
        self.held_up = False
        if not names:
            return ()
        crash_point("turn-due")
        self._store.await_stored()
        self._letters.answer_all(max(self._seen_due.values()))
        crash_point("turn-drained")
        with self._store.reading() as tx:
            waiting = tx.first_waiting()
        ready = tuple(name for name in names if waiting is None or self._seen_due[name] < waiting)
        self.held_up = len(ready) < len(names)
        return ready

    def _play(self, name: str, now: datetime) -> bool | None:
        """Whether something was done in a game; None when it was not to be had, being played by another or done.

        Shape: `now` is when it was seen to be due; all letters that had come in by then have been read.
        Rule: each thing that is done asks for a look at what follows from it, such as a phase in which nobody has
        anything to decide; so nothing stands still when the process ends between the two.
        """
        office = self._house.office(now, f"turn/{name}/{now.isoformat()}")
        done: bool | None = None
        try:
            while True:
                with self._store.begin(knowing=True) as tx:
                    game = tx.game(name) if tx.claim_due(name, now, self._settle) else None
                    if game is None:
                        return done
                    history, messages = partial(tx.turns, game.id), partial(tx.messages, game.id)
                    effects = due(office, game, history=history, messages=messages, held=tx.waiting_letters)
                    if not effects:
                        tx.mark_seen(game.id)
                        return bool(done)
                    crash_point("turn-decided")
                    tx.apply(effects, now=now, letter=None, freeze=self._house.freezer(now))
                    tx.ask_look(game.id)
                    crash_point("turn-played")
                crash_point("turn-committed")
                log.info("game.turn", game=name, effects=[type(effect).__name__ for effect in effects][:3])
                done = True
        except Exception as trouble:
            log.exception("game.trouble", game=name)
            with self._store.begin() as tx:
                report_stuck(tx, self._house, now, name, repr(trouble))
            return bool(done)
