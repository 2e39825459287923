"""Answers letters: from the stored bytes to effects and the answer, each letter whole in one transaction."""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import structlog

from judge.desk.admission import said_to_be
from judge.desk.bans import BANNED, addresses_of, ban_of, turn_away
from judge.desk.effects import Effect, Post
from judge.desk.front import NOTHING_KEPT, Incoming, Session, Wants, begin, finish, may_know, take, wanted
from judge.desk.holding import lapse
from judge.desk.identity import identify
from judge.desk.office import Archive, Office
from judge.desk.snapshot import Game, TraceEvent
from judge.desk.spans import no_past
from judge.errors import ConflictError, ReadingError, crash_point
from judge.game.letters import Letter
from judge.language.commands import read_statements
from judge.mail.addresses import Recipient, host_of, read_recipient
from judge.mail.headers import glimpse_message_id
from judge.mail.proofs import DomainProof, offers_proof, prove
from judge.mail.robots import sounds_automatic
from judge.service.budgets import (
    DAY,
    HOUR,
    answers_at_once,
    is_remark,
    may_try_password,
    note_over_budget,
    reason_of,
    within_budget,
)
from judge.service.house import House
from judge.service.keeping import report_shunted
from judge.service.returns import take_bounce
from judge.store.inbox import NEVER, ClosedState, StoredLetter
from judge.store.store import Store, is_outage
from judge.store.transaction import Transaction
from judge.wire.logs import hide_in_text
from judge.wire.reader import Reader

AT_ONCE = 25  # letters that are claimed, and read, together
LONGEST = 0.05  # seconds for which letters that come in may have to wait for a transaction that answers others
LEASE = timedelta(minutes=2)
UNASKED = "nobody was asked about it: too many letters came under its address"
Read = tuple[StoredLetter, Letter | ReadingError]

log = structlog.get_logger(__name__)


