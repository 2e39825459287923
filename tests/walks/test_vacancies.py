"""A game with vacant=wait waits for somebody to play a power whose player has left, and goes on with his orders."""

from datetime import timedelta

DAY = timedelta(days=1)


def test_a_game_waits_for_a_new_player_and_is_played_with_his_orders(table) -> None:
    table.say("master", "SET vacant=wait vacant_limit=10d")
    assert "France waits for somebody else to play it, until Thu 14 Jan 2027 12:00" in table.say(
        "france", "RESIGN walk"
    )
    for power, orders in table.spring.items():
        if power != "france":
            table.say(power, orders)
    zoe = table.register("Zoe Zander")
    table.advance(3 * DAY)
    assert table.ask("SELECT tag, waiting FROM phases") in ([("S1901M", 1)], [("S1901M", True)])
    told = table.flat(table.game_mail("england"))
    assert "France has no player. The game waits for somebody to play it." in told
    assert "open to newcomers: France" in table.answer("zoe", zoe, "LIST OPEN")
    assert "You play France in walk from now on." in table.answer("zoe", zoe, "TAKEOVER walk France")
    table.settle()
    assert table.ask("SELECT tag FROM phases") == [("S1901M",)]
    assert "A Par - Bur" in table.answer("zoe", zoe, table.spring["france"])
    table.settle()
    assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    table.audit().check()
