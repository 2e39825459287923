"""Deadlines as calendar entries: the iCalendar parts of a mail."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from icalendar import Alarm, Calendar, Event, vCalAddress

from judge.game.mails import Appointment

AHEAD: Final = timedelta(hours=3)
"""How long before a deadline a calendar gives its alarm."""

_PRODUCT: Final = "-//judge//deadlines//EN"


def method_of(appointment: Appointment) -> str:
    """What a calendar is to do with it: PUBLISH or CANCEL, neither of which asks for an answer (RFC 5546 3.2)."""
    return "CANCEL" if appointment.cancelled else "PUBLISH"


@lru_cache(maxsize=16)  # all players of a game get the same
def calendar_part(appointment: Appointment, *, address: str, host: str, now: datetime) -> str:
    """The entry as a calendar of its own, with CRLF line ends (RFC 5545).

    Shape: an entry without a length, which takes no time of its reader's, and one alarm; its organizer `address`, its
    UID ends with `host`.
    """
    event = Event()
    event.add("uid", f"{appointment.name}@{host}")
    event.add("sequence", appointment.sequence)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", appointment.at.astimezone(UTC))
    event.add("organizer", vCalAddress(f"mailto:{address}"))
    event.add("summary", appointment.title)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if appointment.cancelled else "CONFIRMED")
    if not appointment.cancelled:
        event.add("description", appointment.text)
        event.add_component(_alarm(appointment))
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", method_of(appointment))
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode("utf-8")


def _alarm(appointment: Appointment) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", appointment.title)
    alarm.add("trigger", -AHEAD)
    return alarm
