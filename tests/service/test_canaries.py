"""Canaries over a whole game: a secret of one person is in no mail to another, in no log line and in no entry.

The log is kept at its lowest level. Votes, notes to the master and what is ordered are secrets as passwords are.
"""

import io
import logging
import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
import structlog
from sqlalchemy import select

from judge.mail.tokens import bounce_tag
from judge.service.letters import Letters
from judge.store.tables import EventRow, LetterRow, MailRow
from judge.wire.logs import set_up_logs

NAMES = ("max", "anna", "bert", "cleo", "dora", "emil", "fred", "gina")
OPEN_TO_ALL = ("A Vie - Gal", "A Bud - Rum", "F Tri - Alb", "A Vie S A Gal")  # once the turn is played
# What Anna writes, and who else may read it: nobody, Bert, or the master.
HERS = ("canarypassword", "canaryguess", "canarysubject", "canaryremark", "canarytypo", "canaryahead", "canaryfault")
FOR_BERT, FOR_MAX = "canarypress", "canarynote"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All that is logged, down to the lowest level, in the form in which it is kept."""
    root, stream = logging.getLogger(), io.StringIO()
    before, quiet = (root.handlers[:], root.level), {
        name: one.level for name, one in logging.Logger.manager.loggerDict.items() if hasattr(one, "level")
    }  # fmt: skip
    kept = structlog.get_config()
    set_up_logs("json", "debug", stream)
    yield stream
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    for name, level in quiet.items():
        logging.getLogger(name).setLevel(level)
    structlog.configure(**kept)


class Play:
    """A game in which Anna has secrets, Bert is curious, and Max is the master."""

    def __init__(self, judge, options: str) -> None:
        self.judge = judge
        self.start = judge.begin("cassis", f"movement=2d remind=8h draws=lists {options}")
        self.mails: list[EmailMessage] = []

    def say(self, name: str, text: str, **more: str) -> list[EmailMessage]:
        mails = self.judge.reply(self.start[name], text, **more)
        self.mails += mails
        return mails

    def write(self, name: str, text: str, **more: str) -> None:
        self.mails += self.judge.write(f"{name}@home.example", text, **more)

    def pry(self, name: str, letter: str) -> None:
        """All the questions that somebody may ask."""
        self.say(name, "STATUS\nHISTORY\nSUMMARY\nWHO\nMAP\nLIST\nHELP\nVOTE\nADDRESSES")
        self.say(name, f"LOG\nPREVIEW {self.tag}\nTRACE {letter}\nHELD\nBECOME Austria\nABSENT\nNATIONS\nLIST finished")

    @property
    def tag(self) -> str:
        return self.judge.game().phase.position.phase.tag

    def speak(self) -> None:
        """Anna says all she has to say, well and badly."""
        own = str(self.start["anna"]["Reply-To"])
        self.say(
            "anna", "SET PASSWORD canarypassword\nPRESS TO England\ncanarypress\nENDPRESS", subject="canarysubject"
        )
        self.say("anna", "PRESS TO master: canarynote\n// canaryremark\nA Vie - canarytypo\ncanaryremark, isn't it?")
        self.say("anna", f"{OPEN_TO_ALL[0]}\n{OPEN_TO_ALL[1]}\n{OPEN_TO_ALL[2]}\nVOTE CONCEDE Turkey\nSET WAIT")
        self.say("anna", "PHASE F1901M\nA Vie S A Gal\nA Bud - canaryahead\n\nTRY S1901M\nA Vie - Gal\nENDTRY")
        self.write("anna", f"SIGNON Acassis canaryguess\n{OPEN_TO_ALL[0]}", fields="Cc: bert@home.example\n")
        self.write("anna", f"SIGNON Acassis canarypassword\n{OPEN_TO_ALL[2]}", fields="Reply-To: bert@home.example\n")
        self.write("anna", "SET PASSWORD canarypassword canaryguess", to=own, fields="Reply-To: eve@client.example\n")
        self.write("eve", f"SIGNON Acassis canaryguess\n{OPEN_TO_ALL[1]}", to=own)

    def break_down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The judge fails over a letter of Anna's, and says what it was about."""

        def fail(*_args: object, **_more: object) -> None:
            raise ValueError("password canarypassword for judge+" + str(self.start["anna"]["Reply-To"])[6:])

        with monkeypatch.context() as broken:
            broken.setattr(Letters, "_decide", fail)
            self.say("anna", "SIGNON Acassis canarypassword\ncanaryfault", subject="canarysubject")

    def come_back(self) -> None:
        """A mail to Anna comes back, with all that stood in it."""
        with self.judge.store.reading() as tx:
            row = tx.session.scalars(
                select(MailRow).where(MailRow.recipient == "anna@home.example").order_by(MailRow.id.desc()).limit(1)
            ).one()
            number, raw = row.id, row.raw
        report = (
            "From: MAILER-DAEMON@mx.example\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=B\n\n"
            "--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
            "Final-Recipient: rfc822; anna@home.example\nAction: failed\nStatus: 5.1.1\n\n"
            "--B\nContent-Type: message/rfc822\n\n"
        )
        report = report.replace("\n", "\r\n").encode() + raw + b"\r\n--B--\r\n"
        secret = self.judge.house.secret
        self.judge.put(report, (f"judge+{bounce_tag(secret, str(number))}@judge.example",), "")
        self.mails += self.judge.work()


