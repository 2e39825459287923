"""Who has left a game ends it for nobody else, and what he had ordered does not come back with a phase; all by mail."""

from datetime import timedelta


def test_an_ejection_ends_no_game_by_the_votes_of_the_others_and_takes_orders_along_for_good(table) -> None:
    table.say("france", "A Par - Bur")
    table.say("england", "F Lon - NTH")
    table.say("master", "PROCESS S1901M")
    table.settle()
    for power in ("austria", "england", "germany", "italy", "russia", "turkey"):
        assert "Your vote: a draw" in table.say(power, "VOTE DRAW")
    assert "The units of France hold" in table.say("master", "EJECT France")
    table.settle()
    assert table.ask("SELECT state FROM games") == [("running",)]
    assert table.ask("SELECT count(*) FROM seats WHERE ballot IS NOT NULL") == [(0,)]
    assert "Votes for an end of the game, where there were any, are forgotten" in table.flat(table.game_mail("england"))
    assert "You vote for no end of walk." in table.say("england", "VOTE")
    table.say("master", "ROLLBACK S1901M WITH ORDERS")
    table.settle()
    assert (table.orders_of("england"), table.orders_of("france")) == (("F Lon - NTH",), ())
    assert "but for those of France, whose player has left since," in table.flat(table.game_mail("england"))
    table.advance(timedelta(minutes=1))
    table.audit().check()
