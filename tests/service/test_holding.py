"""Letters that wait for their sender: they count from when they came, and wait no longer than they are good for."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from judge.game.orders import Move, Support

ANNA = "anna@home.example"
HERE = "judge+cassis@judge.example"


def flat(mail: EmailMessage) -> str:
    return " ".join(mail.get_body(("plain",)).get_content().split())


def moves(judge) -> dict[str, str]:
    return {one.at: one.to for one in judge.orders("austria") if isinstance(one, Move)}


def test_a_letter_confirmed_late_replaces_nothing_that_came_after_it(begun) -> None:
    """Unit by unit: what no newer letter speaks of is taken from the old one."""
    own = str(begun.welcomes["anna"]["Reply-To"])
    (asked,) = begun.write(ANNA, "A Vie - Gal\nA Bud - Rum", to=HERE)
    begun.pass_time(hours=1)
    begun.write(ANNA, "A Vie - Tri\nF Tri - Alb", to=own)
    begun.pass_time(hours=1)
    (receipt,) = begun.reply(asked, "yes")
    assert moves(begun) == {"vie": "tri", "tri": "alb", "bud": "rum"}
    assert "a letter of yours that came after this one says A Vie - Tri" in flat(receipt)
    begun.write(ANNA, "A Vie - Boh", to=own)
    assert moves(begun)["vie"] == "boh"


def test_a_copy_of_a_letter_that_waits_proves_nothing_and_nobody_is_asked_twice(begun) -> None:
    """It came to two addresses of ours; the first is the one that is confirmed."""
    raw = f"From: {ANNA}\r\nTo: judge@judge.example\r\nCc: {HERE}\r\nMessage-ID: <1@x>\r\n\r\nA Vie - Gal\r\n"
    begun.put(raw.encode(), ("judge@judge.example", HERE), ANNA)
    (asked,) = begun.work()
    assert begun.last_letter()[0] == "ignored"
    begun.reply(asked, "yes")
    assert moves(begun) == {"vie": "gal"}


def test_the_same_order_given_once_more_is_as_new_as_its_last_letter(begun) -> None:
    own = str(begun.welcomes["anna"]["Reply-To"])
    begun.write(ANNA, "A Vie - Tri", to=own)
    begun.pass_time(hours=1)
    (asked,) = begun.write(ANNA, "A Vie - Gal", to=HERE)
    begun.pass_time(hours=1)
    begun.write(ANNA, "A Vie - Tri", to=own)
    begun.reply(asked, "yes")
    assert moves(begun) == {"vie": "tri"}


def test_an_order_that_is_remembered_as_a_whole_is_as_new_as_its_last_letter_too(begun) -> None:
    """Both the game and what a line means are kept in memory, so that it is the very order of the first letter."""
    own, began = str(begun.welcomes["anna"]["Reply-To"]), begun.now
    for hours, line in ((1, "A Bud S A Vie - Tri"), (3, "A Bud S A Vie - Tri"), (2, "A Bud - Ser")):
        begun.now = began + timedelta(hours=hours)
        mail = f"From: {ANNA}\nTo: {own}\nMessage-ID: <{hours}@home.example>\n\n{line}\n"
        begun.put(mail.replace("\n", "\r\n").encode(), (own,), ANNA)
        begun.letters.answer_some(1)
    assert [type(one) for one in begun.orders("austria")] == [Support]


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("CLEAR", "A Vie - Tri", {"vie": "tri"}),
        ("A Vie - Gal", "CLEAR", {}),
        ("A Vie - Gal", "CLEAR\nF Tri - Alb", {"tri": "alb"}),
    ],
)
def test_clearing_counts_by_when_it_came_too(begun, old, new, left) -> None:
    own = str(begun.welcomes["anna"]["Reply-To"])
    begun.write(ANNA, "A Bud - Ser", to=own)
    begun.pass_time(hours=1)
    (asked,) = begun.write(ANNA, old, to=HERE)
    begun.pass_time(hours=1)
    begun.write(ANNA, new, to=own)
    begun.reply(asked, "yes")
    assert moves(begun) == left


def test_of_more_builds_than_are_due_the_oldest_go_in_whatever_order_the_letters_are_read(begun) -> None:
    """Two builds are due; the old letter wants them in Budapest and Trieste, the newer one in Vienna."""
    own = str(begun.welcomes["anna"]["Reply-To"])
    for orders in ("A Vie - Gal\nA Bud - Ser\nF Tri - Alb", "F Alb - Gre"):
        begun.write(ANNA, orders, to=own)
        begun.pass_time(days=7, minutes=1)
        begun.work()
    (asked,) = begun.write(ANNA, "build A Bud\nbuild A Tri", to=HERE)
    begun.pass_time(hours=1)
    begun.write(ANNA, "build A Vie", to=own)
    (receipt,) = begun.reply(asked, "yes")
    assert [one.at for one in begun.orders("austria")] == ["tri", "vie"]
    assert "build A Tri (instead of build A Bud)" in flat(receipt)


def test_a_wish_to_wait_counts_by_when_it_came(begun) -> None:
    own = str(begun.welcomes["anna"]["Reply-To"])
    (asked,) = begun.write(ANNA, "SET WAIT", to=HERE)
    begun.pass_time(hours=1)
    begun.write(ANNA, "READY", to=own)
    (receipt,) = begun.reply(asked, "yes")
    assert begun.game().phase.orders_of("austria").wait is False
    assert "came after this one" in flat(receipt)


def test_a_letter_lapses_with_the_phase_it_came_in_and_its_sender_is_told_once(begun) -> None:
    (asked,) = begun.write(ANNA, "A Vie - Gal", to=HERE)
    begun.pass_time(minutes=1)
    begun.write("max@home.example", "PROCESS S1901M", to=str(begun.welcomes["max"]["Reply-To"]))
    assert begun.game().phase.position.phase.tag != "S1901M"
    with begun.store.reading() as tx:
        assert tx.letter(_letter_of(asked)).state == "late"
    mails = begun.work()
    assert mails == []
    (answer,) = begun.reply(asked, "yes")
    assert "This confirmation came too late" in flat(answer)
    assert begun.orders("austria") == ()


def test_an_answer_about_a_letter_that_lapsed_proves_nothing_of_somebody_known_already(begun) -> None:
    """It is only good for an address that was new; its own orders are asked about like any others."""
    (asked,) = begun.write(ANNA, "CREATE tokay standard")
    begun.pass_time(days=3)
    begun.work()
    (again,) = begun.reply(asked, "GAME cassis\nA Vie - Tri")
    assert again["X-Kind"] == "held"
    assert begun.orders("austria") == ()


def test_the_question_says_until_when_the_letter_waits_and_what_it_says_in_its_order(begun) -> None:
    """Up to the deadline of its game; three days for what is about none, or about a game with more time than that."""
    begun.pass_time(days=6, hours=23)
    text = "Hello\nA Vie - Gal\nPRESS TO England: peace?\nPRESS TO England\nmore\nof it\nENDPRESS"
    asked = next(mail for mail in begun.write(ANNA, text, to=HERE) if mail["X-Kind"] == "held")
    assert "It waits for that until Mon 11 Jan 2027 12:00 UTC (in 1 hour), the deadline of cassis." in flat(asked)
    said = "| Hello | A Vie - Gal | PRESS TO England: peace? | PRESS TO England | more | of it To be known"
    assert said in flat(asked)
    begun.write("max@home.example", "DEADLINE another 7d", to=str(begun.welcomes["max"]["Reply-To"]))
    (asked,) = begun.write(ANNA, "A Vie - Tri", to=HERE)
    assert "It waits for that until Thu 14 Jan 2027 11:00 UTC (in 3 days). If it is not yours" in flat(asked)


def test_its_sender_is_told_when_a_letter_lapses(begun) -> None:
    begun.write(ANNA, "A Vie - Gal", to=HERE)
    begun.pass_time(minutes=1)
    mails = begun.write("max@home.example", "PROCESS S1901M", to=str(begun.welcomes["max"]["Reply-To"]))
    (told,) = (mail for mail in mails if mail["X-Kind"] == "lapsed")
    assert str(told["To"].addresses[0].addr_spec) == ANNA
    assert "was not confirmed before the phase of cassis in which it came was over" in flat(told)
    assert not told["Reply-To"]


def test_no_letter_waits_for_more_than_three_days(begun) -> None:
    (asked,) = begun.write(ANNA, "CREATE tokay standard")
    assert begun.turns.next_moment() <= begun.now.replace(day=begun.now.day + 3)
    begun.pass_time(days=2, hours=23)
    assert begun.work() == []
    begun.pass_time(hours=1)
    (told,) = begun.work()
    assert "within 3 days" in flat(told)
    begun.reply(asked, "yes")
    assert begun.last_letter()[1] != f"confirms letter {_letter_of(asked)}"
    with begun.store.reading() as tx:
        assert tx.game("tokay", lock=False) is None


def test_who_never_confirmed_gets_no_more_mail_and_can_still_come_in(begun) -> None:
    (asked,) = begun.write("dora@home.example", "REGISTER Dora\nCREATE tokay standard")
    begun.pass_time(days=4)
    assert begun.work() == []
    begun.reply(asked, "yes")
    assert begun.knows("dora")
    with begun.store.reading() as tx:
        assert tx.player_by_address("dora@home.example").confirmed
        assert tx.game("tokay", lock=False) is None


def test_the_master_sees_whose_letters_wait_and_nothing_of_what_they_say(begun) -> None:
    max_, own = "max@home.example", str(begun.welcomes["max"]["Reply-To"])
    assert "No letter waits" in flat(begun.write(max_, "HELD", to=own)[0])
    begun.write(ANNA, "A Vie - Gal", to=HERE, subject="the plan")
    begun.write("bert@home.example", "F Lon - NTH")
    begun.reply(begun.welcomes["bert"], "CREATE tokay standard")
    begun.write("bert@home.example", "START", to="judge+tokay@judge.example")
    (shown,) = begun.write(max_, "held letters of cassis", to=own)
    body = shown.get_body(("plain",)).get_content()
    assert "anna (Austria): Mon 4 Jan 2027 12:00" in body
    assert body.count("bert (England)") == 1
    assert "Gal" not in body
    assert "plan" not in body
    assert "home.example" not in body
    (refused,) = begun.reply(begun.welcomes["bert"], "GAME cassis\nHELD")
    assert "Only the master" in flat(refused)
    assert "anna" not in flat(refused)


@pytest.mark.parametrize("line", ["held Ven", "Held up by the strike, sorry", "held for now?"])
def test_talk_of_holding_is_no_command(begun, line) -> None:
    begun.reply(begun.welcomes["anna"], f"GAME cassis\n{line}\nA Vie - Gal")
    assert moves(begun)["vie"] == "gal"


def _letter_of(asked: EmailMessage) -> int:
    """The number of the letter that a question is about; the small game's tests hold one."""
    assert asked["X-Kind"] == "held"
    return int(asked["X-Letter"])


