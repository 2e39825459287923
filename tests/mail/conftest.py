"""A mail put through the whole front: bytes to a letter, its lines to orders, and what its writer is told."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from judge.desk.front import Session
from judge.game.letters import Letter
from judge.game.mails import REPLY_MARK
from judge.game.wording import word_order
from judge.mail.addresses import tagged
from judge.mail.reading import read_letter
from tests.desk.books import START
from tests.desk.town import JUDGE, PEOPLE, POWERS, Town


@dataclass(frozen=True)
class Told:
    """What has become of a mail: the letter, the desk's session (None for a robot's), the answer, the orders stored."""

    letter: Letter
    session: Session | None
    answer: str
    orders: tuple[str, ...]

    @property
    def sheet(self) -> str:
        """The answer up to where the game stands, or why there is none; then the orders that are stored."""
        if self.session is None:
            return f"not looked at: {self.letter.robot}\n"
        if not self.answer:
            return "no answer: nobody is known to have written it\n"
        above = self.answer.partition("\n\ng42, S1901M: the orders")[0]
        words = above.replace(REPLY_MARK, "").strip()
        return "\n".join((words, "", *(f"stored: {one}" for one in self.orders), ""))


@pytest.fixture(scope="session")
def begun_town() -> Town:
    """A game that has begun, Anna Austria to Gina Turkey; not to be written to."""
    town = Town()
    welcomes = town.register("Max", *PEOPLE)
    town.reply(welcomes["Max"], "CREATE g42 standard")
    for name, power in zip(PEOPLE, POWERS, strict=True):
        town.reply(welcomes[name], f"JOIN g42 {power}")
    return town


@pytest.fixture
def tell(begun_town: Town) -> Callable[[bytes], Told]:
    """Reads a mail as if Cleo, who plays France, had sent it to her reply address."""

    def read(raw: bytes, *, who: str = "cleo", power: str = "france") -> Told:
        town = begun_town.copy()
        tag = town.last(who, "start").reply_to
        letter = read_letter(raw, recipient=tagged(JUDGE, tag), received_at=START, judge_address=JUDGE)
        if letter.robot:
            return Told(letter, None, "", ())
        if letter.sender:
            letter = replace(letter, sender=f"{who}@example.org")
        mails = town.receive(letter, tag)
        answer = next((mail.text for mail in mails if mail.to == letter.sender), "")
        phase = town.phase("g42")
        orders = tuple(word_order(phase.position.board, one) for one in phase.orders_of(power).orders)
        return Told(letter, town.sessions[-1], answer, orders)

    return read
