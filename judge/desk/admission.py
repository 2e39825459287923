"""At the door: what is done with a letter before its lines are taken, by who sent it and what proves him."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judge.desk.counter import FREE
from judge.desk.effects import Effect, ReleaseLetter
from judge.desk.identity import Speaker, confirmed_letter, confirms_address, identify
from judge.desk.masking import masked, masked_text
from judge.desk.office import Office
from judge.desk.posts import boards_of
from judge.desk.registration import answer_stranger, ask_about_letter, ask_to_confirm, proper_name, welcome
from judge.desk.snapshot import Game, Player
from judge.game.commands import Help, Join, Register
from judge.game.letters import Letter
from judge.game.statements import Statement
from judge.language.orders import looks_like_order
from judge.mail.addresses import Recipient
from judge.reports import texts

Closing = Literal["done", "held", "ignored"]  # how the inbox is told to close a letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A letter as it stands in the inbox; `released` when it was held and has been confirmed since."""

    id: int
    letter: Letter
    recipient: Recipient
    released: bool = False


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
) -> Admission:
    """What is done with a letter at the door.

    A confirmation is taken as one; a proven letter is read; of an unproven one only what anybody may write is read,
    and anything else makes it wait for its sender's confirmation; a stranger is told how to register.
    """
    confirmed = _confirmation(office, incoming, player, held)
    if confirmed is not None:
        return confirmed
    speaker = identify(
        incoming.letter, incoming.recipient, player=player, games=games, secret=office.secret,
        statements=statements, released=incoming.released,
    )  # fmt: skip
    if speaker.proven:
        return Admission(speaker=speaker)
    if player is None or not player.confirmed:
        return _stranger(office, incoming, statements, speaker)
    if _harmless(statements, games):
        return Admission(speaker=speaker, reason="not proven")
    # Words after JOIN that may be preferences may be a password too; nothing is known of them yet.
    lines = [
        masked_text(one.line.text) if isinstance(one.command, Join) else masked(one).line.text for one in statements
    ]
    return Admission(
        speaker=speaker,
        effects=ask_about_letter(office, incoming.id, incoming.letter, player, lines),
        read=False,
        state="held",
        reason="its sender is not proven",
    )


def _confirmation(
    office: Office, incoming: Incoming, player: Player | None, held: Sequence[int]
) -> Admission | None:  # fmt: skip
    """An answer to one of our questions: an address or a letter is confirmed, and the letter itself is proven by it."""
    letter = incoming.letter
    if player is None or letter.sender != player.email.lower():
        return None
    speaker = Speaker(email=letter.sender, player=replace(player, confirmed=True), how="confirmed")
    one = confirmed_letter(incoming.recipient, held, office.secret)
    if one is None and not confirms_address(incoming.recipient, letter.sender, office.secret):
        return None
    if one is None and player.confirmed:
        return Admission(speaker=speaker)
    effects = () if player.confirmed else welcome(office, incoming.id, letter, player)
    if one is not None:
        effects += (ReleaseLetter(one),)
    reason = "confirms its address" if one is None else f"confirms letter {one}"
    return Admission(speaker=speaker, effects=effects, quiet=True, reason=reason)


def _stranger(
    office: Office, incoming: Incoming, statements: Sequence[Statement], speaker: Speaker
) -> Admission:  # fmt: skip
    """Nobody is registered here, or he has not confirmed yet.

    A letter that registers and wants more waits for the confirmation and is then read with the rest of it.
    """
    letter = incoming.letter
    name = next((proper_name(one.command.name) for one in statements if isinstance(one.command, Register)), "")
    if name or speaker.player is not None:
        known = speaker.player.name if speaker.player else ""
        wants_more = any(one.command is not None and not isinstance(one.command, FREE) for one in statements)
        return Admission(
            speaker=speaker,
            effects=ask_to_confirm(office, incoming.id, letter, name or known, new=bool(name), held=wants_more),
            read=False,
            state="held" if wants_more else "done",
            reason="asked to confirm its address",
        )
    topic = next((one.command for one in statements if isinstance(one.command, Help)), None)
    text = texts.help(topic.topic, None, None, ()) if topic else texts.stranger(office.address)
    return Admission(
        speaker=speaker,
        effects=answer_stranger(incoming.id, letter, text) if letter.sender else (),
        read=False,
        state="done" if letter.sender else "ignored",
        reason="told how to register" if letter.sender else "it has no sender",
    )


def _harmless(statements: Sequence[Statement], games: Sequence[Game]) -> bool:
    """Whether an unproven letter can be read as it is: it asks for help or chats, and nothing in it acts."""
    boards = boards_of(games)
    for one in statements:
        if one.command is not None and not isinstance(one.command, FREE):
            return False
        plain = one.command is None and one.complaint is None
        if plain and any(looks_like_order(one.line.text, board) for board in boards):
            return False
    return True
