"""Many processes on one database, any of which may die at any moment: they do together what one would do alone."""

import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, text, update

from judge.store.store import Store
from judge.store.tables import GameRow, LetterRow, MailRow, OrderSetRow, PhaseRow, ResultRow
from tests.fleet.conftest import CREW, Club, Fleet, Load
from tests.service.conftest import Judge

HOUR, NUDGE = timedelta(hours=1), timedelta(seconds=40)
OWN = ("trouble", "notice")  # kinds of mails that come of the clock's step, which one that is alone does not see
PLAYED = {
    "standard": {"convoy", "retreat"}, "colonial": {"train"}, "rapid-deployment": {"double"},
    "seismic": {"event", "wish"}, "revolutionary-modern": {"raise"},
}  # fmt: skip
"""Kinds of orders, beside moves, supports and builds, that are given in a game when it is played in earnest."""


@dataclass
class Story:
    """What happens to a fleet: a kill every second in which it gets on, and at parts of the way something more.

    Not: a third worker killed over one letter, which is taken for a letter that kills and is set aside.
    """

    letters: int  # that are written, or more
    kills_each: float = 1.0  # seconds from one to the next
    restart_at: float = 0.3  # of the letters: the database goes and comes back
    nudge_at: float = 0.6  # the clock is corrected by less than a minute, and every deadline is due
    step_at: float = 1.0  # the clock is set ahead by an hour, which nobody is to lose
    happened: list[str] = field(default_factory=list)
    victims: list[str] = field(default_factory=list)  # who is killed next; everybody, before anybody is once more
    killed: Counter[str] = field(default_factory=Counter)

    def live(self, fleet: Fleet, load: Load, chance: random.Random, patience: float) -> None:
        """Until so many letters are taken, and a little longer; whoever dies is begun anew."""
        until, next_kill, before = time.monotonic() + patience, time.monotonic() + self.kills_each, 0
        told = 0
        while time.monotonic() < until:
            load.write_orders()
            if load.taken >= told + 500:
                told = load.taken
                tell(f"{told} letters of {load.written} taken, {self.killed.total()} killed")
            if time.monotonic() > next_kill and load.progress() > before + 5 and not load.last_tries():
                self.victims = self.victims or chance.sample(sorted(CREW), len(CREW))
                victim, before = self.victims.pop(), load.progress()
                fleet.kill(victim)
                self.killed[victim] += 1
                fleet.start(victim)
                next_kill = time.monotonic() + self.kills_each
            if self._comes("restart", self.restart_at, load):
                fleet.postgres.stop()
                fleet.postgres.start()
            if self._comes("nudge", self.nudge_at, load):
                fleet.set_ahead(NUDGE)
            if self._comes("step", self.step_at, load):
                fleet.set_ahead(HOUR)
                until = min(until, time.monotonic() + 3 * self.kills_each)
            time.sleep(0.05)
        load.finish(patience)

    def _comes(self, what: str, at: float, load: Load) -> bool:
        """Whether it is time for something, once."""
        comes = load.taken >= at * self.letters and what not in self.happened
        if comes:
            self.happened.append(what)
        return comes


def settle(fleet: Fleet, store: Store, patience: float) -> None:
    """Until every letter is done and every turn that is due is played; then all mails are sent, and all stop."""
    until = time.monotonic() + patience
    wait_for(store, "SELECT count(*) FROM letters WHERE state IN ('new', 'claimed')", until)
    wait_for(
        store, "SELECT count(*) FROM games LEFT JOIN phases ON phases.game_id = games.id AND phases.state = 'open'"
        " WHERE games.state = 'forming' OR games.state = 'running' AND phases.deadline <= :now", until, fleet.now,
    )  # fmt: skip
    deciding = [name for name in CREW if not name.startswith("sender")]
    for name in deciding:
        fleet.kill(name, signal.SIGTERM)
    while any(fleet.is_alive(name) for name in deciding) and time.monotonic() < until:
        time.sleep(0.05)
    wait_for(store, "SELECT count(*) FROM mails WHERE state <> 'sent'", until)
    fleet.end()


def wait_for(store: Store, query: str, until: float, clock: Callable[[], datetime] | None = None) -> None:
    """Until there is nothing of the kind any more."""
    while time.monotonic() < until:
        with store.reading() as tx:
            if not tx.session.scalar(text(query), {"now": clock()} if clock else {}):
                return
        time.sleep(0.05)
    raise AssertionError(query)