def test_a_vacation_program_without_marks_confirms_no_forged_letter_in_whatever_language(begun) -> None:
    """It answers at once, in words that are no yes; somebody who reads the question takes longer, or says yes."""
    (asked,) = begun.write("anna@home.example", "A Vie - Gal", to="judge+cassis@judge.example")
    with begun.store.begin() as tx:  # the question leaves
        tx.mails_sent(tx.claim_mails(begun.now, 1_000, timedelta(minutes=1)), begun.now)
    begun.pass_time(seconds=3)
    begun.reply(asked, "Ni na dopuste do 5. januarja.")
    assert begun.last_letter() == ("ignored", "it confirms nothing: a machine wrote it")
    assert begun.orders("austria") == ()
    begun.pass_time(minutes=2)
    begun.reply(asked, "That letter was from my other computer.")
    assert len(begun.orders("austria")) == 1


def test_a_reminder_tells_of_an_own_letter_that_waits_and_of_no_other(begun) -> None:
    """Anna thinks that she has ordered; what Bert's letter is about, he alone is told."""
    begun.pass_time(days=4, hours=20)
    (asked,) = begun.write(ANNA, "A Vie - Gal", to=HERE)
    begun.pass_time(days=1, hours=21)
    reminders = {str(mail["To"]): flat(mail) for mail in begun.work() if mail["X-Kind"] == "reminder"}
    told = [who for who, text in reminders.items() if "waits for you: nothing in it proved" in text]
    assert (len(reminders), told) == (2, [str(asked["To"])])
    assert "on Sat 9 Jan 2027 08:00 UTC" in reminders[told[0]]
    begun.reply(asked, "yes")
    assert moves(begun) == {"vie": "gal"}
