"""Mails wait for their pictures, go with them or without, and never twice; a picture is drawn once for everybody."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path
from textwrap import fill

import dkim
import pytest
from sqlalchemy import func, select

from judge.errors import PictureError
from judge.mail.signing import Signer
from judge.pictures.picture import sheets
from judge.pictures.strokes import Sheets
from judge.pictures.theme import EVENT
from judge.service.drawing import KEPT, LEASE, Drawing
from judge.service.letters import Letters
from judge.service.studio import Studio
from judge.service.turns import Turns
from judge.store.tables import AddressRow, MailRow, PictureRow
from judge.wire.artist import Picture
from judge.wire.easel import painted
from judge.wire.frames import Document
from tests.service.conftest import Judge, address_of

KEYS = Path(__file__).parents[1] / "keys"
WAIT = timedelta(minutes=2)
UNDRAWN = "The picture could not be drawn in time. To get it later, reply with MAP cassis S1901M."
TOLD = fill(UNDRAWN, 72)  # as it stands in the text of a mail
PLAYERS = {"anna": "Austria", "bert": "England", "cleo": "France"}
PNG = b"\x89PNG\r\n\x1a\n"


@dataclass
class ArtistHere:
    """Draws at once, after `meanwhile` something has happened; no board that `fails` names can be drawn."""

    drawn: list[str] = field(default_factory=list)
    fails: str = ""
    meanwhile: Callable[[], object] = bool

    def draw(self, document: Document) -> Picture:
        tag = document["position"]["phase"]
        if self.fails and self.fails in (document["game"], tag):
            raise PictureError("the pen broke")
        meanwhile, self.meanwhile = self.meanwhile, bool
        meanwhile()
        self.drawn.append(f"{document['game']} {tag}")
        return Picture(PNG + f"{document['game']} {tag} {document['turn'] is not None}".encode())

    def close(self) -> None:
        """Nothing is kept."""


class Gallery:
    """A judge that draws pictures, with one artist; `studio` makes another who draws for it as well."""

    def __init__(self, judge: Judge, **house: object) -> None:
        self.judge, self.artist = judge, ArtistHere()
        judge.house = replace(judge.house, pictures=True, **house)
        judge.letters = Letters(judge.store, judge.house, judge.reader)
        judge.turns = Turns(judge.store, judge.house, judge.letters)
        self.drawing = self.studio(self.artist)

    def studio(self, artist: ArtistHere) -> Drawing:
        return Drawing(self.judge.store, self.judge.house, artist, WAIT)

    def draw(self) -> None:
        """All that is to be drawn is, and mails that had a picture to wait for wait no longer."""
        while self.drawing.draw_next():
            pass

    def begin(self, name: str = "cassis", options: str = "", variant: str = "standard") -> None:
        """A game of three and a master that has begun; what its start brought about lies behind."""
        judge = self.judge
        judge.welcomes |= judge.register(*(one for one in ("max", *PLAYERS) if not judge.knows(one)))
        judge.reply(judge.welcomes["max"], f"CREATE {name} {variant} movement=7d {options}")
        for one, power in PLAYERS.items():
            judge.reply(judge.welcomes[one], f"JOIN {name} {power}")
        judge.reply(judge.welcomes["max"], f"START {name}")
        self.draw()
        self.artist.drawn.clear()

    def process(self, tag: str = "S1901M", name: str = "cassis") -> None:
        self.judge.reply(self.judge.welcomes["max"], f"GAME {name}\nPROCESS {tag}")

    def mails(self, kind: str = "result", says: str = " S1901M -> ") -> dict[str, list[tuple[str, EmailMessage]]]:
        """The mails of a kind in whose text something stands, by who gets them, each with its state."""
        found: dict[str, list[tuple[str, EmailMessage]]] = {}
        with self.judge.store.reading() as tx:
            rows = tx.session.execute(
                select(MailRow.recipient, MailRow.state, MailRow.raw).where(MailRow.kind == kind).order_by(MailRow.id)
            ).all()
        for recipient, state, raw in rows:
            mail = message_from_bytes(raw, policy=policy.default)
            if says in text_of(mail):
                found.setdefault(recipient.partition("@")[0], []).append((state, mail))
        return found

    def keeper_told(self) -> list[str]:
        with self.judge.store.reading() as tx:
            rows = tx.session.scalars(select(MailRow.raw).where(MailRow.kind == "trouble")).all()
        return [" ".join(text_of(message_from_bytes(raw, policy=policy.default)).split()) for raw in rows]

    def pictures(self) -> list[tuple[str, str]]:
        with self.judge.store.reading() as tx:
            rows = tx.session.execute(select(PictureRow.key, PictureRow.state).order_by(PictureRow.id)).all()
        return [(re.sub(r"/\d+/", "/", key), state) for key, state in rows]


@pytest.fixture
def gallery(judge: Judge) -> Gallery:
    return Gallery(judge)


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_body(("plain",)).get_content()).replace("\r\n", "\n")


def page_of(mail: EmailMessage) -> str:
    return str(mail.get_body(("html",)).get_content())


def pictures_of(mail: EmailMessage) -> list[bytes]:
    return [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]


def test_a_result_waits_for_its_picture_which_is_drawn_once_for_all_who_want_it(gallery: Gallery) -> None:
    """Who has switched pictures off waits for nothing."""
    gallery.begin()
    gallery.judge.reply(gallery.judge.welcomes["bert"], "SET MAP OFF")
    gallery.process()
    waiting = gallery.mails()
    assert {who: [state for state, _ in mails] for who, mails in waiting.items()} == {
        "anna": ["drawing"], "bert": ["new"], "cleo": ["drawing"], "max": ["drawing"],
    }  # fmt: skip
    gallery.draw()
    assert gallery.artist.drawn == ["cassis S1901M"]
    for who, [(state, mail)] in gallery.mails().items():
        assert state == "new"
        assert pictures_of(mail) == ([] if who == "bert" else [PNG + b"cassis S1901M True"])
        assert TOLD not in text_of(mail)
        ((_, before),) = waiting[who]
        assert (mail["Message-ID"], mail["Date"], text_of(mail)) == (
            before["Message-ID"], before["Date"], text_of(before).replace(f"{TOLD}\n\n", ""),
        )  # fmt: skip
    assert gallery.keeper_told() == []


def test_in_a_gunboat_game_all_audiences_share_one_picture_and_it_names_nobody(gallery: Gallery) -> None:
    """Players, a master, an observer and a monitor; what is drawn knows powers and places only."""
    gallery.begin(options="gunboat=yes")
    gallery.judge.welcomes |= gallery.judge.register("olga", "mona")
    gallery.judge.reply(gallery.judge.welcomes["olga"], "OBSERVE cassis")
    gallery.judge.reply(gallery.judge.welcomes["mona"], "MONITOR cassis")
    seen: list[str] = []
    draw = gallery.artist.draw
    gallery.artist.draw = lambda document: seen.append(str(document)) or draw(document)  # type: ignore[method-assign]
    gallery.process()
    gallery.draw()
    results = gallery.mails()
    assert results.keys() == {*PLAYERS, "max", "olga", "mona"}
    assert {pictures_of(mail)[0] for [(_, mail)] in results.values()} == {PNG + b"cassis S1901M True"}
    assert gallery.artist.drawn == ["cassis S1901M"]
    assert not any(name in seen[0].lower() for name in ("anna", "bert", "cleo", "olga", "mona", "home.example"))


def test_mails_go_without_a_picture_that_takes_too_long_and_say_so(gallery: Gallery) -> None:
    """The keeper hears of it once; what is drawn after all is there for who asks for it later."""
    gallery.begin()
    gallery.process()
    gallery.artist.meanwhile = lambda: (gallery.judge.pass_time(minutes=2), slow.draw_next())
    slow = gallery.studio(ArtistHere())
    gallery.draw()
    results = gallery.mails()
    assert len(results) == 4
    for [(state, mail)] in results.values():
        assert (state, pictures_of(mail)) == ("new", [])
        assert UNDRAWN in page_of(mail)
        assert TOLD in text_of(mail)
    (told,) = gallery.keeper_told()
    assert "it was not drawn in 120 seconds" in told
    assert gallery.pictures()[-1] == ("turn/s1901m/1", "drawn")
    gallery.judge.reply(gallery.judge.welcomes["anna"], "MAP cassis S1901M")
    gallery.draw()
    assert gallery.artist.drawn == ["cassis S1901M"]
    ((_, mail),) = gallery.mails("receipt", "The map of cassis in S1901M is below.")["anna"]
    assert pictures_of(mail) == [PNG + b"cassis S1901M True"]


def test_a_picture_that_nobody_came_to_draw_is_waited_for_as_long_as_any(gallery: Gallery) -> None:
    gallery.begin()
    gallery.process()
    gallery.judge.pass_time(seconds=121)
    gallery.draw()
    assert gallery.artist.drawn == []
    assert all(UNDRAWN in page_of(mail) for [(_, mail)] in gallery.mails().values())


def test_a_picture_that_fails_holds_nothing_back_and_the_keeper_hears_of_it_once(gallery: Gallery) -> None:
    """A second game's is drawn; who asks an hour later has it tried again."""
    gallery.begin()
    gallery.begin("vault")
    gallery.artist.fails = "cassis"
    gallery.process()
    gallery.process(name="vault")
    gallery.draw()
    assert gallery.artist.drawn == ["vault S1901M"]
    for name in (*PLAYERS, "max"):
        (_, cassis), (_, vault) = gallery.mails()[name]
        assert (pictures_of(cassis), len(pictures_of(vault))) == ([], 1)
        assert UNDRAWN in page_of(cassis)
    gallery.process("F1901M")
    gallery.draw()
    (told,) = gallery.keeper_told()
    assert "the pen broke" in told
    gallery.artist.fails = ""
    for minutes, tried in ((1, []), (60, ["cassis S1901M"])):
        gallery.judge.pass_time(minutes=minutes)
        gallery.judge.reply(gallery.judge.welcomes["anna"], "MAP cassis S1901M")
        gallery.artist.drawn.clear()
        gallery.draw()
        assert gallery.artist.drawn == tried


