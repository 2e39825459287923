"""Bytes to lines to orders: whatever comes in, nothing raises, no line is lost, and it takes no long time.

Letters are built as mail programs build them, then bent as mail servers bend them; the short form of each test runs
always, the long one in `make soak`.
"""

# ruff: noqa: RUF001 - letters and dashes that look like others are among what is sent

import base64
import html
import quopri
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.game.commands import Nations, PhaseGuard, Press, Register, SignOff
from judge.game.lines import Label
from judge.language.commands import read_statements
from judge.mail.cleaning import clean
from tests.mail.conftest import Told

HEAD = b"From: Cleo <cleo@example.org>\r\nSubject: Re: [g42] S1901M\r\nMessage-ID: <1@client.example>\r\n"
SECONDS = 2.0  # of CPU time for one letter; a hundred times what an honest one takes
SHORT, LONG = 40, 4_000
OWN = (
    "A Par - Bur", "A Par – Bur", "a mar s a par - bur", "F Bre → MAO", "F Bre - MAO; A Mar - Spa", "A Par - Mos",
    "A Vie - Gal", "A Pra - Bur", "А Par H", "Fleet Brest holds", "build f bre", "retreat Par - Gas", "STATUS", "READY",
    "PHASE F1905M", "Hello judge,", "good luck!", "🎲🎲", "привет", "From me: A Par H", "wrote:", "1. A Par H",
    "A Par - Bur if A Mun moves", "press to austria: hi", "=20 = A Par H =", "--x", "\x0cA Par H\x0b",
)  # fmt: skip
OTHERS = (
    "> A Par H", ">> A Mar - Pie", ">> > F Bre - ENG", "> #### write above this line ####", ">",
    "On Mon, 4 Jan 2027 at 18:00, Judge <judge@example.org> wrote:", "Am 04.01.2027 um 18:00 schrieb Judge:",
    "Le lun. 4 janv. 2027 à 18:00, Judge <judge@example.org> a écrit :", "-- ", "--", "Sent from my iPhone",
    "-----Original Message-----", "---------- Forwarded message ---------", "#### write above this line ####",
    "This email is confidential and intended for its recipient.", "________________________________",
    "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", "From: Judge <judge@example.org>",
)  # fmt: skip
CHARSETS = ("utf-8", "utf-16", "utf-16-le", "utf-7", "iso-8859-15", "koi8-r", "iso-2022-jp", "cp1252", "gb18030")
LABELS = (*CHARSETS, "us-ascii", "bogus", "", '"', "unicode_escape", "utf-8; charset=latin-1", "UTF-8'de'x")

LINES = st.sampled_from(OWN) | st.sampled_from(OWN[:6]) | st.sampled_from(OTHERS) | st.just("") | st.text(max_size=40)
TEXTS = st.lists(LINES, min_size=3, max_size=14).map("\n".join)
TAGS = (
    "<p>", "</p>", "<div class=gmail_quote>", "</div>", "<blockquote type=cite>", "<blockquote style='border:none'>",
    "</blockquote>", "<br>", "<table><tr><td>", "</td><td>", "</table>", "<pre>", "</pre>", "<s>", "</s>", "<!--",
    "<div id=appendonsend>", "<p style='display:none'>", "<font color=white>", "</font>", "<b style='font-size:0'>",
    "</b>", "<li>", "<a href='x'>", "&nbsp;", "&#0;", "&#x110000;", "&lt", "<script>", "</script>", "<svg>",
    "<![CDATA[", "<template>", "<div style='white-space:pre'>", "<body bgcolor=#fff>", "<plaintext>", "-->",
)  # fmt: skip
SOUPS = st.lists(st.sampled_from(TAGS) | LINES, max_size=30).map("".join)


def as_html(text: str, form: int) -> str:
    """A text as an editor makes HTML of it."""
    lines = [html.escape(line) or "<br>" for line in text.split("\n")]
    match form:
        case 0:
            return "".join(f"<div>{line}</div>" for line in lines)
        case 1:
            return "<html><head><style>p {color:white}</style></head><body>" + "<br>\n".join(lines) + "</body></html>"
        case 2:
            return "".join(f'<p class="MsoNormal">{line.replace(" ", "&nbsp;")}<o:p></o:p></p>' for line in lines)
        case 3:
            rows = ("".join(f"<td>{word}</td>" for word in line.split(" ")) for line in lines)
            return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
        case _:
            return f'<div dir="ltr">hello</div><blockquote type="cite">{"<br>".join(lines)}</blockquote>'


def encoded(data: bytes, encoding: str) -> bytes:
    match encoding:
        case "base64":
            return base64.encodebytes(data)
        case "quoted-printable":
            return quopri.encodestring(data)
        case _:
            return data


@st.composite
def leaves(draw: st.DrawFn) -> bytes:
    """A part with a text, or an attachment."""
    text, kind = draw(TEXTS), draw(st.sampled_from(("plain", "plain", "flowed", "html", "soup", "file", "image")))
    charset, encoding = draw(st.sampled_from(CHARSETS)), draw(st.sampled_from(("8bit", "base64", "quoted-printable")))
    label = draw(st.just(charset) | st.sampled_from(LABELS))
    fields = {
        "plain": "text/plain",
        "flowed": "text/plain; format=flowed; delsp=yes",
        "html": "text/html",
        "soup": "text/html",
    }
    field = fields.get(kind, "application/octet-stream; name=x.txt" if kind == "file" else "image/png")
    if kind == "html":
        text = as_html(text, draw(st.integers(0, 4)))
    if kind == "soup":
        text = draw(SOUPS)
    data = text.encode(charset, "replace").replace(b"\n", b"\r\n" if draw(st.booleans()) else b"\n")
    how = draw(st.just(encoding) | st.sampled_from(("7bit", "x-uuencode", "BASE64 ", "binary", "")))
    head = f"Content-Type: {field}; charset={label}\r\nContent-Transfer-Encoding: {how}\r\n"
    return head.encode("utf-8", "replace") + b"\r\n" + encoded(data, encoding)


