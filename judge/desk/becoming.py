"""BECOME: a master gives orders in the name of a power, for the rest of his letter; its player is told."""

from dataclasses import replace

from judge.desk.effects import Effect, Log
from judge.desk.identity import Speaker
from judge.desk.mastery import own_phase
from judge.desk.names import called, master_words, sentence
from judge.desk.office import Decision, Office, Scene, refuse
from judge.desk.posts import Topic, board_of, card_of, phase_tag, post_to_all, post_to_seat, reader_of
from judge.desk.snapshot import Game, Role
from judge.game.commands import Become
from judge.language.powers import read_power
from judge.reports import masters, texts
from judge.reports.cards import ReceiptLine

_HIMSELF = frozenset({"master", "myself", "me", "keeper"})


def become(scene: Scene, command: Become) -> Decision:
    """The orders below are those of a power of the speaker's game, until he says otherwise.

    Rule: a master who plays himself acts only for powers that nobody plays.
    """
    running = own_phase(scene, "BECOME", scene.guard)
    if isinstance(running, Decision):
        return running
    game, phase = running
    if command.power.lower().removeprefix("the ") in _HIMSELF:
        return Decision(said=f"What follows is {scene.by}'s again.", acting="", touched=game.name)
    board = phase.position.board
    power = read_power(board, command.power)
    if power is None:
        return refuse(
            f"There is no power {command.power} in {game.name}.",
            expected=", ".join(board.power(one).name for one in board.seats()),
            example=f"BECOME {board.powers[0].name}",
        )
    name, seat = board.power(power).name, game.seat_for(power)
    if seat is not None and game.seat_of(scene.player.id, Role.PLAYER) is not None:
        return refuse(f"You play in {game.name} yourself, and {name} has a player; only he orders for it.")
    told = f"; {called(game, seat.player, 'its player')} is told" if seat is not None else "; nobody plays it"
    return Decision(
        effects=(Log(game=game.id, kind="become", text=f"{name} for {phase.position.phase.tag} by {scene.by}"),),
        said=f"The orders below are those of {name}{told}.",
        acting=power,
        touched=game.name,
    )


def for_the_master(game: Game, power: str, line: ReceiptLine) -> ReceiptLine:
    """A line that was ordered for somebody as the master reads it: without what the player had ordered before."""
    name = board_of(game).power(power).name
    if line.fate == "ok":
        return replace(line, said=f"For {name}: {line.text.strip()}", complaint=None)
    if line.complaint is None:
        return line
    return replace(line, complaint=replace(line.complaint, example=""))


def tell_the_player(
    office: Office, letter: int, speaker: Speaker, game: Game, power: str, lines: tuple[ReceiptLine, ...]
) -> tuple[Effect, ...]:
    """The receipt of what was ordered for a power goes to who plays it, with his orders as they stand.

    Rule: where nobody plays it all are told that a master has ordered for it, who may play himself; not what.
    """
    seat, name = game.seat_for(power), board_of(game).power(power).name
    who = master_words(game, speaker.player) if speaker.how != "keeper" and speaker.player else "the keeper"
    topic = Topic(kind="notice", key=f"become/{letter}/{power}", tag=phase_tag(game))
    card = card_of(office, game)
    if seat is None:
        said = f"{sentence(who)} has ordered for {name}, which nobody plays."
        return post_to_all(office, game, topic, lambda one: texts.notice(card, reader_of(game, one), said, office.now))
    said = " ".join(f"{' '.join((line.said or line.text).split())}." for line in lines)
    words = masters.mended(
        card, reader_of(game, seat), f"{sentence(who)} has ordered for you, {name}: {said}", office.now
    )
    return (post_to_seat(office, game, seat, topic, words),)
