"""Lengths and moments of time as people write them."""

import re
from calendar import isleap
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from types import MappingProxyType
from zoneinfo import ZoneInfo

_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m)(?![a-z])\s*(?:,|and)?\s*", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d:+-])(\d{1,2})(?:(?::|h(?=\d))(\d{2}))?(?::(\d{2}))?\s*(am|pm)?(?![\d:])", re.IGNORECASE)
_POINTED_CLOCK = re.compile(r"(?<![\d.:])(\d{1,2})\.(00|1[3-9]|[2-5]\d)(?![\d.:])")  # 18.00, which can be no date
_HOUR = re.compile(r"(?<![\d.:])(\d{1,2})\s*(?:uhr|o'?clock)\b", re.IGNORECASE)
_OFFSET = re.compile(r"(?<=[\d ])\s*(?:utc|gmt)?([+-])(\d{2}):?(\d{2})$", re.IGNORECASE)
# Names of offsets that are no names of zones, in hours; those that several countries use for their own are left out.
_SUMMER = MappingProxyType({"cest": 2, "eest": 3, "west": 1, "edt": -4, "cdt": -5, "mdt": -6, "pdt": -7, "pst": -8})
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_ISO_OFFSET = re.compile(r"\d{4}-\d{2}-\d{2}[T ][\d:.]+(Z|[+-]\d{2}:?\d{2})", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = "|".join(_MONTHS)
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+({_MONTH})[a-z]*\.?,?(?:\s+(\d{{4}}))?", re.IGNORECASE)
_MONTH_DAY = re.compile(
    rf"({_MONTH})[a-z]*\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?(?![\d:]),?(?:\s+(\d{{4}}))?", re.IGNORECASE
)
_POINTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?(?![\d.])")  # 8.1.2027, as Europe writes it
_LATER = re.compile(r"(?:\+|in )\s*(.+?)(?: from now)?|(.+) from now", re.IGNORECASE)
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]*\b", re.IGNORECASE)
_UNTIL = re.compile(
    r"(?:^|\s+)(?:to|until|till?|through|and)\s+|\s+[-\u2013\u2014]+\s+|(?<=\.)\s*[-\u2013\u2014]\s*(?=\d)",
    re.IGNORECASE,
)
_DAYS_OF_MONTH = re.compile(
    rf"(?<![\d.])(\d{{1,2}})\.?\s*(?:-|\u2013|\bto\b|\buntil\b)\s*(\d{{1,2}})\.?\s+((?:{_MONTH})[a-z]*)", re.IGNORECASE
)
# Other ways to write two days: `Jan 10-12`, `10.-12.1.`, `fri-sun`, each as the first and the last by themselves.
_TWO_DAYS = (
    (_DAYS_OF_MONTH, r"\1 \3 to \2 \3"),
    (
        re.compile(
            rf"\b((?:{_MONTH})[a-z]*)\.?\s+(\d{{1,2}})\s*(?:-|\u2013|\bto\b)\s*(\d{{1,2}})(?![\d:./-])", re.IGNORECASE
        ),
        r"\2 \1 to \3 \1",
    ),
    (re.compile(r"(?<![\d.])(\d{1,2})\.\s?[-\u2013]\s?(\d{1,2})\.(\d{1,2})\."), r"\1.\3. to \2.\3."),
    (
        re.compile(rf"\b({'|'.join(_WEEKDAYS)})([a-z]*)\s?[-\u2013]\s?({'|'.join(_WEEKDAYS)})", re.IGNORECASE),
        r"\1\2 to \3",
    ),
)
_FOR_SO_LONG = re.compile(r"(?P<first>\S.*?)\s+for\s+(?P<length>\S.*)", re.IGNORECASE)
_WEEK = re.compile(r"(?:all )?(?P<which>this|next) (?P<what>week|weekend)", re.IGNORECASE)
# What lies between is a day in every zone; what is read lies there, so that it can be told to anybody.
_DAWN, _DUSK = datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\d/])")
_JUST_PAST = timedelta(days=60)  # so long ago is a day without a year rather meant than in a year from then
_Day = tuple[date, str, Callable[[date], date] | None]
_ReadDay = Callable[[str, datetime], _Day]
_FILLERS = re.compile(r"\b(at|on|next|the|o'clock)\b|,", re.IGNORECASE)


def read_length(text: str) -> timedelta | None:
    """The length of time meant by `3 days`, `24h`, `1d12h`, `90 minutes`; None when it is none or nothing."""
    text = text.strip()
    minutes, at = 0.0, 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return None
        minutes += float(part[1]) * _UNITS[part[2][0].lower()]
        at = part.end()
    try:
        return timedelta(minutes=minutes) if minutes else None
    except OverflowError:
        return None


