"""Who has a vote in a game, and which ballots count now."""

from datetime import datetime

from judge.desk.posts import board_of, phase_tag, variant_of
from judge.desk.snapshot import Ballot, Game, GameState
from judge.desk.votes import LIMIT, Verdict, verdict


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


# Said to everybody whether or not anybody has voted, since that is nobody's business.
LAPSED = "Votes for an end of the game, where there were any, are forgotten; whoever wants it votes again."


def votes_lapse(before: Game, after: Game) -> bool:
    """Whether the votes in a game are forgotten: a power has no say any more, and no turn has brought that about.

    Rule: no game ends as agreed because somebody leaves it, is taken out of it or is put out of play by a master: those
    who are left did not agree on it among themselves.
    """
    settings = before.settings
    can_vote = settings.draws != "none" or settings.concessions
    return can_vote and before.state.is_under_way and not set(voters(before)) <= set(voters(after))


def is_current(game: Game, ballot: Ballot) -> bool:
    """Whether a ballot holds in the open phase: it was given there, or the game keeps votes."""
    return game.settings.votes == "kept" or (phase_tag(game) == ballot.phase)


def ballot_of(game: Game, power: str) -> Ballot | None:
    """What a power has voted, as far as it holds now; who has left has taken his vote with him."""
    seat = game.seat_for(power)
    return seat.ballot if seat is not None and seat.ballot is not None and is_current(game, seat.ballot) else None


def agreed(game: Game, now: datetime) -> Verdict | None:
    """How a game ends by the votes at this moment, None while it goes on.

    Rule: once the turn is due, at the deadline or before it as all orders are in, it is played first, and its result
    may change who has a vote.
    """
    phase = game.phase
    if phase is None or not game.state.is_under_way:
        return None
    ends = (phase.grace_until or phase.deadline, phase.early_at)
    if game.state is GameState.RUNNING and any(end is not None and now >= end for end in ends):
        return None
    return verdict({power: ballot_of(game, power) for power in voters(game)}, game.settings)


def run_out(game: Game) -> Verdict | None:
    """How a game ends because its last year is over, None while it is not.

    Rule: the survivors share a draw: those in play that somebody plays, or, when nobody plays any more, those in play;
    where the game's option says so, those of them with the most centers have won.
    """
    phase, last = game.phase, game.settings.last_year
    if phase is None or last is None or phase.position.phase.year <= last:
        return None
    position, variant = phase.position, variant_of(game)
    survivors = voters(game) or tuple(one.id for one in position.board.powers if variant.has_vote(position, one.id))
    if game.settings.at_limit == "most":
        counts = {power: len(position.counted_of(power)) for power in survivors}
        survivors = tuple(power for power, count in counts.items() if count == max(counts.values()))
    return Verdict(LIMIT, tuple(sorted(survivors)))
