"""TAKEOVER: a volunteer plays a power that has no player, from the open phase on."""

from judge.desk.applicants import apply_to
from judge.desk.entering import enter
from judge.desk.hands import bar, hands
from judge.desk.newcomers import log_arrival, plays_now, seat_newcomer
from judge.desk.office import Decision, Scene, no_game, refuse
from judge.desk.posts import board_of, is_vacant, open_names, variant_of
from judge.desk.privacy import closed, invitation_of, is_kept_out, own_password
from judge.desk.snapshot import Game, GameState, Role
from judge.game.commands import Enter, TakeOver
from judge.language.powers import read_power
from judge.reports.phrases import listed


def take_over(scene: Scene, command: TakeOver) -> Decision:
    """A power without a player goes to the sender, who gets its position with the answer.

    Rule: whoever left it may come back, and who watches may sit down. Not who plays in the game as many powers as it
    lets one person have, or has played another power of it, since he knows what that power knew, nor who was ejected.
    In games into which people come by rules of their own, those decide.
    """
    game = scene.game
    if game is None:
        if scene.asked or not command.sure:
            return no_game(scene) if command.sure else Decision(fate="note")
        return refuse("This line names no game that is here.", expected="a game and a power", example="LIST OPEN")
    if variant_of(game).entrance is not None and game.state.is_under_way:
        nation = _power_words(game, command) or game.name
        return enter(scene, Enter(nation=nation, game=game.name))
    power = _wanted(game, command)
    if isinstance(power, Decision):
        return power if command.sure or _is_plain(game, command) else Decision(fate="note")
    if (barred := why_barred(scene, game, power)) is not None:
        return barred
    if _must_ask(scene, game, power):
        name = board_of(game).power(power).name
        return apply_to(scene, game, (power,), name, own_password(game, command.password))
    return _sit(scene, game, command, power)


def _must_ask(scene: Scene, game: Game, power: str) -> bool:
    """Whether a master has to let him in first: not who is invited, leads the game, or has played this power in it."""
    known = any((one.player.id, one.power) == (scene.player.id, power) for one in game.former)
    leads = game.seat_of(scene.player.id, Role.MASTER) is not None
    return game.settings.approval and not known and not leads and invitation_of(scene, game) is None


def _power_words(game: Game, command: TakeOver) -> str:
    """The words for the power, without the name of the game where that stands before them."""
    first, _, rest = command.power.partition(" ")
    named = first.lower() == game.name.lower() and read_power(board_of(game), command.power) is None
    return rest if named else command.power


def _is_plain(game: Game, command: TakeOver) -> bool:
    """Whether the words name a game or a power, so that they are no remark."""
    first = command.power.partition(" ")[0].lower()
    known = first == game.name.lower() or read_power(board_of(game), _power_words(game, command)) is not None
    return bool(command.game) or known or not command.power


def _wanted(game: Game, command: TakeOver) -> str | Decision:
    """The id of the power that is meant, which has no player; where only one has none, it need not be named."""
    if game.state is GameState.FORMING:
        return refuse(f"The game {game.name} has not begun; take one of its places.", example=f"JOIN {game.name}")
    if game.state.is_over:
        return refuse(f"The game {game.name} is over.", expected="a game that is running", example="LIST OPEN")
    board, words = board_of(game), _power_words(game, command)
    names = open_names(game)
    power = read_power(board, words) if words else None
    if not words and len(names) == 1:
        power = read_power(board, names[0])
    expected = f"one of {', '.join(names)}" if names else "a game with a power that nobody plays"
    example = f"TAKEOVER {game.name} {names[0]}" if names else "LIST OPEN"
    if power is None:
        problem = f"No power of {game.name} is named." if not words else f"There is no such power in {game.name}."
        problem = problem if names or words else f"Every power of {game.name} that is in play has a player."
        return refuse(problem, expected=expected, example=example)
    if is_vacant(game, power):
        return power
    name = board.power(power).name
    if game.seat_for(power) is not None:
        problem = f"{name} has a player in {game.name}."
    elif power in game.settings.dummies:
        problem = f"Nobody is to play {name} in {game.name}; its master has made it a dummy."
    else:
        problem = f"{name} is out of the game {game.name}."
    return refuse(problem, expected=expected, example=example)


def why_barred(scene: Scene, game: Game, power: str) -> Decision | None:
    """Why this person cannot have the power, None when he can."""
    person, board = scene.player.id, board_of(game)
    if is_kept_out(scene, game):
        return refuse(
            f"The master has taken you out of {game.name}, and you cannot come back by yourself.",
            expected="a word with the master",
        )
    if not game.settings.masters_play and game.seat_of(person, Role.MASTER) is not None:
        return refuse(f"You lead {game.name}, whose masters do not play.")
    seat = bar(game, person, power)
    if seat is None:
        return None
    played = hands(game, person) if seat in game.seats else (seat,)
    own = listed(tuple(board.power(one.power or "").name for one in played))
    verb = "play" if seat in game.seats else "have played"
    return refuse(f"You {verb} {own} in {game.name}, so you cannot play {board.power(power).name} there.")


def _sit(scene: Scene, game: Game, command: TakeOver, power: str) -> Decision:
    given = own_password(game, command.password)
    password = scene.office.hash_password(given) if given else ""
    arrived = seat_newcomer(scene.office, game, scene.player, power, password_hash=password)
    stopped = " Its clock is stopped until the master starts it again." if game.state is GameState.PAUSED else ""
    effects = (
        *arrived.effects,
        *closed(scene, game, scene.player),
        log_arrival(game, scene.player, power, "takeover"),
    )
    return plays_now(scene, arrived, effects, f"notice/{scene.letter_id}/{scene.number}", stopped)
