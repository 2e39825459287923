"""Somebody who writes from two addresses, and changes where his mails go."""

from judge.cli.demo.correspondent import text_of


def flat(mail) -> str:
    return " ".join(text_of(mail).split())


def test_a_second_address_is_asked_and_then_writes_and_reads(town) -> None:
    welcome = town.register("Anna")
    anna, work = town.people["anna"], town.person("work", "anna@work.example")
    told = town.answer("anna", welcome, "ADD ADDRESS anna@work.example")
    assert "A mail has gone to anna@work.example" in told
    asked = work.await_mail(lambda mail: "Is this address yours?" in str(mail["Subject"]), "the question")
    done = work.await_answer(work.reply(asked, ""), "the address is hers")
    assert "Mails go to anna@players.example" in flat(done)
    anna.await_mail(lambda mail: "has answered" in text_of(mail), "word of it")
    told = flat(
        work.await_answer(work.reply(done, "SET ADDRESS anna@work.example\nSET ZONE Europe/Paris"), "a receipt")
    )
    assert "Mails go to anna@work.example from now on" in told
    anna.await_mail(lambda mail: "none comes here" in text_of(mail), "a warning")
    told = flat(anna.await_answer(anna.reply(welcome, "ADDRESSES"), "an answer here"))
    assert "Mails go to anna@work.example. Your letters may come from anna@players.example as well." in told
    town.audit().check()
