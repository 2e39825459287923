"""Another plays on in the place of a player, or takes up what he left, and is asked or let in first; all by mail."""

from datetime import timedelta


def test_a_player_is_replaced_by_who_was_asked_and_another_power_goes_to_who_is_let_in(table) -> None:
    zoe = table.register("Zoe Zander")
    table.answer("carl", table.register("Carl Cook"), "OBSERVE walk")
    told = table.say("master", "REPLACE France BY zoe@players.example\nREPLACE Turkey BY Carl NOW")
    assert "zoe@players.example is asked to play France in walk." in told
    assert "Carl Cook plays Turkey in walk from now on." in told
    asked = table.people["zoe"].await_mail(lambda mail: "asks you to play France" in table.flat(mail), "the question")
    old = table.game_mail("france")
    assert "A Par - Bur" in table.say("france", "A Par - Bur")
    assert "You play France in walk from now on." in table.answer("zoe", asked, "ACCEPT walk")
    table.settle()
    assert table.orders_of("france") == ()
    assert "Nothing is held against you" in table.flat(table.people["france"].mails[-1])
    table.answer("france", old, "A Par - Pic")
    assert table.orders_of("france") == ()
    table.answer("zoe", zoe, "A Par - Bur")
    assert table.orders_of("france") == ("A Par - Bur",)
    seats = table.ask(
        "SELECT power, name, left_how FROM seats JOIN players ON players.id = player_id"
        " WHERE power IN ('france', 'turkey') ORDER BY power, seats.id"
    )
    assert [row[0::2] for row in seats] == [
        ("france", "replaced"), ("france", ""), ("turkey", "replaced"), ("turkey", ""),
    ]  # fmt: skip

    table.say("master", "SET approval=yes\nEJECT Italy")
    dina = table.register("Dina Dorn")
    assert "Its master decides, and you are told." in table.answer("dina", dina, "TAKEOVER walk Italy")
    assert "Dina Dorn plays Italy in walk from now on." in table.say("master", "APPROVE Dina")
    table.people["dina"].await_mail(lambda mail: "you play Italy in walk" in table.flat(mail), "word that he is in")
    table.advance(timedelta(minutes=1))
    table.audit().check()
