"""People of a running game: one is put out, another takes his place, and nobody learns in a gunboat game who it was."""

from judge.cli.demo.correspondent import text_of


def test_a_player_is_ejected_and_a_volunteer_plays_on(table) -> None:
    """The old reply address opens nothing; the new one does; the record counts the leaver and not the newcomer."""
    old = table.game_mail("france")
    table.say("france", "A Par - Bur")
    assert "is out. The units of France hold" in table.say("master", "EJECT France: never writes")
    table.settle()
    assert table.orders_of("france") == ()
    assert any("never writes" in table.flat(mail) for mail in table.people["france"].mails)
    welcome = table.register("Zoe")
    assert "TAKEOVER walk France" in table.answer("zoe", welcome, "LIST OPEN")
    assert "You play France in walk from now on." in table.answer("zoe", welcome, "TAKEOVER walk France")
    table.settle()
    assert "A Par - Gas" in table.say("zoe", "A Par - Gas")
    assert table.orders_of("france") == ("A Par - Gas",)
    table.people["france"].reply(old, "A Par - Bur")
    table.settle()
    assert table.orders_of("france") == ("A Par - Gas",)
    assert table.ask("SELECT left_how FROM seats WHERE left_at IS NOT NULL") == [("ejected",)]
    assert table.ask("SELECT conduct FROM conduct") == [("abandoned",)]
    told = [text_of(mail) for mail in table.people["england"].mails]
    assert any("plays France from now on." in " ".join(text.split()) for text in told)
