"""What the judge ought to have done by now, told as simply as can be: no database, no mails, no grammar, no board.

Three people play, each with three units that go to and fro between two provinces where nobody else ever comes, so
that every order succeeds and no phase but movements has anything to decide. Letters come in, time passes.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LENGTH, DELAY, REMIND, OUTAGE = DAY, HOUR, 8 * HOUR, 6 * HOUR
PATIENCE = 3 * DAY  # that a letter waits for its sender
MASTER, STRANGER = "max", "eve"
PLAYERS = {"anna": "austria", "bert": "england", "cleo": "france"}
PEOPLE = (MASTER, *PLAYERS)  # all who are told what happens in the game
# Of each unit: its letter, where it begins, and where it goes.
UNITS = {
    "austria": (("A", "Vie", "Boh"), ("A", "Bud", "Gal"), ("F", "Tri", "Alb")),
    "england": (("F", "Lon", "ENG"), ("F", "Edi", "NWG"), ("A", "Lvp", "Wal")),
    "france": (("A", "Par", "Pic"), ("A", "Mar", "Gas"), ("F", "Bre", "MAO")),
}
Unit = tuple[str, int]  # of a power, the number of its unit


@dataclass(frozen=True)
class Act:
    """One thing that a letter says; `kind` what, the others as the kind needs them."""

    kind: str
    unit: Unit = ("", 0)
    away: bool = False  # where the writer believes the unit to be
    yes: bool = True  # it moves; the phase waits; a letter is confirmed
    word: str = ""  # a tag, or the power that a message is to
    number: int = 0  # of hours, of a letter, of a mail


@dataclass
class Letter:
    """A letter in the judge's inbox; `writer` is who it says it is from, `hand` whoever has put it into the post."""

    number: int
    writer: str
    hand: str
    acts: tuple[Act, ...]
    came: datetime
    content: int
    proven: bool = False
    robot: bool = False
    released: bool = False
    state: str = "new"


@dataclass
class Phase:
    """The open phase; `season` counts from Spring 1901, `away` holds the units that are not where they began."""

    season: int
    away: frozenset[Unit]
    opened: datetime
    deadline: datetime | None
    early: datetime | None = None
    reminded: datetime | None = None
    orders: dict[Unit, tuple[bool, datetime]] = field(default_factory=dict)
    waits: dict[str, tuple[bool, datetime]] = field(default_factory=dict)
    cleared: dict[str, datetime] = field(default_factory=dict)

    @property
    def tag(self) -> str:
        return f"{'SF'[self.season % 2]}{1901 + self.season // 2}M"


