"""Real judges, each a process of its own, among machines that answer every mail: at most one mail goes each way."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from tests.kills.conftest import Judge
from tests.service.post_office import Parcel, PostOffice

FIRST, SECOND = "judge@first.example", "judge@second.example"
MASTER = "max@people.example"
NUMBERS = count(1)


@dataclass(frozen=True)
class Responder:
    """Answers every mail it gets, to one of the addresses in it: `Reply-To`, `From` or `Return-Path`."""

    email: str
    to: str = "Reply-To"
    fields: str = ""
    text: str = "Dear writer, I read my mails on Fridays."
    subject: str = "Re: {}"
    mail_from: str | None = None  # its own address
    quotes: str | None = None  # before each line of the mail that it answers; without, it quotes nothing

    def __call__(self, parcel: Parcel) -> list[Parcel]:
        mail = parcel.mail
        addresses = {
            "Return-Path": parcel.mail_from,
            "From": str(mail["From"]),
            "Reply-To": str(mail["Reply-To"] or ""),
        }
        to = bare(addresses[self.to] or addresses["From"])
        text = self.text.format(next(NUMBERS))
        if self.quotes is not None:
            text = "\n".join([text, "", *(self.quotes + line for line in words(mail).splitlines())])
        fields = f"From: {self.email}\nTo: {to}\nSubject: {self.subject.format(mail['Subject'])}\n"
        fields += f"Message-ID: <{next(NUMBERS)}@{self.email.partition('@')[2]}>\n"
        fields += "Content-Type: text/plain; charset=utf-8\n" + self.fields
        sender = self.email if self.mail_from is None else self.mail_from
        return [Parcel(sender, to, f"{fields}\n{text}\n".replace("\n", "\r\n").encode())]


@dataclass(frozen=True)
class MailingList:
    """Sends every mail it gets to its members, the judge and a reader, and tells the sender that it did so or may."""

    email: str
    members: tuple[str, ...] = (FIRST, "reader@people.example")
    fields: str = ""
    keeps_header: bool = True

    def __call__(self, parcel: Parcel) -> list[Parcel]:
        raw, bounces = parcel.raw, self.email.replace("@", "-bounces@")
        if self.keeps_header:
            raw = self.fields.replace("\n", "\r\n").encode() + raw
        else:
            mail = parcel.mail
            head = f"From: Players <{self.email}>\nTo: {self.email}\nSubject: [players] {mail['Subject']}\n"
            head += (
                f"Message-ID: <{next(NUMBERS)}@lists.example>\nContent-Type: text/plain; charset=utf-8\n{self.fields}"
            )
            raw = f"{head}\n{words(mail)}-- \nplayers list\n".replace("\n", "\r\n").encode()
        return [Parcel(bounces, member, raw) for member in self.members]


RESPONDERS = (
    Responder("proper@away.example", "Return-Path", "Auto-Submitted: auto-replied\n", mail_from=""),
    Responder("marked@away.example", "Reply-To", "Auto-Submitted: auto-replied (vacation)\n"),
    Responder("bulk@away.example", "From", "Precedence: bulk\n"),
    Responder("junk@away.example", "Reply-To", "Precedence: junk\n", quotes=""),
    Responder("office@away.example", "Reply-To", "X-Auto-Response-Suppress: All\n", quotes="> "),
    Responder("null@away.example", "Reply-To", mail_from=""),
    Responder("subject@away.example", "Reply-To", subject="Out of office: {}"),
    Responder("vacation@away.example", "Reply-To", text="I am on vacation until Monday.", quotes="> "),
    Responder("unmarked@away.example", "Reply-To"),
    Responder("unmarked.from@away.example", "From"),
    Responder("unmarked.path@away.example", "Return-Path"),
    Responder("quoting@away.example", "Reply-To", text="Thanks a lot!", quotes="> "),
    Responder("desk@away.example", "Reply-To", text="Your request has the number {}.", subject="[#1] {}"),
    Responder("challenge@away.example", "From", text="Before I read your mail, please tell me that you are a person."),
)
LISTS = (
    MailingList("players@lists.example", fields="List-Id: <players.lists.example>\nPrecedence: list\n"),
    MailingList("relayed@lists.example"),
    MailingList("renamed@lists.example", fields="List-Id: <renamed.lists.example>\n", keeps_header=False),
    MailingList("stripped@lists.example", keeps_header=False),
)


def bare(address: str) -> str:
    return address.rpartition("<")[2].removesuffix(">")


def words(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return "" if part is None else str(part.get_content()).replace("\r\n", "\n")


@dataclass
class World:
    """Two judges and everybody who writes to them."""

    office: PostOffice
    first: Judge
    second: Judge

    def write(self, sender: str, to: str, text: str, *, fields: str = "") -> None:
        """A person writes a mail."""
        head = f"From: {sender}\nTo: {to}\nMessage-ID: <{next(NUMBERS)}@people.example>\nSubject: \n{fields}"
        raw = f"{head}\n{text}\n".replace("\n", "\r\n").encode()
        self.office.carry(Parcel(sender, bare(to), raw))

    def register(self, email: str, judge: str) -> str:
        """Somebody registers, in person; the address by which he is known from then on."""
        self.write(email, judge, f"REGISTER {email.partition('@')[0].replace('.', ' ')}")
        asked = self.office.await_mail(email, lambda mail: "confirm." in str(mail["Reply-To"]))
        self.write(email, str(asked["Reply-To"]), "yes")
        return str(self.office.await_mail(email, lambda mail: "+p." in str(mail["Reply-To"]))["Reply-To"])


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with PostOffice().open() as office:
        judges = []
        for address in (FIRST, SECOND):
            folder = tmp_path / address
            folder.mkdir()
            judges.append(Judge(folder, office, address=address))
        try:
            for judge in judges:
                judge.start()
                office.judges[judge.address.partition("@")[2]] = judge.port
            yield World(office, *judges)
        finally:
            for judge in judges:
                judge.kill()


def leave_alone(world: World, seconds: float) -> None:
    """All who answer are members of one game, its master says a word, and nobody touches anything for a while."""
    office = world.office
    master = world.register(MASTER, FIRST)
    world.write(MASTER, master, "CREATE loop standard")
    office.await_mail(MASTER, lambda mail: "[loop" in str(mail["Subject"]))
    machines = (*RESPONDERS, *LISTS)
    for machine in machines:
        world.write(machine.email, world.register(machine.email, FIRST), "OBSERVE loop")
        office.await_mail(machine.email, lambda mail: "[loop" in str(mail["Subject"]))
    office.carried.clear()
    office.machines |= {machine.email: machine for machine in machines}
    for judge, other in ((FIRST, SECOND), (SECOND, FIRST), (FIRST, FIRST)):  # somebody brings judges together
        office.hand_over(Parcel("eve@people.example", judge, f"From: {other}\r\n\r\nREGISTER Eve\r\n".encode()))
    world.write(MASTER, master, "GAME loop\nANNOUNCE\nWe begin on Monday.\nENDANNOUNCE")
    time.sleep(seconds)
    for machine in machines:
        there, back = office.carried[FIRST, machine.email], office.carried[machine.email, FIRST]
        assert there == 1, f"{there} mails to {machine.email}"
        assert back <= 1, f"{back} mails from {machine.email}"
    assert office.carried[FIRST, SECOND] <= 1
    assert office.carried[SECOND, FIRST] <= 1
    assert office.carried[FIRST, FIRST] <= len(LISTS)  # what lists send back as it is
    assert not office.refused
    letters = {state for (state,) in world.first.ask("SELECT state FROM letters")}
    assert letters <= {"done", "ignored"}


def test_among_machines_at_most_one_mail_goes_each_way(world: World) -> None:
    leave_alone(world, 4)


@pytest.mark.soak
def test_among_machines_at_most_one_mail_goes_each_way_in_a_minute(world: World) -> None:
    leave_alone(world, 60)
