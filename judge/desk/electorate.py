"""Who has a vote in a game, and which ballots count now."""

from datetime import datetime

from judge.desk.posts import board_of, variant_of
from judge.desk.snapshot import Ballot, Game, GameState
from judge.desk.votes import Verdict, verdict


def voters(game: Game) -> tuple[str, ...]:
    """The powers that have a say in how a game ends, in the board's order: those in play that somebody plays.

    Rule: what being in play is, the variant says (`has_vote`); in Standard it is to have a unit or a center.
    """
    phase, variant = game.phase, variant_of(game)
    if phase is None:
        return ()
    return tuple(
        power.id
        for power in board_of(game).powers
        if game.seat_for(power.id) is not None and variant.has_vote(phase.position, power.id)
    )


def is_current(game: Game, ballot: Ballot) -> bool:
    """Whether a ballot holds in the open phase: it was given there, or the game keeps votes."""
    return game.settings.votes == "kept" or (game.phase is not None and game.phase.id == ballot.phase)


def ballot_of(game: Game, power: str) -> Ballot | None:
    """What a power has voted, as far as it holds now; who has left has taken his vote with him."""
    seat = game.seat_for(power)
    return seat.ballot if seat is not None and seat.ballot is not None and is_current(game, seat.ballot) else None


def agreed(game: Game, now: datetime) -> Verdict | None:
    """How a game ends by the votes at this moment, None while it goes on.

    Rule: once the deadline has passed the turn is played first, and its result may change who has a vote.
    """
    phase = game.phase
    if phase is None or game.state not in (GameState.RUNNING, GameState.PAUSED):
        return None
    if game.state is GameState.RUNNING and phase.deadline is not None and now >= phase.deadline:
        return None
    return verdict({power: ballot_of(game, power) for power in voters(game)}, game.settings)
