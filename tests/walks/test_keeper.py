"""The keeper of the judge at the command line, beside a judge at work: he does what masters do, and bans people."""

import os
import sys
from contextlib import suppress
from datetime import timedelta

from judge.cli.main import main
from tests.walks.conftest import ADDRESS


def test_the_keeper_moves_a_deadline_and_bans_somebody_while_the_judge_is_at_work(table, monkeypatch, capsys) -> None:
    for name in [name for name in os.environ if name.startswith("JUDGE_")]:
        monkeypatch.delenv(name)
    for name, value in (("ADDRESS", ADDRESS), ("DATABASE", table.url), ("VAR", str(table.folder))):
        monkeypatch.setenv(f"JUDGE_{name}", value)
    monkeypatch.setattr("judge.wire.clock.SystemClock", lambda: table.stage.clock)

    def judge(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["judge", *words])
        with suppress(SystemExit):
            main()
        table.advance(timedelta())  # the judge looks at once, not in a few seconds
        return " ".join(capsys.readouterr().out.split())

    assert "The deadline of S1901M (Spring 1901, movement) is now Sat 2027-01-09" in judge(
        "master", "walk", "DEADLINE", "S1901M", "+5d"
    )
    mail = table.people["france"].await_mail(lambda mail: "The keeper has moved" in table.flat(mail), "the notice")
    assert "Next deadline: Sat 9 Jan 2027 12:00 UTC" in table.flat(mail)
    judge("ban", "italy@players.example")
    told = table.say("italy", "A Ven - Tyr")
    assert "takes no letters from you at present" in told
    assert table.orders_of("italy") == ()
    judge("unban", "italy@players.example")
    assert "A Ven - Tyr" in table.say("italy", "A Ven - Tyr")
    assert table.orders_of("italy") == ("A Ven - Tyr",)
