"""How many answers the sender of a letter gets, so that nobody is flooded with them and no machine talks on for ever.

A proven letter over its budget has its effect all the same; its trace says why it was not answered.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import structlog

from judge.desk.admission import NOT_PROVEN, WRONG_PASSWORD
from judge.desk.front import Session
from judge.game.letters import Letter
from judge.store.transaction import Transaction

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Why a letter that was proven has done nothing.
TALK, USELESS = "talk", "nothing in it could be done"
STRANGERS_ANSWERS = (3, 3)  # in an hour and in a day, while nobody has confirmed the address
STRANGERS_OF_A_BOX = (20, 40)  # all together that differ in what follows a `+`, which mostly is one mailbox
ANSWERS = (100, 500)  # of any kind
# Letters of each kind that are answered, in an hour and in a day. Talk may be a machine's that answers every mail.
BUDGETS = {NOT_PROVEN: (20, 100), USELESS: (20, 100), TALK: (3, 10)}
AT_ONCE_AFTER = timedelta(seconds=10)  # talk that comes so soon after a mail of ours is no person's, who reads it first
WRONG_PASSWORDS = (10, 30)  # after that no password is looked at

log = structlog.get_logger(__name__)


def within_budget(tx: Transaction, session: Session, sender: str, now: datetime) -> bool:
    """Whether the sender of a letter may get one more answer; see BUDGETS."""
    player = session.speaker.player
    if player is None or not player.confirmed:
        return _is_below(tx.answers_since, sender, now, STRANGERS_ANSWERS) and (
            "+" not in sender or _is_below(tx.answers_to_box, sender, now, STRANGERS_OF_A_BOX)
        )
    kind = reason_of(session) if session.speaker.proven else NOT_PROVEN
    alike = (NOT_PROVEN, WRONG_PASSWORD) if kind == NOT_PROVEN else (kind,)
    below = kind not in BUDGETS or _is_below(partial(tx.letters_since, reasons=alike), sender, now, BUDGETS[kind])
    return below and (
        tx.answers_at_most(sender, now - DAY) < min(ANSWERS) or _is_below(tx.answers_since, sender, now, ANSWERS)
    )


def may_try_password(tx: Transaction, sender: str, now: datetime) -> bool:
    """Whether a password in a letter that came under this address is looked at; see WRONG_PASSWORDS."""
    return _is_below(partial(tx.letters_since, reasons=(WRONG_PASSWORD,)), sender, now, WRONG_PASSWORDS)


def note_over_budget(tx: Transaction, letter_id: int, now: datetime) -> None:
    """Say in the trace of a letter why it is not answered."""
    tx.note("budget", "not answered: its sender has had as many answers as he may get for now", now, letter=letter_id)
    log.warning("letter.budget", letter=letter_id)


def answers_at_once(tx: Transaction, letter: Letter) -> bool:
    """Whether a letter came so soon after a mail to its sender that nobody can have read it.

    Rule: RFC 3834 leaves it to a responder to mark its answers, and not all do; one answer each way is enough.
    """
    return tx.wrote_between(letter.sender, letter.received_at - AT_ONCE_AFTER, letter.received_at)


def reason_of(session: Session) -> str:
    """The reason a letter is closed with: the desk's own, else what has become of its lines."""
    if session.reason or session.state != "done" or any(line.fate == "ok" for line in session.lines):
        return session.reason
    return TALK if _is_talk(session) else USELESS


def is_remark(session: Session) -> bool:
    """Whether a letter is talk and answers no question of ours, about which it would have to be told something."""
    return _is_talk(session) and session.incoming.recipient.kind != "confirm"


def _is_talk(session: Session) -> bool:
    """Whether a letter was read and nothing in it asks for anything."""
    asks = any(line.fate in ("ok", "error") for line in session.lines)
    return session.state == "done" and not asks and not session.incoming.letter.trouble


def _is_below(count: Callable[[str, datetime], int], sender: str, now: datetime, most: tuple[int, int]) -> bool:
    """Whether there are fewer in the last hour and in the last day; one look is enough for most senders."""
    today = count(sender, now - DAY)
    return today < most[1] and (today < most[0] or count(sender, now - HOUR) < most[0])
