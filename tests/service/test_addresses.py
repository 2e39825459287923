"""Players with several addresses: each answers before it counts, mails go to one, and nothing happens unseen."""

from email.message import EmailMessage

import pytest

from judge.desk.addresses import MOST_ASKED, MOST_ASKED_A_DAY
from judge.mail.tokens import bounce_tag

ORDER = "A Vie - Gal"
HOME, WORK = "anna@home.example", "anna@work.example"
REPORT = """\
From: MAILER-DAEMON@mx.home.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

no
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.home.example

Final-Recipient: rfc822; anna@home.example
Action: failed
Status: 5.1.1

--b--
"""


def to(mail: EmailMessage) -> str:
    return str(mail["To"].addresses[0].addr_spec)


def flat(mail: EmailMessage) -> str:
    return " ".join(mail.get_body(("plain",)).get_content().split())


def add(judge, words: str = f"ADD ADDRESS {WORK}") -> list[EmailMessage]:
    """Anna names one more address and answers the mail that goes there; the mails of that answer."""
    asked = next(mail for mail in judge.reply(judge.welcomes["anna"], words) if to(mail) != HOME)
    return judge.reply(asked, "yes")


def test_an_address_counts_once_the_mail_that_went_there_is_answered(begun) -> None:
    asked, receipt = sorted(begun.reply(begun.welcomes["anna"], f"add address <{WORK}>, please"), key=to, reverse=True)
    assert (to(asked), to(receipt)) == (WORK, HOME)
    assert "anna" in flat(asked)
    assert "A mail has gone to anna@work.example" in flat(receipt)
    begun.write(WORK, ORDER)
    assert begun.last_letter() == ("done", "told how to register")
    mails = begun.reply(asked, "yes")
    assert sorted(map(to, mails)) == [HOME, WORK]
    assert all("Mails go to anna@home.example" in flat(mail) for mail in mails)
    begun.write(WORK, ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))
    assert len(begun.orders("austria")) == 1


def test_what_a_letter_from_another_address_did_is_told_to_both(begun) -> None:
    add(begun)
    own = str(begun.welcomes["anna"]["Reply-To"])
    receipt, copy = begun.write(WORK, ORDER, to=own, fields="Reply-To: eve@client.example\n")
    assert (to(receipt), to(copy)) == (WORK, HOME)
    assert ORDER in copy.get_body(("plain",)).get_content()
    assert "came from anna@work.example" in flat(copy)
    assert "came from" not in flat(receipt)
    assert [to(mail) for mail in begun.write(HOME, "A Vie - Tri", to=own)] == [HOME]


def test_a_letter_without_proof_is_asked_about_at_the_address_it_came_from(begun) -> None:
    add(begun)
    (asked,) = begun.write(WORK, ORDER)
    assert to(asked) == WORK
    assert begun.orders("austria") == ()
    begun.reply(asked, "yes")
    assert len(begun.orders("austria")) == 1


def test_mails_go_where_set_address_says_once_it_has_answered(begun) -> None:
    add(begun, f"SET ADDRESS {WORK}")
    assert begun.game().seat_for("austria").player.email == WORK
    receipt = begun.reply(begun.welcomes["bert"], "GAME cassis\nPRESS TO Austria\nhello\nENDPRESS")
    assert WORK in map(to, receipt)
    assert HOME not in map(to, receipt)
    mails = begun.write(HOME, f"SET ADDRESS {HOME}", to=str(begun.welcomes["anna"]["Reply-To"]))
    assert any(to(mail) == WORK and f"SET ADDRESS {WORK}" in flat(mail) for mail in mails)
    assert begun.game().seat_for("austria").player.email == HOME


def test_who_writes_from_a_new_address_says_so_and_is_asked_at_both(begun) -> None:
    mails = begun.write(WORK, f"I AM ALSO {HOME}")
    answer, question = sorted(mails, key=to, reverse=True)
    assert (to(answer), to(question)) == (WORK, HOME)
    assert not answer["Reply-To"]
    begun.write(WORK, ORDER, to=str(question["Reply-To"]))  # nobody else can agree
    assert begun.orders("austria") == ()
    told, asked = sorted(begun.reply(question, "yes, mine"), key=to)
    assert (to(told), to(asked)) == (HOME, WORK)
    assert begun.write(WORK, ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))[0]["X-Kind"] == "notice"
    begun.reply(asked, "")
    begun.write(WORK, ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))
    assert len(begun.orders("austria")) == 1


def test_nobody_finds_out_so_who_plays_here_or_fills_a_players_box(begun) -> None:
    known, unknown = (
        begun.write(f"eve{at}@client.example", f"I AM ALSO {email}")
        for at, email in enumerate((HOME, "no@home.example"))
    )
    first = next(mail for mail in known if to(mail).startswith("eve"))
    assert first.get_body(("plain",)).get_content() == unknown[0].get_body(("plain",)).get_content()
    assert len(unknown) == 1
    sent = [to(mail) for at in range(2, 12) for mail in begun.write(f"eve{at}@client.example", f"iamalso {HOME}")]
    assert sent.count(HOME) == 2


