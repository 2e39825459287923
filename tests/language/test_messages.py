"""Blocks of press: whom a heading names, how it is signed, where its message ends, and what is no message at all."""

import pytest

from judge.game.commands import Audience, Press
from judge.game.lines import Label, NumberedLine
from judge.game.statements import Statement
from judge.language.commands import read_statements
from judge.language.messages import ends_message
from tests.language.conftest import statements_of as read


def the_press(heading: str) -> Press:
    press, order = read(f"{heading}\nHello\nENDBROADCAST\nA Par - Bur")
    assert order.command is None
    assert isinstance(press.command, Press)
    return press.command


@pytest.mark.parametrize(
    ("heading", "to", "all_but"),
    [
        ("PRESS TO France, Germany", ("France", "Germany"), False),
        ("PRESS TO FRG", ("FRG",), False),
        ("PRESS TO ALL", (), False),
        ("PRESS TO EVERYONE", (), False),
        ("PRESS TO F:", ("F",), False),
        ("PRESS TO ALL BUT R", ("R",), True),
        ("PRESS TO everyone except F, G", ("F", "G"), True),
        ("PRESS -FG", ("FG",), True),
        ("PRESS +FG", ("FG",), False),
        ("PRESS WHITE TO GM", ("master",), False),
        ("PRESS TO ALL BUT GM", ("master", "G"), True),
        ("PRESS TO England, master", ("England", "master"), False),
        ("press to the master and the observers please", ("master", "observers"), False),
        ("BROADCAST", (), False),
    ],
)
def test_the_audience_of_press_is_read(heading: str, to: tuple[str, ...], all_but: bool) -> None:
    signed = "white" if "WHITE" in heading else ""
    assert the_press(heading) == Press(to=to, all_but=all_but, text="Hello", signed=signed)


@pytest.mark.parametrize(
    ("heading", "meant"),
    [
        ("PRESS GREY TO F", Press(to=("F",), signed="grey")),
        ("GREY PRESS TO F, G", Press(to=("F", "G"), signed="grey")),
        ("press anonymously to F", Press(to=("F",), signed="grey")),
        ("press to all gray", Press(signed="grey")),
        ("BROADCAST GREY", Press(signed="grey")),
        ("PRESS FROM R TO F", Press(to=("F",), claimed="R")),
        ("PRESS FAKE FROM Russia TO F", Press(to=("F",), claimed="Russia")),
        ("PRESS TO F FROM Russia", Press(to=("F",), claimed="Russia")),
        ("PRESS TO F FAKE TO G", Press(to=("F",), pretended=Audience(names=("G",)))),
        ("PRESS TO F FAKE TO ALL BUT G", Press(to=("F",), pretended=Audience(names=("G",), all_but=True))),
        ("PRESS TO FG FAKE BROADCAST", Press(to=("FG",), pretended=Audience())),
        ("BROADCAST FAKE PARTIAL TO G", Press(pretended=Audience(names=("G",)))),
        ("PRESS NO FAKE TO F", Press(to=("F",))),
    ],
)
def test_how_press_is_signed_and_what_it_pretends_is_read(heading: str, meant: Press) -> None:
    read = the_press(heading)
    assert (read.to, read.signed, read.claimed, read.pretended, read.fault) == (
        meant.to, meant.signed, meant.claimed, meant.pretended, "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("heading", "fault"),
    [
        ("PRESS", "does not say to whom"),
        ("PRESS FAKE TO G", "does not say to whom"),
        ("PRESS TO ALL BUT", "does not say to whom"),
        ("PRESS POSTAL TO F", "waits for the results"),
        ("PRESS TO F TO G", "two lists"),
        ("BROADCAST quality", "mean nothing"),
    ],
)
def test_a_heading_that_is_not_clear_takes_its_message_with_it(heading: str, fault: str) -> None:
    assert fault in the_press(heading).fault


@pytest.mark.parametrize(
    "mark",
    [
        "endpress", "END PRES", "END OF PRESS", "End of the press.", "endpres", "*ENDPRESS*", "<endpress>", "ENPRESS",
        "ENDPRSS", "ENDPRESSS", "EDNPRESS", "End of message", "ENDBROADCST", "end_press", "END",
    ],
)  # fmt: skip
def test_the_end_mark_is_known_in_the_spellings_that_people_give_it(mark: str) -> None:
    press, order = read(f"PRESS TO F\nHello\n{mark}\nA Par - Bur")
    assert press.command == Press(to=("F",), text="Hello")
    assert order.line.text == "A Par - Bur"


@pytest.mark.parametrize("line", ["empress", "The end", "End game", "press", "the press ends", "endless pressure"])
def test_other_words_end_no_message(line: str) -> None:
    assert not ends_message(line)


def test_a_message_ends_where_the_next_begins_even_if_its_end_mark_is_missing() -> None:
    one, two, order = read("PRESS TO F\nhi\nPRESS TO G\nnot for France\nEND PRESS\nA Par H")
    assert one.command == Press(to=("F",), text="hi", marked=False)
    assert two.command == Press(to=("G",), text="not for France")
    assert order.command is None


def test_a_sentence_within_a_message_begins_no_other() -> None:
    (one,) = read("PRESS TO F\npress to the north while I hold the line\nbroadcast quality is bad\nENDPRESS")
    assert isinstance(one.command, Press)
    assert one.command.text.startswith("press to the north")


