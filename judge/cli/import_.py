"""`judge import`: a game from a file that `judge export` or the package `diplomacy` has written."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from judge.cli.installation import Config, now, open_installation
from judge.desk.deadlines import phase_length
from judge.desk.effects import AddGame, CloseOpenPhase, Effect, Log, OpenNextPhase, SetGameState
from judge.desk.joining import is_game_name
from judge.desk.posts import board_of
from judge.desk.snapshot import GameSettings, GameState
from judge.errors import JudgeError, MisuseError
from judge.game.mails import Draft
from judge.interchange.reading import Saved, read_saved
from judge.store.parcels import FORM, NO_NAME, unpack_game
from judge.store.transaction import Transaction
from judge.variants.table import find_variant


def import_(
    file: Annotated[Path, typer.Argument(help="The file.")],
    name: Annotated[str, typer.Option(help="Another name for the game here.")] = "",
    master: Annotated[str, typer.Option(help="The registered address of the master, for a game that has none.")] = "",
    config: Config = None,
) -> None:
    """Take a game in from a file of `judge export`, or a Standard game that the package `diplomacy` has saved.

    A game that is being played comes in paused; `judge master GAME RESUME` sets its deadline and tells everyone. People
    are known by their addresses. A saved game of the package has no players: its powers are free to be taken over.
    Ends with status 2, with nothing changed, when the file does not fit.
    """
    document = _read(file)
    _, store = open_installation(config)
    try:
        with store.begin() as tx:
            told = list(_take_in(tx, document, name, master, now()))
    finally:
        store.dispose()
    for line in told:
        typer.echo(line)


def _read(file: Path) -> Any:  # Any: what JSON holds
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise MisuseError(f"{file}: {trouble.strerror}") from None
    except ValueError as trouble:  # no JSON, no UTF-8
        raise MisuseError(f"{file}: this is no JSON: {trouble}") from None


def _take_in(tx: Transaction, document: Any, name: str, master: str, moment: datetime) -> Iterator[str]:
    """What is told of the game that is taken in."""
    if not isinstance(document, dict) or document.get("form") != FORM:
        yield from _take_saved(tx, document, name, master, moment)
        return
    if master:
        raise MisuseError("--master is for games that have none; this one brings its own")
    found = unpack_game(tx.session, document, name.lower() or None, moment)
    _read_through(tx, found.game)
    tx.note("import", "taken in from a file", moment, game=found.game)
    yield f"{found.name} is here."
    if found.newcomers:
        yield f"People who are new here: {', '.join(found.newcomers)}"
    if found.paused:
        yield f"It is paused; `judge master {found.name} RESUME` lets it go on and tells everyone."


def _read_through(tx: Transaction, number: int) -> None:
    """Read all of a game that was taken in, as the judge will have to: what it cannot read is not taken in.

    Refuses: MisuseError for documents in the rows that are not such as this program writes.
    """
    tx.session.expire_all()
    try:
        game = tx.game_by_id(number)
        assert game is not None
        nobody = {seat.power for seat in game.seats} - {power.id for power in board_of(game).powers} - {None}
        if nobody:
            raise MisuseError(f"rows.seats: nobody can play {', '.join(map(str, nobody))} in this game")
        tx.phases(number)
        tx.messages(number)
    except MisuseError:
        raise
    except (JudgeError, ValueError, KeyError, TypeError, AttributeError, IndexError) as trouble:
        raise MisuseError(f"what the rows hold is no game that can be played here ({trouble!r})") from None


def _take_saved(tx: Transaction, document: Any, name: str, master: str, moment: datetime) -> Iterator[str]:
    settings = GameSettings()
    variant = find_variant("standard")
    saved = read_saved(document, variant, settings.rules)
    name = (name or saved.name).lower()
    if not is_game_name(name):
        raise MisuseError(NO_NAME.format(name))
    if tx.game(name, lock=False) is not None:
        raise MisuseError(f"there is a game {name} already; give it another name with --name")
    player = tx.player_by_address(master) if master else None
    if player is None or not player.confirmed:
        raise MisuseError(
            f"nobody is registered as {master}" if master else "this game has no master; name one with --master"
        )
    added = AddGame(
        name=name, variant="standard", on=None, settings=settings, seed=f"{name}/{moment.isoformat()}", master=player.id
    )
    tx.apply((added, *_played(saved)), now=moment, letter=None, freeze=_no_mail)
    yield f"{name} is here, with {len(saved.turns)} phases played; {player.name} is its master."
    yield from (f"The rules here and the file differ, and the file counts. {one}" for one in saved.differences)
    if not saved.over:
        yield f"It is paused; when people have taken over its powers, `judge master {name} RESUME` lets it go on."


def _played(saved: Saved) -> Iterator[Effect]:
    """The phases of a game that has been played elsewhere, the open one last."""
    for turn in saved.turns:
        yield OpenNextPhase(game=0, position=turn.before, deadline=None)
        yield CloseOpenPhase(phase=0, turn=turn)
    if saved.over:
        winner = saved.turns[-1].winner if saved.turns else ()
        yield SetGameState(game=0, state=GameState.FINISHED, winner=winner, ending="solo" if winner else "")
    else:
        yield OpenNextPhase(game=0, position=saved.after, deadline=None)
        left = phase_length(GameSettings(), saved.after.phase.kind)
        yield SetGameState(game=0, state=GameState.PAUSED, time_left=left)
    yield Log(game=0, kind="import", text="taken in from a file of the package diplomacy")


def _no_mail(draft: Draft) -> bytes:
    raise AssertionError(f"nobody is mailed when a game is taken in: {draft.kind}")
