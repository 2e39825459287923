"""Commands as players and masters give them, read but not yet decided."""

from dataclasses import dataclass

from judge.game.mastery import Accept as Accept
from judge.game.mastery import Announce as Announce
from judge.game.mastery import Approve as Approve
from judge.game.mastery import Assign as Assign
from judge.game.mastery import Become as Become
from judge.game.mastery import Deadline as Deadline
from judge.game.mastery import Demote as Demote
from judge.game.mastery import Invite as Invite
from judge.game.mastery import Own as Own
from judge.game.mastery import Pause as Pause
from judge.game.mastery import PlaceUnit as PlaceUnit
from judge.game.mastery import Preview as Preview
from judge.game.mastery import Process as Process
from judge.game.mastery import Promote as Promote
from judge.game.mastery import RemoveUnit as RemoveUnit
from judge.game.mastery import Resume as Resume
from judge.game.mastery import Rollback as Rollback
from judge.game.mastery import SetOptions as SetOptions
from judge.game.mastery import ShowLog as ShowLog
from judge.game.mastery import Start as Start
from judge.game.mastery import Swap as Swap
from judge.game.mastery import Terminate as Terminate
from judge.game.seating import Disorder as Disorder
from judge.game.seating import Dummy as Dummy
from judge.game.seating import Eject as Eject
from judge.game.seating import Substitute as Substitute
from judge.game.seating import TakeOver as TakeOver


@dataclass(frozen=True, slots=True)
class Register:
    """REGISTER name: become known to the judge under this name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """CREATE game variant, options as (name, value) pairs in the order given; `on` the board named by ON."""

    game: str
    variant: str = "standard"
    on: str | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """JOIN game, with powers in order of preference as written (names, letters); empty: no preference."""

    game: str
    preferences: tuple[str, ...] = ()
    password: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefer:
    """PREFER powers: those that the sender would like, the dearest first, in a game that has not begun.

    Shape: `powers` as written; empty for no preference; `sure` when it is plainly a command and no sentence.
    """

    powers: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """CLAIM nation, or JOIN game AS nation BY REVOLUTION IN center: into a running game, at the head of a nation.

    Shape: `nation` as written, in CLAIM perhaps with the name of the game before it; `center` as written, "" for a
    claim; `game` None where it is not named, or not plainly.
    """

    nation: str
    center: str = ""
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Nations:
    """NATIONS, with a table of them on the lines below (master): this game's own; with nothing below: show them.

    Shape: `lines` pairs of a line's number in the letter and its text, without the end mark.
    """

    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Observe:
    """OBSERVE game, or MONITOR game: the same without press; with the password of the game where it has one."""

    game: str
    monitor: bool = False
    password: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """RESIGN from the game named, or from the game the letter is about; AS MASTER for who plays in it as well."""

    game: str | None = None
    as_master: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOn:
    """SIGNON Fgame password: who speaks, for which power, in which game. `seat` a letter or name as written.

    Shape: `sure` unless the line may be a greeting: HELLO and two words.
    """

    seat: str
    game: str
    password: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class AboutGame:
    """GAME name: what follows is about this game."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseGuard:
    """PHASE tag, or the tag as a heading: what follows is meant for this phase only.

    Shape: `whole` whether the kind of phase was written; `Fall 1901` alone may mean any phase of that season.
    """

    tag: str
    whole: bool = True
    heading: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clear:
    """CLEAR: forget my orders of this phase; CLEAR tag: those of that phase; CLEAR ALL: what is kept for later too.

    Shape: `unit` the words of CLEAR A Par, "" when it is about all orders.
    """

    tag: str | None = None
    everything: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """ABSENT from TO until: no deadline is to fall in that time; with no `when`: who is away.

    Shape: `when` as written; `now` when the open deadline is meant too; `off` for SET NO ABSENCE; `firm` when the words
    can only be the command, and no remark; `everywhere` when all games of the sender's are meant, and then once for
    each that `game`.
    """

    when: str = ""
    now: bool = False
    off: bool = False
    firm: bool = True
    everywhere: bool = False
    game: str | None = None


@dataclass(frozen=True, slots=True)
class WholeSet:
    """REPLACE: the orders below are my whole set."""


@dataclass(frozen=True, slots=True)
class Wait:
    """SET WAIT / SET NOWAIT / READY: hold the phase open until the deadline, or not."""

    wait: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """VOTE DRAW, VOTE CONCEDE power, VOTE NO: how the sender's power wants the game to end.

    Shape: `end` is `draw` or `concession`, "" for neither, which is a question unless `against` takes back whatever was
    voted; `powers` as written; `bare` when neither VOTE nor SET stands before it, so that it may be talk.
    """

    end: str = ""
    powers: tuple[str, ...] = ()
    against: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """STATUS of a game."""

    game: str | None = None


