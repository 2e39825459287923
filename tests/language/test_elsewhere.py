"""Whoever knows the classic judges: each command of theirs does its thing, or is answered with what to write here."""

import pytest

from judge.game import commands as c
from judge.game.lines import NumberedLine
from judge.game.statements import Statement
from judge.language.commands import read_statements

DONE: list[tuple[str, type]] = [
    ("HELLO Fdunkirk secret", c.SignOn), ("LOGIN Fdunkirk secret", c.SignOn), ("SIGN ON Fdunkirk secret", c.SignOn),
    ("SIGNON france@dunkirk secret", c.SignOn), ("SIGN ON ?dunkirk secret", c.Join),
    ("CREATE ?dunkirk secret standard", c.Create), ("REGISTER Ada Lovelace", c.Register),
    ("I AM ALSO ada@home.example", c.AmAlso), ("IAMALSO ada@home.example", c.AmAlso),
    ("OBSERVE dunkirk secret", c.Observe), ("WATCH dunkirk secret", c.Observe), ("MONITOR me@dunkirk pw", c.Observe),
    ("OBSERVE me@dunkirk", c.Observe), ("JOIN dunkirk secret", c.Join), ("JOIN POWER@dunkirk secret", c.Join),
    ("SET PASSWORD secret7", c.SetPassword), ("SET ADDRESS ada@home.example", c.SetAddress), ("RESIGN", c.Resign),
    ("WITHDRAW", c.Resign), ("PHASE Spring 1902 Movement", c.PhaseGuard), ("PHASE F1901M", c.PhaseGuard),
    ("CLEAR", c.Clear), ("BROADCAST: hello", c.Press), ("PRESS TO FRG: hello", c.Press), ("PRESS +FRG: hi", c.Press),
    ("PRESS TO ALL BUT FRG: hi", c.Press), ("PRESS -FRG: hi", c.Press), ("PRESS TO M: hi", c.Press),
    ("PRESS WHITE TO FRG: hi", c.Press), ("SET WAIT", c.Wait), ("SET NO WAIT", c.Wait), ("SET NOWAIT", c.Wait),
    ("SET ABSENCE 24 Dec TO 3 Jan", c.Absent), ("SET HOLIDAY 24 Dec TO 3 Jan", c.Absent), ("SET DRAW FRG", c.Vote),
    ("SET VACATION 24 Dec", c.Absent),
    ("AWAY 24.12. - 3.1.", c.Absent), ("SET NO ABSENCE", c.Absent), ("SET DRAW", c.Vote), ("SET NO DRAW", c.Vote),
    ("SET CONC F", c.Vote), ("SET CONCEDE F", c.Vote), ("SET NOCONCEDE", c.Vote), ("VOTE DRAW", c.Vote),
    ("HELP", c.Help), ("GET INDEX", c.Help), ("GET syntax", c.Help), ("GET PACKAGE", c.Help), ("LIST", c.ListGames),
    ("LIST FULL", c.ListGames), ("LIST dunkirk", c.ListGames), ("SUMMARY dunkirk", c.Summary), ("STATUS", c.Status),
    ("HISTORY dunkirk FROM S1901M TO F1902M LINES 10", c.History), ("HISTORY dunkirk EXCLSTART S1903M", c.History),
    ("WHO IS Ada", c.WhoIs), ("WHO GAME dunkirk FULL", c.Who), ("WHOGAME dunkirk", c.Who), ("VERSION", c.Version),
    ("MAP", c.ShowMap), ("MAP gif", c.ShowMap), ("MAP pdf dunkirk", c.ShowMap), ("SIGN OFF", c.SignOff),
    ("SET ZONE Europe/Berlin", c.SetZone), ("SET NOZONE", c.SetZone), ("SET NO ZONE", c.SetZone),
    ("BECOME France", c.Become), ("BECOME MASTER", c.Become), ("PROCESS S1901M", c.Process), ("PROCESS!", c.Process),
    ("PREDICT", c.Preview), ("PREVIEW", c.Preview), ("ROLLBACK S1901M RESTORE", c.Rollback), ("ROLLBACK", c.Rollback),
    ("FORCE BEGIN", c.Start), ("PAUSE", c.Pause), ("SUSPEND", c.Pause), ("RESUME", c.Resume),
    ("TERMINATE", c.Terminate), ("SET DEADLINE Fri 18:00", c.Deadline),
    ("SET MOVE CLOCK 1410 MIN 12 NEXT 71 GRACE 167 DELAY 0.5 DAYS -MTWTF-", c.SetOptions),
    ("SET RETREAT CLOCK -1 MIN 0 NEXT 23 GRACE 71", c.SetOptions), ("SET STRICT WAIT", c.SetOptions),
    ("SET NO STRICT WAIT", c.SetOptions), ("SET MAX ABSENCE 14", c.SetOptions), ("SET NMR", c.SetOptions),
    ("SET NO NMR", c.SetOptions), ("SET CD", c.SetOptions), ("SET AUTO START", c.SetOptions),
    ("SET MANUAL START", c.SetOptions), ("SET LIST", c.SetOptions), ("SET NO LIST", c.SetOptions),
    ("SET PUBLIC", c.SetOptions), ("SET UNLIST", c.SetOptions), ("SET LISTED", c.SetOptions),
    ("SET UNLISTED", c.SetOptions), ("SET WHITE", c.SetOptions), ("SET NO PRESS", c.SetOptions),
    ("SET REVEAL", c.SetOptions), ("SET NO REVEAL", c.SetOptions), ("SET GUNBOAT", c.SetOptions),
    ("SET VARIANT GUNBOAT", c.SetOptions), ("SET NOT VARIANT GUNBOAT", c.SetOptions), ("SET DIAS", c.SetOptions),
    ("SET NO DIAS", c.SetOptions), ("SET CONCESSIONS", c.SetOptions), ("SET NO CONCESSIONS", c.SetOptions),
    ("SET APPROVAL", c.SetOptions), ("SET NO APPROVAL", c.SetOptions),
    ("SET WAIT ON", c.Wait), ("SET WAIT OFF", c.Wait), ("wait off", c.Wait), ("set ready off", c.Wait),
    ("UNVOTE", c.Vote), ("cancel my vote", c.Vote), ("withdraw vote", c.Vote), ("clear the vote", c.Vote),
    ("pause the game please", c.Pause), ("resume the game", c.Resume), ("start the game", c.Start),
    ("SET movement=48 h", c.SetOptions), ("SET delay=30 min retreat=1 d", c.SetOptions),
    ("SET CENTERS 18", c.SetOptions), ("SET CENTRES 18", c.SetOptions), ("DEADLINE S1901M +24h", c.Deadline),
]  # fmt: skip
TOLD = """
SIGNON ? secret | REPLY-TO: ada@home.example | SEND ME guide
SEND package | GET info.colonial | GET DEDICATION | GET map.colonial | INFO PLAYER ada@home.example
IF FRANCE Bur | ELSE IF NOT A Par | ELSE | ENDIF | A Lon PROXY TO France | DIARY RECORD | DIARY LIST | DIARY READ 2
POSTAL PRESS | PRESS GREY TO FRG: hi | PRESS ANONYMOUSLY TO FRG: hi | PRESS FAKE TO F: hi | PRESS QUIET TO E: hi
SET PREFERENCE E[FGR][TAI] | SET BROADCAST | SET NO BROADCAST | SET ALL PRESS | SET NORMAL PRESS
SET GRACE Fri 18:00 | SET START Fri 18:00 | SET STRICT GRACE | SET AUTO PROCESS | SET MANUAL PROCESS
SET RETREAT CLOCK -1 | ALLOW PLAYER ada@home.example | DENY PLAYER ada@home.example | SET ALLOW PLAYER a@b.example
SET DEDICATION 10 | SET ONTIMERAT 0.9 | SET RESRAT 0.5 | SET LEVEL NOVICE | SET ACCESS ANY | SET RATED | SET UNRATED
SET APPROVE EFG | SET NOT APPROVE EFG | SET PLAYERS 7 | SET POWERS 7 | SET NO RESUME
SET GREY | SET WHITE/GREY | SET GREY/WHITE | SET NONE | SET PARTIAL | SET NO PARTIAL | SET PARTIAL MAY BE FAKED
SET NO FAKE | SET OBSERVER ANY | SET LATE PRESS | SET NO LATE PRESS | SET GRACE PRESS | SET MUST ORDER
SET MINOR PRESS | SET TOUCH PRESS | SET POSTAL PRESS | SET BLANK PRESS | SET WATCH ALL PRESS | SET QUIET
SET NO QUIET | SET SECRET | SET SHOW | SET BCENTRES | SET LATE COUNT | SET ALLIED WIN | SET CAPTURE WIN
SET VARIANT colonial | SET PROXY | SET ANY CENTER | SET ONE CENTRE | SET HOME CENTER | SET ANY DISBAND
SET AUTO DISBAND | SET COASTAL CONVOYS | SET STRICT CONVOY | SET DUALITY | SET PORTAGE | SET GATEWAYS | SET RAILWAYS
SET HONG KONG | SET BLANK BOARD | SET TRANSFORM ALL | SET SUMMER | SET HOME TRANSFER | SET AIR LIFT | SET PRFLIST
SET COMMENT a nice game | SET COMMENT BEGIN | SET MODERATED | ROLLFORWARD | ROLLBACK 3 | UNSTART | EJECT France
PROMOTE ada@home.example | TAKEOVER Fdunkirk pw | TAKEOVER france@dunkirk pw | PURGE dunkirk | RENAME dunkirk calais
FORM | ACTIVATE | DUMMY France | REVIVE France | OFFICIAL: read this | REVEAL | PROPOSE DIAS | PROPOSE FRG | ADJUST
RECORD | FIXID | NOCONTROL | SIGNON Fdunkirk
extend deadline by 2 days please | move the deadline to friday 18:00 | postpone deadline | stop the clock
unsubscribe | UNSUBSCRIBE | Please remove me from the game. | stop sending me mails | I quit. | I want to drop out
can I get an extension of 24h please? | Could we have a short extension? | handover Ada
take back my vote | remove my vote | undo | undo S1901M | undo my orders | set at 20:00 | set days mon-fri
delete my previous orders | Please disregard my earlier moves and use these: | ignore all my old orders, please
"""
FORMS = [form.strip() for line in TOLD.strip().splitlines() for form in line.split(" | ")]