@pytest.mark.parametrize("words", ["no", "NO, not me", "I am out of the office until Monday and will answer then."])
def test_a_no_or_a_machine_gives_nobody_an_address(begun, words) -> None:
    (asked,) = (mail for mail in begun.reply(begun.welcomes["anna"], f"ADD ADDRESS {WORK}") if to(mail) == WORK)
    begun.reply(asked, words)
    begun.write(WORK, ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))
    assert begun.orders("austria") == ()


def test_a_question_about_an_address_is_answered_by_it_alone_within_three_days(begun) -> None:
    (asked,) = (mail for mail in begun.reply(begun.welcomes["anna"], f"ADD ADDRESS {WORK}") if to(mail) == WORK)
    for other in ("eve@client.example", "bert@home.example", "anna@other.example"):
        begun.write(other, "yes", to=str(asked["Reply-To"]))
    begun.pass_time(days=4)
    begun.reply(asked, "yes")
    begun.write(WORK, ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))
    assert begun.orders("austria") == ()
    with begun.store.reading() as tx:
        assert tx.player_by_address(WORK) is None


def test_the_address_of_another_player_stays_his(begun) -> None:
    (asked,) = (
        mail for mail in begun.reply(begun.welcomes["anna"], "ADD ADDRESS bert@home.example") if to(mail) != HOME
    )
    (answer,) = begun.reply(asked, "yes")
    assert "registered for bert already" in flat(answer)
    begun.write("bert@home.example", ORDER, to=str(begun.welcomes["anna"]["Reply-To"]))
    assert begun.orders("austria") == ()
    assert begun.orders("england") == ()
    begun.reply(begun.welcomes["bert"], "GAME cassis\nF Lon - NTH")
    assert len(begun.orders("england")) == 1


def test_an_address_that_began_to_register_and_never_confirmed_can_be_had(begun) -> None:
    begun.write(WORK, "REGISTER Anna Again")
    begun.pass_time(hours=2)
    add(begun)
    with begun.store.reading() as tx:
        assert tx.player_by_address(WORK).name == "anna"


def test_an_address_that_is_given_up_is_a_strangers_and_the_last_one_stays(begun) -> None:
    own = str(begun.welcomes["anna"]["Reply-To"])
    assert "only address" in flat(begun.write(HOME, f"REMOVE ADDRESS {HOME}", to=own)[0])
    add(begun)
    mails = begun.write(HOME, f"remove address {HOME}", to=own)
    assert begun.game().seat_for("austria").player.email == WORK
    assert {to(mail) for mail in mails} == {HOME, WORK}
    begun.write(HOME, ORDER, to=own)
    assert begun.orders("austria") == ()
    assert begun.last_letter() == ("done", "told how to register")
    begun.write(WORK, ORDER, to=own)
    assert len(begun.orders("austria")) == 1
    assert "no address of yours" in flat(begun.write(WORK, f"REMOVE ADDRESS {HOME}", to=own)[0])


CLUB = "club@home.example"


def test_what_somebody_was_asked_at_an_address_that_he_gave_up_is_no_key_to_whoever_has_it_next(judge) -> None:
    """Anna once played from her club's address; Bert has it now, and she has kept its mails."""
    (asked,) = judge.write(CLUB, "REGISTER Anna")
    (welcome,) = judge.reply(asked, "yes")
    (own,) = [mail for mail in judge.reply(welcome, f"SET ADDRESS {HOME}") if to(mail) == HOME]
    judge.reply(own, "yes")
    (lapsing,) = judge.write(CLUB, "CREATE tokay standard")
    judge.pass_time(days=4)
    judge.letters.lapse(judge.now)
    (waiting,) = [mail for mail in judge.write(CLUB, "CREATE marsala standard") if mail["X-Kind"] == "held"]
    judge.reply(welcome, f"REMOVE ADDRESS {CLUB}")
    judge.pass_time(days=1)
    judge.write(CLUB, "REGISTER Bert")
    for mail in (asked, lapsing, waiting):
        judge.reply(mail, "yes")
        with judge.store.reading() as tx:
            assert not tx.player_by_address(CLUB).confirmed
    judge.pass_time(days=1)
    judge.reply(judge.write(CLUB, "REGISTER Bert")[0], "yes")
    for mail in (asked, lapsing, waiting):
        (answer,) = judge.reply(mail, "SET PASSWORD another-street")
        assert answer["X-Kind"] == "held"
    with judge.store.reading() as tx:
        bert = tx.player_by_address(CLUB)
        assert (bert.name, bert.confirmed, bert.password_hash) == ("Bert", True, "")
        assert tx.game("tokay", lock=False) is tx.game("marsala", lock=False) is None


