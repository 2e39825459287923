"""TRACE: the keeper learns what became of any letter, and nobody else does."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest

from tests.service.conftest import KEEPER, Judge, address_of

HERE = "judge+cassis@judge.example"
ANNA = "anna@home.example"
CANARY = "Fliederbusch"


def flat(mail: EmailMessage) -> str:
    return " ".join(mail.get_body(("plain",)).get_content().split())


def own(judge: Judge) -> str:
    return str(judge.welcomes["anna"]["Reply-To"])


@pytest.fixture
def keeper(begun: Judge) -> Callable[[str], str]:
    """Asks the judge as its keeper, by mail; what the receipt says, on one line."""
    (asked,) = begun.write(KEEPER, "REGISTER Kay Keeper")
    (welcome,) = begun.reply(asked, "yes")

    def ask(text: str) -> str:
        begun.pass_time(hours=25)  # his own budget is not what is tested
        (receipt,) = [mail for mail in begun.reply(welcome, text) if address_of(mail) == KEEPER]
        assert all(len(line) <= 72 for line in receipt.get_body(("plain",)).get_content().splitlines())
        return flat(receipt)

    return ask


def taken(judge: Judge) -> None:
    judge.write(ANNA, f"GAME cassis\nF Tri - Alb\nPRESS TO ENGLAND\n{CANARY}\nENDPRESS", to=own(judge))


def refused(judge: Judge) -> None:
    judge.write(ANNA, "A Vie - Lon", to=own(judge))


def duplicate(judge: Judge) -> None:
    taken(judge)
    raw = f"From: {ANNA}\r\nMessage-ID: <twin@client.example>\r\n\r\nGAME cassis\r\nA Vie - Gal\r\n".encode()
    for to in (own(judge), own(judge), HERE):
        judge.put(raw, (to,), ANNA)
    judge.work()


def same_id(judge: Judge) -> None:
    for order in ("A Vie - Gal", "A Vie - Tri"):
        raw = f"From: {ANNA}\r\nMessage-ID: <twin@client.example>\r\n\r\nGAME cassis\r\n{order}\r\n".encode()
        judge.put(raw, (own(judge),), ANNA)
        judge.work()


def held(judge: Judge) -> None:
    judge.write(ANNA, "A Vie - Gal", to=HERE)


def confirmed(judge: Judge) -> None:
    number = judge.sent + 1
    (asked,) = judge.write(ANNA, "A Vie - Gal", to=HERE)
    judge.reply(asked, "yes")
    judge.sent = number


def lapsed(judge: Judge) -> None:
    judge.write(ANNA, "A Vie - Gal", to=HERE)
    judge.pass_time(days=8)
    judge.letters.lapse(judge.now)


def late(judge: Judge) -> None:
    judge.pass_time(days=8)
    judge.work()
    judge.write(ANNA, "GAME cassis\nPHASE S1901M\nA Vie - Gal", to=own(judge))


def robot(judge: Judge) -> None:
    judge.write(ANNA, "GAME cassis\nA Vie - Gal", to=own(judge), fields="Auto-Submitted: auto-replied\n")


def poison(judge: Judge) -> None:
    judge.reader.fails = b"killer"
    judge.write(ANNA, "killer", to=own(judge))
    judge.reader.fails = b""


def unshunted(judge: Judge) -> None:
    poison(judge)
    with judge.store.begin() as tx:
        (letter,) = tx.shunted_letters()
        tx.unshunt(letter.id, judge.now)
    judge.work()


def budget(judge: Judge) -> None:
    for _ in range(21):
        judge.write(ANNA, "A Vie - Lon", to=own(judge))


def at_once(judge: Judge) -> None:
    with judge.store.begin() as tx:
        tx.mails_sent(tx.claim_mails(judge.now, 1_000, timedelta(minutes=1)), judge.now)
    judge.write(ANNA, "I read my mails on Fridays.", to=own(judge))


def failed_once(judge: Judge) -> None:
    judge.reader.fails = b"slow"
    raw = f"From: {ANNA}\r\nMessage-ID: <slow@client.example>\r\n\r\nGAME cassis\r\nA Vie - Gal\r\nslow\r\n"
    judge.put(raw.encode(), (own(judge),), ANNA)
    judge.letters.answer_some(1)
    judge.reader.fails = b""
    judge.work()


def stranger(judge: Judge) -> None:
    judge.write("nobody@home.example", "hello")


def forged_bounce(judge: Judge) -> None:
    judge.write("mailer-daemon@mx.example", "no such user", to="judge+b.1.aaaaaaaaaaaaaaaa@judge.example", mail_from="")


# What happens to a letter, the Message-ID asked for ("" for the last letter's), and what its trace is to say.
FATES = {
    "taken": (taken, "", ("written by anna@home.example", "proven: by player token", "orders: Austria for S1901M",
                          "press: to England in cassis", "done", "written: receipt to anna@home.example",
                          "written: press to bert@home.example")),
    "refused": (refused, "", ("proven: by player token", "refused: 1 of 1 lines",
                                          "done: nothing in it could be done", "written: receipt")),
    "came again and by another way": (duplicate, "twin", ("duplicate: the same mail came again",
                                                          "ignored: it is the same as letter")),
    "another under the same id": (same_id, "twin", ("same id: another letter with this Message-ID came before",
                                                    "version 1", "version 2")),
    "held": (held, "", ("held: its sender is not proven", "written: held to anna@home.example")),
    "confirmed": (confirmed, "", ("held: its sender is not proven", "new: confirmed by its sender",
                                  "proven: by confirmed", "orders: Austria for S1901M")),
    "never confirmed": (lapsed, "", ("held: its sender is not proven", "late:")),
    "late": (late, "", ("proven: by player token", "refused: 2 of 3 lines", "written: receipt")),
    "a robot's": (robot, "", ("ignored: it is marked as auto-replied",)),
    "poison": (poison, "", ("claimed: attempt 3", "shunted:", "it kills its reader")),
    "hung once": (failed_once, "slow", ("claimed: attempt 1", "failed:", "claimed: attempt 2",
                                        "proven: by player token", "orders: Austria for S1901M")),
    "an unmarked machine's": (at_once, "", ("proven: by player token", "machine: not answered: it asks for nothing",
                                            "done: talk")),
    "put back": (unshunted, "", ("shunted:", "new: unshunted", "proven: by player token")),
    "one too many": (budget, "", ("budget: not answered",)),
    "a stranger's": (stranger, "", ("written by nobody@home.example", "written: notice to nobody@home.example")),
    "a forged bounce": (forged_bounce, "", ("ignored: its address for returned mails is not one of ours",)),
}  # fmt: skip


@pytest.mark.parametrize("fate", FATES)
def test_the_keeper_is_told_what_became_of_a_letter(begun: Judge, keeper: Callable[[str], str], fate: str) -> None:
    happen, named, expected = FATES[fate]
    happen(begun)
    told = keeper(f"TRACE <{named or begun.sent}@client.example>")
    assert "arrived: from " in told
    for words in expected:
        assert words in told, told
    assert CANARY not in told
    assert own(begun).partition(".")[2].partition("@")[0] not in told  # who reads the trace cannot write as she


def test_a_letter_that_nobody_has_read_yet_can_be_traced(begun: Judge) -> None:
    begun.put(b"From: anna@home.example\r\nMessage-Id:\r\n <waits@client.example>\r\n\r\nhello\r\n", (HERE,))
    with begun.store.reading() as tx:
        assert [one.kind for one in tx.trace("waits@client.example")] == ["arrived"]
    begun.reader.fails = b"hello"
    begun.work()
    with begun.store.reading() as tx:
        (letter,) = tx.shunted_letters()
        assert letter.message_id == "<waits@client.example>"


def test_the_fate_of_a_mail_is_in_the_trace_of_its_letter(begun: Judge, keeper: Callable[[str], str]) -> None:
    """Put off, sent, come back."""
    taken(begun)
    asked = begun.sent
    with begun.store.begin() as tx:
        mails = tx.claim_mails(begun.now, 1000, timedelta(minutes=1))
        last = max(mails, key=lambda mail: mail.id)
        tx.mail_failed(last.id, "451 later", begun.now, begun.now, False)
        tx.mails_sent([last], begun.now)
        tx.note_mail(last.id, "returned", "550 no such user", begun.now)
    told = keeper(f"TRACE <{asked}@client.example>")
    for words in ("put off: 451 later", "sent: attempt 1", "returned: 550 no such user"):
        assert words in told


def test_what_was_never_taken_in_is_unknown_and_it_is_said_why(keeper: Callable[[str], str]) -> None:
    told = keeper("TRACE <nowhere@client.example>")
    assert "No letter and no mail with the Message-ID nowhere@client.example is known here" in told
    assert "refused at the door" in told


def test_nobody_but_the_keeper_is_told(begun: Judge) -> None:
    taken(begun)
    line = f"TRACE <{begun.sent}@client.example>"
    (receipt,) = begun.write(ANNA, line, to=own(begun))
    (master,) = begun.reply(begun.welcomes["max"], line)
    for mail in (receipt, master):
        assert "Only the keeper of this judge may trace letters" in flat(mail)
        assert "octets" not in flat(mail)


def test_the_keepers_address_alone_opens_nothing(begun: Judge, keeper: Callable[[str], str]) -> None:
    taken(begun)
    line = f"TRACE <{begun.sent}@client.example>"
    assert "octets" in keeper(line)
    for to in ("judge@judge.example", own(begun), HERE):
        for mail in begun.write(KEEPER, line, to=to):
            assert "octets" not in flat(mail)
    begun.house = begun.letters._house = begun.house.__class__(
        address=begun.house.address, secret=begun.house.secret, clock=begun.house.clock, keeper="other@judge.example"
    )
    assert "Only the keeper" in keeper(line)


def test_help_tells_the_keeper_how(keeper: Callable[[str], str]) -> None:
    assert "TRACE with a Message-ID tells him the whole life of one letter or mail" in keeper("HELP keeper")
