"""At the door: what is done with a letter before its lines are taken, by who sent it and what proves him."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judge.desk.addresses import claim_answered, claim_declined, claim_of_stranger
from judge.desk.counter import FREE
from judge.desk.effects import DropLetter, Effect, ReleaseLetter
from judge.desk.holding import about, ask_about_letter
from judge.desk.identity import Speaker, confirmed_letter, confirms_address, has_first_token, identify
from judge.desk.masking import masked, masked_text
from judge.desk.office import Office
from judge.desk.posts import forms_of
from judge.desk.registration import (
    answer_stranger,
    ask_to_confirm,
    proper_name,
    tell_dropped,
    welcome,
)
from judge.desk.snapshot import Game, Player
from judge.game.commands import AmAlso, Help, Join, Observe, Press, Register, SignOn, TakeOver
from judge.game.letters import Letter
from judge.game.lines import Label, NumberedLine
from judge.game.statements import Statement
from judge.language.looks import looks_like_order
from judge.mail.addresses import Recipient
from judge.mail.proofs import DomainProof
from judge.mail.robots import sounds_automatic, sounds_unread
from judge.reports import texts
from judge.reports.registration import SHOWN

_PRESS_SHOWN = 5  # lines of a message
# The reasons of letters that did not prove who sent them; such letters are counted.
WRONG_PASSWORD, NOT_PROVEN = "wrong password", "its sender is not proven"
_NO = re.compile(
    r"[\W_]*(?:no|nope|not|never|nein|non|nee|nej|stop|unsubscribe|remove|reject"
    r"|i (?:did ?n['o]?t|did not|never)|(?:this|that|it) (?:is ?n['o]?t|is not|was ?n['o]?t|was not)"
    r"|do(?: not|n'?t))\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"[\W_]*(?:yes|yep|yeah|yup|y|ok(?:ay)?|sure|right|correct|true|fine|agreed?|accept|confirm(?:ed)?"
    r"|i (?:do|did|confirm|agree|wrote|sent)|(?:this|that|it) (?:is|was)|(?:it|that)'s (?:me|mine)|me|mine"
    r"|ja|jawohl|oui|s[ií]|sim|da|tak|kyllä|hai)\b",
    re.IGNORECASE,
)
_PLAIN_YES = re.compile(r"[\W_]*(?:yes|yep|yeah|yup|ja|oui)\b", re.IGNORECASE)
AUTOMATIC = "it came at once after a mail of ours, in the words of a machine that answers for who is away"
Closing = Literal["done", "held", "ignored"]  # how the inbox is told to close a letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A letter as it stands in the inbox.

    Shape: `released` when it was held and has been confirmed since; `signed` how the sender's domain vouches for it;
    `at_once` when it came so soon after a mail of ours to its sender that nobody can have read that.
    """

    id: int
    letter: Letter
    recipient: Recipient
    released: bool = False
    signed: DomainProof = ""
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """How a letter is let in.

    Shape: `read` whether its lines are to be taken; `state` and `reason` what becomes of it if not; `quiet` when a
    letter without any command needs no receipt, because it was an answer to a question of ours.
    """

    speaker: Speaker
    effects: tuple[Effect, ...] = ()
    read: bool = True
    state: Closing = "done"
    reason: str = ""
    quiet: bool = False


def admit(
    office: Office,
    incoming: Incoming,
    statements: Sequence[Statement],
    *,
    player: Player | None,
    games: Sequence[Game],
    held: Sequence[int],
    passwords: bool = True,
    claimants: Sequence[Player] = (),
    owner: Player | None = None,
    lapsed: Sequence[int] = (),
) -> Admission:
    """What is done with a letter at the door.

    A confirmation is taken as one; a proven letter is read; of an unproven one only what anybody may write is read,
    and anything else makes it wait for its sender's confirmation; a stranger is told how to register.
    """
    confirmed = _confirmation(office, incoming, player, held, lapsed) or _claim(office, incoming, player, claimants)
    if confirmed is not None:
        return confirmed
    if incoming.at_once and sounds_automatic(incoming.letter.lines):
        silent = Speaker(email=incoming.letter.sender, player=player)
        return Admission(speaker=silent, read=False, state="ignored", reason=AUTOMATIC)
    speaker = identify(
        incoming.letter, incoming.recipient, player=player, games=games, secret=office.secret,
        statements=statements if passwords else (), released=incoming.released, signed=incoming.signed,
    )  # fmt: skip
    if speaker.proven:
        return Admission(speaker=speaker)
    if player is None or not player.confirmed:
        return _stranger(office, incoming, statements, speaker, owner)
    tried = passwords and any(isinstance(one.command, SignOn) for one in statements)
    reason = WRONG_PASSWORD if tried else NOT_PROVEN
    if _harmless(statements, games):
        return Admission(speaker=speaker, reason=reason)
    lines = shown_lines(statements)
    return Admission(
        speaker=speaker,
        effects=ask_about_letter(office, incoming.id, incoming.letter, player, lines, about(incoming.recipient, games)),
        read=False,
        state="held",
        reason=reason,
    )


