"""Floods and loops: what machines and spiteful people send makes few mails and no state."""

from datetime import timedelta
from time import process_time

from judge.service import budgets
from judge.service.budgets import BUDGETS, USELESS


def kinds(mails) -> list[str]:
    return [str(mail["X-Kind"]) for mail in mails]


def test_a_thousand_bad_letters_in_a_players_name_bring_him_twenty_questions_and_wait_for_nothing(judge) -> None:
    judge.register("anna")
    judge.pass_time(hours=2)
    mails = [mail for number in range(60) for mail in judge.write("anna@home.example", f"A Par - {number}\nLIST")]
    assert kinds(mails) == ["held"] * 20
    assert judge.last_letter()[0] == "ignored"
    judge.pass_time(minutes=61)
    assert kinds(judge.write("anna@home.example", "LIST")) == ["held"]


def test_registering_somebody_again_and_again_writes_to_him_three_times_a_day(judge) -> None:
    mails = [mail for number in range(20) for mail in judge.write("vic@home.example", f"REGISTER Vic {number}")]
    assert kinds(mails) == ["confirm"] * 3
    judge.pass_time(hours=12)
    assert judge.write("vic@home.example", "REGISTER Vic") == []
    judge.pass_time(hours=13)
    (asked,) = judge.write("vic@home.example", "REGISTER Vic")
    assert kinds(judge.reply(asked, "yes")) == ["confirm"]


def test_one_mailbox_gets_no_more_by_having_many_names(judge) -> None:
    """What follows a `+` in an address is mostly its owner's to choose, or that of who writes in his name."""
    judge.pass_time(hours=2)
    mails = [mail for number in range(22) for mail in judge.write(f"v_c+{number}@home.example", "REGISTER Vic")]
    assert kinds(mails) == ["confirm"] * 20
    assert kinds(judge.write("v_c@home.example", "REGISTER Vic")) == ["confirm"]
    assert kinds(judge.write("vac+1@home.example", "REGISTER Vac")) == ["confirm"]
    assert kinds(judge.write("v_c+1@work.example", "REGISTER Vic")) == ["confirm"]
    assert kinds(judge.reply(mails[0], "yes")) == ["confirm"]
    judge.pass_time(minutes=61)
    assert kinds(judge.write("v_c+99@home.example", "REGISTER Vic")) == ["confirm"]


def test_a_question_that_was_not_sent_costs_a_new_player_nothing(judge) -> None:
    """Whoever floods an address cannot keep its owner from registering with the questions he has got."""
    asked = [mail for number in range(9) for mail in judge.write("vic@home.example", f"REGISTER Vic {number}")]
    judge.reply(asked[0], "yes")
    assert judge.knows("vic")
    with judge.store.reading() as tx:
        assert tx.player_by_address("vic@home.example").confirmed


def test_bad_letters_that_are_proven_are_answered_twenty_times_an_hour_and_good_ones_all_the_same(judge) -> None:
    start = judge.begin()
    judge.pass_time(hours=2)
    mails = [mail for _ in range(30) for mail in judge.reply(start["anna"], "A Vie - Lon")]
    assert kinds(mails) == ["receipt"] * 20
    assert kinds(judge.reply(start["anna"], "A Vie - Gal")) == ["receipt"]


def test_many_good_letters_leave_a_bad_one_its_answer(judge) -> None:
    start = judge.begin()
    for _ in range(25):
        judge.reply(start["anna"], "A Vie - Gal")
    assert kinds(judge.reply(start["anna"], "A Vie - Lon")) == ["receipt"]
    assert kinds(judge.reply(start["anna"], "hello")) == ["receipt"]
    assert kinds(judge.write("anna@home.example", "A Vie - Lon")) == ["held"]


def test_what_others_send_does_not_use_up_ones_own_answers(judge, monkeypatch) -> None:
    monkeypatch.setitem(BUDGETS, USELESS, (5, 10))
    start = judge.begin()
    judge.pass_time(hours=2)
    for _ in range(6):
        judge.reply(judge.welcomes["bert"], "CREATE tokay\nOBSERVE tokay\nTERMINATE tokay")
        judge.reply(start["bert"], "PRESS TO master\nhello\nENDPRESS")
    assert kinds(judge.reply(judge.welcomes["max"], "A Vie H")) == ["receipt"]


def test_a_responder_that_answers_every_mail_without_a_mark_is_soon_alone(judge) -> None:
    start = judge.begin()
    waiting, answers = [start["anna"]], 0
    while waiting:
        mails = judge.reply(waiting.pop(), "Dear writer, I read my mails on Fridays.")
        answers += len(mails)
        waiting += mails
        assert answers < 10
    assert answers <= 3


def deliver(judge) -> None:
    """All that is written leaves now."""
    with judge.store.begin() as tx:
        tx.mails_sent(tx.claim_mails(judge.now, 1_000, timedelta(minutes=1)), judge.now)


def test_talk_at_once_after_a_mail_is_a_machines_and_what_asks_for_something_is_not(judge) -> None:
    start = judge.begin()
    judge.pass_time(hours=1)
    deliver(judge)
    judge.pass_time(seconds=10)
    for to in (str(start["anna"]["Reply-To"]), "judge@judge.example"):
        assert judge.write("anna@home.example", "Dear writer, I read my mails on Fridays.", to=to) == []
        assert judge.last_letter()[0] == "done"
    assert kinds(judge.reply(start["anna"], "A Vie - Gal")) == ["receipt"]
    assert kinds(judge.reply(start["anna"], "A Vie - Lon")) == ["receipt"]
    assert kinds(judge.reply(start["bert"], "HELP")) == ["receipt"]
    judge.pass_time(seconds=1)
    assert kinds(judge.reply(start["cleo"], "hello")) == ["receipt"]
    deliver(judge)
    judge.pass_time(seconds=11)
    assert kinds(judge.reply(start["cleo"], "hello again")) == ["receipt"]


