"""Orders for phases to come, whole sets, absences: mail in and mail out."""

from datetime import timedelta


def test_orders_written_ahead_are_kept_told_and_played_when_their_phase_opens(table) -> None:
    """The result tells what has come of each line; the phase waits for a look of its writer, and READY ends it."""
    told = table.say("france", "PHASE F1901M\nA Bur - Mun, A Mar - Spa\nF MAO S A Spa\nA Bru - Mun")
    assert "A Bur - Mun (kept for F1901M)" in told
    assert "1 line needs a look" in told
    assert "Orders kept for later phases F1901M: A Bur - Mun; A Mar - Spa; F MAO S A Spa" in told
    for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        table.say(power, table.spring[power])
    table.settle()
    assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
    result = table.flat(table.game_mail("france"))
    assert "Your orders kept for F1901M, as they could be taken now:" in result
    assert "you write READY or send any order" in result
    assert "kept for" not in table.flat(table.game_mail("germany"))
    taken = table.orders_of("france")
    assert taken
    assert table.ask("SELECT count(*) FROM order_sets WHERE ahead") == [(1,)]
    assert "What was kept for W1901A (Winter 1901, adjustment) is dropped." in table.say(
        "france", "PHASE W1901A\nbuild A Par\nCLEAR"
    )
    table.audit().check()


def test_an_absence_moves_the_deadlines_that_would_fall_into_it_and_the_others_are_told(table) -> None:
    """ABSENT ALL GAMES, of somebody who plays in two; taken back in one of them."""
    table.say("master", "CREATE other autostart=no")
    table.say("france", "JOIN other France")
    told = table.say("france", "ABSENT ALL GAMES 9 Jan TO 14 Jan\nABSENCE")
    for game in ("walk", "other"):
        assert f"{game}: You are away from Sat 9 Jan 2027 00:00 UTC until Fri 15 Jan 2027 00:00 UTC." in told
    table.settle()
    assert "(France) is away from Sat 9 Jan 2027" in table.flat(table.game_mail("master"))
    table.advance(timedelta(days=3))
    assert "Next deadline: Fri 15 Jan 2027 00:00 UTC" in table.flat(table.game_mail("germany"))
    assert "Your absences are taken back; the open deadline stays." in table.say("france", "SET NO ABSENCE")
    rows = "SELECT games.name, dropped_at IS NULL FROM absences JOIN games ON games.id = game_id ORDER BY games.id"
    assert [(name, bool(stands)) for name, stands in table.ask(rows)] == [("walk", False), ("other", True)]
    table.audit().check()
