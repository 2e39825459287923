"""A private game fills by invitation and by its key, all by mail; who is neither finds no such game."""

from datetime import timedelta


def test_a_private_game_is_joined_by_invitation_and_by_its_key_and_found_by_nobody_else(table) -> None:
    table.register("Zoe Zander")
    carl, dina, zoe = table.register("Carl Cook"), table.register("Dina Dorn"), table.people["zoe"]
    told = table.say(
        "master", "CREATE den standard private=yes key=opensesame start=manual\nGAME den\nINVITE Zoe AS France"
    )
    assert "Game den created" in told
    assert "opensesame" not in told
    assert "Zoe Zander is invited to den as France." in told
    asked = zoe.await_mail(lambda mail: "invites you to play" in table.flat(mail), "the invitation")
    assert "You are in den; 1 of 7 places are taken." in table.answer("zoe", asked, "ACCEPT den")
    for words in ("STATUS den", "JOIN den", "JOIN den PASSWORD opensesam", "WHO den", "OBSERVE den"):
        assert "There is no game den here." in table.answer("dina", dina, words), words
    assert "You are in den; 2 of 7" in table.answer("carl", carl, "JOIN den PASSWORD opensesame")
    table.settle()
    rows = table.ask("SELECT role, assigned, password_hash FROM seats WHERE game_id = 2 ORDER BY id")
    assert [tuple(row) for row in rows] == [("master", None, ""), ("player", "france", ""), ("player", None, "")]
    (invited,) = table.ask("SELECT power, closed_at FROM invitations")
    assert invited[0] == "france"
    assert invited[1] is not None
    table.advance(timedelta(minutes=1))
    table.audit().check()