def test_plain_text_says_as_well_that_the_picture_is_missing(gallery: Gallery) -> None:
    gallery.begin()
    gallery.judge.reply(gallery.judge.welcomes["anna"], "SET HTML OFF")
    gallery.artist.fails = "cassis"
    gallery.process()
    gallery.draw()
    ((_, mail),) = gallery.mails()["anna"]
    assert f"\n\n{TOLD}\n\n:: judge cassis" in text_of(mail)


def test_two_artists_at_once_draw_one_picture(gallery: Gallery) -> None:
    """And settle each mail once, whoever of them comes first."""
    gallery.begin()
    gallery.process()
    other = ArtistHere()
    gallery.artist.meanwhile = gallery.studio(other).draw_next
    gallery.draw()
    assert (gallery.artist.drawn, other.drawn) == (["cassis S1901M"], [])
    assert all(len(mails) == 1 and len(pictures_of(mails[0][1])) == 1 for mails in gallery.mails().values())


def test_the_picture_of_an_artist_who_is_gone_is_another_ones_when_his_time_is_over(gallery: Gallery) -> None:
    gallery.begin()
    gallery.process()
    with gallery.judge.store.begin() as tx:
        assert tx.claim_picture(gallery.judge.now - WAIT, LEASE - timedelta(seconds=1)) is not None
    gallery.draw()
    assert gallery.artist.drawn == ["cassis S1901M"]