def shown(mail: EmailMessage) -> str:
    """All that a mail says, its header and its parts decoded, on one line."""
    parts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    head = [f"{name}: {value}" for name, value in mail.items()]
    return " ".join(" ".join(map(str, (*head, *parts))).split())


def reader(mail: EmailMessage) -> str:
    return str(mail["To"].addresses[0].addr_spec).partition("@")[0]


def tokens_by_reader(judge) -> dict[str, set[str]]:
    """Whose reply address has which token; those that anybody may get are nobody's."""
    with judge.store.reading() as tx:
        rows = tx.session.execute(select(MailRow.recipient, MailRow.raw)).all()
    found: dict[str, set[str]] = {}
    for to, raw in rows:
        for token in re.findall(rb"\+[^@\s+]*\.([a-z2-7]{16})@", raw):
            found.setdefault(to.partition("@")[0], set()).add(token.decode())
    return found


@pytest.mark.parametrize("options", ["", "gunboat=yes reveal=no"])
def test_a_whole_game_tells_nobody_what_is_not_his(judge, monkeypatch, lines: io.StringIO, options: str) -> None:
    play = Play(judge, options)
    play.speak()
    with judge.store.reading() as tx:
        letter = tx.session.scalars(select(LetterRow.message_id).where(LetterRow.sender == "anna@home.example")).first()
    for name in ("bert", "max"):
        play.pry(name, str(letter))
    # While the phase is open her orders are hers; the master alone sees what they would come to.
    for mail in play.mails:
        if reader(mail) not in ("anna", "max"):
            assert not [order for order in OPEN_TO_ALL if order in shown(mail)], shown(mail)
    play.break_down(monkeypatch)
    play.come_back()
    play.write("keeper", f"TRACE {letter}")
    play.mails += judge.reply(
        judge.welcomes["max"], "GAME cassis\nPROCESS S1901M\nROLLBACK S1901M\nPROCESS S1901M\nLOG"
    )
    judge.pass_time(days=3)
    play.mails += judge.work()
    for name in ("bert", "max"):
        play.pry(name, str(letter))
    play.say("anna", "NEW TOKEN\nRESIGN")
    play.say("max", "TERMINATE cassis")
    look_through(play, hidden=bool(options))
    books = lines.getvalue()
    with judge.store.reading() as tx:
        books += " ".join(f"{one.kind} {one.text}" for one in tx.session.scalars(select(EventRow)))
        books += " ".join(tx.session.scalars(select(LetterRow.reason)))
    tokens = set().union(*tokens_by_reader(judge).values())
    assert len(tokens) > 20
    assert '"event": "letter.trouble"' in books
    for secret in (*HERS, FOR_BERT, FOR_MAX, *tokens, *OPEN_TO_ALL, judge.house.secret.decode()):
        assert secret not in books, secret


def look_through(play: Play, *, hidden: bool) -> None:
    """Every mail of the game by what its reader may know."""
    tokens = tokens_by_reader(play.judge)
    assert {reader(mail) for mail in play.mails} >= {*NAMES, "keeper", "eve"}
    for mail in play.mails:
        to, text = reader(mail), shown(mail)
        others = set(NAMES) - {to}
        assert not [name for name in others if f"{name}@home.example" in text and to != "keeper"], text
        assert not [name for name in others if tokens.get(name, set()) & set(re.findall("[a-z2-7]{16}", text))], text
        if to == "anna":
            assert "canarypassword" not in text
            assert "canaryguess" not in text
            continue
        assert not [secret for secret in HERS if secret in text], text
        assert FOR_BERT not in text or to == "bert", text
        assert FOR_MAX not in text or to == "max", text
        assert "concede" not in text.lower() or mail["X-Kind"] == "receipt", text
        assert "CONCEDE Turkey" not in text, text
        if hidden and to not in ("keeper", "eve"):
            assert not set(re.findall(r"[a-z]+", text.lower())) & (others - {"max"}), text
