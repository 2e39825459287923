"""A clock that is stopped up to a day goes on by itself, also when the judge was started anew meanwhile."""

import re
from datetime import timedelta

from judge.cli.demo.stage import Stage


def test_a_paused_game_goes_on_at_the_moment_that_its_master_has_set(table) -> None:
    told = table.say("master", "PAUSE UNTIL 20 Jan 12:00\nRESUME ON 25 Jan 12:00")
    assert "is stopped until Mon 2027-01-25 12:00 (UTC); it goes on by itself then." in told
    table.settle()
    assert "It goes on: Mon 25 Jan 2027 12:00 UTC (in 21 days)" in table.flat(table.game_mail("france"))
    parts = (part for mail in table.people["france"].mails for part in mail.walk())
    first, *_, entry = (one.get_content() for one in parts if one.get_content_type() == "text/calendar")
    assert "DTSTART:20270128T120000Z" in entry
    assert re.findall(r"UID:.*", first) == re.findall(r"UID:.*", entry) != []
    assert [int(*re.findall(r"SEQUENCE:(\d+)", one)) for one in (first, entry)] == [0, 2]
    assert "goes on Mon 25 Jan 2027 12:00 UTC" in table.say("france", "LIST\nA Par - Bur")
    stage = table.stage
    stage.__exit__(None, None, None)
    with Stage(stage.settings, stage.clock) as table.stage:
        table.advance(timedelta(days=20))
        assert table.ask("SELECT state FROM games") == [("paused",)]
        table.advance(timedelta(days=1))
        assert table.ask("SELECT state, resume_at, time_left FROM games") == [("running", None, None)]
        mail = table.game_mail("france")
        assert "The clock goes on, as the master has set it." in table.flat(mail)
        assert "Next deadline: Thu 28 Jan 2027 12:00 UTC (in 3 days)" in table.flat(mail)
        assert table.orders_of("france") == ("A Par - Bur",)
        table.advance(timedelta(days=3))
        assert table.ask("SELECT tag FROM phases WHERE state = 'open'") == [("F1901M",)]
        table.audit().check()
