"""Letters that are read together: answered in the order in which they came, whatever goes wrong with one of them."""

from collections.abc import Callable

import pytest
from sqlalchemy import event, select

from judge.service.letters import AT_ONCE
from judge.store.tables import LetterRow
from tests.service.conftest import ADDRESS


def put(judge, number: int, text: str, sender: str = "cleo@home.example", to: str = ADDRESS) -> None:
    judge.pass_time(seconds=1)
    mail = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <n{number}@client.example>\r\n\r\n{text}\r\n"
    judge.put(mail.encode(), (to,), sender)


def test_letters_of_one_sender_that_wait_together_are_taken_in_their_order(judge) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    for number, place in enumerate(("Pic", "Gas", "Bur") * 10):
        put(judge, number, f"A Par - {place}", to=to)
    mails = judge.work()
    assert [mail["In-Reply-To"] for mail in mails] == [f"<n{number}@client.example>" for number in range(30)]
    assert [order.to for order in judge.orders("france")] == ["bur"]


@pytest.fixture
def break_at(judge, monkeypatch) -> Callable[[str, int], list[int]]:
    """Lets a letter go wrong so many times, after all that it has brought about but its closing; the times it did."""

    def arm(message_id: str, times: int) -> list[int]:
        right, failures = judge.letters._decide, []

        def decide(tx, stored, letter, signed, now):
            found = right(tx, stored, letter, signed, now)
            if letter.message_id == message_id and len(failures) < times:
                failures.append(stored.id)
                raise ValueError("it broke")
            return found

        monkeypatch.setattr(judge.letters, "_decide", decide)
        return failures

    return arm


def test_a_letter_that_goes_wrong_once_is_not_overtaken_by_those_behind_it(judge, break_at) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    failures = break_at("<n1@client.example>", 1)
    for number, place in enumerate(("Pic", "Gas", "Bur")):
        put(judge, number, f"A Par - {place}", to=to)
    mails = judge.work()
    assert len(failures) == 1
    assert [mail["In-Reply-To"] for mail in mails] == [f"<n{number}@client.example>" for number in range(3)]
    assert [order.to for order in judge.orders("france")] == ["bur"]


def test_a_letter_that_cannot_be_read_holds_up_its_senders_others_and_nobody_elses(judge) -> None:
    start = judge.begin()
    own = {name: str(start[name]["Reply-To"]) for name in ("cleo", "dora")}
    judge.reader.fails = b"poison"
    put(judge, 1, "poison", to=own["cleo"])
    put(judge, 2, "A Par - Pic", to=own["cleo"])
    put(judge, 3, "A Ber - Kie", "dora@home.example", own["dora"])
    assert judge.letters.answer_some(AT_ONCE)
    assert [len(judge.orders(power)) for power in ("france", "germany")] == [0, 1]
    with judge.store.reading() as tx:
        assert tx.letters_waiting(judge.now) == 2
        (second,) = [one for number in range(1, 99) if (one := tx.letter(number)) and b"A Par - Pic" in one.raw]
    assert (second.state, second.attempts) == ("new", 0)


def test_of_letters_answered_together_one_that_goes_wrong_takes_no_other_with_it(judge, break_at) -> None:
    """Nothing of it is left; the others are answered, but those of its sender behind it wait as if never claimed."""
    seats = judge.begin()
    failures = break_at("<n2@client.example>", 2)
    for number, (name, order) in enumerate((
        ("cleo", "A Par - Bur"), ("dora", "A Mun - Ruh"), ("gina", "A Con - Bul"), ("fred", "A War - Gal"),
        ("gina", "A Smy - Con"),
    )):  # fmt: skip
        put(judge, number, order, f"{name}@home.example", str(seats[name]["Reply-To"]))
    assert judge.letters.answer_some(AT_ONCE)
    assert len(failures) == 2  # together with the others, and alone
    with judge.store.reading() as tx:
        rows = tx.session.execute(select(LetterRow.state, LetterRow.attempts).order_by(LetterRow.id)).all()
    assert [tuple(row) for row in rows[-5:]] == [("done", 1), ("done", 1), ("new", 1), ("done", 1), ("new", 0)]
    assert (len(judge.orders("france")), len(judge.orders("germany")), judge.orders("turkey")) == (1, 1, ())
    mails = judge.work()
    assert sorted(mail["In-Reply-To"] for mail in mails) == [f"<n{number}@client.example>" for number in range(5)]
    assert (len(judge.orders("turkey")), len(judge.orders("russia"))) == (2, 1)


