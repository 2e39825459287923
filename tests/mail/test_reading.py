"""Whatever comes in, reading gives a letter, in bounded time, and says what was wrong with it."""

import base64
import time
import unicodedata
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.game.letters import Letter
from judge.game.lines import Label
from judge.game.mails import REPLY_MARK
from judge.mail.compose import compose
from judge.mail.reading import HIDDEN, read_letter

JUDGE = "judge@judge.example"
NOW = datetime(2027, 1, 4, 18, 0, tzinfo=UTC)
HEAD = b"From: Anna <anna@players.example>\nSubject: orders\nMessage-ID: <1@players.example>\n"


def read(raw: bytes, mail_from: str | None = None) -> Letter:
    return read_letter(raw, recipient=JUDGE, received_at=NOW, judge_address=JUDGE, mail_from=mail_from)


def html(text: str) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + text.encode()


def test_an_empty_letter_has_no_lines_and_no_trouble() -> None:
    for raw in (HEAD + b"\n", HEAD, HEAD + b"\n\n  \n\t\n"):
        letter = read(raw)
        assert (letter.sender, letter.lines, letter.trouble) == ("anna@players.example", (), "")


def test_nothing_at_all_is_a_letter_from_nobody() -> None:
    letter = read(b"")
    assert (letter.sender, letter.lines) == ("", ())


@pytest.mark.parametrize(
    ("raw", "trouble"),
    [
        (HEAD + b"\n" + b"x" * 76 + (b"\n" + b"x" * 76) * 30_000, "the letter is larger than 2 MB"),
        (HEAD + b"X-Much: " + b"y " * 40_000 + b"\n\nA Par H\n", "the header of the letter is larger than 64 kB"),
        (HEAD + b"\n" + b"A Par H\n" * 2_001, "the text has more than 2000 lines"),
        (HEAD + b"\n" + b"A Par H\n" * 70_000, "the letter has more than 60000 lines"),
        (HEAD + b"\n" + (b"x" * 999 + b"\n") * 300, "the text is larger than 256 kB"),
        (HEAD + b"\n" + b"A Par H " * 600, "a line of the text is longer than 4000 characters"),
        (html("<p>" + "x" * 600_000), "the text is larger than 256 kB"),
        (html("<p>" + "ü" * 200_000), "the text is larger than 256 kB"),
    ],
)
def test_a_letter_over_a_cap_is_told_which(raw: bytes, trouble: str) -> None:
    letter = read(raw)
    assert (letter.trouble, letter.lines) == (trouble, ())
    assert letter.sender == "anna@players.example"


def test_a_letter_at_the_caps_is_read() -> None:
    assert len(read(HEAD + b"\n" + b"A Par H\n" * 1_999).lines) == 1_999
    long_line = b"A Par H " * 499
    assert read(HEAD + b"\n" + long_line).lines[0].text == long_line.decode().strip()


def test_a_long_quoted_line_sinks_nothing() -> None:
    letter = read(HEAD + b"\nA Par H\n> " + b"word " * 2_000 + b"\n")
    assert not letter.trouble
    assert [line.label for line in letter.lines] == [Label.OWN, Label.QUOTED]


def _nested(depth: int) -> bytes:
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (one, one) for one in range(depth))
    return HEAD + parts + b"Content-Type: text/plain\n\nA Par H\n"


