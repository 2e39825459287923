"""Many write at once round the instant of a deadline: each letter counts in one phase, or is told to be late."""

import json
import smtplib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from threading import Barrier, Event, Lock

import pytest

from judge.store.codec import read_orders
from judge.variants import find_variant
from judge.wire.clock import SetClock

LENGTH, MOMENT = timedelta(days=3), timedelta(microseconds=1)
FEW, MANY, ROUNDS = 40, 200, 10
NEXT_TO = {
    "austria": {"A Vie": "Boh Gal Tyr", "A Bud": "Ser Rum", "F Tri": "Alb ADR"},
    "england": {"F Lon": "NTH ENG Wal", "F Edi": "NWG Cly", "A Lvp": "Yor Edi"},
    "france": {"A Par": "Bur Pic Gas", "A Mar": "Spa Gas Pie", "F Bre": "MAO ENG"},
    "germany": {"A Ber": "Kie Sil Pru", "F Kie": "Den Hol HEL", "A Mun": "Ruh Bur Tyr"},
    "italy": {"A Ven": "Pie Tyr Apu", "A Rom": "Apu Nap Tus", "F Nap": "ION TYS"},
    "russia": {"A War": "Gal Ukr Lvn", "A Mos": "Sev Ukr StP", "F Sev": "BLA Rum"},
    "turkey": {"A Con": "Bul Smy", "A Smy": "Arm Syr", "F Ank": "BLA Con"},
}  # fmt: skip
OURS = "letters.message_id LIKE '%@crowd.example>'"
TIES = "JOIN phases ON phases.id = phase_id JOIN letters ON letters.id = letter_id"


@dataclass(frozen=True)
class Written:
    """What one of them writes; `tagged` when the subject names the phase, `early` when he is not among the last."""

    power: str
    unit: str
    to: str
    tagged: bool
    early: bool