def test_letters_answered_together_are_stored_together(judge, monkeypatch) -> None:
    """Each has its own receipt, on what those before it have left; a commit costs as much as many letters."""
    to = str(judge.begin()["cleo"]["Reply-To"])
    for number, text in enumerate(("A Par - Pic", "A Mar - Spa", "STATUS", "F Bre - MAO")):
        put(judge, number, text, to=to)
    commits = []
    event.listen(judge.store.writer, "commit", commits.append)
    monkeypatch.setattr("judge.service.letters.LONGEST", 60)
    assert judge.letters.answer_some(AT_ONCE)
    assert len(commits) == 2  # of the claim, and of the answers
    receipts = judge.work()
    assert [mail["In-Reply-To"] for mail in receipts] == [f"<n{number}@client.example>" for number in range(4)]
    assert all(
        text in receipts[3].get_body(("plain",)).get_content() for text in ("A Par - Pic", "A Mar - Spa", "F Bre - MAO")
    )


def test_letters_answered_together_keep_nobody_waiting_for_long(judge, monkeypatch) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    for number in range(3):
        put(judge, number, "A Par - Pic", to=to)
    commits = []
    event.listen(judge.store.writer, "commit", commits.append)
    monkeypatch.setattr("judge.service.letters.LONGEST", 0)
    assert judge.letters.answer_some(AT_ONCE)
    assert len(commits) == 4


def test_some_letters_are_claimed_at_once_and_the_others_stay_for_another(judge) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    for number in range(AT_ONCE + 5):
        put(judge, number, "A Par - Pic", to=to)
    assert judge.letters.answer_some(AT_ONCE)
    with judge.store.reading() as tx:
        assert tx.letters_waiting(judge.now) == 5


def test_a_correction_ten_seconds_later_stands_and_its_receipt_says_what_it_replaces(begun) -> None:
    (first,) = begun.reply(begun.welcomes["anna"], "A Vie - Gal\nA Bud - Ser")
    begun.pass_time(seconds=10)
    (second,) = begun.reply(begun.welcomes["anna"], "A Vie - Boh")
    assert {order.to for order in begun.orders("austria")} == {"boh", "ser"}
    assert "instead of A Vie - Gal" in second.get_body(("plain",)).get_content()
    assert first["Message-ID"] != second["Message-ID"]


@pytest.mark.parametrize("named", ["", "GAME cassis\n"])
def test_one_mail_to_two_games_is_a_letter_for_each_unless_it_names_one(begun, named: str) -> None:
    """Its writer plays in both. A copy by another address of one of the games is a copy."""
    begun.reply(begun.welcomes["max"], "CREATE tokay standard movement=7d")
    begun.reply(begun.welcomes["anna"], "JOIN tokay Austria")
    begun.reply(begun.welcomes["bert"], "JOIN tokay England")
    begun.reply(begun.welcomes["max"], "START tokay")
    own = begun.welcomes["anna"]
    tagged = [str(begun.reply(own, f"GAME {game}\nSTATUS")[0]["Reply-To"]) for game in ("cassis", "tokay")]
    mail = f"From: anna@home.example\nTo: {', '.join(tagged)}\nMessage-ID: <both@home.example>\n\n{named}A Vie - Gal\n"
    begun.put(mail.encode(), (*tagged, str(own["Reply-To"]), "judge+tokay@judge.example"), "anna@home.example")
    receipts = [one for one in begun.work() if one["X-Kind"] == "receipt"]
    assert len(begun.orders("austria", "cassis")) == 1
    assert len(begun.orders("austria", "tokay")) == len(receipts) - 1 == (0 if named else 1)
    with begun.store.reading() as tx:
        last = tx.session.scalars(select(LetterRow).order_by(LetterRow.id.desc()).limit(4))
        states = {letter.recipient: letter.state for letter in last}
    done = {to for to, state in states.items() if state == "done"}
    assert len(states) == 4
    assert done == set(tagged[: 1 if named else 2])