@st.composite
def branches(draw: st.DrawFn, children: st.SearchStrategy[bytes]) -> bytes:
    """A multipart, or a mail within the mail; the separators may be forgotten or doubled."""
    kind = draw(
        st.sampled_from((*("mixed", "alternative", "related", "signed") * 2, "encrypted", "digest", "x", "rfc822"))
    )
    parts = draw(st.lists(children, min_size=1, max_size=3))
    if kind == "rfc822":
        return b"Content-Type: message/rfc822\r\n\r\n" + b"\r\n".join(parts)
    boundary = draw(st.sampled_from((b"b", b"b b", b"----=_Part", b"b--", b"")))
    body = b"preamble\r\n" + b"".join(b"\r\n--" + boundary + b"\r\n" + part for part in parts)
    end = draw(st.sampled_from((b"\r\n--" + boundary + b"--\r\n", b"", b"\r\n--" + boundary)))
    return b"Content-Type: multipart/" + kind.encode() + b'; boundary="' + boundary + b'"\r\n\r\n' + body + end


@st.composite
def bent(draw: st.DrawFn, mails: st.SearchStrategy[bytes]) -> bytes:
    """A mail in which some octets are lost, put in, or turned into others."""
    raw = bytearray(draw(mails))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(raw)))
        match draw(st.integers(0, 3)):
            case 0:
                raw[at:at] = draw(
                    st.binary(max_size=6) | st.sampled_from((b"\r\n\r\n", b"=", b"\x00", b"<", b"&#", b"\r"))
                )
            case 1:
                del raw[at : at + draw(st.integers(1, 40))]
            case 2 if at < len(raw):
                raw[at] ^= 1 << draw(st.integers(0, 7))
            case _:
                raw[at:at] = raw[at : at + draw(st.integers(1, 60))]
    return bytes(raw)


MAILS = st.recursive(leaves(), branches, max_leaves=5).map(lambda body: HEAD + body)


def account(told: Told) -> None:
    """Done + explained + remarks + left aside = all lines that are not blank."""
    letter, session = told.letter, told.session
    assert not (letter.trouble and letter.lines)
    if session is None or not told.answer:
        return
    if letter.trouble:
        assert " ".join(letter.trouble.split()) in " ".join(told.answer.split())
        return
    statements = read_statements(letter.lines)
    if any(isinstance(one.command, SignOff | Press | Register | Nations) for one in statements):
        return  # these take in the lines below them, as tests of the desk show
    fates = {line.number for line in session.lines}
    above = [(line.number, f"{line.text} ") for line in session.lines]
    # The open phase above orders asks for nothing, as a remark behind "#" does.
    fates |= {one.line.number for one in statements if isinstance(one.command, PhaseGuard) and one.command.heading}
    for line in letter.lines:
        assert line.text == " ".join(line.text.split()) != ""
        if line.label is Label.OWN and not line.text.startswith(("#", "//")):
            # The end of an order that was broken over two lines is told of with its beginning.
            joined = any(number < line.number and f" {line.text} " in text for number, text in above)
            assert line.number in fates or session.unread is not None or joined, line
        elif line.label is not Label.OWN and line.label is not Label.AFTER_DASHES:
            assert line.number not in fates, line
    assert all(line.number in {one.number for one in letter.lines} for line in session.lines)


def check_all(tell: Callable[[bytes], Told], mails: st.SearchStrategy[bytes], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(raw=mails)
    def check(raw: bytes) -> None:
        begun = time.process_time()
        told = tell(raw)
        assert time.process_time() - begun < SECONDS
        account(told)

    check()


@pytest.mark.parametrize(
    "mails", [MAILS, bent(MAILS), st.binary(max_size=400).map(HEAD.__add__)], ids=["whole", "bent", "noise"]
)
def test_no_mail_loses_a_line(tell, mails: st.SearchStrategy[bytes]) -> None:
    check_all(tell, mails, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "mails", [MAILS, bent(MAILS), st.binary(max_size=4_000).map(HEAD.__add__)], ids=["whole", "bent", "noise"]
)
def test_no_mail_of_thousands_loses_a_line(tell, mails: st.SearchStrategy[bytes]) -> None:
    check_all(tell, mails, LONG)


def check_lines(tell: Callable[[bytes], Told], examples: int) -> None:
    """Each line of a text is there, once and in its place, by whatever way it travels."""

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        lines=st.lists(st.sampled_from(OWN) | st.sampled_from(OTHERS) | st.just(""), min_size=1, max_size=14),
        charset=st.sampled_from(("utf-8", "utf-16", "gb18030", "utf-7")),
        encoding=st.sampled_from(("base64", "quoted-printable")),
        form=st.sampled_from((None, 0, 1, 2, 3)),
    )
    def check(lines: list[str], charset: str, encoding: str, form: int | None) -> None:
        text = "\n".join(lines)
        body = text if form is None else as_html(text, form)
        kind = "plain" if form is None else "html"
        fields = f"Content-Type: text/{kind}; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
        told = tell(HEAD + fields.encode() + encoded(body.encode(charset), encoding))
        got = [line.text.replace(">", "").replace(" ", "") for line in told.letter.lines]
        sent = [clean(line).replace(">", "").replace(" ", "") for line in lines]
        assert got == [line for line in sent if line]
        account(told)

    check()


def test_every_line_of_a_text_arrives(tell) -> None:
    check_lines(tell, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_line_of_thousands_of_texts_arrives(tell) -> None:
    check_lines(tell, LONG)