class Crowd:
    """All have called, and say what they have to say at the same time."""

    def __init__(self, table, letters: int) -> None:
        self.table = table
        lines = {
            power: [(unit, to) for unit, all_to in units.items() for to in all_to.split()]
            for power, units in NEXT_TO.items()
        }
        powers = list(lines)
        self.written = {}
        for number in range(letters):
            power, nth = powers[number % 7], number // 7
            unit, to = lines[power][nth % len(lines[power])]
            self.written[f"<{number}@crowd.example>"] = Written(power, unit, to, nth % 3 > 0, nth % 2 == 0)
        self.addresses = {power: str(table.game_mail(power)["Reply-To"]) for power in powers}
        self._all_here, self._now = Barrier(letters), Event()
        self._left, self._lock = sum(one.early for one in self.written.values()) // 2, Lock()

    def write_all(self, deadline: datetime) -> None:
        """The clock comes to the deadline while they write: when half of the early ones are through."""
        with ThreadPoolExecutor(len(self.written)) as threads:
            writing = [threads.submit(self._write, at, one, deadline) for at, one in enumerate(self.written)]
            for one in writing:
                one.result()

    def _write(self, at: int, message_id: str, deadline: datetime) -> None:
        said = self.written[message_id]
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"] = f"{said.power}@players.example", self.addresses[said.power]
        mail["Message-ID"], mail["Subject"] = message_id, "[walk] S1901M" if said.tagged else ""
        mail.set_content(f"{said.unit} - {said.to}")
        here = (f"127.0.0.{2 + at % 20}", 0)  # nobody may have many connections
        with smtplib.SMTP("127.0.0.1", self.table.stage.port, source_address=here, timeout=60) as client:
            client.ehlo("crowd")
            client.mail(str(mail["From"]))
            client.rcpt(str(mail["To"]))
            self._all_here.wait(60)
            if not said.early:
                self._now.wait(60)
            assert client.data(mail.as_bytes())[0] == 250
        with self._lock:
            self._left -= said.early
            if not self._left and not self._now.is_set():
                # Most of the last ones come within so many looks at the clock.
                self.table.stage.clock.advance_to(deadline - len(self.written) // 4 * MOMENT)
                self._now.set()


def utc(moment: object) -> datetime:
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    assert isinstance(found, datetime)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def moves(document: object) -> set[tuple[str, str]]:
    """Where which unit goes by a stored set of orders, in the words of `NEXT_TO` and lower case."""
    orders = read_orders(json.loads(document) if isinstance(document, str) else document, find_variant("standard"))
    return {(f"{order.kind.name[0]} {order.at}".lower(), order.to) for order in orders}


def tell_fates(table, crowd: Crowd, deadline: datetime) -> Counter[str]:
    """When the letters came, and what has become of them, after a look at each."""
    came = {
        message_id: (utc(at), number)
        for message_id, at, number in table.ask(f"SELECT message_id, received_at, id FROM letters WHERE {OURS}")
    }
    assert set(came) == set(crowd.written)
    counted = {
        tag: {one for (one,) in table.ask(f"SELECT message_id FROM order_sets {TIES} WHERE tag = '{tag}' AND {OURS}")}
        for tag in ("S1901M", "F1901M")
    }
    receipts = {str(mail["In-Reply-To"]): table.flat(mail) for person in table.people.values() for mail in person.mails}
    fates: Counter[str] = Counter()
    for message_id, (at, _) in came.items():
        spring, fall = (message_id in counted[tag] for tag in ("S1901M", "F1901M"))
        late = "LATE" in receipts[message_id]
        assert spring + fall + late == 1, (message_id, at, receipts[message_id])
        assert spring is (at <= deadline), (message_id, at)
        assert not (fall and crowd.written[message_id].tagged)
        fates["spring" if spring else "late" if late else "fall"] += 1
    last = {}
    for message_id in sorted(counted["S1901M"], key=came.__getitem__):
        said = crowd.written[message_id]
        last[said.power, said.unit.lower()] = said.to.lower()
    played = table.ask(
        "SELECT power, orders FROM order_sets JOIN phases ON phases.id = phase_id WHERE tag = 'S1901M' ORDER BY version"
    )
    stands = {power: moves(orders) for power, orders in played}
    assert {(power, unit, to) for power, found in stands.items() for unit, to in found} == {
        (power, unit, to) for (power, unit), to in last.items()
    }
    ((turns,),) = table.ask("SELECT count(*) FROM results")
    assert turns == 1
    return fates


def play_round_a_deadline(table, monkeypatch: pytest.MonkeyPatch, letters: int) -> Counter[str]:
    """So many people write at once while a deadline passes; how many letters count in spring, in fall and nowhere."""
    crowd = Crowd(table, letters)
    ((stored,),) = table.ask("SELECT deadline FROM phases WHERE state = 'open'")
    deadline = utc(stored)
    table.advance(LENGTH - timedelta(minutes=1))  # the reminders go out
    # Whoever looks at the clock finds it a millionth of a second later than who has looked before.
    monkeypatch.setattr(SetClock, "now", lambda clock: clock.advance(MOMENT))
    table.patience = 100
    crowd.write_all(deadline)
    table.advance(timedelta(milliseconds=5))
    fates = tell_fates(table, crowd, deadline)
    table.audit().check()
    return fates


def test_of_letters_round_a_deadline_each_counts_once_or_is_told_to_be_late(table, monkeypatch) -> None:
    """In time is what came by the deadline, to the microsecond; later letters that name no phase are for the next."""
    fates = play_round_a_deadline(table, monkeypatch, FEW)
    assert fates["spring"] >= FEW // 4
    assert fates["late"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("nth", range(ROUNDS))
def test_of_200_letters_round_a_deadline_each_counts_once_or_is_told_to_be_late(table, monkeypatch, nth: int) -> None:
    """The same with all the connections that the judge takes, again and again."""
    fates = play_round_a_deadline(table, monkeypatch, MANY)
    assert fates["spring"] >= MANY // 4, nth
    assert fates["late"] > 0
