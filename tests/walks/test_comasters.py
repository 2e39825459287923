"""A game is led by several, handed over and kept from being led by nobody, all by mail."""

from datetime import timedelta


def test_a_game_gets_a_second_master_and_is_handed_over_to_him(table) -> None:
    """Nothing changes before ACCEPT; then both lead, letters to the master reach both, and the first may go."""
    table.register("Zoe Zander")
    assert "Zoe Zander is asked to lead walk as well." in table.say("master", "PROMOTE zoe zander")
    zoe = table.people["zoe"]
    asked = zoe.await_mail(lambda mail: "asks you to lead" in table.flat(mail), "the question")
    assert "Marta, its master, asks you to lead the game walk with him." in table.flat(asked)
    assert "Only the master of walk, Marta, can PAUSE" in table.answer("zoe", asked, "GAME walk\nPAUSE")
    assert "You lead walk from now on, with Marta." in table.answer("zoe", asked, "ACCEPT walk\n\nGladly!\nZoe")
    table.settle()
    told = [
        mail for mail in table.people["france"].mails if "Zoe Zander leads the game from now on" in table.flat(mail)
    ]
    assert len(told) == 1
    table.say("france", "PRESS TO MASTER\nWho of you is the master?\nENDPRESS")
    table.settle()
    for who in ("master", "zoe"):
        assert "Who of you is the master?" in table.flat(table.game_mail(who)), who
    assert "The clock of walk is stopped." in table.say("zoe", "PAUSE")
    assert "Marta has led walk longer than you." in table.say("zoe", "DEMOTE Marta")
    assert "You do not lead walk any more." in table.say("master", "RESIGN")
    assert "which cannot be without one" in table.say("zoe", "RESIGN")
    assert "The clock of walk is running again." in table.say("zoe", "RESUME")
    texts = [text for (text,) in table.ask("SELECT text FROM events WHERE kind IN ('masters', 'pause', 'resume')")]
    assert texts == [
        "Zoe Zander leads the game with Marta", "by the master Zoe Zander", "Marta has given up the lead; "
        "Zoe Zander leads it", "by the master",
    ]  # fmt: skip
    table.advance(timedelta(minutes=1))
    table.audit().check()
