"""Mails that come back: counted once for each mail, never answered, and believed only from who has had the mail."""

import asyncio
from dataclasses import replace
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from judge.desk.snapshot import TraceEvent
from judge.mail.addresses import tagged
from judge.mail.tokens import bounce_tag, bounced_mail, make_token
from judge.service.letters import Letters
from judge.service.post import Post
from judge.service.returns import FORGED, NEVER_SENT, NO_BOUNCE
from judge.store.tables import AddressRow, EventRow, MailRow
from judge.wire.sender import GIVE_UP_AFTER, Refused

ADDRESS, KEEPER = "judge@judge.example", "keeper@judge.example"
CLEO, MAX = "cleo@home.example", "max@home.example"


def mail_of(path: str) -> int:
    """The number of the mail whose return path this is."""
    number = bounced_mail(b"s" * 32, *path.partition("@")[0].split(".")[1:])
    assert number is not None
    return int(number)


class Carrier:
    """Takes every mail, but those to addresses in `refuses`; `paths` the return paths of what it took."""

    def __init__(self) -> None:
        self.paths: dict[int, str] = {}
        self.carried: list[tuple[str, str]] = []
        self.refuses: dict[str, Refused] = {}

    async def deliver(self, mail_from: str, to: str, raw: bytes) -> None:
        if to in self.refuses:
            raise self.refuses[to]
        self.paths[mail_of(mail_from)] = mail_from
        self.carried.append((to, mail_from))

    async def close(self) -> None:
        """Nothing is held open."""


class Road:
    """A judge, and the mail servers between it and its people."""

    def __init__(self, judge) -> None:
        self.judge, self.carrier, self.number = judge, Carrier(), 0
        self.judge.house = replace(judge.house, keeper=KEEPER)
        self.judge.letters = Letters(judge.store, self.judge.house, judge.reader)
        self.post = Post(judge.store, self.carrier, self.judge.house)

    def send(self) -> list[tuple[str, str]]:
        """All that waits goes out; recipients and return paths of what was taken."""
        before = len(self.carrier.carried)
        for mail in self.post.claim():
            asyncio.run(self.post.deliver(mail))
        return self.carrier.carried[before:]

    def talk(self) -> str:
        """Anna writes Cleo some words, and they go out; the return path of the mail to Cleo."""
        self.number += 1
        self.judge.reply(self.judge.welcomes["anna"], f"GAME cassis\nPRESS TO FRANCE\nhello {self.number}\nENDPRESS")
        (path,) = [path for to, path in self.send() if to == CLEO] or [""]
        return path

    def come_back(self, path: str, *, action: str = "failed", status: str = "5.1.1", **more: str) -> tuple[str, str]:
        """A mail comes back to its return path, which is never answered; how the letter was closed."""
        self.number += 1
        raw = more.get("raw") or (
            f"From: MAILER-DAEMON@mx.example\nMessage-ID: <{more.get('id', self.number)}@mx.example>\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="B"\n\n'
            "--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
            f"Final-Recipient: rfc822; {CLEO}\nAction: {action}\nStatus: {status}\n"
            f"Diagnostic-Code: smtp; 550 {status} no such user\n\n--B--\n"
        )
        self.judge.put(raw.replace("\n", "\r\n").encode(), (path,), more.get("mail_from", ""))
        assert [mail for mail in self.judge.work() if mail["X-Kind"] == "receipt"] == []
        return self.judge.last_letter()

    def die(self, days: int = 5) -> None:
        """Mails to Cleo come back on so many days."""
        for _ in range(days):
            self.come_back(self.talk())
            self.judge.pass_time(days=1)

    def reach(self, email: str = CLEO):
        with self.judge.store.reading() as tx:
            player = tx.player_by_address(email)
        return player.reach

    def books(self) -> list[tuple]:
        """All that a bounce may change: addresses, mails, and the log beside what it says of letters."""
        with self.judge.store.reading() as tx:
            rows = (
                *tx.session.execute(select(*AddressRow.__table__.columns)),
                *tx.session.execute(select(MailRow.id, MailRow.state, MailRow.returned_at, MailRow.next_at)),
                *tx.session.execute(select(EventRow.id, EventRow.text).where(EventRow.letter_id.is_(None))),
            )
            return [tuple(row) for row in rows]

    def mails_to(self, email: str) -> list[tuple[str, str, str]]:
        """Kind, state and subject line of the mails to somebody, oldest first."""
        with self.judge.store.reading() as tx:
            rows = tx.session.execute(
                select(MailRow.kind, MailRow.state, MailRow.key).where(MailRow.recipient == email).order_by(MailRow.id)
            )
            return [tuple(row) for row in rows]

    def traces(self, path: str) -> tuple[list[TraceEvent], list[TraceEvent]]:
        """The lives of a mail that came back, and of the letter it came back in, which is the last."""
        with self.judge.store.reading() as tx:
            mail = tx.mail(mail_of(path))
            of_the_mail = [one for one in tx.trace(mail.message_id) if one.about == f"mail {mail.id}"]
            return of_the_mail, list(tx.trace(f"{self.number}@mx.example"))

    def told(self, email: str) -> list[str]:
        """Keys of the mails to somebody about people who are or are not reached."""
        found = ("unreachable", "reachable", "trouble")
        return [key for _, _, key in self.mails_to(email) if key.startswith(found)]