@dataclass(frozen=True, slots=True)
class ShowMap:
    """MAP of a game: what lies beside what, now or in the phase `when` (a tag, or a year)."""

    game: str | None = None
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """HISTORY of a game: the phases that have been played from `first` to `last`.

    Shape: `first` and `last` phase tags or years as they are written, "" for as far as it goes; `after` leaves out the
    first itself, `before` the last; `since` and `until` days as they are written, in which those phases were played;
    `latest` how many of the last are enough, None for all, counted in `unit`: phases, or years of the game, or the
    days in which they were played; `chart` asks for the map of each phase too; `lines` how many lines will do, 0
    for as many as fit; `broad` whether broadcasts were asked for.
    """

    game: str | None = None
    first: str = ""
    last: str = ""
    after: bool = False
    before: bool = False
    since: str = ""
    until: str = ""
    latest: int | None = None
    unit: str = "phases"
    chart: bool = False
    lines: int = 0
    broad: bool = False


@dataclass(frozen=True, slots=True)
class Try:
    """TRY, with orders on the lines below up to ENDTRY: what would come of them. Nothing is stored.

    Shape: `lines` pairs of a line's number in the letter and its text, without the end mark.
    """

    game: str | None = None
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """SUMMARY of a game: who plays, the centers by year, how it ended."""

    game: str | None = None


@dataclass(frozen=True, slots=True)
class Who:
    """WHO is in a game. `sure` when it is plainly a command and no sentence that begins so."""

    game: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class WhoIs:
    """WHO IS somebody, by the name or its beginning. `sure` as in Who."""

    name: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class ListGames:
    """LIST of games, of those alone that are `which`: forming, open, running, paused, finished, or of a variant.

    Shape: `which` "" for all; it may be the name of one game as well, whose status is meant then.
    """

    which: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Readers: powers as written, `master`, `observers`; empty for everyone; `all_but` turns the list round."""

    names: tuple[str, ...] = ()
    all_but: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """PRESS TO … or BROADCAST with the text that follows.

    Shape: `to` and `all_but` as in an Audience; `signed` is `white` or `grey`, "" as the game has it; `claimed` the
    power that it says it is from, as written, "" for the true one; `pretended` the readers that it says it has, None
    for the true ones. `marked` when an end mark closed it or it stands on one line; `sure` when it is plainly a
    command; `fault` what of its heading could not be read.
    """

    to: tuple[str, ...] = ()
    all_but: bool = False
    text: str = ""
    signed: str = ""
    claimed: str = ""
    pretended: Audience | None = None
    marked: bool = True
    sure: bool = True
    fault: str = ""


@dataclass(frozen=True, slots=True)
class SetPassword:
    """SET PASSWORD word."""

    password: str


@dataclass(frozen=True, slots=True)
class NewToken:
    """NEW TOKEN: the reply addresses that I had prove nothing any more; of one game, or (master) of one power's seat.

    Shape: `whom` the game, power or person as written, "" for all of the sender's own; `sure` as in Who.
    """

    whom: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class SetZone:
    """SET ZONE name: the IANA time zone in which this player reads deadlines."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParts:
    """SET CALENDAR OFF, SET HTML OFF: whether mails carry a part, named as in `game/mails.py`."""

    part: str
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAddress:
    """SET ADDRESS: mails go there from now on (`prefer`); ADD ADDRESS: letters may come from there as well.

    Shape: `email` as written, perhaps no address.
    """

    email: str
    prefer: bool = False


@dataclass(frozen=True, slots=True)
class RemoveAddress:
    """REMOVE ADDRESS: letters from there are mine no more."""

    email: str


@dataclass(frozen=True, slots=True)
class Addresses:
    """ADDRESSES: which are mine, and where mails go."""


@dataclass(frozen=True, slots=True)
class AmAlso:
    """I AM ALSO address: who writes this is registered under that one."""

    email: str


@dataclass(frozen=True, slots=True)
class Held:
    """HELD (master): whose letters wait for their confirmation, in the game named or the one the letter is about."""

    game: str | None = None


@dataclass(frozen=True, slots=True)
class Help:
    """HELP, about a topic or in general."""

    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """VERSION: which judge this is."""


@dataclass(frozen=True, slots=True)
class SignOff:
    """SIGNOFF, END, STOP: read no further."""


@dataclass(frozen=True, slots=True)
class Trace:
    """TRACE of a letter or a mail, by its Message-ID, for the keeper of the judge alone."""

    message_id: str


Command = (
    Register
    | Create
    | Join
    | Prefer
    | Enter
    | Nations
    | Observe
    | Resign
    | SignOn
    | AboutGame
    | PhaseGuard
    | Clear
    | Absent
    | WholeSet
    | Wait
    | Status
    | ShowMap
    | History
    | Try
    | ListGames
    | Summary
    | Who
    | WhoIs
    | Press
    | SetPassword
    | SetParts
    | NewToken
    | SetZone
    | SetAddress
    | RemoveAddress
    | Addresses
    | AmAlso
    | Held
    | Help
    | Version
    | SignOff
    | Start
    | Deadline
    | Process
    | Preview
    | Rollback
    | SetOptions
    | PlaceUnit
    | RemoveUnit
    | Own
    | Become
    | Approve
    | Invite
    | Assign
    | Swap
    | Promote
    | Demote
    | Accept
    | Announce
    | ShowLog
    | Trace
    | Pause
    | Resume
    | Terminate
    | Vote
    | Eject
    | Substitute
    | Dummy
    | Disorder
    | TakeOver
)
