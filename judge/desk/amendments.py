"""SET by the master: options of a game are changed, before it begins or while it runs."""

from dataclasses import replace

from judge.desk.effects import ForgetBallots, Log, SetSettings
from judge.desk.electorate import LAPSED
from judge.desk.keys import read_key
from judge.desk.mastery import own_game
from judge.desk.notices import tell_all
from judge.desk.office import Decision, Scene, refuse
from judge.desk.options import clash, read_option, write_options
from judge.desk.posts import board_of, places_of, variant_of
from judge.desk.snapshot import Game, GameSettings, GameState, Role
from judge.game.commands import SetOptions
from judge.game.complaints import Complaint
from judge.game.rules import RULE_CHOICES

_ENDS = ("draws", "draw_size", "votes", "concessions")  # what a vote was for is another with them
_SECRECY = ("anonymous", "reveal", "reveal_press")
_ONLY_BEFORE = ("autostart", "dummies", "min_players", "assign", "publish", *_SECRECY)


def set_options(scene: Scene, command: SetOptions) -> Decision:
    """Options of the speaker's game are set, all of them or none; everybody is told which have changed.

    Rule: the rules of play, and what is over with the start, stay as they are once a game has begun.
    """
    game = own_game(scene, "SET its options")
    if isinstance(game, Decision):
        return game
    if game.state.is_over:
        return refuse(f"The game {game.name} is over; its options stay as they are.")
    variant, settings = variant_of(game), game.settings
    for name, value in command.options:
        if name == "key":
            continue
        found = read_option(settings, name, value, variant.board, variant.rulings)
        if isinstance(found, Complaint):
            return Decision(fate="error", complaint=found)
        settings = found
    if (clashing := clash(settings)) is not None:
        return Decision(fate="error", complaint=clashing)
    keyed = read_key(scene.office, settings, command.options)
    if isinstance(keyed, Complaint):
        return Decision(fate="error", complaint=keyed)
    settings = keyed
    changed = _changed(game, settings)
    if not changed:
        return Decision(said=f"These options of {game.name} are so already.", touched=game.name)
    late = _too_late(game, settings)
    if late:
        state = "has players" if game.state is GameState.FORMING else "has begun"
        return refuse(
            f"{game.name} {state}, and {', '.join(late)} cannot be changed any more.",
            expected="other options, on a line without these",
            example="SET movement=3d",
        )
    if too_few := _too_few_places(game, settings):
        return too_few
    words = ", ".join(f"{name} is {after} (was {before})" for name, before, after in changed)
    log = ", ".join(f"{name}={after}" for name, _, after in changed)
    kept = " The open phase keeps its deadline." if game.phase is not None and _on_the_clock(game, settings) else ""
    lapse = game.state.is_under_way and any(name in _ENDS for name, _, _ in changed)
    kept += f" {LAPSED}" if lapse else ""
    return Decision(
        effects=(
            SetSettings(game=game.id, settings=settings),
            *((ForgetBallots(game.id),) if lapse else ()),
            Log(game=game.id, kind="set", text=f"{log} by {scene.by}"),
            *tell_all(scene, game, f"{scene.actor} has changed options of the game: {words}.{kept}"),
        ),
        said=f"Options of {game.name}: {words}.{kept}",
        touched=game.name,
    )


def _changed(game: Game, settings: GameSettings) -> list[tuple[str, str, str]]:
    """Names of the options that differ, each with its value before and after; "usual" where a game need not say it."""
    usual = variant_of(game).rules
    before, after = (
        dict(one.split("=", 1) for one in write_options(some, usual)) for some in (game.settings, settings)
    )  # fmt: skip
    names = [*before, *(name for name in after if name not in before)]
    pairs = ((name, before.get(name, "usual"), after.get(name, "usual")) for name in names)
    key = [("key", "set" if game.settings.entry else "none", "set anew" if settings.entry else "none")]
    return [(name, old, new) for name, old, new in pairs if old != new] + (
        key if game.settings.entry != settings.entry else []
    )


def _too_late(game: Game, settings: GameSettings) -> list[str]:
    """The names of options that a game keeps which has begun, or which people have joined as it was."""
    if game.state is GameState.FORMING:
        joined = any(seat.role is Role.PLAYER for seat in game.seats)
        return [name for name, _, _ in _changed(game, settings) if joined and name in _SECRECY]
    play = {"to_win", *(choice.name for choice in RULE_CHOICES), *(one.number for one in variant_of(game).rulings)}
    return [name for name, _, _ in _changed(game, settings) if name in play or name in _ONLY_BEFORE]


def _too_few_places(game: Game, settings: GameSettings) -> Decision | None:
    """The refusal of dummies where more people have joined a game than would have a place."""
    players = sum(seat.role is Role.PLAYER for seat in game.seats)
    places = len(places_of(replace(game, settings=settings)))
    settled = [power for power in settings.dummies if any(seat.assigned == power for seat in game.seats)]
    if settled and game.state is GameState.FORMING:
        return refuse(f"{board_of(game).power(settled[0]).name} is settled for a player of {game.name}.")
    if game.state is not GameState.FORMING or players <= places:
        return None
    return refuse(f"{game.name} has {players} players already; with these dummies there would be {places} places.")


def _on_the_clock(game: Game, settings: GameSettings) -> bool:
    """Whether deadlines would be set otherwise."""
    names = ("zone", "movement", "retreat", "adjustment", "at", "days", "holidays")
    return any(getattr(game.settings, name) != getattr(settings, name) for name in names)
