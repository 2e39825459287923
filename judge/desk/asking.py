"""Questions: STATUS, MAP, LIST, HELP. They change nothing and are answered with a section of the receipt."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from judge import __version__
from judge.adjudication.options import legal_orders
from judge.desk.histories import map_then
from judge.desk.house import house_of, offered_choices
from judge.desk.office import Decision, Scene, refuse
from judge.desk.posts import board_of, card_of, picture_of, variant_of
from judge.desk.snapshot import Game, GameState, Listing
from judge.desk.visitors import game_to_show, reader_at
from judge.desk.waiting import has_decided
from judge.game.commands import Help, ListGames, ShowMap, Status, Version
from judge.game.mails import POSITION
from judge.game.orders import Order
from judge.game.phases import PhaseKind
from judge.game.variant import Lesson
from judge.reports import texts
from judge.reports.cards import GameLine, Reader
from judge.reports.webpages import position_alt
from judge.variants import find_variant, variant_names

MAX_EXAMPLES = 6
_KINDS: Mapping[str, Callable[[Listing], bool]] = MappingProxyType({
    "forming": lambda one: one.state is GameState.FORMING,
    "open": lambda one: bool(one.openings) or (one.state is GameState.FORMING and one.players < one.places),
    "running": lambda one: one.state is GameState.RUNNING,
    "paused": lambda one: one.state is GameState.PAUSED,
    "finished": lambda one: one.state is GameState.FINISHED,
})  # fmt: skip
RULE_TOPICS = frozenset({"rules", "house", "houserules", "rulings", "options"})


def status(scene: Scene, _command: Status) -> Decision:
    """How a game stands. One that is not listed is shown only to those in it."""
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    decided = tuple(
        power.id for power in board_of(game).powers if game.state.is_under_way and has_decided(game, power.id)
    )
    card, reader = card_of(scene.office, game), reader_at(scene, game)
    return Decision(
        said=f"The status of {game.name} is below.",
        section=texts.status(card, reader, decided, scene.office.now),
    )


def show_map(scene: Scene, command: ShowMap) -> Decision:
    """What lies beside what in a game now, or did in a phase that is over."""
    game = game_to_show(scene)
    if isinstance(game, Decision):
        return game
    then = map_then(scene, game, command.when) if command.when else None
    if then is not None:
        return then
    card, reader = card_of(scene.office, game), reader_at(scene, game)
    return Decision(
        said=f"The map of {game.name} is below.",
        section=texts.map_table(card, reader, scene.office.now),
        picture=picture_of(scene.office, game, POSITION, game.phase),
        shows=position_alt(card),
    )


def list_games(scene: Scene, command: ListGames) -> Decision:
    """The games of this judge that are listed, of a kind if one is named; of a game that is named its status."""
    if scene.game is not None and command.which == scene.game.name.lower():
        return status(scene, Status(scene.game.name))
    listings = _chosen(scene.listings, command.which)
    if listings is None:
        return refuse(
            f"There is no game {command.which} here, and no such kind of games.",
            expected=f"{', '.join(_KINDS)}, a variant, or the name of a game",
            example="LIST OPEN",
        )
    games = tuple(
        GameLine(
            name=one.name, variant=one.variant, state=one.state.value, phase=one.phase, deadline=one.deadline,
            resume_at=one.resume_at, players=one.players, places=one.places, openings=one.openings, claims=one.claims,
        )
        for one in listings
    )  # fmt: skip
    reader = Reader(name=scene.player.name, zone=scene.player.zone)
    said = f"The games that are asked for, {command.which}, are listed below." if command.which else ""
    section = texts.listing(games, reader, scene.office.now, which=command.which)
    return Decision(said=said or "The games are listed below.", section=section)


def _chosen(listings: Sequence[Listing], which: str) -> tuple[Listing, ...] | None:
    """The games of a kind, None when there is no such kind; games that are over only where they are asked for."""
    if which in _KINDS:
        return tuple(one for one in listings if _KINDS[which](one))
    live = tuple(one for one in listings if not one.state.is_over)
    if not which:
        return live
    return tuple(one for one in live if which in (one.variant, one.on)) if which in variant_names() else None


def version(_scene: Scene, _command: Version) -> Decision:
    """Which judge this is, and what it can play."""
    games = ", ".join(variant_names())
    return Decision(said=f"This is judge {__version__}, by the rulebook of 2023. It plays {games}.")


def help_me(scene: Scene, command: Help) -> Decision:
    """The help page of a topic, with orders of the reader's own units as examples where he has some."""
    game = scene.game if scene.speaker.proven else None
    said = f"Help on {command.topic} is below." if command.topic else "Help is below."
    asked = (command.topic or "").strip().lower()
    if asked in variant_names():
        own = None if game is None else variant_of(game)
        variant = own if own is not None and own.name == asked else find_variant(asked)
        section = texts.variant_rules(variant.title, variant.house_rules, offered_choices(variant))
        return Decision(said=said, section=section)
    if game is None:
        return Decision(said=said, section=texts.help(command.topic))
    card, reader = card_of(scene.office, game), reader_at(scene, game)
    if asked in RULE_TOPICS:
        return Decision(said=said, section=house_of(scene.office, game, reader))
    examples, lessons = _examples(game, reader), _lessons(game, reader)
    return Decision(said=said, section=texts.help(command.topic, card, reader, examples, lessons))


def _lessons(game: Game, reader: Reader) -> tuple[Lesson, ...]:
    """What the variant teaches the reader, as long as orders can be given."""
    taught = (PhaseKind.MOVEMENT, PhaseKind.EVENTS)
    if game.phase is None or reader.power is None or game.phase.position.phase.kind not in taught:
        return ()
    return variant_of(game).lessons(game.phase.position, reader.power)


def _examples(game: Game, reader: Reader) -> tuple[Order, ...]:
    """A few legal orders, of different kinds as far as there are."""
    if game.phase is None or reader.power is None or not game.state.is_under_way:
        return ()
    orders = legal_orders(variant_of(game), game.phase.position, reader.power)
    by_kind: dict[type, list[Order]] = {}
    for order in orders:
        by_kind.setdefault(type(order), []).append(order)
    rounds = [kind[place] for place in range(2) for kind in by_kind.values() if place < len(kind)]
    return tuple(rounds[:MAX_EXAMPLES])