def test_nobody_has_mails_sent_to_many_addresses(begun) -> None:
    asked = []
    for at in range(MOST_ASKED + 3):
        mails = begun.reply(
            begun.welcomes["anna"], f"ADD ADDRESS x{at}@client.example\nADD ADDRESS x{at}@client.example"
        )
        asked += [to(mail) for mail in mails if to(mail) != HOME]
    assert asked == [f"x{at}@client.example" for at in range(MOST_ASKED)]
    for names in ([f"x{at}" for at in range(MOST_ASKED)], [f"y{at}" for at in range(MOST_ASKED)], ["x0", "z"], ["x0"]):
        for verb in ("ADD", "REMOVE"):
            lines = "\n".join(f"{verb} ADDRESS {name}@client.example" for name in names)
            mails = begun.reply(begun.welcomes["anna"], lines)
            asked += [to(mail) for mail in mails if to(mail) != HOME]
    assert len(asked) == len(set(asked)) == MOST_ASKED_A_DAY
    (known,) = begun.reply(begun.welcomes["anna"], "ADD ADDRESS x1@client.example")
    (refused,) = begun.reply(begun.welcomes["anna"], "ADD ADDRESS z@client.example")
    assert "was asked before" in flat(known)
    assert f"{MOST_ASKED_A_DAY} addresses were asked for you within a day" in flat(refused)
    begun.pass_time(hours=25)
    again = begun.reply(begun.welcomes["anna"], "ADD ADDRESS x0@client.example")
    assert [to(mail) for mail in again if to(mail) != HOME] == ["x0@client.example"]
    for odd in (
        "judge@judge.example",
        "judge+cassis@judge.example",
        "postmaster@home.example",
        "a@b@c",
        "\u00e4@b.example",
    ):
        (receipt,) = begun.reply(begun.welcomes["bert"], f"ADD ADDRESS {odd}")
        assert "no address" in flat(receipt) or ("one address stands on a line" in flat(receipt) and odd == "a@b@c"), (
            odd
        )


def test_addresses_are_shown_to_their_player_alone(begun) -> None:
    add(begun)
    begun.reply(begun.welcomes["anna"], "ADD ADDRESS anna@third.example")
    (receipt,) = begun.reply(begun.welcomes["anna"], "ADDRESSES")
    said = flat(receipt)
    assert (
        f"Mails go to {HOME}. Your letters may come from {WORK} as well. Not answered yet: anna@third.example." in said
    )


def test_when_one_address_dies_the_other_gets_the_mails_and_the_master_is_not_troubled(begun) -> None:
    add(begun)
    with begun.store.begin() as tx:
        tx.session.connection().exec_driver_sql("UPDATE mails SET state = 'sent', attempts = 1")
    numbers = iter(_mails_to(begun, HOME))
    brought: list[EmailMessage] = []
    for _ in range(5):
        number, tag = next(numbers)
        begun.put(REPORT.encode(), (f"judge+{tag}@judge.example",), "")
        brought += begun.work()
        begun.pass_time(days=1)
    assert begun.last_letter()[1].startswith(f"mail {number} came back")
    assert begun.game().seat_for("austria").player.email == WORK
    assert [to(mail) for mail in brought] == [WORK]
    assert f"Mails to {HOME} have been coming back" in flat(brought[0])
    with begun.store.reading() as tx:
        again = (
            tx.session.connection().exec_driver_sql("SELECT recipient FROM mails WHERE resumed_at IS NOT NULL").all()
        )
    assert [row[0] for row in again] == [WORK] * 5
    receipt = begun.write(HOME, f"SET ADDRESS {HOME}", to=str(begun.welcomes["anna"]["Reply-To"]))
    assert begun.game().seat_for("austria").player.email == HOME
    assert begun.game().seat_for("austria").player.reach.suspended_at is None
    assert receipt


def _mails_to(judge, email: str) -> list[tuple[int, str]]:
    with judge.store.reading() as tx:
        found = tx.session.connection().exec_driver_sql(f"SELECT id FROM mails WHERE recipient = '{email}' ORDER BY id")
        return [(row[0], bounce_tag(judge.house.secret, str(row[0]))) for row in found]


CHAT = ("I am also thinking of Bur", "i am also in favour", "My address is anna@work.example", "Add a fleet there",
        "remove the army", "addresses of all are known", "drop address book")  # fmt: skip


@pytest.mark.parametrize("line", CHAT)
def test_talk_about_addresses_is_no_command(begun, line) -> None:
    (receipt,) = begun.reply(begun.welcomes["anna"], f"{line}\n{ORDER}")
    assert len(begun.orders("austria")) == 1
    with begun.store.reading() as tx:
        assert tx.player_by_address(HOME).claims == ()
    assert receipt["X-Kind"] == "receipt"
