"""The judge looked over: its settings, its work, its clock and its disk. What to do follows from figures alone."""

from datetime import datetime, timedelta
from pathlib import Path

from judge.reports.phrases import counted
from judge.service.findings import Finding, fail, ok, warn
from judge.service.vigil import JUMP
from judge.settings import MaildirFolder, Settings
from judge.store.figures import Figures

SLOW = timedelta(minutes=2)  # a letter that waits longer is stuck
UNSENT = timedelta(minutes=15)  # so long a smart host may be away without a word
LOST = timedelta(hours=6)
DRIFT = timedelta(seconds=5)
LITTLE, TOO_LITTLE = 1_000_000_000, 200_000_000  # bytes of free disk
_NAMED = 5


def look_at_settings(settings: Settings, file: Path | None) -> list[Finding]:
    """What the settings lack for a judge that people write to."""
    found = [ok("settings", f"read from {file}" if file else "no judge.toml; defaults and environment variables")]
    if settings.host == "localhost":
        do = "set address to one of a mail domain of yours, such as judge@example.org"
        found.append(warn("address", f"nobody outside can write to {settings.address}", do))
    if not settings.keeper:
        found.append(warn("keeper", "nobody is told of trouble", "set keeper to your own address"))
    if isinstance(settings.delivery, MaildirFolder):
        do = "set delivery to your mail server, such as smtp://127.0.0.1:25"
        found.append(warn("delivery", f"mails go into the folder {settings.delivery.path} and to nobody", do))
    return found


def look_at_clock(figures: Figures, machine: datetime, database: datetime | None) -> list[Finding]:
    """Whether the machine's clock agrees with the database's and with what the judge has seen."""
    found = []
    if database is not None and abs(database - machine) > DRIFT:
        off = (database - machine).total_seconds()
        do = "have both machines keep their clocks by NTP (timedatectl set-ntp true)"
        found.append(warn("clock", f"the database's is {off:+.0f} seconds beside this machine's", do))
    if figures.last_beat is not None and figures.last_beat - machine > JUMP:
        do = "set the clock right; if it is right now, `judge clock --believe`"
        found.append(fail("clock", f"it is behind {_say(figures.last_beat)}, when the judge was at work", do))
    return found or [ok("clock", _say(machine))]


def look_at_disk(free: int, folder: Path) -> Finding:
    """Whether the disk has room. Units: `free` bytes."""
    says = f"{free / 1e9:.1f} GB free at {folder}"
    if free < LITTLE:
        return (fail if free < TOO_LITTLE else warn)("disk", says, "make room: without it letters are put off (451)")
    return ok("disk", says)


def look_at_work(figures: Figures, picture_wait: timedelta) -> list[Finding]:
    """Whether letters are answered, turns played, pictures drawn and mails sent."""
    return [
        *_letters(figures),
        _turns(figures),
        *_mails(figures),
        _pictures(figures, picture_wait),
        _addresses(figures),
    ]


def _letters(figures: Figures) -> list[Finding]:
    found = []
    aside = figures.count(figures.letters, "shunted")
    if aside:
        do = "`judge unshunt` lists them with the reason; `judge unshunt --all` has them read again"
        found.append(fail("letters", f"{counted(aside, 'letter')} set aside after three failures", do))
    if figures.waits_since is not None and figures.at - figures.waits_since > SLOW:
        says = f"{counted(figures.waiting, 'letter')} not answered, the oldest of {_say(figures.waits_since)}"
        found.append(fail("letters", says, "is `judge serve` at work? Its log tells what hinders it"))
    return found or [
        ok("letters", f"{figures.waiting} waiting, {figures.count(figures.letters, 'held')} held for proof")
    ]


def _turns(figures: Figures) -> Finding:
    if figures.overdue:
        do = "is `judge serve` at work? Else `judge log GAME` and its own log tell what hinders the turn"
        return fail("turns", f"the deadline has passed in {_names(figures.overdue)}", do)
    return ok("turns", f"none overdue in {counted(figures.count(figures.games, 'running'), 'running game')}")


def _mails(figures: Figures) -> list[Finding]:
    found = []
    held = figures.count(figures.mails, "held")
    if held:
        do = "`judge resend` lists them; `judge resend --held` sends them"
        found.append(warn("mails", f"{counted(held, 'mail')} held since the database was restored from a backup", do))
    if figures.given_up:
        says = f"{counted(figures.given_up, 'mail')} of the last day could not be sent"
        found.append(warn("mails", says, "`judge trace MESSAGE-ID` tells why; the log has them as mail.failed"))
    if figures.unsent_since is not None and figures.at - figures.unsent_since > UNSENT:
        says = f"{counted(figures.unsent, 'mail')} not sent, the oldest of {_say(figures.unsent_since)}"
        lost = figures.at - figures.unsent_since > LOST
        found.append(
            (fail if lost else warn)("mails", says, "does the mail server of `delivery` take mail? See its log")
        )
    return found or [ok("mails", f"{figures.unsent} to be sent")]


def _pictures(figures: Figures, wait: timedelta) -> Finding:
    if figures.undrawn_since is not None and wait and figures.at - figures.undrawn_since > wait + SLOW:
        says = f"{counted(figures.undrawn, 'picture')} not drawn, the oldest asked for at {_say(figures.undrawn_since)}"
        return warn("pictures", says, "mails go without them; the log tells why (picture.trouble)")
    return ok("pictures", f"{figures.undrawn} to be drawn" if wait else "not asked for (picture_wait = 0)")


def _addresses(figures: Figures) -> Finding:
    if figures.suspended:
        do = "their players know nothing of their games: reach them another way, and see `judge address PLAYER`"
        return warn("addresses", f"mails keep coming back from {_names(figures.suspended)}", do)
    return ok("addresses", "none suspended")


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"


def _say(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