class Letters:
    """Reads the letters that wait, oldest first, and answers each exactly once."""

    def __init__(self, store: Store, house: House, reader: Reader, lease: timedelta = LEASE) -> None:
        self._store, self._house, self._reader, self._lease = store, house, reader, lease
        self.held: tuple[int, ...] = ()
        self._owed: tuple[int, ...] = ()

    def answer_some(self, most: int, by: datetime = NEVER) -> bool:
        """Answer up to so many letters, those that have waited longest, in their order; whether there may be more.

        Shape: only those that had come in `by` then; `held` are those that it has in hand.
        Shape: a letter that cannot be handled goes back to the queue, with those of its sender that came with it, and
        after three attempts is set aside for the keeper.
        Refuses: ReaderError, or the database's trouble; then no letter is to blame.
        """
        self._reader.start()
        self._give_back()
        now = self._house.clock()
        with self._store.begin(knowing=True) as tx:
            claimed = tx.claim_letters(now, self._lease, most, by)
            if claimed:
                crash_point("letters-claiming")
        if claimed:
            crash_point("letters-claimed")
        self.held = tuple(letter.id for letter in claimed)
        left, read = list(claimed), list[Letter | ReadingError]()
        back, stuck = list[StoredLetter](), set[str]()
        try:
            for letter in self._reader.read_each(claimed):
                read.append(letter)
                if len(read) < len(left) and self._reader.has_next():
                    continue
                back += self._deal_with(list(zip(left, read, strict=False)), stuck)
                del left[: len(read)]
                read.clear()
        finally:
            self.held, self._owed = (), tuple(stored.id for stored in (*back, *left))
        self._give_back()
        return bool(claimed)

    def answer_all(self, before: datetime) -> None:
        """Answer every letter that had arrived by then, but those that another worker has in hand."""
        while self._waiting(before) and self.answer_some(AT_ONCE, before):
            pass

    def _give_back(self) -> None:
        """Letters that were claimed and not dealt with wait again; once more later, where the database is away now."""
        if self._owed:
            with self._store.begin(knowing=True) as tx:
                tx.give_back(self._owed)
            self._owed = ()

    def _deal_with(self, run: list[Read], stuck: set[str]) -> list[StoredLetter]:
        """Answer letters that are read; those that must wait, because an earlier one of their sender went wrong.

        Shape: many are answered in one transaction. Where that fails nothing has happened, and it is done again letter
        by letter; of one that fails alone it is noted what went wrong, and its sender is `stuck`.
        """
        back, together = list[StoredLetter](), self._store.together
        while True:
            back += [stored for stored, _ in run if stored.mail_from in stuck]
            run = [one for one in run if one[0].mail_from not in stuck]
            if not run:
                return back
            some = run[: 1 if isinstance(run[0][1], ReadingError) else together]
            try:
                answered = self._answer(some)
            except Exception as trouble:
                if is_outage(trouble):
                    raise
                if len(some) > 1:
                    log.warning("letters.again", letters=[stored.id for stored, _ in some], trouble=repr(trouble))
                    together = 1
                    continue
                self._note_trouble(*some[0], trouble)
                stuck |= {some[0][0].mail_from} - {""}
                answered = 1
            del run[:answered]

    def _note_trouble(self, stored: StoredLetter, letter: Letter | ReadingError, trouble: Exception) -> None:
        log.exception("letter.trouble", letter=stored.id, attempts=stored.attempts)
        with self._store.begin() as tx:
            # so that the keeper can trace it
            if isinstance(letter, Letter):
                tx.note_reading(stored.id, sender=letter.sender, message_id=letter.message_id)
            else:
                tx.note_reading(stored.id, sender="", message_id=glimpse_message_id(stored.raw))
            tx.fail_letter(stored.id, hide_in_text(repr(trouble)), self._house.clock())
            report_shunted(tx, self._house, self._house.clock())

    def lapse(self, now: datetime) -> None:
        """Letters that nobody has confirmed in time wait no longer, and their senders are told."""
        with self._store.reading() as tx:
            waiting = tx.waiting_letters()
        for letter in waiting:
            office = self._house.office(now, f"lapse/{letter.id}")
            try:
                with self._store.begin() as tx:
                    player = tx.player_by_address(letter.sender)
                    effects = lapse(office, letter, player, tx.games_of(player.id) if player else ())
                    tx.apply(effects, now=now, letter=letter.id, freeze=self._house.freezer(now))
            except ConflictError:  # it has just been confirmed
                log.info("letter.confirmed", letter=letter.id)

    def _waiting(self, before: datetime) -> int:
        with self._store.reading() as tx:
            return tx.letters_waiting(before)

    def _prove(self, stored: StoredLetter, letter: Letter | ReadingError) -> DomainProof:
        """What proves the letter besides its own words, worked out before any transaction, since the DNS is asked."""
        if isinstance(letter, ReadingError) or not offers_proof(stored.raw):
            return ""
        with self._store.reading() as tx:
            if not self._wants_proof(tx, stored, letter):
                return ""
        return prove(
            stored.raw,
            recipient=stored.recipient,
            judge_address=self._house.address,
            received_at=stored.received_at,
            authserv_id=self._house.authserv_id,
            look_up=self._house.names(),
        )

    def _wants_proof(self, tx: Transaction, stored: StoredLetter, letter: Letter) -> bool:
        """Whether a signature is to be looked at.

        Not: a letter that needs no such proof, having a token, or that can use none, its sender being unknown here.
        """
        recipient = read_recipient(stored.recipient, self._house.address)
        if letter.robot or stored.proven or recipient is None or recipient.kind == "bounce":
            return False
        player = tx.player_by_address(letter.sender)
        if player is None or not player.confirmed:
            return False
        games = tx.games_of(player.id)
        return not identify(letter, recipient, player=player, games=games, secret=self._house.secret).proven

    def _answer(self, run: Sequence[Read]) -> int:
        """Answer letters in one transaction, from the first on; how many of them, one at least.

        Shape: it ends before a letter that could not be read or whose signature is to be looked at, and when others
        have waited long enough for the database.
        """
        signed = self._prove(*run[0])
        until = time.monotonic() + LONGEST
        closed: list[tuple[StoredLetter, ClosedState, str, DomainProof]] = []
        with self._store.begin(knowing=True) as tx:
            for stored, letter in run:
                if closed and (time.monotonic() > until or self._must_wait(tx, stored, letter)):
                    break
                if isinstance(letter, ReadingError):
                    raise letter
                crash_point("letter-read")
                now = self._house.clock()
                state, reason = self._decide(tx, stored, letter, signed, now)
                tx.close_letter(stored.id, state, reason, now, read=(letter.sender, letter.message_id))
                closed.append((stored, state, reason, signed))
                self._reader.go_on()
                signed = ""  # the next one has none that was looked at
                crash_point("letter-answered")
        for stored, state, reason, proof in closed:
            crash_point("letter-committed")
            log.info("letter.read", letter=stored.id, state=state, reason=reason, signed=proof)
        return len(closed)

    def _must_wait(self, tx: Transaction, stored: StoredLetter, letter: Letter | ReadingError) -> bool:
        """Whether a letter needs more than the transaction in which those before it are answered."""
        return isinstance(letter, ReadingError) or (offers_proof(stored.raw) and self._wants_proof(tx, stored, letter))

    def _decide(
        self, tx: Transaction, stored: StoredLetter, letter: Letter, signed: DomainProof, now: datetime
    ) -> tuple[ClosedState, str]:
        """Apply everything the letter asks for; the state and reason it is closed with.

        Rule: a signature proves one letter. Who got a copy of it could send it once more, after newer orders.
        """
        recipient = read_recipient(stored.recipient, self._house.address)
        if recipient is not None and recipient.kind == "bounce":
            return "ignored", take_bounce(tx, self._house, stored, recipient, now)
        if letter.robot:
            return "ignored", letter.robot
        if recipient is None:
            return "ignored", "it is not addressed to this judge"
        tx.hold_sender(letter.sender)
        office = self._house.office(now, f"letter/{stored.id}")
        apart = partial(_is_for_another_game, self._house.address, recipient, letter)
        known, twin = tx.seen_before(letter.sender, letter.message_id, stored.fingerprint, stored.id, apart)
        if signed and known:
            tx.note("used", f"{signed} proves no second letter with this Message-ID", now, letter=stored.id)
            signed = ""
        session, effects = _open(office, tx, stored, letter, recipient, signed)
        if session.speaker.proven:
            tx.note("proven", _say_proof(session, signed), now, letter=stored.id)
        if self._turned_away(tx, session, now):
            return "ignored", BANNED
        if twin is not None:
            if twin.state != "held" or not session.speaker.proven:
                return "ignored", f"it is the same as letter {twin.id}"
            tx.drop_letter(twin.id, f"letter {stored.id} is the same and proves who wrote it", now)
        if known and twin is None:
            tx.note(
                "same id",
                "another letter with this Message-ID came before; this one is not the same",
                now,
                letter=stored.id,
            )
        if not self._apply(tx, effects, session, letter, stored.id, now) and session.state == "held":
            # What nobody was asked about, nobody can confirm.
            return "ignored", UNASKED
        session = self._converse(office, tx, session, stored.id, letter)
        faults = sum(line.fate == "error" for line in session.lines)
        if faults:
            tx.note("refused", f"{faults} of {len(session.lines)} lines", now, letter=stored.id)
        return session.state, reason_of(session)

    def _turned_away(self, tx: Transaction, session: Session, now: datetime) -> bool:
        """Whether a letter is not taken because the keeper has banned who wrote it, who is told so once a day.

        Not: letters from the keeper's own address.
        """
        incoming, speaker = session.incoming, session.speaker
        sender = incoming.letter.sender
        if not sender or sender == self._house.keeper.lower():
            return False
        emails = addresses_of(sender, speaker.player)
        ban = ban_of(emails, tx.bans_on(emails))
        if ban is None:
            return False
        tx.note("banned", f"by the keeper's entry {ban.whom}", now, letter=incoming.id)
        told = tx.letters_since(sender, now - DAY, reasons=(BANNED,)) > 0
        effects = turn_away(incoming.id, incoming.letter, proven=speaker.proven, told=told)
        tx.apply(effects, now=now, letter=incoming.id, freeze=self._house.freezer(now))
        return True

    def _converse(self, office: Office, tx: Transaction, session: Session, letter_id: int, letter: Letter) -> Session:
        """Take the letter's lines one after the other, each on what the ones before have left."""
        while (wants := wanted(session)) is not None:
            session, effects = take_next(office, tx, session, wants)
            self._apply(tx, effects, session, letter, letter_id, office.now)
        games = tuple(game for name in session.concerned if (game := tx.game(name)) is not None)
        receipt = finish(office, session, games=games)
        if receipt and is_remark(session) and answers_at_once(tx, letter):
            text = "not answered: it asks for nothing and came at once after a mail of ours, as a machine's answer does"
            tx.note("machine", text, office.now, letter=letter_id)
        elif within_budget(tx, session, letter.sender, office.now):
            tx.apply(receipt, now=office.now, letter=letter_id, freeze=self._house.freezer(office.now))
        elif receipt:
            note_over_budget(tx, letter_id, office.now)
        return session

    def _apply(
        self,
        tx: Transaction,
        effects: Sequence[Effect],
        session: Session,
        letter: Letter,
        letter_id: int,
        now: datetime,
    ) -> bool:
        """Apply effects, of a letter without proof only as many mails as its sender may get; whether all were."""
        kept = tuple(effects)
        if not session.speaker.proven and not within_budget(tx, session, letter.sender, now):
            kept = tuple(effect for effect in effects if not isinstance(effect, Post))
            if len(kept) < len(effects):
                note_over_budget(tx, letter_id, now)
        tx.apply(kept, now=now, letter=letter_id, freeze=self._house.freezer(now))
        return len(kept) == len(effects)


