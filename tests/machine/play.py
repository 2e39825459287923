"""The machine: anything may happen at any time, and after everything the judge has done what the model says."""

import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from judge.game.orders import Hold, Move
from judge.mail.addresses import tagged
from judge.mail.tokens import bounce_tag
from tests.machine.model import HOUR, MASTER, MINUTE, PLAYERS, STRANGER, UNITS, Act, Letter, Model
from tests.machine.site import ADDRESS, SECRET, Died, Site

OPEN = "judge+cassis@judge.example"  # the game's address without anything that proves who writes
ACCEPTING = ("accept-before-commit", "accept-after-commit")
WORKING = (
    "letters-claiming", "letters-claimed", "letter-read", "KeepOrders", "Post", "ReleaseLetter", "MarkReturned",
    "SetDeadline", "UndoPhases", "letter-answered", "letter-committed", "turn-due", "turn-drained", "turn-decided",
    "CloseOpenPhase", "OpenNextPhase", "AimEarlyPlay", "LapseLetter", "turn-played", "turn-committed", "mails-claimed",
    "mail-handed", "mail-delivered", "mails-marked",
)  # fmt: skip
MOST_UNPROVEN = 15  # letters of one hand in a play: below the budget of answers to such
players = some.sampled_from(tuple(PLAYERS))
mostly = some.sampled_from((True, True, True, False))
deaths = some.tuples(some.sampled_from(WORKING), some.integers(1, 3))


def address_of(who: str) -> str:
    return f"{who}@home.example"


@dataclass(frozen=True)
class Begun:
    """Where the game lies that has just begun, when that was, and the address that proves each of its people."""

    folder: Path
    at: datetime
    seats: dict[str, str]


@dataclass(frozen=True)
class Content:
    """A mail as it was written, whatever route it takes."""

    number: int
    writer: str
    acts: tuple[Act, ...]
    raw: bytes
    robot: bool


