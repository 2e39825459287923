"""Rapid Deployment by mail: a whole game, and what nobody may learn in it."""

import re
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.play import Play
from judge.cli.demo.script import ScriptedPhase, read_script
from judge.cli.demo.show import SCRIPTS
from judge.wire.logs import set_up_logs

ADDRESS = "judge@judge.example"
# Second parts of first parts that fail, and of an order that is refused: places that nobody names otherwise.
CANARIES = {
    "austria": r"\b(Ukr|Ukraine)\b", "england": r"\b(Pic|Picardy|BOT|GOB|Gulf of Bothnia)\b",
    "france": r"\b(IRI|Irish Sea)\b", "russia": r"\b(Sil|Silesia)\b",
}  # fmt: skip
ORDERS = {
    "austria": "A Vie - Gal - Ukr\nF Tri - Alb - Gre\nA Bud - Ser",
    "england": "F Lon - ENG - Pic\nF Edi - NWG - Gulf of Bothnia\nF Edi - NTH - HEL\nA Lvp - Yor - Edi",
    "france": "F Bre - ENG - Irish Sea\nA Par - Bur - Mun\nA Mar H",
    "germany": "F Kie - Hol - HEL\nA Mun H\nA Ber - Pru - Lvn",
    "italy": "F Nap - TYS - WES\nA Rom H\nA Ven - Tyr - Boh",
    "russia": "A War - Gal - Sil\nF StP/sc - Fin\nF Sev - BLA\nA Mos H",
    "turkey": "F Ank - BLA - Rum\nA Con - Bul - Gre\nA Smy H",
}


@pytest.fixture
def play(plain_town):
    """Plays scripted games in the town with its eight people, the clock set on where only a deadline helps."""

    def make(script):
        return Play(
            script, smtp=("127.0.0.1", plain_town.stage.port), mail_root=plain_town.folder / "mail", address=ADDRESS,
            game="demo", let_time_pass=lambda: plain_town.stage.advance(timedelta(days=1)),
        )  # fmt: skip

    return make


def test_the_scripted_game_of_three_years_is_played_to_its_end(plain_town, play) -> None:
    script = read_script(SCRIPTS / "rapid-deployment.game")
    playing = play(script)
    played = playing.run()
    plain_town.people.update(playing.people)
    audit = plain_town.audit()
    audit.check()
    first = script.phases[0]
    for who in playing.people:
        results = {
            tag: text_of(mail)
            for mail in audit.boxes[playing.people[who].email]
            for tag in re.findall(r"^:: judge demo rapid-deployment (\w+) -> \w+$", text_of(mail), re.M)
        }
        assert set(results) == {"start", *(phase.tag for phase in script.phases)}, who
        told = results[first.tag]
        assert told.index("First moves") < told.index("F Lon - ENG") < told.index("Second moves")
        assert "HELP RULES tells the rules of this game" in " ".join(results["start"].split())
        assert "Italy has won" in " ".join(text_of(played.last[who]).split())


def test_what_a_unit_meant_to_do_after_a_first_move_that_failed_is_told_to_its_owner_only(plain_town, play) -> None:
    """R15: every mail, the log, and everything that the judge keeps but the letters and orders of the power itself."""
    log = StringIO()
    set_up_logs("json", "debug", stream=log)
    script = replace(
        read_script(SCRIPTS / "rapid-deployment.game"),
        options="",
        phases=(ScriptedPhase("S1901M", (), ()),),
    )
    playing = play(script)
    playing.register()
    playing.gather()
    plain_town.people.update(playing.people)
    for power, orders in ORDERS.items():
        told = plain_town.answer(power, playing.latest[power], orders)
        if power in CANARIES:
            assert re.search(CANARIES[power], told), told
    for who in ("turkey", "master"):
        plain_town.answer(who, playing.latest[who], "STATUS demo\nLIST\nHELP orders")
    boxes = plain_town.audit().boxes
    played = [
        mail for box in boxes.values() for mail in box if ":: judge demo rapid-deployment S1901M -> " in text_of(mail)
    ]
    assert len(played) == 8
    for power, canary in CANARIES.items():
        for who, person in playing.people.items():
            for mail in boxes[person.email]:
                if who != power or mail in played:
                    assert not re.search(canary, mail.as_string() + text_of(mail)), (power, who, text_of(mail))
        assert not re.search(canary, log.getvalue())
        assert kept_for_all(plain_town, re.compile(canary), playing.people[power].email) == []


def kept_for_all(town, canary: re.Pattern[str], owner: str) -> list[str]:
    """The rows of the judge's books that name the canary: all but letters, orders, and the owner's own receipts."""
    tables = [name for (name,) in town.ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert {"results", "events", "phases", "mails", "press", "letters", "order_sets"} <= set(tables)
    found = []
    for table in tables:
        for row in town.ask(f"SELECT * FROM {table}"):
            words = " ".join(one.decode("utf-8", "replace") if isinstance(one, bytes) else str(one) for one in row)
            own = table in ("letters", "order_sets") or (table == "mails" and owner in row and "receipt" in row)
            if canary.search(words) and not own:
                found.append(f"{table}: {words}")
    return found