def test_mails_that_are_kept_back_wait_for_no_picture_and_one_kept_back_meanwhile_has_it(gallery: Gallery) -> None:
    """Mails to an address that gives them back are withheld; they go out when its reader writes again."""
    gallery.begin()
    suspend(gallery, "bert")
    gallery.process()
    suspend(gallery, "cleo")
    gallery.draw()
    results = gallery.mails()
    ((state, mail),) = results["bert"]
    assert (state, pictures_of(mail)) == ("withheld", [])
    ((state, mail),) = results["cleo"]
    assert (state, len(pictures_of(mail))) == ("withheld", 1)
    gallery.judge.reply(gallery.judge.welcomes["cleo"], "STATUS cassis")
    assert [state for state, _ in gallery.mails()["cleo"]] == ["new"]


def suspend(gallery: Gallery, name: str) -> None:
    with gallery.judge.store.begin() as tx:
        row = tx.session.scalars(select(AddressRow).where(AddressRow.email == f"{name}@home.example")).one()
        row.suspended_at = row.bounced_since = gallery.judge.now


def test_a_mail_with_its_picture_is_signed_as_the_one_without_is(judge: Judge, domains) -> None:
    """Both have the same Message-ID and date, and each a signature that holds."""
    signer = Signer((KEYS / "dkim.pem").read_bytes(), domain="judge.example", selector="key")
    judge.now = datetime(2025, 1, 4, 12, tzinfo=UTC)  # no signature holds that is from the future
    gallery = Gallery(judge, signer=signer)
    domains.publish("judge.example")
    (record,) = domains.look_up("key._domainkey.judge.example")
    gallery.begin()
    gallery.process()
    raws = []
    for _ in range(2):
        with judge.store.reading() as tx:
            raws.append(tx.session.scalars(select(MailRow.raw).where(MailRow.kind == "result")).all())
        judge.pass_time(seconds=5)
        gallery.draw()
    for before, after in zip(*raws, strict=True):
        assert (b"image/png" in before, b"image/png" in after) == (False, True)
        for raw in (before, after):
            assert dkim.verify(raw, dnsfunc=lambda _name, timeout=5: record)


