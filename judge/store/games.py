"""Players and games as the desk sees them, read from their rows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from judge.desk.posts import open_names
from judge.desk.snapshot import Game, GameState, Listing, OpenPhase, OrderSet, PastPhase, Player, Role, Seat, TokenKey
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
    Document,
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
        self.held: dict[int, Game] = {}

    def player(self, number: int) -> Player | None:
        """The player with this id."""
        found = self._players(PlayerRow.id == number)
        return self._with_addresses(found[0]) if found else None

    def player_by_address(self, email: str) -> Player | None:
        """The player to whom this address belongs, whether or not mail goes there now."""
        rows = self.session.execute(_owner_of_address(), {"email": email.lower()})
        found = next((_player(row, address) for row, address in rows), None)
        return None if found is None else self._with_addresses(found)

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
        known = (game for game in self.held.values() if game.name.lower() == name.lower())
        return next(known, None) or self._game("name_key", name.lower(), lock, wait)

    def game_by_id(self, number: int, lock: bool = True, wait: bool = True) -> Game | None:
        """The game with this id; see `game`."""
        return self.held.get(number) or self._game("id", number, lock, wait)

    def games_of(self, player: int) -> tuple[Game, ...]:
        """The games in which somebody has a seat and which are not over, by name; not locked."""
        rows = self.session.scalars(_games_of_player(), {"player": player}).all()
        return tuple(self.held.get(row.id) or self._build(row) for row in rows)

    def listings(self, everything: bool = False, over: bool = False) -> tuple[Listing, ...]:
        """The games that LIST shows, by name; `over` those that are over, `everything` all and those not listed."""
        found = []
        for row in self._game_rows():
            state, settings = GameState(row.state), read_settings(row.settings)
            ended = state.is_over
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

    def _game(self, column: str, key: str | int, lock: bool, wait: bool) -> Game | None:
        row = self.session.scalars(_game_by(column, lock, wait), {"key": key}).first()
        return None if row is None else self._build(row, locked=lock)

    def _build(self, row: GameRow, *, locked: bool = False) -> Game:
        """The game of a row; what nobody else can change meanwhile is remembered until this transaction changes it."""
        game = Game(
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
        if locked or self.session.get_bind().dialect.name == "sqlite":
            self.held[game.id] = game
        return game

    def _players(self, which: ColumnElement[bool]) -> tuple[Player, ...]:
        rows = self.session.execute(_people().where(which))
        return tuple(_player(row, address) for row, address in rows)

    def _with_addresses(self, player: Player) -> Player:
        return replace(
            player, others=others_of(self.session, player.id), claims=claims_of(self.session, player.id)
        )  # fmt: skip

    def _seats(self, game: int, *, former: bool = False) -> tuple[Seat, ...]:
        """The seats of a game by id; or those of powers that somebody has given up, the latest last."""
        rows = self.session.execute(_seats_of_game(former), {"game": game})
        return tuple(
            Seat(
                id=seat.id,
                player=_player(player, address),
                role=Role(seat.role),
                power=seat.power,
                preferences=tuple(seat.preferences),
                assigned=seat.assigned,
                password_hash=seat.password_hash,
                joined_at=seat.joined_at,
                ballot=None if seat.ballot is None else read_ballot(seat.ballot),
                missed=seat.missed,
                extended=seat.extended,
                key=TokenKey(seat.tokens_before, seat.token_since),
            )
            for seat, player, address in rows
        )

    def _open_phase(self, game: GameRow) -> OpenPhase | None:
        row = self.session.scalars(_open_phase_of_game(), {"game": game.id}).first()
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
            moved=row.moved,
            order_sets=self._order_sets(row.id, variant),
        )

    def _order_sets(self, phase: int, variant: Variant) -> tuple[OrderSet, ...]:
        waits = {power: (wait, at) for power, wait, at in self.session.execute(_waits_of_phase(), {"phase": phase})}
        latest = self.session.execute(_orders_of_phase(), {"phase": phase})
        sets = {power: OrderSet(power=power, wait=wait, waited_at=at) for power, (wait, at) in waits.items()}
        for power, orders, written_at, arrived, cleared_at, ahead in latest:
            wait, at = waits.get(power, (None, None))
            sets[power] = OrderSet(
                power=power, orders=read_orders(orders, variant), wait=wait, waited_at=at, written_at=written_at,
                arrived=tuple(map(datetime.fromisoformat, arrived)), cleared_at=cleared_at, ahead=ahead,
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


# The statements that each letter needs. They are made once: making one takes longer than carrying it out.


@cache
def _owner_of_address() -> Select[PlayerRow, AddressRow]:
    owner = select(AddressRow.player_id).where(AddressRow.email == bindparam("email")).scalar_subquery()
    return _people().where(PlayerRow.id == owner)


def _people() -> Select[PlayerRow, AddressRow]:
    people = select(PlayerRow, AddressRow)
    current = people.join(AddressRow, and_(AddressRow.player_id == PlayerRow.id, AddressRow.current))
    return current.execution_options(populate_existing=True)


@cache
def _games_of_player() -> Select[GameRow]:
    mine = select(SeatRow.game_id).where(SeatRow.player_id == bindparam("player"), SeatRow.left_at.is_(None))
    over = (GameState.FINISHED.value, GameState.TERMINATED.value)
    games = select(GameRow).where(GameRow.id.in_(mine), GameRow.state.not_in(over)).order_by(GameRow.name_key)
    return games.execution_options(populate_existing=True)


@cache
def _game_by(column: str, lock: bool, wait: bool) -> Select[GameRow]:
    key = GameRow.name_key if column == "name_key" else GameRow.id
    games = select(GameRow).where(key == bindparam("key")).execution_options(populate_existing=True)
    return games.with_for_update(skip_locked=not wait) if lock else games


@cache
def _seats_of_game(former: bool) -> Select[SeatRow, PlayerRow, AddressRow]:
    given_up = and_(SeatRow.left_at.is_not(None), SeatRow.power.is_not(None))
    return (
        select(SeatRow, PlayerRow, AddressRow)
        .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
        .join(AddressRow, and_(AddressRow.player_id == PlayerRow.id, AddressRow.current))
        .where(SeatRow.game_id == bindparam("game"), given_up if former else SeatRow.left_at.is_(None))
        .order_by(SeatRow.left_at, SeatRow.id)
        .execution_options(populate_existing=True)
    )


@cache
def _open_phase_of_game() -> Select[PhaseRow]:
    phases = select(PhaseRow).where(PhaseRow.game_id == bindparam("game"), PhaseRow.state == "open")
    return phases.execution_options(populate_existing=True)


@cache
def _waits_of_phase() -> Select[str, bool, datetime | None]:
    return select(WaitRow.power, WaitRow.wait, WaitRow.written_at).where(WaitRow.phase_id == bindparam("phase"))


@cache
def _orders_of_phase() -> Select[str, Document, datetime, list[str], datetime | None, bool]:
    phase: BindParameter[int] = bindparam("phase")
    last = (
        select(OrderSetRow.power, func.max(OrderSetRow.version).label("version"))
        .where(OrderSetRow.phase_id == phase)
        .group_by(OrderSetRow.power)
        .subquery()
    )
    return (
        select(
            OrderSetRow.power,
            OrderSetRow.orders,
            OrderSetRow.written_at,
            OrderSetRow.arrived,
            OrderSetRow.cleared_at,
            OrderSetRow.ahead,
        )
        .join(last, and_(last.c.power == OrderSetRow.power, last.c.version == OrderSetRow.version))
        .where(OrderSetRow.phase_id == phase)
    )


def _player(row: PlayerRow, address: AddressRow) -> Player:
    return Player(
        id=row.id,
        name=row.name,
        email=address.email,
        confirmed=row.confirmed_at is not None,
        zone=row.zone,
        password_hash=row.password_hash,
        without=frozenset(row.without),
        reach=reach_of(address),
        key=TokenKey(row.tokens_before, row.token_since),
    )
