"""Mails to people: who gets one, with which address to answer to, in which thread."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from judge.adjudication.turns import owed
from judge.board import Board
from judge.desk.appointments import reads_calendar
from judge.desk.effects import Post
from judge.desk.hands import hands
from judge.desk.identity import player_tag, seat_tag
from judge.desk.names import led_by, shown_joined, shown_name, shown_players
from judge.desk.office import Office
from judge.desk.press_terms import press_terms
from judge.desk.snapshot import Game, OpenPhase, OrderSet, Player, Role, Seat
from judge.game.entrance import Opening, Standing
from judge.game.mails import HTML, MAP, Appointment, Body, Draft, picture_key
from judge.game.phases import PhaseKind
from judge.game.position import Position
from judge.game.turns import Owed
from judge.game.variant import Variant
from judge.mail.addresses import tagged
from judge.reports import texts
from judge.reports.cards import Card, Kept, OpenPower, PowerLine, Reader
from judge.reports.webpages import plain, position_alt
from judge.variants import find_variant


def variant_of(game: Game) -> Variant:
    """The variant a game plays."""
    return find_variant(game.variant, game.on)


def board_of(game: Game) -> Board:
    """The board a game is played on now, with its powers."""
    return game.phase.position.board if game.phase else first_board(game)


def first_board(game: Game) -> Board:
    """The board a game began on, before anything in play changed it."""
    return variant_of(game).board_by(game.settings.rules)


def places_of(game: Game) -> tuple[str, ...]:
    """The powers that a game wants players for when it begins: those of its board that are no dummies."""
    return tuple(power for power in variant_of(game).board.seats() if power not in game.settings.dummies)


def forms_of(games: Iterable[Game]) -> frozenset[tuple[Board, str]]:
    """The boards these games are played on now, each with the shape of the orders that only its variant has.

    Shape: the standard board when there is no game.
    """
    found = frozenset((board_of(game), variant_of(game).shape) for game in games)
    return found or frozenset({(find_variant("standard").board, "")})


def phase_tag(game: Game) -> str:
    """The tag of the open phase, "" before the first."""
    return "" if game.phase is None else game.phase.position.phase.tag


def game_subject(game: Game, tag: str) -> str:
    """The subject of everything that belongs to a phase: `[cassis] S1901M`; without a tag before the first."""
    return f"[{game.name}] {tag}".rstrip()


def game_thread(game: Game, tag: str) -> tuple[str, ...]:
    """The thread of a phase, below the one of its game."""
    name = game.name.lower()
    return (name, f"{name}.{tag.lower()}") if tag else (name,)


def card_of(office: Office, game: Game, phase: OpenPhase | None = None) -> Card:
    """A game as its mails are headed; `phase` instead of the open one, for what is about to open."""
    phase = phase or game.phase
    variant = variant_of(game)
    running = game.state.is_under_way
    seated = shown_players(game)
    powers = board_of(game).powers
    return Card(
        name=game.name,
        variant=variant.name,
        title=variant.title,
        address=tagged(office.address, game.name),
        state=game.state.value,
        position=phase.position if phase else None,
        deadline=phase.deadline if phase and running else None,
        grace_until=phase.grace_until if phase and running else None,
        zone=game.settings.zone,
        master=led_by(game),
        powers=tuple(
            PowerLine(
                power=one.id, player=seated.get(one.id, ""), played=one.id in seated, before=_before(game, one.id)
            )
            for one in powers
            if one.seated or one.id in seated
        ),
        joined=shown_joined(game),
        places=len(places_of(game)),
        time_left=game.time_left,
        resume_at=game.resume_at,
        winner=game.winner,
        ending=game.ending,
        openings=_open_powers(game) if running else (),
        claims=variant.entrance is not None,
        house_rules=bool(variant.house_rules),
        standings=(*standings_of(variant, phase.position), *_dummies(game)) if phase else (),
        press=press_terms(game.settings),
    )


def _before(game: Game, power: str) -> tuple[str, ...]:
    """Who played a power before and has left, the last first; nobody twice."""
    now = game.seat_for(power)
    names = (shown_name(game, one) for one in reversed(game.former) if one.power == power)
    return tuple(name for name in dict.fromkeys(names) if name and (now is None or name != now.player.name))


_STANDINGS = MappingProxyType({
    Standing.INACTIVE: "no player", Standing.DEFEATED: "defeated", Standing.ELIMINATED: "out",
})  # fmt: skip


def standings_of(variant: Variant, position: Position) -> tuple[tuple[str, str], ...]:
    """The powers that are not played like others, each with the word for it."""
    entrance = variant.entrance
    if entrance is None:
        return ()
    found = ((power.id, entrance.standing(position, power.id)) for power in position.board.powers)
    return tuple((power, _STANDINGS[standing]) for power, standing in found if standing is not Standing.ACTIVE)


def _dummies(game: Game) -> tuple[tuple[str, str], ...]:
    return tuple((power, "dummy") for power in game.settings.dummies if game.seat_for(power) is None)


def openings(game: Game) -> tuple[Opening, ...]:
    """The powers of a running game that can be taken up now, in the order of the board: see `Entrance.openings`.

    Shape: beside those that wait for a leader, those that are alive and that nobody plays.
    """
    entrance = variant_of(game).entrance
    if game.phase is None or not game.state.is_under_way:
        return ()
    offered = {one.power: one for one in entrance.openings(game.phase.position)} if entrance is not None else {}
    vacant = {power.id: Opening(power=power.id) for power in board_of(game).powers if is_vacant(game, power.id)}
    return tuple((offered | vacant)[power.id] for power in board_of(game).powers if power.id in offered | vacant)


def is_vacant(game: Game, power: str) -> bool:
    """Whether a power of a game under way is in play and nobody plays it, though somebody might.

    Rule: what being in play is, the variant says; a dummy is to stay without a player.
    """
    if game.phase is None or not game.state.is_under_way:
        return False
    if game.seat_for(power) is not None or power in game.settings.dummies:
        return False
    variant = variant_of(game)
    if variant.entrance is None:
        return variant.has_vote(game.phase.position, power)
    return variant.entrance.standing(game.phase.position, power) is Standing.ACTIVE


def open_names(game: Game) -> tuple[str, ...]:
    """The names of the powers that can be taken up now, those that have something first."""
    found = sorted(openings(game), key=lambda one: _is_bare(game, one.power))
    return tuple(board_of(game).power(one.power).name for one in found)


def _open_powers(game: Game) -> tuple[OpenPower, ...]:
    board = board_of(game)
    return tuple(
        OpenPower(
            name=board.power(one.power).name,
            centers=tuple(map(board.write, one.centers)),
            bare=_is_bare(game, one.power),
        )
        for one in openings(game)
    )


def _is_bare(game: Game, power: str) -> bool:
    """Whether a power has no center and no unit."""
    position = game.phase.position if game.phase else None
    return position is not None and not (position.counted_of(power) or position.units_of(power))


def reader_of(game: Game, seat: Seat, phase: OpenPhase | None = None) -> Reader:
    """A seat as the reader of a mail: what it owes now and what it has written."""
    phase = phase or game.phase
    plain = Reader(name=seat.player.name, zone=seat.player.zone, power=seat.power, role=seat.role.value)
    if phase is None or seat.power is None or not game.state.is_under_way:
        return plain
    written, variant = phase.orders_of(seat.power), variant_of(game)
    moving = phase.position.phase.kind is PhaseKind.MOVEMENT
    due = owed(variant, phase.position, seat.power)
    return Reader(
        name=plain.name,
        zone=plain.zone,
        power=plain.power,
        role=plain.role,
        owed=due,
        orders=written.orders,
        hint=variant.hint(phase.position, seat.power) if moving else None,
        wait=written.wait,
        undecided=is_undecided(variant, due, written),
        outlook=variant_of(game).outlook(phase.position, seat.power, game.settings.rules),
        ahead=written.ahead and written.wait is None,
        kept=tuple(Kept(tag=one.tag, lines=one.lines, wait=one.wait) for one in game.later_of(seat)),
    )


def is_undecided(variant: Variant, due: Owed, written: OrderSet) -> bool:
    """Whether somebody might order something that nobody has to, and neither has nor said that it is ready.

    Not: what is ordered beside such an order only, and decides nothing by itself.
    """
    beside = tuple(kind.order for kind in variant.kinds if kind.beside)
    return bool(due.may) and written.wait is not False and all(isinstance(one, beside) for one in written.orders)


def readers(game: Game) -> tuple[Seat, ...]:
    """The seats that all mails of a game go to: one for each person, his power before his other roles.

    Not: monitors and applicants, who get no press; see `followers`.
    """
    return tuple(seat for seat in followers(game) if seat.role not in (Role.MONITOR, Role.APPLICANT))


def followers(game: Game) -> tuple[Seat, ...]:
    """The seats that get the results of a game: one for each person, his power before his other roles."""
    best: dict[int, Seat] = {}
    for seat in game.seats:
        best.setdefault(seat.player.id, game.seat_of(seat.player.id) or seat)
    return tuple(sorted(best.values(), key=lambda seat: seat.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What a mail about a game is filed under: its kind, the beginning of its key, its phase's tag.

    Shape: `appointments` what the calendars of those who have something to do are told with it; `picture` the key of
    the picture that belongs to it, "" for none.
    """

    kind: str
    key: str
    tag: str
    answers: str = ""
    appointments: tuple[Appointment, ...] = ()
    picture: str = ""


