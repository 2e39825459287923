"""What one letter, and one person in an hour, may set off: enough for any game, too little to harm anybody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.desk.effects import Effect, Post
from judge.desk.office import Decision, refuse
from judge.game.commands import (
    Addresses,
    Command,
    Create,
    Held,
    Help,
    History,
    Join,
    ListGames,
    Nations,
    Observe,
    Preview,
    SetOptions,
    SetPassword,
    ShowLog,
    ShowMap,
    Status,
    Summary,
    TakeOver,
    Trace,
    Try,
    Who,
    WhoIs,
)

MAX_COMMANDS = 200
MAX_QUESTIONS = 10  # LIST, STATUS, HISTORY, HELP: pages that are looked up and sent
MAX_ANSWERED = 30_000  # characters of the answers to questions, after which there is no further question
MAX_CREATED = 5
MAX_TRIALS = 3  # turns that are played for one letter only to see what comes of them
MAX_PASSWORDS = 3  # each is slow on purpose
MAX_MAILS = 150  # to others, by one letter
MAX_MAILS_AN_HOUR = 400  # to others, by all letters of one sender
NEWS_KINDS = ("press", "notice")

_TRIALS = (Preview, Try)
_QUESTIONS = (
    Addresses, Held, Help, History, ListGames, Nations, Preview, ShowLog, ShowMap, Status, Summary, Trace, Try,
    Who, WhoIs,
)  # fmt: skip
_REST = "write another letter for the rest."


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a letter has set off so far.

    Units: `answered` characters of answers; `earlier` mails that its sender's letters sent to others in the last hour.
    """

    questions: int = 0
    answered: int = 0
    created: int = 0
    trials: int = 0
    passwords: int = 0
    faults: int = 0
    mails: int = 0
    earlier: int = 0


NOTHING_USED = Used()


def over_limit(used: Used, command: Command) -> Decision | None:
    """The refusal of a command that is one too many, before anything is decided; None while it is not."""
    if isinstance(command, _QUESTIONS) and used.questions >= MAX_QUESTIONS:
        return refuse(f"A letter may ask {MAX_QUESTIONS} questions; {_REST}")
    if isinstance(command, _QUESTIONS) and used.answered >= MAX_ANSWERED:
        return refuse(f"The answer to this letter is long already; {_REST}")
    if isinstance(command, Create) and used.created >= MAX_CREATED:
        return refuse(f"A letter may create {MAX_CREATED} games; {_REST}")
    if isinstance(command, _TRIALS) and used.trials >= MAX_TRIALS:
        return refuse(f"A letter may hold {MAX_TRIALS} trials; {_REST}")
    if _has_password(command) and used.passwords >= MAX_PASSWORDS:
        return refuse(f"A letter may set {MAX_PASSWORDS} passwords; {_REST}")
    return None


def too_many_mails(used: Used, effects: Sequence[Effect]) -> Decision | None:
    """The refusal of a decision that would send too many mails to others; the first of a letter is never too long."""
    mails = _mails(effects)
    if mails and used.mails and used.mails + mails > MAX_MAILS:
        return refuse(f"This letter has sent {used.mails} mails already; {_REST}")
    if mails and used.earlier and used.earlier + used.mails + mails > MAX_MAILS_AN_HOUR:
        return refuse("You have sent very many mails to others within an hour.", expected="some patience")
    return None


def add_up(used: Used, command: Command, effects: Sequence[Effect], section: str = "") -> Used:
    """What is used after one more command, which had these effects and was answered with this section."""
    return replace(
        used,
        questions=used.questions + isinstance(command, _QUESTIONS),
        answered=used.answered + len(section),
        created=used.created + isinstance(command, Create),
        trials=used.trials + isinstance(command, _TRIALS),
        passwords=used.passwords + _has_password(command),
        mails=used.mails + _mails(effects),
    )


def _has_password(command: Command) -> bool:
    match command:
        case SetPassword():
            return True
        case Join() | Observe() | TakeOver():
            return bool(command.password)
        case Create() | SetOptions():
            return any(name in ("password", "key") for name, _ in command.options)
        case _:
            return False


def _mails(effects: Sequence[Effect]) -> int:
    return sum(isinstance(effect, Post) and effect.draft.kind in NEWS_KINDS for effect in effects)
