"""Effects on who is to have a part in a game; one part of `effects.Effect`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetPreferences:
    """The powers that a seat would like from now on, the dearest first; it keeps its place in the row."""

    seat: int
    preferences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AssignPower:
    """The power that a seat is to have when powers are given out; None for none in particular."""

    seat: int
    power: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominate:
    """Somebody is asked to lead a game; see `Nomination`. Of several questions to one person the last counts."""

    game: int
    player: int
    by: int | None
    hand_over: bool


@dataclass(frozen=True, slots=True)
class CloseNomination:
    """The question was answered, or is taken back."""

    nomination: int


@dataclass(frozen=True, slots=True)
class LetIn:
    """An applicant is a player from now on, with the powers that he would like."""

    seat: int
