"""Before a game begins: wishes, powers that the master settles, and a start by hand."""


def test_powers_are_settled_before_the_start_and_the_log_tells_how(town) -> None:
    """PREFER changes a wish, ASSIGN and SWAP settle powers, START waits for min_players; LOG says who got what why."""
    welcomes = {name: town.register(name) for name in ("Marta", "Anna", "Bert", "Cleo")}
    created = town.answer(
        "marta", welcomes["Marta"], "CREATE walk standard start=manual min_players=3 assign=arrival delay=none"
    )
    assert "Game walk created" in created
    assert "autostart=no" in created
    assert "min_players=3" in created
    assert "assign=arrival" in created
    town.answer("anna", welcomes["Anna"], "JOIN walk Turkey")
    town.answer("bert", welcomes["Bert"], "JOIN walk Turkey")
    assert "walk needs 3 players" in town.say("marta", "START")
    town.answer("cleo", welcomes["Cleo"], "JOIN walk France")
    assert "You prefer Italy, Turkey." in town.say("anna", "PREFER Italy, Turkey")
    assert "Bert is to play France in walk." in town.say("marta", "ASSIGN France TO Bert")
    assert "Cleo is to play France" in town.say("marta", "SWAP Bert with Cleo")
    town.settle()
    assert "has settled that you play France." in town.flat(town.people["cleo"].mails[-1])
    assert "starts now" in town.say("marta", "START")
    town.settle()
    rows = town.ask(
        "SELECT name, power FROM seats JOIN players ON players.id = player_id WHERE power IS NOT NULL ORDER BY name"
    )
    assert rows == [("Anna", "italy"), ("Bert", "turkey"), ("Cleo", "france")]
    told = town.say("marta", "LOG")
    assert "by arrival: France to Cleo (settled by the master), Italy to Anna (wish 1), Turkey to Bert (wish 1)" in told
    town.audit().check()


def test_a_master_chooses_who_plays(town) -> None:
    """With approval=yes JOIN asks; who is let in and who is not are told; the game begins without those who wait."""
    welcomes = {name: town.register(name) for name in ("Marta", "Anna", "Bert", "Cleo")}
    assert "approval=yes" in town.answer(
        "marta", welcomes["Marta"], "CREATE walk standard approval=yes start=manual delay=none"
    )
    for name in ("Anna", "Bert", "Cleo"):
        assert "Its master decides, and you are told." in town.answer(name.lower(), welcomes[name], "JOIN walk")
    told = town.say("marta", "APPROVE Anna\nREJECT Bert: only for beginners")
    assert "Anna plays in walk; 1 of 7 places are taken." in told
    assert "Bert is told that there is no place in walk." in told
    town.settle()
    assert "The master has not let you in: only for beginners." in town.flat(town.people["bert"].mails[-1])
    assert "Only the master of walk, Marta, can APPROVE" in town.say("anna", "APPROVE Cleo")
    town.say("marta", "START")
    town.settle()
    assert "The game walk has begun without you." in town.flat(town.people["cleo"].mails[-1])
    assert town.ask(
        "SELECT name FROM seats JOIN players ON players.id = player_id WHERE left_at IS NULL AND role = 'player'"
    ) == [("Anna",)]
    town.audit().check()
