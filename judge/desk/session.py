"""A letter on the desk: what of it is still to be taken, and what has come of the rest."""

from dataclasses import dataclass, replace

from judge.desk.admission import Closing, Incoming
from judge.desk.effects import Effect
from judge.desk.identity import Speaker
from judge.desk.limits import NOTHING_USED, Used
from judge.desk.masking import is_of_names, masked_line, masked_text
from judge.desk.office import Decision
from judge.desk.snapshot import Game
from judge.game.commands import Command, Join, Observe, SignOff, TakeOver
from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.game.statements import Statement
from judge.reports.cards import ReceiptLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A letter on the desk: what of it is still to be taken, and what has come of the rest.

    Shape: `groups` the statements left, each group one command or a run of order lines; `unread` the
    command that was one too many, where the reading ends; `about` the game that order
    lines and commands without a name are for, `fixed` whether the letter itself named it; `guard` the phase tag they
    are for, `whole` when the next orders are the whole set; `used` what it has set off; `aside` lines of other labels
    that read as orders; `touched` names of games whose state the letter concerns, in order; `acting` the power that a
    master orders for, and `ordered` what was ordered so, by game and power; `too_late` when it confirms a letter that
    has lapsed. `picture` is the last one that was asked for, `shows` its sentence. `state` and `reason` say how the
    letter is to be closed.
    """

    incoming: Incoming
    speaker: Speaker
    games: tuple[Game, ...] = ()
    groups: tuple[tuple[Statement, ...], ...] = ()
    unread: Statement | None = None
    about: str = ""
    fixed: bool = False
    guard: str = ""
    whole: bool = False
    lines: tuple[ReceiptLine, ...] = ()
    sections: tuple[str, ...] = ()
    picture: str = ""
    shows: str = ""
    touched: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    acting: str = ""
    ordered: tuple[tuple[str, str, ReceiptLine], ...] = ()
    used: Used = NOTHING_USED
    aside: tuple[NumberedLine, ...] = ()
    answered: bool = False
    quiet: bool = False
    state: Closing = "done"
    reason: str = ""
    too_late: bool = False

    @property
    def concerned(self) -> tuple[str, ...]:
        """The games that the answer is about: those touched, else the one that the letter is for by its address."""
        return self.touched or ((self.about,) if self.fixed and self.about else ())


@dataclass(frozen=True, slots=True)
class Wants:
    """What has to be loaded before the next group is taken: a game by name ("" for none), the listings.

    Shape: `rather` a word that may be the name of a game; where there is such a game, it is the one that is wanted;
    `over` whether the listings are those of games that are over.
    """

    game: str = ""
    rather: str = ""
    listings: bool = False
    over: bool = False


def noted(
    session: Session, shown: Statement, decision: Decision, command: Command, game: Game | None
) -> tuple[Session, tuple[Effect, ...]]:
    """The session after a command: its receipt line, and what it means for the lines below."""
    if isinstance(command, Join | Observe | TakeOver) and decision.fate == "error" and not is_of_names(command, game):
        # What was read as preferences may be a password.
        shown = replace(shown, line=masked_line(shown.line))
    line = ReceiptLine(
        number=shown.line.number, text=shown.line.text, fate=decision.fate, said=decision.said,
        complaint=_placed(decision.complaint, shown), command=True,
    )  # fmt: skip
    speaker = session.speaker
    if decision.player is not None:
        speaker = replace(speaker, player=decision.player)
    session = replace(
        session,
        speaker=speaker,
        lines=session.lines if _is_silent(command, decision, session) else (*session.lines, line),
        # The same question twice in a letter has one answer.
        sections=tuple(dict.fromkeys((*session.sections, decision.section) if decision.section else session.sections)),
        picture=decision.picture or session.picture,
        shows=decision.shows if decision.picture else session.shows,
        guard=session.guard if decision.guard is None else decision.guard,
        acting=session.acting if decision.acting is None else decision.acting,
        whole=session.whole or decision.whole,
    )
    return touch(_turned(session, decision), decision.touched), decision.effects


def _is_silent(command: Command, decision: Decision, session: Session) -> bool:
    """Whether a command needs no line of its own: the end mark when anything else is told, a heading that is true."""
    return (isinstance(command, SignOff) and bool(session.lines)) or (decision.fate == "ok" and not decision.said)


def _turned(session: Session, decision: Decision) -> Session:
    """The session turned to the game that the lines below are about; a phase tag does not go over to another game.

    A game that is created or joined is turned to only as long as the letter has not named another.
    """
    if decision.about is None or (session.fixed and not decision.names_game):
        return session
    same = session.about.lower() in ("", decision.about.lower())
    return replace(
        session,
        about=decision.about,
        fixed=session.fixed or decision.names_game,
        guard=session.guard if same else "",
        acting=session.acting if same else "",
    )


def _placed(complaint: Complaint | None, shown: Statement) -> Complaint | None:
    return None if complaint is None else replace(complaint, line=shown.line.number, text=shown.line.text)


def complained(statement: Statement) -> ReceiptLine:
    """The receipt line of what begins like a command and is none."""
    complaint, line = statement.complaint, statement.line
    fate = "note" if complaint is not None and complaint.kind in ("note", "unsent") else "error"
    return ReceiptLine(number=line.number, text=line.text, fate=fate, complaint=complaint, command=fate == "error")


def masked_receipt(line: ReceiptLine) -> ReceiptLine:
    """A line that was no order as it may be shown; the words of an order are no password."""
    return line if line.fate == "ok" else replace(line, text=masked_text(line.text))


def touch(session: Session, name: str) -> Session:
    """The session that concerns one more game; a name of "" is none."""
    if not name or name in session.touched:
        return session
    return replace(session, touched=(*session.touched, name))
