"""What is said about who plays which power, read but not yet decided; one part of `commands.Command`.

Each is `sure` when it is plainly a command and no sentence that begins so.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Eject:
    """EJECT power or player, with a reason (master): that player's place is free; `who` all of it as written."""

    who: str
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """REPLACE power BY somebody (master): he is asked to play it in the place of its player; NOW: without asking.

    Shape: `power` and `person`, a name or an address, as written.
    """

    power: str
    person: str
    at_once: bool = False
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Dummy:
    """DUMMY power (master): nobody is to play it; `power` as written."""

    power: str
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Disorder:
    """CIVIL DISORDER power (master): it has no player and may have another; `power` as written."""

    power: str
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """TAKEOVER of a power without a player.

    Shape: `power` as written, perhaps with the name of the game before it, or that name alone; `game` None where it is
    not named, or not plainly; `password` None for none.
    """

    power: str = ""
    game: str | None = None
    password: str | None = None
    sure: bool = True
