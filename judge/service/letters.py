"""Answers letters: from the stored bytes to effects and the answer, in one transaction for each letter."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog

from judge.desk.effects import Effect, Post
from judge.desk.front import Incoming, Session, begin, finish, take, wanted
from judge.desk.office import Office
from judge.errors import crash_point
from judge.game.letters import Letter
from judge.mail.addresses import Recipient, read_recipient
from judge.mail.reading import read_letter
from judge.service.house import House
from judge.store.inbox import ClosedState, StoredLetter
from judge.store.store import Store
from judge.store.transaction import Transaction

LEASE = timedelta(minutes=2)
HOURLY_BUDGET = 20
DAILY_BUDGET_OF_STRANGERS = 3

log = structlog.get_logger(__name__)


class Letters:
    """Reads the letters that wait, oldest first, and answers each exactly once."""

    def __init__(self, store: Store, house: House) -> None:
        self._store, self._house = store, house

    def answer_next(self) -> bool:
        """Answer the letter that has waited longest; False when none waits.

        Shape: a letter that cannot be handled goes back to the queue, and after three attempts is set aside for
        the keeper.
        """
        with self._store.begin() as tx:
            stored = tx.claim_letter(self._house.clock(), LEASE)
        if stored is None:
            return False
        try:
            self._answer(stored)
        except Exception as trouble:
            log.exception("letter.trouble", letter=stored.id, attempts=stored.attempts)
            with self._store.begin() as tx:
                tx.fail_letter(stored.id, repr(trouble), self._house.clock())
        return True

    def answer_some(self, most: int) -> bool:
        """Answer up to so many letters; whether there may be more."""
        return all(self.answer_next() for _ in range(most))

    def answer_all(self, before: datetime) -> None:
        """Answer every letter that had arrived by then."""
        while self._waiting(before) and self.answer_next():
            pass

    def _waiting(self, before: datetime) -> int:
        with self._store.reading() as tx:
            return tx.letters_waiting(before)

    def _answer(self, stored: StoredLetter) -> None:
        letter = read_letter(
            stored.raw,
            recipient=stored.recipient,
            received_at=stored.received_at,
            judge_address=self._house.address,
            mail_from=stored.mail_from,
        )
        now = self._house.clock()
        with self._store.begin() as tx:
            state, reason = self._decide(tx, stored, letter, now)
            tx.note_reading(stored.id, sender=letter.sender, message_id=letter.message_id)
            tx.close_letter(stored.id, state, reason, now)
            crash_point("letter-answered")
        crash_point("letter-committed")
        log.info("letter.read", letter=stored.id, state=state, reason=reason)

    def _decide(self, tx: Transaction, stored: StoredLetter, letter: Letter, now: datetime) -> tuple[ClosedState, str]:
        """Apply everything the letter asks for; the state and reason it is closed with."""
        if letter.robot:
            return "ignored", letter.robot
        recipient = read_recipient(stored.recipient, self._house.address)
        if recipient is None or recipient.kind == "bounce":
            return "ignored", "it is a returned mail" if recipient else "it is not addressed to this judge"
        office = Office(now=now, secret=self._house.secret, address=self._house.address, seed=secrets.token_hex(16))
        session, effects = _open(office, tx, stored, letter, recipient)
        twin = tx.same_message(letter.sender, letter.message_id, stored.id)
        if twin is not None and twin.fingerprint == stored.fingerprint:
            if twin.state != "held" or not session.speaker.proven:
                return "ignored", f"it is the same as letter {twin.id}"
            tx.drop_letter(twin.id, f"letter {stored.id} is the same and proves who wrote it", now)
        self._apply(tx, effects, session, letter, stored.id, now)
        session = self._converse(office, tx, session, stored.id, letter)
        return session.state, session.reason

    def _converse(self, office: Office, tx: Transaction, session: Session, letter_id: int, letter: Letter) -> Session:
        """Take the letter's lines one after the other, each on what the ones before have left."""
        while (wants := wanted(session)) is not None:
            game = tx.game(wants.game) if wants.game else None
            session, effects = take(
                office,
                session,
                game=game,
                listings=tx.listings() if wants.listings else (),
                history=tx.turns(game.id) if wants.history and game is not None else (),
            )
            self._apply(tx, effects, session, letter, letter_id, office.now)
        games = tuple(game for name in session.concerned if (game := tx.game(name)) is not None)
        self._apply(tx, finish(office, session, games=games), session, letter, letter_id, office.now)
        return session

    def _apply(
        self,
        tx: Transaction,
        effects: Sequence[Effect],
        session: Session,
        letter: Letter,
        letter_id: int,
        now: datetime,
    ) -> None:
        if session.budgeted and not _within_budget(tx, letter.sender, now):
            kept = tuple(effect for effect in effects if not isinstance(effect, Post))
            if len(kept) < len(effects):
                log.warning("letter.budget", letter=letter_id)
            effects = kept
        tx.apply(effects, now=now, letter=letter_id, freeze=self._house.freezer(now))


def _open(
    office: Office, tx: Transaction, stored: StoredLetter, letter: Letter, recipient: Recipient
) -> tuple[Session, tuple[Effect, ...]]:
    """The letter on the desk, before any of its lines is taken."""
    player = tx.player_by_address(letter.sender)
    return begin(
        office,
        Incoming(id=stored.id, letter=letter, recipient=recipient, released=stored.proven),
        player=player,
        games=tx.games_of(player.id) if player else (),
        addressed=tx.game(recipient.game) if recipient.game else None,
        held=tuple(held.id for held in tx.held_letters(letter.sender)),
    )


def _within_budget(tx: Transaction, sender: str, now: datetime) -> bool:
    """Whether a sender who is not proven may get one more answer.

    Rule: at most 20 answers an hour to an address, and 3 a day while it is nobody's.
    """
    if tx.answers_since(sender, now - timedelta(hours=1)) >= HOURLY_BUDGET:
        return False
    known = tx.player_by_address(sender) is not None
    return known or tx.answers_since(sender, now - timedelta(days=1)) < DAILY_BUDGET_OF_STRANGERS
