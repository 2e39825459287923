"""A draft becomes a mail that threads, that robots leave alone, and that nobody can smuggle a header into."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from textwrap import fill

import icalendar
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.game.mails import REPLY_MARK, Appointment, Draft
from judge.mail.compose import POLICY, compose, message_id
from judge.mail.octets import goes_as_it_is

JUDGE = "judge@example.org"
UNDRAWN = "The picture could not be drawn in time. To get it later, reply with MAP g42 S1901M."
NOW = datetime(2027, 1, 4, 18, 0, tzinfo=UTC)
DRAFT = Draft(
    key="result:g42:S1901M:17",
    kind="result",
    to="anna@example.net",
    to_name="Anna Öst",
    subject="[g42] S1901M",
    text=f"{REPLY_MARK}\n\nA Par - Bur: ok\n",
    reply_to="g42.abcdefghijklmnop",
    thread=("g42", "g42.s1901m"),
    game="g42",
)
PLAIN_NAMES = [
    "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
    "Precedence", "X-Auto-Response-Suppress", "X-Loop", "List-Id", "Content-Type", "Content-Transfer-Encoding",
    "MIME-Version",
]  # fmt: skip


def composed(draft: Draft) -> bytes:
    return compose(draft, judge_address=JUDGE, judge_name="Judge", now=NOW)


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert isinstance(body, EmailMessage)
    return str(body.get_content()).replace("\r\n", "\n")


def name_in(raw: bytes) -> str:
    """The To header's name by the older reader, which joins neighboring encoded words as RFC 2047 wants it."""
    name, _ = parseaddr(message_from_bytes(raw)["To"])
    return str(make_header(decode_header(name)))


def changed(**fields: object) -> Draft:
    given_fields = {name: getattr(DRAFT, name) for name in Draft.__dataclass_fields__}
    return Draft(**{**given_fields, **fields})


def test_a_result_has_the_headers_of_a_thread_and_of_a_robot() -> None:
    mail = parsed(composed(DRAFT))
    assert mail["From"] == "Judge g42 <judge@example.org>"
    assert mail["To"].addresses[0].addr_spec == "anna@example.net"
    assert mail["To"].addresses[0].display_name == "Anna Öst"
    assert mail["Reply-To"] == "judge+g42.abcdefghijklmnop@example.org"
    assert mail["Subject"] == "[g42] S1901M"
    assert mail["Date"] == "Mon, 04 Jan 2027 18:00:00 +0000"
    assert mail["Message-ID"] == message_id(DRAFT.key, JUDGE)
    assert mail["References"] == "<g42@example.org> <g42.s1901m@example.org>"
    assert mail["In-Reply-To"] == "<g42.s1901m@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Precedence"] == "bulk"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["X-Loop"] == JUDGE
    assert mail["List-Id"] == "g42 <g42.judge.example.org>"
    assert text_of(mail) == DRAFT.text


def test_a_receipt_answers_its_letter_within_the_thread() -> None:
    mail = parsed(composed(changed(kind="receipt", answers="<abc@mail.example.net>")))
    assert mail["In-Reply-To"] == "<abc@mail.example.net>"
    assert mail["References"] == "<g42@example.org> <g42.s1901m@example.org> <abc@mail.example.net>"
    assert mail["Auto-Submitted"] == "auto-replied"


def test_a_mail_outside_of_games_comes_from_the_judge_alone() -> None:
    mail = parsed(composed(changed(kind="confirm", game="", thread=(), reply_to="", to_name="")))
    assert mail["From"] == "Judge <judge@example.org>"
    assert mail["To"] == "anna@example.net"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert {"List-Id", "References", "In-Reply-To", "Reply-To"}.isdisjoint(mail.keys())


def test_the_same_draft_at_the_same_time_gives_the_same_bytes() -> None:
    assert composed(DRAFT) == composed(DRAFT)


def test_the_date_is_told_in_utc() -> None:
    now = NOW.astimezone(timezone(timedelta(hours=5)))
    assert compose(DRAFT, judge_address=JUDGE, judge_name="Judge", now=now) == composed(DRAFT)


