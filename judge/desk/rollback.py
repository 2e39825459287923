"""ROLLBACK: a game goes back to a phase that it has played, and on from there.

What is undone is kept in the books. The phase opens anew, with its whole length ahead; where it has the orders that
stood in it, it waits for its deadline all the same, or they would be played again before anybody could mend them.
Votes are forgotten, or they would end the game again.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.absences import around_absences
from judge.desk.effects import Effect, ForgetBallots, GiveUpPower, Log, SetGameState, UndoPhases
from judge.desk.guards import check_tag, phase_words
from judge.desk.mastery import own_game
from judge.desk.notices import show_all
from judge.desk.office import Decision, Scene, refuse
from judge.desk.opening import carried_over
from judge.desk.outsiders import is_plea
from judge.desk.posts import variant_of
from judge.desk.snapshot import Game, GameState, OpenPhase, OrderSet, PastPhase, Role, Seat
from judge.desk.turns import opened, opening
from judge.game.commands import Rollback
from judge.game.entrance import Standing
from judge.reports.phrases import listed


def rollback(scene: Scene, command: Rollback) -> Decision:
    """A game of the speaker's is taken back to a phase, with the orders that stood in it or without."""
    game = own_game(scene, "ROLLBACK")
    if isinstance(game, Decision):
        return game
    if game.phase is not None and scene.guard:
        complaint = check_tag(game, game.phase, scene.guard)
        if complaint is not None:
            return Decision(fate="error", complaint=complaint)
    past = scene.archive.phases()
    target = _target(game, past, command)
    if isinstance(target, Decision):
        return target
    gone = tuple(one for one in past if one.sequence >= target.sequence)
    leaving = _not_in_yet(game, target)
    again = _again(scene, game, target, leaving, past[-1].sequence + 1)
    if again.phase is None:
        raise ValueError(f"game {game.name} has no phase after it was taken back")
    sets = _sets(game, target) if command.with_orders else ()
    said = _said(scene, game, gone, again.phase, command)
    words = f"{gone[-1].position.phase.tag} -> {target.position.phase.tag}"
    with_orders = "with" if command.with_orders else "without"
    effects: tuple[Effect, ...] = (
        UndoPhases(game=game.id, since=target.id),
        ForgetBallots(game=game.id),
        *(GiveUpPower(seat.id) for seat in leaving),
        SetGameState(game=game.id, state=again.state, time_left=again.time_left, resume_at=again.resume_at),
        opening(again),
        *carried_over(sets, target.opened_at),
        Log(game=game.id, kind="rollback", text=f"{words} {with_orders} orders by {scene.by}"),
        *show_all(scene, replace(again, phase=replace(again.phase, order_sets=sets)), said, before=game),
    )
    return Decision(
        effects=effects, said=f"{game.name} is taken back to {phase_words(again.phase)}.", touched=game.name
    )


def _target(game: Game, past: Sequence[PastPhase], command: Rollback) -> PastPhase | Decision:
    """The phase that is meant, or why there is no going back to it."""
    if not past:
        return refuse(f"The game {game.name} has not begun; there is no phase to go back to.")
    running = game.state.is_under_way
    back = [one for one in past if one.turn is not None or not running]
    tags = [one.position.phase.tag for one in back]
    if not back:
        return refuse(f"{past[-1].position.phase.tag} is the first phase of {game.name}; nothing has been played yet.")
    example = f"ROLLBACK {tags[-1]}"
    if not command.tag:
        return refuse("ROLLBACK needs the tag of the phase to go back to.", expected=_listed(tags), example=example)
    found = next((one for one in back if one.position.phase.tag == command.tag), None)
    if found is not None:
        return found
    if past[-1].position.phase.tag == command.tag:
        return refuse(
            f"{command.tag} is the open phase of {game.name}; there is nothing to undo.",
            expected=_listed(tags),
            example=example,
        )
    return refuse(f"{game.name} has not played {command.tag}.", expected=_listed(tags), example=example)


def _listed(tags: Sequence[str]) -> str:
    return "one of its phases, " + (f"{tags[0]} to {tags[-1]}" if len(tags) > 4 else ", ".join(tags))


def _not_in_yet(game: Game, target: PastPhase) -> tuple[Seat, ...]:
    """The seats of those who came into the game by a revolution that is undone."""
    entrance = variant_of(game).entrance
    if entrance is None:
        return ()
    waiting = (Standing.INACTIVE,)
    return tuple(
        seat for seat in game.seats
        if seat.power is not None and entrance.standing(target.position, seat.power) in waiting
    )  # fmt: skip


def _again(scene: Scene, game: Game, target: PastPhase, leaving: Sequence[Seat], sequence: int) -> Game:
    """The game with the phase open once more, as the one of this number, its whole length ahead; paused when it was."""
    state = GameState.PAUSED if game.state is GameState.PAUSED else GameState.RUNNING
    left = {seat.id for seat in leaving}
    seats = tuple(
        replace(seat, power=None, role=Role.OBSERVER) if seat.id in left else seat for seat in game.seats
    )  # fmt: skip
    ready = replace(game, state=state, winner=(), ending="", time_left=None, seats=seats, phase=None)
    again = opened(scene.office, ready, target.position)
    again = around_absences(again, scene.office.now, not_before=None)
    return replace(again, phase=replace(again.phase, sequence=sequence)) if again.phase else again


def _sets(game: Game, target: PastPhase) -> tuple[OrderSet, ...]:
    """The orders that stood in the phase; their powers wait for the deadline until they say READY.

    Rule: not those of somebody who has left his power since: what he had ordered has gone with him.
    """
    return tuple(
        replace(one, wait=None if is_plea(one) else True, waited_at=None)
        for one in target.orders
        if one.orders and not _has_changed_hands(game, target, one.power)
    )


def _but_for(game: Game, target: PastPhase) -> str:
    """Whose orders do not stand again, as a part of a sentence."""
    names = tuple(one.name for one in target.position.board.powers if _has_changed_hands(game, target, one.id))
    return f", but for those of {listed(names)}, whose player has left since," if names else ""


def _has_changed_hands(game: Game, target: PastPhase, power: str) -> bool:
    """Whether another plays a power now than when the phase was played, or nobody any more."""
    if target.closed_at is None:
        return False
    left = [one for one in game.former if one.power == power and one.left_at and one.left_at >= target.closed_at]
    if not left:
        return False
    then, now = min(left, key=lambda one: one.left_at or target.opened_at), game.seat_for(power)
    return now is None or now.player.id != then.player.id


def _said(scene: Scene, game: Game, gone: Sequence[PastPhase], phase: OpenPhase, command: Rollback) -> str:
    """What everybody is told."""
    tags = [one.position.phase.tag for one in gone if one.turn is not None]
    undone = ""
    if tags:
        what = f"{tags[0]} is" if len(tags) == 1 else f"{len(tags)} phases, {tags[0]} to {tags[-1]}, are"
        undone = f" What was played since is undone: {what}."
    orders = (
        f"The orders stand as they stood then{_but_for(game, gone[0])} and may be changed; the phase is played at its "
        "deadline, or before it when all have written READY."
        if command.with_orders
        else "No orders are kept; please write them anew."
    )
    over = " The game goes on." if game.state.is_over else ""
    return f"{scene.actor} has taken the game back to {phase.position.phase.title}.{over}{undone} {orders}"