def test_a_responder_that_sends_our_own_mail_back_unquoted_is_alone_in_the_end(judge, monkeypatch) -> None:
    monkeypatch.setattr(budgets, "ANSWERS", (8, 20))
    start = judge.begin()
    text = start["anna"].get_body(("plain",)).get_content()
    waiting, answers = [start["anna"]], 0
    while waiting:
        mails = judge.reply(waiting.pop(), text.partition("\n")[2] + "\nA Vie H")
        answers += len(mails)
        waiting += [mail for mail in mails if mail["X-Kind"] == "receipt"]
        assert answers < 12


def test_a_robot_is_neither_answered_nor_obeyed(judge) -> None:
    start = judge.begin()
    for field in (
        "Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <l.example>", "X-Loop: judge@judge.example",
        "X-Auto-Response-Suppress: All", "X-Autoreply: yes",
    ):  # fmt: skip
        assert judge.reply(start["anna"], "A Vie - Gal", fields=f"{field}\n") == [], field
    assert judge.orders("austria") == ()


def test_two_judges_do_not_talk_with_each_other_nor_one_with_itself(judge) -> None:
    start = judge.begin()
    (receipt,) = judge.reply(start["anna"], "A Vie - Gal")
    del receipt["X-Kind"]
    own = receipt.as_bytes()
    judge.put(own, mail_from="judge@judge.example")
    judge.put(own.replace(b"judge.example", b"other.example"), mail_from="judge+b.1.aaaaaaaaaaaaaaaa@other.example")
    judge.put(b"From: mailer-daemon@x.example\r\n\r\nA Vie H\r\n", to=("judge+b.1.aaaaaaaaaaaaaaaa@judge.example",))
    assert judge.work() == []


def test_no_sender_has_more_than_four_hundred_mails_an_hour_sent_to_others(judge) -> None:
    start = judge.begin()
    press = sum(kinds(judge.reply(start["cleo"], "BROADCAST\nhello\nENDPRESS\n" * 20)).count("press") for _ in range(5))
    assert 390 <= press <= 400
    assert "press" in kinds(judge.reply(start["dora"], "BROADCAST\nhello\nENDPRESS"))
    judge.pass_time(minutes=61)
    assert "press" in kinds(judge.reply(start["cleo"], "BROADCAST\nhello\nENDPRESS"))


CRAFTED = {
    "near orders": "\n".join(f"A Viena - Gallicia{'q' * (number % 30)}" for number in range(1_990)),
    "commas": "\n".join(",".join(["A Bud - Burgandyy"] * 14) for _ in range(900)),
    "very many on a line": "\n".join(";".join(["A Bu"] * 700) for _ in range(70)),
    "phases of commas": "\n".join("PHASE " + "," * 3_900 for _ in range(60)),
    "registrations of commas": "\n".join("REGISTER " + ", " * 1_900 for _ in range(60)),
    "press to commas": "\n".join("PRESS TO " + "," * 3_900 for _ in range(60)),
    "deadlines": "\n".join("DEADLINE " + "1d " * 1_300 for _ in range(60)),
    "passwords": "\n".join(f"SET PASSWORD word{number}" for number in range(1_900)),
    "sign-ons": "\n".join(f"SIGNON Acassis word{number}" for number in range(1_900)),
    "bad commands": "\n".join("DEADLINE" for _ in range(1_900)),
    "zones": "\n".join(f"SET ZONE Europe/Berlinn{number}" for number in range(1_900)),
    "questions": "\n".join("STATUS\nLIST" for _ in range(900)),
    "headings run together": "\n".join("A Vie " + "moves1901" * 400 for _ in range(60)) + "\n" + "moves1901" * 400,
    "two hundred commands": "READY\nWAIT\n" * 100,
    "two hundred commands of all kinds": "READY\nSET ZONE Europe/Berlin\nGAME cassis\nPHASE S1901M\nA Bud H\n" * 50,
    "blanks": "\n".join("A Vie" + " ." * 1_900 for _ in range(60)),
}


def test_no_letter_takes_longer_than_two_seconds(judge) -> None:
    """Of a player and of a master without a power, whose lines are looked at in other ways."""
    start = judge.begin()
    judge.reply(start["anna"], "A Vie H")
    for name, text in CRAFTED.items():
        for mail in (start["anna"], judge.welcomes["max"]):
            judge.pass_time(minutes=5)
            begun = process_time()
            judge.reply(mail, text)
            assert process_time() - begun < 2, name
            assert judge.last_letter()[0] == "done", name


def test_a_game_is_found_by_no_name_that_holds_line_ends(judge) -> None:
    start = judge.begin()
    for text in (
        "REGISTER Anna\rBcc: eve@x.example",
        "GAME cas\x00sis",
        "CREATE evil\x0bBcc:",
        "PRESS TO it\x00aly\nx\r\ny",
    ):
        for mail in judge.reply(start["anna"], text, subject="=?utf-8?q?x=0d=0aBcc=3a_eve=40x.example?="):
            assert mail["Bcc"] is None
            assert "\x00" not in mail.as_string()