def test_a_message_id_depends_on_the_key_alone_and_hides_it() -> None:
    """In a gunboat game an id must not tell who the reader is."""
    assert message_id("receipt:anna", JUDGE) == message_id("receipt:anna", "Judge@EXAMPLE.org")
    assert message_id("receipt:anna", JUDGE) != message_id("receipt:bert", JUDGE)
    assert "anna" not in message_id("receipt:anna", JUDGE)


def test_a_long_message_id_is_not_torn_nor_encoded() -> None:
    """Exchange writes ids longer than a line; the thread must hold."""
    long_id = f"<{'A1b2' * 30}@{'eur.' * 20}example.net>"
    raw = composed(changed(answers=long_id))
    assert f"In-Reply-To: {long_id}\r\n".encode() in raw
    assert f"\r\n {long_id}\r\n".encode() in raw


@pytest.mark.parametrize(
    "answers", ["", "abc", "<a b@c>", "<a@b>\r\nBcc: x@y", "<ä@b>", "<" + "a" * 2000 + "@b>", "<>"]
)
def test_an_id_that_is_none_is_left_out(answers: str) -> None:
    assert parsed(composed(changed(answers=answers)))["References"] == "<g42@example.org> <g42.s1901m@example.org>"


@pytest.mark.parametrize("to", ["", "anna", "anna@example.net\r\nBcc: x@y", "a@b, c@d", "<a@b>"])
def test_a_draft_to_no_address_is_refused(to: str) -> None:
    with pytest.raises(ValueError, match="address"):
        composed(changed(to=to))


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        compose(DRAFT, judge_address=JUDGE, judge_name="Judge", now=NOW.replace(tzinfo=None))


def test_a_mail_that_may_be_answered_has_the_mark_once_and_another_has_none() -> None:
    plain = "A Par - Bur: ok\n"
    for text in (plain, f"{REPLY_MARK}\n\n{plain}"):
        assert text_of(parsed(composed(changed(text=text)))) == f"{REPLY_MARK}\n\n{plain}"
    assert text_of(parsed(composed(changed(text=plain, reply_to="")))) == plain


def test_any_text_keeps_lines_short_and_comes_back() -> None:
    text = "A Pár → Bur — ok\n" + "word " * 1000 + "\n" + "x" * 5000 + "\n.\nFrom here on\n"
    raw = composed(changed(text=text, reply_to=""))
    assert max(len(line) for line in raw.split(b"\r\n")) <= 78
    assert raw.isascii()
    assert text_of(parsed(raw)) == text


@settings(max_examples=80, deadline=None)
@given(name=st.text(max_size=80), subject=st.text(max_size=250), text=st.text(max_size=300), game=st.text(max_size=40))
def test_no_text_smuggles_a_header(name: str, subject: str, text: str, game: str) -> None:
    """Whatever players write into names, subjects and press, the set of headers and the readers stay."""
    injected = f"\r\nBcc: {name}"
    draft = changed(to_name=name + injected, subject=subject + injected, text=text, game=f"g{game}")
    raw = composed(draft)
    mail = parsed(raw)
    assert sorted(mail.keys()) == sorted(PLAIN_NAMES)
    assert [one.addr_spec for one in mail["To"].addresses] == ["anna@example.net"]
    assert [one.addr_spec for one in mail["From"].addresses] == [JUDGE]
    assert not mail.is_multipart()
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=60))
def test_a_subject_and_a_name_come_back_as_written(text: str) -> None:
    words = " ".join(text.split())
    raw = composed(changed(subject=words, to_name=words))
    assert parsed(raw)["Subject"] == words
    assert name_in(raw) == words


DEADLINE = Appointment(
    name="g42.s1901m.1",
    sequence=2,
    at=datetime(2027, 1, 7, 18, 30, tzinfo=UTC),
    title="g42: orders for Spring 1901, movement; “soon”",
    text="Orders are due, " * 20 + "until then.",
)


def calendars(raw: bytes) -> list[tuple[EmailMessage, icalendar.Calendar]]:
    parts = [part for part in parsed(raw).walk() if part.get_content_type() == "text/calendar"]
    return [(part, icalendar.Calendar.from_ical(part.get_payload(decode=True))) for part in parts]


