"""Players and games as the desk sees them, read from their rows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from judge.desk.posts import open_names
from judge.desk.snapshot import (
    EJECTED,
    Game,
    GameSettings,
    GameState,
    Listing,
    OpenPhase,
    OrderSet,
    PastPhase,
    Player,
    Role,
    Seat,
    TokenKey,
)
from judge.desk.spans import Choice, Past, read_phase
from judge.game.turns import Turn
from judge.game.variant import Variant
from judge.store.absences import absences_of
from judge.store.addresses import claims_of, others_of
from judge.store.codec import read_ballot, read_orders, read_position, read_settings, read_turn
from judge.store.later import later_of
from judge.store.memory import Memory
from judge.store.order_sets import settle_aims
from judge.store.returns import reach_of
from judge.store.rows import AnyRow, find_rows, table_of
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
        self.memory = Memory()

    def player(self, number: int) -> Player | None:
        """The player with this id."""
        found = self._players(table_of(PlayerRow).c.id == number)
        return self._with_addresses(found[0]) if found else None

    def player_by_address(self, email: str) -> Player | None:
        """The player to whom this address belongs, whether or not mail goes there now."""
        email = email.lower()
        if (known := self.memory.players.get(email)) is not None:
            return known
        rows = find_rows(self.session, _owner_of_address(), the_email=email)
        found = self._with_addresses(_player(rows[0])) if rows else None
        if found is not None and self.memory.alone:
            self.memory.keep_player(email, found)
        return found

    def claimants(self, email: str) -> tuple[Player, ...]:
        """The players who may get this address as one more of theirs; see `Claim`."""
        named = select(AddressClaimRow.player_id).where(
            AddressClaimRow.email == email.lower(), AddressClaimRow.closed_at.is_(None)
        )
        return tuple(map(self._with_addresses, self._players(table_of(PlayerRow).c.id.in_(named))))

    def game(self, name: str, lock: bool = True, wait: bool = True) -> Game | None:
        """The game of this name, in any case.

        With `lock` nobody else changes it until this transaction ends; without `wait` a game that is locked
        by somebody else counts as not there (PostgreSQL; SQLite has one writer at a time).
        """
        return self._held(name) or self._game("name_key", name.lower(), lock, wait)

    def game_by_id(self, number: int, lock: bool = True, wait: bool = True) -> Game | None:
        """The game with this id; see `game`."""
        return self._held(number) or self._game("id", number, lock, wait)

    def games_of(self, player: int) -> tuple[Game, ...]:
        """The games in which somebody has a seat and which are not over, by name; not locked."""
        if (known := self.memory.played.get(player)) is not None:
            held = [self._held(number) for number in known]
            if None not in held:
                return tuple(game for game in held if game is not None)
        rows = find_rows(self.session, _games_of_player(), player=player)
        found = tuple(self._held(row.id) or self._build(row) for row in rows)
        if self.memory.alone:
            self.memory.played[player] = tuple(game.id for game in found)
        return found

    def listings(self, everything: bool = False, over: bool = False) -> tuple[Listing, ...]:
        """The games that LIST shows, by name; `over` those that are over, `everything` all and those not listed."""
        found = []
        games = table_of(GameRow)
        for row in find_rows(self.session, select(games).order_by(games.c.name_key)):
            state, settings = GameState(row.state), read_settings(row.settings)
            ended = state.is_over
            if everything or (settings.is_shown and ended == over):
                found.append(self._listing(row, state, settings))
        return tuple(found)

    def due_games(self, now: datetime, settle: timedelta = timedelta()) -> tuple[str, ...]:
        """The games that want a look: one of a phase's moments has come, or something came in; the longest due first.

        Shape: a moment counts when it came `settle` ago, and until then its game is not looked at. They are running
        games, paused ones that are to go on or in which somebody votes or leaves, and forming ones whose seats have
        changed.
        Not: locked; take each with `claim_due`, look again, and `mark_seen` it.
        """
        due = _due_games().order_by(PhaseRow.deadline, GameRow.id)
        return tuple(name for (name,) in find_rows(self.session, due, now=now, settled=now - settle))

    def claim_due(self, name: str, now: datetime, settle: timedelta = timedelta()) -> bool:
        """Whether a game wants a look, as in `due_games`, and nobody else is at it; then it is locked."""
        return bool(find_rows(self.session, _due_game(), now=now, settled=now - settle, the_key=name.lower()))

    def mark_seen(self, game: int) -> None:
        """The look that a change asked for has been taken: to be called by who holds the game's lock."""
        row = self.session.get(GameRow, game, populate_existing=True)
        if row is not None:
            row.touched = False
            self.session.flush()
            self.memory.touched.discard(game)

    def ask_look(self, game: int) -> None:
        """A look at the game is wanted, as what was done may have more follow from it at once."""
        row = self.session.get(GameRow, game)
        if row is not None:
            row.touched = True
            self.session.flush()

    def next_moment(self) -> datetime | None:
        """The earliest moment at which something is due in a running game, or a paused one goes on; None for none."""
        running = and_(PhaseRow.state == "open", GameRow.state == GameState.RUNNING.value)
        phases = PhaseRow.game_id == GameRow.id
        earliest = (
            self.session.scalars(
                select(moment).join(GameRow, phases).where(running, moment.is_not(None)).order_by(moment).limit(1)
            ).first()
            for moment in MOMENTS
        )
        wakes = select(func.min(GameRow.resume_at)).where(GameRow.state == GameState.PAUSED.value)
        moments = (*earliest, self.session.scalars(wakes).one())
        return min((moment for moment in moments if moment is not None), default=None)

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

    def _game(self, column: str, key: str | int, lock: bool, wait: bool) -> Game | None:
        rows = find_rows(self.session, _game_by(column, lock, wait), the_key=key)
        return self._build(rows[0], locked=lock) if rows else None

    def _held(self, key: int | str) -> Game | None:
        """A game that is remembered, its phase looked up anew where something in it has changed."""
        game = self.memory.game(key)
        if game is not None and game.phase is not None and game.phase.id in self.memory.stale:
            self.memory.stale.discard(game.phase.id)
            phase = self._open_phase(game.id, self.find_variant(game.variant, game.on), game.settings)
            game = replace(game, phase=phase)
            self.memory.keep_game(game)
        return game

    def _build(self, row: AnyRow, *, locked: bool = False) -> Game:
        """The game of a row; what nobody else can change meanwhile is remembered until this transaction changes it."""
        settings = read_settings(row.settings)
        seats = find_rows(self.session, _seats_of_game(), game=row.id)
        game = Game(
            id=row.id,
            name=row.name,
            variant=row.variant,
            on=row.on_board,
            settings=settings,
            state=GameState(row.state),
            seed=row.seed,
            created_at=row.created_at,
            seats=tuple(_seat(seat) for seat in seats if seat.left_at is None),
            phase=self._open_phase(row.id, self.find_variant(row.variant, row.on_board), settings),
            time_left=row.time_left,
            resume_at=row.resume_at,
            winner=tuple(row.winner),
            ending=row.ending,
            former=tuple(_seat(seat) for seat in seats if seat.left_at is not None),
            absences=absences_of(self.session, row.id),
            later=later_of(self.session, row.id),
        )
        if locked or self.memory.alone:
            self.memory.keep_game(game)
        return game

    def _players(self, which: ColumnElement[bool]) -> tuple[Player, ...]:
        return tuple(map(_player, find_rows(self.session, _people().where(which))))

    def _with_addresses(self, player: Player) -> Player:
        return replace(
            player, others=others_of(self.session, player.id), claims=claims_of(self.session, player.id)
        )  # fmt: skip

    def _open_phase(self, game: int, variant: Variant, settings: GameSettings) -> OpenPhase | None:
        settle_aims(self.session, self.memory)
        rows = find_rows(self.session, _open_phase_of_game(), game=game)
        if not rows:
            return None
        row = rows[0]
        return OpenPhase(
            id=row.id,
            sequence=row.sequence,
            position=read_position(row.position, variant.board_by(settings.rules), variant),
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
        found = find_rows(self.session, _waits_of_phase(), phase=phase)
        waits = {power: (wait, at) for power, wait, at in found}
        latest = find_rows(self.session, _orders_of_phase(), phase=phase)
        sets = {power: OrderSet(power=power, wait=wait, waited_at=at) for power, (wait, at) in waits.items()}
        for power, orders, written_at, arrived, cleared_at, ahead in latest:
            wait, at = waits.get(power, (None, None))
            sets[power] = OrderSet(
                power=power, orders=read_orders(orders, variant), wait=wait, waited_at=at, written_at=written_at,
                arrived=tuple(map(datetime.fromisoformat, arrived)), cleared_at=cleared_at, ahead=ahead,
            )  # fmt: skip
        return tuple(sets[power] for power in sorted(sets))

    def _listing(self, row: AnyRow, state: GameState, settings: GameSettings) -> Listing:
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
        seated, places = self.session.scalars(players).one(), len(variant.board.seats()) - len(settings.dummies)
        open_to_all = state.is_under_way and (variant.entrance is not None or seated < places)
        return Listing(
            name=row.name,
            variant=row.variant,
            on=row.on_board,
            state=state,
            phase="" if phase is None else phase[0],
            deadline=None if phase is None else phase[1],
            resume_at=row.resume_at,
            players=seated,
            places=places,
            openings=open_names(self._build(row)) if open_to_all else (),
            claims=variant.entrance is not None,
        )


# The statements that each letter needs. They are made once: making one takes longer than carrying it out.


@cache
def _owner_of_address() -> Select[Any]:  # Any, here and below: the columns of tables
    addresses = table_of(AddressRow)
    owner = select(addresses.c.player_id).where(addresses.c.email == bindparam("the_email"))
    return _people().where(table_of(PlayerRow).c.id == owner.scalar_subquery())


def _people(*more: ColumnElement[Any]) -> Select[Any]:
    """People with the addresses to which their mails go; see `_player`."""
    people, addresses = table_of(PlayerRow), table_of(AddressRow)
    person = [column.label(f"person_{column.name}") for column in people.c]
    address = [column for column in addresses.c if column.name not in ("id", "player_id")]
    current = and_(addresses.c.player_id == people.c.id, addresses.c.current)
    return select(*more, *person, *address).select_from(people).join(addresses, current)


@cache
def _games_of_player() -> Select[Any]:
    seats, games = table_of(SeatRow), table_of(GameRow)
    mine = select(seats.c.game_id).where(seats.c.player_id == bindparam("player"), seats.c.left_at.is_(None))
    over = (GameState.FINISHED.value, GameState.TERMINATED.value)
    return select(games).where(games.c.id.in_(mine), games.c.state.not_in(over)).order_by(games.c.name_key)


@cache
def _game_by(column: str, lock: bool, wait: bool) -> Select[Any]:
    games = table_of(GameRow)
    found = select(games).where(games.c[column] == bindparam("the_key"))
    return found.with_for_update(skip_locked=not wait) if lock else found


@cache
def _due_games() -> Select[Any]:
    """The names of the games that want a look; see `Games.due_games`."""
    running = GameRow.state == GameState.RUNNING.value
    live = (GameState.RUNNING.value, GameState.PAUSED.value, GameState.FORMING.value)
    touched = and_(GameRow.touched, GameRow.state.in_(live))
    now = bindparam("now", type_=table_of(PhaseRow).c.deadline.type)
    settled = bindparam("settled", type_=now.type)
    due = or_(*(moment <= settled for moment in MOMENTS))
    fresh = or_(*(func.coalesce(and_(moment > settled, moment <= now), False) for moment in MOMENTS))
    wakes = and_(GameRow.state == GameState.PAUSED.value, GameRow.resume_at <= settled)
    open_phase = and_(PhaseRow.game_id == GameRow.id, PhaseRow.state == "open")
    return select(GameRow.name).outerjoin(PhaseRow, open_phase).where(or_(touched, and_(running, due), wakes), ~fresh)


@cache
def _due_game() -> Select[Any]:
    named = _due_games().where(GameRow.name_key == bindparam("the_key"))
    return named.with_for_update(of=table_of(GameRow), skip_locked=True)


@cache
def _seats_of_game() -> Select[Any]:
    """The seats by id, after them those of powers given up and of who was ejected, the latest last."""
    seats = table_of(SeatRow)
    shown = or_(seats.c.left_at.is_(None), seats.c.power.is_not(None), seats.c.left_how == EJECTED)
    return (
        _people(*seats.c)
        .join(seats, seats.c.player_id == table_of(PlayerRow).c.id)
        .where(seats.c.game_id == bindparam("game"), shown)
        .order_by(seats.c.left_at.is_not(None), seats.c.left_at, seats.c.id)
    )


@cache
def _open_phase_of_game() -> Select[Any]:
    phases = table_of(PhaseRow)
    return select(phases).where(phases.c.game_id == bindparam("game"), phases.c.state == "open")


@cache
def _waits_of_phase() -> Select[Any]:
    waits = table_of(WaitRow)
    return select(waits.c.power, waits.c.wait, waits.c.written_at).where(waits.c.phase_id == bindparam("phase"))


@cache
def _orders_of_phase() -> Select[Any]:
    sets, phase = table_of(OrderSetRow), bindparam("phase", type_=Integer)
    newest = select(sets.c.power, func.max(sets.c.version).label("version")).where(sets.c.phase_id == phase)
    last = newest.group_by(sets.c.power).subquery()
    wanted = (sets.c[name] for name in ("power", "orders", "written_at", "arrived", "cleared_at", "ahead"))
    same = and_(last.c.power == sets.c.power, last.c.version == sets.c.version)
    return select(*wanted).join(last, same).where(sets.c.phase_id == phase)


def _seat(row: AnyRow) -> Seat:
    return Seat(
        id=row.id,
        player=_player(row),
        role=Role(row.role),
        power=row.power,
        preferences=tuple(row.preferences),
        assigned=row.assigned,
        password_hash=row.password_hash,
        joined_at=row.joined_at,
        left_at=row.left_at,
        left_how=row.left_how,
        ballot=None if row.ballot is None else read_ballot(row.ballot),
        missed=row.missed,
        extended=row.extended,
        key=TokenKey(row.tokens_before, row.token_since),
    )


def _player(row: AnyRow) -> Player:
    return Player(
        id=row.person_id,
        name=row.person_name,
        email=row.email,
        confirmed=row.person_confirmed_at is not None,
        zone=row.person_zone,
        password_hash=row.person_password_hash,
        without=frozenset(row.person_without),
        reach=reach_of(row),
        key=TokenKey(row.person_tokens_before, row.person_token_since),
        since=row.person_created_at,
    )
