"""Deadlines: when a phase that opens now is to end, by the game's own clock."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.desk.snapshot import GameSettings
from judge.game.phases import PhaseKind

SLACK = timedelta(hours=1)

Away = tuple[datetime, datetime]
"""A time in which no deadline is to fall, from its first moment to the first one after it."""


def phase_length(settings: GameSettings, kind: PhaseKind) -> timedelta:
    """How long a phase of this kind lasts; phases of a variant's own run on the adjustment clock."""
    match kind:
        case PhaseKind.MOVEMENT:
            return settings.movement
        case PhaseKind.RETREAT:
            return settings.retreat
        case _:
            return settings.adjustment


def least_length(settings: GameSettings, kind: PhaseKind) -> timedelta:
    """How long a phase of this kind stays open at least, even when all orders are in."""
    match kind:
        case PhaseKind.MOVEMENT:
            return settings.movement_min
        case PhaseKind.RETREAT:
            return settings.retreat_min
        case _:
            return settings.adjustment_min


def grace_length(settings: GameSettings, kind: PhaseKind) -> timedelta:
    """How long after the deadline of a phase of this kind late orders are taken."""
    match kind:
        case PhaseKind.MOVEMENT:
            return settings.movement_grace
        case PhaseKind.RETREAT:
            return settings.retreat_grace
        case _:
            return settings.adjustment_grace


def next_deadline(
    settings: GameSettings,
    kind: PhaseKind,
    now: datetime,
    *,
    not_before: datetime | None = None,
    away: Sequence[Away] = (),
) -> datetime:
    """The deadline of a phase that opens now, in UTC.

    The phase's length later; with `at` the first such clock time from then on, an hour's slack (never over an
    eighth of the length) included, so that the minutes an adjudication takes do not cost a day; then moved on
    by whole days to a day that the game plays on. Clock times are those of the game's zone, also across a
    change of the clocks: see `moment`.
    Shape: never before `not_before`, such as the deadline that people had for the phase before, and in none of the
    times of `away`: one that would fall there is the first fitting moment after.
    """
    length = max(phase_length(settings, kind), least_length(settings, kind))
    earliest = now + length if settings.at is None else _by_clock(settings, settings.at, now, length)
    found = fitting_moment(settings, max(earliest, not_before or earliest))
    while (back := _back(away, found)) is not None:
        found = fitting_moment(settings, back)
    return found


def _by_clock(settings: GameSettings, at: time, now: datetime, length: timedelta) -> datetime:
    """A phase's length later with its slack taken off, whole days counted on the clock of the game's zone.

    Shape: days of the change have other than 24 hours; and where it has left out the game's clock time, what was
    done by it began as much later, which costs no day either. At least half the length is left.
    """
    zone = ZoneInfo(settings.zone)
    local = now.astimezone(zone)
    later = moment(local.date() + timedelta(days=length.days), local.time(), zone) + length % timedelta(days=1)
    left_out = moment(local.date(), at, zone).astimezone(zone).replace(tzinfo=None) - datetime.combine(local.date(), at)
    return max(later - min(SLACK, length / 8) - left_out, now + length / 2)


def fitting_moment(settings: GameSettings, earliest: datetime) -> datetime:
    """The first moment from this one on that a deadline of the game may have: a day it plays on, at its clock time.

    Shape: without `at` a moment that has to wait for another day keeps its time on the clock.
    """
    zone = ZoneInfo(settings.zone)
    local = earliest.astimezone(zone)
    day = playing_day(local.date(), settings)
    if settings.at is None:
        return earliest.astimezone(UTC) if day == local.date() else moment(day, local.time(), zone)
    while (found := moment(day, settings.at, zone)) < earliest:
        day = playing_day(day + timedelta(days=1), settings)
    return found


def next_reminder(settings: GameSettings, deadline: datetime | None, since: datetime) -> datetime | None:
    """The next moment after `since` to remind of a deadline, which may have passed already; None when there is none.

    Shape: `since` is when the phase opened, or when somebody was last reminded in it.
    """
    if deadline is None:
        return None
    return min((found for ahead in settings.remind if (found := deadline - ahead) > since), default=None)


def moment(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """The instant of a local clock time in UTC.

    A clock time that the night of the change leaves out is as much later as the clocks jump; one that comes
    twice is the second of the two. Either way nobody has less time than the clock on the wall gave him.
    """
    return datetime.combine(day, clock.replace(tzinfo=None, fold=_fold(day, clock, zone)), zone).astimezone(UTC)


def _fold(day: date, clock: time, zone: ZoneInfo) -> int:
    first, second = (
        datetime.combine(day, clock.replace(tzinfo=None, fold=fold), zone).astimezone(UTC) for fold in (0, 1)
    )
    # In a gap the reading with fold 1 is the earlier one.
    return 1 if second > first else 0


def playing_day(day: date, settings: GameSettings) -> date:
    """The first day from this one on that is one of the game's weekdays and none of its holidays."""
    days = settings.days or tuple(range(7))
    while day.weekday() not in days or any(first <= day <= last for first, last in settings.holidays):
        day += timedelta(days=1)
    return day


def _back(away: Sequence[Away], found: datetime) -> datetime | None:
    """The end of a time that no deadline may fall into and this one does, the latest of such; None for none."""
    return max((last for first, last in away if first <= found < last), default=None)