@pytest.mark.parametrize("raw", [
    HEAD + b"Content-Type: message/rfc822\n\n" * 5_000, _nested(11), _nested(25), _nested(1_500),
    HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nA Par H\n" * 51,
    HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 20_000,
    HEAD + b'Content-Type: text/plain; a="' + b";" * 30_000 + b'"\n\nA Par H\n',
    HEAD + b'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; a="'
    + b"\n ;" * 9_000 + b'"\n\nA\n',
    html("<div>" * 100_000), html("<a " * 5 + "<b><p>" * 20_000),
])  # fmt: skip
def test_a_letter_of_too_many_parts_is_not_taken_apart(raw: bytes) -> None:
    begun = time.process_time()
    assert read(raw).trouble == "the letter is made of too many parts"
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("raw", [
    HEAD + b"\n" + b"\n" * 40_000, HEAD + b"\n" + b" \n" * 1_999, HEAD + b"\n" + b">" * 200_000,
    HEAD + b"Content-Type: text/plain; charset=utf-8\n\n" + "a\u0301\u0323".encode() * 50_000,
    HEAD + b"Content-Type: text/plain; charset=punycode\n\n" + b"a" * 200_000 + b"-" + b"b" * 50_000,
    HEAD + b"Content-Type: text/plain; charset=hex\n\nA Par H\n",
    HEAD + b"Content-Type: text/plain; charset=\x00\xff\n\nA Par H\n",
    HEAD + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"M" * 61 + b"\n" + b"\xff" * 70 + b"\nend\n",
    HEAD + b"\n" + b"On 1 wrote 2:\n> x\n" * 999, HEAD + b"\n" + (b"x 1 <" + b"@" * 240 + b":\n> x\n") * 900,
    HEAD + b"\n" + b"From: x\n" * 1_999, HEAD + b"\n" + (b"this message is " + b"x" * 100 + b"\n") * 1_999,
    HEAD + b"\n" + b"--\n" * 1_999, HEAD + b"\n" + b"\x00\x01\xfe" * 50_000,
    html("<a " * 14_000), html("<div>" * 14_000), html("<table><a>" * 7_000),
    html("<table><tr>" + "<td>x" * 14_000), html("<table><tr>" + "<td><p>x</p>" * 7_000),
    html("<table><tr><td>x" * 4_000),
    html("<table><tr><td>x<p>y<td>z" * 2_000), html("<b><p>" * 7_000),
    html("<style>" + "div " * 9 + "p," * 90 + "p{color:red}</style>" + "<div>" * 200 + "<p></p>" * 2_000),
    html("<blockquote>" * 14_000 + "x"), html("<div class=gmail_quote>" * 7_000 + "<blockquote>x"),
    html("<p style='" + "a:b;" * 100_000 + "'>A Par H"), html("&nbsp;" * 40_000), html("<br>" * 14_000),
    b"From: " + b"(" * 3_000 + b"\n\nA Par H\n", b"From: " + b"." * 20_000 + b"@x\n\nA Par H\n",
    b"From: " + b"<a@b>, " * 20_000 + b"\n\n", b"To: " + b"a@b, " * 10_000 + b"\nFrom: a@b.c\n\n",
    b"Subject: " + b"=?utf-8?q?=41?= " * 4_000 + b"\nMessage-ID: <[abc]@x>\nFrom: a@b.c\n\nA Par H\n",
    b"References: " + b"<a@b> " * 10_000 + b"\n\n", b"\n".join(b"Received: x" for _ in range(5_000)) + b"\n\n",
])  # fmt: skip
def test_a_hostile_letter_takes_a_bounded_time(raw: bytes) -> None:
    begun = time.process_time()
    letter = read(raw)
    assert time.process_time() - begun < 5
    assert letter.recipient == JUDGE
    assert letter.trouble != "the letter is no mail that can be read"


