"""Who would like to play where the masters choose: JOIN or TAKEOVER asks them, APPROVE and REJECT answer."""

from collections.abc import Sequence
from dataclasses import replace

from judge.desk.effects import AddSeat, Effect, LeaveSeat, LetIn, Log, SetPasswordHash, SetPreferences
from judge.desk.mastery import own_game
from judge.desk.newcomers import log_arrival, seat_newcomer, was_let_in
from judge.desk.notices import tell_masters
from judge.desk.office import Decision, Office, Scene, no_game, refuse
from judge.desk.participants import read_reason
from judge.desk.people import say_record
from judge.desk.posts import (
    Topic,
    board_of,
    card_of,
    is_vacant,
    phase_tag,
    places_of,
    post_to_player,
    post_to_seat,
    reader_of,
)
from judge.desk.registered import find_person, may_be_a_name
from judge.desk.snapshot import Game, GameState, Role, Seat
from judge.game.commands import Approve
from judge.reports import texts

MAX_APPLICANTS = 40
_LONGEST_NAME = 4  # words of it that are looked for before a reason


def apply_to(
    scene: Scene, game: Game, wishes: tuple[str, ...], preferring: str, password: str | None
) -> Decision:  # fmt: skip
    """Somebody asks for a place; the masters are told who he is and how he has kept the time of his games.

    Shape: `preferring` his wishes in words; what he watched the game from is given up.
    """
    player, own = scene.player, game.seat_of(scene.player.id, Role.APPLICANT)
    hashed = scene.office.hash_password(password) if password else ""
    if own is not None:
        changed = () if wishes == own.preferences else (SetPreferences(own.id, wishes),)
        new = (SetPasswordHash(player=player.id, seat=own.id, password_hash=hashed),) if hashed else ()
        said = f"You have asked to play in {game.name} already; its master has still to answer."
        return Decision(effects=(*changed, *new), said=said, about=game.name, touched=game.name)
    if len(applicants(game)) >= MAX_APPLICANTS:
        return refuse(f"{MAX_APPLICANTS} people wait for an answer in {game.name} already.", example="LIST OPEN")
    left = [
        seat for seat in game.seats if seat.player.id == player.id and seat.role is not Role.MASTER and not seat.power
    ]
    record = say_record(scene.people.records((player.id,))[player.id])
    wish = f", preferring {preferring}" if wishes else ""
    text = (
        f"{player.name} would like to play in {game.name}{wish} ({record}). Answer with the line APPROVE {player.name} "
        f"or REJECT {player.name}."
    )
    return Decision(
        effects=(
            *(LeaveSeat(seat.id) for seat in left),
            AddSeat(
                game=game.id, player=player.id, role=Role.APPLICANT, preferences=wishes, password_hash=hashed
            ),
            Log(game=game.id, kind="apply", text=f"{player.name} asks to play"),
            *tell_masters(scene, game, text),
        ),
        said=f"You have asked to play in {game.name}{wish}. Its master decides, and you are told.",
        about=game.name,
        touched=game.name,
    )  # fmt: skip


def applicants(game: Game) -> tuple[Seat, ...]:
    """Those who wait for an answer, in the order in which they asked."""
    return tuple(seat for seat in game.seats if seat.role is Role.APPLICANT)


def approve(scene: Scene, command: Approve) -> Decision:
    """A master lets somebody in who asked to play, or does not."""
    verb = "APPROVE" if command.lets_in else "REJECT"
    game = scene.game
    if game is None:
        return no_game(scene) if command.sure else Decision(fate="note")
    if not command.sure and not (scene.leads(game) and _is_meant(scene, game, command)):
        return Decision(fate="note")
    own = own_game(scene, verb)
    if isinstance(own, Decision):
        return own
    found, reason = _asked(scene, game, command.person), command.reason
    if not found and not command.lets_in and not reason:
        found, reason = _with_reason(game, command.person)
    if len(found) != 1:
        waiting = ", ".join(seat.player.name for seat in applicants(game))
        expected = f"one of {waiting}" if waiting else "somebody who has asked to play"
        problem = f"{len(found)} people are called so" if found else f"Nobody called {command.person} waits"
        return refuse(f"{problem} in {game.name}.", expected=expected)
    return _let_in(scene, game, found[0]) if command.lets_in else _reject(scene, game, found[0], reason)


def _asked(scene: Scene, game: Game, words: str) -> tuple[Seat, ...]:
    """Those who wait and are called so: by name, its beginning, or an address."""
    waiting = applicants(game)
    if "@" in words:
        person = find_person(scene, words, "APPROVE {}")
        known = person.player if not isinstance(person, Decision) else None
        return tuple(seat for seat in waiting if known is not None and seat.player.id == known.id)
    exact = tuple(seat for seat in waiting if seat.player.name.lower() == words.lower())
    return exact or tuple(seat for seat in waiting if seat.player.name.lower().startswith(words.lower()))


def _is_meant(scene: Scene, game: Game, command: Approve) -> bool:
    """Whether the line names somebody, if not who waits, so that it is no remark."""
    named = bool(_asked(scene, game, command.person)) or may_be_a_name(command.person)
    return named or (not command.lets_in and bool(_with_reason(game, command.person)[0]))


