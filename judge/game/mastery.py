"""What masters say about a game of theirs, read but not yet decided; one part of `commands.Command`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """START (master): begin the game now."""

    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """DEADLINE when (master): move the deadline of the current phase; `when` as written; `tag` guards the phase."""

    when: str
    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """PROCESS tag (master): adjudicate this phase now."""

    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """PREVIEW tag (master): what this phase would come to now, for the master alone."""

    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollback:
    """ROLLBACK tag, WITH ORDERS or WITHOUT (master): back to this phase, with the orders that stood in it or not."""

    tag: str | None = None
    with_orders: bool = True


@dataclass(frozen=True, slots=True)
class SetOptions:
    """SET name=value … (master): options of a game, as in CREATE; pairs of name and value in the order given."""

    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceUnit:
    """PLACE unit power (master): a unit is put on the board; `what` as written, `tag` guards the phase."""

    what: str
    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveUnit:
    """REMOVE unit (master): a unit is taken off the board; `what` as written, `tag` guards the phase."""

    what: str
    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """OWN center power (master): a center is given to a power, or to NOBODY; `what` as written, `tag` guards."""

    what: str
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Become:
    """BECOME power (master): the orders below are that power's; `power` as written, MASTER to stop."""

    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Promote:
    """PROMOTE somebody (master): he is asked to lead the game as well; HANDOVER TO somebody: in the sender's place.

    Shape: `person` a name or an address as written; `sure` when it is plainly a command and no sentence.
    """

    person: str
    hand_over: bool = False
    game: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Demote:
    """DEMOTE somebody (master): he leads the game no more, or is asked no more whether he will.

    Shape: `sure` as in Promote.
    """

    person: str
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """ACCEPT a game: the sender will lead it as he was asked to; DECLINE (`accepts` false): he will not.

    Shape: `sure` as in Promote.
    """

    game: str | None = None
    accepts: bool = True
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """INVITE somebody AS a power (master): he may come into the game; DISINVITE (`takes_back`): he may no more.

    Shape: `person` a name or an address as written; `power` as written, "" for any; `sure` as in Promote.
    """

    person: str
    power: str = ""
    takes_back: bool = False
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Assign:
    """ASSIGN a power to somebody, or NOBODY, before the game begins (master); `what` as written."""

    what: str


@dataclass(frozen=True, slots=True)
class Swap:
    """SWAP two powers, or two people, before the game begins (master); `pair` as written."""

    pair: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve:
    """APPROVE somebody who would like to play (master); REJECT somebody: reason (`lets_in` false).

    Shape: `person` a name or an address as written; `sure` when it is plainly a command and no sentence.
    """

    person: str
    lets_in: bool = True
    reason: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Announce:
    """ANNOUNCE with the text that follows (master): to everyone, whatever the press."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class ShowLog:
    """LOG of a game (master): everything that has happened in it."""

    game: str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """PAUSE (master): stop the clock; `until` the day on which it is to go on, as written, "" for none."""

    until: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """RESUME (master): start the clock again; `on` the day on which it is to, as written, "" for now."""

    on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminate:
    """TERMINATE (master): end the game without a winner; `game` must be named or be the letter's."""

    game: str | None = None
