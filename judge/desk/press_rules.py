"""What somebody may write to others: the press that a game has, its limits, and what would betray its author."""

import re
from dataclasses import dataclass

from judge.desk.names import author_names, is_hidden, master_words
from judge.desk.office import Decision, refuse
from judge.desk.posts import board_of
from judge.desk.press_terms import allowed_kinds
from judge.desk.readership import Readership, read_readership
from judge.desk.snapshot import Game, Player, Role, Seat
from judge.desk.waiting import left_open
from judge.game.commands import Press
from judge.language.powers import read_power
from judge.reports.phrases import listed
from judge.reports.slips import missing_words

UNNAMED = "an unnamed sender"
_VISITORS = (Role.OBSERVER, Role.MONITOR, Role.APPLICANT)
_TO_MASTER = "PRESS TO master"
_LAST_LINES = 3  # in which a name that stands alone is a signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How a message is told: `kind` white, grey or fake; its sender and its readers in words."""

    kind: str
    sender: str
    audience: tuple[str, ...]


def limit_on(game: Game, seat: Seat, readership: Readership) -> Decision | None:
    """The refusal of a message to others that the game does not let this seat write now; None when it may.

    Rule: the master can always be written to, and always writes.
    """
    if readership.is_master_alone or seat.role is Role.MASTER:
        return None
    settings = game.settings
    if seat.role in (Role.MONITOR, Role.APPLICANT) or (
        seat.role is Role.OBSERVER and settings.observer_press == "none"
    ):
        return _only_master(game, "observers may write to the master only")
    if settings.press == "none":
        return _only_master(game, "there is no press")
    if not settings.partial and not readership.everyone:
        return refuse(
            f"In {game.name} messages go to everyone, or to the master.", expected="BROADCAST", example="BROADCAST"
        )
    phase = game.phase
    if phase is None or seat.power is None or game.state.is_over:
        return None
    wanting = missing_words(phase.position, left_open(game, seat.power), seat.power)
    if not settings.late_press and seat.power in phase.late and wanting:
        return _only_orders(
            game, "powers that are late may write to the master only until their orders are in", wanting
        )
    if settings.must_order and wanting:
        return _only_orders(game, "a power writes to others once its orders are in", wanting)
    return None


def _only_master(game: Game, why: str) -> Decision:
    return refuse(f"In {game.name} {why}.", expected="a message to the master", example=_TO_MASTER)


def _only_orders(game: Game, why: str, wanting: tuple[str, ...]) -> Decision:
    return refuse(
        f"In {game.name} {why}. Missing: {listed(wanting)}.",
        expected="your orders above the message, or in a letter before it",
        example=_TO_MASTER,
    )


def sign(game: Game, seat: Seat, command: Press, readership: Readership) -> Signature | Decision:
    """How a message is to be told to its readers, or why it cannot be told so."""
    falsified = bool(command.claimed) or command.pretended is not None
    if (readership.is_master_alone or seat.role is Role.MASTER) and (falsified or command.signed == "grey"):
        who = "What the master writes" if seat.role is Role.MASTER else "A message to the master"
        return refuse(f"{who} is always signed.", expected="PRESS TO without GREY, FROM and FAKE", example=_TO_MASTER)
    author, names = author_name(game, seat), readership.names
    kinds = _kinds(game, seat, readership)
    kind = command.signed or kinds[0]
    if kind not in kinds:
        offered = "signed (white)" if "white" in kinds else "unsigned (grey)"
        return refuse(
            f"In {game.name} messages are {offered}.",
            expected="the same line without " + command.signed.upper(),
            example="PRESS TO " + ", ".join(names),
        )
    sender = UNNAMED if kind == "grey" else author
    if not falsified:
        return Signature(kind=kind, sender=sender, audience=names)
    told = _falsified(game, seat, command, sender, kinds)
    if isinstance(told, Decision):
        return told
    audience = told[1] or names
    honest = (told[0], audience) == (sender, names)
    return Signature(kind=kind if honest else "fake", sender=told[0], audience=audience)


def _kinds(game: Game, seat: Seat, readership: Readership) -> tuple[str, ...]:
    if readership.is_master_alone or seat.role is Role.MASTER:
        return ("white",)
    if seat.role in _VISITORS and game.settings.observer_press == "white":
        return ("white",)
    return allowed_kinds(game.settings)


def _falsified(
    game: Game, seat: Seat, command: Press, sender: str, kinds: tuple[str, ...]
) -> tuple[str, tuple[str, ...]] | Decision:
    """The sender and the readers that a message is to pretend; no readers for the true ones."""
    if not game.settings.fake:
        return refuse(f"In {game.name} no message is faked.", expected="PRESS TO without FROM and FAKE")
    if seat.power is None:
        return refuse("Only powers may fake what they write.", expected="PRESS TO without FROM and FAKE")
    if command.claimed:
        if command.signed == "grey" or "white" not in kinds:
            return refuse("A message is unsigned or from somebody, not both.", expected="PRESS without GREY or FROM")
        board = board_of(game)
        power = read_power(board, command.claimed)
        if power is None:
            return refuse(
                f"A message can pretend to be from a power; {command.claimed} is none in {game.name}.",
                expected=", ".join(board.power(one).name for one in board.seats()),
                example=f"PRESS FROM {board.powers[0].name} TO {board.powers[1].name}",
            )
        sender = board.power(power).name
    if command.pretended is None:
        return sender, ()
    pretended = read_readership(game, command.pretended)
    return pretended if isinstance(pretended, Decision) else (sender, pretended.names)


def author_name(game: Game, seat: Seat) -> str:
    """What the author of a message is called where it is signed."""
    if seat.power is not None:
        return board_of(game).power(seat.power).name
    observer, player = author_names(game, seat)
    told = {Role.MASTER: master_words(game, seat.player), Role.OBSERVER: observer, Role.MONITOR: observer}
    return told.get(seat.role, player)


def betrayal(game: Game, author: Player, signature: Signature, text: str) -> Decision | None:
    """The refusal of a message that is not to tell its author, in which his name or address stands; None for others.

    Rule: his address or whole name anywhere, his name or its first word alone on one of the last lines.
    """
    if signature.kind == "white" and not is_hidden(game):
        return None
    name = " ".join(author.name.lower().split())
    plain = " ".join(text.lower().split())
    addresses = (author.email, *(one.email for one in author.others))
    last = [line.strip(" \t-.,!~*_").lower() for line in text.splitlines() if line.strip()][-_LAST_LINES:]
    whole = " " in name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain) is not None
    if not (
        whole or any(one.lower() in plain for one in addresses if one) or {name, name.partition(" ")[0]} & set(last)
    ):
        return None
    return refuse(
        "Your name or address stands in this message, whose readers are not to know who you are.",
        expected="the message without it",
    )
