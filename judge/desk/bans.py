"""Whose letters the keeper of the judge does not take, and what is done with one that comes all the same.

A ban is of an address, of a domain with those below it, or of everybody, and what is closer to an address goes before
the rest: of a club that is let in while everybody is banned one member may be banned again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.desk.effects import Effect
from judge.desk.posts import paged
from judge.desk.snapshot import Player
from judge.game.letters import Letter
from judge.game.mails import Draft
from judge.mail.addresses import host_of, untagged
from judge.reports import texts

EVERYBODY = "*"
BANNED = "its sender is banned"
_ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+")
_DOMAIN = re.compile(r"@?([\w-]+(?:\.[\w-]+)*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Whose letters are not taken, or are although others of the kind are not.

    Shape: `whom` an address, `@` and a domain, or `*`, in lower case; `why` the keeper's note for himself.
    """

    whom: str
    allowed: bool = False
    why: str = ""
    since: datetime


def read_whom(text: str) -> str | None:
    """An address, a domain (`@spam.example`, `spam.example`) or `*` as it is kept; None for anything else."""
    text = text.strip().strip("<>").lower()
    if text == EVERYBODY or _ADDRESS.fullmatch(text):
        return text
    found = _DOMAIN.fullmatch(text)
    return f"@{found[1]}" if found and (text.startswith("@") or "." in text) else None


def known_as(email: str) -> tuple[str, ...]:
    """What may stand in the list for an address, the closest first: itself, also without `+tag`; its domains; all."""
    email = email.lower()
    host, plain = host_of(email), untagged(email)
    addresses = [email, *([plain] if plain != email and not plain.startswith("@") else [])]
    labels = host.split(".")
    return (*addresses, *(f"@{'.'.join(labels[at:])}" for at in range(len(labels))), EVERYBODY)


def ban_of(emails: Sequence[str], bans: Mapping[str, Ban]) -> Ban | None:
    """The ban that keeps out who writes from the first of these addresses and has the others; None when he may write.

    Rule: who is let in by the very address that he writes from may; else a ban of another address of his counts too,
    but none of its domain, which says nothing about where he writes from.
    """
    first, *others = emails
    found = next((bans[one] for one in known_as(first) if one in bans), None)
    if found is not None and (not found.allowed or _is_address(found.whom)):
        return None if found.allowed else found
    named = (bans[one] for email in others for one in known_as(email) if _is_address(one) and one in bans)
    return next((ban for ban in named if not ban.allowed), None)


def _is_address(whom: str) -> bool:
    return "@" in whom[1:]


def addresses_of(sender: str, player: Player | None) -> tuple[str, ...]:
    """The addresses of who wrote a letter, the one it came from first."""
    others = () if player is None else (player.email, *(one.email for one in player.others))
    return tuple(dict.fromkeys((sender.lower(), *others)))


def turn_away(letter_id: int, letter: Letter, *, proven: bool, told: bool) -> tuple[Effect, ...]:
    """The one word that a banned player gets in a day, where it is sure that he wrote; to anybody else silence."""
    if not proven or told:
        return ()
    draft = Draft(
        key=f"banned/{letter_id}", kind="notice", to=letter.sender, subject="Your letter was not read",
        text=texts.banned(), answers=letter.message_id,
    )  # fmt: skip
    return (paged(draft),)
