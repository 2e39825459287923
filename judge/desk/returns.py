"""Mails that come back: when an address counts as dead, who is told, and how its player comes back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.desk.effects import Effect, Log, MarkReturned, Post, ResumeAddress, SetReach, UseAddress
from judge.desk.identity import Speaker
from judge.desk.names import called, is_hidden
from judge.desk.office import Office
from judge.desk.posts import Topic, board_of, card_of, phase_tag, post_to_player, post_to_seat, reader_of
from judge.desk.snapshot import Game, Player, Reach, Role, Seat
from judge.game.mails import Draft
from judge.reports import texts
from judge.reports.when import say_moment

DAYS_TO_SUSPEND = 5
STALE_AFTER = timedelta(days=7)  # without a mail that came back
SETTLED_AFTER = timedelta(days=6)  # a mail that has not come back by then has arrived: servers try for five days
BACK = (
    "Mails to you had been coming back, so nothing more was sent to you from {} on. They are sent again from now on, "
    "and those that you missed follow."
)
LED_BY_LOST = (
    "Mails to {0}, who leads this game too, come back, and nothing more is sent there until a letter comes from {0}. "
    "If you know another way to reach {0}, please pass this on. DEMOTE {0} takes the lead away."
)
ELSEWHERE = (
    "Mails to {0} have been coming back, so they come to {1} from now on, and those that you missed as well. When "
    "{0} works again, write SET ADDRESS {0}."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A mail that did not arrive and never will.

    Shape: its number, where it went, what was said, and whether the address is to blame.
    """

    mail: int
    to: str
    said: str
    dead: bool


def take_failure(
    office: Office, failure: Failure, player: Player | None, games: Sequence[Game], *, arrived: bool
) -> tuple[Effect, ...]:
    """A mail came back for the first time: its address is the nearer to being given up, or is.

    Shape: `player` the one whose address it is, None for nobody's; `games` the live ones he is in; `arrived` whether
    a mail to it has arrived since the last that did not. When it is where his mails go, another of his addresses is
    tried; his masters are told when there is none.
    """
    marked = MarkReturned(failure.mail, failure.said)
    if player is None or not failure.dead:
        return (marked,)
    reach = failed_again(player.reach_at(failure.to), office.now, arrived=arrived)
    if reach.suspended_at is not None or reach.days < DAYS_TO_SUSPEND:
        return (marked, SetReach(failure.to, reach))
    reach = replace(reach, suspended_at=office.now)
    lost = (marked, SetReach(failure.to, reach))
    if failure.to != player.email:
        return lost
    other = next((one.email for one in player.others if one.reach.suspended_at is None), "")
    if other:
        return (*lost, UseAddress(player=player.id, email=other), _tell_elsewhere(office, failure, player, other))
    return (*lost, *_masters_of_loss(office, failure, player, games, reach))


def _tell_elsewhere(office: Office, failure: Failure, player: Player, other: str) -> Post:
    """Word to another address of a player's that his mails go there from now on."""
    draft = Draft(
        key=f"elsewhere/{failure.mail}", kind="address", to="", subject="Your addresses",
        text=texts.address_told(ELSEWHERE.format(failure.to, other)),
    )  # fmt: skip
    return post_to_player(office, replace(player, email=other), draft)


def failed_again(reach: Reach, now: datetime, *, arrived: bool) -> Reach:
    """How an address fares after one more mail to it has come back.

    Rule: one for a day (UTC), however many came back on it; what happened before a mail that arrived, or more than
    seven days before, is forgotten. Not so for an address to which nothing is sent, which stays as it is.
    """
    if reach.suspended_at is not None:
        return replace(reach, last=now)
    if reach.last is None or arrived or now - reach.last > STALE_AFTER:
        return Reach(days=1, since=now, last=now)
    return replace(reach, days=reach.days + (now.date() > reach.last.date()), last=now)


def games_without_word(player: Player, games: Sequence[Game]) -> tuple[str, ...]:
    """The names of the games that this player leads, and no other master who is reached, so that none can be told."""
    led = (game for game in games if game.seat_of(player.id, Role.MASTER) is not None)
    return tuple(game.name for game in led if not any(_is_reached(seat, player) for seat in game.masters))