def test_comments_within_a_message_are_not_sent_and_quotations_neither() -> None:
    lines = [
        NumberedLine(1, "PRESS TO F"),
        NumberedLine(2, "Hello"),
        NumberedLine(3, "// ask him about Burgundy"),
        NumberedLine(4, "On Monday Anna wrote:", Label.QUOTED),
        NumberedLine(5, "> I hate France", Label.QUOTED),
        NumberedLine(6, "PS."),
        NumberedLine(7, "ENDPRESS"),
    ]
    (press,) = read_statements(lines)
    assert press.command == Press(to=("F",), text="Hello\nPS.")


@pytest.mark.parametrize(
    "talk",
    [
        "Press on with the attack!", "press France", "Press freedom is important here", "Broadcast quality matters",
        "Tell me what you think: is this right?",
    ],
)  # fmt: skip
def test_talk_that_begins_like_press_is_none_and_hides_no_orders(talk: str) -> None:
    first, order = read(f"{talk}\nA Par - Bur")
    assert (first.command, first.complaint) == (None, None)
    assert order.line.text == "A Par - Bur"


@pytest.mark.parametrize(
    "line", ["Press to the south!", "message to Italy and Turkey", "tell France: we go north", "Please tell F, G: no"]
)
def test_what_may_have_been_meant_for_others_is_not_sent_and_the_writer_is_told(line: str) -> None:
    first, order = read(f"{line}\nA Par - Bur")
    assert first.command is None
    assert first.complaint is not None
    assert (first.complaint.kind, first.complaint.problem) == ("unsent", "This was sent to nobody.")
    assert order.command is None


@pytest.mark.parametrize("heading", ["message to Italy: we go north", "Msg to Italy\nwe go north\nend of message"])
def test_a_message_from_a_phone_is_one_where_its_end_is_plain(heading: str) -> None:
    message, order = read(f"{heading}\nA Par - Bur")
    assert message.command == Press(to=("Italy",), text="we go north", sure=False)
    assert order.command is None


def test_a_list_without_to_is_one_where_an_end_mark_follows() -> None:
    press, _ = read("press france and italy\nHello\nendpress\nA Par H")
    assert press.command == Press(to=("france", "italy"), text="Hello", sure=False)


def test_a_long_heading_is_read_in_no_time() -> None:
    text = (
        f"PRESS TO F\npress to {'a b c d e, ' * 9_000}\nend{' of' * 10_000}\n{' ' * 20_000}end{'-' * 20_000}x\nENDPRESS"
    )
    (press,) = read(text)
    assert isinstance(press.command, Press)


@pytest.mark.parametrize(
    "text", ["PRESS TO: France, Germany\nWe go north.\nENDPRESS", "press to : f g\nWe go north.\nENDPRESS"]
)
def test_a_colon_may_stand_behind_to_as_in_the_head_of_a_mail(text: str) -> None:
    (statement,) = read(text)
    assert isinstance(statement.command, Press)
    assert (len(statement.command.to), statement.command.text) == (2, "We go north.")


def test_a_broadcast_whose_text_stands_on_its_line_without_a_colon_is_told_of_and_not_sent() -> None:
    (statement,) = read("BROADCAST hello to all of you")
    assert statement.command is None
    assert statement.complaint is not None
    assert (statement.complaint.kind, statement.complaint.example) == ("unsent", "BROADCAST: We go north.")
    (talk,) = read("broadcast your plans to everybody and see")
    assert (talk.command, talk.complaint) == (None, None)


@pytest.mark.parametrize("text", ["To Germany:", "to: Germany", "To Germany and Italy:", "To: all", "To G: hi"])
def test_a_heading_as_in_a_mail_sends_nothing_and_says_so(text: str) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert statement.complaint is not None
    assert statement.complaint.kind == "unsent"


@pytest.mark.parametrize(
    "text", ["To do:", "To be clear:", "To sum up:", "To the judge:", "To: judge", "To me: no", "To Paris!"]
)
def test_words_that_begin_alike_are_no_heading(text: str) -> None:
    (statement,) = read_statements([NumberedLine(1, text)])
    assert (statement.command, statement.complaint) == (None, None)


def test_press_swallows_what_follows_up_to_its_end_mark() -> None:
    press, order = read("PRESS TO FRG\nHello\n\nA Par - Bur\n# not a comment\nendpress\nA Mar - Spa")
    assert press.command == Press(to=("FRG",), text="Hello\n\nA Par - Bur\n# not a comment")
    assert (order.line.number, order.command) == (7, None)


def test_press_on_one_line_ends_with_the_line_unless_an_end_mark_follows() -> None:
    one, order = read("press to austria: trust me\nA Nap - Ion")
    assert one.command == Press(to=("austria",), text="trust me")
    assert order.command is None
    (whole,) = read("press to austria: trust me\nA Nap - Ion\nendpress")
    assert whole.command == Press(to=("austria",), text="trust me\nA Nap - Ion")


def test_press_without_an_end_mark_goes_to_the_end_of_the_letter_or_its_signature() -> None:
    lines = [
        NumberedLine(1, "BROADCAST"),
        NumberedLine(2, "Peace!"),
        NumberedLine(3, "> war", Label.QUOTED),
        NumberedLine(4, "For ever."),
        NumberedLine(5, "Ilse Brandt", Label.SIGNATURE),
        NumberedLine(6, "A Vie - Gal", Label.AFTER_DASHES),
    ]
    press, order = read_statements(lines)
    assert press.command == Press(text="Peace!\nFor ever.", marked=False)
    assert order == Statement(line=lines[5])


def test_press_without_text_is_refused() -> None:
    (empty,) = read("PRESS TO F\nENDPRESS")
    assert empty.complaint is not None
    assert empty.complaint.problem == "the message has no text"
