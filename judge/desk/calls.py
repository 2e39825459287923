"""Word that a power has lost its player: to the one who has left, to the others, and the call for somebody else.

Everyone in the game has one mail of it, and whoever watches the game is told in his how to take the power up.
"""

from dataclasses import replace

from judge.desk.appointments import changes, reads_calendar, withdrawn
from judge.desk.effects import Effect
from judge.desk.electorate import LAPSED, votes_lapse
from judge.desk.office import Office
from judge.desk.posts import (
    Topic,
    board_of,
    card_of,
    is_vacant,
    phase_tag,
    post_to_all,
    post_to_outsider,
    reader_of,
    variant_of,
)
from judge.desk.snapshot import Game, Role, Seat
from judge.reports import texts


def way_in(game: Game, power: str) -> str:
    """What a newcomer writes to play a power: `TAKEOVER cassis France`."""
    verb = "TAKEOVER" if variant_of(game).entrance is None else "CLAIM"
    return f"{verb} {game.name} {board_of(game).power(power).name}"


def way_back(game: Game, power: str) -> str:
    """What somebody who has left a power is told about coming back; "" where he cannot."""
    return f" While nobody else plays it, {way_in(game, power)} brings you back." if is_vacant(game, power) else ""


def call(
    office: Office, before: Game, game: Game, power: str, text: str, key: str, *, but: int = 0
) -> tuple[Effect, ...]:
    """Everyone in a game is told what has become of a power, and those who watch it that they may play it.

    Shape: `before` the game as it was, `game` as it is afterwards; `key` names the event; `but` the id of a player who
    knows.
    """
    card = card_of(office, game)
    told_of = changes(before, game, office.now)
    text += f" {LAPSED}" if votes_lapse(before, game) else ""
    topic = Topic(kind="notice", key=key, tag=phase_tag(game), appointments=told_of)

    def words(seat: Seat) -> str:
        if not is_vacant(game, power):
            return text
        if seat.role in (Role.OBSERVER, Role.MONITOR):
            return f"{text} You may play it: answer this mail with {way_in(game, power)}"
        return f"{text} A newcomer may play it: {way_in(game, power)}"

    told = replace(game, seats=tuple(seat for seat in game.seats if seat.player.id != but))
    return post_to_all(
        office, told, topic, lambda seat: texts.notice(card, reader_of(game, seat), words(seat), office.now)
    )


def tell_leaver(office: Office, before: Game, game: Game, seat: Seat, text: str, key: str) -> Effect:
    """Word to somebody who is in the game no more; the answer proves himself, as his seat is gone.

    Shape: `before` the game as it was, whose deadline his calendar need not remember.
    """
    told = withdrawn(before, office.now) if reads_calendar(seat) else ()
    topic = Topic(kind="notice", key=f"{key}/{seat.id}", tag=phase_tag(game), appointments=told)
    return post_to_outsider(office, game, seat.player, topic, text, role="former")