def test_pictures_are_forgotten_after_ninety_days_and_drawn_anew_for_who_asks(gallery: Gallery) -> None:
    gallery.begin()
    gallery.process()
    gallery.draw()
    gallery.judge.pass_time(days=KEPT.days - 1)
    gallery.draw()
    assert ("turn/s1901m/1", "drawn") in gallery.pictures()
    gallery.judge.pass_time(days=2)
    gallery.drawing.draw_next()
    assert gallery.pictures() == []
    gallery.artist.drawn.clear()
    gallery.judge.reply(gallery.judge.welcomes["anna"], "MAP cassis S1901M")
    gallery.draw()
    assert gallery.artist.drawn.count("cassis S1901M") == 1
    assert all(len(mails) == 1 for mails in gallery.mails().values())


def test_a_picture_that_a_mail_waits_for_is_not_forgotten(gallery: Gallery) -> None:
    gallery.begin()
    gallery.process()
    gallery.judge.pass_time(days=KEPT.days + 1)
    with gallery.judge.store.begin() as tx:
        tx.drop_pictures(gallery.judge.now - KEPT)
        waited_for = select(func.count()).select_from(MailRow).join(PictureRow, PictureRow.id == MailRow.picture_id)
        assert tx.session.scalar(waited_for) == 4


def test_a_reply_that_brings_our_picture_back_is_understood(gallery: Gallery) -> None:
    """A player answers a result with the whole of it quoted, page, picture and calendar included."""
    gallery.begin()
    gallery.artist.draw = lambda _document: Picture(PNG + bytes(range(256)) * 780)  # type: ignore[method-assign]
    gallery.process()
    gallery.draw()
    ((_, result),) = gallery.mails()["cleo"]
    raw = reply_with_everything(result, "A Par - Bur\nF Bre - MAO\nA Mar S A Par - Bur")
    assert len(raw) > 250_000
    gallery.judge.put(raw, (str(result["Reply-To"]),), "cleo@home.example")
    (receipt,) = gallery.judge.work()
    assert "A Par - Bur" in text_of(receipt)
    assert len(gallery.judge.orders("france")) == 3
    assert pictures_of(receipt) == []


def reply_with_everything(mail: EmailMessage, text: str) -> bytes:
    """The answer of a program that quotes the page below what was written and keeps the parts that belong to it."""
    answer = EmailMessage(policy=policy.SMTP)
    answer["From"], answer["To"] = address_of(mail), str(mail["Reply-To"])
    answer["Subject"], answer["Message-ID"] = f"Re: {mail['Subject']}", "<reply@home.example>"
    answer["In-Reply-To"] = str(mail["Message-ID"])
    quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
    answer.set_content(f"{text}\n\nOn Monday the judge wrote:\n{quoted}\n")
    html = "".join(f"<div>{line}</div>" for line in text.split("\n"))
    answer.add_alternative(f"{html}<blockquote type=cite>{page_of(mail)}</blockquote>", subtype="html")
    answer.get_payload()[1].add_related(pictures_of(mail)[0], "image", "png", cid="<map@home.example>")
    return answer.as_bytes()


class EaselHere(ArtistHere):
    """Draws what the process would, as SVG: what the events look like, without the time that a PNG takes."""

    def draw(self, document: Document) -> Picture:
        told, svg = painted(document)
        self.drawn.append(f"{document['position']['phase']} {told['drawing'] is not None} {len(document['drawings'])}")
        return Picture(svg, **told)


def both(drawn: Sheets) -> str:
    """What a picture shows, as text."""
    return f"{drawn.under}\n{drawn.over}"


@pytest.fixture
def shaken(judge: Judge, monkeypatch) -> Gallery:
    """A seismic game of three that stands before its first events."""
    monkeypatch.setattr("judge.wire.easel.rasterized", lambda drawn, _styles: both(drawn).encode())
    gallery = Gallery(judge)
    gallery.artist = EaselHere()
    gallery.drawing = gallery.studio(gallery.artist)
    gallery.begin(variant="seismic")
    gallery.process("S1901M")
    gallery.draw()
    gallery.artist.drawn.clear()
    return gallery


