"""Powers before a game begins: what players would like (PREFER), and what the master has settled (ASSIGN, SWAP)."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.desk.effects import AssignPower, Effect, GivePower, Log, SetPreferences
from judge.desk.joining import power_words, read_preferences
from judge.desk.mastery import own_game
from judge.desk.names import is_hidden
from judge.desk.office import Decision, Office, Scene, no_game, refuse
from judge.desk.posts import Topic, board_of, card_of, phase_tag, places_of, post_to_seat, reader_of
from judge.desk.registered import find_person
from judge.desk.snapshot import Game, GameState, Role, Seat
from judge.game.chance import draw_powers
from judge.game.commands import Assign, Prefer, Swap
from judge.game.complaints import Complaint
from judge.language.powers import read_power
from judge.reports import texts

_NOBODY = frozenset({"nobody", "noone", "no one", "none", "lot"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Powers given out. Shape: `powers` pairs of a seat's id and its power; `effects` that give them and log it."""

    powers: tuple[tuple[int, str], ...]
    effects: tuple[Effect, ...]


def deal(game: Game) -> Dealt:
    """The powers of a game that begins now, by its option `assign` and its stored seed, so always the same.

    Rule: what the master has settled goes before any wish; what nobody wished for goes by lot.
    """
    players = [seat for seat in game.seats if seat.role is Role.PLAYER]
    fixed = tuple((seat.id, seat.assigned) for seat in players if seat.assigned is not None)
    wishes = [(seat.id, seat.preferences) for seat in players]
    way = game.settings.assign
    drawn = draw_powers(wishes, places_of(game), game.seed, way=way, fixed=fixed)
    given = dict(drawn)
    ranks = [power.id for power in board_of(game).powers]
    # in the order of the board: that of their coming could tell who plays what
    players.sort(key=lambda seat: ranks.index(given[seat.id]))
    told = [_dealt(game, seat, given[seat.id]) for seat in players]
    log = Log(game=game.id, kind="powers", text=f"by {way}: {', '.join(told) or 'to nobody'}")
    return Dealt(powers=drawn, effects=(*(GivePower(seat, power) for seat, power in drawn), log))


def _dealt(game: Game, seat: Seat, power: str) -> str:
    """What became of one seat: `France to Cleo (wish 1)`, without a name where nobody may know it."""
    name = "" if is_hidden(game) else f" to {seat.player.name}"
    how = "by lot"
    if seat.assigned == power:
        how = "settled by the master"
    elif power in seat.preferences and game.settings.assign != "random":
        how = f"wish {seat.preferences.index(power) + 1}"
    return f"{board_of(game).power(power).name}{name} ({how})"


def prefer(scene: Scene, command: Prefer) -> Decision:
    """The powers that a player would like, instead of those that he named before; his place in the row is kept."""
    game = scene.game
    if game is None:
        return no_game(scene) if command.sure else Decision(fate="note")
    wishes = read_preferences(board_of(game), command.powers)
    if isinstance(wishes, Complaint):
        return Decision(fate="error", complaint=wishes) if command.sure else Decision(fate="note")
    seat = game.seat_of(scene.player.id, Role.PLAYER) or game.seat_of(scene.player.id, Role.APPLICANT)
    if seat is None:
        return refuse(f"You do not play in {game.name}.", expected="a place in it first", example=f"JOIN {game.name}")
    if game.state is not GameState.FORMING:
        return refuse(f"The game {game.name} has begun, and its powers are given out.")
    said = f"You prefer {power_words(board_of(game), wishes)}" if wishes else "You have no preference"
    if game.settings.assign == "random":
        said += ", but in this game the powers are drawn and no wish counts"
    effects = () if wishes == seat.preferences else (SetPreferences(seat.id, wishes),)
    return Decision(effects=effects, said=f"{said}.", touched=game.name)


def assign(scene: Scene, command: Assign) -> Decision:
    """The master settles who is to play a power, or that it is open again."""
    game = _own_forming_game(scene, "ASSIGN")
    if isinstance(game, Decision):
        return game
    power, words = _power_and_person(game, command.what)
    if power is None:
        return refuse(
            f"No power of {game.name} is named here.",
            expected=f"one of {power_words(board_of(game), board_of(game).seats())}, and a player",
            example=f"ASSIGN {board_of(game).power(board_of(game).seats()[0]).name} TO Ada",
        )
    name, holder = board_of(game).power(power).name, _holder(game, power)
    if words.lower() in _NOBODY:
        if holder is None:
            return Decision(said=f"{name} is open in {game.name}.", touched=game.name)
        return _settle(scene, game, [(holder, None)], f"{name} is open again in {game.name}.")
    if power in game.settings.dummies:
        return refuse(f"{name} is a dummy in {game.name}: nobody is to play it.", example=f"CIVIL DISORDER {name}")
    seat = _player(scene, game, words, f"ASSIGN {name} TO {{}}")
    if isinstance(seat, Decision):
        return seat
    if holder is not None and holder.id != seat.id:
        other = holder.player.name
        return refuse(
            f"{name} is settled for {other} already.",
            expected=f"{name} for NOBODY first, or both to change places",
            example=f"SWAP {other} {seat.player.name}",
        )
    return _settle(scene, game, [(seat, power)], f"{seat.player.name} is to play {name} in {game.name}.")


