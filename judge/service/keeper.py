"""The keeper of the judge at the command line: what he says about a game is done as a master's letter would be."""

from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from judge.desk.front import Incoming, Session, begin_as_keeper, finish, wanted
from judge.desk.snapshot import Player
from judge.errors import MisuseError
from judge.game.letters import Letter
from judge.mail.addresses import Recipient, host_of, tagged
from judge.mail.dedupe import fingerprint
from judge.mail.reading import read_letter
from judge.reports.receipts import keepers_answer
from judge.service.house import House
from judge.service.letters import Letters, take_next
from judge.store.arrivals import Arrival
from judge.store.store import Store
from judge.store.transaction import Transaction
from judge.wire.reader import Reader

PEER = "command line"
Begin = Callable[[Transaction, int, Letter], Session]  # the letter with this number is opened


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

    def begin(tx: Transaction, number: int, letter: Letter) -> Session:
        found = tx.game(game)
        if found is None:
            raise MisuseError(f"there is no game {game} any more")
        recipient = Recipient(kind="game", game=found.name)
        return begin_as_keeper(Incoming(id=number, letter=letter, recipient=recipient), found)

    session = _say(store, house, reader, tagged(house.address, game), lines, begin)
    return KeepersAnswer(keepers_answer(session.lines, session.sections), _refused(session))


def say_for_player(store: Store, house: House, reader: Reader, who: str, lines: str) -> KeepersAnswer:
    """Do what some lines ask about the addresses of a player, as if he had written them; he is told of what changes.

    Shape: `who` an address of his or his whole name; the answer names him first. Kept as in `say_as_keeper`.
    Refuses: MisuseError when it is nobody's, or several have that name.
    """
    with store.reading() as tx:
        known = _player_called(tx, who)

    def begin(tx: Transaction, number: int, letter: Letter) -> Session:
        player = tx.player(known.id)
        if player is None:
            raise MisuseError(f"there is no player {who} any more")
        return begin_as_keeper(Incoming(id=number, letter=letter, recipient=Recipient(kind="bare")), player=player)

    session = _say(store, house, reader, house.address, lines, begin)
    told = f"For {known.name} <{known.email}>:\n\n{keepers_answer(session.lines, session.sections)}"
    return KeepersAnswer(told, _refused(session))


def _player_called(tx: Transaction, who: str) -> Player:
    """The one confirmed player with this address or this whole name."""
    if "@" in who:
        found = tx.player_by_address(who)
        if found is None or not found.confirmed:
            raise MisuseError(f"nobody is registered as {who}")
        return found
    named = [one for one in tx.named(who) if one.name.lower() == " ".join(who.lower().split())]
    if len(named) != 1:
        problem = "nobody is" if not named else f"{len(named)} people are"
        raise MisuseError(f"{problem} called {who} here; name an address of the player")
    return named[0]


def _say(store: Store, house: House, reader: Reader, to: str, lines: str, begin: Begin) -> Session:
    """Some lines of the keeper's as a letter that is kept, done and closed in one transaction."""
    Letters(store, house, reader).answer_all(house.clock())
    now = house.clock()
    office = house.office(now, f"keeper/{to.partition('@')[0].partition('+')[2]}/{now.isoformat()}")
    sender = house.keeper or f"keeper@{host_of(house.address)}"
    raw = _letter(house, sender, to, lines)
    letter = read_letter(raw, recipient=to, received_at=now, judge_address=house.address, mail_from=sender)
    arrival = Arrival(
        raw=raw, mail_from=sender, recipients=(to,), peer=PEER, received_at=now, fingerprint=fingerprint(raw)
    )  # fmt: skip
    with store.begin() as tx:
        number = tx.keep(arrival, now)
        session = begin(tx, number, letter)
        while (wants := wanted(session)) is not None:
            session, effects = take_next(office, tx, session, wants)
            tx.apply(effects, now=now, letter=number, freeze=house.freezer(now))
        about = tuple(one for name in session.concerned if (one := tx.game(name)) is not None)
        tx.apply(finish(office, session, games=about), now=now, letter=number, freeze=house.freezer(now))
        tx.note_reading(number, sender=sender, message_id=letter.message_id)
        tx.close_letter(number, "done", session.reason, now)
    return session


def _letter(house: House, sender: str, to: str, lines: str) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, "the keeper's words"
    letter["Date"], letter["Message-ID"] = format_datetime(house.clock()), make_msgid(domain=host_of(house.address))
    letter.set_content(lines.rstrip() + "\n")
    return letter.as_bytes()


def _refused(session: Session) -> bool:
    return not session.lines or any(line.fate != "ok" for line in session.lines)