def read(text: str) -> tuple[Statement, ...]:
    return read_statements([NumberedLine(number, line) for number, line in enumerate(text.split("\n"), 1)])


@pytest.mark.parametrize(("form", "command"), DONE, ids=[form for form, _ in DONE])
def test_a_classic_command_does_what_it_did(form: str, command: type) -> None:
    (statement,) = read(form)
    assert isinstance(statement.command, command), statement


@pytest.mark.parametrize(
    ("words", "waits"),
    [("SET WAIT ON", True), ("wait off", False), ("SET WAIT OFF", False), ("SET READY OFF", True), ("ready on", False)],
)
def test_to_wait_is_switched_on_and_off(words: str, waits: bool) -> None:
    (statement,) = read(words)
    assert statement.command == c.Wait(waits)


@pytest.mark.parametrize("words", ["PAUSE THE GAME", "pause the clock until Monday", "PAUSE GAME FOR 7 days"])
def test_a_game_that_is_meant_by_that_word_has_no_name(words: str) -> None:
    (statement,) = read(words)
    assert statement.command in (c.Pause(""), c.Pause("until Monday"), c.Pause("FOR 7 days"))
    assert read("start the game")[0].command == c.Start(game=None)


@pytest.mark.parametrize("form", FORMS)
def test_what_does_nothing_here_is_told_with_a_command_that_works(form: str) -> None:
    """Never a note, and never taken for an order."""
    (statement,) = read(form)
    if statement.command is None:
        assert statement.complaint is not None
        assert statement.complaint.problem
        words = statement.complaint.example
        (example,) = read(f"{words}\ntext" if words.startswith(("PRESS", "BROADCAST")) else words)
        assert example.command is not None, statement.complaint.example


