"""What a decision wants done. The store applies a list of effects in the order given, in one transaction."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.desk.candidates import AssignPower as AssignPower
from judge.desk.candidates import CloseNomination as CloseNomination
from judge.desk.candidates import LetIn as LetIn
from judge.desk.candidates import Nominate as Nominate
from judge.desk.candidates import SetPreferences as SetPreferences
from judge.desk.guests import CloseInvitation as CloseInvitation
from judge.desk.guests import Invite as Invite
from judge.desk.snapshot import Ballot, GameSettings, GameState, Reach, Role
from judge.game.mails import Draft
from judge.game.orders import Order
from judge.game.position import Position
from judge.game.turns import Turn


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """A new player who has yet to confirm; a second REGISTER from the same address renames the unconfirmed one."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class ConfirmPlayer:
    """The player's address has answered."""

    player: int


@dataclass(frozen=True, slots=True)
class SetPlayerZone:
    """The zone in which a player reads times."""

    player: int
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseParts:
    """The parts that a player's mails go without from now on."""

    player: int
    without: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPasswordHash:
    """A password for one seat (argon2id hash), or for the player when `seat` is None."""

    player: int
    seat: int | None
    password_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewToken:
    """The reply tokens of a player, or of one seat of his, are new for letters that come in from `since` on."""

    player: int
    seat: int | None
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AddGame:
    """A new game in state FORMING with its master; the store gives it an id. Unique name, any case."""

    name: str
    variant: str
    on: str | None
    settings: GameSettings
    seed: str
    master: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettings:
    """The settings of a game that has not begun, all of them."""

    game: int
    settings: GameSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSeat:
    """Somebody takes a seat; `password_hash` when he gave a password with it, else ""."""

    game: int
    player: int
    role: Role
    power: str | None = None
    preferences: tuple[str, ...] = ()
    password_hash: str = ""
    assigned: str | None = None


@dataclass(frozen=True, slots=True)
class GivePower:
    """A seat gets its power, and is a player's from then on: at the start, or when somebody comes in later.

    Shape: who comes in later has joined at that moment, whatever he had watched before.
    """

    seat: int
    power: str


@dataclass(frozen=True, slots=True)
class GiveUpPower:
    """A seat has its power no longer; its holder observes the game from then on."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Somebody leaves; the seat is kept for the history, no longer part of the game. `how` as in a Seat."""

    seat: int
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGameState:
    """A game starts, pauses, resumes, ends; the other fields as in a Game."""

    game: int
    state: GameState
    time_left: timedelta | None = None
    resume_at: datetime | None = None
    winner: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNextPhase:
    """The first or next phase of a game opens with this position and deadline; `opened_at` None for now."""

    game: int
    position: Position
    deadline: datetime | None
    opened_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPhases:
    """The phases of a game from the one with the id `since` on, also the open one, are undone.

    They are kept with all that belongs to them, but are no part of the game any more.
    """

    game: int
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseOpenPhase:
    """The open phase is over: its turn is its result. Once only for a phase."""

    phase: int
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOrders:
    """The whole set of a power's orders in the open phase from now on; earlier sets are kept as history.

    Shape: `written_at` when they were written, for a set that is carried over from another phase; None for now.
    `arrived` when the letter of each order came in, () for now; `cleared_at` when the last clearing one did; `ahead`
    when they were written before the phase opened.
    """

    phase: int
    power: str
    orders: tuple[Order, ...]
    written_at: datetime | None = None
    arrived: tuple[datetime, ...] = ()
    cleared_at: datetime | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAbsence:
    """A player of a game is away from one moment to another."""

    game: int
    player: int
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAbsences:
    """A player takes back the absences from a game that are not over."""

    game: int
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepLater:
    """All that a player has written for a phase to come from now on; without lines and `wait` nothing is kept."""

    game: int
    player: int
    power: str
    tag: str
    lines: tuple[str, ...] = ()
    wait: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepWait:
    """Whether a power asks to wait for the deadline in this phase, None when it has not said (any more).

    Shape: `arrived` when its letter came in, None for now.
    """

    phase: int
    power: str
    wait: bool | None
    arrived: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepBallot:
    """What a seat votes for from now on."""

    seat: int
    ballot: Ballot