def shown_lines(statements: Sequence[Statement]) -> list[str]:
    """The lines of a letter that waits as its sender is asked about them, without passwords.

    Of a long one commands come first: no length of talk may hide what the answer would set off.
    """
    lines = [line for one in statements for line in _shown(one)]
    if len(lines) <= SHOWN:
        return lines
    ranked = sorted(statements, key=lambda one: one.command is None)
    return [line for one in ranked for line in _shown(one)]


def _shown(statement: Statement) -> list[str]:
    match statement.command:
        case Press(text=text):
            heading, words = masked(statement).line.text, text.splitlines()[:_PRESS_SHOWN]
            below = words[1:] if words and heading.rstrip().endswith(words[0]) else words
            return [heading, *(f"  {line}" for line in below)]
        case Join() | Observe() | TakeOver():
            # What may be preferences may be a password too; nothing is known of them yet.
            return [masked_text(statement.line.text)]
        case _:
            return [masked(statement).line.text]


def _confirmation(
    office: Office, incoming: Incoming, player: Player | None, held: Sequence[int], lapsed: Sequence[int]
) -> Admission | None:  # fmt: skip
    """An answer to one of our questions: an address or a letter is confirmed, and the letter itself is proven by it.

    Shape: one that confirms a lapsed letter still confirms a new address.
    Rule: what asked for the address proves its player from then on, until he wants new reply addresses.
    """
    letter = incoming.letter
    if player is None or not player.writes_from(letter.sender):
        return None
    speaker = Speaker(email=letter.sender, player=replace(player, confirmed=True), how="confirmed")
    one = confirmed_letter(incoming.recipient, held, office.secret)
    late = None if player.confirmed else confirmed_letter(incoming.recipient, lapsed, office.secret)
    if one is None and late is None and not confirms_address(incoming.recipient, player, letter.sender, office.secret):
        return None
    if one is None and player.confirmed:
        return Admission(speaker=speaker) if has_first_token(player, letter.received_at) else None
    if _by_machine(incoming):
        silent = Speaker(email=letter.sender, player=player)
        return Admission(speaker=silent, read=False, state="ignored", reason="it confirms nothing: a machine wrote it")
    if _declines(letter.lines):
        return _declined(office, incoming, player, one)
    effects = () if player.confirmed else welcome(office, incoming.id, letter, player)
    if one is not None:
        effects += (ReleaseLetter(one),)
    reason = "confirms its address" if one is None else f"confirms letter {one}"
    return Admission(speaker=speaker, effects=effects, quiet=True, reason=reason)


def _claim(
    office: Office, incoming: Incoming, player: Player | None, claimants: Sequence[Player]
) -> Admission | None:  # fmt: skip
    """An answer to a question about an address, from there or from whom it is said to belong to."""
    letter, token = incoming.letter, incoming.recipient.token
    if incoming.recipient.kind != "confirm" or not letter.sender:
        return None
    found = claim_answered(office, incoming.id, letter, token, player, claimants)
    if found is None:
        return None
    silent = Speaker(email=letter.sender, player=player)
    if _by_machine(incoming):
        return Admission(speaker=silent, read=False, state="ignored", reason="it confirms nothing: a machine wrote it")
    if _declines(letter.lines):
        dropped = claim_declined(office, token, letter, player, claimants)
        effects = (*dropped, tell_dropped(office, incoming.id, letter))
        return Admission(speaker=silent, effects=effects, read=False, reason="disowns an address")
    speaker = replace(silent, how="confirmed") if player is not None and player.confirmed else silent
    return Admission(speaker=speaker, effects=found.effects, read=False, reason=found.reason)