@pytest.fixture
def road(judge) -> Road:
    """A game of seven that has just begun, all of whose mails have gone out."""
    judge.begin(options="movement=28d remind=8h")
    road = Road(judge)
    while road.send():
        pass
    return road


def test_every_mail_has_a_return_path_of_its_own_that_tells_which_it_is(road: Road) -> None:
    path = road.talk()
    number = mail_of(path)
    assert path == tagged(ADDRESS, bounce_tag(b"s" * 32, str(number)))
    assert len(set(road.carrier.paths.values())) == len(road.carrier.paths) > 30


def test_a_mail_that_comes_back_is_counted_and_marked_and_nobody_answers(road: Road) -> None:
    path = road.talk()
    state, reason = road.come_back(path)
    assert (state, reason) == ("ignored", f"mail {mail_of(path)} came back: 550 5.1.1 no such user")
    assert road.reach().days == 1
    assert road.mails_to(CLEO)[-1][1] == "returned"
    assert road.send() == []


def test_what_is_forged_changes_nothing(road: Road) -> None:
    """A wrong HMAC, another mail's, an unknown number, a mail that never left, a bounce of what came back before."""
    path = road.talk()
    number = mail_of(path)
    road.come_back(path, id="same")
    before, fresh = road.books(), road.judge
    for forged in (
        tagged(ADDRESS, f"b.{number}.{'a' * 16}"),
        path.replace(path.split(".")[1], str(int(path.split(".")[1]) ^ 1)),
        tagged(ADDRESS, f"b.{number}.{make_token(b's' * 32, 'bounce', str(number + 1))}"),
        tagged(ADDRESS, f"b.{number}.{make_token(b's' * 32, 'letter', str(number))}"),
        tagged(ADDRESS, f"b.{number}.{make_token(b'another', 'bounce', str(number))}"),
        tagged(ADDRESS, f"b.0{number}.{make_token(b's' * 32, 'bounce', str(number))}"),
    ):
        assert road.come_back(forged) == ("ignored", FORGED)
    assert road.come_back(tagged(ADDRESS, bounce_tag(b"s" * 32, "9" * 17)))[1] == NEVER_SENT
    assert road.come_back(path)[1] == f"mail {number} had come back before"
    assert road.come_back(path.upper().replace("JUDGE", "judge"))[1] == f"mail {number} had come back before"
    road.judge.pass_time(days=1)
    assert road.come_back(path)[1] == f"mail {number} had come back before"
    road.come_back(path, id="same")
    assert road.books() == before
    fresh.reply(fresh.welcomes["anna"], "GAME cassis\nPRESS TO FRANCE\nstill here\nENDPRESS")
    with fresh.store.reading() as tx:
        unsent = tx.session.scalars(select(MailRow.id).where(MailRow.recipient == CLEO, MailRow.state == "new")).one()
    before = road.books()
    assert road.come_back(tagged(ADDRESS, bounce_tag(b"s" * 32, str(unsent))))[1] == NEVER_SENT
    assert road.books() == before


