"""Header injection: whatever people write anywhere, each mail has the header that it has for harmless words.

The short form runs always, the long one in `make soak`.
"""

import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from judge.desk.identity import player_tag
from judge.mail.addresses import tagged
from judge.store.tables import LetterRow, MailRow

SHORT, LONG = 8, 400
ANNA, MAX = "anna@home.example", "max@home.example"
# Places for somebody's own words, in the lines of a player, of a master, and in the fields of a header.
PLAYER = (
    "CREATE {} standard", "CREATE new{n} standard password={} zone={}", "CREATE new{n} {} ON {}", "JOIN {}",
    "JOIN cassis {}", "JOIN cassis Turkey password {}", "OBSERVE {}", "CLAIM {}", "SIGNON {} {}", "SIGNON Acassis {}",
    "GAME {}", "PHASE {}", "PRESS TO {}\n{}\nENDPRESS", "PRESS TO England\n{}\nENDPRESS", "BROADCAST: {}",
    "PRESS TO master: {}", "SET PASSWORD {}", "SET ZONE {}", "SET ZONE Europe/Berlin{}", "ADD ADDRESS {}",
    "ADD ADDRESS anna@{}", "SET ADDRESS {}@client.example", "I AM ALSO {}", "REMOVE ADDRESS {}", "NEW TOKEN {}",
    "STATUS {}", "HISTORY {}", "MAP {}", "LIST {}", "SUMMARY {}", "WHO {}", "WHO IS {}", "HELP {}", "TRACE <{}@x>",
    "VOTE DRAW {}", "CONCEDE {}", "ABSENT {}", "ABSENT 3 Jun TO 5 Jun {}", "CLEAR {}", "A Vie - {}", "A {} - Gal",
    "A Vie - Gal {}", "TRY\nA Vie - {}\nENDTRY", "// {}", "# {}", "{}", "> {}", "-- \n{}", "REGISTER {}", "DEADLINE {}",
)  # fmt: skip
MASTER = (
    "ANNOUNCE: {}", "ANNOUNCE\n{}\nENDANNOUNCE", "DEADLINE {}", "SET {}={}", "SET press={}", "SET holidays={}",
    "PLACE S1901M {}", "PLACE S1901M A {} Austria", "OWN S1901M {} Austria", "REMOVE S1901M {}", "BECOME {}",
    "BECOME Austria\nA Vie - {}\nBECOME MASTER", "NATIONS\n{}: Edi\nEND NATIONS", "NEW TOKEN FOR {}", "PROCESS {}",
    "PREVIEW {}", "ROLLBACK {}", "HELD {}", "LOG {}", "BROADCAST: {}", "PRESS TO Austria: {}", "{}",
)  # fmt: skip
NEWCOMER = ("REGISTER {}", "REGISTER {}\nCREATE {}", "REGISTER\nName: {}\nEND", "I AM ALSO {}", "HELP {}", "{}")
HARMLESS = ("word", "Austria", "anna@client.example")
BITS = (
    "\r\n", "\n", "\r", "\0", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\ufeff", "\u202e",
    "\u2066", "\ud800", "\udfff", "\U0001f600", "=?utf-8?q?=0D=0ABcc=3A_eve=40client=2Eexample?=",
    "=?utf-8?b?DQpCY2M6IGV2ZUBjbGllbnQuZXhhbXBsZQ==?=", "=?", "?=", "Bcc: eve@client.example", "To: eve@client.example",
    "\r\nBcc: eve@client.example\r\n", "\n\nSubject: mine", "%0d%0aBcc:%20eve@client.example", "\\r\\nBcc: x",
    "<eve@client.example>", '"', "\\", ",", ";", ":", "(", ")", "[", "--", "#### write above this line ####", " ", "\t",
    "{{ 7 * 7 }}", "{% include 'x' %}", "x" * 1_200, "é" * 90, "A Vie - Gal", "cassis", "anna@home.example",
)  # fmt: skip
WORDS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(BITS), min_size=1, max_size=6).map("".join))
_FIELD = re.compile(rb"[A-Z][A-Za-z-]*: [ -~]*")
_THREADING = frozenset({"In-Reply-To", "References"})
_FOLD = re.compile(rb"[ \t][ -~]*")


class Clerk:
    """Writes to a judge in the names of several people, and sees what comes out of it."""

    def __init__(self, judge) -> None:
        self.judge, self.numbers, self.mail, self.letter = judge, count(1), 0, 0
        judge.begin("cassis", "movement=60d")
        self.known = {ANNA, MAX, judge.house.keeper}
        self.look()

    def write(self, sender: str, lines: Iterable[str], *, to: str, words: str = "about") -> None:
        """A letter with these lines, and with the words where a header has somebody's own."""
        number = next(self.numbers)
        self.known |= {sender, *(found.lower() for found in re.findall(r"[!-~]+@[\w.-]+", " ".join(lines)))}
        subject, name = words.replace("\n", " ").replace("\r", " "), words.replace("\n", "\n ").replace("\r", " ")
        head = (
            f'From: "{name}" <{sender}>\nTo: {to}\nSubject: {subject}\nMessage-ID: <{number}.{subject}@x>\n'
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        )
        raw = head.replace("\n", "\r\n") + "\n".join(lines) + "\n"
        self.judge.pass_time(minutes=70)
        self.judge.put(raw.encode("utf-8", "surrogatepass"), (to,), sender)
        self.judge.work()

    def token(self, email: str) -> str:
        """The address that proves somebody now, also after NEW TOKEN."""
        with self.judge.store.reading() as tx:
            player = tx.player_by_address(email)
        return tagged(self.judge.house.address, player_tag(player, self.judge.house.secret))

    def look(self) -> list[tuple[str, str, bytes]]:
        """Kind, reader and bytes of every mail since the last look. No letter has failed since."""
        with self.judge.store.reading() as tx:
            letters = tx.session.execute(
                select(LetterRow.id, LetterRow.state, LetterRow.attempts, LetterRow.reason)
                .where(LetterRow.id > self.letter).order_by(LetterRow.id)
            ).all()  # fmt: skip
            mails = tx.session.execute(
                select(MailRow.id, MailRow.kind, MailRow.recipient, MailRow.raw)
                .where(MailRow.id > self.mail).order_by(MailRow.id)
            ).all()  # fmt: skip
        assert not [one for one in letters if one.state in ("new", "claimed", "shunted", "bad") or one.attempts > 1]
        self.letter = letters[-1].id if letters else self.letter
        self.mail = mails[-1].id if mails else self.mail
        return [(one.kind, one.recipient, one.raw) for one in mails]