def _mostly_mail() -> st.SearchStrategy[bytes]:
    """Bytes that get past the first reader: fields and separators in any order, and noise between them."""
    piece = st.sampled_from(
        [
            b"From: ",
            b"anna@players.example",
            b"\n",
            b"\r\n",
            b"\n\n",
            b"Content-Type: ",
            b"multipart/mixed",
            b"text/plain",
            b"multipart/alternative",
            b"text/html",
            b"message/rfc822",
            b"; boundary=b",
            b"; charset=",
            b"utf-16",
            b"utf-7",
            b"idna",
            b"iso-2022-jp",
            b"; format=flowed; delsp=yes",
            b"--b\n",
            b"--b--\n",
            b"Content-Transfer-Encoding: ",
            b"base64",
            b"quoted-printable",
            b"x-uuencode",
            b"Subject: =?utf-8?b?",
            b"=?=",
            b"?=",
            b"Message-ID: <[",
            b"]>",
            b"Content-Disposition: attachment; filename*=utf-8''%ff",
            b"References: <",
            b"> A Par H\n",
            b"On 1 Jan x@y wrote:\n",
            b"-- \n",
            b"--\n",
            b"<blockquote>",
            b"<p style='display:none'>",
            b"</div>",
            b"&#0;",
            b"\xe2\x80\x93",
            b"\x00",
            b"\xff",
        ]
    )
    return st.lists(piece | st.binary(max_size=8), max_size=40).map(b"".join)


@settings(max_examples=150, deadline=2_000)
@given(_mostly_mail() | st.binary(max_size=200))
def test_no_bytes_make_reading_fail(raw: bytes) -> None:
    """A letter comes out, its lines numbered upwards, clean and never blank."""
    letter = read(raw)
    numbers = [line.number for line in letter.lines]
    assert numbers == sorted(set(numbers))
    for line in letter.lines:
        assert line.text == " ".join(line.text.split()) != ""
        assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in line.text)
    assert not (letter.trouble and letter.lines)


@settings(max_examples=100, deadline=2_000)
@given(st.text(max_size=300))
def test_any_text_quoted_holds_no_own_line(text: str) -> None:
    """Quoted text is never an order."""
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    body = base64.encodebytes(f"A Par H\n{quoted}\n".encode())
    letter = read(HEAD + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + body)
    assert [line.text for line in letter.lines if line.label is not Label.QUOTED] == ["A Par H"]


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        ("Anna <anna@bücher.example>".encode(), "anna@xn--bcher-kva.example"),
        ("Jürgen <jürgen@players.example>".encode(), ""),
        (b"anna@players.example", "anna@players.example"),
        (b"Anna <Anna@Players.EXAMPLE>", "anna@players.example"),
        (b'"bert@players.example" <anna@players.example>', "anna@players.example"),
        (b"=?utf-8?q?bert=40players=2Eexample?= <anna@players.example>", "anna@players.example"),
        (b"anna@players.example (the queen)", "anna@players.example"),
        (b"Anna\n <anna@players.example>", "anna@players.example"),
        (b"=?utf-8?q?anna=40players.example?=", ""),
        (b"=?utf-8?q?anna?=@players.example", ""),
        (b"anna@players.example, bert@players.example", ""),
        (b"Queens: anna@players.example;", ""),
        (b"Nobody:;", ""),
        (b"anna", ""),
        (b"<>", ""),
        (b"", ""),
        (b"anna@@players.example", ""),
        (b"Anna <anna@players.example> <bert@players.example>", ""),
        (b'"anna x"@players.example', ""),
        (b"anna@players.example <bert@players.example>", ""),
        (b"anna@players.example <anna@players.example>", "anna@players.example"),
        (b"'anna@players.example' <anna@players.example>", "anna@players.example"),
        (b"'bert@players.example' <anna@players.example>", ""),
        (b"anna@players.example', <anna@players.example>", ""),
        (b"Anna (of (old) Vienna) <anna@players.example> (home)", "anna@players.example"),
        (b"<anna@players.example> bert@players.example", ""),
        (b"anna@players.example@home.example", ""),
        ("änna@players.example".encode(), ""),
    ],
)
def test_a_sender_is_one_plain_address_or_none(sender: bytes, address: str) -> None:
    assert read(b"From: " + sender + b"\nSubject: x\n\nA Par H\n").sender == address


def test_two_from_fields_make_no_sender() -> None:
    assert read(b"From: anna@players.example\nFrom: anna@players.example\n\nA Par H\n").sender == ""


