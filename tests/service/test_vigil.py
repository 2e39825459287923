"""The vigil: a judge that was not at work, a clock that jumps ahead, and one that is set back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.utils import format_datetime

import pytest
from sqlalchemy import select

from judge.service.vigil import Vigil
from judge.store.tables import HeartbeatRow, MailRow
from judge.wire.clock import SteadyClock

KEEPER = "keeper@judge.example"
LIMIT = timedelta(minutes=15)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Machine:
    """A machine whose clock can be set, and that counts the time that goes by beside it."""

    def __init__(self, at: datetime) -> None:
        self.at, self.counted = at, 0.0

    def now(self) -> datetime:
        return self.at

    def seconds_until(self, moment: datetime) -> float:
        return (moment - self.at).total_seconds()

    def go_on(self, by: timedelta) -> None:
        self.at += by
        self.counted += by.total_seconds()


@pytest.fixture
def machine() -> Machine:
    return Machine(datetime(2027, 1, 4, 12, tzinfo=UTC))


@pytest.fixture
def keep_vigil(judge, machine: Machine) -> Callable[[], Vigil]:
    """A process of the judge that begins its vigil; the judge's people live by its clock."""

    def begin(limit: timedelta = LIMIT) -> Vigil:
        clock = SteadyClock(machine)
        house = replace(judge.house, clock=clock.now, keeper=KEEPER)
        return Vigil(judge.store, house, clock, limit, lambda: machine.counted)

    return begin


def mails_to(judge, address: str) -> list[str]:
    with judge.store.reading() as tx:
        raws = tx.session.scalars(select(MailRow.raw).where(MailRow.recipient == address).order_by(MailRow.id)).all()
    return [
        " ".join(message_from_bytes(raw, policy=policy.default).get_body(("plain",)).get_content().split())
        for raw in raws
    ]


def beat(judge) -> datetime | None:
    with judge.store.reading() as tx:
        return tx.session.scalars(select(HeartbeatRow.at)).first()


def test_an_outage_over_a_deadline_moves_it_on_before_anything_is_played(judge, machine, keep_vigil) -> None:
    judge.begin("cassis", "movement=6h remind=none")
    due = judge.game().phase.deadline
    vigil = keep_vigil()
    machine.at = due - HOUR
    vigil.look()
    assert beat(judge) == due - HOUR
    machine.go_on(2 * HOUR)
    keep_vigil().look()  # another process: the first one died
    judge.now = machine.at
    judge.work()
    assert judge.game().phase.deadline == due + 2 * HOUR
    assert judge.game().phase.position.phase.tag == "S1901M"
    assert "The deadline is moved on, so that nobody has less time." in mails_to(judge, "anna@home.example")[-1]
    (told,) = mails_to(judge, KEEPER)
    assert "The judge stood still for 2 hours" in told
    assert "in cassis." in told
    assert beat(judge) == due + HOUR


def test_a_short_stop_moves_nothing(judge, machine, keep_vigil) -> None:
    judge.begin("cassis", "movement=6h remind=none")
    due = judge.game().phase.deadline
    machine.at = due - 5 * MINUTE
    keep_vigil().look()
    machine.go_on(LIMIT)
    keep_vigil().look()
    assert judge.game().phase.deadline == due
    assert mails_to(judge, KEEPER) == []


def test_a_judge_that_is_always_at_work_moves_nothing(judge, machine, keep_vigil) -> None:
    judge.begin("cassis", "movement=6h remind=none")
    due, vigil = judge.game().phase.deadline, keep_vigil()
    for _ in range(60):
        vigil.look()
        machine.go_on(7 * MINUTE)
    assert judge.game().phase.deadline == due
    assert mails_to(judge, KEEPER) == []


def test_a_clock_that_jumps_ahead_takes_nobodys_time(judge, machine, keep_vigil) -> None:
    """By less than an outage, and all the same: two minutes go by, and the clock shows twelve more."""
    judge.begin("cassis", "movement=6h remind=none")
    due, vigil = judge.game().phase.deadline, keep_vigil()
    machine.at = due - 8 * MINUTE
    vigil.look()
    machine.go_on(2 * MINUTE)
    machine.at += 10 * MINUTE
    vigil.look()
    assert judge.game().phase.deadline == machine.at + HOUR
    (told,) = mails_to(judge, KEEPER)
    assert "The judge stood still for 10 minutes" in told


