"""What follows when a deadline passes and orders are missing: grace, more time, a wait, or a turn without them.

A phase that is overdue goes through some of these, as its game's options say:

    deadline -> grace (`movement_grace` …) -> by `nmr`: the turn is played (`disorder`)
                                                        the deadline moves, a few times for each player (`extend`)
                                                        the game waits, for some time (`wait`), then the turn
                   -> by `vacant`: the game waits for somebody to play a power that has no player any more

In each of them late orders are taken, and the phase is played as soon as all are in. When it is played without a
player's orders he has missed a turn; after so many in a row his seat is free (`abandoned.py`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.desk.appointments import changes
from judge.desk.calls import way_in
from judge.desk.conduct import came_late
from judge.desk.deadlines import fitting_moment, grace_length
from judge.desk.effects import (
    Effect,
    HoldOpen,
    KeepRecord,
    Log,
    SetDeadline,
)
from judge.desk.office import Office
from judge.desk.posts import Topic, board_of, card_of, post_to_all, reader_of
from judge.desk.snapshot import Game, OpenPhase, Role, Seat
from judge.desk.vacancies import awaited, awaited_until
from judge.desk.waiting import late_powers, left_open, players_due
from judge.reports import texts
from judge.reports.names import power_names
from judge.reports.phrases import counted, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What is done instead of playing an overdue phase: `grace`, `extend`, `wait` or `vacant`, for so long.

    Shape: with `vacant` up to the moment `until`.
    """

    kind: str
    length: timedelta = timedelta(0)
    late: tuple[str, ...]
    until: datetime | None = None


def closes_at(game: Game) -> datetime | None:
    """The moment up to which letters count for the open phase, None while none is set.

    Shape: a phase that is overdue and will be held open takes them even before it is.
    """
    phase = game.phase
    if phase is None:
        return None
    return None if _plan(game, phase) is not None else phase.grace_until or phase.deadline


def hold_open(office: Office, game: Game, phase: OpenPhase) -> tuple[Effect, ...]:
    """What is done with an overdue phase instead of playing it; () when it is to be played."""
    plan = _plan(game, phase)
    if plan is None:
        return ()
    match plan.kind:
        case "grace":
            return _grace(office, game, phase, plan)
        case "extend":
            return _extend(office, game, phase, plan)
        case "vacant" if plan.until is not None:
            return _wait_for_somebody(office, game, phase, plan, plan.until)
        case _:
            return _wait(office, game, phase, plan)


def _plan(game: Game, phase: OpenPhase) -> _Plan | None:
    if phase.deadline is None:
        return None
    late, until = late_powers(game), awaited_until(game)
    if late and not phase.waiting and (plan := _plan_for_late(game, phase, late)) is not None:
        return plan
    if until is not None and until > (phase.grace_until or phase.deadline):
        return _Plan(kind="vacant", late=late, until=until)
    return None


def _plan_for_late(game: Game, phase: OpenPhase, late: tuple[str, ...]) -> _Plan | None:
    settings = game.settings
    grace = grace_length(settings, phase.position.phase.kind)
    if phase.grace_until is None and grace:
        return _Plan(kind="grace", length=grace, late=late)
    if settings.nmr == "extend" and all(seat.extended < settings.extensions for seat in seats_of(game, late)):
        return _Plan(kind="extend", length=settings.extension, late=late)
    if settings.nmr == "wait":
        return _Plan(kind="wait", length=settings.nmr_limit, late=late)
    return None


def _grace(office: Office, game: Game, phase: OpenPhase, plan: _Plan) -> tuple[Effect, ...]:
    """Late orders are taken for some time; everyone is told, since the results do not come."""
    due = phase.deadline or office.now
    until = due + plan.length if due + plan.length > office.now else office.now + plan.length
    held = HoldOpen(phase=phase.id, until=until, late=plan.late)
    after = replace(game, phase=replace(phase, grace_until=until, late=plan.late))
    card, topic = card_of(office, after), _topic(game, phase, "late", "grace")
    return (
        held,
        _log(game, phase, "grace", plan.late),
        *post_to_all(
            office,
            after,
            topic,
            lambda seat: texts.grace(card, reader_of(after, seat), plan.late, office.now),
            each=True,
        ),
    )


def _extend(office: Office, game: Game, phase: OpenPhase, plan: _Plan) -> tuple[Effect, ...]:
    """The deadline moves once more for those who are late, which costs each of them one of his extensions."""
    due = fitting_moment(game.settings, office.now + plan.length)
    moved = phase.due_at(due)
    after = replace(game, phase=moved)
    records = tuple(
        KeepRecord(seat=seat.id, missed=seat.missed, extended=seat.extended + 1) for seat in seats_of(game, plan.late)
    )
    spent = max(record.extended for record in records)
    text = f"The orders of {_names(game, plan.late)} have not all come. The deadline is moved for them"
    left = game.settings.extensions - spent
    text += f", {counted(left, 'more time is', 'more times are')} possible." if left else ", for the last time."
    return (
        SetDeadline(phase=phase.id, deadline=due),
        *records,
        _log(game, phase, "extension", plan.late),
        *_tell_all(office, game, after, f"extension/{spent}", lambda _: text),
    )


