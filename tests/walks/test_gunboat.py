"""A gunboat game by mail: neither text nor header of any mail tells who plays."""

from datetime import timedelta

PEOPLE = ("Quinby", "Wexford", "Zoltan")


def test_no_mail_of_a_gunboat_game_tells_who_plays_in_text_or_header(town) -> None:
    """From JOIN to the final report, with press, a turn, a late power, somebody who leaves, and a draw."""
    home = {name: town.register(name) for name in ("Marta", *PEOPLE)}
    town.answer("marta", home["Marta"], "CREATE boat standard gunboat=yes reveal=no autostart=no")
    for name, power in zip(PEOPLE, ("Austria", "England", "France"), strict=True):
        told = town.answer(name.lower(), home[name], f"JOIN boat {power}\nSTATUS boat\nWHO boat")
        assert "You are in boat" in told
    town.answer("marta", home["Marta"], "START boat")
    town.settle()
    town.say("quinby", "A Vie - Gal\nBROADCAST\nWer da? Grüße!\nENDBROADCAST\nPRESS TO master\nHello\nENDPRESS", "boat")
    town.advance(timedelta(days=4))
    assert "resigned" not in town.say("wexford", "STATUS\nWHO\nHISTORY", "boat")
    assert "You have left boat" in town.say("zoltan", "RESIGN boat", "boat")
    assert "LOG" in town.say("marta", "LOG\nWHO", "boat").upper()
    for name in ("quinby", "wexford"):
        town.say(name, "VOTE DRAW", "boat")
    town.settle()
    assert town.ask("SELECT state, ending FROM games") == [("finished", "draw")]
    rows = town.ask("SELECT recipient, raw FROM mails WHERE game = 'boat' ORDER BY id")
    assert len(rows) > 20
    for recipient, raw in rows:
        text = bytes(raw).decode("ascii", "replace").lower()
        for name in PEOPLE:
            if not str(recipient).startswith(name.lower()):
                assert name.lower() not in text, f"{recipient} reads of {name}:\n{text}"
    events = " ".join(str(text) for (text,) in town.ask("SELECT text FROM events WHERE game_id IS NOT NULL")).lower()
    assert not [name for name in PEOPLE if name.lower() in events]
    town.audit().check()