def swap(scene: Scene, command: Swap) -> Decision:
    """Two powers that are settled change hands; or two people their powers, which one of them may be without."""
    game = _own_forming_game(scene, "SWAP")
    if isinstance(game, Decision):
        return game
    board = board_of(game)
    powers = [read_power(board, words) for words in command.pair]
    seats: list[Seat] = []
    for words, power in zip(command.pair, powers, strict=True):
        found = _holder(game, power) if power is not None else _player(scene, game, words, "SWAP Ada {}")
        if found is None:
            name = board.power(power).name if power else words
            return refuse(f"Nobody is to play {name} yet.", expected="powers that are settled, or names of players")
        if isinstance(found, Decision):
            return found
        seats.append(found)
    first, second = seats
    if first.id == second.id or first.assigned == second.assigned:
        return refuse("These two have nothing to change.", expected="two players, one of whose powers is settled")
    told = " and ".join(
        f"{seat.player.name} is to play {board.power(power).name}"
        if power
        else f"{seat.player.name} is left to the lot"
        for seat, power in ((first, second.assigned), (second, first.assigned))
    )
    # a power is never settled for two at once, also not between the two effects
    pairs = [(first, None), (second, first.assigned), (first, second.assigned)]
    return _settle(scene, game, pairs, f"{told} in {game.name}.")


def _own_forming_game(scene: Scene, verb: str) -> Game | Decision:
    """The speaker's game that has not begun, in which it may be known who plays."""
    game = own_game(scene, verb)
    if isinstance(game, Decision):
        return game
    if game.state is not GameState.FORMING:
        return refuse(f"The game {game.name} has begun, and its powers are given out.")
    if is_hidden(game):
        return refuse(
            f"Nobody knows who plays in {game.name}, so nobody can be given a power.", example="SET assign=random"
        )
    return game


def _power_and_person(game: Game, what: str) -> tuple[str | None, str]:
    """The power that stands first or last in some words, and the rest of them, which name somebody."""
    words = [word.strip(",;:=") for word in what.split()]
    words = [word for word in words if word and word.lower() not in ("to", "for", "->")]
    board = board_of(game)
    for count in range(len(words) - 1, 0, -1):
        for power_part, person in ((words[:count], words[count:]), (words[-count:], words[:-count])):
            power = read_power(board, " ".join(power_part))
            if power is not None and board.power(power).seated:
                return power, " ".join(person)
    return None, ""


def _holder(game: Game, power: str) -> Seat | None:
    return next((seat for seat in game.seats if seat.assigned == power and seat.role is Role.PLAYER), None)


def _player(scene: Scene, game: Game, words: str, example: str) -> Seat | Decision:
    """The seat of a player of the game, by name or address."""
    players = [seat for seat in game.seats if seat.role is Role.PLAYER]
    called = [seat for seat in players if seat.player.name.lower() == words.lower()]
    called = called or [seat for seat in players if seat.player.name.lower().startswith(words.lower())]
    if len(called) == 1:
        return called[0]
    names = ", ".join(seat.player.name for seat in players) or "nobody yet"
    person = None if called else find_person(scene, words, example)
    if isinstance(person, Decision):
        return person
    known = person.player.id if person is not None and person.player is not None else None
    seat = next((one for one in players if one.player.id == known), None)
    if seat is not None:
        return seat
    problem = f"{len(called)} players are called so." if called else f"{words} does not play in {game.name}."
    return refuse(problem, expected=f"one of its players: {names}")


def _settle(scene: Scene, game: Game, pairs: Sequence[tuple[Seat, str | None]], said: str) -> Decision:
    """The powers of these seats are settled so, and their people told."""
    board, last = board_of(game), {seat.id: (seat, power) for seat, power in pairs}
    words = [
        f"{board.power(power).name} for {seat.player.name}" if power else f"none for {seat.player.name}"
        for seat, power in last.values()
    ]
    log = Log(game=game.id, kind="assign", text=f"{', '.join(words)} by {scene.by}")
    told = tuple(
        _tell(scene.office, scene, game, seat, board.power(power).name if power else "")
        for seat, power in last.values()
    )
    return Decision(
        effects=(*(AssignPower(seat.id, power) for seat, power in pairs), log, *told), said=said, touched=game.name
    )


def _tell(office: Office, scene: Scene, game: Game, seat: Seat, name: str) -> Effect:
    text = (
        f"{scene.actor} has settled that you play {name}." if name else f"{scene.actor} leaves your power to the lot."
    )
    topic = Topic(kind="notice", key=f"assign/{scene.letter_id}/{scene.number}", tag=phase_tag(game))
    words = texts.notice(card_of(office, game), reader_of(game, seat), text, office.now)
    return post_to_seat(office, game, seat, topic, words)
