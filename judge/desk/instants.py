"""The moment that a master means by a deadline, or for the end of a pause, as he writes it."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.desk.deadlines import playing_day
from judge.desk.snapshot import Game
from judge.desk.zones import find_zone
from judge.language.when import ambiguous_day, read_length, read_moment

FARTHEST = timedelta(days=366)
_LEAD = re.compile(r"^(?:(?:is|to|by|until|till|on|for|now|moved|set)\s+|[=:]\s*)+", re.IGNORECASE)
_MORE = re.compile(
    r"(?:(?:another|extra|extend(?:ed)?(?: by)?|extension of|plus)\s+(?P<a>.+?)(?:\s+(?:more|longer|later))?"
    r"|(?P<b>.+?)\s+(?:more|longer|later|extra))",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:an?|one)\s+(?=(?:week|day|hour|minute)s?\b)", re.IGNORECASE)
_CITY = re.compile(r"[ (]([A-Za-z][A-Za-z_]+(?:/[A-Za-z_/]+)?)(?:\s+time)?\)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NoMoment:
    """Why no moment is meant that can be, and what would be one."""

    problem: str
    expected: str


def read_deadline(words: str, game: Game, zone: str, now: datetime) -> datetime | NoMoment:
    """The moment to which a deadline is to be moved, in UTC: within a year from now.

    Rule: `+24h` is from now, `another 24h` from the deadline that the phase has; a length alone may be either. A day
    without a clock time has that of the game's option `at`. A date with slashes may be one of two days.
    """
    text = _ONE.sub("1 ", without_lead(words).strip(" .!"))
    more = _MORE.fullmatch(text)
    length = _more(more) if more else None
    deadline = game.phase.deadline if game.phase else None
    if length is not None and deadline is not None:
        return _within_a_year(_later(deadline, length), zone, now)
    if read_length(text) is not None:
        return NoMoment(
            f"{text} may be meant from now or from the present deadline.", f"+{text} (from now), or another {text}"
        )
    if day := ambiguous_day(text):
        return NoMoment(f"{day} may be one of two days.", "the month by its name, or the date as 2027-01-31")
    found = _moment(text, game, zone, now)
    if found is not None:
        return _within_a_year(found, zone, now)
    return NoMoment(
        f"{text or 'Nothing'} is no moment that can be read.",
        f"a date and a clock time ({zone}), +24h (from now), or another 24h (from the present deadline)",
    )


def without_lead(words: str) -> str:
    """The words for a moment without those that only lead to it: `until`, `on`, `to`."""
    return _LEAD.sub("", " ".join(words.split()))


def read_resumption(words: str, game: Game, zone: str, now: datetime) -> datetime | NoMoment:
    """The moment at which a clock that is stopped is to go on, in UTC: within a year from now.

    Rule: as a deadline is read, but a length alone is from now, `another` one from what was set before, and of a day
    without a clock time the first minute is meant where the game has no option `at`.
    """
    text = _ONE.sub("1 ", without_lead(words).strip(" .!"))
    more = _MORE.fullmatch(text)
    length = _more(more) if more else read_length(text)
    if length is not None:
        return _within_a_year(_later(game.resume_at or now if more else now, length), zone, now)
    if day := ambiguous_day(text):
        return NoMoment(f"{day} may be one of two days.", "the month by its name, or the date as 2027-01-31")
    found = _moment(text, game, zone, now) or read_moment(f"{text} 00:00", zone, now)
    if found is not None:
        return _within_a_year(found, zone, now)
    return NoMoment(f"{text or 'Nothing'} is no moment that can be read.", f"a date ({zone}), or a length such as 14d")


def _moment(text: str, game: Game, zone: str, now: datetime) -> datetime | None:
    """The moment of a date, with the zone by its city too, and at the game's clock time where none is written."""
    city = _CITY.search(text)
    named = find_zone(city[1]) if city else None
    texts = [text]
    if city is not None and named is not None:
        texts.append(f"{text[: city.start()]} {named}")
    found = next((moment for one in texts if (moment := read_moment(one, zone, now)) is not None), None)
    if found is None and text and game.settings.at is not None:
        return read_moment(f"{text} {game.settings.at:%H:%M}", game.settings.zone, now)
    return found


def _more(found: re.Match[str]) -> timedelta | None:
    """How much longer: `another 24h`, `another week`."""
    words = found["a"] or found["b"]
    return read_length(words) or read_length(f"1 {words}")


def _later(moment: datetime, length: timedelta) -> datetime | None:
    try:
        return moment + length
    except OverflowError:
        return None


def _within_a_year(moment: datetime | None, zone: str, now: datetime) -> datetime | NoMoment:
    """The moment, where it is to come and no more than a year away."""
    if moment is not None and now < moment <= now + FARTHEST:
        return moment
    if moment is None or moment > now:
        return NoMoment("That is more than a year away.", "a moment within a year")
    return NoMoment(
        f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone}) is past.",
        "a moment to come; with the year where it is not this one's",
    )


def off_the_calendar(game: Game, moment: datetime) -> str:
    """A remark on a deadline that falls on a day on which the game has none by its own clock; "" else."""
    day = moment.astimezone(ZoneInfo(game.settings.zone)).date()
    if playing_day(day, game.settings) == day:
        return ""
    return f" That is a {day:%A} on which {game.name} has no deadlines by its own clock."