def _with_reason(game: Game, words: str) -> tuple[tuple[Seat, ...], str]:
    """Those who wait and whose whole or first name, or address, the words begin with; and the reason after it."""
    split = words.split()
    for count in range(min(_LONGEST_NAME, len(split) - 1), 0, -1):
        name, rest = " ".join(split[:count]).strip(" .,;-\u2013\u2014").lower(), " ".join(split[count:])
        found = tuple(seat for seat in applicants(game) if name == " ".join(seat.player.name.lower().split()))
        if not found and count == 1:
            found = tuple(
                seat for seat in applicants(game)
                if seat.player.name.lower().split()[:1] == [name] or seat.player.writes_from(name)
            )  # fmt: skip
        if found and not _names_another(game, rest):
            return found, rest.lstrip(" .,;-\u2013\u2014")
    return (), ""


def _names_another(game: Game, rest: str) -> bool:
    """Whether what stands behind a name is one more name and no reason."""
    first = rest.lower().split()[0].strip(" .,;")
    return first in ("and", "or", "&") or any(first == one.player.name.lower().split()[0] for one in applicants(game))


def _let_in(scene: Scene, game: Game, seat: Seat) -> Decision:
    if game.state.is_under_way and seat.preferences:
        return _give_power(scene, game, seat, seat.preferences[0])
    if game.state is not GameState.FORMING:
        return refuse(f"The game {game.name} has begun without {seat.player.name}.")
    places = len(places_of(game))
    taken = sum(one.role is Role.PLAYER for one in game.seats)
    if taken >= places:
        return refuse(f"All {places} places of {game.name} are taken.", expected=f"REJECT {seat.player.name}")
    name = seat.player.name
    after = replace(
        game, seats=tuple(replace(one, role=Role.PLAYER) if one.id == seat.id else one for one in game.seats)
    )
    starts = taken + 1 == places and game.settings.autostart
    rest = "; all places are taken and the game starts now" if starts else f"; {taken + 1} of {places} places are taken"
    words = f"{scene.actor} has let you in: you play in {game.name}{rest}."
    topic = Topic(kind="notice", key=f"applicant/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
    text = texts.notice(card_of(scene.office, after), reader_of(after, seat), words, scene.office.now)
    return Decision(
        effects=(
            LetIn(seat.id),
            Log(game=game.id, kind="join", text=f"{name} joins, let in by {scene.by}"),
            post_to_seat(scene.office, after, seat, topic, text),
        ),
        said=f"{name} plays in {game.name}{rest}.",
        touched=game.name,
    )


def _give_power(scene: Scene, game: Game, seat: Seat, power: str) -> Decision:
    """Somebody who has asked for a power of a running game plays it from now on."""
    board, name = board_of(game), seat.player.name
    if not is_vacant(game, power):
        return refuse(
            f"{board.power(power).name} is not free any more in {game.name}.", expected=f"REJECT {name}",
            example=f"REJECT {name}",
        )  # fmt: skip
    plays = board.power(power).name
    arrived = seat_newcomer(scene.office, game, seat.player, power)
    key = f"applicant/{scene.letter_id}/{scene.number}"
    words = f"{scene.actor} has let you in: you play {plays} in {game.name} from now on."
    effects = (*arrived.effects, log_arrival(game, seat.player, power, "takeover"))
    return was_let_in(scene, arrived, effects, key, words)


def _reject(scene: Scene, game: Game, seat: Seat, reason: str) -> Decision:
    reason = read_reason(reason)
    why = f": {reason}" if reason else ""
    words = f"{scene.actor} has not let you in{why}. LIST OPEN shows other games."
    log = Log(game=game.id, kind="reject", text=f"{seat.player.name} is not let in, by {scene.by}")
    key = f"applicant/{scene.letter_id}/{scene.number}"
    return Decision(
        effects=(LeaveSeat(seat.id), log, *_tell_gone(scene.office, game, (seat,), key, words)),
        said=f"{seat.player.name} is told that there is no place in {game.name}.",
        touched=game.name,
    )


def turned_away(office: Office, game: Game) -> tuple[tuple[Effect, ...], Game]:
    """Those who still wait when a game begins: it begins without them, and they are told; and the game without them."""
    waiting = applicants(game)
    words = f"The game {game.name} has begun without you. OBSERVE {game.name} to follow it."
    told = _tell_gone(office, game, waiting, f"applicant/{game.id}", words)
    after = replace(game, seats=tuple(seat for seat in game.seats if seat.role is not Role.APPLICANT))
    return (*(LeaveSeat(seat.id) for seat in waiting), *told), after


def _tell_gone(office: Office, game: Game, seats: Sequence[Seat], key: str, words: str) -> tuple[Effect, ...]:
    """Word to people who wait no longer, which they can answer as themselves."""
    topic = Topic(kind="notice", key=key, tag=phase_tag(game))
    card = card_of(office, game)
    posts = (
        post_to_seat(office, game, seat, topic, texts.notice(card, reader_of(game, seat), words, office.now))
        for seat in seats
    )
    return tuple(post_to_player(office, seat.player, post.draft) for seat, post in zip(seats, posts, strict=True))