def _is_reached(master: Seat, lost: Player) -> bool:
    return master.player.id != lost.id and master.player.reach.suspended_at is None


def welcome_back(office: Office, letter_id: int, speaker: Speaker, games: Sequence[Game]) -> tuple[Effect, ...]:
    """A letter that proves its sender also proves that somebody is at the address: mails go there again.

    Shape: they go there from now on when nothing has been sent to the address where they went so far.
    """
    player = speaker.player
    if player is None or not speaker.proven:
        return ()
    here = ResumeAddress(speaker.email)
    resumed = (here,) if player.reach_at(speaker.email) != Reach() else ()
    if player.reach.suspended_at is None:
        return resumed
    moved = () if speaker.email == player.email else (UseAddress(player=player.id, email=speaker.email),)
    return (*resumed, *moved, *_masters_of_return(office, letter_id, player, games))


def said_to_who_is_back(speaker: Speaker) -> tuple[str, ...]:
    """What the receipt says to somebody to whom nothing was sent until this letter; () for all others."""
    player = speaker.player
    if player is None or not speaker.proven or player.reach.suspended_at is None:
        return ()
    return (BACK.format(say_moment(player.reach.suspended_at, player.zone)),)


def _masters_of_loss(
    office: Office, failure: Failure, player: Player, games: Sequence[Game], reach: Reach
) -> tuple[Effect, ...]:
    def tell(game: Game, master: Seat, power: str) -> str:
        if game.seat_of(player.id, Role.PLAYER) is None:
            words = LED_BY_LOST.format(player.name)
            return texts.notice(card_of(office, game), reader_of(game, master), words, office.now)
        return texts.unreachable(
            card_of(office, game), reader_of(game, master), called(game, player, power),
            "" if is_hidden(game) else power, reach.since or office.now, office.now,
        )  # fmt: skip

    logged = "mails to {} come back and are kept"
    return _tell_masters(office, player, games, "unreachable", failure.mail, logged, tell)


def _masters_of_return(office: Office, letter_id: int, player: Player, games: Sequence[Game]) -> tuple[Effect, ...]:
    def tell(game: Game, master: Seat, power: str) -> str:
        who = f"{player.name} ({power})" if power and not is_hidden(game) else called(game, player, power)
        said = f"{who} has written, and gets mails again, also those that came back before. Nothing is left to do."
        return texts.notice(card_of(office, game), reader_of(game, master), said, office.now)

    logged = "{} has written; mails are sent again"
    return _tell_masters(office, player, games, "reachable", letter_id, logged, tell)


def _tell_masters(
    office: Office,
    player: Player,
    games: Sequence[Game],
    kind: str,
    cause: int,
    logged: str,
    tell: Callable[[Game, Seat, str], str],
) -> tuple[Effect, ...]:
    """In each game that somebody plays in or leads an entry of the log, and a mail to its masters.

    Shape: `cause` the number of the mail or letter behind it; `logged` with a place for who it is; `tell` gives the
    text for a game, its master and the name of the power.
    """
    effects: list[Effect] = []
    for game, seat in _played(player, games):
        power = _power_name(game, seat)
        effects.append(Log(game=game.id, kind=kind, text=logged.format(called(game, player, power))))
        topic = Topic(kind="notice", key=f"{kind}/{seat.id}/{cause}", tag=phase_tag(game))
        others = (master for master in game.masters if master.player.id != player.id)
        effects += (post_to_seat(office, game, master, topic, tell(game, master, power)) for master in others)
    return tuple(effects)


def _played(player: Player, games: Sequence[Game]) -> list[tuple[Game, Seat]]:
    """The games somebody plays in or leads, each with his seat."""
    seats = ((game, game.seat_of(player.id, Role.PLAYER) or game.seat_of(player.id, Role.MASTER)) for game in games)
    return [(game, seat) for game, seat in seats if seat is not None]


def _power_name(game: Game, seat: Seat) -> str:
    return board_of(game).power(seat.power).name if seat.power else ""
