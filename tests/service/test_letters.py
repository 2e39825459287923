"""Letters that are read together: answered in the order in which they came, whatever goes wrong with one of them."""

from judge.service.letters import AT_ONCE
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


def test_a_letter_that_goes_wrong_once_is_not_overtaken_by_those_behind_it(judge, monkeypatch) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    right, failures = judge.letters._answer, []

    def fail_once(stored, letter, signed) -> None:
        if letter.message_id == "<n1@client.example>" and not failures:
            failures.append(stored.id)
            raise ValueError("it broke")
        right(stored, letter, signed)

    monkeypatch.setattr(judge.letters, "_answer", fail_once)
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


def test_some_letters_are_claimed_at_once_and_the_others_stay_for_another(judge) -> None:
    to = str(judge.begin()["cleo"]["Reply-To"])
    for number in range(AT_ONCE + 5):
        put(judge, number, "A Par - Pic", to=to)
    assert judge.letters.answer_some(AT_ONCE)
    with judge.store.reading() as tx:
        assert tx.letters_waiting(judge.now) == 5