def test_a_clock_that_is_set_back_makes_time_stand_still_and_the_keeper_is_told_once(
    judge, machine, keep_vigil
) -> None:
    vigil = keep_vigil()
    vigil.look()
    shown = machine.at
    machine.go_on(MINUTE * 2)
    machine.at -= 3 * HOUR
    for _ in range(3):
        vigil.look()
        machine.go_on(MINUTE)
    assert vigil._clock.now() == shown
    (told,) = mails_to(judge, KEEPER)
    assert "The clock of the judge's machine is behind by 2 hours 58 minutes" in told
    assert "judge clock --believe" in told
    machine.go_on(3 * HOUR)
    vigil.look()
    assert vigil._clock.now() == machine.at
    assert len(mails_to(judge, KEEPER)) == 1


def test_a_judge_that_starts_with_a_clock_set_back_waits_from_where_it_was(judge, machine, keep_vigil) -> None:
    keep_vigil().look()
    shown = machine.at
    machine.at -= 30 * MINUTE
    vigil = keep_vigil()
    vigil.look()
    assert vigil._clock.now() == shown
    assert len(mails_to(judge, KEEPER)) == 1


def test_a_clock_that_is_believed_again_goes_on_and_what_opened_ahead_of_it_is_open_now(
    judge, machine, keep_vigil
) -> None:
    judge.begin("cassis")
    keep_vigil().look()
    machine.at -= 9 * HOUR
    with judge.store.begin() as tx:
        tx.take_clock_back(machine.at)
    assert judge.game().phase.opened_at == machine.at
    vigil = keep_vigil()
    vigil.look()
    assert vigil._clock.now() == machine.at
    assert mails_to(judge, KEEPER) == []


def test_without_a_limit_no_vigil_is_kept(judge, machine, keep_vigil) -> None:
    vigil = keep_vigil(timedelta(0))
    vigil.look()
    assert beat(judge) is None


def test_what_our_own_host_took_in_time_counts_after_a_stop_and_the_senders_date_never_does(judge) -> None:
    """A short stop over the deadline, which moves nothing: one letter came before it, one says that it did."""
    start = judge.begin("cassis", "movement=6h remind=none nmr=disorder")
    due = judge.game().phase.deadline
    anna, bert = (str(start[name]["Reply-To"]) for name in ("anna", "bert"))
    for name, to, text, at, dated in (
        ("anna", anna, "A Vie - Gal", due - MINUTE, due + HOUR),
        ("bert", bert, "F Lon - NTH", due + MINUTE, due - HOUR),
    ):
        judge.now = at
        head = f"From: {name}@home.example\r\nTo: {to}\r\nMessage-ID: <{name}@x>\r\nDate: {format_datetime(dated)}\r\n"
        judge.put(f"{head}\r\n{text}\r\n".encode(), (to,), f"{name}@home.example")
    judge.now = due + 10 * MINUTE
    judge.work()
    assert judge.game().phase.position.phase.tag == "F1901M"
    units = {unit.at for unit in judge.game().phase.position.units}
    assert "gal" in units
    assert {"lon", "nth"} & units == {"lon"}


def test_of_several_processes_one_gives_back_the_time_that_a_clock_has_jumped_over(judge, machine, keep_vigil) -> None:
    """The others find that it is done, however long they were idle."""
    judge.begin("cassis", "movement=6h remind=none")
    due = judge.game().phase.deadline
    machine.at = due - HOUR / 2
    watching = [keep_vigil() for _ in range(3)]
    for vigil in watching:
        vigil.look()
        machine.go_on(MINUTE / 4)
    machine.at += HOUR
    for vigil in (*watching, *watching):
        vigil.look()
        machine.go_on(MINUTE / 4)
    assert judge.game().phase.moved == 1
    assert len([text for text in mails_to(judge, KEEPER) if "stood still" in text]) == 1


def test_a_clock_set_back_under_several_processes_is_told_of_once(judge, machine, keep_vigil) -> None:
    watching = [keep_vigil() for _ in range(3)]
    for vigil in watching:
        vigil.look()
        machine.go_on(MINUTE / 4)
    machine.at -= HOUR
    for vigil in (*watching, *watching):
        vigil.look()
    assert len(mails_to(judge, KEEPER)) == 1


def test_one_process_at_work_is_enough(judge, machine, keep_vigil) -> None:
    """Who stood still alone finds the heartbeat of another, and moves nothing."""
    judge.begin("cassis", "movement=6h remind=none")
    due = judge.game().phase.deadline
    machine.at = due - HOUR / 2
    frozen, awake = keep_vigil(), keep_vigil()
    for _ in range(60):
        awake.look()
        machine.go_on(MINUTE)
    frozen.look()
    assert judge.game().phase.deadline == due