@pytest.mark.parametrize(
    ("field", "message_id"),
    [
        (b"<1@x>", "<1@x>"), (b"1@x", "<1@x>"), (b"<[1]@x>", "<[1]@x>"), (b"", ""), (b"<" + b"a" * 2_000 + b"@x>", ""),
        (b"\n <1@x>", "<1@x>"), (b"two words", ""),
    ],
)  # fmt: skip
def test_a_message_id_is_read_whatever_stands_in_it(field: bytes, message_id: str) -> None:
    assert read(b"From: a@b.c\nMessage-ID: " + field + b"\n\nx\n").message_id == message_id


def test_a_subject_is_decoded_onto_one_line() -> None:
    raw = b"Subject: =?utf-8?q?M=C3=BCnchen?=\n =?iso-8859-1?q?_f=E4llt?= \xe2\x80\x93 now\n\nx\n"
    assert read(raw).subject == "München fällt \u2013 now"
    assert read(b"Subject: =?x-martian?q?=41?= =?utf-8?b?!?=\n\nx\n").subject.startswith("A")


def test_the_null_sender_makes_a_letter_a_robots() -> None:
    assert read(HEAD + b"\nA Par H\n", "<>").robot
    assert read(HEAD + b"\nA Par H\n", "").robot
    assert not read(HEAD + b"\nA Par H\n", "anna@players.example").robot


def test_a_field_counts_with_blanks_before_its_colon_too() -> None:
    """RFC 5322 4.5; but what stands below the header, or in a text without one, is left as it is."""
    letter = read(b"From \t: a@b.c\nSubject : two\nwords\t:\n\n \tA Par : H\nF Bre : H\n")
    assert (letter.sender, letter.subject) == ("a@b.c", "two")
    assert [line.text for line in letter.lines] == ["A Par : H", "F Bre : H"]
    assert read(b"From: a@b.c\nFROM : a@b.c\n\nA Par H\n").sender == ""
    assert read(b"From : x@y.z\nFrom: a@b.c\n\nA Par H\n").sender == ""
    assert [line.text for line in read(b"\nFrom : a@b.c\n\nA Par H\n").lines] == ["From : a@b.c", "A Par H"]
    assert read(b"Auto-Submitted : auto-replied\nFrom: a@b.c\n\nA Par H\n").robot != ""


def test_a_line_with_a_colon_right_above_a_quotation_leads_it_in_whatever_its_words() -> None:
    raw = (
        b"From: a@b.example\n\nA Par - Bur\nmine:\nF Bre H\n\nOn a fine day the old Judge said:\n\n> A Par H\nA Mar H\n"
    )
    labels = {line.text: line.label for line in read(raw).lines}
    assert labels["On a fine day the old Judge said:"] is Label.ATTRIBUTION
    assert labels["mine:"] is Label.OWN
    assert labels["A Par H"] is Label.QUOTED
    assert labels["A Mar H"] is Label.OWN


def test_the_heading_of_a_message_above_a_quotation_is_the_writers_own() -> None:
    raw = b"From: a@b.example\n\nPRESS TO France:\n> Shall we?\nWe shall.\n"
    assert [line.label for line in read(raw).lines] == [Label.OWN, Label.QUOTED, Label.OWN]


def test_the_lines_are_the_same_whatever_ends_them() -> None:
    """CRLF, LF, both in one letter, and none after the last line."""
    for ends in (b"\r\n", b"\n", b"\r"):
        raw = HEAD + b"\nA Par - Bur" + ends + b"F Bre - MAO\nA Mar - Spa"
        assert [line.text for line in read(raw).lines] == ["A Par - Bur", "F Bre - MAO", "A Mar - Spa"]