def play_alone(club: Club, happened: Store, path: Path) -> Judge:
    """One process that gets the same letters in the order of their arrival, and each deadline between them."""
    alone = Judge(Store(f"sqlite:///{path}"))
    for engine in (alone.store.engine, alone.store.writer):
        event.listen(engine, "connect", lambda books, _record: books.execute("PRAGMA synchronous=OFF"))
    alone.store.upgrade(alone.now)
    club.found(alone.store)
    with happened.reading() as tx:
        letters = tx.session.execute(
            select(LetterRow.raw, LetterRow.recipient, LetterRow.mail_from, LetterRow.received_at)
            .where(LetterRow.peer != "command line").order_by(LetterRow.received_at, LetterRow.id)
        ).all()  # fmt: skip
        ends = tx.session.execute(
            select(GameRow.name, PhaseRow.sequence, PhaseRow.deadline, PhaseRow.opened_at, PhaseRow.state)
            .join(GameRow, GameRow.id == PhaseRow.game_id).order_by(PhaseRow.deadline, GameRow.id)
        ).all()  # fmt: skip
    # a phase that was open when all stopped is open at the end here as well, whatever came due after that
    deadlines = {(name, sequence): deadline for name, sequence, deadline, _, state in ends if state == "closed"}
    alone.now = min(opened for *_, opened, _ in ends)
    known = advance(alone, deadlines, 0)
    events = [(deadline, 1, ()) for *_, deadline, _, state in ends if state == "closed"]
    events += [(letter.received_at, 0, letter) for letter in letters]
    for moment, _, letter in sorted(events, key=lambda one: one[:2]):
        alone.now = moment
        if letter:
            alone.put(letter.raw, (letter.recipient,), letter.mail_from)
            while alone.letters.answer_some(25):
                pass
        else:
            known = advance(alone, deadlines, known)
    return alone


def advance(alone: Judge, deadlines: dict, known: int) -> int:
    """Play what is due; phases that open, whose numbers are above `known`, are due when they were with the others."""
    alone.turns.play_due(alone.now)
    with alone.store.begin() as tx:
        opened = tx.session.execute(
            select(PhaseRow.id, GameRow.name, PhaseRow.sequence)
            .join(GameRow, GameRow.id == PhaseRow.game_id).where(PhaseRow.state == "open", PhaseRow.id > known)
        ).all()  # fmt: skip
        for number, name, sequence in opened:
            deadline = deadlines.get((name, sequence))
            tx.session.execute(update(PhaseRow).where(PhaseRow.id == number).values(deadline=deadline))
    return max([known, *(number for number, *_ in opened)])


def results(store: Store) -> list[tuple]:
    with store.reading() as tx:
        rows = tx.session.execute(
            select(GameRow.name, PhaseRow.sequence, PhaseRow.tag, PhaseRow.state, PhaseRow.position, ResultRow.turn)
            .join(GameRow, GameRow.id == PhaseRow.game_id)
            .outerjoin(ResultRow, ResultRow.phase_id == PhaseRow.id)
            .order_by(GameRow.name, PhaseRow.sequence)
        )
        return [(*key, sorted_lists(position), sorted_lists(turn)) for *key, position, turn in rows]


def sorted_lists(document: Any) -> Any:
    """A document without what depends on which of two letters of one moment was read first."""
    if isinstance(document, dict):
        return {key: sorted_lists(value) for key, value in document.items()}
    if isinstance(document, list):
        return sorted(map(sorted_lists, document), key=str)
    return document


def mails(store: Store) -> Counter:
    """How many mails of each kind everybody got."""
    with store.reading() as tx:
        rows = tx.session.execute(select(MailRow.recipient, MailRow.kind).where(MailRow.kind.not_in(OWN)))
        return Counter(tuple(row) for row in rows)


def kinds_given(store: Store) -> dict[str, set[str]]:
    """What kinds of orders were given in the games of each variant."""
    with store.reading() as tx:
        rows = tx.session.execute(
            select(GameRow.variant, OrderSetRow.orders)
            .join(PhaseRow, PhaseRow.id == OrderSetRow.phase_id).join(GameRow, GameRow.id == PhaseRow.game_id)
        )  # fmt: skip
        found: dict[str, set[str]] = {}
        for variant, document in rows:
            found.setdefault(variant, set()).update(order["order"] for order in document["orders"])
    return found


