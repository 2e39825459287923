"""Deadlines: when a phase that opens now is to end, by the game's own clock."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.desk.snapshot import GameSettings
from judge.game.phases import PhaseKind

SLACK = timedelta(hours=1)


def phase_length(settings: GameSettings, kind: PhaseKind) -> timedelta:
    """How long a phase of this kind lasts; phases of a variant's own run on the adjustment clock."""
    match kind:
        case PhaseKind.MOVEMENT:
            return settings.movement
        case PhaseKind.RETREAT:
            return settings.retreat
        case _:
            return settings.adjustment


def next_deadline(settings: GameSettings, kind: PhaseKind, now: datetime) -> datetime:
    """The deadline of a phase that opens now, in UTC.

    The phase's length later; with `at` the first such clock time from then on, an hour's slack (never over an
    eighth of the length) included, so that the minutes an adjudication takes do not cost a day; then moved on
    by whole days to a weekday that the game plays on. Clock times are those of the game's zone, also across a
    change of the clocks: see `moment`.
    """
    zone = ZoneInfo(settings.zone)
    length = phase_length(settings, kind)
    earliest = now + length
    if settings.at is None:
        local = earliest.astimezone(zone)
        if local.weekday() in settings.days:
            return earliest.astimezone(UTC)
        return moment(_playing_day(local.date(), settings), local.time(), zone)
    earliest -= min(SLACK, length / 8)
    day = _playing_day(earliest.astimezone(zone).date(), settings)
    while (found := moment(day, settings.at, zone)) < earliest:
        day = _playing_day(day + timedelta(days=1), settings)
    return found


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


def _playing_day(day: date, settings: GameSettings) -> date:
    """The first day from this one on that is one of the game's weekdays."""
    days = settings.days or tuple(range(7))
    while day.weekday() not in days:
        day += timedelta(days=1)
    return day