@pytest.mark.parametrize(
    "text",
    ["If you attack me, I attack you", "if A Par moves I am lost", "else I shall be angry", "send me a sign",
     "send word to the Sultan", "Take over Munich and I am yours", "official results are in",
     "my proxy server", "propose peace to Russia", "Reveal your plans", "record time!", "form an alliance with me",
     "Get lost, all of you, before I lose my patience", "version two of my plan", "Eject him from the game, now",
     "Deny everything!", "diary of a madman", "extend the deadline?",
     "ignore my last orders from Berlin",
     "undo the damage", "I quit smoking", "Remove me from Munich, and you will regret it",
     "I want to leave Tyrolia to you", "Stop the clock, I want to get off"],
)  # fmt: skip
def test_a_sentence_that_begins_alike_is_talk(text: str) -> None:
    (statement,) = read(text)
    assert (statement.command, statement.complaint) == (None, None)


def test_several_settings_on_a_line_are_as_many_commands() -> None:
    wait, vote = read("SET NO WAIT, NO DRAW")
    assert (wait.command, vote.command) == (c.Wait(False), c.Vote(end="draw", against=True))
    assert [one.line.text for one in (wait, vote)] == ["SET NO WAIT", "SET NO DRAW"]
    (options,) = read("SET NO PRESS, DIAS")
    assert isinstance(options.command, c.SetOptions)
    (spoilt,) = read("SET WAIT, SOMETHING ELSE")
    assert spoilt.command is None


def test_nothing_between_if_and_endif_is_an_order() -> None:
    """Else the orders of both branches would stand, and the last would win."""
    *condition, order = read(
        "if France Bur\nA Mun - Ruh\nIF A Par\nA Kie H\nENDIF\nelse\nA Mun - Bur\nendif\nA Ber - Kie"
    )
    assert len(condition) == 8
    assert all(one.complaint is not None for one in condition)
    assert (order.line.text, order.command) == ("A Ber - Kie", None)
    talk, move = read("If you wish\nA Mun - Ruh")
    assert (talk.complaint, move.line.text) == (None, "A Mun - Ruh")
