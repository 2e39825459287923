"""One person plays two powers of a game, by the mails of either."""


def test_one_person_plays_two_powers_and_orders_for_both_in_one_mail(table) -> None:
    """His receipt tells both, each has its result and its vote, and press comes from the one whose mail he answers."""
    assert "Done" in table.say("master", "SET powers=2")
    table.say("italy", "RESIGN walk")
    assert "You play Italy in walk from now on." in table.say("austria", "TAKEOVER walk Italy")
    table.settle()
    spring = table.spring
    said = table.say("austria", spring["austria"] + "\n" + spring["italy"])
    for power in ("Austria", "Italy"):
        assert f"walk, S1901M: the orders of {power} as they stand now" in said
    assert "Missing" not in said
    assert (len(table.orders_of("austria")), len(table.orders_of("italy"))) == (3, 3)
    for power in ("england", "france", "germany", "russia", "turkey"):
        table.say(power, spring[power])
    table.settle()
    results = [mail for mail in table.people["austria"].mails if ":: judge walk standard S1901M" in table.flat(mail)]
    assert len({mail["Reply-To"] for mail in results}) == len(results) == 2
    italy = next(mail for mail in results if "Your units (Italy" in table.flat(mail))
    assert "Your vote as Italy: a draw" in table.answer("austria", italy, "VOTE DRAW")
    table.answer("austria", italy, "PRESS TO France\nMy fleet stays in the south.\nENDPRESS")
    table.settle()
    told = [table.flat(mail) for mail in table.people["france"].mails]
    assert any("Italy" in text and "My fleet stays" in text for text in told)
    assert table.ask("SELECT power FROM seats WHERE ballot IS NOT NULL") == [("italy",)]
    table.audit().check()
