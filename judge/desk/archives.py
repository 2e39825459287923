"""The press of a game that is over, for each of its people what he wrote and what was written to him."""

from collections.abc import Sequence

from judge.desk.effects import Effect
from judge.desk.names import author_names, is_hidden
from judge.desk.office import Office
from judge.desk.posts import Topic, board_of, card_of, post_to_seat, reader_of, readers
from judge.desk.snapshot import Game, Role, Seat
from judge.reports import texts
from judge.reports.cards import Message

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
    """The messages that somebody wrote or was among the readers of.

    Rule: who has taken over a power gets of the time before what was said to everyone, and nothing that his predecessor
    wrote or was written.
    """
    seats = [one for one in game.seats if one.player.id == seat.player.id]
    return [one for one in messages if any(_has_read(game, mine, one) for mine in seats)]


def _has_read(game: Game, seat: Seat, message: Message) -> bool:
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
