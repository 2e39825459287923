"""The press of a game that is over, for each of its people what he wrote and what was written to him."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import Effect
from judge.desk.names import author_names, is_hidden
from judge.desk.office import Office
from judge.desk.posts import Topic, board_of, card_of, post_to_seat, reader_of, readers
from judge.desk.snapshot import Game, Role, Seat
from judge.reports import texts
from judge.reports.cards import Message
from judge.reports.phrases import listed

MAX_ARCHIVE = 60_000  # characters of messages in one mail; the latest are the ones that are told


def archives(office: Office, over: Game, topic: Topic, messages: Sequence[Message]) -> tuple[Effect, ...]:
    """A mail with his press to each person who has any; `messages` all of the game, oldest first."""
    card, found = card_of(office, over), []
    for seat in readers(over):
        own = _own(over, seat, messages)
        kept = _latest(own)
        if kept:
            text = texts.archive(tuple(kept), len(own) - len(kept), card, reader_of(over, seat), office.now)
            found.append(post_to_seat(office, over, seat, topic, text))
    return tuple(found)


def _own(game: Game, seat: Seat, messages: Sequence[Message]) -> list[Message]:
    """The messages that somebody wrote or was among the readers of, as he may know them now.

    Rule: who has taken over a power gets of the time before what was said to everyone, and nothing that his predecessor
    wrote or was written.
    """
    person = seat.player.id
    seats = [one for one in game.seats if one.player.id == person]
    return [_as_known(game, person, one) for one in messages if _is_his(game, person, seats, one)]


def _is_his(game: Game, person: int, seats: Sequence[Seat], message: Message) -> bool:
    if message.author is not None or message.readers:
        return person == message.author or person in message.readers
    return any(_has_read(game, mine, message) for mine in seats)


def _as_known(game: Game, person: int, message: Message) -> Message:
    """A message with the truth about it for its author, and for its readers where the game tells it at the end."""
    if message.kind == "white":
        return message
    if message.author == person:
        how = "unsigned" if message.kind == "grey" else f"told as {message.sender} to {listed(message.audience)}"
        return replace(message, sender=f"{message.author_name} ({how})", audience=message.reached)
    if game.settings.reveal_press:
        truth = f"{message.author_name} to {listed(message.reached)}" if message.kind == "fake" else message.author_name
        return replace(message, sender=f"{message.sender} (in truth {truth})")
    return message


def _has_read(game: Game, seat: Seat, message: Message) -> bool:
    """The same of a message of which only the words were kept."""
    if seat.joined_at is not None and message.sent_at < seat.joined_at:
        return "everyone" in message.audience
    names = _names(game, seat)
    return message.sender in names or "everyone" in message.audience or bool(names & set(message.audience))


def _names(game: Game, seat: Seat) -> set[str]:
    """What somebody is called in messages; nothing where others are called so too and it may be theirs."""
    if seat.power is not None:
        return {board_of(game).power(seat.power).name}
    if seat.role is Role.MASTER:
        return {"the master", f"the master {seat.player.name}"}
    return set() if is_hidden(game) else set(author_names(game, seat))


def _latest(messages: Sequence[Message]) -> list[Message]:
    """The last messages, as many as have room in a mail."""
    kept: list[Message] = []
    room = MAX_ARCHIVE
    for one in reversed(messages):
        room -= len(one.text)
        if room < 0:
            break
        kept.append(one)
    return kept[::-1]