@pytest.mark.parametrize(
    ("raw", "mail_from"),
    [
        (f"From: {CLEO}\nAuto-Submitted: auto-replied\nSubject: Away\n\nI am away.\n", ""),
        (f"From: {CLEO}\nSubject: hello\n\nGAME cassis\nRESIGN\n", CLEO),
        ("\0\n", ""),
    ],
)
def test_what_is_no_bounce_does_nothing_at_a_return_path(road: Road, raw: str, mail_from: str) -> None:
    path = road.talk()
    before = road.books()
    assert road.come_back(path, raw=raw, mail_from=mail_from) == ("ignored", NO_BOUNCE)
    assert road.books() == before


def test_a_delay_and_a_mail_that_was_not_wanted_count_for_nothing(road: Road) -> None:
    path = road.talk()
    assert road.come_back(path, action="delayed", status="4.4.1")[1].endswith("takes long")
    assert (road.reach().days, road.mails_to(CLEO)[-1][1]) == (0, "sent")
    road.come_back(path, status="5.7.1")
    assert (road.reach().days, road.mails_to(CLEO)[-1][1]) == (0, "returned")


def test_after_five_days_nothing_more_is_sent_and_the_master_is_told_once(road: Road) -> None:
    road.die(4)
    assert road.told(MAX) == []
    path, last = road.talk(), road.talk()
    road.come_back(path)
    assert len(road.told(MAX)) == 1
    of_the_mail, of_the_letter = road.traces(path)
    assert [one.kind for one in of_the_mail][-2:] == ["returned", "suspended"]
    assert [(one.kind, one.text) for one in of_the_letter if one.about.startswith("mail")] == [
        ("written", f"notice to {MAX}")
    ]
    assert [to for to, _ in road.send()] == [MAX]
    assert road.talk() == ""
    assert road.mails_to(CLEO)[-1][:2] == ("press", "withheld")
    road.judge.pass_time(days=1)
    road.come_back(last)
    assert len(road.told(MAX)) == 1
    assert road.told(KEEPER) == []
    road.judge.pass_time(days=1)
    assert all(to != CLEO for to, _ in road.send())


def test_the_keeper_is_told_of_a_master_whose_mails_come_back(road: Road) -> None:
    for _ in range(5):
        road.judge.reply(road.judge.welcomes["anna"], "GAME cassis\nPRESS TO MASTER\nhello\nENDPRESS")
        (path,) = [path for to, path in road.send() if to == MAX]
        road.come_back(path)
        road.judge.pass_time(days=1)
    assert road.reach(MAX).suspended_at is not None
    assert len(road.told(KEEPER)) == 1
    assert road.told(MAX) == []


def letter_of(road: Road, words: str) -> list[EmailMessage]:
    return road.judge.reply(road.judge.welcomes["cleo"], words)


def test_a_letter_brings_mails_back_and_tells_the_player_and_the_master(road: Road) -> None:
    road.die()
    assert road.talk() == ""
    lost = [key for kind, state, key in road.mails_to(CLEO) if state in ("returned", "withheld")]
    assert len(lost) == 6
    told = {str(mail["To"]): mail for mail in letter_of(road, "GAME cassis\nSTATUS")}
    assert road.reach().days == 0
    assert "Mails to you had been coming back" in " ".join(
        str(told[f"cleo <{CLEO}>"].get_body(("plain",)).get_content()).split()
    )
    assert [key.partition("/")[0] for key in road.told(MAX)] == ["unreachable", "reachable"]
    assert [to for to, _ in road.send()].count(CLEO) == 7
    assert {state for _, state, _ in road.mails_to(CLEO)} == {"sent"}
    told = {str(mail["To"]): mail for mail in letter_of(road, "GAME cassis\nSTATUS")}
    assert "had been coming back" not in str(told[f"cleo <{CLEO}>"].get_body(("plain",)).get_content())


def test_a_mail_that_comes_back_a_second_time_is_not_sent_a_third_time(road: Road) -> None:
    path = road.talk()
    road.come_back(path)
    letter_of(road, "GAME cassis\nSTATUS")
    again = [path for to, path in road.send() if to == CLEO]
    assert path in again
    before = road.reach()
    assert "had come back before" in road.come_back(path)[1]
    assert road.reach() == before
    letter_of(road, "GAME cassis\nSTATUS")
    assert path not in [path for to, path in road.send() if to == CLEO]