@dataclass(frozen=True, slots=True)
class ForgetBallots:
    """All votes in a game are forgotten, those of seats given up as well."""

    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDeadline:
    """The open phase's deadline, None while the clock is stopped.

    It ends a time of grace. Whoever is told of it needs no reminder for times before now; when the phase is played
    early is settled anew.
    """

    phase: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class MarkReminded:
    """A reminder of this phase's deadline has gone out."""

    phase: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AimEarlyPlay:
    """When the open phase is played before its deadline, None when it is not.

    Shape: it lasts until somebody's orders change, or whether he asks to wait, or the deadline.
    """

    phase: int
    moment: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOpen:
    """The open phase's deadline has passed, and late orders are taken until then; `late` the powers that were late."""

    phase: int
    until: datetime
    late: tuple[str, ...]
    waiting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepRecord:
    """How many turns in a row somebody has missed in a seat, and how often a deadline has moved for him."""

    seat: int
    missed: int
    extended: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPress:
    """A press message as it was delivered.

    Shape: `sender` and `audience` as its readers were told; `author` and `readers` ids of players. Where they were not
    told the truth, `kind` is `grey` (unsigned) or `fake`, and `author_name` and `reached` say it.
    """

    game: int
    phase: int | None
    sender: str
    audience: tuple[str, ...]
    text: str
    kind: str = "white"
    author: int | None = None
    readers: tuple[int, ...] = ()
    author_name: str = ""
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """An entry in the game's log: who did what."""

    game: int | None
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountConduct:
    """How players have kept the time of the open phase, for their records; of several words the worst stands.

    Shape: `players` ids; `conduct` one of `snapshot.CONDUCT`.
    """

    phase: int
    players: tuple[int, ...]
    conduct: str


@dataclass(frozen=True, slots=True)
class ReleaseLetter:
    """A held letter was confirmed: it is to be read as proven, from its original arrival."""

    letter: int


@dataclass(frozen=True, slots=True)
class DropLetter:
    """A held letter was disowned by the address it came from: it is closed and can never be confirmed."""

    letter: int


@dataclass(frozen=True, slots=True)
class LapseLetter:
    """A held letter was not confirmed in time: nothing comes of it any more."""

    letter: int
    reason: str


@dataclass(frozen=True, slots=True)
class MarkReturned:
    """A mail came back or was refused for good, for the first time; `said` is what was said about it."""

    mail: int
    said: str


@dataclass(frozen=True, slots=True)
class SetReach:
    """How mails to an address fare from now on; where it is suspended, those that wait for it are kept back."""

    email: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class ResumeAddress:
    """Mails reach this address again: those kept back go out, and those that came back do once more."""

    email: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAddress:
    """An address is said to be a player's as well; one claim for each, the last counts. See `Claim`."""

    player: int
    email: str
    prefer: bool
    agreed: bool


@dataclass(frozen=True, slots=True)
class AgreeToClaim:
    """The player says that an address is his, which its own answer has still to show."""

    claim: int


@dataclass(frozen=True, slots=True)
class GainAddress:
    """The address has answered: letters from there are the player's from now on."""

    claim: int


@dataclass(frozen=True, slots=True)
class DropClaim:
    """Nothing comes of a claim."""

    claim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAddress:
    """Mails go to this address of the player's from now on, also those that did not arrive where they went so far."""

    player: int
    email: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseAddress:
    """An address, not the one that mails go to, is the player's no more."""

    player: int
    email: str


@dataclass(frozen=True, slots=True)
class Post:
    """A mail goes out."""

    draft: Draft


Effect = (
    AddPlayer
    | ConfirmPlayer
    | ChooseParts
    | SetPlayerZone
    | SetPasswordHash
    | RenewToken
    | AddGame
    | SetSettings
    | AddSeat
    | SetPreferences
    | AssignPower
    | LetIn
    | GivePower
    | GiveUpPower
    | LeaveSeat
    | Nominate
    | CloseNomination
    | Invite
    | CloseInvitation
    | SetGameState
    | OpenNextPhase
    | CloseOpenPhase
    | UndoPhases
    | KeepOrders
    | AddAbsence
    | DropAbsences
    | KeepLater
    | KeepWait
    | KeepBallot
    | ForgetBallots
    | SetDeadline
    | MarkReminded
    | AimEarlyPlay
    | HoldOpen
    | KeepRecord
    | KeepPress
    | CountConduct
    | Log
    | ReleaseLetter
    | DropLetter
    | LapseLetter
    | MarkReturned
    | SetReach
    | ResumeAddress
    | ClaimAddress
    | AgreeToClaim
    | GainAddress
    | DropClaim
    | UseAddress
    | LoseAddress
    | Post
)
