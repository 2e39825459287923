"""A reply address that somebody else has seen is changed, and its owner plays on."""

from judge.cli.demo.correspondent import text_of


def flat(mail) -> str:
    return " ".join(text_of(mail).split())


def test_a_leaked_reply_address_is_given_up_by_its_owner_and_by_the_master(table) -> None:
    """What comes in reply to an old mail waits, and counts from when it came once it is confirmed."""
    france = table.people["france"]
    leaked = table.game_mail("france")
    receipt = france.await_answer(france.reply(leaked, "NEW TOKEN"), "the receipt")
    assert "Your reply addresses are new, in all games" in flat(receipt)
    held = france.reply(leaked, "A Par - Pic")
    asked = france.await_answer(held, "a question")
    assert "Is this letter yours?" in str(asked["Subject"])
    told = table.answer("france", receipt, "A Mar - Spa")
    assert "A Mar - Spa" in told
    assert "A Par - Pic" not in told
    france.reply(asked, "yes")
    taken = flat(france.await_mail(lambda mail: "A Par - Pic" in text_of(mail) and mail is not asked, "its receipt"))
    assert "A Mar - Spa" in taken
    told = table.say("master", "NEW TOKEN FOR France")
    assert (
        f"The reply address of France in {table.game_mail('master')['Subject'].split()[0].strip('[]')} is new" in told
    )
    word = france.await_mail(lambda mail: "has changed your reply address" in text_of(mail).replace("\n", " "), "word")
    asked = france.await_answer(france.reply(receipt, "F Bre - MAO"), "a question again")
    assert "Is this letter yours?" in str(asked["Subject"])
    assert "F Bre - ENG" in table.answer("france", word, "F Bre - ENG")
    table.audit().check()
