"""Commands are read from the lines of a letter."""

import pytest

from judge.game.commands import (
    AboutGame,
    Accept,
    Approve,
    Assign,
    Clear,
    Command,
    Create,
    Deadline,
    Demote,
    Disorder,
    Dummy,
    Eject,
    Enter,
    Help,
    History,
    Join,
    ListGames,
    NewToken,
    Observe,
    Pause,
    PhaseGuard,
    Prefer,
    Process,
    Promote,
    Register,
    Resign,
    Resume,
    SetPassword,
    SetZone,
    ShowMap,
    SignOff,
    SignOn,
    Start,
    Status,
    Summary,
    Swap,
    TakeOver,
    Terminate,
    Trace,
    Version,
    Vote,
    Wait,
    Who,
    WhoIs,
)  # fmt: skip
from judge.game.lines import Label, NumberedLine
from judge.language.commands import EXAMPLES, read_statements
from tests.language.conftest import statements_of as read

COMMANDS: list[tuple[str, Command]] = [
    ("PREFER France, Germany", Prefer(powers=("France", "Germany"))),
    ("set preference E[FGR][TAI]", Prefer(powers=("E[FGR][TAI]",), sure=False)),
    ("Preferences: F E T please", Prefer(powers=("F", "E", "T"), sure=False)),
    ("SET PREFERENCE *", Prefer()),
    ("APPROVE Ada Lovelace", Approve(person="Ada Lovelace")),
    ("reject ada: too late, sorry.", Approve(person="ada", lets_in=False, reason="too late, sorry.", sure=False)),
    ("ASSIGN France TO Ada Lovelace", Assign("France TO Ada Lovelace")),
    ("SWAP France and Germany", Swap(("France", "Germany"))),
    ("swap Ada with Bert", Swap(("Ada", "Bert"))),
    ("PAUSE UNTIL 3 Jan 18:00", Pause("UNTIL 3 Jan 18:00")),
    ("pause until monday, please", Pause("until monday")),
    ("RESUME on friday 18:00", Resume("on friday 18:00")),
    ("PROMOTE Ada Lovelace", Promote(person="Ada Lovelace")),
    ("promote ada@home.example to co-master, please", Promote(person="ada@home.example", sure=False)),
    ("DEMOTE Ada as master", Demote(person="Ada")),
    ("HANDOVER TO ada@home.example", Promote(person="ada@home.example", hand_over=True)),
    ("HAND OVER spring24 TO Ada.", Promote(person="Ada", hand_over=True, game="spring24", sure=True)),
    ("ACCEPT spring24", Accept(game="spring24")),
    ("accept game spring24, please", Accept(game="spring24", sure=False)),
    ("DECLINE", Accept(accepts=False)),
    ("RESIGN spring24 AS MASTER", Resign("spring24", as_master=True)),
    ("resign as the gm, please", Resign(as_master=True)),
    ("EJECT France for insults.", Eject(who="France for insults")),
    ("eject Zoe Zed, please", Eject(who="Zoe Zed", sure=False)),
    ("CIVIL DISORDER Turkey", Disorder(power="Turkey")),
    ("SET CIVIL DISORDER Turkey", Disorder(power="Turkey")),
    ("dummy Italy", Dummy(power="Italy", sure=False)),
    ("TAKEOVER", TakeOver()),
    ("TAKEOVER spring24 France", TakeOver(power="spring24 France")),
    ("TAKE OVER the Lower Danube in spring24", TakeOver(power="Lower Danube", game="spring24")),
    ("Takeover game spring24", TakeOver(game="spring24", sure=False)),
    ("TAKEOVER France@spring24 pw1", TakeOver(power="France", game="spring24", password="pw1")),
    ("TAKEOVER spring24 France password pw1", TakeOver(power="spring24 France", password="pw1")),
    ("REGISTER Ada Lovelace", Register("Ada Lovelace")),
    ("CLAIM Portugal", Enter(nation="Portugal")),
    ("claim the Lower Danube, please", Enter(nation="Lower Danube")),
    ("claim spring24 Lower Danube.", Enter(nation="spring24 Lower Danube")),
    ("claim spring24 as Czech-Hungary", Enter(nation="Czech-Hungary", game="spring24")),
    ("claim Czech-Hungary in game spring24", Enter(nation="Czech-Hungary", game="spring24")),
    (
        "JOIN spring24 AS Czech-Hungary BY REVOLUTION IN Hun",
        Enter(nation="Czech-Hungary", center="Hun", game="spring24"),
    ),
    (
        "join spring24 the Alpine Union by a revolution in St Petersburg, please.",
        Enter(nation="Alpine Union", center="St Petersburg", game="spring24"),
    ),
    ("Join as Lower Danube by revolution in Bul", Enter(nation="Lower Danube", center="Bul")),
    ("register  Ada   Lovelace, please", Register("Ada Lovelace")),
    ("sign on Fcassis hunter7", SignOn(seat="F", game="cassis", password="hunter7")),
    ("SIGNON Fcassis hunter7", SignOn(seat="F", game="cassis", password="hunter7")),
    ("hello Fcassis hunter7", SignOn(seat="F", game="cassis", password="hunter7", sure=False)),
    ("VERSION", Version()),
    ("signon France@cassis pw!", SignOn(seat="France", game="cassis", password="pw!")),
    ("SIGN ON ?cassis pw", Join(game="cassis", password="pw")),
    ("CREATE g42", Create(game="g42")),
    ("create ?g42 secret standard", Create(game="g42", options=(("password", "secret"),))),
    (
        "CREATE g42 standard movement=3d zone=Europe/Berlin at=20:00 days=mon,wed,fri press=white please",
        Create(
            game="g42",
            options=(
                ("movement", "3d"), ("zone", "Europe/Berlin"), ("at", "20:00"), ("days", "mon,wed,fri"),
                ("press", "white"),
            ),
        ),
    ),
    (
        "create g42 Rapid Deployment ON Colonial movement = 3 days, days=mon, wed, at=20:00",
        Create(
            game="g42",
            variant="rapid-deployment",
            on="colonial",
            options=(("movement", "3 days"), ("days", "mon, wed"), ("at", "20:00")),
        ),
    ),
    ("JOIN g42", Join(game="g42")),
    ("JOIN g42 FGR", Join(game="g42", preferences=("FGR",))),
    ("join g42 France, Germany please.", Join(game="g42", preferences=("France", "Germany"))),
    ("join g42 France Germany", Join(game="g42", preferences=("France", "Germany"))),
    ("join g42 as France password foo", Join(game="g42", preferences=("France",), password="foo")),
    ("JOIN France@g42", Join(game="g42", preferences=("France",))),
    ("OBSERVE g42.", Observe("g42")),
    ("watch g42", Observe("g42")),
    ("MONITOR g42", Observe("g42", monitor=True)),
    ("RESIGN", Resign()),
    ("withdraw from g42", Resign("g42")),
    ("GAME cassis", AboutGame("cassis")),
    ("phase f1901m", PhaseGuard(tag="F1901M")),
    ("PHASE Spring 1902 Movement", PhaseGuard(tag="S1902M")),
    ("clear", Clear()),
    ("Clear my orders, please", Clear()),
    ("SET WAIT", Wait(True)),
    ("wait please", Wait(True)),
    ("SET NO WAIT", Wait(False)),
    ("set nowait", Wait(False)),
    ("READY!", Wait(False)),
    ("status", Status()),
    ("SUMMARY g42", Summary("g42")),
    ("LIST g42", ListGames("g42")),
    ("map", ShowMap()),
    ("MAP of g42", ShowMap("g42")),
    ("Borders, please", ShowMap()),
    ("MAP g42 s1903m", ShowMap("g42", "S1903M")),
    ("map of g42 in fall 1903", ShowMap("g42", "F1903M")),
    ("MAP 1903", ShowMap(when="1903")),
    ("HISTORY", History()),
    ("history of g42, please", History(game="g42")),
    ("HISTORY g42 s1903m", History(game="g42", first="S1903M", last="S1903M")),
    ("HISTORY 1903", History(first="1903", last="1903")),
    ("history g42 from S1901M to F1902M", History(game="g42", first="S1901M", last="F1902M")),
    ("HISTORY g42 1902 - Fall 1904 retreats.", History(game="g42", first="1902", last="F1904R")),
    ("history until 1903", History(last="1903")),
    ("HISTORY S1901M F1902B", History(first="S1901M", last="F1902A")),
    ("HISTORY g42 S1903M with map", History(game="g42", first="S1903M", last="S1903M", chart=True)),
    ("HISTORY g42 EXCLSTART S1903M EXCLEND F1905B BROAD",
     History(game="g42", first="S1903M", last="F1905A", after=True, before=True, broad=True)),
    ("HISTORY g42 FROM 1902 LINES 200", History(game="g42", first="1902", lines=200)),
    ("LIST", ListGames()),
    ("list open games, please", ListGames("open")),
    ("LIST Colonial", ListGames("colonial")),
    ("summary", Summary()),
    ("WHO", Who()),
    ("who is in g42", Who("g42", sure=False)),
    ("WHO GAME g42 FULL", Who("g42")),
    ("who plays g42", Who("g42", sure=False)),
    ("WHO IS Anna Berg.", WhoIs("Anna Berg")),
    ("whois jean-luc", WhoIs("jean-luc", sure=False)),
    ("list full", ListGames()),
    ("SET PASSWORD hunter7.", SetPassword("hunter7.")),
    ("set zone Europe/Berlin", SetZone("Europe/Berlin")),
    ("NEW TOKEN", NewToken()),
    ("new token, please.", NewToken()),
    ("SET TOKEN NEW", NewToken()),
    ("set my reply token to new", NewToken()),
    ("Set new token", NewToken()),
    ("reset my tokens", NewToken()),
    ("New reply address!", NewToken()),
    ("NEW TOKEN g42", NewToken("g42")),
    ("new token for g42.", NewToken("g42", sure=False)),
    ("NEW TOKEN FOR Anna Berg", NewToken("Anna Berg")),
    ("HELP", Help()),
    ("help orders", Help("orders")),
    ("GET syntax", Help("syntax")),
    ("?", Help()),
    ("SET DEADLINE Fri 18:00", Deadline(when="Fri 18:00")),
    ("deadline S1901M to 2027-01-05 18:00", Deadline(when="2027-01-05 18:00", tag="S1901M")),
    ("DEADLINE +24h for s1901m", Deadline(when="+24h", tag="S1901M")),
    ("PROCESS S1901M", Process(tag="S1901M")),
    ("process! Winter 1901", Process(tag="W1901A")),
    ("PROCESS", Process()),
    ("SUSPEND", Pause()),
    ("pause.", Pause()),
    ("resume please", Resume()),
    ("TERMINATE g42", Terminate(game="g42")),
    ("start", Start()),
    ("FORCE BEGIN", Start()),
    ("VOTE", Vote()),
    ("VOTE DRAW", Vote(end="draw")),
    ("vote for a draw, please", Vote(end="draw")),
    ("VOTE DRAW France Turkey", Vote(end="draw", powers=("France", "Turkey"))),
    ("vote draw between F, Lower Danube and Turkey.", Vote(end="draw", powers=("F", "Lower Danube", "Turkey"))),
    ("Draw", Vote(end="draw", bare=True)),
    ("draw FT", Vote(end="draw", powers=("FT",), bare=True)),
    ("SET DRAW", Vote(end="draw")),
    ("set draw FT", Vote(end="draw", powers=("FT",))),
    ("SET NODRAW", Vote(end="draw", against=True)),
    ("SET NO DRAW", Vote(end="draw", against=True)),
    ("vote against the draw", Vote(end="draw", against=True)),
    ("no draw!", Vote(end="draw", against=True)),
    ("VOTE NO", Vote(against=True)),
    ("vote against.", Vote(against=True)),
    ("VOTE CLEAR", Vote(against=True)),
    ("VOTE CONCEDE Turkey", Vote(end="concession", powers=("Turkey",))),
    ("vote concession to Turkey, thanks", Vote(end="concession", powers=("Turkey",))),
    ("SET CONC T", Vote(end="concession", powers=("T",))),
    ("SET CONCEDE T", Vote(end="concession", powers=("T",))),
    ("Concede to Turkey", Vote(end="concession", powers=("Turkey",), bare=True)),
    ("concede", Vote(end="concession", bare=True)),
    ("SET NO CONC", Vote(end="concession", against=True)),
    ("set noconcede", Vote(end="concession", against=True)),
    ("SIGN OFF", SignOff()),
    ("end", SignOff()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "command"), COMMANDS, ids=[text for text, _ in COMMANDS])
