"""What time does to a game: it starts, reminds, is adjudicated, goes on, ends.

A phase is played once: at its deadline with whatever is there, or some time after everything is in and nobody asks
to wait (`early.py`). A mail that opens a phase, as every result does, is filed under the phase it opens, so that an
answer to it carries that phase's tag.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudication.turns import play_turn, start_position
from judge.desk.abandoned import abandonments
from judge.desk.absences import around_absences
from judge.desk.applicants import turned_away
from judge.desk.appointments import changes, entries
from judge.desk.assigning import deal
from judge.desk.conduct import count_phase
from judge.desk.deadlines import next_deadline, next_reminder, phase_length
from judge.desk.early import aim, early_moment, is_idle
from judge.desk.effects import (
    CloseOpenPhase,
    Effect,
    Log,
    MarkReminded,
    OpenNextPhase,
    SetGameState,
)
from judge.desk.electorate import agreed, run_out
from judge.desk.endings import SOLO, close_game, end_by_vote, ended, final_reports
from judge.desk.holding import own_letters
from judge.desk.house import tell_house_rules
from judge.desk.offers import offers
from judge.desk.office import History, Messages, Office, Waiting
from judge.desk.opening import Opening, read_kept
from judge.desk.outsiders import Admission, carried, fill_vacant, is_plea, let_in, pleas_to_play
from judge.desk.overdue import hold_open, keep_records, seats_of
from judge.desk.pauses import wake, wakes
from judge.desk.posts import (
    Topic,
    card_of,
    phase_tag,
    picture_of,
    places_of,
    post_to_all,
    post_to_seat,
    reader_of,
    variant_of,
)
from judge.desk.snapshot import Game, GameState, OpenPhase, Role
from judge.desk.votes import Verdict
from judge.desk.waiting import late_powers, left_open
from judge.game.mails import POSITION, TURN, Appointment
from judge.game.position import Position
from judge.game.turns import Turn
from judge.reports import texts, webpages
from judge.reports.cards import Message


def due(
    office: Office, game: Game, history: History = tuple, messages: Messages = tuple, held: Waiting = tuple
) -> tuple[Effect, ...]:  # fmt: skip
    """What is to be done with a game at this moment without anybody asking; () when there is nothing.

    Shape: `history` gives the game's earlier turns and `messages` its press, oldest first, asked only at the end;
    `held` the letters that wait for a confirmation, asked only when somebody is reminded.
    Not: letters that arrived before the deadline and have yet to be read; the caller reads them first.
    """
    if game.state is GameState.FORMING:
        places = len(places_of(game))
        full = sum(seat.role is Role.PLAYER for seat in game.seats) == places
        return start_game(office, game) if full and game.settings.autostart else ()
    phase = game.phase
    verdict = agreed(game, office.now)
    if verdict is not None:  # by votes that came when the turn was due and is not any more: its deadline was moved
        return end_by_vote(office, game, verdict, history(), messages())
    if wakes(game, office.now):
        return wake(office, game)
    if game.state is not GameState.RUNNING or phase is None:
        return ()
    if gone := abandonments(office, game):
        return gone
    early = early_moment(game, office.now)
    if early is not None and office.now >= early:
        return process(office, game, history=history, messages=messages)
    if aimed := aim(office, game):
        return aimed
    end = phase.grace_until or phase.deadline
    if end is None or office.now < end:
        return () if phase.grace_until else _reminder(office, game, phase, held)
    if longer := hold_open(office, game, phase):
        return longer
    return (
        *_late_notices(office, game, phase),
        *process(office, game, history=history, messages=messages, overdue=True),
    )


def start_game(office: Office, game: Game) -> tuple[Effect, ...]:
    """A forming game begins: powers are drawn from its stored seed, the first phase opens, everyone is told."""
    variant = variant_of(game)
    waiting, game = turned_away(office, game)
    dealt = deal(game)
    drawn = dict(dealt.powers)
    position = start_position(variant, game.settings.rules)
    seats = tuple(replace(seat, power=drawn[seat.id]) if seat.id in drawn else seat for seat in game.seats)
    running = opened(office, replace(game, state=GameState.RUNNING, seats=seats), position)
    running = around_absences(running, office.now, not_before=None)
    card, tag = card_of(office, running), position.phase.tag
    return (
        *waiting,
        *dealt.effects,
        SetGameState(game=game.id, state=GameState.RUNNING),
        opening(running),
        Log(game=game.id, kind="start", text=tag),
        *post_to_all(
            office, running,
            Topic(
                kind="start", key=f"start/{game.id}", tag=tag, appointments=entries(running),
                picture=picture_of(office, running, POSITION, running.phase),
            ),
            lambda seat: texts.start(card, reader_of(running, seat), office.now),
            each=True,
        ),
        *tell_house_rules(office, running),
    )  # fmt: skip


def dry_run(game: Game, phase: OpenPhase) -> Turn:
    """What the open phase comes to with the orders as they stand."""
    orders = [order for one in phase.order_sets if not is_plea(one) for order in one.orders]
    return play_turn(variant_of(game), phase.position, (*orders, *pleas_to_play(game)), game.settings.rules)


def process(
    office: Office, game: Game, *, history: History = tuple, messages: Messages = tuple, overdue: bool = False
) -> tuple[Effect, ...]:
    """The open phase is adjudicated now: its result, the next phase and its deadline, or the end of the game.

    Shape: `overdue` when no time is left for orders that are missing, so that who gave none has missed a turn.
    Refuses: ValueError for a game without an open phase.
    """
    phase = game.phase
    if phase is None:
        raise ValueError(f"game {game.name} has no open phase to adjudicate")
    filled = fill_vacant(game)
    turn = dry_run(game, phase)
    admitted = let_in(filled.game, turn)
    tag = phase.position.phase.tag
    log = Log(game=game.id, kind="turn", text=tag)
    closed = (
        *count_phase(office, game),
        CloseOpenPhase(phase=phase.id, turn=turn),
        log,
        *keep_records(game, overdue=overdue),
        *filled.effects,
        *admitted.effects,
    )
    kept_ahead = read_kept(opened(office, admitted.game, turn.after))
    after = around_absences(kept_ahead.game, office.now, not_before=phase.deadline)
    kept_ahead = replace(kept_ahead, game=after)
    verdict = Verdict(SOLO, turn.winner) if turn.winner else (run_out(after) or agreed(after, office.now))
    if verdict is not None:
        return (*closed, *_end(office, admitted.game, phase, turn, verdict, (*history(), turn), messages()))
    kept = carried(admitted.game, [seat for seat, _ in filled.passed_over])
    effects: tuple[Effect, ...] = (
        *closed,
        opening(after),
        *kept,
        *kept_ahead.effects,
        *_passed_over(office, after, phase, filled),
    )
    if game.state is GameState.PAUSED:
        effects += (
            SetGameState(
                game=game.id, state=GameState.PAUSED, time_left=after.time_left, resume_at=game.resume_at
            ),
        )  # fmt: skip
    told = changes(game, after, office.now)
    return effects + _results(office, kept_ahead, phase, turn, turn.after.phase.tag, told) + offers(office, game, after)


def _passed_over(office: Office, after: Game, played: OpenPhase, filled: Admission) -> tuple[Effect, ...]:
    """Those whose claim came to nothing are told why."""
    card, topic = card_of(office, after), _phase_topic(after, played, "notice", phase_tag(after))
    return tuple(
        post_to_seat(
            office, after, seat, topic, texts.notice(card, reader_of(after, seat), f"Your claim: {why}", office.now)
        )
        for seat, why in filled.passed_over
    )  # fmt: skip


def opened(office: Office, game: Game, position: Position) -> Game:
    """The game with its next phase open; while it is paused the phase's whole length is kept for later.

    Shape: no deadline is earlier than the one before, which people have arranged their days by.
    """
    sequence = game.phase.sequence + 1 if game.phase else 1
    kind = position.phase.kind
    paused = game.state is GameState.PAUSED
    last = game.phase.deadline if game.phase else None
    deadline = None if paused else next_deadline(game.settings, kind, office.now, not_before=last)
    phase = OpenPhase(id=0, sequence=sequence, position=position, opened_at=office.now, deadline=deadline)
    return replace(game, phase=phase, time_left=phase_length(game.settings, kind) if paused else None)


def opening(game: Game) -> OpenNextPhase:
    """The effect that opens the phase a game has now. Refuses: ValueError when it has none."""
    if game.phase is None:
        raise ValueError(f"game {game.name} has no phase to open")
    return OpenNextPhase(game=game.id, position=game.phase.position, deadline=game.phase.deadline)


def _results(
    office: Office, ahead: Opening, played: OpenPhase, turn: Turn, tag: str, told: tuple[Appointment, ...] = ()
) -> tuple[Effect, ...]:
    """One result mail for each person, with his own units in it and what has come of the orders that he had kept."""
    after = ahead.game
    card = replace(card_of(office, after), at_once=after.state is GameState.RUNNING and is_idle(after))
    picture = picture_of(office, after, TURN, played)
    return post_to_all(
        office, after,
        replace(
            _phase_topic(after, played, "result", tag), appointments=told,
            picture=picture,
        ),
        lambda seat: webpages.result(
            turn, card, reader_of(after, seat), office.now, kept=ahead.told_to(seat.id), pictured=bool(picture)
        ),
        each=True,
    )  # fmt: skip


def _end(
    office: Office,
    game: Game,
    phase: OpenPhase,
    turn: Turn,
    verdict: Verdict,
    turns: Sequence[Turn],
    messages: Sequence[Message],
) -> tuple[Effect, ...]:
    """The game is over with a turn: no further phase, its result, and to everyone the mail that closes the game."""
    over = ended(game, phase, turn.after, verdict)
    return (
        *close_game(over),
        *_results(office, Opening(game=over), phase, turn, phase.position.phase.tag),
        *final_reports(office, game, over, turns, messages, played=True),
    )


def _late_notices(office: Office, game: Game, phase: OpenPhase) -> tuple[Effect, ...]:
    """Those whose orders did not come are told so."""
    late = late_powers(game)
    card = card_of(office, game)
    topic = _phase_topic(game, phase, "late", phase.position.phase.tag)
    return tuple(
        post_to_seat(
            office, game, seat, topic,
            texts.late(card, reader_of(game, seat), late, office.now, missed=phase.position.phase),
        )
        for seat in seats_of(game, late)
    )  # fmt: skip


def _reminder(office: Office, game: Game, phase: OpenPhase, held: Waiting) -> tuple[Effect, ...]:
    """At each of the game's times before the deadline those who have left something open are reminded.

    Shape: whose letter waits for his confirmation is told so, since what is missing may stand in it.

    Not: times that lie before the phase opened. A deadline that is moved so far that a time to remind is still to
    come has a reminder of its own.
    """
    moment = next_reminder(game.settings, phase.deadline, phase.reminded_at or phase.opened_at)
    if moment is None or office.now < moment:
        return ()
    marked = MarkReminded(phase=phase.id)
    card = card_of(office, game)
    topic = _phase_topic(game, phase, "reminder", phase.position.phase.tag)
    topic = replace(topic, key=f"{topic.key}/{moment:%Y%m%dT%H%M%SZ}", appointments=entries(game))
    late = seats_of(game, late_powers(game))
    waiting = held() if late else ()
    posts = (
        post_to_seat(
            office, game, seat, topic,
            texts.reminder(
                card, reader_of(game, seat), left_open(game, seat.power or ""), office.now,
                own_letters(office, game, seat, waiting),
            ),
        )
        for seat in late
    )  # fmt: skip
    return (marked, *posts)


def _phase_topic(game: Game, phase: OpenPhase, kind: str, tag: str) -> Topic:
    key = f"{kind}/{game.id}/{phase.position.phase.tag}/{phase.sequence}"
    return Topic(kind=kind, key=key, tag=tag)