def names_in(raw: bytes) -> tuple[str, ...]:
    """The fields of a mail as two readers see them; none is broken off, and none stands there twice.

    Not: the two that name the letter that is answered; a letter with a crooked Message-ID cannot be named.
    """
    head = raw.partition(b"\r\n\r\n")[0]
    for line in head.split(b"\r\n"):
        assert _FIELD.fullmatch(line) or _FOLD.fullmatch(line), line
        assert len(line) <= 998, line
    mail, bare = message_from_bytes(raw, policy=policy.default), message_from_bytes(raw)
    assert mail.keys() == bare.keys()
    assert not [value for _, value in mail.items() if re.search(r"[\r\n\0]", str(value))]
    names = tuple(sorted(mail.keys()))
    assert len(set(names)) == len(names), names
    assert len(_THREADING & set(names)) in (0, 2)
    return tuple(name for name in names if name not in _THREADING)


@pytest.fixture
def clerk(judge) -> Clerk:
    return Clerk(judge)


@pytest.fixture
def plain(clerk: Clerk) -> dict[str, set[tuple[str, ...]]]:
    """Which fields a mail of each kind has when people write nothing but harmless words."""
    for word in HARMLESS:
        for at in range(0, len(PLAYER), 18):
            lines = [form.format(word, word, n=f"{at}{len(word)}") for form in PLAYER[at : at + 18]]
            clerk.write(ANNA, lines, to=clerk.token(ANNA))
        clerk.write(ANNA, [f"HISTORY {word}"], to="judge@judge.example")
        clerk.write(ANNA, [f"SIGNON Acassis {word}", "HELP"], to="judge@judge.example")  # no proof, but a game's name
        clerk.write(MAX, ["GAME cassis", *(form.format(word, word) for form in MASTER)], to=clerk.token(MAX))
    for number, form in enumerate(NEWCOMER):
        clerk.write(f"new{number}@home.example", [form.format("word", "word")], to="judge@judge.example")
    found: dict[str, set[tuple[str, ...]]] = {}
    for kind, _, raw in clerk.look():
        found.setdefault(kind, set()).add(names_in(raw))
    assert {"receipt", "held", "press", "notice", "address", "confirm"} <= set(found)
    return found


def check(clerk: Clerk, plain: dict[str, set[tuple[str, ...]]], examples: int) -> None:
    # Which of them a mail has depends on more than the sample shows: a notice is of a game or not, and so on.
    forms = [set(names) for alike in plain.values() for names in alike]
    always, ever = set.intersection(*forms), set.union(*forms)

    # Each example finds the judge as the one before has left it, so there is nothing to be gained by smaller ones.
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )  # fmt: skip
    @given(
        words=st.lists(WORDS, min_size=1, max_size=4),
        player=st.lists(st.sampled_from(PLAYER), min_size=1, max_size=9),
        master=st.lists(st.sampled_from(MASTER), min_size=1, max_size=6),
        newcomer=st.sampled_from(NEWCOMER),
        proven=st.booleans(),
    )
    def run(words: list[str], player: list[str], master: list[str], newcomer: str, proven: bool) -> None:
        def filled(forms: list[str]) -> list[str]:
            number = next(clerk.numbers)
            return [
                form.replace("{n}", str(number)).replace("{}", words[at % len(words)]) for at, form in enumerate(forms)
            ]

        clerk.write(ANNA, filled(player), to=clerk.token(ANNA if proven else MAX), words=words[0])
        clerk.write(MAX, ["GAME cassis", *filled(master)], to=clerk.token(MAX), words=words[-1])
        stranger = f"s{next(clerk.numbers)}@home.example"
        clerk.write(stranger, filled([newcomer]), to="judge@judge.example", words=words[0])
        for kind, reader, raw in clerk.look():
            names = set(names_in(raw))
            assert always <= names <= ever, (kind, sorted(names))
            mail = message_from_bytes(raw, policy=policy.default)
            if mail["Reply-To"] is not None:
                assert {one.domain for one in mail["Reply-To"].addresses} == {"judge.example"}
            assert str(mail["List-Id"] or "<no.judge.judge.example>").endswith(".judge.judge.example>")
            assert [one.addr_spec for one in mail["To"].addresses] == [reader]
            assert [one.addr_spec for one in mail["From"].addresses] == [clerk.judge.house.address]
            assert reader in clerk.known or reader.endswith("@home.example"), reader

    run()


def test_no_words_of_anybody_change_the_header_of_a_mail(clerk: Clerk, plain) -> None:
    check(clerk, plain, SHORT)


@pytest.mark.soak
def test_no_words_of_thousands_change_the_header_of_a_mail(clerk: Clerk, plain) -> None:
    check(clerk, plain, LONG)