def test_a_command_is_read_under_its_modern_and_its_classic_name(text: str, command: Command) -> None:
    (statement,) = read(text)
    assert statement.complaint is None
    assert statement.command == command


@pytest.mark.parametrize(
    "text",
    [
        "A Par - Bur",
        "waive the rest",
        "build f stp (sc)",
        "Hi, Austria here. Sending mine early.",
        "hello everyone, nice to be here.",
        "Help me take Belgium, then Holland and Denmark!",
        "Start with Brest, I would say.",
        "Stop attacking me!",
        "History shows that you lie",
        "history shows nothing",
        "History repeats itself.",
        "Who is winning?",
        "who is going to attack me",
        "Who knows what he wants",
        "Summary of what we said: peace",
        "Vote for me?",
        "vote for me, and I shall remember it for ever",
        "Votes are in",
        "Draw?",
        "A draw would suit me.",
        "A draw France Turkey",
        "Draws are for the weak",
        "Concede? Never.",
        "Conceding is not my way",
        "No draw with me, not as long as I live.",
    ],
)
def test_a_line_that_is_no_command_may_be_an_order(text: str) -> None:
    (statement,) = read(text)
    assert (statement.command, statement.complaint) == (None, None)


@pytest.mark.parametrize(
    ("text", "column", "piece", "example"),
    [
        ("phase soon", 1, "phase", "PHASE S1901M"),
        ("set foo bar", 5, "foo", "SET WAIT"),
        ("  JOIN", 7, "", "JOIN spring24 France, Germany"),
        ("CREATE g42 standard ! x", 21, "!", "CREATE spring24 standard movement=3d zone=Europe/Berlin at=20:00"),
        ("deadline", 9, "", "DEADLINE S1901M 2027-01-05 18:00"),
        ("HISTORY g42 sometimes", 13, "sometimes", "HISTORY spring24 S1901M"),
        ("pause g42", 7, "g42", "PAUSE"),
        ("VOTE France", 6, "France", "VOTE DRAW"),
        ("set nodraw France", 12, "France", "SET WAIT"),
        ("REGISTER", 1, "REGISTER", "REGISTER Ada Lovelace"),
    ],
)
def test_a_malformed_command_gets_a_complaint_with_place_and_example(
    text: str, column: int, piece: str, example: str
) -> None:
    (statement,) = read("\n\n" + text)
    assert statement.command is None
    complaint = statement.complaint
    assert complaint is not None
    assert (complaint.line, complaint.column, complaint.piece, complaint.example) == (3, column, piece, example)
    assert complaint.kind == "unreadable"