def take_next(office: Office, tx: Transaction, session: Session, wants: Wants) -> tuple[Session, tuple[Effect, ...]]:
    """The next group of a letter, taken on what it wants to have loaded."""
    named = (found for name in (wants.rather, wants.game) if name and (found := tx.game(name)))
    game = next((found for found in named if may_know(session, found, _archive(tx, found))), None)
    return take(
        office,
        session,
        game=game,
        listings=tx.listings(over=wants.over) if wants.listings else (),
        history=tuple if game is None else partial(tx.turns, game.id),
        past=no_past if game is None else partial(tx.past, game.id),
        people=tx,
        archive=NOTHING_KEPT if game is None else _archive(tx, game),
        held=tx.waiting_letters,
        traced=partial(_traced, tx),
    )


def _archive(tx: Transaction, game: Game) -> Archive:
    """What is kept of a game, to be read when it is asked for."""
    return Archive(
        phases=partial(tx.phases, game.id),
        log=partial(tx.journal, game.id),
        messages=partial(tx.messages, game.id),
        nominations=partial(tx.nominations, game.id),
        invitations=partial(tx.invitations, game.id),
        invited=tx.invited,
    )


def _say_proof(session: Session, signed: DomainProof) -> str:
    """What has proven a letter: `by seat token`, `by dkim of home.example`."""
    how = session.speaker.how
    return f"by {how} of {host_of(session.speaker.email)}" if signed and how == signed else f"by {how}"


