"""The keeper of the judge at the command line: what he says about a game is done as a master's letter would be."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from judge.desk.front import Incoming, Session, begin_as_keeper, finish, wanted
from judge.errors import MisuseError
from judge.mail.addresses import Recipient, host_of, tagged
from judge.mail.dedupe import fingerprint
from judge.mail.reading import read_letter
from judge.reports.receipts import keepers_answer
from judge.service.house import House
from judge.service.letters import Letters, take_next
from judge.store.arrivals import Arrival
from judge.store.store import Store
from judge.wire.reader import Reader

PEER = "command line"


@dataclass(frozen=True, slots=True)
class KeepersAnswer:
    """What came of some lines, in words; `refused` when one of them could not be done."""

    text: str
    refused: bool


def say_as_keeper(store: Store, house: House, reader: Reader, game: str, lines: str) -> KeepersAnswer:
    """Do what some lines of the keeper's ask of a game, after every letter that has come in before them.

    Shape: they are kept as a letter, done and closed in one transaction, so that the log and `judge trace` know them.
    Refuses: MisuseError when there is no such game.
    """
    with store.reading() as tx:
        if tx.game(game, lock=False) is None:
            raise MisuseError(f"there is no game {game}; `judge games --all` lists them")
    Letters(store, house, reader).answer_all(house.clock())
    now = house.clock()
    office = house.office(now, f"keeper/{game}/{now.isoformat()}")
    sender = house.keeper or f"keeper@{host_of(house.address)}"
    raw = _letter(house, sender, game, lines)
    to = tagged(house.address, game)
    letter = read_letter(raw, recipient=to, received_at=now, judge_address=house.address, mail_from=sender)
    arrival = Arrival(
        raw=raw, mail_from=sender, recipients=(to,), peer=PEER, received_at=now, fingerprint=fingerprint(raw)
    )  # fmt: skip
    with store.begin() as tx:
        number = tx.keep(arrival, now)
        found = tx.game(game)
        if found is None:
            raise MisuseError(f"there is no game {game} any more")
        recipient = Recipient(kind="game", game=found.name)
        session = begin_as_keeper(Incoming(id=number, letter=letter, recipient=recipient), found)
        while (wants := wanted(session)) is not None:
            session, effects = take_next(office, tx, session, wants)
            tx.apply(effects, now=now, letter=number, freeze=house.freezer(now))
        about = tuple(one for name in session.concerned if (one := tx.game(name)) is not None)
        tx.apply(finish(office, session, games=about), now=now, letter=number, freeze=house.freezer(now))
        tx.note_reading(number, sender=sender, message_id=letter.message_id)
        tx.close_letter(number, "done", session.reason, now)
    return _answer(session)


def _letter(house: House, sender: str, game: str, lines: str) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, tagged(house.address, game), "the keeper's words"
    letter["Date"], letter["Message-ID"] = format_datetime(house.clock()), make_msgid(domain=host_of(house.address))
    letter.set_content(lines.rstrip() + "\n")
    return letter.as_bytes()


def _answer(session: Session) -> KeepersAnswer:
    refused = not session.lines or any(line.fate != "ok" for line in session.lines)
    return KeepersAnswer(keepers_answer(session.lines, session.sections), refused)