def test_every_example_in_a_complaint_is_itself_a_command() -> None:
    for example in EXAMPLES.values():
        (statement,) = read(example + ("\ntext" if example.startswith(("PRESS", "BROADCAST")) else ""))
        assert statement.command is not None, example


def test_comments_quotations_and_what_follows_the_end_are_not_read() -> None:
    lines = [
        NumberedLine(1, "// JOIN g42"),
        NumberedLine(2, "# LIST"),
        NumberedLine(3, "> STATUS", Label.QUOTED),
        NumberedLine(4, "LIST"),
        NumberedLine(5, "SIGNOFF"),
        NumberedLine(6, "STATUS"),
    ]
    assert [statement.command for statement in read_statements(lines)] == [ListGames(), SignOff()]


def test_after_a_bare_dash_line_nothing_is_a_command() -> None:
    lines = [NumberedLine(1, "LIST"), NumberedLine(3, "RESIGN", Label.AFTER_DASHES)]
    assert [statement.command for statement in read_statements(lines)] == [ListGames(), None]


def test_the_classic_registration_form_gives_the_name() -> None:
    (statement, after) = read("REGISTER\nName: Ada  Lovelace\nSite: here\nEND\nLIST")
    assert statement.command == Register("Ada Lovelace")
    assert after.command == ListGames()