SEEN = (
    "color:black", "color:#fff;background:#336", "background-color:white;color:#777", "font-size:0.8em", "opacity:0.3",
    "color:var(--x)", "color:white;background:url(night.png)", "font-size:10px", "line-height:0", "height:0",
    "overflow:hidden;width:100%", "color:rgb(0,0,0)", "text-decoration:underline", "color:inherit",
)  # fmt: skip
UNSEEN = (
    "display:none", "display: NONE !important", "visibility:hidden", "font-size:0", "font-size:0px", "font-size: 1px",
    "color:#fff", "color: #FFFFFF", "color:white", "color:rgb(255, 255, 255)", "color:rgba(254,255,250,1)",
    "background:#000;color:black", "background-color:#336699;color:#336698", "opacity:0", "opacity: 0.0",
    "max-height:0px;overflow:hidden", "mso-hide:all", "color:white;background:none",
)  # fmt: skip


@pytest.mark.parametrize("style", SEEN)
def test_words_that_can_be_seen_are_read(style: str) -> None:
    for sheet, how in (("", f'style="{style}"'), (f"<style>.x {{{style}}}</style>", "class=x")):
        letter = read(html(f"{sheet}<p>A Par - Bur</p><p {how}>A Mar H</p>"))
        assert [line.text for line in letter.lines] == ["A Par - Bur", "A Mar H"]
        assert letter.notices == ()


@pytest.mark.parametrize("style", UNSEEN)
def test_words_that_nobody_can_see_are_left_out_and_that_is_told(style: str) -> None:
    """Hidden by their own style, or by a sheet's."""
    for sheet, how in (("", f'style="{style}"'), (f"<style>#x {{{style}}}</style>", "id=x")):
        letter = read(html(f"{sheet}<p>A Par - Bur</p><div {how}><p>A Mar <b>H</b></p></div>"))
        assert [line.text for line in letter.lines] == ["A Par - Bur"]
        assert letter.notices == (HIDDEN,)


HIDES = "p.x{display:none}"
SHEETS = (
    (f"<style>{HIDES}</style>", False), (f"<STYLE type='text/css'><!-- td, {HIDES} --></STYLE>", False),
    (f"<style>{HIDES} .x{{display:block}}</style>", False),
    (f"<style>{HIDES}</style><style>p.x{{color:red}}</style>", False),
    ("<style>p{visibility:hidden} p.x,p.y{visibility:visible}</style>", True),
    (f"<style>{HIDES} p.x{{display:block}}</style>", True), (f"<style media=print>{HIDES}</style>", True),
    (f"<style media='print, screen'>{HIDES}</style>", False), (f"<style>@media print{{{HIDES}}}</style>", True),
    (f"<style>@media (max-width:9em){{p{{color:red}}}} {HIDES}</style>", False),
    ("<style>p.x:hover{display:none}</style>", True),
    (f"<!--<style>{HIDES}</style>-->", True), ("<link rel=stylesheet href='file:///x.css'>", True),
    (f"<style>p[</style><style>{HIDES}</style>", True), (f"<style>{HIDES}</style><p class=x style='@import y'>", True),
    (f"<style>{'.y,' * 22_000}{HIDES}</style>", True),
)  # fmt: skip


@pytest.mark.parametrize(("sheet", "seen"), SHEETS)
def test_sheets_say_what_is_seen_by_their_order_of_precedence(sheet: str, *, seen: bool) -> None:
    """The last three, crooked and too long, count for nothing."""
    letter = read(html(f"{sheet}<p class=y>A Par - Bur</p><p class=x>A Mar H</p>"))
    assert ("A Mar H" in [line.text for line in letter.lines]) is seen


def test_a_sheet_says_nothing_of_more_elements_than_the_library_bears() -> None:
    for depth, seen in ((250, False), (400, True)):
        letter = read(html(f"<style>{HIDES}</style>{'<div>' * depth}<p class=x>A Mar H</p>"))
        assert bool(letter.lines) is seen, depth


