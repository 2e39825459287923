"""Rapid Deployment by mail: a whole game, and what nobody may learn in it."""

import re
from dataclasses import replace
from io import StringIO

from judge.cli.demo.correspondent import text_of
from judge.cli.demo.script import ScriptedPhase, read_script
from judge.cli.demo.show import SCRIPTS
from judge.wire.logs import set_up_logs

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

EASTERN = """
game rapid-deployment ON colonial
player britain Oliver Hartley oliver@players.example
player china Lin Wei lin@players.example
player france Claire Dubois claire@players.example
player holland Anna de Wit anna@players.example
player japan Kenji Sato kenji@players.example
player russia Pavel Orlov pavel@players.example
player turkey Selin Aydin selin@players.example
master Marta Vogel marta@masters.example
phase S1870M
"""
EASTERN_ORDERS = {
    "britain": "f ade - reds - egy",
    "china": "A Mac - Mon - Irk\nA Can - HK - Can",
    "france": "clear",
    "holland": "clear",
    "japan": "F Kyu - Yell - Sha",
    "russia": "A Mos - TSR - Irk\nF Ode - BLAS - Rum\nA Oms - TSR - Kra - Mon",
    "turkey": "F Con - MEDS and back",
}


def test_the_scripted_game_of_three_years_is_played_to_its_end(plain_town) -> None:
    script = read_script(SCRIPTS / "rapid-deployment.game")
    played, audit = plain_town.perform(script)
    first = script.phases[0]
    for who in played.people:
        results = {
            tag: text_of(mail)
            for mail in audit.boxes[played.people[who].email]
            for tag in re.findall(r"^:: judge demo rapid-deployment (\w+) -> \w+$", text_of(mail), re.M)
        }
        assert set(results) == {"start", *(phase.tag for phase in script.phases)}, who
        told = results[first.tag]
        assert told.index("First moves") < told.index("F Lon - ENG") < told.index("Second moves")
        assert "HELP RULES tells the rules of this game" in " ".join(results["start"].split())
        assert "Italy has won" in " ".join(text_of(played.last[who]).split())


def test_what_a_unit_meant_to_do_after_a_first_move_that_failed_is_told_to_its_owner_only(plain_town) -> None:
    """R15: every mail, the log, and everything that the judge keeps but the letters and orders of the power itself."""
    log = StringIO()
    set_up_logs("json", "debug", stream=log)
    script = replace(
        read_script(SCRIPTS / "rapid-deployment.game"),
        options="",
        phases=(ScriptedPhase("S1901M", (), ()),),
    )
    playing = plain_town.play(script)
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


def test_a_game_on_the_board_of_colonial_is_created_by_mail_and_played_with_trains(plain_town, tmp_path) -> None:
    """Double moves are put on the whole game of that board; a train is a whole order."""
    (tmp_path / "eastern.game").write_text(EASTERN)
    playing = plain_town.play(read_script(tmp_path / "eastern.game"))
    playing.register()
    playing.gather()
    plain_town.people.update(playing.people)
    told = {who: plain_town.answer(who, playing.latest[who], text) for who, text in EASTERN_ORDERS.items()}
    assert "A Mos - TSR - Irk" in told["russia"]
    assert "F Ode - BLAS - Rum" in told["russia"]
    assert "Please look at" in told["russia"]
    assert "F Con - MEDS - Con" in told["turkey"]
    plain_town.answer("master", playing.latest["master"], "PROCESS S1870M")
    texts = [text_of(mail) for box in plain_town.audit().boxes.values() for mail in box]
    results = [text for text in texts if ":: judge demo rapid-deployment S1870M -> F1870M" in text]
    assert len(results) == 8
    for text in results:
        first, second = text.index("First moves"), text.index("Second moves")
        assert first < text.index("A Mos - TSR - Irk") < second
        assert first < text.index("F Con - MEDS") < second < text.index("F MEDS - Con")
        assert "The train from Moscow arrived in Irkutsk." in text