def test_a_deadline_travels_as_a_calendar_entry_that_asks_for_no_answer() -> None:
    """Rule: RFC 5545 for the entry, RFC 5546 3.2.1 for PUBLISH, RFC 6047 2.4 for the method in the part's type."""
    raw = composed(changed(appointments=(DEADLINE,)))
    mail = parsed(raw)
    assert [part.get_content_type() for part in mail.walk()] == ["multipart/mixed", "text/plain", "text/calendar"]
    assert text_of(mail) == DRAFT.text
    ((part, calendar),) = calendars(raw)
    assert part["Content-Type"].params["method"] == str(calendar["METHOD"]) == "PUBLISH"
    (event,) = calendar.walk("VEVENT")
    assert str(event["UID"]) == "g42.s1901m.1@example.org"
    assert (int(event["SEQUENCE"]), event.decoded("DTSTART"), event.decoded("DTSTAMP")) == (2, DEADLINE.at, NOW)
    assert (str(event["SUMMARY"]), str(event["DESCRIPTION"])) == (DEADLINE.title, DEADLINE.text)
    assert "ATTENDEE" not in event
    assert len(event.walk("VALARM")) == 1


def test_every_line_of_a_calendar_entry_is_folded_and_ends_as_the_rule_wants() -> None:
    """Rule: RFC 5545 3.1, 75 octets a line at most, CRLF."""
    ((part, _),) = calendars(composed(changed(appointments=(DEADLINE,))))
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    lines = data.split(b"\r\n")
    assert lines[-1] == b""
    assert max(map(len, lines)) <= 75
    assert b"\n" not in b"".join(lines)


def test_a_deadline_that_is_off_is_taken_out_of_the_calendar_again() -> None:
    """The entry is known by its UID; the one that is no more and the new one are two parts, each with its method."""
    gone = replace(DEADLINE, name="g42.w1900a.1", sequence=3, cancelled=True)
    raw = composed(changed(appointments=(gone, DEADLINE)))
    found = [(str(one["METHOD"]), str(one.walk("VEVENT")[0]["UID"])) for _, one in calendars(raw)]
    assert found == [("CANCEL", "g42.w1900a.1@example.org"), ("PUBLISH", "g42.s1901m.1@example.org")]
    assert [part.get_filename() for part, _ in calendars(raw)] == ["deadline.ics", "deadline2.ics"]


def test_a_mail_of_several_parts_is_the_same_each_time_it_is_made() -> None:
    draft = changed(appointments=(DEADLINE,))
    assert composed(draft) == composed(draft)


PAGE = (
    '<html><body><img alt="France takes Munich &amp; &quot;more&quot;" src="cid:map" width="600"><p>é</p></body></html>'
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8


def kinds(raw: bytes) -> list[str]:
    return [part.get_content_type() for part in parsed(raw).walk()]


def composed_with(draft: Draft, picture: bytes | None) -> bytes:
    return compose(draft, judge_address=JUDGE, judge_name="Judge", now=NOW, picture=picture)


def test_html_stands_beside_the_text_and_its_picture_within_it() -> None:
    """Rule: RFC 2046 5.1.4, the plainest first; RFC 2387 and 2392 for the picture and its name."""
    raw = composed_with(changed(html=PAGE, appointments=(DEADLINE,)), PNG)
    assert kinds(raw) == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
        "text/calendar",
    ]  # fmt: skip
    mail = parsed(raw)
    assert text_of(mail) == DRAFT.text
    page, image = mail.get_body(("html",)), next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert isinstance(page, EmailMessage)
    assert f'src="cid:{image["Content-ID"].strip("<>")}"' in page.get_content()
    assert image.get_payload(decode=True) == PNG
    assert image.get_content_disposition() == "inline"
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert composed_with(changed(html=PAGE, appointments=(DEADLINE,)), PNG) == raw


def test_a_picture_that_did_not_come_is_told_in_words_in_its_place() -> None:
    raw = composed_with(changed(html=PAGE, picture="turn/1/s1901m/1"), None)
    assert kinds(raw) == ["multipart/alternative", "text/plain", "text/html"]
    page = parsed(raw).get_body(("html",))
    assert isinstance(page, EmailMessage)
    assert "<img" not in page.get_content()
    assert f"<p>France takes Munich &amp; &quot;more&quot;</p><p>{UNDRAWN}</p>" in page.get_content()
    assert text_of(parsed(raw)).endswith(f"\n\n{fill(UNDRAWN, 72)}\n")