def test_a_letter_without_lines_says_nothing() -> None:
    assert read_statements(()) == ()


@pytest.mark.parametrize("text", ["Wait! A Par - Pic", "Stop, A Par H instead", "Hello, A Par - Bur"])
def test_a_cry_before_an_order_is_no_command(text: str) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert statement.command is None
    assert statement.complaint is None


@pytest.mark.parametrize(
    "text", ["TRACE <5f2c@mail.example>", "trace 5f2c@mail.example please.", "Trace <5f2c@mail.example>."]
)
def test_a_letter_is_traced_by_its_message_id(text: str) -> None:
    (found,) = read_statements([NumberedLine(1, text)])
    assert found.command == Trace("5f2c@mail.example")


@pytest.mark.parametrize(
    "text", ["trace the route of my fleet", "Trace Munich", "trace", "Trace anna@home.example back to her game for me"]
)
def test_words_that_begin_with_trace_are_talk(text: str) -> None:
    (found,) = read_statements([NumberedLine(1, text)])
    assert (found.command, found.complaint) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "New tokens of war are on the table, says Munich", "change the reply to Turkey", "new token?",
        "Change nothing in the north", "New year, new luck", "Reset your clocks tonight!", "set the tokens straight",
    ],
)  # fmt: skip
def test_words_that_begin_like_a_new_token_are_talk(text: str) -> None:
    (found,) = read_statements([NumberedLine(1, text)])
    assert found.command is None
    assert found.complaint is None or text.startswith("set")