def _is_for_another_game(own_address: str, recipient: Recipient, letter: Letter, other: str) -> bool:
    """Whether a mail to the addresses of two games means each of them: it names none itself."""
    there = read_recipient(other, own_address)
    if not recipient.game or there is None or there.game in ("", recipient.game):
        return False
    return not any(getattr(one.command, "game", None) for one in read_statements(letter.lines))


def _traced(tx: Transaction, message_id: str) -> tuple[TraceEvent, ...]:
    """The life of a letter or mail without what would prove anybody."""
    return tuple(replace(event, text=hide_in_text(event.text)) for event in tx.trace(message_id))


def _open(
    office: Office,
    tx: Transaction,
    stored: StoredLetter,
    letter: Letter,
    recipient: Recipient,
    signed: DomainProof,
) -> tuple[Session, tuple[Effect, ...]]:
    """The letter on the desk, before any of its lines is taken."""
    player = tx.player_by_address(letter.sender)
    named = "" if player is not None and player.confirmed else said_to_be(read_statements(letter.lines))
    return begin(
        office,
        Incoming(
            id=stored.id,
            letter=letter,
            recipient=recipient,
            released=stored.proven,
            signed=signed,
            at_once=(recipient.kind == "confirm" or sounds_automatic(letter.lines)) and answers_at_once(tx, letter),
        ),
        player=player,
        games=tx.games_of(player.id) if player else (),
        addressed=tx.game(recipient.game) if recipient.game else None,
        held=tx.held_letters(letter.sender) if recipient.kind == "confirm" else (),
        mails=lambda: tx.mails_to_others_since(letter.sender, office.now - HOUR),
        lapsed=tx.lapsed_letters(letter.sender) if recipient.kind == "confirm" else (),
        claimants=tx.claimants(letter.sender) if recipient.kind == "confirm" else (),
        owner=tx.player_by_address(named) if named else None,
        passwords=lambda: may_try_password(tx, letter.sender, office.now),
    )