def said_to_be(statements: Sequence[Statement]) -> str:
    """The address that somebody unknown says he is registered under, "" when he says nothing of the kind."""
    return next((one.command.email for one in statements if isinstance(one.command, AmAlso)), "")


def _by_machine(incoming: Incoming) -> bool:
    """Whether a machine seems to have answered a question: by its words, or at once and in words that are no yes or no.

    Rule: RFC 3834 leaves it to a vacation program to mark its answers. One that does not would confirm a letter that
    somebody has written in the name of who is away, or an address of his.
    """
    lines = incoming.letter.lines
    first = _first_own(lines)
    spoken = first == "" or _YES.match(first) is not None or _NO.match(first) is not None
    if _PLAIN_YES.match(first):  # no desk begins so, whatever stands below: "Yes, we received your question"
        return sounds_automatic(lines)
    return sounds_unread(lines) or (incoming.at_once and not spoken)


def _first_own(lines: Sequence[NumberedLine]) -> str:
    """The first line of a letter that its writer wrote himself, "" when there is none."""
    return next((line.text for line in lines if line.label is Label.OWN and line.text.strip()), "")


def _declines(lines: Sequence[NumberedLine]) -> bool:
    """Whether an answer begins with a no: people answer a question also when it is not theirs."""
    return _NO.match(_first_own(lines)) is not None


def _declined(office: Office, incoming: Incoming, player: Player, one: int | None) -> Admission:
    """The letter we asked about, or the registration, is not his: nothing comes of it."""
    dropped = () if one is None else (DropLetter(one),)
    return Admission(
        speaker=Speaker(email=incoming.letter.sender, player=player),
        effects=(*dropped, tell_dropped(office, incoming.id, incoming.letter)),
        read=False,
        reason="disowns its address" if one is None else f"disowns letter {one}",
    )


def _stranger(
    office: Office, incoming: Incoming, statements: Sequence[Statement], speaker: Speaker, owner: Player | None
) -> Admission:  # fmt: skip
    """Nobody is registered here, or he has not confirmed yet.

    A letter that registers and wants more waits for the confirmation and is then read with the rest of it.
    """
    letter = incoming.letter
    if not letter.sender:
        return Admission(speaker=speaker, effects=(), read=False, state="ignored", reason="it has no sender")
    if said_to_be(statements):
        effects = claim_of_stranger(office, incoming.id, letter, owner)
        return Admission(speaker=speaker, effects=effects, read=False, reason="says who else it is")
    name = next((proper_name(one.command.name) for one in statements if isinstance(one.command, Register)), "")
    if name or speaker.player is not None:
        known = speaker.player.name if speaker.player else ""
        wants_more = any(one.command is not None and not isinstance(one.command, FREE) for one in statements)
        effects = ask_to_confirm(
            office, incoming.id, letter, name or known, new=bool(name), player=speaker.player,
            held=shown_lines(statements) if wants_more else (),
        )  # fmt: skip
        return Admission(
            speaker=speaker,
            effects=effects,
            read=False,
            state="held" if wants_more else "done",
            reason="asked to confirm its address",
        )
    topic = next((one.command for one in statements if isinstance(one.command, Help)), None)
    text = texts.help(topic.topic, None, None, ()) if topic else texts.stranger(office.address)
    return Admission(
        speaker=speaker,
        effects=answer_stranger(incoming.id, letter, text),
        read=False,
        state="done",
        reason="told how to register",
    )


def _harmless(statements: Sequence[Statement], games: Sequence[Game]) -> bool:
    """Whether an unproven letter can be read as it is: it asks for help or chats, and nothing in it acts."""
    forms = forms_of(games)
    for one in statements:
        if one.command is not None and not isinstance(one.command, FREE):
            return False
        plain = one.command is None and one.complaint is None
        if plain and any(looks_like_order(one.line.text, *form) for form in forms):
            return False
    return True