class Machine(RuleBasedStateMachine):
    """One play. What is put in may wait: `settle` has the judge work, and compares."""

    real = False  # whether it dies in a process of its own

    def __init__(self, begun: Begun) -> None:
        super().__init__()
        self.begun = begun
        self.folder = Path(tempfile.mkdtemp(prefix="judge-machine-"))
        shutil.copy(begun.folder / "judge.sqlite", self.folder)
        self.site = Site(self.folder, begun.at)
        self.latest = begun.at
        self.model = Model(begun.at, begun.at)
        self._look()
        self.contents: list[Content] = []
        self.routes: list[tuple[str, int, str]] = []  # to whom each was posted, and by whom
        self.stored: dict[tuple[str, int], int] = {}  # the letter of a recipient and a content
        ((self.first_letter,),) = self.site.ask("SELECT max(id) FROM letters")
        ((self.first_mail,),) = self.site.ask("SELECT max(id) FROM mails")
        ((self.first_event,),) = self.site.ask("SELECT max(id) FROM events")
        self.frozen: dict[int, tuple] = {}
        self.delivered: Counter[bytes] = Counter()
        self.unmarked = 0  # deaths between the next server's 250 and our note of it

    def teardown(self) -> None:
        """What still waits is done in the end, unless something has gone wrong before."""
        if sys.exc_info()[0] is None:
            self.settle()
        self.site.stop()
        shutil.rmtree(self.folder)

    # --- what people write

    @rule(who=players, other=players, at=some.integers(0, 2), data=some.data(), proven=mostly)
    def write_orders(self, who: str, other: str, at: int, data: some.DataObject, proven: bool) -> None:
        """Orders for some units as they stand, now and then for somebody else's, or for a place where none is."""
        whose = PLAYERS[other if at == 0 and data.draw(some.booleans(), label="for another") else who]
        chosen = data.draw(some.lists(some.integers(0, 2), min_size=1, max_size=3, unique=True), label="units")
        moves = data.draw(some.lists(some.booleans(), min_size=3, max_size=3), label="moves")
        lost = data.draw(some.integers(0, 9), label="lost") == 0
        acts = [
            Act("order", unit=(whose, one), away=((whose, one) in self.model.phase.away) != lost, yes=moves[one])
            for one in chosen
        ]
        self._write(who, acts, proven or bool(at))

    @rule(who=players, moves=some.lists(some.booleans(), min_size=3, max_size=3), ready=some.booleans())
    def write_all_orders(self, who: str, moves: list[bool], ready: bool) -> None:
        """A whole set, so that phases are played before their deadline too."""
        power, away = PLAYERS[who], self.model.phase.away
        acts = [Act("order", (power, one), (power, one) in away, yes) for one, yes in enumerate(moves)]
        self._write(who, [*acts, *([Act("wait", yes=False)] if ready else [])], True)

    @rule(who=players, at=some.integers(0, 2), yes=some.booleans())
    def confirm_an_older_letter(self, who: str, at: int, yes: bool) -> None:
        """Two orders for a unit, of which the first is confirmed after the second has been read."""
        unit = (PLAYERS[who], at)
        for proven, moves in ((False, yes), (True, not yes)):
            self._write(who, [Act("order", unit, unit in self.model.phase.away, moves)], proven)
            self.settle()
        self._answer(max(self._asked(), key=lambda one: one.number, default=None), True)

    @rule(who=players, proven=mostly, act=some.sampled_from([
        Act("clear"), Act("wait", yes=True), Act("wait", yes=False),
    ]))  # fmt: skip
    def write_command(self, who: str, proven: bool, act: Act) -> None:
        self._write(who, [act], proven)

    @rule(who=some.sampled_from((*PLAYERS, MASTER)), reader=players, proven=mostly)
    def write_press(self, who: str, reader: str, proven: bool) -> None:
        if reader != who:
            self._write(who, [Act("press", word=PLAYERS[reader])], proven)

    @rule(proven=mostly, what=some.sampled_from(("process", "pause", "resume", "deadline", "rollback")),
          hours=some.integers(1, 40), at=some.integers(0, 5))  # fmt: skip
    def write_as_master(self, proven: bool, what: str, hours: int, at: int) -> None:
        """Commands of the master, some with the tag of a phase that is over or has never been."""
        past = [one.tag for one in self.model.past] or ["S1901M"]
        tag = self.model.phase.tag if what == "process" and at else past[at % len(past)]
        self._write(MASTER, [Act(what, word=tag, number=hours, yes=hours % 2 == 0)], proven)

    @rule(who=players, at=some.integers(0, 2))
    def forge(self, who: str, at: int) -> None:
        """Somebody else writes in a player's name, without his address; or as himself, with it."""
        act = Act("order", unit=(PLAYERS[who], at), away=(PLAYERS[who], at) in self.model.phase.away)
        if at:
            self._write(who, [act], False, hand=STRANGER)
        else:
            self._write(STRANGER, [act], False, to=self.begun.seats[who])

    @rule(who=players, at=some.integers(0, 2))
    def answer_as_a_machine(self, who: str, at: int) -> None:
        """A vacation program quotes an order on top."""
        act = Act("order", unit=(PLAYERS[who], at), away=(PLAYERS[who], at) in self.model.phase.away)
        self._write(who, [act], True, robot=True)

    @precondition(lambda self: any(one.state in ("held", "late", "done") for one in self._asked()))
    @rule(data=some.data(), yes=some.integers(0, 4))
    def confirm(self, data: some.DataObject, yes: int) -> None:
        """The answer to a question about a letter, in time, too late, or once more; seldom a no."""
        asked = data.draw(some.sampled_from([one for one in self._asked() if one.state != "new"]), label="letter")
        self._answer(asked, yes > 0)

    def _answer(self, asked: Letter | None, yes: bool) -> None:
        """To the question about a letter, where one has been asked; nobody reads a mail in less than ten seconds."""
        if asked is not None and self.site.wall.shown >= self.latest:
            self._pass(11 / 3600)
            ((raw,),) = self.site.ask(f"SELECT raw FROM mails WHERE key = 'held/{asked.number}'")
            to = str(message_from_bytes(raw, policy=policy.default)["Reply-To"])
            self._write(asked.writer, [Act("confirm", number=asked.number, yes=yes)], False, to=to)

    @precondition(lambda self: len(self.model.returned) < 3)
    @rule(data=some.data(), forged=some.booleans())
    def return_a_mail(self, data: some.DataObject, forged: bool) -> None:
        """A mail comes back, or somebody who has never had it says so."""
        sent = [number for number, (state, *_) in self.frozen.items() if state == "sent"]
        if not sent:
            return
        mail = data.draw(some.sampled_from(sent), label="mail")
        _, _, _, _, to, kind, _ = self.frozen[mail]
        tag = bounce_tag(SECRET, str(mail))
        if forged:
            tag = tag[:-1] + ("a" if tag[-1] != "a" else "b")
        self._write(
            "",
            [Act("bounce", number=mail, yes=not forged, word=f"{to.partition('@')[0]}/{kind}")],
            False,
            to=tagged(ADDRESS, tag),
        )

    # --- what the post does

    @precondition(lambda self: self.contents)
    @rule(data=some.data(), way=some.sampled_from(("as it was", "other route", "other address", "other body")))
    def send_again(self, data: some.DataObject, way: str) -> None:
        """The same mail by the same or another way; or another mail under the same Message-ID."""
        content = data.draw(some.sampled_from(self.contents[-8:]), label="mail")
        to, hand = next((to, hand) for to, number, hand in self.routes if number == content.number)
        if content.acts[0].kind in ("confirm", "bounce") and way in ("other address", "other body"):
            return
        if way == "other address":
            to = OPEN if to != OPEN else self.begun.seats.get(content.writer, ADDRESS)
            if content.writer == STRANGER:
                return
        if way == "other body":
            acts = tuple(replace(act, yes=not act.yes) if act.kind in ("order", "wait") else act
                         for act in content.acts)  # fmt: skip
            self._write(content.writer, acts, False, to=to, hand=hand, robot=content.robot, like=content)
            return
        route = b"Received: from relay by mx; Mon, 4 Jan 2027 12:00:00 +0000\r\nX-Spam: no\r\n"
        self._post(content, to, hand, b"" if way == "as it was" else route)

    @rule(point=some.sampled_from(ACCEPTING), who=players, at=some.integers(0, 2))
    def die_at_the_door(self, point: str, who: str, at: int) -> None:
        """The judge dies while a mail comes in; its sender has got no answer and sends it again."""
        act = Act("order", unit=(PLAYERS[who], at), away=(PLAYERS[who], at) in self.model.phase.away)
        self._write(who, [act], True, death=point)

    # --- time

    @rule(hours=some.sampled_from((0.01, 0.5, 1, 2, 5, 5, 5, 5)), working=some.booleans())
    def tick(self, hours: float, working: bool) -> None:
        """Time passes, less than would count as standing still, and the judge looks what is due, or has yet to."""
        self._pass(hours)
        if working:
            self.settle()

    @precondition(lambda self: self.site.wall.shown >= self.latest and self.model.left is None)
    @rule(who=players, moves=some.lists(some.booleans(), min_size=3, max_size=3), after=some.integers(-1, 1))
    def write_at_the_last_moment(self, who: str, moves: list[bool], after: int) -> None:
        """Orders a second before the deadline, at it, or a second too late; the judge has yet to look."""
        self.settle()
        if self.model.phase.deadline is None:
            return
        tag = self.model.phase.tag
        while (left := self.model.phase.deadline - self.now + timedelta(seconds=after)) > 5 * HOUR:
            self.tick(5, True)
        if left > timedelta(0) and self.model.phase.tag == tag:
            self._pass(left / HOUR)
            self.write_all_orders(who, moves, False)
            self.settle()

    @rule(hours=some.sampled_from((-50, -2, -0.01, 0.01, 0.25, 7, 30)))
    def clock_jump(self, hours: float) -> None:
        """The machine's clock is set, and no time has passed."""
        self.site.wall.shown += timedelta(hours=hours)

    @rule(hours=some.sampled_from((0.25, 3, 8, 30, 80)))
    def stand_still(self, hours: float) -> None:
        """The judge is stopped, and begun again later."""
        self.site.stop()
        self._pass(hours)
        self.site.start()
        self._has_begun()

    @rule()
    def settle(self) -> None:
        """The judge works until nothing is left to do."""
        self._look()
        self.site.work()
        self._compare()

    @precondition(lambda self: self.site.wall.shown >= self.latest)
    @rule(ends=some.lists(deaths, min_size=1, max_size=2))
    def kill(self, ends: list[tuple[str, int]]) -> None:
        """The judge dies at a point or two while it works, and another takes up what it has left."""
        if self.real:
            self.site.stop()
            self.site.start()
            self._has_begun()
        self._look()
        for point, passes in ends:
            die = self.site.work_elsewhere_and_die if self.real else self.site.work_and_die
            if die(point, passes):
                self.unmarked += point == "mail-delivered"
                self._has_begun()
            elif self.real:
                self._has_begun()
        self.site.work()
        self._compare()

    # --- how

    @property
    def now(self) -> datetime:
        self.latest = max(self.latest, self.site.wall.shown)
        return self.latest

    def _pass(self, hours: float) -> None:
        self.site.wall.shown += timedelta(hours=hours)
        self.site.stopwatch += hours * 3600

    def _look(self) -> None:
        behind = self.now - self.site.wall.shown > MINUTE
        self.model.look(self.now, self.site.stopwatch, behind)

    def _has_begun(self) -> None:
        """The clock of a process that has just begun stands where the one before was last at work, at least."""
        self.model.begin()
        self.latest = max(self.model.beat, self.site.wall.shown)
        self._look()

    def _asked(self) -> list[Letter]:
        return [one for one in self.model.letters.values() if self.model.mails[one.number, "held", one.writer]]

    def _write(
        self, who: str, acts: "list[Act] | tuple[Act, ...]", proven: bool, *, to: str = "", hand: str = "",
        robot: bool = False, like: Content | None = None, death: str = "",
    ) -> None:  # fmt: skip
        unproven = [one for one in self.model.letters.values() if one.writer == who and not one.proven]
        if not proven and len(unproven) >= MOST_UNPROVEN:
            return
        number = len(self.contents)
        known = number if like is None else like.number
        head = f"From: {address_of(who)}\nTo: {ADDRESS}\nSubject: orders\nMessage-ID: <{known}@home.example>\n"
        head += "Auto-Submitted: auto-replied\n" if robot else ""
        body = "\n".join(words_of(act, number) for act in acts)
        if acts[0].kind == "bounce":
            head, body = RETURNED.format(number=number), ""
        raw = f"{head}\n{body}\n".replace("\n", "\r\n").encode()
        if like is not None and raw == like.raw:
            return  # there is no other way to say it, so it is the same mail
        content = Content(number, who, tuple(acts), raw, robot)
        self.contents.append(content)
        self._post(content, to or (self.begun.seats[who] if proven else OPEN), hand or who, b"", death)

    def _post(self, content: Content, to: str, hand: str, route: bytes, death: str = "") -> None:
        self.routes.append((to, content.number, hand))
        came = self.now
        mail_from = address_of(hand) if hand else ""
        if death:
            with pytest.raises(Died), self.site.dying_at(death, 1):
                self.site.put(content.raw, to, mail_from)
            self.site.stop()
            self.site.start()
            self._has_begun()
            came = came if death == "accept-after-commit" else self.now
        number = self.site.put(route + content.raw, to, mail_from)
        known = self.stored.setdefault((to, content.number), number)
        assert number == known, "a mail is kept twice"
        if number not in self.model.letters:
            assert number > self.first_letter, "a mail is kept under the number of another"
            proven = content.writer in self.begun.seats and to == self.begun.seats[content.writer]
            self.model.letters[number] = Letter(
                number, content.writer, hand, content.acts, came, content.number, proven=proven, robot=content.robot
            )  # fmt: skip
        self._pass(1 / 3600)

    # --- what is compared

    def _compare(self) -> None:
        """The judge has done what the model says, no more and no less."""
        closed = self.site.ask(
            f"SELECT id, letter_id FROM events WHERE id > {self.first_event}"
            " AND kind IN ('done', 'ignored', 'held', 'late', 'shunted') ORDER BY id"
        )
        for event, number in closed:
            self.first_event = event
            if self.model.letters[number].state == "new":
                self.model.answer(number, self.now)
        self.model.pass_time(self.now)
        self._compare_letters()
        self._compare_game()
        self._compare_mails()

    def _compare_letters(self) -> None:
        rows = self.site.ask(f"SELECT id, state FROM letters WHERE id > {self.first_letter}")
        wanted = {one.number: one.state for one in self.model.letters.values()}
        assert dict(rows) == wanted, f"{dict(rows).items() - wanted.items()}, not {wanted.items() - dict(rows).items()}"

    def _compare_game(self) -> None:
        phase = self.model.phase
        with self.site.store.reading() as tx:
            game = tx.game("cassis", lock=False)
        assert game is not None
        assert game.phase is not None
        found = game.phase
        assert game.time_left == self.model.left
        clock = (found.position.phase.tag, found.opened_at, found.deadline, found.early_at)
        wanted = (phase.tag, phase.opened, phase.deadline, phase.early)
        assert clock == wanted, f"{[*map(str, clock)]}, not {[*map(str, wanted)]}"
        assert {unit.at for unit in found.position.units if unit.power in UNITS} == {
            name_of((power, at), (power, at) in phase.away).lower() for power in UNITS for at in range(3)
        }
        for power in UNITS:
            written = found.orders_of(power)
            orders = {(one.at, one.to if isinstance(one, Move) else "") for one in written.orders}
            assert all(isinstance(one, Hold | Move) and one.power == power for one in written.orders)
            assert len(orders) == len(written.orders)
            wanted = {
                (name_of(unit, unit in phase.away).lower(), name_of(unit, unit not in phase.away).lower() * moves)
                for unit, (moves, _) in phase.orders.items() if unit[0] == power
            }  # fmt: skip
            assert orders == wanted, f"of {power}: {orders}, not {wanted}"
            assert written.wait is (phase.waits[power][0] if power in phase.waits else None)
        turns = self.site.ask(
            "SELECT tag, count(results.id) FROM phases JOIN results ON results.phase_id = phases.id"
            " GROUP BY phases.id ORDER BY phases.id"
        )
        assert turns == [(tag, 1) for tag in self.model.played]

    def _compare_mails(self) -> None:
        rows = self.site.ask(
            "SELECT id, state, key, raw, message_id, recipient, kind, coalesce(letter_id, 0), returned_at IS NOT NULL"
            f" FROM mails WHERE id > {self.first_mail} ORDER BY id"
        )
        found = Counter((letter, kind, to.partition("@")[0]) for *_, to, kind, letter, _ in rows)
        wanted = +self.model.mails
        about = {number: self.model.letters.get(number) for number, *_ in (found - wanted) + (wanted - found)}
        assert found == wanted, f"too many: {found - wanted}, too few: {wanted - found}, of {about}"
        assert len({key for _, _, key, *_ in rows}) == len({one for *_, one, _, _, _, _ in rows}) == len(rows)
        assert {number for number, *_, back in rows if back} == self.model.returned.keys()
        for number, state, *more, _ in rows:
            wanted = self.model.returned.get(number, "sent").partition("/")[0]
            assert state == wanted, f"mail {number}, {more[0]}, is {state}, not {wanted}"
            assert self.frozen.get(number, (state, *more))[1:] == tuple(more), f"mail {number} has changed"
            self.frozen[number] = (state, *more)
        self._compare_copies({number: raw for number, _, _, raw, *_ in rows})

    def _compare_copies(self, bodies: dict[int, bytes]) -> None:
        """Each mail has gone out once, the same byte for byte; again where the judge died before it had noted that."""
        self.delivered.update(raw for _, _, raw in self.site.sink.take_new())
        assert set(self.delivered) == set(bodies.values())
        surplus = [self.delivered[raw] - 1 - self.model.again[number] for number, raw in bodies.items()]
        assert min(surplus, default=0) >= 0
        assert sum(surplus) <= self.unmarked, f"{sum(surplus)} mails have gone out too often"


RETURNED = """From: MAILER-DAEMON@mx.example
Message-ID: <{number}@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; somebody@home.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--B--"""


def name_of(unit: tuple[str, int], away: bool) -> str:
    return UNITS[unit[0]][unit[1]][1 + away]


def words_of(act: Act, number: int) -> str:
    """What is written in a letter for an act."""
    match act.kind:
        case "order":
            kind = UNITS[act.unit[0]][act.unit[1]][0]
            where, other = name_of(act.unit, act.away), name_of(act.unit, not act.away)
            return f"{kind} {where} - {other}" if act.yes else f"{kind} {where} H"
        case "clear":
            return "CLEAR"
        case "wait":
            return "WAIT" if act.yes else "READY"
        case "press":
            return f"PRESS TO {act.word}\nhello, this is letter {number}\nENDPRESS"
        case "deadline":
            return f"DEADLINE +{act.number}h"
        case "process":
            return f"PROCESS {act.word}"
        case "rollback":
            return f"ROLLBACK {act.word}" + ("" if act.yes else " WITHOUT ORDERS")
        case "confirm":
            return "yes" if act.yes else "no"
        case _:
            return act.kind.upper()
