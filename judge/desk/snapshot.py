"""What a decision looks at: players, games and the open phase as values, read by the store in one transaction."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import Enum

from judge.game.orders import Order
from judge.game.phases import parse_phase, phase_order
from judge.game.position import Position
from judge.game.rules import Rules
from judge.game.turns import Turn


class Role(Enum):
    """What somebody is in a game."""

    PLAYER = "player"
    MASTER = "master"
    OBSERVER = "observer"
    MONITOR = "monitor"  # an observer who gets no press
    APPLICANT = "applicant"  # who would like to play, and whom a master has not let in yet


class GameState(Enum):
    """Where a game is in its life."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    TERMINATED = "terminated"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, with a winner or without."""
        return self in (GameState.FINISHED, GameState.TERMINATED)

    @property
    def is_under_way(self) -> bool:
        """Whether the game has begun and not ended, whether or not its clock runs."""
        return self in (GameState.RUNNING, GameState.PAUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How mails fare that go to an address.

    Units: `days` on which some came back, without a gap that counts as recovery; the first time at `since`, the last
    at `last`. Shape: nothing more is sent there when `suspended_at` is set.
    """

    days: int = 0
    since: datetime | None = None
    last: datetime | None = None
    suspended_at: datetime | None = None


# How somebody can leave a power: by himself, for turns he has missed or by a word of the master's that left the place
# free, as one who is not wanted there any more, and for somebody else who plays on.
RESIGNED, ABANDONED, EJECTED, REPLACED = LEAVINGS = ("resigned", "abandoned", "ejected", "replaced")
CONDUCT = ("on_time", "late", "missed", "abandoned")  # from the best to the worst; the names of a record's fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How a player has kept the time of all his games.

    Units: phases in which all orders were in by the deadline, some were wanting or came after it, none had come;
    `abandoned` games that he left while his power was alive.
    """

    on_time: int = 0
    late: int = 0
    missed: int = 0
    abandoned: int = 0

    @property
    def share(self) -> int | None:
        """Of a hundred phases so many on time, rounded down; None before the first."""
        phases = self.on_time + self.late + self.missed
        return 100 * self.on_time // phases if phases else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One more address of a player, where no mails go now, and how they fared there."""

    email: str
    reach: Reach = Reach()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An address that is said to be a player's as well and has not answered yet.

    Shape: `prefer` when mails are to go there from then on; `agreed` when the player himself has asked for it, or has
    agreed to what somebody wrote from there.
    """

    id: int
    email: str
    asked_at: datetime
    prefer: bool = False
    agreed: bool = True


@dataclass(frozen=True, slots=True)
class TokenKey:
    """Which reply token of a player or a seat is good.

    Shape: `number` how many before it are good no longer; `since` when the letter came in that ended the last of them.
    """

    number: int = 0
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A person: `email` is where mail goes; `confirmed` once the first address has answered; `since` he was entered.

    Shape: `others` his other addresses, in the order in which he got them, and `claims` those that he may get; both
    only where the player was looked up by himself, not as somebody in a game; his mails go `without` these parts.
    """

    id: int
    name: str
    email: str
    confirmed: bool
    zone: str = "UTC"
    password_hash: str = ""
    reach: Reach = Reach()
    without: frozenset[str] = frozenset()
    key: TokenKey = TokenKey()
    since: datetime | None = None
    others: tuple[Address, ...] = ()
    claims: tuple[Claim, ...] = ()

    def writes_from(self, email: str) -> bool:
        """Whether an address is one of his."""
        return email.lower() in (self.email.lower(), *(one.email for one in self.others))

    def reach_at(self, email: str) -> Reach:
        """How mails fare at an address of his."""
        return next((one.reach for one in self.others if one.email == email.lower()), self.reach)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """What a power has voted for: a draw, a concession to another power, or no end, which takes back what was before.

    Shape: `draw` powers, sorted, empty for all survivors, None in a vote to concede, which names its power in
    `concede`, and in one for no end; `phase` the tag of the phase it was given in; `cast_at` when its letter came.
    """

    draw: tuple[str, ...] | None = None
    concede: str = ""
    phase: str = ""
    cast_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody in a game. `power` is None until powers are drawn, and for masters and observers.

    `assigned` is the power that the master wants him to have when they are, or has given him later without asking.

    Shape: `ballot` as it was given last; whether it still counts, the game's options say. Who has left did so at
    `left_at`, and `left_how` is one of LEAVINGS, "" where it was not kept or he has changed his seat only.
    Units: `missed` turns in a row up to now; `extended` how often a deadline has moved for him.
    """

    id: int
    player: Player
    role: Role
    power: str | None = None
    preferences: tuple[str, ...] = ()
    assigned: str | None = None
    password_hash: str = ""
    ballot: Ballot | None = None
    missed: int = 0
    extended: int = 0
    joined_at: datetime | None = None
    key: TokenKey = TokenKey()
    left_at: datetime | None = None
    left_how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """The options of a game; the field names are the option names players write (`movement`, `zone` …).

    Units: lengths are timedeltas; `at` is a local clock time in `zone` to which deadlines are set, None for
    "exactly the length later"; `days` the weekdays on which a deadline may fall, 0 is Monday, and `holidays` first
    and last days of times in which none may.
    Shape: a phase stays open for its `…_min` even when all orders are in, and for `delay` after the last change;
    `remind` holds how long before a deadline those who are late are reminded, the longest first; for what follows
    when orders are missing at the deadline see `overdue.py`, a number of turns that is 0 means never. `draw_size` is
    how many powers may share a draw, None for as many as there are; `anonymous` hides who plays, for good when not
    `reveal`; a master may play himself where `masters_play`; `last_year` is the year after whose last phase the game
    ends, None for none. Nobody is away for more than `max_absence`, 0 for no absences at all, and `absence_now` says
    whether an absence may move the open deadline; with `strict_wait` only those wait who have something to decide. A
    game begins with `min_players` at least, whose powers are given out by `assign`; with `approval` a master lets them
    in. `dummies` are ids of powers that nobody is to play, sorted. A `private` game is joined by invitation, or with
    the password of which `entry` is the hash, "" for none.
    """

    zone: str = "UTC"
    movement: timedelta = timedelta(days=3)
    retreat: timedelta = timedelta(days=1)
    adjustment: timedelta = timedelta(days=1)
    movement_min: timedelta = timedelta(0)
    retreat_min: timedelta = timedelta(0)
    adjustment_min: timedelta = timedelta(0)
    movement_grace: timedelta = timedelta(0)
    retreat_grace: timedelta = timedelta(0)
    adjustment_grace: timedelta = timedelta(0)
    nmr: str = "disorder"  # disorder, extend or wait
    nmr_limit: timedelta = timedelta(days=7)
    extension: timedelta = timedelta(days=1)
    extensions: int = 2
    abandon_after: int = 0
    vacant: str = "hold"  # hold or wait, see `vacancies.py`
    vacant_limit: timedelta = timedelta(days=7)
    at: time | None = None
    days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    holidays: tuple[tuple[date, date], ...] = ()
    remind: tuple[timedelta, ...] = (timedelta(hours=8),)
    delay: timedelta = timedelta(minutes=30)
    max_absence: timedelta = timedelta(days=15)
    absence_now: bool = True
    strict_wait: bool = True
    press: str = "white"  # none, white (signed), grey (unsigned), white/grey or grey/white: both, the first as a rule
    partial: bool = True  # whether there are messages to some and not only to all
    fake: bool = False  # whether a message may tell a wrong sender or wrong readers
    late_press: bool = True  # whether a power that is late may write to others
    must_order: bool = False  # whether a power has to order before it writes to others
    observer_press: str = "none"  # what observers may write to others than the master: none, white or any
    watch_press: str = "none"  # who reads what is not written to him: none, master, or all (observers as well)
    reveal_press: bool = False  # whether the authors of grey and fake messages are told when the game is over
    autostart: bool = True
    approval: bool = False
    min_players: int = 1
    powers: int = 1  # how many powers one person may play, having taken over those that nobody plays
    assign: str = "preferences"  # one of `chance.WAYS`
    listed: bool = True
    private: bool = False
    publish: str = "results"  # what the public archive shows: none, results, broadcasts or press (once it is over)
    entry: str = ""
    anonymous: bool = False
    reveal: bool = True
    masters_play: bool = True
    draws: str = "dias"  # dias (all survivors), lists or none
    votes: str = "cleared"  # cleared when the phase is over, or kept
    concessions: bool = True
    draw_size: int | None = None
    last_year: int | None = None
    dummies: tuple[str, ...] = ()
    at_limit: str = "draw"  # draw of the survivors, or most: whoever has the most centers
    rules: Rules = field(default_factory=Rules)

    @property
    def is_shown(self) -> bool:
        """Whether LIST shows the game, and strangers may look at it."""
        return self.listed and not self.private


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet:
    """The orders of one power in the open phase as they stand, and whether it asks to wait.

    Shape: `orders` at most one for each unit, in board order of writing; empty when nothing was written; `wait` None
    when the power has not said whether; `ahead` when they were written before the phase opened, and nothing since.
    `arrived` when the letter of each of the orders came in, `cleared_at` and `waited_at` when the one that cleared them
    and the one that spoke of waiting did; they may be missing.
    """

    power: str
    orders: tuple[Order, ...] = ()
    wait: bool | None = None
    written_at: datetime | None = None
    ahead: bool = False
    arrived: tuple[datetime, ...] = ()
    cleared_at: datetime | None = None
    waited_at: datetime | None = None

    def came(self, order: Order) -> datetime | None:
        """When the letter of one of these very orders came in, None for any other order."""
        known = self.arrived if len(self.arrived) == len(self.orders) else (self.written_at,) * len(self.orders)
        return next((at for one, at in zip(self.orders, known, strict=True) if one is order), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterOrders:
    """What a player has written for a phase to come: order lines as written, read when it opens.

    Shape: `tag` the phase's; `wait` None when he has not said whether.
    """

    power: str
    player: int
    tag: str
    lines: tuple[str, ...] = ()
    wait: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A time in which a player is away, from its first moment to the first one after it."""

    player: int
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPhase:
    """The phase a game is in: its position, its deadline (None while paused), what has come in.

    Shape: `sequence` counts the phases of the game from 1, those that were undone too; `id` is the store's;
    `reminded_at` when people were last reminded of the deadline, or told of a new one; `early_at` when the phase is
    played, all orders being in, unless one is changed; `grace_until` up to when late orders are taken, once the
    deadline has passed, from the powers that were `late` then as from all; `waiting` when the game waits for them;
    the deadline was `moved` so many times since the phase opened, its being taken away and set again each counted.
    """

    id: int
    sequence: int
    position: Position
    opened_at: datetime
    deadline: datetime | None
    reminded_at: datetime | None = None
    early_at: datetime | None = None
    grace_until: datetime | None = None
    late: tuple[str, ...] = ()
    waiting: bool = False
    moved: int = 0
    order_sets: tuple[OrderSet, ...] = ()

    def due_at(self, deadline: datetime | None) -> "OpenPhase":
        """The phase with another deadline, None while the clock is stopped; a time of grace ends with it."""
        return replace(
            self, deadline=deadline, early_at=None, grace_until=None, late=(), waiting=False, moved=self.moved + 1
        )

    def orders_of(self, power: str) -> OrderSet:
        """The order set of a power; an empty one when it has written nothing."""
        for one in self.order_sets:
            if one.power == power:
                return one
        return OrderSet(power=power)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPhase:
    """A phase as it is kept: where it started, the orders as they stood last, and the turn once it is played.

    Shape: `orders` one set for each power that wrote, in order of power; `turn` and `closed_at` None while open.
    """

    id: int
    sequence: int
    position: Position
    opened_at: datetime
    deadline: datetime | None
    orders: tuple[OrderSet, ...] = ()
    turn: Turn | None = None
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceEvent:
    """Something that happened to a letter or a mail. Shape: `about` is `letter 12` or `mail 34`."""

    at: datetime
    about: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """Something that happened in a game. Shape: `kind` a word for programs, `text` a few more for people."""

    at: datetime
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as it stands. `seed` feeds every draw of this game.

    Shape: while it is paused `time_left` is kept, and `resume_at`, when it is to go on by itself, None for never.
    """

    id: int
    name: str
    variant: str
    on: str | None
    settings: GameSettings
    state: GameState
    seed: str
    created_at: datetime
    seats: tuple[Seat, ...] = ()
    phase: OpenPhase | None = None
    time_left: timedelta | None = None
    resume_at: datetime | None = None
    winner: tuple[str, ...] = ()
    ending: str = ""  # how a finished game ended: solo, draw, concession, limit
    former: tuple[Seat, ...] = ()  # of powers, given up, and of who was ejected; the latest last
    absences: tuple[Absence, ...] = ()  # those not taken back, past ones too, the first to begin first
    later: tuple[LaterOrders, ...] = ()  # of phases to come, in any order

    def seat_of(self, player: int, role: Role | None = None) -> Seat | None:
        """The seat a player has in this game, in a certain role if one is named; a power goes before the rest."""
        found = [seat for seat in self.seats if seat.player.id == player and role in (None, seat.role)]
        found.sort(key=lambda seat: (seat.role is not Role.PLAYER, seat.role is not Role.MASTER, seat.id))
        return found[0] if found else None

    def later_of(self, seat: Seat) -> tuple[LaterOrders, ...]:
        """What somebody has kept for phases to come, the next phase first."""
        own = [one for one in self.later if (one.player, one.power) == (seat.player.id, seat.power)]
        known = [(phase_order(phase), one) for one in own if (phase := parse_phase(one.tag)) is not None]
        return tuple(one for _, one in sorted(known, key=lambda pair: pair[0]))

    def seat_for(self, power: str) -> Seat | None:
        """The seat that plays a power, None when nobody does."""
        return next((seat for seat in self.seats if seat.power == power), None)

    @property
    def master(self) -> Seat | None:
        """The first master's seat."""
        return next(iter(self.masters), None)

    @property
    def masters(self) -> tuple[Seat, ...]:
        """The seats of those who lead the game, by how long they have."""
        leading = (seat for seat in self.seats if seat.role is Role.MASTER)
        return tuple(sorted(leading, key=lambda seat: seat.id))

    @property
    def confidants(self) -> tuple[Seat, ...]:
        """The masters to whom players may say what other players are not to know: those who do not play, if any."""
        idle = tuple(seat for seat in self.masters if self.seat_of(seat.player.id, Role.PLAYER) is None)
        return idle or self.masters


@dataclass(frozen=True, slots=True, kw_only=True)
class Nomination:
    """Somebody was asked to lead a game and has not answered yet.

    Shape: `by` the seat of the master who asked, None for the keeper; `hand_over` when it is to be in his place.
    """

    id: int
    player: Player
    asked_at: datetime
    by: int | None = None
    hand_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLetter:
    """A letter that waits for its sender's confirmation: from where to where, and when it came in.

    Shape: `player` the id of the one whose address it came from, None for nobody's.
    """

    id: int
    sender: str
    player: int | None
    recipient: str
    message_id: str
    arrived: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A game as LIST shows it; `on` the board that its variant is played on if that is named."""

    name: str
    variant: str
    state: GameState
    phase: str
    deadline: datetime | None
    resume_at: datetime | None = None
    players: int
    places: int
    openings: tuple[str, ...] = ()  # names of powers that can be taken up while the game runs
    claims: bool = False  # whether its variant has rules of its own for taking them up
    on: str | None = None
