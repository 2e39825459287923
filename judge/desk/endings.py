"""The end of a game, by a turn or by a vote: how it is over, and the last mail of everybody in it."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.appointments import changes
from judge.desk.archives import archives
from judge.desk.chronicle import center_years
from judge.desk.effects import Effect, ForgetBallots, Log, SetDeadline, SetGameState
from judge.desk.office import Office
from judge.desk.posts import Topic, card_of, post_to_all, reader_of
from judge.desk.snapshot import Game, GameState, OpenPhase
from judge.desk.votes import Verdict
from judge.game.position import Position
from judge.game.turns import Turn
from judge.reports import texts
from judge.reports.cards import Final, Message

SOLO = "solo"


def ended(game: Game, phase: OpenPhase, position: Position, verdict: Verdict) -> Game:
    """A game that is over, with the phase it ended in and the position it ended with."""
    left = replace(phase.due_at(None), position=position, order_sets=())
    return replace(
        game,
        state=GameState.FINISHED,
        winner=verdict.powers,
        ending=verdict.how,
        time_left=None,
        resume_at=None,
        phase=left,
    )


def close_game(over: Game) -> tuple[Effect, ...]:
    """A game goes over into the past; what was voted in it is forgotten."""
    return (
        SetGameState(game=over.id, state=GameState.FINISHED, winner=over.winner, ending=over.ending),
        ForgetBallots(over.id),
        Log(game=over.id, kind="end", text=f"{over.ending}: {' '.join(over.winner)}"),
    )


def end_by_vote(
    office: Office, game: Game, verdict: Verdict, turns: Sequence[Turn], messages: Sequence[Message]
) -> tuple[Effect, ...]:
    """The game ends at once, in its open phase, because all have agreed.

    Shape: `turns` those played and `messages` those sent in it, oldest first.
    Refuses: ValueError for a game without an open phase.
    """
    phase = game.phase
    if phase is None:
        raise ValueError(f"game {game.name} has no open phase to end in")
    over = ended(game, phase, phase.position, verdict)
    clock = SetDeadline(phase=phase.id, deadline=None)
    return (clock, *close_game(over), *final_reports(office, game, over, turns, messages, played=False))


def final_reports(
    office: Office,
    game: Game,
    over: Game,
    turns: Sequence[Turn],
    messages: Sequence[Message],
    *,
    played: bool,
) -> tuple[Effect, ...]:
    """The last mails of a game to everyone in it: how it ended, and the press of each.

    Shape: `game` as it was in its last phase, `played` whether that was adjudicated.
    Refuses: ValueError for a game without an open phase.
    """
    phase = game.phase
    if phase is None:
        raise ValueError(f"game {game.name} has no open phase to end in")
    last = phase.position.phase
    key = f"{over.id}/{last.tag}/{phase.sequence}"
    topic = Topic(kind="final", key=f"final/{key}", tag=last.tag, appointments=changes(game, over, office.now))
    card, final = card_of(office, over), Final(last=last, played=played, years=center_years(turns))
    reports = post_to_all(
        office, over, topic, lambda seat: texts.final(final, card, reader_of(over, seat), office.now)
    )  # fmt: skip
    return (
        *reports,
        *archives(office, over, replace(topic, kind="archive", key=f"archive/{key}", appointments=()), messages),
    )