def shake(gallery: Gallery, tag: str, **events: str) -> str:
    """A phase of events is played and drawn; its picture, as SVG."""
    for name, event in events.items():
        gallery.judge.reply(gallery.judge.welcomes[name], f"GAME cassis\n{event}")
    gallery.process(tag)
    gallery.draw()
    ((_, mail),) = gallery.mails(says=f" {tag} -> ")["anna"][-1:]
    (picture,) = pictures_of(mail)
    return picture.decode()


CANAL, BRIDGE = "Por & Spa separate, MAO & MAO connect", "ENG & NTH separate, Bel & Lon connect"


def test_the_picture_of_events_has_pins_and_the_drawing_is_kept_for_the_phases_after_it(shaken: Gallery) -> None:
    """Each event has its number in the picture, below it, in the text of the mail and in its page."""
    picture = shake(shaken, "S1901E", cleo=CANAL, bert=BRIDGE)
    for number, event in enumerate((BRIDGE, CANAL), 1):
        assert f">{escape(event)}</text>" in picture
        assert picture.count(f">{number}</text>") > 1
        ((_, mail),) = shaken.mails(says=" S1901E -> ")["anna"]
        assert f"\n  {number}. {event}.\n" in text_of(mail)
        assert escape(f"{number}. {event}.") in page_of(mail)
    later = shake(shaken, "F1901M")
    assert EVENT not in later
    assert shaken.artist.drawn == ["S1901E True 0", "F1901M False 1"]


def test_pictures_that_are_asked_for_show_the_board_of_their_phase(shaken: Gallery) -> None:
    """After two phases of events and a year between: each phase is drawn on the map that it was played on."""
    first = shake(shaken, "S1901E", cleo=CANAL)
    fall = shake(shaken, "F1901M")
    shake(shaken, "W1901E", bert=BRIDGE)
    with shaken.judge.store.begin() as tx:
        tx.drop_pictures(shaken.judge.now + timedelta(days=1))
    shaken.artist.drawn.clear()
    for tag, expected in (("S1901E", first), ("F1901M", fall)):
        shaken.judge.reply(shaken.judge.welcomes["anna"], f"MAP cassis {tag}")
        shaken.draw()
        ((_, mail),) = shaken.mails("receipt", f"The map of cassis in {tag} is below.")["anna"]
        assert pictures_of(mail)[0].decode() == expected
    assert shaken.artist.drawn == ["S1901E False 1", "F1901M False 1"]  # nothing is made anew
    with shaken.judge.store.reading() as tx:
        studio = Studio(tx, shaken.judge.game())
        phases = {one.position.phase.tag: one for one in tx.phases(shaken.judge.game().id)}
    assert both(sheets(studio.phase(phases["S1901E"]))) == first  # as the keeper's commands draw it
    assert both(sheets(studio.phase(phases["F1901M"]))) == fall


def test_a_game_that_is_taken_back_is_drawn_as_it_was(shaken: Gallery) -> None:
    """And what happens then is drawn on that board, whatever was drawn of the phases that are undone."""
    before = map_now(shaken)
    shake(shaken, "S1901E", cleo=CANAL)
    assert map_now(shaken) != before
    shaken.judge.reply(shaken.judge.welcomes["max"], "GAME cassis\nROLLBACK S1901E WITHOUT ORDERS")
    shaken.draw()
    assert map_now(shaken) == before
    shaken.artist.drawn.clear()
    picture = shake(shaken, "S1901E", bert=BRIDGE)
    assert escape(BRIDGE) in picture
    assert escape(CANAL) not in picture
    assert shaken.artist.drawn == ["S1901E True 0"]


def map_now(gallery: Gallery) -> str:
    """What `MAP` brings."""
    gallery.judge.reply(gallery.judge.welcomes["anna"], "MAP cassis")
    gallery.draw()
    *_, (_, mail) = gallery.mails("receipt", "The map of cassis")["anna"]
    return pictures_of(mail)[0].decode()


def test_an_event_that_cannot_be_drawn_is_told_in_words_and_holds_nothing_back(
    shaken: Gallery, monkeypatch, logged: list
) -> None:
    """The last drawing stands, with the neighbors as they are now below it; the log says so."""
    monkeypatch.setattr("judge.pictures.drawings._makers", lambda: (lambda *_: None, lambda *_: ()))
    picture = shake(shaken, "S1901E", cleo=CANAL)
    assert "The borders of this drawing are out of date." in picture
    assert "Por: MAO (drawn: MAO Spa)" in picture
    assert any(line["event"] == "picture.behind" for line in logged)
    assert shaken.artist.drawn == ["S1901E False 0"]
    assert shaken.keeper_told() == []