def picture_of(office: Office, game: Game, kind: str, phase: OpenPhase | None) -> str:
    """The key of the picture of a phase, "" where none is drawn; `kind` is `turn` when it was played."""
    if phase is None or not office.draws(first_board(game)):
        return ""
    return picture_key(kind, game.id, phase.position.phase.tag, phase.sequence)


def wanted_picture(player: Player, picture: str) -> str:
    """The same key for a player who wants pictures, else ""."""
    return picture if MAP not in player.without else ""


def post_to_seat(office: Office, game: Game, seat: Seat, topic: Topic, said: str | Body) -> Post:
    """A mail to one seat; answering it proves the seat. Its key ends with the seat's id."""
    shows = position_alt(card_of(office, game)) if topic.picture else ""
    subject = game_subject(game, topic.tag)
    body = said if isinstance(said, Body) else Body(said, page_for(seat.player, said, subject, shows))
    return Post(
        Draft(
            key=f"{topic.key}/{seat.id}",
            kind=topic.kind,
            to=seat.player.email,
            to_name=seat.player.name,
            subject=subject,
            text=body.text,
            html="" if HTML in seat.player.without else body.html,
            reply_to=seat_tag(game, seat, office.secret),
            thread=game_thread(game, topic.tag),
            answers=topic.answers,
            game=game.name,
            appointments=topic.appointments if reads_calendar(seat) else (),
            picture=wanted_picture(seat.player, topic.picture),
        )
    )


