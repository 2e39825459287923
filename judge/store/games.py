"""Players and games as the desk sees them, read from their rows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from judge.desk.posts import open_names
from judge.desk.snapshot import Game, GameState, Listing, OpenPhase, OrderSet, PastPhase, Player, Role, Seat
from judge.desk.spans import Choice, Past, read_phase
from judge.game.turns import Turn
from judge.game.variant import Variant
from judge.store.absences import absences_of
from judge.store.addresses import claims_of, others_of
from judge.store.codec import read_ballot, read_orders, read_position, read_settings, read_turn
from judge.store.later import later_of
from judge.store.returns import reach_of
from judge.store.tables import (
    AddressClaimRow,
    AddressRow,
    GameRow,
    OrderSetRow,
    PhaseRow,
    PlayerRow,
    ResultRow,
    SeatRow,
    WaitRow,
)

FindVariant = Callable[[str, str | None], Variant]
# The moments of an open phase at which something is due.
MOMENTS = (func.coalesce(PhaseRow.grace_until, PhaseRow.deadline), PhaseRow.remind_at, PhaseRow.early_at)


class Games:
    """The players and games, in a transaction."""

    def __init__(self, session: Session, find_variant: FindVariant) -> None:
        self.session = session
        self.find_variant = find_variant

    def player(self, number: int) -> Player | None:
        """The player with this id."""
        found = self._players(PlayerRow.id == number)
        return self._with_addresses(found[0]) if found else None

    def player_by_address(self, email: str) -> Player | None:
        """The player to whom this address belongs, whether or not mail goes there now."""
        owner = select(AddressRow.player_id).where(AddressRow.email == email.lower()).scalar_subquery()
        found = self._players(PlayerRow.id == owner)
        return self._with_addresses(found[0]) if found else None

    def claimants(self, email: str) -> tuple[Player, ...]:
        """The players who may get this address as one more of theirs; see `Claim`."""
        named = select(AddressClaimRow.player_id).where(
            AddressClaimRow.email == email.lower(), AddressClaimRow.closed_at.is_(None)
        )
        return tuple(map(self._with_addresses, self._players(PlayerRow.id.in_(named))))

    def game(self, name: str, lock: bool = True, wait: bool = True) -> Game | None:
        """The game of this name, in any case.

        With `lock` nobody else changes it until this transaction ends; without `wait` a game that is locked
        by somebody else counts as not there (PostgreSQL; SQLite has one writer at a time).
        """
        return self._game(GameRow.name_key == name.lower(), lock, wait)

    def game_by_id(self, number: int, lock: bool = True, wait: bool = True) -> Game | None:
        """The game with this id; see `game`."""
        return self._game(GameRow.id == number, lock, wait)

    def games_of(self, player: int) -> tuple[Game, ...]:
        """The games in which somebody has a seat and which are not over, by name; not locked."""
        mine = select(SeatRow.game_id).where(SeatRow.player_id == player, SeatRow.left_at.is_(None))
        over = (GameState.FINISHED.value, GameState.TERMINATED.value)
        rows = self._game_rows(GameRow.id.in_(mine), GameRow.state.not_in(over))
        return tuple(self._build(row) for row in rows)

    def listings(self, everything: bool = False, over: bool = False) -> tuple[Listing, ...]:
        """The games that LIST shows, by name; `over` those that are over, `everything` all and those not listed."""
        found = []
        for row in self._game_rows():
            state, settings = GameState(row.state), read_settings(row.settings)
            ended = state in (GameState.FINISHED, GameState.TERMINATED)
            if everything or (settings.listed and ended == over):
                found.append(self._listing(row, state))
        return tuple(found)

    def due_games(self, now: datetime) -> tuple[str, ...]:
        """The games that want a look: one of a phase's moments has come, or something came in; the longest due first.

        Shape: running games, paused ones in which somebody votes or leaves, and forming ones whose seats have changed.
        Not: locked; take each with `game`, look again, and `mark_seen` it.
        """
        running = GameRow.state == GameState.RUNNING.value
        live = (GameState.RUNNING.value, GameState.PAUSED.value, GameState.FORMING.value)
        touched = and_(GameRow.touched, GameRow.state.in_(live))
        due = or_(*(moment <= now for moment in MOMENTS))
        rows = self.session.execute(
            select(GameRow.name)
            .outerjoin(PhaseRow, and_(PhaseRow.game_id == GameRow.id, PhaseRow.state == "open"))
            .where(or_(touched, and_(running, due)))
            .order_by(PhaseRow.deadline, GameRow.id)
        )
        return tuple(name for (name,) in rows)

    def mark_seen(self, game: int) -> None:
        """The look that a change asked for has been taken: to be called by who holds the game's lock."""
        row = self.session.get(GameRow, game, populate_existing=True)
        if row is not None:
            row.touched = False
            self.session.flush()

    def next_moment(self) -> datetime | None:
        """The earliest moment of all running games at which something is due, None when there is none."""
        running = and_(PhaseRow.state == "open", GameRow.state == GameState.RUNNING.value)
        phases = PhaseRow.game_id == GameRow.id
        earliest = (
            self.session.scalars(
                select(moment).join(GameRow, phases).where(running, moment.is_not(None)).order_by(moment).limit(1)
            ).first()
            for moment in MOMENTS
        )
        return min((moment for moment in earliest if moment is not None), default=None)

    def phases(self, game: int, *, undone: bool = False) -> tuple[PastPhase, ...]:
        """All phases of a game in order, the open one last, with positions, orders and turns.

        Not: those that were undone; with `undone` just these.
        """
        row = self.session.get(GameRow, game, populate_existing=True)
        if row is None:
            return ()
        variant = self.find_variant(row.variant, row.on_board)
        board = variant.board_by(read_settings(row.settings).rules)
        found = []
        for phase, result in self.session.execute(
            select(PhaseRow, ResultRow)
            .outerjoin(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .where(PhaseRow.game_id == game, (PhaseRow.state == "undone") == undone)
            .order_by(PhaseRow.sequence)
        ):
            position = read_position(phase.position, board, variant)
            found.append(
                PastPhase(
                    id=phase.id,
                    sequence=phase.sequence,
                    position=position,
                    opened_at=phase.opened_at,
                    deadline=phase.deadline,
                    orders=self._order_sets(phase.id, variant),
                    turn=None if result is None else read_turn(result.turn, position, variant, board),
                    closed_at=None if result is None else result.closed_at,
                )
            )
        return tuple(found)

    def turns(self, game: int) -> tuple[Turn, ...]:
        """The turns a game has played, oldest first."""
        return self._turns(game)

    def past(self, game: int, choice: Choice) -> Past:
        """The phases that a game has played, and of those that are chosen the turns."""
        played = self.session.execute(
            select(PhaseRow.id, PhaseRow.tag)
            .join(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .where(PhaseRow.game_id == game, PhaseRow.state != "undone")
            .order_by(PhaseRow.sequence)
        ).all()
        chosen = choice.choose([read_phase(tag) for _, tag in played])
        ids = [played[place].id for place in chosen]
        return Past(tags=tuple(tag for _, tag in played), turns=self._turns(game, PhaseRow.id.in_(ids)) if ids else ())

    def _turns(self, game: int, *which: ColumnElement[bool]) -> tuple[Turn, ...]:
        row = self.session.get(GameRow, game, populate_existing=True)
        if row is None:
            return ()
        variant = self.find_variant(row.variant, row.on_board)
        board = variant.board_by(read_settings(row.settings).rules)
        rows = self.session.execute(
            select(PhaseRow.position, ResultRow.turn)
            .join(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .where(PhaseRow.game_id == game, PhaseRow.state != "undone", *which)
            .order_by(PhaseRow.sequence)
        )
        return tuple(
            read_turn(turn, read_position(position, board, variant), variant, board) for position, turn in rows
        )

    def _game_rows(self, *which: ColumnElement[bool]) -> Sequence[GameRow]:
        games = select(GameRow).where(*which).order_by(GameRow.name_key)
        return self.session.scalars(games.execution_options(populate_existing=True)).all()

    def _game(self, which: ColumnElement[bool], lock: bool, wait: bool) -> Game | None:
        games = select(GameRow).where(which).execution_options(populate_existing=True)
        if lock:
            games = games.with_for_update(skip_locked=not wait)
        row = self.session.scalars(games).first()
        return None if row is None else self._build(row)

    def _build(self, row: GameRow) -> Game:
        return Game(
            id=row.id,
            name=row.name,
            variant=row.variant,
            on=row.on_board,
            settings=read_settings(row.settings),
            state=GameState(row.state),
            seed=row.seed,
            created_at=row.created_at,
            seats=self._seats(row.id),
            phase=self._open_phase(row),
            time_left=row.time_left,
            winner=tuple(row.winner),
            ending=row.ending,
            former=self._seats(row.id, former=True),
            absences=absences_of(self.session, row.id),
            later=later_of(self.session, row.id),
        )

    def _players(self, which: ColumnElement[bool]) -> tuple[Player, ...]:
        rows = self.session.execute(
            select(PlayerRow, AddressRow)
            .join(AddressRow, and_(AddressRow.player_id == PlayerRow.id, AddressRow.current))
            .where(which)
            .execution_options(populate_existing=True)
        )
        return tuple(_player(row, address) for row, address in rows)

    def _with_addresses(self, player: Player) -> Player:
        return replace(
            player, others=others_of(self.session, player.id), claims=claims_of(self.session, player.id)
        )  # fmt: skip

    def _seats(self, game: int, *, former: bool = False) -> tuple[Seat, ...]:
        """The seats of a game by id; or those of powers that somebody has given up, the latest last."""
        given_up = and_(SeatRow.left_at.is_not(None), SeatRow.power.is_not(None))
        rows = self.session.execute(
            select(SeatRow, PlayerRow, AddressRow)
            .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
            .join(AddressRow, and_(AddressRow.player_id == PlayerRow.id, AddressRow.current))
            .where(SeatRow.game_id == game, given_up if former else SeatRow.left_at.is_(None))
            .order_by(SeatRow.left_at, SeatRow.id)
            .execution_options(populate_existing=True)
        )
        return tuple(
            Seat(
                id=seat.id,
                player=_player(player, address),
                role=Role(seat.role),
                power=seat.power,
                preferences=tuple(seat.preferences),
                password_hash=seat.password_hash,
                joined_at=seat.joined_at,
                ballot=None if seat.ballot is None else read_ballot(seat.ballot),
                missed=seat.missed,
                extended=seat.extended,
            )
            for seat, player, address in rows
        )

    def _open_phase(self, game: GameRow) -> OpenPhase | None:
        row = self.session.scalars(
            select(PhaseRow)
            .where(PhaseRow.game_id == game.id, PhaseRow.state == "open")
            .execution_options(populate_existing=True)
        ).first()
        if row is None:
            return None
        variant = self.find_variant(game.variant, game.on_board)
        return OpenPhase(
            id=row.id,
            sequence=row.sequence,
            position=read_position(row.position, variant.board_by(read_settings(game.settings).rules), variant),
            opened_at=row.opened_at,
            deadline=row.deadline,
            reminded_at=row.reminded_at,
            early_at=row.early_at,
            grace_until=row.grace_until,
            late=tuple(row.late),
            waiting=row.waiting,
            order_sets=self._order_sets(row.id, variant),
        )

    def _order_sets(self, phase: int, variant: Variant) -> tuple[OrderSet, ...]:
        waiting = select(WaitRow.power, WaitRow.wait, WaitRow.written_at).where(WaitRow.phase_id == phase)
        waits = {power: (wait, at) for power, wait, at in self.session.execute(waiting)}
        last = (
            select(OrderSetRow.power, func.max(OrderSetRow.version).label("version"))
            .where(OrderSetRow.phase_id == phase)
            .group_by(OrderSetRow.power)
            .subquery()
        )
        latest = self.session.scalars(
            select(OrderSetRow)
            .join(last, and_(last.c.power == OrderSetRow.power, last.c.version == OrderSetRow.version))
            .where(OrderSetRow.phase_id == phase)
        )
        sets = {power: OrderSet(power=power, wait=wait, waited_at=at) for power, (wait, at) in waits.items()}
        for row in latest:
            wait, at = waits.get(row.power, (None, None))
            sets[row.power] = OrderSet(
                power=row.power, orders=read_orders(row.orders, variant), wait=wait, waited_at=at,
                written_at=row.written_at, arrived=tuple(map(datetime.fromisoformat, row.arrived)),
                cleared_at=row.cleared_at, ahead=row.ahead,
            )  # fmt: skip
        return tuple(sets[power] for power in sorted(sets))

    def _listing(self, row: GameRow, state: GameState) -> Listing:
        phase = self.session.execute(
            select(PhaseRow.tag, PhaseRow.deadline)
            .where(PhaseRow.game_id == row.id)
            .order_by(PhaseRow.sequence.desc())
            .limit(1)
        ).first()
        players = select(func.count()).where(
            SeatRow.game_id == row.id, SeatRow.left_at.is_(None), SeatRow.role == Role.PLAYER.value
        )
        variant = self.find_variant(row.variant, row.on_board)
        return Listing(
            name=row.name,
            variant=row.variant,
            on=row.on_board,
            state=state,
            phase="" if phase is None else phase[0],
            deadline=None if phase is None else phase[1],
            players=self.session.scalars(players).one(),
            places=len(variant.board.seats()),
            openings=() if variant.entrance is None else open_names(self._build(row)),
        )


def _player(row: PlayerRow, address: AddressRow) -> Player:
    return Player(
        id=row.id,
        name=row.name,
        email=address.email,
        confirmed=row.confirmed_at is not None,
        zone=row.zone,
        password_hash=row.password_hash,
        reach=reach_of(address),
    )
