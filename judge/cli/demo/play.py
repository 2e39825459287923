"""Plays a scripted game by mail, from the first REGISTER to the victory mail.

It does what seven people and a master would do, each waiting for the judge's answer before going on, and it
knows nothing of the judge but its address: whatever it learns, it reads in the mails.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from judge.cli.demo.correspondent import Correspondent, text_of
from judge.cli.demo.script import Script, ScriptedPhase

Tell = Callable[[str, str], None]  # who, what he did or got


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a play went: the people by power ("master" for the master), what they sent, the last mail of each."""

    people: dict[str, Correspondent]
    phases: int
    letters: int
    last: dict[str, EmailMessage]


class Play:
    """One play of a script against a judge that listens at `smtp` and delivers into Maildirs under `mail_root`.

    Shape: `let_time_pass` is called when everybody has written and only the deadline can end the phase; without it
    the judge's clock is trusted to get there by itself.
    """

    def __init__(
        self,
        script: Script,
        *,
        smtp: tuple[str, int],
        mail_root: Path,
        address: str,
        game: str = "demo",
        options: str = "movement=1d retreat=12h adjustment=12h delay=none",
        tell: Tell | None = None,
        let_time_pass: Callable[[], None] | None = None,
        patience: float = 20,
    ) -> None:
        self.script = script
        self.address = address
        self.game = game
        self.options = options
        self._let_time_pass = let_time_pass
        self.tell: Tell = tell or _tell_nobody
        self.people = {
            person.power: Correspondent(person.name, person.email, smtp=smtp, mail_root=mail_root, patience=patience)
            for person in script.people
        }
        self.latest: dict[str, EmailMessage] = {}

    @property
    def players(self) -> dict[str, Correspondent]:
        """The people who play a power from the start."""
        seated = [person.power for person in self.script.people if person.plays and person.power != "master"]
        return {power: self.people[power] for power in seated}

    @property
    def observers(self) -> dict[str, Correspondent]:
        """The people who look on at first."""
        seated = {"master", *self.players}
        return {word: person for word, person in self.people.items() if word not in seated}

    def run(self) -> Played:
        """Play the whole script. Refuses: NoAnswerError when the judge stays silent."""
        self.register()
        self.gather()
        for phase in self.script.phases:
            self.play_phase(phase)
        self.finish()
        return Played(
            people=self.people,
            phases=len(self.script.phases),
            letters=sum(person.sent for person in self.people.values()),
            last=self.latest,
        )

    def register(self) -> None:
        """Everybody registers and confirms."""
        for who, person in self.people.items():
            asked = person.write(f"REGISTER {person.name}\n", to=self.address, subject="hello")
            self.tell(who, f"REGISTER {person.name}")
            confirm = person.await_answer(asked, "the mail to confirm")
            replied = person.reply(confirm, "yes")
            self.latest[who] = person.await_answer(replied, "the welcome")
            self.tell(who, "is registered")

    def gather(self) -> None:
        """The master creates the game, observers and players join it, it starts."""
        master = self.people["master"]
        words = " ".join(f"CREATE {self.game} {self.script.variant} {self.script.options} {self.options}".split())
        asked = master.reply(self.latest["master"], words)
        self.tell("master", words)
        master.await_answer(asked, "the receipt for CREATE")
        for word, person in self.observers.items():
            asked = person.reply(self.latest[word], f"OBSERVE {self.game}")
            self.tell(word, f"OBSERVE {self.game}")
            person.await_answer(asked, "the receipt for OBSERVE")
        for power, person in self.players.items():
            asked = person.reply(self.latest[power], f"JOIN {self.game} {power.capitalize()}")
            self.tell(power, f"JOIN {self.game} {power.capitalize()}")
            person.await_answer(asked, "the receipt for JOIN")
        for who, person in self.people.items():
            self.latest[who] = person.await_mail(self._tells_phase(self.script.phases[0].tag), "the start")
        self.tell("judge", "the game begins")

    def play_phase(self, phase: ScriptedPhase) -> None:
        """Everybody writes what the script says for a phase, and everybody gets the result.

        One in which nobody has anything to write may have been played with the phase before.
        """
        written = bool(phase.orders or phase.mails)
        before = {who: len(person.mails) if written else 0 for who, person in self.people.items()}
        told = {who: self._write(who, text, phase.tag) for who, text in phase.mails}
        for who, text in phase.orders:
            if text:
                told[who] = self._write(who, text, phase.tag)
            else:
                self.tell(who, "stays silent")
        silent = any(not text for _, text in phase.orders)
        if self._let_time_pass is not None and (silent or any(map(_waits_for_the_deadline, told.values()))):
            self._let_time_pass()
        for who, person in self.people.items():
            self.latest[who] = person.await_mail(
                lambda mail: f":: judge {self.game} " in text_of(mail) and f" {phase.tag} -> " in text_of(mail),
                f"the result of {phase.tag}",
                after=before[who],
            )
        self.tell("judge", f"{phase.tag} is adjudicated, {len(self.people)} results are out")

    def finish(self) -> None:
        """Everybody has been told how the game ended."""
        over = re.compile(rf"^:: judge {self.game} \S+ \S+ -> over", re.MULTILINE)
        for who, person in self.people.items():
            self.latest[who] = person.await_mail(lambda mail: over.search(text_of(mail)) is not None, "the end")
        self.tell("judge", "the game is over")

    def _write(self, who: str, text: str, tag: str) -> EmailMessage:
        person = self.people[who]
        asked = person.reply(self.latest[who], text)
        first = text.split("\n", 1)[0]
        self.tell(who, f"{tag}: {first}{' …' if chr(10) in text else ''}")
        return person.await_answer(asked, f"the receipt for {first!r}")

    def _tells_phase(self, tag: str) -> Callable[[EmailMessage], bool]:
        return lambda mail: re.search(rf"^:: judge {self.game} \S+ (\S+ -> )?{tag}", text_of(mail), re.M) is not None


def _waits_for_the_deadline(receipt: EmailMessage) -> bool:
    """Whether a receipt tells that something is missing or that the phase is held open, so that only time ends it."""
    text = text_of(receipt)
    return "\nMissing: " in text or "You asked to wait for the deadline" in text


def _tell_nobody(who: str, what: str) -> None:
    """Say nothing."""