class Model:
    """The game, its letters, and all the mails there should be: (letter or 0, kind, to whom) and how many."""

    def __init__(self, opened: datetime, beat: datetime) -> None:
        self.phase = Phase(season=0, away=frozenset(), opened=opened, deadline=opened + LENGTH)
        self.past: list[Phase] = []
        self.played: list[str] = []  # every turn ever played, undone ones as well
        self.left: timedelta | None = None  # of the phase, while the clock of the game is stopped
        self.letters: dict[int, Letter] = {}
        self.mails: Counter[tuple[int, str, str]] = Counter()
        self.returned: dict[int, str] = {}  # each mail that has come back, and what has become of it
        self.again: Counter[int] = Counter()  # how often a mail was sent once more, its reader having written
        self.beat = beat  # when the judge was last at work
        self.seen: tuple[datetime, float] | None = None  # the same, and what its stopwatch showed
        self.behind = False  # its machine's clock was set back

    # --- letters

    def waiting(self) -> list[Letter]:
        return [one for one in self.letters.values() if one.state == "new"]

    def held(self) -> list[Letter]:
        return [one for one in self.letters.values() if one.state == "held"]

    def answer(self, number: int, now: datetime) -> None:
        """The letter is the next that the judge has dealt with. Later letters of one hand never overtake earlier."""
        letter = self.letters[number]
        assert letter.state == "new", f"letter {number} was {letter.state} already"
        for other in self.waiting():
            overtaken = (other.came, other.number) < (letter.came, letter.number) and other.hand == letter.hand
            assert not overtaken or other.released, f"letter {number} has overtaken {other.number}"
        letter.state = self._answer(letter, now)

    def _answer(self, letter: Letter, now: datetime) -> str:
        if letter.robot or letter.acts[0].kind == "bounce":
            self._come_back(letter.acts[0])
            return "ignored"
        twin = next((one for one in self.letters.values() if self._is_same(one, letter)), None)
        if twin is not None:
            if twin.state != "held" or not letter.proven:
                return "ignored"
            twin.state = "ignored"
        if letter.acts[0].kind == "confirm":
            self._confirm(letter, letter.acts[0])
            return "done"
        if not letter.proven and not letter.released:
            self.mails[letter.number, "held", letter.writer] += 1
            return "held"
        self._send_again(letter.writer)
        self.mails[letter.number, "receipt", letter.writer] += 1
        for act in letter.acts:
            self._do(letter, act, now)
        return "done"

    @staticmethod
    def _is_same(one: Letter, letter: Letter) -> bool:
        same = (one.content, one.writer) == (letter.content, letter.writer) and one.number != letter.number
        return same and one.state in ("done", "late", "held")

    def _confirm(self, letter: Letter, act: Act) -> None:
        asked = self.letters[act.number]
        if asked.state != "held" or asked.writer != letter.writer:
            self.mails[letter.number, "receipt", letter.writer] += 1
        elif act.yes:
            asked.state, asked.released = "new", True
            self._send_again(letter.writer)
        else:
            asked.state = "ignored"
            self.mails[letter.number, "notice", letter.writer] += 1

    def _do(self, letter: Letter, act: Act, now: datetime) -> None:
        power = PLAYERS.get(letter.writer)
        if act.kind in ("order", "clear", "wait"):
            if power is not None and not self._is_late(letter):
                self._write(letter, act, power)
        elif act.kind == "press":
            reader = next(one for one, played in PLAYERS.items() if played == act.word)
            self.mails[letter.number, "press", reader] += letter.writer != STRANGER
        elif letter.writer == MASTER:
            self._command(letter, act, now)

    def _is_late(self, letter: Letter) -> bool:
        end = self.phase.deadline
        return letter.came < self.phase.opened or (end is not None and letter.came > end)

    def _write(self, letter: Letter, act: Act, power: str) -> None:
        """The later of two letters counts, whichever is read first; nobody writes for another's units."""
        phase, came = self.phase, letter.came
        if act.kind == "clear":
            phase.orders = {
                unit: given for unit, given in phase.orders.items() if unit[0] != power or given[1] > came
            }  # fmt: skip
            phase.cleared[power] = max(came, phase.cleared.get(power, came))
        elif act.kind == "wait":
            if power in phase.waits and phase.waits[power][1] > came:
                return
            phase.waits[power] = (act.yes, came)
        else:
            newer = act.unit in phase.orders and phase.orders[act.unit][1] > came
            gone = power in phase.cleared and phase.cleared[power] > came
            if act.unit[0] != power or act.away != (act.unit in phase.away) or newer or gone:
                return
            phase.orders[act.unit] = (act.yes, came)
        phase.early = None

    # --- mails that come back

    def _come_back(self, act: Act) -> None:
        """Only the first time, and only if whoever says so has had the mail; `word` is its reader and kind."""
        if act.kind == "bounce" and act.yes and act.number not in self.returned:
            self.returned[act.number] = f"returned/{act.word}"

    def _send_again(self, who: str) -> None:
        """Somebody proves that he is there: he gets what he has missed, but what is out of date by now."""
        for mail, said in self.returned.items():
            state, *more = said.split("/")
            if state == "returned" and more[0] == who:
                outdated = more[1] in ("reminder", "late")
                self.returned[mail] = "failed" if outdated else "sent"
                self.again[mail] += not outdated

    # --- the master

    def _command(self, letter: Letter, act: Act, now: datetime) -> None:
        phase = self.phase
        if act.kind == "process" and act.word == phase.tag:
            self._play(letter.number, now)
        elif act.kind == "pause" and self.left is None:
            self.left = max(phase.deadline - now, timedelta(0))
            self._set_deadline(letter.number, None, now)
        elif act.kind == "resume" and self.left is not None:
            due, self.left = now + self.left, None
            self._set_deadline(letter.number, due, now)
        elif act.kind == "deadline" and self.left is None:
            self._set_deadline(letter.number, now + act.number * HOUR, now)
        elif act.kind == "rollback" and any(one.tag == act.word for one in self.past):
            while self.past[-1].tag != act.word:
                self.past.pop()
            back = self.past.pop()
            self._open(back, now, after=None)
            self._tell_all(letter.number, "notice")
            if not act.yes:
                return
            powers = {power for power, _ in back.orders}  # who has no order is asked anew
            self.phase.orders = dict(back.orders)
            self.phase.waits = dict.fromkeys(powers, (True, now))
            self.phase.cleared = {power: came for power, came in back.cleared.items() if power in powers}

    def _set_deadline(self, cause: int, deadline: datetime | None, now: datetime) -> None:
        self.phase.deadline, self.phase.reminded, self.phase.early = deadline, now, None
        self._tell_all(cause, "notice")

    def _tell_all(self, cause: int, kind: str) -> None:
        self.mails.update((cause, kind, who) for who in PEOPLE)

    # --- time

    def pass_time(self, now: datetime) -> None:
        """Everything that is due by now is done, and letters that nobody has confirmed in time lapse."""
        while self._is_played(now):
            pass
        for letter in self.held():
            old = letter.writer in PEOPLE and letter.came < self.phase.opened
            if old or now - letter.came >= PATIENCE:
                letter.state = "late"
                self.mails[letter.number, "lapsed", letter.writer] += 1

    def _is_played(self, now: datetime) -> bool:
        phase = self.phase
        if phase.deadline is None:
            return False
        missing = [who for who, power in PLAYERS.items() if any((power, one) not in phase.orders for one in range(3))]
        if not missing and not any(wait for wait, _ in phase.waits.values()):
            phase.early = phase.early or min(full_minute(now + DELAY), phase.deadline)
            if now >= phase.early:
                self._play(0, now)
                return True
        if now >= phase.deadline:
            self.mails.update((0, "late", who) for who in missing)
            self._play(0, now)
            return True
        remind = phase.deadline - REMIND
        if (phase.reminded or phase.opened) < remind <= now:
            phase.reminded = now
            self.mails.update((0, "reminder", who) for who in missing)
        return False

    def _play(self, cause: int, now: datetime) -> None:
        phase = self.phase
        moved = frozenset(unit for unit, (moves, _) in phase.orders.items() if moves)
        self.past.append(phase)
        self.played.append(phase.tag)
        self._tell_all(cause, "result")
        self._open(Phase(phase.season + 1, phase.away ^ moved, now, None), now, after=phase.deadline)

    def _open(self, phase: Phase, now: datetime, after: datetime | None) -> None:
        self.phase = Phase(phase.season, phase.away, opened=now, deadline=None)
        if self.left is None:
            self.phase.deadline = max(now + LENGTH, after or now)
        else:
            self.left = LENGTH

    def begin(self) -> None:
        """A process that has just begun knows only when the one before was last at work."""
        self.seen, self.behind = None, False

    def look(self, now: datetime, stopwatch: float, behind: bool) -> None:
        """The judge looks at the clock: who has stood still, or whose clock has jumped, gives that time back."""
        if self.seen is not None and now - self.seen[0] < MINUTE and behind == self.behind:
            return
        self.behind = behind
        if now - self.beat > OUTAGE:
            self._give_back(self.beat, now)
        elif self.seen is not None:
            jumped = now - self.seen[0] - timedelta(seconds=stopwatch - self.seen[1])
            if jumped > MINUTE:
                self._give_back(now - jumped, now)
        self.beat, self.seen = now, (now, stopwatch)

    def _give_back(self, stopped: datetime, now: datetime) -> None:
        phase, lost = self.phase, now - stopped
        if phase.deadline is None:
            return
        if phase.deadline < now + lost:
            self._set_deadline(0, max(phase.deadline + lost, now + HOUR), now)
        elif phase.early is not None and phase.early > stopped:
            phase.early = min(max(phase.early + lost, now + DELAY), phase.deadline)


def full_minute(moment: datetime) -> datetime:
    """The first full minute from a moment on."""
    return moment if moment.second == 0 else moment.replace(second=0) + MINUTE
