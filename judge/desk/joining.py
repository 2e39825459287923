"""Games and their seats: CREATE, JOIN, OBSERVE, RESIGN."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from judge.board import Board
from judge.desk.applicants import apply_to
from judge.desk.calls import call, way_back, way_in
from judge.desk.effects import AddGame, AddSeat, Effect, LeaveSeat, Log, SetPasswordHash, SetPreferences
from judge.desk.guards import unclear_power
from judge.desk.hands import hands
from judge.desk.invitations import follow
from judge.desk.keys import read_key
from judge.desk.leaving import vacate
from judge.desk.names import called, is_hidden, sentence
from judge.desk.nominations import step_down
from judge.desk.notices import tell_masters
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.options import clash, read_option, write_options
from judge.desk.posts import board_of, openings, places_of, variant_of
from judge.desk.privacy import invitation_of, is_kept_out, is_shown, own_password
from judge.desk.snapshot import RESIGNED, Game, GameSettings, GameState, Role, Seat
from judge.desk.vacancies import what_follows
from judge.errors import MisuseError
from judge.game.commands import Create, Join, Observe, Resign
from judge.game.complaints import Complaint
from judge.game.entrance import Opening
from judge.language.powers import read_power, read_powers
from judge.mail.addresses import RESERVED_TAGS
from judge.variants import find_variant, full_name, variant_names

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])")
MAX_FORMING = 10  # games of one master
MAX_OBSERVERS = 100  # of one game; each gets all its mails
_RAIL = (Role.OBSERVER, Role.MONITOR)


def is_game_name(name: str) -> bool:
    """Whether a game may have this name, in lower case: it stands in addresses of the judge, behind a `+`."""
    return _NAME.fullmatch(name) is not None and name not in RESERVED_TAGS


def create(scene: Scene, command: Create) -> Decision:
    """A new game in which the sender is the master. Every option is read, or none is taken."""
    name = command.game.lower()
    if not is_game_name(name):
        return refuse(
            f"A game cannot be called {command.game}.",
            expected="2 to 20 letters, digits and dashes, not p, b or confirm",
            example="CREATE cassis standard",
        )
    if scene.game is not None and not is_shown(scene.game, scene.player):
        return refuse(f"A game cannot be called {command.game}.", expected="another name", example="CREATE cassis-2")
    if scene.game is not None:
        return refuse(
            f"There is a game {scene.game.name} already.", expected="another name", example=f"CREATE {name[:17]}-2"
        )
    if _forming(scene) >= MAX_FORMING:
        return refuse(
            f"{MAX_FORMING} games of yours are waiting for players; no more can be created until one has begun.",
            example="TERMINATE game",
        )
    try:
        title, on = full_name(command.variant), full_name(command.on) if command.on else None
        variant = find_variant(title, on)
    except MisuseError as error:
        return _no_variant(name, command, error)
    settings: GameSettings | Complaint = GameSettings(rules=variant.rules)
    for option, value in command.options:
        if isinstance(settings, GameSettings) and option not in ("password", "key"):
            settings = read_option(settings, option, value, variant.board, variant.rulings)
    settings = settings if isinstance(settings, Complaint) else clash(settings) or settings
    if isinstance(settings, GameSettings):
        settings = read_key(scene.office, settings, command.options)
    if isinstance(settings, Complaint):
        return Decision(fate="error", complaint=settings)
    added = AddGame(
        name=name,
        variant=title,
        on=on,
        settings=settings,
        seed=f"{scene.office.seed}/{scene.number}",
        master=scene.player.id,
    )
    # Seat 0 is the master's, which comes with the game.
    passwords = tuple(
        SetPasswordHash(player=scene.player.id, seat=0, password_hash=scene.office.hash_password(value))
        for option, value in command.options
        if option == "password"
    )
    return Decision(
        effects=(added, *passwords),
        said=f"Game {name} created: {variant.title}. You are its master; it waits for "
        f"{len(variant.board.seats()) - len(settings.dummies)} players: {_way_in(name, settings)}. "
        f"Its options: {', '.join(write_options(settings, variant.rules))}",
        about=name,
        touched=name,
    )


def _way_in(name: str, settings: GameSettings) -> str:
    if not settings.private:
        return f"JOIN {name}"
    return "INVITE them" + (f", or tell them to JOIN {name} PASSWORD and its key" if settings.entry else "")


def _no_variant(name: str, command: Create, error: MisuseError) -> Decision:
    """Why there is no such game. What was written is not said again: it may be a password."""
    known = variant_names()
    wanted = [full_name(one) for one in (command.variant, command.on) if one]
    if all(one in known for one in wanted):
        return refuse(f"{sentence(str(error))}.", example=f"CREATE {name} {known[0]}")
    unknown = next(one for one in wanted if one not in known)
    return refuse(
        "There is no variant of that name.", expected=f"one of {', '.join(known)}",
        example=f"CREATE {name} {known[0]} movement=2d", instead=tuple(get_close_matches(unknown, known, n=2)),
    )  # fmt: skip


def _forming(scene: Scene) -> int:
    """How many games of the speaker wait for players. Those created in this letter are not among them yet."""
    return sum(
        game.state is GameState.FORMING and game.seat_of(scene.player.id, Role.MASTER) is not None
        for game in scene.games
    )


def join(scene: Scene, command: Join) -> Decision:
    """A place in a game that is forming, with powers in order of preference."""
    game = scene.game
    if game is None:
        return no_game(scene)
    if game.state is not GameState.FORMING:
        waiting = openings(game)
        if waiting:
            return _point_to_the_open(game, waiting, command.preferences)
        return refuse(
            f"The game {game.name} {_state_words(game)}; nobody can join it.",
            expected="a game that is forming",
            example=f"OBSERVE {game.name}" if not game.state.is_over else "LIST",
        )
    board = board_of(game)
    wishes = read_preferences(board, command.preferences)
    if isinstance(wishes, Complaint):
        return Decision(fate="error", complaint=wishes)
    if not game.settings.masters_play and game.seat_of(scene.player.id, Role.MASTER) is not None:
        return refuse(f"You lead {game.name}, whose masters do not play.", expected="another game", example="LIST")
    if is_kept_out(scene, game):
        return refuse(f"The master has taken you out of {game.name}, and you cannot come back by yourself.")
    invited = invitation_of(scene, game)
    own = game.seat_of(scene.player.id, Role.PLAYER)
    places = sum(seat.role is Role.PLAYER for seat in game.seats)
    if own is not None and wishes == own.preferences:
        return Decision(said=f"You are in {game.name} already.", about=game.name, touched=game.name)
    wanted = len(places_of(game))
    if own is None and places >= wanted:
        return refuse(
            f"All {places} places of {game.name} are taken.", expected="a game with a place free", example="LIST"
        )
    leads = game.seat_of(scene.player.id, Role.MASTER) is not None
    if own is None and game.settings.approval and invited is None and not leads:
        password = own_password(game, command.password)
        return apply_to(scene, game, wishes, power_words(board, wishes), password)
    taken = places if own else places + 1
    said = f"You are in {game.name}" + (f", preferring {power_words(board, wishes)}" if wishes else "")
    if taken == wanted and game.settings.autostart:
        said += "; all places are taken and the game starts now."
    else:
        said += f"; {taken} of {wanted} places are taken."
    command = replace(command, password=own_password(game, command.password))
    effects = (*_sit(scene, game, command, wishes), *(follow(scene, game, invited) if invited and own is None else ()))
    return Decision(effects=effects, said=said, about=game.name, touched=game.name)


def _point_to_the_open(game: Game, waiting: Sequence[Opening], words: Sequence[str]) -> Decision:
    """A running game has no places any more, but powers that nobody plays: how to ask for one.

    Not: the words themselves, which may be a password; of them only a power that waits is told.
    """
    board = board_of(game)
    meant = re.split(r"(?i)\bby\b", " ".join(words))[0].strip()
    wanted = next((one for one in waiting if meant and one.power == read_power(board, meant)), waiting[0])
    ways = [way_in(game, wanted.power)]
    if wanted.centers:
        name = board.power(wanted.power).name
        ways.insert(0, f"JOIN {game.name} AS {name} BY REVOLUTION IN {board.write(wanted.centers[0])}")
    what = "powers wait for a player" if variant_of(game).entrance is None else "nations wait for a leader"
    return refuse(
        f"The game {game.name} {_state_words(game)} and its places are taken, but {what}.",
        expected=" or ".join(ways),
        example=ways[0],
    )


def _sit(scene: Scene, game: Game, command: Join, wishes: tuple[str, ...]) -> tuple[Effect, ...]:
    """The seat taken, for which one as an observer is given up; who has one already keeps it with his new wishes."""
    password = scene.office.hash_password(command.password) if command.password else ""
    own = game.seat_of(scene.player.id, Role.PLAYER)
    if own is not None:
        new = SetPasswordHash(player=scene.player.id, seat=own.id, password_hash=password)
        return (SetPreferences(own.id, wishes), *((new,) if password else ()))
    left = (game.seat_of(scene.player.id, role) for role in (*_RAIL, Role.APPLICANT))
    return (
        *(LeaveSeat(seat.id) for seat in left if seat is not None),
        AddSeat(
            game=game.id, player=scene.player.id, role=Role.PLAYER, preferences=wishes, password_hash=password
        ),
        Log(game=game.id, kind="join", text=f"{called(game, scene.player)} joins"),
    )  # fmt: skip


def observe(scene: Scene, command: Observe) -> Decision:
    """A seat at the rail: results and broadcasts, no orders; a monitor gets no broadcasts either."""
    game = scene.game
    if game is None:
        return no_game(scene)
    seat, role = game.seat_of(scene.player.id), Role.MONITOR if command.monitor else Role.OBSERVER
    if seat is not None and (seat.role not in _RAIL or seat.role is role):
        return Decision(said=f"You are in {game.name} already, as {_seat_words(game, seat)}.", about=game.name)
    if game.state.is_over:
        return refuse(f"The game {game.name} {_state_words(game)}.", expected="a game that is not over", example="LIST")
    if seat is None and observers(game) >= MAX_OBSERVERS:
        return refuse(f"{game.name} has {MAX_OBSERVERS} observers; there is no room for more.", example="LIST")
    left = () if seat is None else (LeaveSeat(seat.id),)
    added = AddSeat(game=game.id, player=scene.player.id, role=role)
    if is_kept_out(scene, game):
        return refuse(f"The master has taken you out of {game.name}, and you cannot come back by yourself.")
    name, does = "somebody" if is_hidden(game) else scene.player.name, "monitors" if command.monitor else "observes"
    log = Log(game=game.id, kind="observe", text=f"{name} {does}")
    said = f"You observe {game.name} from now on" + (", its results without its press." if command.monitor else ".")
    return Decision(effects=(*left, added, log), said=said, about=game.name, touched=game.name)


def observers(game: Game) -> int:
    """How many people follow a game without a part in it."""
    return sum(one.role in _RAIL for one in game.seats)


def resign(scene: Scene, command: Resign) -> Decision:
    """Leave a game: before the start the place is free again, after it the power falls into civil disorder."""
    game = scene.game
    if game is None:
        return no_game(scene)
    seat = game.seat_of(scene.player.id, Role.MASTER) if command.as_master else scene.seat(game)
    if seat is None:
        part = "You do not lead" if command.as_master else "You are not in"
        return refuse(f"{part} {game.name}.", expected="a game you are in", example="LIST")
    if game.state.is_over:
        return refuse(f"The game {game.name} {_state_words(game)}; there is nothing to resign from.")
    if seat.role is Role.MASTER:
        return step_down(scene, game, seat)
    if (unclear := unclear_power(scene, game)) is not None:
        return unclear
    who = _seat_words(game, seat)
    log = Log(game=game.id, kind="resign", text=f"{called(game, scene.player)} resigns as {who}")
    left = vacate(scene.office, game, seat, RESIGNED)
    effects, said = (*left.effects, log), f"You have left {game.name}."
    if seat.role is Role.PLAYER:
        text = f"{sentence(called(game, scene.player))} has left the game"
        if seat.power is not None:
            disorder = f"{who} is in civil disorder and nobody waits for it."
            said = f"You have left {game.name}; {what_follows(left.game, seat.power, disorder)}"
            said += way_back(left.game, seat.power)
            said += "".join(f" You still play {_seat_words(game, one)}." for one in hands(left.game, scene.player.id))
            name = called(game, scene.player, f"The player of {who}")
            text = f"{name} has resigned; "
            text += what_follows(left.game, seat.power, f"{who} is in civil disorder from now on.")
            text += " Nobody plays any more, so the clock is stopped." if left.stopped else ""
            key = f"notice/{scene.letter_id}/{scene.number}"
            effects += call(scene.office, game, left.game, seat.power, text, key, but=scene.player.id)
        else:
            effects += tell_masters(scene, left.game, f"{text}.")
    return Decision(effects=effects, said=said, touched=game.name)


def read_preferences(board: Board, words: Sequence[str]) -> tuple[str, ...] | Complaint:
    """Power ids in order of preference from names, letters and runs of letters (`FGR`, `F[GR]`); `*` ends the list.

    Refuses: a complaint for words that name no power. It does not repeat them: they may be a password, which is what
    other judges want in this place.
    """
    listed = " ".join(words).partition("*")[0]
    powers, unknown = read_powers(board, re.sub(r"[\[\](){}]", "", listed).split())
    unknown += tuple(power for power in powers if not board.power(power).seated)
    if not unknown:
        return powers
    return Complaint(
        kind="refused",
        problem=f"{len(unknown)} of these words name no power of this game.",
        expected="powers by name or letter, the dearest first: " + power_words(board, board.seats()),
        example="JOIN game " + power_words(board, board.seats()[:2]),
    )


def power_words(board: Board, powers: Sequence[str]) -> str:
    """The names of powers, in the order given."""
    return ", ".join(board.power(power).name for power in powers)


def _seat_words(game: Game, seat: Seat) -> str:
    if seat.power is not None:
        return board_of(game).power(seat.power).name
    return {
        Role.PLAYER: "a player", Role.MASTER: "its master", Role.OBSERVER: "an observer", Role.MONITOR: "a monitor",
        Role.APPLICANT: "an applicant",
    }[seat.role]  # fmt: skip


def _state_words(game: Game) -> str:
    return {
        GameState.FORMING: "is forming",
        GameState.RUNNING: "has begun",
        GameState.PAUSED: "has begun",
        GameState.FINISHED: "is over",
        GameState.TERMINATED: "was ended by its master",
    }[game.state]