def _wait(office: Office, game: Game, phase: OpenPhase, plan: _Plan) -> tuple[Effect, ...]:
    """The game waits for those who are late, or for its master to find somebody else, but not for ever."""
    until = office.now + plan.length
    late = phase.late or plan.late
    after = replace(game, phase=replace(phase, grace_until=until, late=late, waiting=True))
    tag = phase.position.phase.tag
    told = f"The orders of {_names(game, plan.late)} have not all come. The game waits for them."
    hint = f" As the master you may run the phase without them (PROCESS {tag}) or move its deadline (DEADLINE +48h)."
    return (
        HoldOpen(phase=phase.id, until=until, late=late, waiting=True),
        _log(game, phase, "waiting", plan.late),
        *_tell_all(office, game, after, "waiting", lambda seat: told + (hint if seat.role is Role.MASTER else "")),
    )


def _wait_for_somebody(
    office: Office, game: Game, phase: OpenPhase, plan: _Plan, until: datetime
) -> tuple[Effect, ...]:
    """The game waits for people to play powers that have lost theirs; late orders are taken meanwhile."""
    late = phase.late or plan.late
    after = replace(game, phase=replace(phase, grace_until=until, late=late, waiting=True))
    tag, powers = phase.position.phase.tag, awaited(game)
    has, it = ("has", "it") if len(powers) < 2 else ("have", "them")
    told = f"{_names(game, powers)} {has} no player. The game waits for somebody to play {it}."
    told += f" The orders of {_names(game, plan.late)} have not all come and are taken meanwhile." if plan.late else ""
    hints = {
        Role.MASTER: f" As the master you may run the phase as it is (PROCESS {tag}); SET vacant=hold waits no more.",
        **dict.fromkeys(
            (Role.OBSERVER, Role.MONITOR), f" You may play: answer this mail with {way_in(game, powers[0])}"
        ),
    }
    return (
        HoldOpen(phase=phase.id, until=until, late=late, waiting=True),
        _log(game, phase, "vacant", powers),
        *_tell_all(office, game, after, f"vacant/{until:%Y%m%dT%H%M%SZ}", lambda seat: told + hints.get(seat.role, "")),
    )


def keep_records(game: Game, *, overdue: bool) -> tuple[KeepRecord, ...]:
    """How many turns in a row the players have missed, now that the open phase is played.

    Rule: a turn is missed by who gave no order at all until it was played after its deadline. An order to hold is
    one; whoever has nothing to decide misses nothing, nor does who has taken his power over in this phase.
    """
    found = []
    overdue = overdue or (game.phase is not None and game.phase.grace_until is not None)
    for seat in seats_of(game, players_due(game)):
        power = seat.power or ""
        silent = not game.phase or not game.phase.orders_of(power).orders
        missed = seat.missed if silent else 0
        if overdue and silent and left_open(game, power) and not came_late(game, seat):
            missed += 1
        if missed != seat.missed:
            found.append(KeepRecord(seat=seat.id, missed=missed, extended=seat.extended))
    return tuple(found)


def seats_of(game: Game, powers: Sequence[str]) -> tuple[Seat, ...]:
    """The seats that play these powers."""
    return tuple(seat for seat in game.seats if seat.power in powers)


def _tell_all(office: Office, game: Game, after: Game, what: str, text: Callable[[Seat], str]) -> tuple[Effect, ...]:
    """Word to everyone in a game that is `after` now, about its open phase as that is now."""
    if after.phase is None:
        raise ValueError(f"game {game.name} has no open phase to tell of")
    card, topic = card_of(office, after), _topic(after, after.phase, "notice", what)
    topic = replace(topic, appointments=changes(game, after, office.now))
    return post_to_all(
        office, after, topic, lambda seat: texts.notice(card, reader_of(after, seat), text(seat), office.now)
    )


def _names(game: Game, powers: Sequence[str]) -> str:
    return listed(power_names(board_of(game), tuple(powers)))


def _log(game: Game, phase: OpenPhase, kind: str, late: Sequence[str]) -> Log:
    return Log(game=game.id, kind=kind, text=f"{phase.position.phase.tag} {' '.join(late)}")


def _topic(game: Game, phase: OpenPhase, kind: str, what: str) -> Topic:
    tag, due = phase.position.phase.tag, f"{phase.deadline:%Y%m%dT%H%M%SZ}" if phase.deadline else ""
    return Topic(kind=kind, key=f"{what}/{game.id}/{tag}/{phase.sequence}/{due}", tag=tag)