def tell(what: str) -> None:
    """A line for whoever watches with -s, and of a test that fails."""
    sys.stdout.write(f"\n{datetime.now(UTC):%H:%M:%S} {what}\n")
    sys.stdout.flush()


def check_the_books(fleet: Fleet, store: Store, load: Load, sink) -> None:
    """Nothing is lost and nothing is doubled, and the keeper knows of the clock once."""
    with store.reading() as tx:
        states = Counter(tx.session.scalars(select(LetterRow.state)))
        kept = tx.session.scalar(text("SELECT count(*) + sum(duplicates) FROM letters"))
        receipts = Counter(
            tx.session.scalars(
                select(MailRow.letter_id).where(MailRow.kind == "receipt", MailRow.letter_id.is_not(None))
            )
        )
        closed = set(tx.session.scalars(select(PhaseRow.id).where(PhaseRow.state == "closed")))
        played = Counter(tx.session.scalars(select(ResultRow.phase_id)))
        out = dict(tx.session.execute(select(MailRow.message_id, MailRow.raw)).all())
        letters = set(tx.session.scalars(select(LetterRow.id)))
        outages = tx.session.scalars(select(MailRow.key).where(MailRow.key.startswith("trouble/outage/"))).all()
    assert load.taken == load.written
    assert set(states) == {"done"}, states
    assert kept >= load.written  # a letter whose 250 was lost came once more
    assert kept - load.written <= load.again
    assert receipts == dict.fromkeys(letters, 1)
    assert played == dict.fromkeys(closed, 1)
    assert set(sink.copies) == set(out)
    again = 0
    for number, copies in sink.copies.items():
        assert set(copies) == {out[number]}
        again += len(copies) - 1
    killed = sum(count for name, count in fleet.killed.items() if name.startswith("sender"))
    # what a sender had in hand when it died, or its lease ended with the clock's step
    assert again <= 50 * (killed + 2)
    assert len(outages) == 1


def live_through(tmp_path: Path, postgres, sink, club: Club, story: Story, *, seed: str, lease: int, patience: float,
                 own_reader: bool) -> dict[str, set[str]]:  # fmt: skip
    """The kinds of orders that were given in the games of each variant."""
    chance = random.Random(seed)
    store = Store(postgres.url)
    store.upgrade(datetime.now(UTC))
    club.found(store)
    fleet = Fleet(tmp_path, postgres, sink, variants=club.variants, lease=lease, own_reader=own_reader)
    try:
        fleet.start(*CREW)
        load = Load(fleet, store, chance)
        story.live(fleet, load, chance, patience)
        settle(fleet, store, patience)
    finally:
        fleet.end()
    tell(f"{load.taken} letters taken, tried once more {load.again} times; killed: {dict(story.killed)}")
    assert story.happened == ["restart", "nudge", "step"]
    check_the_books(fleet, store, load, sink)
    given = kinds_given(store)
    tell(f"the books are right: {len(results(store))} phases, with {given}")
    alone = play_alone(club, store, tmp_path / "alone.sqlite")
    assert results(alone.store) == results(store)
    assert mails(alone.store) == mails(store)
    tell("one judge that is alone has come to the same")
    alone.store.dispose()
    store.dispose()
    return given


@pytest.mark.timeout(600)
def test_a_fleet_that_is_killed_again_and_again_does_what_one_judge_would_do(tmp_path: Path, postgres, sink) -> None:
    """Two variants, for a turn or two; the long form does it with all five and twenty thousand letters."""
    club = Club(games=3, people=10, length=timedelta(seconds=2), variants=("standard", "rapid-deployment"))
    story = Story(letters=30, kills_each=0.5)
    live_through(tmp_path, postgres, sink, club, story, seed="a few", lease=2, patience=200, own_reader=True)


@pytest.mark.soak
@pytest.mark.timeout(14_400)
def test_a_fleet_of_three_hundred_games_does_what_one_judge_would_do(tmp_path: Path, postgres, sink) -> None:
    """Twenty thousand letters, and a kill in every second."""
    club = Club(games=300, people=330, length=timedelta(seconds=90))
    story = Story(letters=20_000)
    given = live_through(tmp_path, postgres, sink, club, story, seed="many", lease=10, patience=5_400, own_reader=False)
    assert set(story.killed) == set(CREW)
    for variant, kinds in PLAYED.items():
        assert {"move", "support", "build"} | kinds <= given[variant]
