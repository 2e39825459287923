"""Letters that wait for their sender's confirmation: how he is asked, until when, what a master sees of them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.desk.effects import Effect, LapseLetter
from judge.desk.identity import letter_tag
from judge.desk.masking import masked_text
from judge.desk.names import is_hidden
from judge.desk.office import Decision, Office, Scene, no_game, refuse
from judge.desk.posts import board_of, card_of, paged
from judge.desk.snapshot import Game, HeldLetter, Player, Seat
from judge.desk.visitors import reader_at
from judge.game.commands import Held
from judge.game.letters import Letter
from judge.game.mails import Draft
from judge.mail.addresses import Recipient, read_recipient
from judge.reports import texts
from judge.reports.cards import TimeLeft

HELD_FOR = timedelta(days=3)
LAPSED = (
    "This confirmation came too late: the letter had waited until its deadline had passed, and nothing of it was done. "
    "What is still to be done, please write anew."
)


def ask_about_letter(
    office: Office, letter_id: int, letter: Letter, player: Player, lines: Sequence[str], game: Game | None
) -> tuple[Effect, ...]:  # fmt: skip
    """A letter came in a player's name without proof: the address of his that it came from is asked.

    Shape: `lines` what the letter says; `game` the one that it is about.
    """
    now = office.now
    due = None if game is None or game.phase is None else game.phase.grace_until or game.phase.deadline
    until = now + HELD_FOR if due is None or not now < due < now + HELD_FOR else due
    named = game.name if game is not None and until == due else ""
    left = TimeLeft(deadline=until, zone=player.zone, left=until - now)
    text = texts.held(masked_text(letter.subject), tuple(lines), office.address, left, named)
    mail = _mail("held", letter_id, letter, player, "Is this letter yours?", text)
    return (paged(replace(mail, reply_to=letter_tag(letter_id, office.secret)), player),)


def lapse(
    office: Office, letter: HeldLetter, player: Player | None, games: Sequence[Game]
) -> tuple[Effect, ...]:  # fmt: skip
    """What becomes of a letter that waits: nothing, or it waits no longer, and its sender is told.

    Rule: a letter waits for three days, and when it is about a game for no longer than the phase in which it came.
    Shape: `player` whose address it came from; `games` the live ones he is in.
    Not: word to somebody who has never confirmed his address; he was told that no more mail would come.
    """
    game = about(read_recipient(letter.recipient, office.address), games)
    if game is not None and game.phase is not None and letter.arrived < game.phase.opened_at:
        ended = f"before the phase of {game.name} in which it came was over"
    elif office.now - letter.arrived >= HELD_FOR:
        ended = f"within {HELD_FOR.days} days"
    else:
        return ()
    lapsed = LapseLetter(letter.id, f"not confirmed {ended}")
    if player is None or not player.confirmed:
        return (lapsed,)
    text = texts.lapsed(letter.arrived, player.zone, ended, office.address)
    mail = _mail("lapsed", letter.id, letter, player, "A letter that was not confirmed", text)
    return lapsed, paged(mail, player)


def _mail(kind: str, number: int, letter: Letter | HeldLetter, player: Player, subject: str, text: str) -> Draft:
    """A mail to the address that a letter which waits came from."""
    return Draft(
        key=f"{kind}/{number}", kind=kind, to=letter.sender, to_name=player.name, subject=subject, text=text,
        answers=letter.message_id,
    )  # fmt: skip


def held(scene: Scene, _command: Held) -> Decision:
    """Whose letters wait in a game, for its master; nothing of what they say."""
    game = scene.game
    if game is None:
        return no_game(scene)
    if not scene.leads(game):
        return refuse(f"Only the master of {game.name} sees whose letters wait.", expected="a letter from the master")
    rows = [(name, one.arrived) for one in scene.held() if (name := _writer(scene.office, game, one))]
    section = texts.held_letters(card_of(scene.office, game), reader_at(scene, game), tuple(rows), scene.office.now)
    said = "Letters that wait are listed below." if rows else f"No letter waits in {game.name}."
    return Decision(said=said, section=section if rows else "")


def _writer(office: Office, game: Game, letter: HeldLetter) -> str:
    """The player in a game whose letter may be about it, with his power; "" when it is about another game."""
    seat = next((one for one in game.seats if one.player.id == letter.player), None)
    if seat is None or not _may_be_about(office, game, letter):
        return ""
    power = board_of(game).power(seat.power).name if seat.power else seat.role.value
    return power if is_hidden(game) else f"{seat.player.name} ({power})"


def own_letters(office: Office, game: Game, seat: Seat, held: Sequence[HeldLetter]) -> tuple[datetime, ...]:
    """When the letters came that wait for the player in a seat to confirm them and may be about the game."""
    return tuple(one.arrived for one in held if one.player == seat.player.id and _may_be_about(office, game, one))


def _may_be_about(office: Office, game: Game, letter: HeldLetter) -> bool:
    recipient = read_recipient(letter.recipient, office.address)
    return recipient is None or recipient.game in ("", game.name.lower())


def about(recipient: Recipient | None, games: Sequence[Game]) -> Game | None:
    """The game that a letter is about as far as its address tells, or else the only one that its sender is in."""
    live = [game for game in games if not game.state.is_over]
    if recipient is not None and recipient.game:
        return next((game for game in live if game.name.lower() == recipient.game), None)
    return live[0] if len(live) == 1 else None