def ambiguous_day(text: str) -> str:
    """The date with slashes in a text that may be one of two days, as written: `3/4`, not `13/4`; "" for none."""
    dates = (found for found in _SLASHED.finditer(text) if max(int(found[1]), int(found[2])) <= 12)
    return next((found[0] for found in dates if found[1].lstrip("0") != found[2].lstrip("0")), "")


def _without_slashes(text: str) -> str:
    """The text with its dates with slashes written out where they are only one day: `13/1/27` as `13 jan 2027`."""

    def written(found: re.Match[str]) -> str:
        day, month = sorted((int(found[1]), int(found[2])), reverse=True)
        if ambiguous_day(found[0]) or not 1 <= month <= 12 or day > 31:
            return found[0]
        year = found[3] or ""
        return f"{day} {_MONTHS[month - 1]} {f'20{year}' if len(year) == 2 else year}".rstrip()

    return _SLASHED.sub(written, text)


def read_moment(text: str, zone: str, now: datetime) -> datetime | None:
    """The moment meant, in UTC: a date and a clock time, a weekday, `tomorrow 20:00`, `+24h`, `in 2 days`, ISO.

    A zone or an offset written at the end goes before `zone`. A weekday or a clock time alone means the next one after
    `now`, `next Monday` on a Monday the one in a week; a date without a year the next such date, or the one that has
    just been. A date without a clock time is no moment. A clock time that comes twice in the night of the change is
    the second of the two, and one that is left out is as much later as the clocks jump, so that nobody has less time
    than the clock on the wall says.
    Refuses: None for what cannot be read.
    """
    text = _without_slashes(" ".join(text.split()))
    later = _LATER.fullmatch(text)
    if later is not None:
        length = read_length(later[1] or later[2])
        return None if length is None else _safely_later(now, length)
    try:
        if _ISO_OFFSET.fullmatch(text):
            return _tellable(datetime.fromisoformat(text.upper()).astimezone(UTC))
        text, named = _split_zone(re.sub(r"(?<=\d)T(?=\d)", " ", text, flags=re.IGNORECASE))
        local: tzinfo = named or ZoneInfo(zone)
        return _tellable(_local_moment(text, local, now.astimezone(local)))
    except (ValueError, OverflowError):
        return None


def read_span(text: str, zone: str, now: datetime) -> tuple[datetime, datetime] | None:
    """A time from its first moment to the first one after it, in UTC: `24 Dec to 3 Jan`, `until Monday`, `5 days`.

    A day without a clock time counts as a whole, the last one too; without a first day the time begins at `now`. Days
    are those of the zone; one without a year, or a weekday, is the next there is, the last after the first; but a time
    that has just begun is meant rather than the same in a year.
    Refuses: None for what cannot be read, or ends before it begins.
    """
    try:
        words, local = _without_slashes(" ".join(text.split())), ZoneInfo(zone)
        span = _read_span(words, local, now.astimezone(local), _day_to_come)
        if span is None or span[1] <= now:
            span = _read_span(words, local, now.astimezone(local), _read_day)
        return span if span is not None and _tellable(span[0]) and _tellable(span[1]) else None
    except (ValueError, OverflowError):
        return None


