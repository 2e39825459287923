"""Letters that wait for their sender's confirmation: until when, who is told, and what their master sees of them."""

from collections.abc import Sequence
from datetime import timedelta

from judge.desk.effects import Effect, LapseLetter
from judge.desk.names import is_hidden
from judge.desk.office import Decision, Office, Scene, no_game, refuse
from judge.desk.posts import board_of, card_of, paged
from judge.desk.snapshot import Game, HeldLetter, Player
from judge.desk.visitors import reader_at
from judge.game.commands import Held
from judge.game.mails import Draft
from judge.mail.addresses import read_recipient
from judge.reports import texts

HELD_FOR = timedelta(days=3)
LAPSED = (
    "This confirmation came too late: the letter had waited until its deadline had passed, and nothing of it was done. "
    "What is still to be done, please write anew."
)


def lapse(
    office: Office, letter: HeldLetter, player: Player | None, games: Sequence[Game]
) -> tuple[Effect, ...]:  # fmt: skip
    """What becomes of a letter that waits: nothing, or it waits no longer, and its sender is told.

    Rule: a letter waits for three days, and when it is about a game for no longer than the phase in which it came.
    Shape: `player` whose address it came from; `games` the live ones he is in.
    Not: word to somebody who has never confirmed his address; he was told that no more mail would come.
    """
    game = _about(office, letter, games)
    if game is not None and game.phase is not None and letter.arrived < game.phase.opened_at:
        ended = f"before the phase of {game.name} in which it came was over"
    elif office.now - letter.arrived >= HELD_FOR:
        ended = f"within {HELD_FOR.days} days"
    else:
        return ()
    lapsed = LapseLetter(letter.id, f"not confirmed {ended}")
    if player is None or not player.confirmed:
        return (lapsed,)
    draft = Draft(
        key=f"lapsed/{letter.id}",
        kind="lapsed",
        to=letter.sender,
        to_name=player.name,
        subject="A letter that was not confirmed",
        text=texts.lapsed(letter.arrived, player.zone, ended, office.address),
        answers=letter.message_id,
    )
    return lapsed, paged(draft, player)


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
    recipient = read_recipient(letter.recipient, office.address)
    if recipient is not None and recipient.game and recipient.game != game.name.lower():
        return ""
    seat = next((one for one in game.seats if one.player.id == letter.player), None)
    if seat is None:
        return ""
    power = board_of(game).power(seat.power).name if seat.power else seat.role.value
    return power if is_hidden(game) else f"{seat.player.name} ({power})"


def _about(office: Office, letter: HeldLetter, games: Sequence[Game]) -> Game | None:
    """The game that a letter is about as far as its address tells, or else the only one that its sender is in."""
    recipient = read_recipient(letter.recipient, office.address)
    live = [game for game in games if not game.state.is_over]
    if recipient is not None and recipient.game:
        return next((game for game in live if game.name.lower() == recipient.game), None)
    return live[0] if len(live) == 1 else None