def test_what_is_painted_like_the_ground_it_stands_on_is_not_seen_whoever_painted_either() -> None:
    night = '<body bgcolor="#102030"><font color="#102030">A Mar H</font><p style="color:white">A Par H</p></body>'
    letter = read(html(night))
    assert [line.text for line in letter.lines] == ["A Par H"]
    assert letter.notices == (HIDDEN,)


def test_hidden_words_of_a_quotation_and_hidden_nothing_are_not_told() -> None:
    quoted = '<p>A Par H</p><blockquote><p style="display:none">A Mar H</p>A Bre H</blockquote>'
    for text in (quoted, '<p>A Par H</p><div style="display:none">&nbsp;\u200b</div>'):
        assert read(html(text)).notices == ()


def test_text_signed_within_itself_is_read_without_its_armor_and_quoted_armor_is_quoted() -> None:
    armor = b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- A Par - Bur\nA Mar H\n"
    end = b"-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n"
    labels = {line.text: line.label for line in read(HEAD + b"\n" + armor + end + b"F Bre H\n").lines}
    assert [text for text, label in labels.items() if label is Label.OWN] == ["A Par - Bur", "A Mar H", "F Bre H"]
    assert {label for text, label in labels.items() if "PGP" in text or text == "abc"} == {Label.SIGNATURE}
    quoted = b"\n".join(b"> " + line for line in (armor + end).splitlines())
    assert {line.label for line in read(HEAD + b"\nA Par H\n" + quoted).lines[1:]} == {Label.QUOTED}


def test_no_mail_that_may_be_answered_goes_out_without_the_mark_above_which_to_write(begun_town) -> None:
    """And in what a reply quotes of it, whatever stands below the mark is not the writer's own."""
    answerable = [mail for mail in begun_town.mails if mail.reply_to]
    assert len(answerable) > 20
    for mail in answerable:
        sent = message_from_bytes(compose(mail, judge_address=JUDGE, judge_name="Judge", now=NOW), policy=default)
        text = sent.get_body(("plain",)).get_content().encode()
        assert text.decode().splitlines()[0] == REPLY_MARK, mail.kind
        letter = read(HEAD + b"Content-Type: text/plain; charset=utf-8\n\nA Par - Bur\n\n" + text)
        assert [line.text for line in letter.lines if line.label is Label.OWN] == ["A Par - Bur"]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_letter_that_says_nothing_of_its_form_is_plain_text_in_the_charset_that_fits(encoding: str) -> None:
    (line,) = read("From: a@b.c\n\nA Par \u2013 Köln\n".encode(encoding)).lines
    assert line.text == "A Par - Köln"


@pytest.mark.parametrize(
    "text",
    [
        "Write before 18:00 to Bert <bert@players.example>: he reads it.",
        "Bert <bert@players.example> said: 3 units at 18:00 in 1901",
    ],
)
def test_a_sentence_with_an_address_and_a_colon_is_no_attribution(text: str) -> None:
    letter = read(f"From: a@x.example\n\n{text}\nA Vie - Gal\n".encode())
    assert [line.label for line in letter.lines] == [Label.OWN, Label.OWN]


@pytest.mark.parametrize(
    "line",
    ["#### write above this line ####", "write above this line", "**Write above this line**", f"said: {REPLY_MARK}"],
)
def test_all_below_our_mark_is_quoted_also_without_its_signs_and_behind_other_words(line: str) -> None:
    letter = read(f"From: a@x.example\n\nA Vie - Gal\n\n{line}\n\nA Vie H\n".encode())
    assert [(one.text, one.label) for one in letter.lines if one.text.startswith("A Vie")] == [
        ("A Vie - Gal", Label.OWN), ("A Vie H", Label.QUOTED),
    ]  # fmt: skip
    spoken = read(b"From: a@x.example\n\nPlease write above this line of mine\nA Vie H\n")
    assert [one.label for one in spoken.lines] == [Label.OWN, Label.OWN]