def page_for(player: Player, text: str, title: str, picture: str = "") -> str:
    """A text as a page for a player, "" when he wants none; `picture` as in `plain`."""
    return "" if HTML in player.without else plain(text, title, picture=picture).html


def post_to_all(
    office: Office, game: Game, topic: Topic, write: Callable[[Seat], str | Body], *, each: bool = False
) -> tuple[Post, ...]:
    """One mail to every person in a game, each in his own words; one to `each` of the powers that somebody plays."""
    seats = followers(game)
    if each:
        seats = tuple(one for seat in seats for one in (hands(game, seat.player.id) or (seat,)))
    return tuple(post_to_seat(office, game, seat, topic, write(seat)) for seat in seats)


def post_to_outsider(
    office: Office,
    game: Game,
    player: Player,
    topic: Topic,
    text: str,
    *,
    role: str,
) -> Post:
    """A notice about a game to somebody who has no seat in it; answering it proves the player. `role` as in Reader."""
    reader = Reader(name=player.name, zone=player.zone, power=None, role=role)
    draft = Draft(
        key=topic.key,
        kind=topic.kind,
        to=player.email,
        subject=game_subject(game, topic.tag),
        text=texts.notice(card_of(office, game), reader, text, office.now),
        thread=game_thread(game, topic.tag),
        game=game.name,
        appointments=topic.appointments,
    )
    return post_to_player(office, player, draft)


def post_to_player(office: Office, player: Player, draft: Draft) -> Post:
    """A mail to a player, answering which proves the player: a draft with its address and reply tag filled in."""
    tag = player_tag(player, office.secret)
    return paged(replace(draft, to=player.email, to_name=player.name, reply_to=tag), player)


def paged(draft: Draft, player: Player | None = None) -> Post:
    """A mail with its text as a page too, unless its reader wants none; `player` None for one who is not known."""
    if player is not None and HTML in player.without:
        return Post(draft)
    return Post(replace(draft, html=plain(draft.text, draft.subject, answerable=bool(draft.reply_to)).html))
