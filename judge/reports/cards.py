"""What a report is about and who reads it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from judge.game.complaints import Complaint
from judge.game.orders import Order
from judge.game.phases import Phase
from judge.game.position import Position
from judge.game.turns import Owed
from judge.game.variant import Lesson, Outlook


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLine:
    """A power and who plays it ("" where nobody may know), and who played it `before`, the last first."""

    power: str
    player: str = ""
    played: bool = True
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message that was delivered.

    Shape: `sender` and `audience` in words as its readers were told, `sent_at` UTC, `tag` of its phase or ""; `author`
    and `readers` ids of players, None and empty where they were not kept; `author_name` and `reached` the truth in
    words where the readers were told something else (`kind` grey or fake).
    """

    sender: str
    audience: tuple[str, ...]
    text: str
    sent_at: datetime
    tag: str = ""
    kind: str = "white"
    author: int | None = None
    readers: tuple[int, ...] = ()
    author_name: str = ""
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPower:
    """A power that people can take up while the game runs.

    Shape: `centers` those in which it can rise now, as written; `bare` whether it has no center and no unit now.
    """

    name: str
    centers: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A game in a report's heading.

    Shape: `address` where letters about the game go (`judge+g42@host`); `position` the present one, None
    before the start; `deadline` UTC, None when the clock is stopped, and once it has passed `grace_until`, up to when
    late orders are taken; `zone` the game's own; `joined` the names
    of the players so far and `places` how many there are, while the game is forming; `time_left` what was left
    when the clock was stopped and `resume_at` when it goes on by itself; `winner` power ids once the game is over, and
    `ending` how it came to that (`solo`, `draw`, `concession`); `openings` what newcomers can have,
    by CLAIM where the game `claims` and by TAKEOVER elsewhere;
    `house_rules` whether its variant has any; `standings` pairs of a power that is not played as others are and the
    word for how it stands; `at_once` when nobody has anything to decide in the phase, which is played as soon as it is
    open; `press` sentences about the game's press, none where it is as everywhere.
    """

    name: str
    variant: str
    title: str
    address: str
    state: str
    position: Position | None = None
    deadline: datetime | None = None
    grace_until: datetime | None = None
    zone: str = "UTC"
    master: str = ""
    powers: tuple[PowerLine, ...] = ()
    joined: tuple[str, ...] = ()
    places: int = 0
    time_left: timedelta | None = None
    resume_at: datetime | None = None
    winner: tuple[str, ...] = ()
    openings: tuple[OpenPower, ...] = ()
    claims: bool = False
    house_rules: bool = False
    standings: tuple[tuple[str, str], ...] = ()
    ending: str = ""
    at_once: bool = False
    press: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """How a game went, for its last mail.

    Shape: `last` the phase it ended in, `played` whether that was adjudicated; `years` pairs of a year and its
    (power id, centers) pairs, oldest first; may be empty.
    """

    last: Phase
    played: bool = True
    years: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What somebody has written for a phase to come: its tag, the orders as written, whether it is to wait."""

    tag: str
    lines: tuple[str, ...] = ()
    wait: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who reads: his name, his power if he plays one, his zone, what he may write orders for now, what lies ahead.

    Shape: `hint` what his order slip shows of a form that nobody would guess; `undecided` when he has yet to order, of
    what nobody has to, or to say READY; `ahead` when his orders were written before the phase opened and keep it open;
    `kept` for phases to come, the next one first.
    """

    name: str
    zone: str = "UTC"
    power: str | None = None
    role: str = "player"
    owed: Owed = field(default_factory=Owed)
    orders: tuple[Order, ...] = ()
    hint: Lesson | None = None
    wait: bool | None = None
    undecided: bool = False
    outlook: tuple[Outlook, ...] = ()
    ahead: bool = False
    kept: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptLine:
    """One line of a letter and what became of it.

    Shape: `fate` is `ok`, `error`, `ignored` or `note`, or `heading` for what is not told; `said` what was understood
    or done, in canonical words, one or more lines; `complaint` when something was wrong with it; `command` whether it
    was one, and no order or remark.
    """

    number: int
    text: str
    fate: str
    said: str = ""
    complaint: Complaint | None = None
    command: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReport:
    """What has come of the orders that were kept for a phase: its tag, line by line, and what follows."""

    tag: str
    lines: tuple[ReceiptLine, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReceipt:
    """What a letter left in one game: the stored set of the sender's power and what is missing.

    Shape: `warnings` sentences about orders that are each possible but not together; `early_at` when the phase is
    played before its deadline, as everybody has decided.
    """

    card: Card
    reader: Reader
    missing: tuple[str, ...] = ()
    late: bool = False
    warnings: tuple[str, ...] = ()
    early_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to one letter.

    Shape: `trouble` why its text could not be read, "" when it could.
    Units: `received_at` UTC.
    """

    subject: str
    received_at: datetime
    trouble: str = ""
    lines: tuple[ReceiptLine, ...]
    games: tuple[GameReceipt, ...] = ()
    notices: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()  # finished texts asked for in the letter: STATUS, LIST, HELP


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in the answer to LIST.

    Shape: `state` a word such as `forming`; `phase` its tag, "" before the start; `deadline` UTC or None; `resume_at`
    when its clock, which is stopped, goes on by itself; `openings`
    names of powers that can be taken up while it runs, by CLAIM where it `claims` and by TAKEOVER elsewhere.
    """

    name: str
    variant: str
    state: str
    phase: str = ""
    deadline: datetime | None = None
    resume_at: datetime | None = None
    players: int = 0
    places: int = 0
    openings: tuple[str, ...] = ()
    claims: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLeft:
    """A deadline as a reader sees it."""

    deadline: datetime
    zone: str
    left: timedelta