def test_a_letter_without_proof_is_asked_about_and_the_answer_brings_mails_back(road: Road) -> None:
    road.die()
    (asked,) = road.judge.write(CLEO, "GAME cassis\nSTATUS")
    assert asked["X-Kind"] == "held"
    assert road.reach().suspended_at is not None
    assert [to for to, _ in road.send()] == [MAX, CLEO]
    road.judge.reply(asked, "yes")
    assert road.reach().suspended_at is None


def test_who_had_an_address_before_has_it_suspended_by_none_of_his_mails(road: Road) -> None:
    """Carl wrote from his club's address, and knows the return paths of what went there; Bob has it now."""
    judge, club = road.judge, "club@home.example"
    (asked,) = judge.write(club, "REGISTER Carl")
    (welcome,) = judge.reply(asked, "yes")
    own = next(m for m in judge.reply(welcome, "SET ADDRESS carl@home.example") if m["X-Kind"] == "address")
    judge.reply(own, "yes")
    for _ in range(5):
        judge.write(club, "LIST", to=str(welcome["Reply-To"]))
    old = [path for to, path in road.send() if to == club]
    judge.reply(welcome, f"REMOVE ADDRESS {club}", head="From: carl@home.example\n")
    judge.pass_time(hours=25)
    judge.reply(judge.write(club, "REGISTER Bob")[0], "yes")
    (mine, *_) = [path for to, path in road.send() if to == club and path not in old][-1:]
    for path in old:
        assert "came back" in road.come_back(path)[1]
        judge.pass_time(days=1)
    assert len(old) > 5
    assert road.reach(club).days == 0
    road.come_back(mine)
    assert road.reach(club).days == 1


def test_a_letter_in_between_clears_the_count(road: Road) -> None:
    road.die(4)
    letter_of(road, "GAME cassis\nSTATUS")
    road.send()
    road.die(4)
    assert road.told(MAX) == []
    road.die(1)
    assert len(road.told(MAX)) == 1


def test_what_our_own_server_refuses_counts_the_same(road: Road) -> None:
    road.carrier.refuses[CLEO] = Refused(True, "mx.example said 550 5.1.1 no such user", dead=True)
    for day in range(1, 6):
        assert road.talk() == ""
        assert (road.reach().days, road.mails_to(CLEO)[-1][1]) == (day, "failed")
        road.judge.pass_time(days=1)
    assert len(road.told(MAX)) == 1
    road.carrier.refuses.clear()
    letter_of(road, "GAME cassis\nSTATUS")
    assert [to for to, _ in road.send()].count(CLEO) == 6


def test_a_server_that_takes_mails_again_clears_its_refusals(road: Road) -> None:
    for _ in range(2):
        road.carrier.refuses[CLEO] = Refused(True, "mailbox full", dead=True)
        for _ in range(3):
            road.talk()
            road.judge.pass_time(hours=20)
        road.carrier.refuses.clear()
        assert road.talk() != ""
    road.carrier.refuses[CLEO] = Refused(True, "mailbox full", dead=True)
    road.talk()
    assert road.reach().days == 1


def test_a_mail_that_was_only_handed_on_clears_nothing(road: Road) -> None:
    """A smart host takes every mail, and gives it back later."""
    for _ in range(3):
        path = road.talk()
        road.talk()
        road.judge.pass_time(days=1)
        road.come_back(path)
    assert road.reach().days == 3


@pytest.mark.parametrize(
    "refusal", [Refused(True, "554 5.7.1 we do not like you"), Refused(False, "451 later"), OSError("no route")]
)
def test_trouble_that_is_not_the_addresss_counts_for_nothing(road: Road, refusal: Exception) -> None:
    road.carrier.refuses[CLEO] = refusal  # type: ignore[assignment]
    for _ in range(3):
        road.talk()
        road.judge.pass_time(days=1)
    assert road.reach().days == 0


def test_a_mail_that_was_kept_back_for_long_is_not_given_up_at_its_first_trouble(road: Road) -> None:
    road.die()
    road.talk()
    road.judge.pass_time(days=GIVE_UP_AFTER.days + 1)
    letter_of(road, "GAME cassis\nSTATUS")
    road.carrier.refuses[CLEO] = Refused(False, "451 later")
    road.send()
    assert {state for _, state, _ in road.mails_to(CLEO)} == {"sent", "new"}