def read_past(since: str, until: str, zone: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The time from the first day to the end of the last, both as written, in UTC; "" for no bound on that side.

    A day without a year, or a weekday, is the last there was; the last day is the next after the first where that was
    less than a month ago or is to come within one; else days that are written in the wrong order are turned round.
    Refuses: None for what cannot be read.
    """
    try:
        local = now.astimezone(ZoneInfo(zone))
        first = _past_day(since, local) if since else (_DAWN, local)
        last = _past_day(until, local) if until else (local, _DUSK)
    except (ValueError, OverflowError):
        return None
    if first is None or last is None:
        return None
    if since and until and last[0] < first[0]:
        year = timedelta(days=365)
        near = last[0] + year - local < timedelta(days=31)
        first, last = (first, (last[0] + year, last[1] + year)) if near else (last, first)
    return first[0].astimezone(UTC), last[1].astimezone(UTC)


def _tellable(moment: datetime | None) -> datetime | None:
    """The moment, None where it lies so far away that it is none in some zones."""
    return moment if moment is not None and _DAWN <= moment <= _DUSK else None


def _past_day(text: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The day meant from midnight to midnight, the last there was."""
    zone = now.tzinfo
    text = re.sub(r"^last\s+", "", _without_slashes(text.strip()), flags=re.IGNORECASE)
    ago = {"today": 0, "now": 0, "yesterday": 1}.get(text.lower())
    if ago is not None:
        day = now.date() - timedelta(days=ago)
    else:
        # Seen from so long ago, the next such day is the last one that was.
        back = timedelta(days=6) if _WEEKDAY.fullmatch(text) else timedelta(days=364)
        day, rest, repeat = _read_day(text, now - back)
        if rest == text or _FILLERS.sub(" ", rest).strip(" ."):
            return None
        day = repeat(day) if repeat and day < (now - back).date() else day
    if not _DAWN.date() < day < _DUSK.date() - timedelta(days=366):
        return None
    return datetime.combine(day, time(), tzinfo=zone), datetime.combine(day + timedelta(days=1), time(), tzinfo=zone)


def _read_span(text: str, zone: ZoneInfo, now: datetime, read: _ReadDay) -> tuple[datetime, datetime] | None:
    for pattern, plainly in _TWO_DAYS:
        text = pattern.sub(plainly, text)
    begins = bool(re.match(r"since\b", text, re.IGNORECASE))
    text = re.sub(r"^(?:from|since|between|on|for)\s+", "", text, flags=re.IGNORECASE)
    length = _read_one(text)
    if length is not None:
        return now.astimezone(UTC), now.astimezone(UTC) + length
    if (so_long := _FOR_SO_LONG.fullmatch(text)) and (length := _read_one(so_long["length"])) is not None:
        first = _whole_day(so_long["first"], zone, now, read)
        return None if first is None else (first[0].astimezone(UTC), (first[0] + length).astimezone(UTC))
    if week := _WEEK.fullmatch(text):
        return _of_week(week, zone, now)
    parts = [part.strip() for part in _UNTIL.split(text, maxsplit=1)]
    if len(parts) == 1 and begins:
        return None
    if len(parts) == 1:
        first = last = _whole_day(parts[0], zone, now, read)
    else:
        first = _whole_day(parts[0], zone, now, read) if parts[0] and parts[0].lower() != "now" else (now, now)
        last = None if first is None else _whole_day(parts[1], zone, first[0], _read_day, later=True)
    if first is None or last is None or last[1] <= first[0]:
        return None
    return first[0].astimezone(UTC), last[1].astimezone(UTC)


def _read_one(text: str) -> timedelta | None:
    """As `read_length`; `a week` and `one day` are one of them."""
    return read_length(re.sub(r"^(?:an?|one)\s+", "1 ", text, flags=re.IGNORECASE))


def _of_week(words: re.Match[str], zone: ZoneInfo, now: datetime) -> tuple[datetime, datetime]:
    """From Monday to Sunday, or Saturday to Sunday; of a week that has begun what is left of it."""
    monday = now.date() + timedelta(days=7 * (words["which"].lower() == "next") - now.weekday())
    first = monday + timedelta(days=5 * (words["what"].lower() == "weekend"))
    begin = datetime.combine(first, time(), tzinfo=zone)
    end = datetime.combine(monday + timedelta(days=7), time(), tzinfo=zone)
    return max(begin, now).astimezone(UTC), end.astimezone(UTC)


def _whole_day(
    text: str, zone: ZoneInfo, now: datetime, read: _ReadDay, *, later: bool = False
) -> tuple[datetime, datetime] | None:  # fmt: skip
    """The day meant from midnight to midnight, or the moment twice when a clock time was written.

    Shape: a weekday is the day of `now` itself when it is one, and with `later` the one a week after.
    """
    moment = read_moment(text, zone.key, now)
    if moment is not None:
        return moment, moment
    day, rest, repeat = read(text, now)
    if rest == text or _FILLERS.sub(" ", rest).strip(" ."):
        return None
    if repeat and (day < now.date() or (later and repeat is _next_week and day == now.date())):
        day = repeat(day)
    return datetime.combine(day, time(), tzinfo=zone), datetime.combine(day + timedelta(days=1), time(), tzinfo=zone)


def _safely_later(now: datetime, length: timedelta) -> datetime | None:
    try:
        return _tellable(now.astimezone(UTC) + length)
    except OverflowError:
        return None


def _split_zone(text: str) -> tuple[str, tzinfo | None]:
    """The text without the zone named at its end, and that zone."""
    if offset := _OFFSET.search(text):
        length = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return text[: offset.start()], timezone(length if offset[1] == "+" else -length)
    text = re.sub(r"\(([A-Za-z_+/-]+)\)$", r"\1", text)
    head, _, last = text.rpartition(" ")
    if not head or not re.fullmatch(r"[A-Za-z][A-Za-z_+/-]*\d*", last):
        if re.search(r"\d[zZ]$", text):
            return text[:-1], ZoneInfo("UTC")
        return text, None
    if last.lower() in ("utc", "gmt", "z"):
        return head, ZoneInfo("UTC")
    if last.lower() in _SUMMER:
        return head, timezone(timedelta(hours=_SUMMER[last.lower()]))
    if (
        last.lower() in ("uhr", "am", "pm", "noon", "midnight")
        or _WEEKDAY.fullmatch(last)
        or last.lower()[:3] in _MONTHS
    ):
        return text, None
    try:
        return head, ZoneInfo(last)
    except (OSError, ValueError, KeyError):
        raise ValueError(last) from None


def _local_moment(text: str, zone: tzinfo, now: datetime) -> datetime | None:
    text = _HOUR.sub(r"\1:00", _POINTED_CLOCK.sub(r"\1:\2", text))
    day, rest, repeat = _day_to_come(text, now)
    if repeat is _next_week and day == now.date() and re.search(r"\bnext\b", text, re.IGNORECASE):
        day = _next_week(day)
    clock, rest = _read_clock(rest)
    if clock is None or _FILLERS.sub(" ", rest).strip(" ."):
        return None
    moment = _instant(day, clock, zone)
    return _instant(repeat(day), clock, zone) if repeat and moment <= now else moment


def _instant(day: date, clock: time, zone: tzinfo) -> datetime:
    """The later of what a clock time may be on a day, in UTC."""
    return max(datetime.combine(day, clock.replace(fold=fold), tzinfo=zone).astimezone(UTC) for fold in (0, 1))


def _read_clock(text: str) -> tuple[time | None, str]:
    text = re.sub(r"\bnoon\b", "12:00", re.sub(r"\bmidnight\b", "0:00", text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    found = _CLOCK.search(text)
    if found is None or (found[2] is None and found[4] is None):
        return None, text
    hour, half = int(found[1]), (found[4] or "").lower()
    if half and not 1 <= hour <= 12:
        return None, text
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    clock = time(hour, int(found[2] or 0), int(found[3] or 0))
    return clock, text[: found.start()] + " " + text[found.end() :]


def _next_day(day: date) -> date:
    return day + timedelta(days=1)


def _next_week(day: date) -> date:
    return day + timedelta(days=7)


def _next_year(day: date) -> date:
    return _in_year(day.year + 1, day.month, day.day)


def _in_year(year: int, month: int, day: int) -> date:
    """The day of a year, 29 February in the first year from then on that has one."""
    while (month, day) == (2, 29) and not isleap(year):
        year += 1
    return date(year, month, day)


def _day_to_come(text: str, now: datetime) -> _Day:
    """As `_read_day`, but a day without a year that has just been stays that day."""
    day, rest, repeat = _read_day(text, now)
    if repeat is _next_year:
        last = day if day <= now.date() else _in_year(day.year - 1, day.month, day.day)
        if now.date() - _JUST_PAST <= last <= now.date():
            return last, rest, None
    return day, rest, repeat


def _read_day(text: str, now: datetime) -> _Day:
    """The day meant, the text without it, and how to go on when the moment has passed (None: it stays)."""
    today = now.date()
    weekday = _WEEKDAY.search(text)
    for pattern, order in ((_ISO, "ymd"), (_POINTED, "dmy"), (_DAY_MONTH, "dmy"), (_MONTH_DAY, "mdy")):
        found = pattern.search(text)
        if found is None:
            continue
        parts = dict(zip(order, found.groups(), strict=True))
        month = int(parts["m"]) if parts["m"].isdigit() else _MONTHS.index(parts["m"][:3].lower()) + 1
        read = date if parts["y"] else _in_year
        day = read(int(parts["y"] or today.year), month, int(parts["d"]))
        rest = _WEEKDAY.sub(" ", text[: found.start()] + " " + text[found.end() :])
        return day, rest, None if parts["y"] else _next_year
    for word, days in (("tomorrow", 1), ("today", 0), ("tonight", 0), ("yesterday", -1)):
        if re.search(rf"\b{word}\b", text, re.IGNORECASE):
            return today + timedelta(days=days), re.sub(rf"\b{word}\b", " ", text, flags=re.IGNORECASE), None
    if weekday:
        ahead = (_WEEKDAYS.index(weekday[1].lower()) - today.weekday()) % 7
        return today + timedelta(days=ahead), text[: weekday.start()] + " " + text[weekday.end() :], _next_week
    return today, text, _next_day