def test_who_gets_plain_text_only_has_the_picture_beside_it_or_is_told_that_there_is_none() -> None:
    draft = changed(picture="turn/1/s1901m/1")
    assert kinds(composed_with(draft, PNG)) == ["multipart/mixed", "text/plain", "image/png"]
    told = composed_with(draft, None)
    assert kinds(told) == ["text/plain"]
    assert text_of(parsed(told)).endswith(f"\n\n{fill(UNDRAWN, 72)}\n")


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"picture": "turn/1/s1901m/1"}, "To get it later, reply with MAP g42 S1901M."),
        ({"picture": "position/1/s1901m/1"}, "To get it later, reply with MAP g42."),
        ({"picture": "turn/1/s1901m/1", "game": ""}, "To get it, ask again later."),
    ],
)
def test_a_missing_picture_is_told_above_the_lines_for_programs_with_what_brings_it(
    facts: dict[str, str], told: str
) -> None:
    """The last two lines of a mail about a turn are the programs', whatever else it says."""
    machine = ":: judge dunkirk standard S1901M -> F1901M\n:: deadline 2027-01-05T18:00:00Z"
    text = text_of(parsed(composed_with(changed(text=f"Results.\n\n    A Par H\n\n{machine}\n", **facts), None)))
    said, _, after = text.partition("The picture could not be drawn in time.")
    assert said.endswith("    A Par H\n\n")
    assert " ".join(after.split()).startswith(f"{told} :: judge")
    assert text.endswith(f"\n\n{machine}\n")
    assert max(map(len, text.split("\n"))) <= 72


def test_where_no_picture_is_wanted_the_image_is_left_out_without_a_word() -> None:
    page = parsed(composed_with(changed(html=PAGE), None)).get_body(("html",))
    assert isinstance(page, EmailMessage)
    assert page.get_content().strip() == "<html><body><p>é</p></body></html>"


def test_the_boundaries_of_parts_differ_and_occur_in_no_part() -> None:
    raw = composed_with(changed(html=PAGE, appointments=(DEADLINE,)), PNG)
    bounds = [part.get_boundary() for part in parsed(raw).walk() if part.is_multipart()]
    assert len(set(bounds)) == 3
    assert not any(one in other for one in bounds for other in bounds if one != other)


def test_a_subject_that_looks_encoded_comes_back_as_written() -> None:
    """What a player has called something is not decoded on its way into a field."""
    (field,) = [one for one in parsed(composed(replace(DRAFT, subject="=?utf-8?q?x?= and more"))).raw_items()
                if one[0] == "Subject"]  # fmt: skip
    assert str(make_header(decode_header(str(field[1])))) == "=?utf-8?q?x?= and more"


def test_a_field_that_would_be_two_is_refused() -> None:
    mail = EmailMessage(policy=POLICY)
    with pytest.raises(ValueError, match="would be more than one"):
        mail["X-Loop"] = "judge\r\nBcc: eve@example.org"


LINES = st.text(st.sampled_from("aZ. :<>='\"&\té€\n\n\r") | st.characters(max_codepoint=0x2030), max_size=200)


@settings(max_examples=60)
@given(text=LINES, page=st.just("") | LINES, name=LINES, width=st.integers(70, 90), thread=st.booleans())
def test_a_usual_mail_is_octet_for_octet_what_the_library_makes(text, page, name, width, thread) -> None:
    draft = replace(
        DRAFT, text=f"{text}\n{'w' * width}", html=page, to_name=name, subject=name, answers="<1@there.example>",
        thread=DRAFT.thread if thread else (), reply_to=DRAFT.reply_to if thread else "",
    )  # fmt: skip
    for one in (draft, replace(draft, text=draft.text.encode("ascii", "replace").decode(), reply_to="")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("judge.mail.compose.goes_as_it_is", lambda _text: False)
            expected = composed(one)
        assert composed(one) == expected


@pytest.mark.parametrize("text", ["", "\n", "one line", "Grüße\n", f"{'w' * 78}\n", f"{'w' * 79}\n"])
def test_the_short_way_is_taken_by_texts_that_need_no_encoding(text: str) -> None:
    plain = replace(DRAFT, text=f"{REPLY_MARK}\n\n{text}", html="<p>Hé</p>")
    assert (b"7bit" in composed(plain)) == goes_as_it_is(text)
