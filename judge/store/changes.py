"""Effects become rows: the one place where a decision changes the database."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeVar, assert_never, cast

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from judge.desk.deadlines import next_reminder
from judge.desk.effects import (
    AddAbsence,
    AddGame,
    AddPlayer,
    AddSeat,
    AgreeToClaim,
    AimEarlyPlay,
    AssignPower,
    ChooseParts,
    ClaimAddress,
    CloseInvitation,
    CloseNomination,
    CloseOpenPhase,
    ConfirmPlayer,
    CountConduct,
    DropAbsences,
    DropClaim,
    DropLetter,
    Effect,
    ForgetBallots,
    GainAddress,
    GivePower,
    GiveUpPower,
    HoldOpen,
    Invite,
    KeepBallot,
    KeepLater,
    KeepOrders,
    KeepPress,
    KeepRecord,
    KeepWait,
    LapseLetter,
    LeaveSeat,
    LetIn,
    Log,
    LoseAddress,
    MarkReminded,
    MarkReturned,
    Nominate,
    OpenNextPhase,
    Post,
    ReleaseLetter,
    RenewToken,
    ResumeAddress,
    SetDeadline,
    SetGameState,
    SetPasswordHash,
    SetPlayerZone,
    SetPreferences,
    SetReach,
    SetSettings,
    UndoPhases,
    UseAddress,
)
from judge.desk.snapshot import Game, GameState, Role
from judge.errors import ConflictError, DatabaseError, crash_point
from judge.game.mails import Draft
from judge.game.variant import Variant
from judge.store.absences import add_absence, drop_absences
from judge.store.addresses import change_addresses
from judge.store.applicants import let_in
from judge.store.ballots import forget_ballots, keep_ballot
from judge.store.codec import read_settings, write_position, write_settings, write_turn
from judge.store.conduct import count_conduct
from judge.store.entries import write_entry
from judge.store.games import FindVariant
from judge.store.inbox import Inbox
from judge.store.invitations import close_invitation, invite
from judge.store.keys import renew_token
from judge.store.later import keep_later
from judge.store.memory import Memory
from judge.store.nominations import close_nomination, nominate
from judge.store.order_sets import keep_orders, look_again, settle_aims
from judge.store.outbox import post
from judge.store.phases import undo_phases
from judge.store.press import keep_press
from judge.store.returns import mark_returned, resume, set_reach
from judge.store.tables import (
    AddressRow,
    GameRow,
    PhaseRow,
    PlayerRow,
    ResultRow,
    SeatRow,
    Table,
    WaitRow,
)

Freeze = Callable[[Draft], bytes]
AnyRow = TypeVar("AnyRow", bound=Table)
Rows = dict[tuple[type[Table], int], Table]
NewRow = TypeVar("NewRow", PlayerRow, GameRow, SeatRow, PhaseRow)


class Changes:
    """One list of effects while it is applied.

    Id 0 in an effect means what an earlier effect of the same list has added: the player, game, seat or phase.
    Shape: `rows` those that the transaction has locked; nobody else can have changed them since they were read.
    `memory` what is known of games and players, which follows each effect.
    """

    def __init__(
        self,
        session: Session,
        find_variant: FindVariant,
        rows: Rows,
        memory: Memory,
        *,
        now: datetime,
        letter: int | None,
        freeze: Freeze,
    ) -> None:
        self.session, self.find_variant, self.rows, self.memory = session, find_variant, rows, memory
        self.now, self.letter, self.freeze = now, letter, freeze
        self.added: dict[type[Table], int] = {}

    def apply(self, effects: Iterable[Effect]) -> None:
        """Apply the effects in order.

        Refuses: ConflictError when a name, address or seat is taken or a phase is closed; the transaction is
        then spoilt and must be left by the exception.
        """
        for effect in effects:
            try:
                if not isinstance(effect, KeepOrders | AimEarlyPlay | Post | Log):
                    settle_aims(self.session, self.memory)
                self._apply(effect)
                self.session.flush()
            except IntegrityError as error:
                raise ConflictError(f"{type(effect).__name__}: {error.orig}") from error
            self.memory.follow(effect, self.now)
            crash_point(type(effect).__name__)

    def _apply(self, effect: Effect) -> None:  # one branch for each kind of effect
        match effect:
            case AddPlayer():
                self._add_player(effect)
            case ConfirmPlayer():
                self._confirm(effect)
            case ChooseParts():
                self._row(PlayerRow, effect.player).without = sorted(effect.without)
            case SetPlayerZone():
                self._row(PlayerRow, effect.player).zone = effect.zone
            case SetPasswordHash():
                self._set_password(effect)
            case RenewToken():
                renew_token(self.session, effect)
            case AddGame():
                self._add_game(effect)
            case AddSeat():
                self._add_seat(effect)
            case SetSettings():
                self._set_settings(effect)
            case SetPreferences():
                self._row(SeatRow, effect.seat).preferences = list(effect.preferences)
            case AssignPower():
                self._row(SeatRow, effect.seat).assigned = effect.power
            case LetIn():
                let_in(self.session, self._row(SeatRow, effect.seat), self.now)
            case GivePower():
                seat = self._row(SeatRow, effect.seat)
                seat.power, seat.role = effect.power, Role.PLAYER.value
                if self._row(GameRow, seat.game_id).state != GameState.FORMING.value:
                    seat.joined_at = self.now
            case GiveUpPower():
                seat = self._row(SeatRow, effect.seat)
                seat.power, seat.role = None, Role.OBSERVER.value
            case LeaveSeat():
                self._leave(effect)
            case Nominate():
                nominate(self.session, effect, self._row(GameRow, effect.game), now=self.now, letter=self.letter)
            case CloseNomination():
                close_nomination(self.session, effect.nomination, self.now)
            case Invite():
                invite(self.session, effect, self._row(GameRow, effect.game), now=self.now, letter=self.letter)
            case CloseInvitation():
                close_invitation(self.session, effect.invitation, self.now)
            case KeepRecord():
                seat = self._row(SeatRow, effect.seat)
                seat.missed, seat.extended = effect.missed, effect.extended
            case SetGameState():
                self._set_state(effect)
            case UndoPhases():
                undo_phases(self.session, effect)
            case (
                OpenNextPhase() | CloseOpenPhase() | KeepOrders() | KeepWait() | SetDeadline() | MarkReminded()
                | AimEarlyPlay() | HoldOpen()
            ):  # fmt: skip
                self._change_phase(effect)
            case KeepBallot():
                keep_ballot(self.session, effect.seat, effect.ballot)
            case ForgetBallots():
                forget_ballots(self.session, effect.game)
            case CountConduct():
                phase = self._open_row(effect.phase)
                count_conduct(self.session, phase.id, effect.players, effect.conduct, self.now)
            case AddAbsence():
                add_absence(self.session, effect, self._row(GameRow, effect.game), now=self.now, letter=self.letter)
            case DropAbsences():
                drop_absences(self.session, effect, self._row(GameRow, effect.game), now=self.now)
            case KeepLater():
                keep_later(self.session, effect, self._row(GameRow, effect.game), now=self.now, letter=self.letter)
            case KeepPress():
                self._keep_press(effect)
            case Log():
                game = None if effect.game is None else self._number(GameRow, effect.game)
                self._note(effect.kind, effect.text, game)
            case ReleaseLetter():
                Inbox(self.session).release_letter(effect.letter, self.now)
            case DropLetter():
                Inbox(self.session).drop_letter(effect.letter, "disowned by its sender", self.now)
            case LapseLetter():
                Inbox(self.session).lapse_letter(effect.letter, effect.reason, self.now)
            case MarkReturned():
                mark_returned(self.session, effect.mail, effect.said, self.now)
            case SetReach():
                set_reach(self.session, effect.email, effect.reach, self.now)
            case ResumeAddress():
                resume(self.session, effect.email, self.now)
            case ClaimAddress() | AgreeToClaim() | GainAddress() | DropClaim() | UseAddress() | LoseAddress():
                change_addresses(self.session, effect, self.now)
            case Post():
                post(self.session, effect.draft, self.freeze, letter=self.letter, now=self.now)
            case _:
                assert_never(effect)

    def _change_phase(
        self,
        effect: OpenNextPhase
        | CloseOpenPhase
        | KeepOrders
        | KeepWait
        | SetDeadline
        | MarkReminded
        | AimEarlyPlay
        | HoldOpen,
    ) -> None:
        match effect:
            case OpenNextPhase():
                self._open(effect)
            case CloseOpenPhase():
                self._close(effect)
            case KeepOrders():
                self._keep_orders(effect)
            case KeepWait():
                self._keep_wait(effect)
            case SetDeadline():
                self._set_deadline(effect)
            case MarkReminded():
                row = self._open_row(effect.phase)
                row.reminded_at = self.now
                row.remind_at = self._remind_at(row)
            case AimEarlyPlay():
                self._aim_early(effect)
            case HoldOpen():
                row = self._open_row(effect.phase)
                row.grace_until, row.late, row.waiting = effect.until, list(effect.late), effect.waiting
                row.remind_at = None
            case _:
                assert_never(effect)

    def _add_player(self, effect: AddPlayer) -> None:
        email = effect.email.lower()
        owner = self.session.scalars(select(AddressRow.player_id).where(AddressRow.email == email)).first()
        if owner is None:
            row = self._add(PlayerRow(name=effect.name, created_at=self.now))
            self.session.add(AddressRow(player_id=row.id, email=email, current=True, added_at=self.now))
            return
        known = self._row(PlayerRow, owner)
        if known.confirmed_at is not None:
            raise ConflictError(f"{email} is registered already")
        known.name = effect.name
        self.added[PlayerRow] = known.id

    def _confirm(self, effect: ConfirmPlayer) -> None:
        row = self._row(PlayerRow, effect.player)
        row.confirmed_at = row.confirmed_at or self.now

    def _set_password(self, effect: SetPasswordHash) -> None:
        if effect.seat is None:
            self._row(PlayerRow, effect.player).password_hash = effect.password_hash
        else:
            self._row(SeatRow, effect.seat).password_hash = effect.password_hash

    def _add_game(self, effect: AddGame) -> None:
        taken = select(GameRow.id).where(GameRow.name_key == effect.name.lower())
        if self.session.scalars(taken).first() is not None:
            raise ConflictError(f"there is a game named {effect.name} already")
        self._add(
            GameRow(
                name=effect.name,
                name_key=effect.name.lower(),
                variant=effect.variant,
                on_board=effect.on,
                settings=write_settings(effect.settings),
                state=GameState.FORMING.value,
                seed=effect.seed,
                winner=[],
                created_at=self.now,
            )
        )
        master = SeatRow(game_id=self.added[GameRow], player_id=effect.master, role=Role.MASTER.value, preferences=[])
        self._seat(master)

    def _add_seat(self, effect: AddSeat) -> None:
        game = self._row(GameRow, effect.game)
        game.touched = True
        self._seat(
            SeatRow(
                game_id=game.id,
                player_id=effect.player,
                role=effect.role.value,
                power=effect.power,
                preferences=list(effect.preferences),
                password_hash=effect.password_hash,
                assigned=effect.assigned,
            )
        )

    def _seat(self, row: SeatRow) -> None:
        row.player_id, row.joined_at = self._number(PlayerRow, row.player_id), self.now
        self._add(row)

    def _leave(self, effect: LeaveSeat) -> None:
        row = self._row(SeatRow, effect.seat)
        row.left_at, row.left_how, row.ballot = self.now, effect.how, None
        self._row(GameRow, row.game_id).touched = True

    def _set_state(self, effect: SetGameState) -> None:
        row = self._row(GameRow, effect.game)
        row.state, row.time_left, row.winner = effect.state.value, effect.time_left, list(effect.winner)
        row.ending, row.resume_at = effect.ending, effect.resume_at
        row.ended_at = self.now if effect.state.is_over else None
        row.touched = True

    def _open(self, effect: OpenNextPhase) -> None:
        game = self._row(GameRow, effect.game)
        last = self.session.scalars(select(func.max(PhaseRow.sequence)).where(PhaseRow.game_id == game.id)).one()
        row = PhaseRow(
            game_id=game.id,
            sequence=(last or 0) + 1,
            tag=effect.position.phase.tag,
            position=write_position(effect.position),
            state="open",
            opened_at=effect.opened_at or self.now,
            deadline=effect.deadline,
        )
        row.remind_at = self._remind_at(row)
        self._add(row)

    def _close(self, effect: CloseOpenPhase) -> None:
        row = self._open_row(effect.phase)
        row.state = "closed"
        turn = write_turn(effect.turn, self._variant(row))
        self.session.add(ResultRow(phase_id=row.id, turn=turn, closed_at=self.now))

    def _keep_orders(self, effect: KeepOrders) -> None:
        game = self._known_game(effect.phase)
        if game is not None:
            variant = self.find_variant(game.variant, game.on)
            keep_orders(self.session, effect, variant, phase=effect.phase, now=self.now, letter=self.letter)
            look_again(self.session, game, self.memory)
            return
        settle_aims(self.session, self.memory)
        row = self._open_row(effect.phase)
        keep_orders(self.session, effect, self._variant(row), phase=row.id, now=self.now, letter=self.letter)
        self._look_again(row)

    def _aim_early(self, effect: AimEarlyPlay) -> None:
        if self._known_game(effect.phase) is not None:
            self.memory.aims[effect.phase] = effect.moment
        else:
            settle_aims(self.session, self.memory)
            self._open_row(effect.phase).early_at = effect.moment

    def _known_game(self, phase: int) -> Game | None:
        """The game of a phase that is known to be open, without a look at its rows, which then change beside them."""
        game = self.memory.game_in(phase) if self.memory.alone else None
        if game is not None:
            for key in ((PhaseRow, phase), (GameRow, game.id)):
                if (row := self.rows.pop(key, None)) is not None:
                    self.session.expire(row)
        return game

    def _keep_wait(self, effect: KeepWait) -> None:
        row = self._open_row(effect.phase)
        wait = self.session.scalars(
            select(WaitRow).where(WaitRow.phase_id == row.id, WaitRow.power == effect.power)
        ).first()
        if effect.wait is None:
            if wait is not None:
                self.session.delete(wait)
            self._look_again(row)
            return
        if wait is None:
            wait = WaitRow(phase_id=row.id, power=effect.power)
            self.session.add(wait)
        wait.wait, wait.written_at = effect.wait, effect.arrived or self.now
        self._look_again(row)

    def _set_deadline(self, effect: SetDeadline) -> None:
        row = self._open_row(effect.phase)
        row.deadline, row.reminded_at = effect.deadline, self.now
        row.grace_until, row.late, row.waiting = None, [], False
        row.moved += 1
        row.remind_at = self._remind_at(row)
        self._look_again(row)

    def _set_settings(self, effect: SetSettings) -> None:
        game = self._row(GameRow, effect.game)
        game.settings, game.touched = write_settings(effect.settings), True
        row = self.session.scalars(
            select(PhaseRow).where(PhaseRow.game_id == game.id, PhaseRow.state == "open").with_for_update()
        ).first()
        if row is not None:
            row.remind_at = self._remind_at(row)
            self._look_again(row)

    def _look_again(self, row: PhaseRow) -> None:
        """Something changed in an open phase: whether it can be played early is to be settled anew."""
        row.early_at = None
        self._row(GameRow, row.game_id).touched = True

    def _remind_at(self, row: PhaseRow) -> datetime | None:
        if row.grace_until is not None:
            return None
        settings = read_settings(self._row(GameRow, row.game_id).settings)
        return next_reminder(settings, row.deadline, row.reminded_at or row.opened_at)

    def _keep_press(self, effect: KeepPress) -> None:
        game = self._number(GameRow, effect.game)
        phase = None if effect.phase is None else self._number(PhaseRow, effect.phase)
        keep_press(self.session, effect, game=game, phase=phase, now=self.now, letter=self.letter)

    def _note(self, kind: str, text: str, game: int | None) -> None:
        write_entry(self.session, kind, text, self.now, game=game, letter=self.letter)

    def _add(self, row: NewRow) -> NewRow:
        self.session.add(row)
        self.session.flush()
        self.added[type(row)] = row.id
        return row

    def _number(self, table: type[Table], number: int) -> int:
        """The id an effect means: its own, or for 0 that of the row added last in this list."""
        if number:
            return number
        if table not in self.added:
            raise DatabaseError(f"an effect is about a new row of {table.__tablename__}, and none was added before it")
        return self.added[table]

    def _row(self, table: type[AnyRow], number: int) -> AnyRow:
        number = self._number(table, number)
        known = self.rows.get((table, number))
        if known is not None:
            return cast(AnyRow, known)  # it lies under its own kind
        row = self.session.get(table, number, with_for_update=True, populate_existing=True)
        if row is None:
            raise DatabaseError(f"an effect is about row {number} of {table.__tablename__}, which is not there")
        self.rows[table, number] = row
        return row

    def _open_row(self, number: int) -> PhaseRow:
        row = self._row(PhaseRow, number)
        if row.state != "open":
            raise ConflictError(f"the phase {row.tag} is closed already")
        return row

    def _variant(self, phase: PhaseRow) -> Variant:
        game = self._row(GameRow, phase.game_id)
        return self.find_variant(game.variant, game.on_board)
