"""A game that ends by vote, mail in and mail out."""

from judge.cli.demo.correspondent import text_of

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def test_seven_agree_on_a_draw_and_the_game_is_over(table) -> None:
    """VOTE in its forms; one who is against keeps the game going; nobody hears of a vote but he who gave it."""
    told = table.say("master", "VOTE DRAW")
    assert "You play no power in walk, so you have no vote." in told
    table.say("france", "PRESS TO England\nA draw, then?\nENDPRESS")
    table.settle()
    for power in POWERS[:5]:
        told = table.say(power, "VOTE DRAW")
        assert "Your vote: a draw of all who survive (Austria, England, France, Germany, Italy, Russia and" in told
        assert "It is secret, and is forgotten when S1901M is over." in told
    told = table.say("russia", "vote draw?\nVOTE CONCEDE Turkey\nSET NO CONC\nVOTE")
    assert "Your vote: to concede walk to Turkey." in told
    assert "You vote for no end of walk. A draw includes all who survive (VOTE DRAW)" in told
    table.settle()
    for who, person in table.people.items():
        read = " ".join(text_of(mail) for mail in person.mails)
        assert ("Your vote: a draw" in read) is (who in POWERS[:5]), who
    told = table.say("turkey", "SET DRAW")
    assert "With it" not in told
    assert table.ask("SELECT state FROM games") == [("running",)]
    told = table.say("russia", "SET DRAW")
    assert "With it all agree, and walk is over." in told
    table.settle()
    assert table.ask("SELECT state, ending FROM games") == [("finished", "draw")]
    for who, person in table.people.items():
        reports = [mail for mail in person.mails if "walk is over. All have agreed" in table.flat(mail)]
        assert len(reports) == 1, who
        report = table.flat(reports[0])
        assert "All have agreed on a draw, which Austria, England, France, Germany, Italy, Russia" in report
        assert ":: judge walk standard S1901M -> over" in report
        assert reports[0]["Subject"] == "[walk] S1901M"
        archives = [mail for mail in person.mails if "This is what you wrote in it" in table.flat(mail)]
        assert [("France to England | A draw, then?" in table.flat(mail)) for mail in archives] == (
            [True] if who in ("france", "england") else []
        )
    assert "The game walk is over." in table.say("france", "A Par - Bur")
    assert table.ask("SELECT count(*) FROM seats WHERE ballot IS NOT NULL") == [(0,)]
    table.audit().check()


def test_a_resignation_ends_no_game_and_a_fresh_vote_does_though_no_clock_runs(quick_table) -> None:
    """A concession does not come about when the only one who had not conceded leaves, but when all concede anew."""
    assert "is stopped" in quick_table.say("master", "PAUSE")
    for power in POWERS[1:]:
        if power != "turkey":
            assert "to concede walk to Turkey." in quick_table.say(power, "VOTE CONCEDE Turkey")
    quick_table.settle()
    assert quick_table.ask("SELECT state FROM games") == [("paused",)]
    assert "You have left walk" in quick_table.say("austria", "RESIGN walk")
    quick_table.settle()
    assert quick_table.ask("SELECT state FROM games") == [("paused",)]
    for power in POWERS[1:]:
        if power != "turkey":
            quick_table.say(power, "VOTE CONCEDE Turkey")
    quick_table.settle()
    assert quick_table.ask("SELECT state, ending FROM games") == [("finished", "concession")]
    report = quick_table.flat(quick_table.game_mail("turkey"))
    assert "All others have conceded to Turkey, played by Turkey. Congratulations!" in report
    quick_table.audit().check()
