"""What is remembered of players and games, as long as nobody can have changed them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from judge.desk.bans import Ban
from judge.desk.effects import AimEarlyPlay, Effect, KeepOrders, KeepPress, KeepWait, Log, Post
from judge.desk.snapshot import Game, OpenPhase, OrderSet, Player

MOST = 300  # games, or players


@dataclass(slots=True)
class Memory:
    """Players and games as they were read, brought up to date with what changes them.

    Shape: `alone` when nobody else writes while the transaction lasts, so that whatever was read stays true; without
    it only games that are locked are remembered, and no players. `version` is by what a database file tells whether
    another process has written to it. `stale` phases are to be read anew; `touched` games want a look already;
    `aims` are moments of early play, by phase, that do not stand in their rows yet.
    """

    alone: bool = False
    version: object = None
    games: dict[int, Game] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # of games, by their names in lower case
    phases: dict[int, int] = field(default_factory=dict)  # games by their open phase
    players: dict[str, Player] = field(default_factory=dict)  # by address
    played: dict[int, tuple[int, ...]] = field(default_factory=dict)  # games by player
    bans: dict[tuple[str, ...], Mapping[str, Ban]] = field(default_factory=dict)  # by whom they may name
    answers: dict[str, tuple[datetime, int]] = field(default_factory=dict)  # since when, how many to an address
    stale: set[int] = field(default_factory=set)
    touched: set[int] = field(default_factory=set)
    aims: dict[int, datetime | None] = field(default_factory=dict)

    def forget(self) -> None:
        """Forget everything."""
        for known in (
            self.games, self.numbers, self.phases, self.players, self.played, self.bans, self.answers, self.stale,
            self.touched,
        ):  # fmt: skip
            known.clear()

    def game(self, key: int | str) -> Game | None:
        """The game of this id or name."""
        number = self.numbers.get(key.lower()) if isinstance(key, str) else key
        return None if number is None else self.games.get(number)

    def keep_game(self, game: Game) -> None:
        """Remember a game."""
        if len(self.games) >= MOST:
            self.forget()
        self.games[game.id] = game
        self.numbers[game.name.lower()] = game.id
        if game.phase is not None:
            self.phases[game.phase.id] = game.id

    def keep_player(self, email: str, player: Player) -> None:
        """Remember whose an address is."""
        if len(self.players) >= MOST:
            self.players.clear()
            self.played.clear()
        self.players[email] = player

    def keep_bans(self, names: tuple[str, ...], bans: Mapping[str, Ban]) -> None:
        """Remember what the list of bans has for these names."""
        if len(self.bans) >= MOST:
            self.bans.clear()
        self.bans[names] = bans

    def keep_answers(self, email: str, since: datetime, count: int) -> None:
        """Remember how many answers an address got since a moment."""
        if len(self.answers) >= MOST:
            self.answers.clear()
        self.answers[email] = since, count

    def game_in(self, phase: int) -> Game | None:
        """The game whose open phase has this id, as it is now; None when it is not known."""
        game = self.games.get(self.phases.get(phase, 0))
        current = game is not None and game.phase is not None and game.phase.id == phase
        return game if current and phase not in self.stale else None

    def follow(self, effect: Effect, now: datetime) -> None:
        """Bring what is known up to date with an effect that has been carried out, or forget what it may have changed.

        Rule: what is remembered is what would be read: of orders the set as it is written, of the rest nothing.
        """
        match effect:
            case KeepOrders() | AimEarlyPlay():
                self._change_phase(effect, now)
            case KeepWait():
                self.stale.add(effect.phase)
            case Post():
                since, count = self.answers.get(to := effect.draft.to.lower(), (now, 0))
                if to in self.answers:
                    self.answers[to] = since, count + 1
            case Log() | KeepPress():
                pass
            case _:
                self.forget()

    def _change_phase(self, effect: KeepOrders | AimEarlyPlay, now: datetime) -> None:
        game = self.game_in(effect.phase)
        if game is None or game.phase is None:
            self.stale.add(effect.phase)
            return
        if isinstance(effect, AimEarlyPlay):
            phase = replace(game.phase, early_at=effect.moment and effect.moment.astimezone(UTC))
        else:
            phase = _with_orders(game.phase, effect, now)
        self.games[game.id] = replace(game, phase=phase)


def _with_orders(phase: OpenPhase, effect: KeepOrders, now: datetime) -> OpenPhase:
    """A phase with the orders that were written; whether it can be played early is to be settled anew."""
    before = phase.orders_of(effect.power)
    written = OrderSet(
        power=effect.power,
        orders=tuple(effect.orders),
        wait=before.wait,
        written_at=(effect.written_at or now).astimezone(UTC),
        ahead=effect.ahead,
        arrived=tuple(at.astimezone(UTC) for at in effect.arrived),
        cleared_at=effect.cleared_at and effect.cleared_at.astimezone(UTC),
        waited_at=before.waited_at,
    )
    others = (one for one in phase.order_sets if one.power != effect.power)
    return replace(phase, early_at=None, order_sets=tuple(sorted((*others, written), key=lambda one: one.power)))