@pytest.mark.parametrize(
    "text",
    ["SIGNOFF", "Sign off", "sign-off", "LOGOUT", "END", "end.", "QUIT", "Quit!", "STOP", "EXIT", "SIGNOFF please"],
)
def test_a_stop_word_alone_on_its_line_ends_the_reading(text: str) -> None:
    assert [one.command for one in read(f"LIST\n{text}\nLIST")] == [ListGames(), SignOff()]


@pytest.mark.parametrize(
    "text", ["STOP it", "quit your attack", "The end", "END OF MESSAGE", "Stop, A Par H", "/ LIST"]
)
def test_a_sentence_with_a_stop_word_ends_nothing(text: str) -> None:
    assert [one.command for one in read(f"{text}\nLIST")] == [None, ListGames()]


@pytest.mark.parametrize("text", ["# LIST", "#LIST", "  # LIST", "// LIST", "//LIST", "/// SIGNOFF"])
def test_a_comment_is_no_statement(text: str) -> None:
    assert [one.command for one in read(f"{text}\nLIST")] == [ListGames()]


def test_a_number_behind_a_hash_is_one_of_a_list() -> None:
    assert [one.line.text for one in read("#1 A Par - Bur\n#2: F Bre H\n# 3 things")] == [
        "#1 A Par - Bur",
        "#2: F Bre H",
    ]


@pytest.mark.parametrize("text", ["Game: g42", "game : g42", "Phase: F1901M", "PHASE : F1901M"])
def test_a_field_as_in_the_head_of_a_mail_is_a_command(text: str) -> None:
    (found,) = read(text)
    assert found.command == (AboutGame(game="g42") if "g42" in text else PhaseGuard(tag="F1901M", whole=True))


@pytest.mark.parametrize("text", ["cancel my previous orders", "forget all my old orders", "Cancel all of my orders"])
def test_what_came_before_is_cancelled_whatever_it_is_called(text: str) -> None:
    assert [one.command for one in read(text)] == [Clear(everything="all" in text)]
